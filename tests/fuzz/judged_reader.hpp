#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tests/fuzz/memory_watch.hpp"
#include "tests/fuzz/target.hpp"

namespace descent::test {

/// Writes an input to the file for a target's reader, in a folder of this process that is removed at its end.
std::filesystem::path input_file(const std::string& name, Input input);

/// A reader may hold at most this many times the input's size, plus its constant, at any moment.
constexpr std::size_t most_bytes_a_byte = 20;

/// Input size that counts for JSON: an empty object takes 64 bytes, and its text two.
inline std::size_t json_bytes(Input input) {
  return 2 * input.size();
}

/// Memory that a reader needs even for a tiny input: a few messages, the streams' buffers.
constexpr std::size_t small_constant = 256 << 10;

/// Throws Finding if `peak` is more than an input of that size may take.
void judge_memory(std::size_t peak, std::size_t input_bytes, std::size_t constant);

/// Throws Finding unless the message begins with the file's name and is fit for a terminal.
void judge_message(std::string_view message, const std::string& file);

/// The result of `read`, or nothing if it throws Refusal, its documented exception for wrong files.
/// `input_bytes` is the size that the reader reads (unpacked, for an archive).
template <class Refusal, class Read>
auto judged(const std::filesystem::path& file, std::size_t input_bytes, std::size_t constant, Read read)
    -> std::optional<decltype(read())> {
  std::optional<decltype(read())> accepted;
  std::string complaint;
  std::size_t peak = 0;
  {
    const MemoryWatch watch;
    try {
      accepted = read();
    } catch (const Refusal& refusal) {
      complaint = refusal.what();
    }
    peak = watch.peak_bytes();
  }
  judge_memory(peak, input_bytes, constant);
  if (!accepted) judge_message(complaint, file.string());
  return accepted;
}

/// Throws Finding with the message unless `holds`.
inline void must(bool holds, const std::string& message) {
  if (!holds) throw Finding(message);
}

}  // namespace descent::test

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

/// The file that a target's reader is given, anew for every input: in a folder of this process that goes when
/// the process ends.
std::filesystem::path input_file(const std::string& name, Input input);

/// No reader may hold more at any moment than so many times the input's size, and its constant.
constexpr std::size_t most_bytes_a_byte = 20;

/// As what JSON counts: an empty object takes 64 bytes, and its text two.
inline std::size_t json_bytes(Input input) {
  return 2 * input.size();
}

/// What a reader takes however small its input is: a few messages, the streams' buffers.
constexpr std::size_t small_constant = 256 << 10;

/// Throws Finding when `peak` is more than an input of that size may take.
void judge_memory(std::size_t peak, std::size_t input_bytes, std::size_t constant);

/// Throws Finding unless the message begins with the file's name and is fit for a terminal.
void judge_message(std::string_view message, const std::string& file);

/// What `read` returns, or nothing when it throws Refusal, the exception that it documents for files that are
/// wrong. `input_bytes` is the size of what the reader reads (of an archive, when unpacked).
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

#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "datasets/parsed/parsed_file.hpp"
#include "support/numbers/random.hpp"

namespace descent::test {

using Bytes = std::vector<std::byte>;

inline Bytes bytes_of(const ParsedFile& file) {
  Bytes bytes;
  write_parsed(
      file, [&](std::span<const std::byte> piece) { bytes.insert(bytes.end(), piece.begin(), piece.end()); });
  return bytes;
}

/// Corrects the checksum at the end, if there are 16 bytes, so that reading reaches the content.
inline void seal_parsed(std::span<std::byte> file) {
  if (file.size() < parsed_checksum_size) return;
  std::ranges::copy(checksum_of_parsed(file), file.last(parsed_checksum_size).begin());
}

/// Reads a copy of the bytes that lives as long as the matrix.
inline ParsedFile read_copy(const Bytes& bytes) {
  const auto copy = std::make_shared<const Bytes>(bytes);
  return read_parsed(*copy, copy);
}

inline bool same_bits(std::span<const double> left, std::span<const double> right) {
  return std::ranges::equal(left, right, {}, std::bit_cast<std::uint64_t, double>,
                            std::bit_cast<std::uint64_t, double>);
}

/// Values are never zero or NaN, so == compares bits.
inline bool same_bits(const Sample& left, const Sample& right) {
  return left.rows.inner_size() == right.rows.inner_size() &&
         std::ranges::equal(left.rows.starts(), right.rows.starts()) &&
         left.rows.format() == right.rows.format() &&
         std::ranges::equal(left.rows.stored(), right.rows.stored()) && same_bits(left.labels, right.labels);
}

inline bool same_bits(const ParsedSample& left, const ParsedSample& right) {
  return same_bits(left.sample, right.sample) && left.classes == right.classes &&
         left.attribute_of_column == right.attribute_of_column;
}

/// Random rows, some empty, with labels of the task.
inline ParsedSample random_parsed(Index rows, Index width, Task task, std::uint64_t seed) {
  Random random(seed);
  std::vector<Offset> starts{0};
  std::vector<Entry> entries;
  std::vector<double> labels;
  for (Index row = 0; row < rows; ++row) {
    const std::uint64_t sparsity = 1 + random.below(4);
    for (Index index = 0; index < width; ++index) {
      const auto value = random.normal();
      if (random.below(sparsity) == 0 && sparsity < 4 && value != 0) entries.push_back({index, value});
    }
    starts.push_back(static_cast<Offset>(entries.size()));
    labels.push_back(task == Task::regression ? random.normal() : random.below(2) == 0 ? -1 : 1);
  }
  ParsedSample parsed;
  parsed.sample = {{std::move(starts), std::move(entries), width}, std::move(labels)};
  if (task == Task::classification) parsed.classes = Classes{"-0.5", "3"};
  return parsed;
}

/// A possible source description.
inline ParsedSource some_source() {
  return {.content = "libsvm-classification",
          .state = {.bytes = 1234, .modified = 1'600'000'000'123'456'789, .changed = -5},
          .sha256 = std::string(64, 'a'),
          .train_sha256 = std::string(64, '0'),
          .joined_sha256 = std::string(64, '9')};
}

}  // namespace descent::test

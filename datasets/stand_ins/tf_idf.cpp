#include "datasets/stand_ins/tf_idf.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace descent {

Vocabulary::Vocabulary(std::span<const std::uint32_t> document_counts, std::uint32_t features, double rows,
                       Random& random)
    : columns_(document_counts.size(), no_column), inverse_document_frequency_(features) {
  assert(features <= document_counts.size());
  std::vector<std::uint32_t> words(document_counts.size());
  std::iota(words.begin(), words.end(), 0U);
  std::ranges::stable_sort(words, [&](std::uint32_t left, std::uint32_t right) {
    return document_counts[left] > document_counts[right];
  });
  std::vector<std::uint32_t> order(features);
  std::iota(order.begin(), order.end(), 0U);
  shuffle(order.begin(), order.end(), random);
  for (std::uint32_t k = 0; k < features; ++k) {
    columns_[words[k]] = order[k];
    inverse_document_frequency_[order[k]] = std::log((1 + rows) / (1.0 + document_counts[words[k]]));
  }
}

void Vocabulary::weigh(std::span<const WordCount> counts, std::vector<WeighedWord>& row) const {
  row.clear();
  double squares = 0;
  for (const WordCount& entry : counts) {
    const std::uint32_t column = columns_[entry.word];
    if (column == no_column) continue;
    const double value = (1 + std::log(entry.count)) * inverse_document_frequency_[column];
    squares += value * value;
    row.push_back({column, value});
  }
  const double scale = squares > 0 ? 1 / std::sqrt(squares) : 0;
  for (WeighedWord& word : row) word.value *= scale;
  std::ranges::sort(
      row, [](const WeighedWord& left, const WeighedWord& right) { return left.column < right.column; });
}

}  // namespace descent

#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "datasets/stand_ins/topic_language.hpp"
#include "support/numbers/random.hpp"

namespace descent {

/// A word of a document, with its column in the matrix.
struct WeighedWord {
  std::uint32_t column;
  double value;
};

/// Chooses the words of a language that get columns, and weighs them in documents: log tf-idf with cosine
/// normalisation, the `ltc` of Salton and Buckley (1988).
class Vocabulary {
 public:
  /// Takes all words of the training rows, or the most frequent if there are more than `features`; remaining
  /// columns get words that occur in no row. `document_counts` is the number of the `rows` training rows with
  /// each word of the language (at least `features` words). Columns are in random order, as frequencies are
  /// in an alphabetic index.
  Vocabulary(std::span<const std::uint32_t> document_counts, std::uint32_t features, double rows,
             Random& random);

  static constexpr std::uint32_t no_column = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t column(std::uint32_t word) const { return columns_[word]; }

  /// Writes (1 + log count) · log((1 + rows) / (1 + document count)) for the words with columns, scaled to
  /// unit length, columns ascending. A row without such words becomes empty.
  void weigh(std::span<const WordCount> counts, std::vector<WeighedWord>& row) const;

 private:
  std::vector<std::uint32_t> columns_;              // by word, or no_column
  std::vector<double> inverse_document_frequency_;  // by column
};

}  // namespace descent

#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "datasets/stand_ins/topic_language.hpp"
#include "support/numbers/random.hpp"

namespace descent {

/// A word of a document by the column that it has in the matrix.
struct WeighedWord {
  std::uint32_t column;
  double value;
};

/// Which words of a language have columns, and how much each says of a document: log tf-idf with cosine
/// normalisation, the `ltc` of Salton and Buckley (1988).
class Vocabulary {
 public:
  /// As collections are indexed: all words that the training rows hold, the more frequent ones if there are
  /// more than `features`, and for the columns that are left words that occur in none. `document_counts` says
  /// of each word of the language (at least `features` of them) in how many of the `rows` training rows it
  /// occurs. Columns come in random order, as frequencies do in an alphabetic index.
  Vocabulary(std::span<const std::uint32_t> document_counts, std::uint32_t features, double rows,
             Random& random);

  static constexpr std::uint32_t no_column = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t column(std::uint32_t word) const { return columns_[word]; }

  /// Writes (1 + log count) · log((1 + rows) / (1 + document count)) for the words that have columns, scaled
  /// to unit length, columns ascending. A row without such words becomes empty.
  void weigh(std::span<const WordCount> counts, std::vector<WeighedWord>& row) const;

 private:
  std::vector<std::uint32_t> columns_;              // by word, or no_column
  std::vector<double> inverse_document_frequency_;  // by column
};

}  // namespace descent

#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "datasets/stand_ins/alias_table.hpp"
#include "support/numbers/random.hpp"

namespace descent {

/// The number of times that a word occurs in a document.
struct WordCount {
  std::uint32_t word;  ///< rank of the word by overall frequency, from 0
  std::uint32_t count;
};

/// An artificial language whose documents look like text to a linear classifier. The word of rank r has
/// frequency p_r ∝ r^−head (1 + r/knee)^−(tail − head): Zipf's law with the steeper tail of open
/// vocabularies. Every word belongs to two topics, and every topic has stories, each with a small stock of
/// the topic's words. A document mixes its story, that story's topic, a second topic and the common language.
/// Its length is log-normal, and it repeats a word more readily than it uses a new one (burstiness).
class TopicLanguage {
 public:
  /// `words` is the size of the whole vocabulary; `parameters` are those of the generator `text`, by name.
  TopicLanguage(std::uint32_t words, const std::map<std::string, double>& parameters, Random& random);

  /// Writes the words of one document into `counts`, ascending by rank.
  void draw_document(Random& random, std::vector<WordCount>& counts);

  std::uint32_t words() const { return static_cast<std::uint32_t>(belonging_.size()); }
  /// The share of documents whose main topic is each topic.
  const std::vector<double>& topic_shares() const { return topic_shares_; }
  /// The two topics of a word. main_part and side_part are how much it belongs to each; their sum is 1.
  struct Belonging {
    std::uint32_t main;
    std::uint32_t side;
  };
  static constexpr double main_part = 2.0 / 3;
  static constexpr double side_part = 1 - main_part;
  const Belonging& topics_of(std::uint32_t word) const { return belonging_[word]; }

 private:
  /// Some of the words, with their relative frequencies.
  struct Stock {
    std::vector<std::uint32_t> members;
    AliasTable frequency;  ///< over positions in `members`

    std::uint32_t draw(Random& random) const { return members[frequency.draw(random)]; }
  };
  struct Story {
    std::uint32_t topic;
    Stock stock;
  };

  void draw_topics(const std::vector<double>& frequency, Random& random);
  void draw_stories(std::uint32_t stories, Random& random);
  std::uint32_t draw_new_word(const Story& story, const Stock& second, double topical, Random& random) const;

  double median_length_, length_spread_;
  AliasTable common_;
  std::vector<double> topic_shares_;
  AliasTable choose_topic_;
  std::vector<Stock> topics_;
  AliasTable choose_story_;
  std::vector<Story> stories_;
  std::vector<Belonging> belonging_;
  std::vector<std::uint32_t> tokens_;  // of the document being drawn
};

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

#include "datasets/stand_ins/topic_language.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "datasets/stand_ins/alias_table.hpp"
#include "tests/catch.hpp"

using namespace descent;

namespace {

constexpr std::uint32_t vocabulary_size = 20'000;
const std::map<std::string, double> plain{
    {"head", 0.5}, {"knee", 500}, {"stories", 100}, {"median_length", 100}, {"length_spread", 0.7}};

struct Corpus {
  std::vector<double> lengths;             // with repetitions
  std::vector<double> distinct;            // words of each document
  std::vector<std::uint32_t> occurrences;  // documents that contain each word
  std::vector<std::vector<WordCount>> documents;
};

Corpus draw(const std::map<std::string, double>& parameters, int documents) {
  Random random(5);
  TopicLanguage language(vocabulary_size, parameters, random);
  Corpus corpus;
  corpus.occurrences.resize(vocabulary_size);
  std::vector<WordCount> counts;
  for (int k = 0; k < documents; ++k) {
    language.draw_document(random, counts);
    double length = 0;
    for (const WordCount& entry : counts) {
      length += entry.count;
      ++corpus.occurrences.at(entry.word);
    }
    corpus.lengths.push_back(length);
    corpus.distinct.push_back(static_cast<double>(counts.size()));
    corpus.documents.push_back(counts);
  }
  return corpus;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

TEST_CASE("Documents have log-normal lengths and ascending words") {
  Corpus corpus = draw(plain, 4'000);
  std::vector<double> logarithms;
  for (const double length : corpus.lengths) logarithms.push_back(std::log(length));
  const double centre = mean(logarithms);
  double squares = 0;
  for (const double logarithm : logarithms) squares += (logarithm - centre) * (logarithm - centre);
  CHECK(std::exp(centre) == Approx(100).epsilon(0.05));
  CHECK(std::sqrt(squares / 4'000) == Approx(0.7).margin(0.04));
  bool ascending = true;
  for (const auto& document : corpus.documents) {
    ascending = ascending && std::is_sorted(document.begin(), document.end(),
                                            [](const auto& a, const auto& b) { return a.word <= b.word; });
  }
  CHECK(ascending);
}

TEST_CASE("Word frequencies follow the two exponents") {
  const Corpus corpus = draw(plain, 4'000);
  // Means over ranges of ranks: the topics' choice makes single words vary.
  const auto around = [&](std::size_t rank) {
    double sum = 0;
    for (std::size_t word = rank * 4 / 5; word < rank * 6 / 5; ++word) sum += corpus.occurrences[word];
    return sum / (static_cast<double>(rank) * 0.4);
  };
  const double head = std::log(around(20) / around(100)) / std::log(5.0);
  const double tail = std::log(around(2'000) / around(16'000)) / std::log(8.0);
  CHECK(head > 0.35);
  CHECK(head < 0.75);
  CHECK(tail > 1.4);
  CHECK(tail < 1.85);
}

TEST_CASE("Topics share all documents among them, and every word has two") {
  Random random(5);
  const TopicLanguage language(vocabulary_size, plain, random);
  const std::vector<double>& shares = language.topic_shares();
  REQUIRE(shares.size() > 20);
  CHECK(std::accumulate(shares.begin(), shares.end(), 0.0) == Approx(1));
  std::vector<int> main_words(shares.size());
  for (std::uint32_t word = 0; word < language.words(); ++word) {
    ++main_words.at(language.topics_of(word).main);
    REQUIRE(language.topics_of(word).side < shares.size());
  }
  CHECK(*std::min_element(main_words.begin(), main_words.end()) > 0);
}

TEST_CASE("A document's words weigh log count times log inverse document frequency, at unit length") {
  const std::vector<std::uint32_t> document_counts = {9, 4, 1, 0};
  Random random(1);
  const Vocabulary vocabulary(document_counts, 3, 9, random);
  CHECK(vocabulary.column(3) == Vocabulary::no_column);  // the rarest word gets no column

  std::vector<WeighedWord> row;
  vocabulary.weigh(std::vector<WordCount>{{1, 1}, {2, 3}, {3, 7}}, row);
  REQUIRE(row.size() == 2);
  CHECK(row[0].column < row[1].column);
  const double first = std::log(10.0 / 5);
  const double second = (1 + std::log(3.0)) * std::log(10.0 / 2);
  const double length = std::hypot(first, second);
  for (const WeighedWord& word : row) {
    const bool is_first = word.column == vocabulary.column(1);
    CHECK(word.value == Approx((is_first ? first : second) / length));
  }

  vocabulary.weigh(std::vector<WordCount>{{3, 2}}, row);
  CHECK(row.empty());
}

TEST_CASE("Columns are a permutation that does not follow frequency") {
  std::vector<std::uint32_t> document_counts(1'000);
  for (std::uint32_t word = 0; word < 1'000; ++word) document_counts[word] = 1'000 - word;
  Random random(1);
  const Vocabulary vocabulary(document_counts, 1'000, 1'000, random);
  std::vector<std::uint32_t> columns;
  for (std::uint32_t word = 0; word < 1'000; ++word) columns.push_back(vocabulary.column(word));
  double frequent = 0;
  for (std::size_t word = 0; word < 100; ++word) frequent += columns[word] / 100.0;
  CHECK(frequent == Approx(500).margin(100));
  std::sort(columns.begin(), columns.end());
  for (std::uint32_t k = 0; k < 1'000; ++k) REQUIRE(columns[k] == k);
}

TEST_CASE("An alias table draws in proportion to its weights") {
  const std::vector<double> weights =
      GENERATE(std::vector<double>{1}, std::vector<double>{0, 3}, std::vector<double>{1, 1, 1},
               std::vector<double>{5, 0, 0.5, 2, 0, 1, 1.5}, std::vector<double>{1e-9, 1e-9, 2e-9, 1e-12});
  double sum = 0;
  for (const double weight : weights) sum += weight;
  const AliasTable table(weights);
  Random random(3);
  const int draws = 200'000;
  std::vector<int> counts(weights.size());
  for (int k = 0; k < draws; ++k) ++counts.at(table.draw(random));
  for (std::size_t k = 0; k < weights.size(); ++k) {
    CAPTURE(k, weights.size());
    const double probability = weights[k] / sum;
    const double deviation = std::sqrt(probability * (1 - probability) / draws);
    CHECK(static_cast<double>(counts[k]) / draws == Approx(probability).margin(5 * deviation));
    if (weights[k] == 0) CHECK(counts[k] == 0);
  }
}

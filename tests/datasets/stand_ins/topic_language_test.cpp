#include "datasets/stand_ins/topic_language.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <vector>

#include "tests/catch.hpp"

using namespace descent;

namespace {

constexpr TopicLanguage::Settings plain = {.words = 20'000,
                                           .head = 0.5,
                                           .tail = 1.8,
                                           .knee = 500,
                                           .topics = 20,
                                           .topic_share = 0.6,
                                           .second_part = 0.1,
                                           .story_part = 0.4,
                                           .topic_skew = 0.5,
                                           .stories = 100,
                                           .story_words = 100,
                                           .median_length = 100,
                                           .length_spread = 0.7,
                                           .repetition = 0.3};

struct Corpus {
  std::vector<double> lengths;             // with repetitions
  std::vector<double> distinct;            // words of each document
  std::vector<std::uint32_t> occurrences;  // documents that contain each word
  std::vector<std::vector<WordCount>> documents;
};

Corpus draw(const TopicLanguage::Settings& settings, int documents) {
  Random random(5);
  TopicLanguage language(settings, random);
  Corpus corpus;
  corpus.occurrences.resize(settings.words);
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

/// The mean number of rare words that a document shares with the document that shares most.
double nearest_rare_overlap(const Corpus& corpus) {
  constexpr std::uint32_t rare = 1'000;  // rank from which a word is rare
  std::vector<std::vector<std::uint32_t>> words;
  for (const auto& document : corpus.documents) {
    words.emplace_back();
    for (const WordCount& entry : document) {
      if (entry.word >= rare) words.back().push_back(entry.word);
    }
  }
  double sum = 0;
  for (const auto& one : words) {
    std::size_t best = 0;
    for (const auto& other : words) {
      if (&one == &other) continue;
      std::vector<std::uint32_t> common;
      std::set_intersection(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(common));
      best = std::max(best, common.size());
    }
    sum += static_cast<double>(best);
  }
  return sum / static_cast<double>(words.size());
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

TEST_CASE("Repetition makes words burst, stories make documents resemble each other") {
  TopicLanguage::Settings settings = plain;
  settings.length_spread = 0;
  const Corpus bursting = draw(settings, 300);
  settings.repetition = 0;
  const Corpus even = draw(settings, 300);
  CHECK(mean(even.distinct) > 1.1 * mean(bursting.distinct));
  settings.story_part = 0;
  const Corpus unrelated = draw(settings, 300);
  CHECK(nearest_rare_overlap(even) > 1.2 * nearest_rare_overlap(unrelated));
}

TEST_CASE("Topics share all documents among them, and every word has two") {
  Random random(5);
  const TopicLanguage language(plain, random);
  const std::vector<double>& shares = language.topic_shares();
  REQUIRE(shares.size() == 20);
  CHECK(std::accumulate(shares.begin(), shares.end(), 0.0) == Approx(1));
  std::vector<int> main_words(20);
  for (std::uint32_t word = 0; word < language.words(); ++word) {
    ++main_words.at(language.topics_of(word).main);
    REQUIRE(language.topics_of(word).side < 20);
  }
  CHECK(*std::min_element(main_words.begin(), main_words.end()) > 0);
}

#include "datasets/stand_ins/topic_language.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace descent {
namespace {

// Values of the RCV1 stand-in that others share.
constexpr double tail = 1.9;  // Zipf exponent of the rare words
constexpr std::uint32_t topics = 145;
constexpr double topic_skew = 0.9;  // topic k has popularity ∝ (k + 1)^−topic_skew
constexpr double story_skew = 0.7;
constexpr double topic_share = 0.72;  // mean share of a document's new words that is topical
constexpr double story_part = 0.45;   // of the topical words, from the document's story
constexpr double second_part = 0.15;  // of the topical words, from a second topic
constexpr std::uint32_t story_words = 120;
constexpr double repetition = 0.273;  // probability that a word repeats an earlier one of its document
constexpr double shortest_document = 8;
constexpr double longest_document = 5000;

/// 1, 2^−skew, 3^−skew, … scaled to sum 1.
std::vector<double> skewed(std::uint32_t size, double skew) {
  std::vector<double> popularity(size);
  for (std::uint32_t k = 0; k < size; ++k) popularity[k] = std::pow(k + 1.0, -skew);
  const double sum = std::accumulate(popularity.begin(), popularity.end(), 0.0);
  for (double& share : popularity) share /= sum;
  return popularity;
}

}  // namespace

TopicLanguage::TopicLanguage(std::uint32_t words, const std::map<std::string, double>& parameters,
                             Random& random)
    : median_length_(parameters.at("median_length")),
      length_spread_(parameters.at("length_spread")),
      topic_shares_(topics),
      topics_(topics),
      belonging_(words) {
  const double head = parameters.at("head"), knee = parameters.at("knee");
  std::vector<double> frequency(words);
  for (std::uint32_t r = 0; r < words; ++r) {
    const double rank = r + 1.0;
    frequency[r] = std::pow(rank, -head) * std::pow(1 + rank / knee, head - tail);
  }
  common_ = AliasTable(frequency);
  draw_topics(frequency, random);
  draw_stories(static_cast<std::uint32_t>(parameters.at("stories")), random);
}

void TopicLanguage::draw_topics(const std::vector<double>& frequency, Random& random) {
  choose_topic_ = AliasTable(skewed(topics, topic_skew));
  std::vector<std::vector<double>> weights(topics);
  const auto join = [&](std::uint32_t topic, std::uint32_t word, double weight) {
    topics_[topic].members.push_back(word);
    weights[topic].push_back(weight);
  };
  for (std::uint32_t word = 0; word < words(); ++word) {
    // Popular topics have larger vocabularies, so that a word's overall frequency stays near its p_r.
    belonging_[word].main = choose_topic_.draw(random);
    belonging_[word].side = choose_topic_.draw(random);
    join(belonging_[word].main, word, main_part * frequency[word]);
    join(belonging_[word].side, word, side_part * frequency[word]);
  }
  for (std::uint32_t k = 0; k < topics; ++k) {
    if (topics_[k].members.empty())
      join(k, 0, 1);  // few words and many topics: an empty topic gets the commonest word
    topics_[k].frequency = AliasTable(weights[k]);
  }
}

void TopicLanguage::draw_stories(std::uint32_t stories, Random& random) {
  const std::vector<double> popularity = skewed(stories, story_skew);
  choose_story_ = AliasTable(popularity);
  stories_.resize(stories);
  const std::vector<double> equal(story_words, 1.0);
  for (std::uint32_t s = 0; s < stories; ++s) {
    Story& story = stories_[s];
    story.topic = choose_topic_.draw(random);
    topic_shares_[story.topic] += popularity[s];
    for (std::uint32_t k = 0; k < story_words; ++k)
      story.stock.members.push_back(topics_[story.topic].draw(random));
    story.stock.frequency = AliasTable(equal);
  }
}

std::uint32_t TopicLanguage::draw_new_word(const Story& story, const Stock& second, double topical,
                                           Random& random) const {
  if (random.uniform() >= topical) return common_.draw(random);
  const double source = random.uniform();
  if (source < story_part) return story.stock.draw(random);
  if (source < story_part + second_part) return second.draw(random);
  return topics_[story.topic].draw(random);
}

void TopicLanguage::draw_document(Random& random, std::vector<WordCount>& counts) {
  const double length = median_length_ * std::exp(length_spread_ * random.normal());
  const auto words = static_cast<std::uint32_t>(std::clamp(length, shortest_document, longest_document));
  const Story& story = stories_[choose_story_.draw(random)];
  const Stock& second = topics_[choose_topic_.draw(random)];
  // A power of a uniform number, from chatty to dense documents, has the wanted mean.
  const double topical = std::pow(random.uniform(), (1 - topic_share) / topic_share);

  tokens_.clear();
  while (tokens_.size() < words) {
    const bool again = random.uniform() < repetition && !tokens_.empty();
    tokens_.push_back(again ? tokens_[random.below(tokens_.size())]
                            : draw_new_word(story, second, topical, random));
  }

  std::ranges::sort(tokens_);
  counts.clear();
  for (const std::uint32_t word : tokens_) {
    if (!counts.empty() && counts.back().word == word) {
      ++counts.back().count;
    } else {
      counts.push_back({word, 1});
    }
  }
}

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

// Stand-in for text collections: documents of a topic language, log tf-idf, unit rows, labels from a sparse
// linear rule.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "datasets/stand_ins/stand_in_generator.hpp"
#include "datasets/stand_ins/topic_language.hpp"
#include "support/errors.hpp"

namespace descent {
namespace {

constexpr double most_words = 100e6;  // 2 GB of tables; the largest text collections have fewer words

/// Defaults are the values of the RCV1 stand-in.
std::vector<StandInParameter> text_parameters() {
  return {
      {"words_per_feature", "size of the language's vocabulary as a multiple of the features", 8, 1, 20},
      {"head", "Zipf exponent of the frequent words", 0.426, 0, 3},
      {"tail", "Zipf exponent of the rare words", 1.9, 0, 5},
      {"knee", "rank at which head goes over into tail", 450, 1, 1e6},
      {"topics", "number of topics", 145, 1, 10000},
      {"topic_share", "mean share of a document's new words that is topical", 0.72, 0.05, 1},
      {"second_part", "part of the topical words that comes from a second topic", 0.15, 0, 0.2},
      {"story_part", "part of the topical words that comes from the document's story", 0.45, 0, 0.8},
      {"stories", "number of stories in all topics together", 1200, 1, 100000},
      {"story_words", "size of a story's stock of words", 120, 1, 10000},
      {"topic_skew", "topic k has popularity k^-topic_skew", 0.9, 0, 3},
      {"median_length", "median number of words of a document", 131, 8, 5000},
      {"length_spread", "standard deviation of the logarithm of a document's length", 0.8, 0, 2},
      {"repetition", "probability that a word repeats an earlier one of its document", 0.273, 0, 0.9},
      {"positives", "share of the positive class", 0.47, 0.01, 0.99},
      {"informative", "share of the words that the labelling rule weighs", 0.58, 0.0001, 1},
      {"topic_pull", "how far a word's weight follows its topic's, from 0 to 1", 1, 0, 1},
      {"blur", "noise added to the rule's value, in its standard deviations", 0.01, 0, 10},
      {"flips", "share of labels drawn at random whatever the rule says", 0.03, 0, 1},
  };
}

/// Gives each topic +1 or −1, so that topics with +1 have about the share `positives` of the documents. Large
/// topics come first, so that small topics can correct the share.
std::vector<double> balanced_signs(const std::vector<double>& shares, double positives, Random& random) {
  std::vector<std::size_t> order(shares.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order,
                           [&](std::size_t left, std::size_t right) { return shares[left] > shares[right]; });
  double positive_left = positives;
  double negative_left = 1 - positives;
  std::vector<double> signs(shares.size());
  for (const std::size_t topic : order) {
    const double left = std::max(positive_left, 0.0) + std::max(negative_left, 0.0);
    const bool positive = random.uniform() * left < positive_left;
    (positive ? positive_left : negative_left) -= shares[topic];
    signs[topic] = positive ? 1 : -1;
  }
  return signs;
}

/// The hidden linear rule that labels rows. Most words have no weight; each other weight is the mean sign of
/// the word's topics, mixed with an individual weight.
class LabellingRule {
 public:
  LabellingRule(const StandIn& stand_in, const TopicLanguage& language, const Vocabulary& vocabulary,
                Random& random)
      : weights_(static_cast<std::size_t>(stand_in.features)),
        positives_(stand_in.parameters.at("positives")),
        flips_(stand_in.parameters.at("flips")) {
    const double pull = stand_in.parameters.at("topic_pull");
    const double own = std::sqrt(1 - pull * pull);
    const double informative = stand_in.parameters.at("informative");
    const std::vector<double> signs = balanced_signs(language.topic_shares(), positives_, random);
    for (std::uint32_t word = 0; word < language.words(); ++word) {
      const bool weighed = random.uniform() < informative;
      const TopicLanguage::Belonging& topics = language.topics_of(word);
      const double topical =
          TopicLanguage::main_part * signs[topics.main] + TopicLanguage::side_part * signs[topics.side];
      const double weight = pull * topical + own * random.normal();
      if (weighed && vocabulary.column(word) != Vocabulary::no_column)
        weights_[vocabulary.column(word)] = weight;
    }
  }

  /// The weighted sum over the row.
  double value(const std::vector<WeighedWord>& row) const {
    double sum = 0;
    for (const WeighedWord& word : row) sum += word.value * weights_[word.column];
    return sum;
  }

  double noise(Random& random) const { return noise_ * random.normal(); }

  /// Sets the noise to `blur` standard deviations of the training rows' values, adds it to them, and sets the
  /// cut so that the wanted share is positive.
  void calibrate(std::vector<double>& values, double blur, Random& random) {
    const auto rows = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / rows;
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    noise_ = blur * std::sqrt(squares / rows);
    for (double& value : values) value += noise(random);
    std::vector<double> sorted = values;
    const auto cut = static_cast<std::ptrdiff_t>((1 - positives_) * rows);
    std::nth_element(sorted.begin(), sorted.begin() + cut, sorted.end());
    cut_ = sorted[static_cast<std::size_t>(cut)];
  }

  /// The label of a row from its value with noise.
  bool positive(double value, Random& random) const {
    if (random.uniform() < flips_) return random.uniform() < positives_;
    return value > cut_;
  }

 private:
  std::vector<double> weights_;  // by column
  double positives_;
  double flips_;
  double noise_ = 0;
  double cut_ = 0;
};

double words_of_language(const StandIn& stand_in) {
  return stand_in.parameters.at("words_per_feature") * stand_in.features;
}

void check_text(const StandIn& stand_in) {
  const double words = words_of_language(stand_in);
  if (words > most_words)
    throw ConfigError("stand-in text: words_per_feature times features must be at most {}, got {}",
                      most_words, words);
}

void add_row(const std::vector<WeighedWord>& row, bool positive, SampleBuilder& sample) {
  for (const WeighedWord& word : row) sample.add(static_cast<Index>(word.column), word.value);
  sample.finish_row(positive);
}

StandInSamples make_text(const StandIn& stand_in, Index test_limit) {
  Random world = stream(stand_in.seed, Stream::world);
  TopicLanguage language(static_cast<std::uint32_t>(words_of_language(stand_in)), stand_in.parameters, world);

  // Draw the words of all training rows first: the vocabulary and the document frequencies depend on them.
  Random random = stream(stand_in.seed, Stream::train);
  std::vector<std::vector<WordCount>> documents(static_cast<std::size_t>(stand_in.train_rows));
  std::vector<std::uint32_t> document_counts(language.words());
  std::vector<WordCount> counts;
  for (std::vector<WordCount>& document : documents) {
    language.draw_document(random, counts);
    document = counts;
    for (const WordCount& entry : document) ++document_counts[entry.word];
  }
  const Vocabulary vocabulary(document_counts, static_cast<std::uint32_t>(stand_in.features),
                              stand_in.train_rows, world);
  LabellingRule rule(stand_in, language, vocabulary, world);

  std::vector<WeighedWord> row;
  std::vector<double> values;
  Offset nonzeros = 0;
  for (const std::vector<WordCount>& document : documents) {
    vocabulary.weigh(document, row);
    values.push_back(rule.value(row));
    nonzeros += static_cast<Offset>(row.size());
  }
  rule.calibrate(values, stand_in.parameters.at("blur"), random);

  SampleBuilder train(stand_in.features);
  train.reserve(stand_in.train_rows, nonzeros);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    vocabulary.weigh(documents[i], row);
    add_row(row, rule.positive(values[i], random), train);
    documents[i] = {};
  }

  Random test_random = stream(stand_in.seed, Stream::test);
  SampleBuilder test(stand_in.features);
  for (Index i = 0; i < test_limit; ++i) {
    language.draw_document(test_random, counts);
    vocabulary.weigh(counts, row);
    const double value = rule.value(row) + rule.noise(test_random);
    add_row(row, rule.positive(value, test_random), test);
  }
  return {train.finish(), test.finish()};
}

}  // namespace

StandInGenerator text_generator() {
  return {"text", 0, text_parameters(), make_text, check_text};
}

}  // namespace descent

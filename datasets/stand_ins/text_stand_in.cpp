// Stand-in for text collections: documents of a topic language, log tf-idf, unit rows, labels from a sparse
// linear rule.

#include <algorithm>
#include <numeric>

#include "datasets/stand_ins/stand_in_generator.hpp"
#include "datasets/stand_ins/topic_language.hpp"

namespace descent {
namespace {

/// Words of the language for each column of the matrix.
constexpr std::uint32_t words_per_feature = 8;

/// Defaults are the values of the RCV1 stand-in.
std::vector<StandInParameter> text_parameters() {
  return {
      {"head", "Zipf exponent of the frequent words", 0.426, 0, 3},
      {"knee", "rank at which words become rare faster", 450, 1, 1e6},
      {"stories", "number of stories in all topics together", 1200, 1, 100000},
      {"median_length", "median number of words of a document", 131, 8, 5000},
      {"length_spread", "standard deviation of the logarithm of a document's length", 0.8, 0, 2},
      {"positives", "share of the positive class", 0.47, 0.01, 0.99},
      {"informative", "share of the words that the labelling rule weighs", 0.58, 0.0001, 1},
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

/// The hidden linear rule that labels rows. Many words have no weight; each other weight is the mean sign of
/// the word's topics.
class LabellingRule {
 public:
  LabellingRule(const StandIn& stand_in, const TopicLanguage& language, const Vocabulary& vocabulary,
                Random& random)
      : weights_(static_cast<std::size_t>(stand_in.features)),
        positives_(stand_in.parameters.at("positives")),
        flips_(stand_in.parameters.at("flips")) {
    const double informative = stand_in.parameters.at("informative");
    const std::vector<double> signs = balanced_signs(language.topic_shares(), positives_, random);
    for (std::uint32_t word = 0; word < language.words(); ++word) {
      const bool weighed = random.uniform() < informative;
      const TopicLanguage::Belonging& topics = language.topics_of(word);
      if (weighed && vocabulary.column(word) != Vocabulary::no_column)
        weights_[vocabulary.column(word)] =
            TopicLanguage::main_part * signs[topics.main] + TopicLanguage::side_part * signs[topics.side];
    }
  }

  /// The weighted sum over the row.
  double value(const std::vector<WeighedWord>& row) const {
    double sum = 0;
    for (const WeighedWord& word : row) sum += word.value * weights_[word.column];
    return sum;
  }

  /// Sets the cut so that the wanted share of the training rows, with these values, is positive.
  void set_cut(std::vector<double> values) {
    const auto rank = static_cast<std::size_t>((1 - positives_) * static_cast<double>(values.size()));
    std::ranges::sort(values);
    cut_ = values[rank];
  }

  /// The label of a row with this value.
  bool positive(double value, Random& random) const {
    if (random.uniform() < flips_) return random.uniform() < positives_;
    return value > cut_;
  }

 private:
  std::vector<double> weights_;  // by column
  double positives_;
  double flips_;
  double cut_ = 0;
};

void add_row(const std::vector<WeighedWord>& row, bool positive, SampleBuilder& sample) {
  for (const WeighedWord& word : row) sample.add(static_cast<Index>(word.column), word.value);
  sample.finish_row(positive);
}

StandInSamples make_text(const StandIn& stand_in, Index test_limit) {
  Random world = stream(stand_in.seed, Stream::world);
  TopicLanguage language(words_per_feature * static_cast<std::uint32_t>(stand_in.features),
                         stand_in.parameters, world);

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
  for (const std::vector<WordCount>& document : documents) {
    vocabulary.weigh(document, row);
    values.push_back(rule.value(row));
  }
  rule.set_cut(values);

  SampleBuilder train(stand_in.features);
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
    add_row(row, rule.positive(rule.value(row), test_random), test);
  }
  return {train.finish(), test.finish()};
}

}  // namespace

StandInGenerator text_generator() {
  return {"text", 0, make_text, text_parameters()};
}

}  // namespace descent

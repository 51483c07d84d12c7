#include "datasets/readers/label_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "datasets/matrix/classes.hpp"
#include "datasets/readers/line_reader.hpp"
#include "support/errors.hpp"
#include "support/numbers/number_of.hpp"
#include "support/text/printable.hpp"

namespace descent {

void sort_words(RawSample& sample) {
  std::vector<std::size_t> order(sample.words.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t k) -> const std::string& { return sample.words[k]; });
  std::vector<double> position(order.size());
  std::vector<std::string> words;
  for (std::size_t k = 0; k < order.size(); ++k) {
    position[order[k]] = static_cast<double>(k);
    words.push_back(std::move(sample.words[order[k]]));
  }
  sample.words = std::move(words);
  if (position.empty()) return;
  for (double& label : sample.labels) label = position[static_cast<std::size_t>(label)];
}

double LabelTexts::position_of(std::string word) {
  return static_cast<double>(positions_.emplace(std::move(word), positions_.size()).first->second);
}

void LabelTexts::add(std::string_view text) {
  const std::optional<double> number = number_of<double>(without_plus(text));
  const bool is_number = number && std::isfinite(*number);
  if (!is_number && positions_.empty()) {
    for (double& label : labels_) label = position_of(label_text(label));
  }
  labels_.push_back(is_number && positions_.empty()
                        ? *number
                        : position_of(is_number ? label_text(*number) : std::string(text)));
}

void LabelTexts::move_to(RawSample& sample) && {
  sample.labels = std::move(labels_);
  sample.words.resize(positions_.size());
  for (const auto& [word, position] : positions_) sample.words[position] = word;
  sort_words(sample);
}

void read_labels(const NumpyArray& array, RawSample& sample) {
  if (array.shape.size() != 2 || array.shape[1] != 1) array.require_dimensions(1);
  LabelTexts labels;
  for (std::size_t i = 0; i < array.size(); ++i) {
    if (!array.holds_texts() && !std::isfinite(array.number(i)))
      throw DataError(
          "{}: row {}: expected a label that is finite, got {}; fill such rows in or leave them out",
          array.name, i + 1, array.number(i));
    labels.add(array.text(i));
  }
  std::move(labels).move_to(sample);
}

void read_labels(const std::filesystem::path& path, RawSample& sample) {
  if (is_npy(path)) return read_labels(read_npy(path), sample);
  LabelTexts labels;
  LineReader lines(path);
  std::uint64_t empty = 0;
  while (const auto line = lines.next()) {
    const std::string_view text = trimmed(*line);
    if (empty > 0 && !text.empty()) lines.fail(fmt::format("line {} has no label", empty));
    if (const auto number = number_of<double>(without_plus(text)); number && !std::isfinite(*number))
      lines.fail(fmt::format("expected a label that is finite, got {}", quoted_token(text)));
    if (text.empty())
      empty = lines.number();
    else
      labels.add(text);
  }
  std::move(labels).move_to(sample);
}

}  // namespace descent

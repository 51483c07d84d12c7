#include "datasets/matrix/classes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "support/errors.hpp"
#include "support/numbers/number_of.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

constexpr std::size_t enough_to_name = 8;

/// Some different labels, for a message.
std::string listed_labels(const std::set<double>& labels, std::span<const std::string> words) {
  std::vector<std::string> texts;
  for (const double label : labels) texts.push_back(label_text(label, words));
  if (texts.size() > enough_to_name) texts.back() = "…";
  return texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

std::string label_text(double label, std::span<const std::string> words) {
  return words.empty() ? fmt::format("{}", label) : words[static_cast<std::size_t>(label)];
}

std::string label_text(const std::string& written) {
  const auto number = number_of<double>(without_plus(written));
  return number ? label_text(*number) : written;
}

Classes find_classes(std::span<const double> labels, const std::function<std::string(Index)>& place,
                     std::span<const std::string> words, const std::string& positive) {
  std::set<double> found;
  std::size_t third = labels.size();
  for (std::size_t row = 0; row < labels.size() && found.size() <= enough_to_name; ++row) {
    found.insert(labels[row]);
    if (found.size() == 3) third = std::min(third, row);
  }
  const auto fail = [&](std::size_t row, const std::string& message) {
    throw DataError("{}: {}, found labels: {}", place(static_cast<Index>(row)), message,
                    listed_labels(found, words));
  };
  if (!positive.empty()) {
    const std::string wanted = label_text(positive);
    const auto is_wanted = [&](double label) { return label_text(label, words) == wanted; };
    if (std::ranges::none_of(labels, is_wanted))
      fail(labels.size(), fmt::format("no row has the positive label {}", quoted_token(positive)));
    if (found.size() == 1) fail(labels.size(), "all rows have the positive label");
    if (found.size() > 2) return {"", wanted};
    const bool is_last = is_wanted(*found.rbegin());
    return {label_text(is_last ? *found.begin() : *found.rbegin(), words), wanted};
  }
  if (found.size() > 2)
    fail(third,
         fmt::format("classification needs two classes, or one against the rest: name one as \"positive\" in "
                     "a configuration or by --positive{}",
                     words.empty() ? "; numbers to predict need a loss of regression, such as squared" : ""));
  if (found.size() < 2) fail(third, "classification needs two classes");
  const std::string first = label_text(*found.begin(), words), last = label_text(*found.rbegin(), words);
  const auto is_spelt = [](std::string word, std::string_view name) {
    return std::ranges::equal(word, name, {}, [](unsigned char c) { return std::tolower(c); });
  };
  const bool are_booleans = is_spelt(first, "false") && is_spelt(last, "true");
  return words.empty() || are_booleans ? Classes{first, last} : Classes{last, first};
}

Sample make_classification_sample(SparseMatrix rows, std::vector<double> labels, const Classes& classes,
                                  const std::string& what, std::span<const std::string> words) {
  // The label with this text; empty if no row can have it.
  const auto code_of = [&](const std::string& text) -> std::optional<double> {
    if (words.empty()) return number_of<double>(text);
    const auto word = std::ranges::find(words, text);
    return word == words.end() ? std::nullopt : std::optional(static_cast<double>(word - words.begin()));
  };
  const auto positive = code_of(classes.positive), negative = code_of(classes.negative);
  for (std::size_t row = 0; row < labels.size(); ++row) {
    double& label = labels[row];
    if (label != positive && label != negative && !classes.is_one_against_rest())
      throw DataError("{}: row {} has label {}, expected {} or {}", what, row + 1, label_text(label, words),
                      classes.negative, classes.positive);
    const bool is_negative = label != positive;
    label = is_negative ? -1 : 1;
    if (is_negative) rows.negate_line(static_cast<Index>(row));
  }
  return {std::move(rows), std::move(labels)};
}

}  // namespace descent

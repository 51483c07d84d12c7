#include "datasets/readers/libsvm_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "datasets/readers/short_decimal.hpp"
#include "support/errors.hpp"
#include "support/numbers/number_of.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

constexpr std::size_t most_words = 1000;

bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t';
}
bool ends_number(char c) {
  return is_blank(c) || is_line_end(c) || c == '#';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

const char* skip_blanks(const char* at) {
  while (is_blank(*at)) ++at;
  return at;
}

const char* end_of_token(const char* at) {
  while (!ends_number(*at)) ++at;
  return at;
}

/// The token at `at`, quoted for a message.
std::string quoted(const char* at) {
  return quoted_token({at, end_of_token(at)});
}

/// True if a label is a word: no number, nor text that could be one, an entry or several cells.
bool is_word_label(std::string_view label) {
  return !label.empty() && is_letter(label.front()) && !number_of<double>(label) &&
         printable(label) == label && label.find_first_of(" #:,;") == std::string_view::npos;
}

}  // namespace

void LibsvmRows::clear() {
  rows.clear();
  labels.clear();
  last_index = 0;
  has_index_0 = has_query = has_unsorted = false;
  underflows = 0;
}

void LibsvmParser::parse(std::string_view text, LibsvmRows& rows) {
  constexpr std::size_t shortest_entry = 4;  // " 1:1"
  rows_ = &rows;
  rows.rows.make_room(text.size() / shortest_entry + 1);
  end_ = text.data() + text.size();
  for (const char* at = text.data(); at != end_; ++lines_) {
    line_ = at;
    at = skip_blanks(at);
    if (!ends_number(*at)) at = parse_row(at);
    while (!is_line_end(*at)) ++at;  // a comment
    at += *at == '\r' && at + 1 != end_ && at[1] == '\n' ? 2 : 1;
  }
}

const char* LibsvmParser::parse_row(const char* at) {
  const char* const label = at;
  rows_->labels.push_back(parse_label(at));
  previous_index_ = no_index;
  for (;;) {
    at = skip_blanks(parse_usual_entries(at));
    if (ends_number(*at)) break;
    at = parse_entry(at);
  }
  if (is_unsorted_) {
    if (const auto twice = rows_->rows.end_unsorted_row(zeros_))
      fail(label, fmt::format("the index {} stands twice in the line", *twice));
    rows_->has_unsorted = true;
  } else {
    rows_->rows.end_row();
  }
  is_unsorted_ = false;
  zeros_.clear();
  return at;
}

/// Moves `at` behind the label.
double LibsvmParser::parse_label(const char*& at) {
  const char* const token = at;
  double label = 0;
  if (is_letter(*at)) {
    at = end_of_token(at);
    label = parse_word(token, at);
  } else {
    at = parse_number(at, at, "a label", label);
    if (!words_.empty()) fail(token, "expected a word as in the rows before, got " + quoted(token));
    has_numbers_ = true;
  }
  if (*at == ':') fail(token, "a line starts with its label, got " + quoted(token));
  if (*at == ',' || *at == ';') fail_csv(at);
  if (!ends_number(*at)) fail(at, "expected a blank after the label, got " + quoted(at));
  return label;
}

/// The position of a label that is a word.
double LibsvmParser::parse_word(const char* at, const char* stop) {
  const std::string_view word(at, stop);
  double number = 0;
  if (word.find_first_of(",;") != std::string_view::npos) fail_csv(at);
  if (has_numbers_ || !is_word_label(word)) return parse_number(at, at, "a label", number), number;  // throws
  const std::optional<double> position = position_of(word);
  if (!position)
    fail(at, fmt::format("more than {} labels are words, which can only name classes", most_words));
  return *position;
}

/// The position of the word, which may be new; empty if there are too many.
std::optional<double> LibsvmParser::position_of(std::string_view word) {
  const auto known = std::ranges::find(words_, word);
  const auto position = static_cast<double>(known - words_.begin());
  if (known == words_.end()) {
    if (words_.size() == most_words) return std::nullopt;
    words_.emplace_back(word);
  }
  return position;
}

bool LibsvmParser::append(const LibsvmParser& next, std::vector<double>& labels) {
  const bool has_words = !next.words_.empty();
  if (has_words ? has_numbers_ : next.has_numbers_ && !words_.empty()) return false;
  std::vector<double> positions;
  for (const std::string& word : next.words_) {
    const std::optional<double> position = position_of(word);
    if (!position) return false;
    positions.push_back(*position);
  }
  if (has_words)
    for (double& label : labels) label = positions[static_cast<std::size_t>(label)];
  lines_ += next.lines_;
  has_numbers_ |= next.has_numbers_;
  return true;
}

/// Parses entries as nearly all are written: blanks, an index and a decimal. Leaves anything else to
/// parse_entry().
const char* LibsvmParser::parse_usual_entries(const char* at) {
  RowBlock::Entries entries(rows_->rows);
  auto previous =
      static_cast<std::uint64_t>(std::max<Index>(previous_index_, 0));  // local: text may alias members
  while (is_blank(*at)) {
    const char* const token = skip_blanks(at + 1);
    const Digits index = read_eight_digits(token);
    const char* const colon = token + index.count;
    if (*colon != ':' || index.value <= previous) break;
    const ShortDecimal decimal = read_short_decimal(colon + 1);
    if (decimal.end != nullptr) {
      if (!ends_number(*decimal.end) || decimal.digits == 0) break;
      entries.push_back(static_cast<Index>(index.value), decimal);
      at = decimal.end;
    } else {
      double value = 0;  // of more digits, or with an exponent
      const char* const stop = read_number(colon + 1, end_, value).ptr;
      if (!std::isnormal(value) || !ends_number(*stop)) break;
      entries.push_back(static_cast<Index>(index.value), value);
      at = stop;
    }
    previous = index.value;
  }
  if (previous > 0) keep_last(static_cast<Index>(previous));
  return at;
}

const char* LibsvmParser::parse_entry(const char* at) {
  Index index = 0;
  const auto [colon, error] = std::from_chars(at, end_, index);
  if (std::string_view(at, end_).starts_with("qid:")) {
    rows_->has_query = true;
    return end_of_token(at);
  }
  if (error != std::errc{} || *colon != ':' || index < index_base_.value_or(0) || index == previous_index_)
    fail_index(at);
  double number = 0;
  const char* const stop = parse_number(at, colon + 1, "a value", number);
  if (!ends_number(*stop)) fail(stop, "expected a blank after the value, got " + quoted(stop));
  if (number != 0)
    rows_->rows.push_back(index, number);
  else
    zeros_.push_back(index);
  is_unsorted_ |= index < previous_index_;
  rows_->has_index_0 |= index == 0;
  keep_last(index);
  return stop;
}

void LibsvmParser::keep_last(Index index) {
  previous_index_ = index;
  rows_->last_index = std::max(rows_->last_index, index);
}

/// Parses the number at `at` in the token that starts at `token`.
const char* LibsvmParser::parse_number(const char* token, const char* at, const char* what, double& number) {
  const char* const digits = at + (*at == '+' && at[1] != '-' ? 1 : 0);
  if (const ShortDecimal decimal = read_short_decimal(digits); decimal.end != nullptr) {
    number = decimal.value;
    return decimal.end;
  }
  const auto [stop, error] = read_number(digits, end_, number);
  if (error == std::errc::invalid_argument)
    fail(at, fmt::format("expected {} (a number), got {}", what, quoted(token)));
  if (error != std::errc{} || !std::isfinite(number))
    fail(at, fmt::format("expected {} that is finite, got {}", what, quoted(token)));
  if (number == 0 && has_nonzero_digit({digits, stop})) ++rows_->underflows;
  return stop;
}

void LibsvmParser::fail(const char* at, const std::string& message) const {
  throw DataError("{}:{}:{}: {}", path_.string(), lines_ + 1, at - line_ + 1, message);
}

void LibsvmParser::fail_csv(const char* at) const {
  fail(at,
       "expected a blank after the label; is this CSV? Then name the column of the labels: \"label\" in a "
       "configuration, --label on the command line. Rows of several labels are not read");
}

void LibsvmParser::fail_index(const char* at) const {
  const std::string token = quoted(at);
  Index index = 0;
  const auto [stop, error] = std::from_chars(at, end_, index);
  if (error == std::errc::result_out_of_range)
    fail(at, fmt::format("the largest index is {}, got {}", std::numeric_limits<Index>::max(), token));
  if (error == std::errc{} && (*stop == '.' || *stop == 'e'))
    fail(at, "an index is an integer, got " + token);
  if (error != std::errc{} || *stop != ':') fail(at, "expected index:value, got " + token);
  if (index < 0) fail(at, "an index is at least 0, got " + token);
  if (index == 0)
    fail(at, "indices count from 1 here, got " + token + "; \"index_base\": 0 reads them from 0");
  fail(at, fmt::format("the index {} stands twice in a line", index));
}

}  // namespace descent

#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"
#include "datasets/readers/label_texts.hpp"
#include "datasets/readers/reader.hpp"
#include "datasets/readers/short_decimal.hpp"
#include "datasets/readers/stored_rows.hpp"
#include "support/errors.hpp"
#include "support/numbers/number_of.hpp"
#include "support/text/printable.hpp"

namespace descent {

/// Parses LIBSVM text piece by piece. The state of the current line outlives a piece, so lines may have any
/// length. Throws DataError at the first error: see read_libsvm().
class LibsvmParser {
 public:
  /// Keeps a reference to the path. `most_in_memory`: see LibsvmOptions.
  LibsvmParser(const std::filesystem::path& path, const LibsvmOptions& options)
      : path_(path), index_base_(options.index_base), rows_(path, options.most_in_memory) {}

  /// `text` must end with '#' or one of the characters between numbers, and with bytes_read_ahead of memory
  /// behind it. A line ends with LF, CR, or CR, blanks and LF.
  void parse(std::string_view text) {
    text_ = text.data();
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
      if (*at == '#' || in_comment_) {
        at = std::find_if(at, end, [](char c) { return c == '\n' || c == '\r'; });
        in_comment_ = at == end;
      } else if (*at == ' ' && in_row_) {
        at = parse_usual_entries(at, end);
      } else if (*at == ' ' || *at == '\t') {
        ++at;
      } else if (*at == '\n' || *at == '\r') {
        end_line(at++);
      } else {
        at = in_row_ ? parse_entry(at, end) : parse_label(at, end);
      }
    }
    text_offset_ += static_cast<std::uint64_t>(text.size());
    rows_.check_memory();
  }

  /// See StoredRows: before any text, or when the rows were appended to another parser.
  void swap_memory(GrowingArray<DoubleEntry>& spare) { rows_.swap_memory(spare); }

  /// Appends the rows of a parser of the text that follows. This parser must be at the beginning of a line,
  /// where the other began. Returns false and changes nothing if that makes too many rows.
  bool append(const LibsvmParser& later) {
    if (labels_.size() + later.labels_.size() > largest_index || has_words() || later.has_words())
      return false;
    rows_.append(later.rows_);
    labels_.append(later.labels_.all());
    last_index_ = std::max(last_index_, later.last_index_);
    has_index_0_ |= later.has_index_0_;
    has_query_ |= later.has_query_;
    underflows_ += later.underflows_;
    line_ += later.line_ - 1;
    line_offset_ = text_offset_ + later.line_offset_;
    text_offset_ += later.text_offset_;
    previous_index_ = later.previous_index_;
    in_row_ = later.in_row_;
    in_comment_ = later.in_comment_;
    after_cr_ = later.after_cr_;
    rows_.check_memory();
    return true;
  }

  /// True if a label is a word: no number, nor text that could be one, an entry or several cells.
  static bool is_word(std::string_view label) {
    return !label.empty() && is_letter(label.front()) && !number_of<double>(label) &&
           printable(label) == label && label.find_first_of(" #:,;") == std::string_view::npos;
  }

  bool in_comment() const { return in_comment_; }
  std::optional<Index> index_base() const { return index_base_; }

  [[noreturn]] void fail(const char* at, const std::string& message) const {
    const auto offset = text_offset_ + static_cast<std::uint64_t>(at - text_);
    throw DataError("{}:{}:{}: {}", path_.string(), line_, offset - line_offset_ + 1, message);
  }

  [[noreturn]] void fail_long(std::size_t bytes) {
    text_ = nullptr;
    fail(nullptr, fmt::format("expected a blank or a line end within {} bytes: is this LIBSVM text?", bytes));
  }

  RawSample finish() && {
    if (labels_.size() == 0)
      throw DataError("{}: has no rows, expected lines of the form 'label index:value …'", path_.string());
    const Index base = index_base_.value_or(has_index_0_ ? 0 : 1);
    if (base == 0 && last_index_ == largest_index)
      throw DataError("{}: the largest index is {} where indices count from 0, got {}", path_.string(),
                      largest_index - 1, largest_index);
    RawSample sample{.rows = std::move(rows_).matrix(last_index_ - base + 1, 1 - base),
                     .labels = labels_.copy(),
                     .underflows = underflows_,
                     .words = std::move(words_),
                     .index_base = base};
    sort_words(sample);
    if (base == 0) sample.remarks.push_back("indices from 0");
    if (has_query_) sample.remarks.push_back("qid left out");
    if (rows_.has_unsorted()) sample.remarks.push_back("indices sorted");
    return sample;
  }

 private:
  static constexpr Index largest_index = std::numeric_limits<Index>::max();

  static constexpr bool ends_number(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '#';
  }

  void end_line(const char* at) {
    if (in_row_) is_unsorted_ ? rows_.end_unsorted_row(zeros_) : rows_.end_row();
    in_row_ = is_unsorted_ = false;
    zeros_.clear();
    previous_index_ = no_index;
    if (!(*at == '\n' && after_cr_)) ++line_;
    after_cr_ = *at == '\r';
    line_offset_ = text_offset_ + static_cast<std::uint64_t>(at + 1 - text_);
  }

  const char* parse_label(const char* at, const char* end) {
    after_cr_ = false;
    double label = 0;
    const char* stop = at;
    if (is_letter(*at)) {
      stop = std::find_if(at, end, ends_number);
      label = parse_word(at, stop, end);
    } else {
      stop = parse_number(at, at, end, "a label", label);
      if (has_words())
        fail(at, fmt::format("expected a word as in the rows before, got {}", quoted(at, end)));
    }
    if (*stop == ':') fail(at, fmt::format("a line starts with its label, got {}", quoted(at, end)));
    if (*stop == ',' || *stop == ';') fail_csv(stop);
    if (!ends_number(*stop))
      fail(stop, fmt::format("expected a blank after the label, got {}", quoted(stop, end)));
    if (labels_.size() == largest_index) fail(at, "more rows than a 32-bit index counts");
    labels_.push_back(label);
    in_row_ = true;
    return stop;
  }

  [[noreturn]] void fail_csv(const char* at) const {
    fail(at,
         "expected a blank after the label; is this CSV? Then name the column of the labels: \"label\" in a "
         "configuration, --label on the command line. Rows of several labels are not read");
  }

  bool has_words() const { return !words_.empty(); }

  static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  }

  /// The position of a label that is a word.
  double parse_word(const char* at, const char* stop, const char* end) {
    const std::string_view word(at, static_cast<std::size_t>(stop - at));
    double number = 0;
    if (word.find_first_of(",;") != std::string_view::npos) fail_csv(at);
    const bool is_first_word = !has_words() && labels_.size() > 0;
    if (is_first_word || !is_word(word))
      return parse_number(at, at, end, "a label", number), number;  // throws
    const auto known = std::ranges::find(words_, word);
    if (known != words_.end()) return static_cast<double>(known - words_.begin());
    if (words_.size() == most_words)
      fail(at, fmt::format("more than {} labels are words, which can only name classes", most_words));
    words_.emplace_back(word);
    return static_cast<double>(words_.size() - 1);
  }

  /// Parses entries as nearly all are written: a blank, an index and a short decimal. Leaves anything else to
  /// the general parser.
  const char* parse_usual_entries(const char* at, const char* end) {
    constexpr std::ptrdiff_t most_digits = 10;    // of an index
    constexpr std::ptrdiff_t shortest_entry = 4;  // " 1:1"
    StoredRows::Entries entries(rows_, static_cast<std::size_t>((end - at) / shortest_entry + 1));
    std::int64_t previous = std::max<Index>(previous_index_, 0);  // local: text may alias members
    while (*at == ' ' && ++at != end) {
      const char* colon = at;
      std::int64_t index = 0;
      for (; *colon >= '0' && *colon <= '9' && colon - at < most_digits; ++colon)
        index = 10 * index + (*colon - '0');
      if (*colon != ':' || index <= previous || index > largest_index) break;
      const ShortDecimal decimal = read_short_decimal(colon + 1);
      if (decimal.end == nullptr || !ends_number(*decimal.end) || decimal.value == 0) break;
      entries.push_back(static_cast<Index>(index - 1), decimal.value);
      previous = index;
      at = decimal.end;
    }
    if (previous > 0) keep_last(static_cast<Index>(previous));
    return at;
  }

  const char* parse_entry(const char* at, const char* end) {
    Index index = 0;
    const auto [colon, error] = std::from_chars(at, end, index);
    if (std::string_view(at, static_cast<std::size_t>(end - at)).starts_with("qid:")) {
      has_query_ = true;
      return std::find_if(at, end, ends_number);
    }
    if (error != std::errc{} || *colon != ':' || index < index_base_.value_or(0) || index == previous_index_)
      fail_index(at, end);
    is_unsorted_ |= index < previous_index_;
    double number = 0;
    const char* const stop = parse_number(at, colon + 1, end, "a value", number);
    if (!ends_number(*stop))
      fail(stop, fmt::format("expected a blank after the value, got {}", quoted(stop, end)));
    store(index, number);
    keep_last(index);
    return stop;
  }

  void store(Index index, double value) {
    if (value != 0)
      rows_.push_back(index - 1, value);
    else
      zeros_.push_back(index - 1);
    has_index_0_ |= index == 0;
  }

  void keep_last(Index index) {
    previous_index_ = index;
    last_index_ = std::max(last_index_, index);
  }

  /// Parses the number at `at` in the token that starts at `token`.
  const char* parse_number(const char* token, const char* at, const char* end, const char* what,
                           double& number) {
    if (const ShortDecimal decimal = read_short_decimal(at); decimal.end != nullptr) {
      number = decimal.value;
      return decimal.end;
    }
    const char* const digits = at + (*at == '+' && at[1] != '-' ? 1 : 0);
    const auto [stop, error] = read_number(digits, end, number);
    if (error == std::errc::invalid_argument)
      fail(at, fmt::format("expected {} (a number), got {}", what, quoted(token, end)));
    if (error != std::errc{} || !std::isfinite(number))
      fail(at, fmt::format("expected {} that is finite, got {}", what, quoted(token, end)));
    if (number == 0 && has_nonzero_digit({digits, stop})) ++underflows_;
    return stop;
  }

  [[noreturn]] void fail_index(const char* at, const char* end) const {
    const std::string token = quoted(at, end);
    Index index = 0;
    const auto [stop, error] = std::from_chars(at, end, index);
    if (error == std::errc::result_out_of_range)
      fail(at, fmt::format("the largest index is {}, got {}", largest_index, token));
    if (error == std::errc{} && (*stop == '.' || *stop == 'e'))
      fail(at, "an index is an integer, got " + token);
    if (error != std::errc{} || *stop != ':') fail(at, "expected index:value, got " + token);
    if (index < 0) fail(at, "an index is at least 0, got " + token);
    if (index == 0)
      fail(at, "indices count from 1 here, got " + token + "; \"index_base\": 0 reads them from 0");
    fail(at, fmt::format("the index {} stands twice in a line", index));
  }

  /// The token at `at`, quoted for a message.
  static std::string quoted(const char* at, const char* end) {
    const char* const stop = std::find_if(at, end, ends_number);
    return quoted_token({at, static_cast<std::size_t>(stop - at)});
  }

  static constexpr Index no_index = -1;
  static constexpr std::size_t most_words = 1000;

  const std::filesystem::path& path_;
  std::optional<Index> index_base_;
  Index last_index_ = 0;  // as written; 0 without entries
  bool has_index_0_ = false;
  bool has_query_ = false;
  std::vector<std::string> words_;  // distinct labels, in the file's order, if they are words
  Offset underflows_ = 0;
  StoredRows rows_;
  GrowingArray<double> labels_;

  const char* text_ = nullptr;
  std::uint64_t text_offset_ = 0;  // bytes of the file before text_
  std::uint64_t line_offset_ = 0;  // bytes of the file before this line
  std::uint64_t line_ = 1;
  Index previous_index_ = no_index;  // as written
  std::vector<Index> zeros_;         // of the row: entries of 0, which are not stored
  bool is_unsorted_ = false;
  bool in_row_ = false;  // the label has been read
  bool in_comment_ = false;
  bool after_cr_ = false;  // only blanks since a CR
};

}  // namespace descent

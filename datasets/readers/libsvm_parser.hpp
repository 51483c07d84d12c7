#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"
#include "datasets/readers/reader.hpp"
#include "datasets/readers/short_decimal.hpp"
#include "datasets/readers/stored_entries.hpp"
#include "support/errors.hpp"
#include "support/numbers/number_of.hpp"
#include "support/text/printable.hpp"

namespace descent {

/// Parses LIBSVM text piece by piece. The state of the current line outlives a piece, so lines may have any
/// length. Throws DataError at the first error: see libsvm_reader.hpp.
class LibsvmParser {
 public:
  /// Keeps a reference to the path. `most_in_memory`: see LibsvmOptions.
  LibsvmParser(const std::filesystem::path& path, std::optional<std::uint64_t> most_in_memory)
      : path_(path), entries_(path, most_in_memory) {
    starts_.push_back(0);
  }

  /// `text` must end with '#' or one of the characters between numbers.
  void parse(std::string_view text) {
    text_ = text.data();
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
      if (*at == '#' || in_comment_) {
        const void* const line_end = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
        in_comment_ = line_end == nullptr;
        at = in_comment_ ? end : static_cast<const char*>(line_end);
      } else if (*at == ' ' && in_row_) {
        at = parse_usual_entries(at, end);
      } else if (*at == ' ' || *at == '\t' || (*at == '\r' && at[1] == '\n')) {
        ++at;
      } else if (*at == '\n') {
        end_line(++at);
      } else {
        at = in_row_ ? parse_entry(at, end) : parse_label(at, end);
      }
    }
    text_offset_ += static_cast<std::uint64_t>(text.size());
    entries_.check_memory();
  }

  /// Appends the rows of a parser of the text that follows. This parser must be at the beginning of a line,
  /// where the other began. Returns false and changes nothing if that makes too many rows.
  bool append(LibsvmParser&& later) {
    if (labels_.size() + later.labels_.size() > largest_index) return false;
    const std::vector<Offset> starts = std::move(later.starts_).gather();
    for (std::size_t row = 1; row < starts.size(); ++row)
      starts_.push_back(static_cast<Offset>(entries_.size()) + starts[row]);
    entries_.append(std::move(later.entries_));
    labels_.append(std::move(later.labels_));
    width_ = std::max(width_, later.width_);
    underflows_ += later.underflows_;
    line_ += later.line_ - 1;
    line_offset_ = text_offset_ + later.line_offset_;
    text_offset_ += later.text_offset_;
    previous_index_ = later.previous_index_;
    in_row_ = later.in_row_;
    in_comment_ = later.in_comment_;
    entries_.check_memory();
    return true;
  }

  bool in_comment() const { return in_comment_; }

  [[noreturn]] void fail(const char* at, const std::string& message) const {
    const auto offset = text_offset_ + static_cast<std::uint64_t>(at - text_);
    throw DataError(fmt::format("{}:{}:{}: {}", path_.string(), line_, offset - line_offset_ + 1, message));
  }

  [[noreturn]] void fail_long(std::size_t bytes) {
    text_ = nullptr;
    fail(nullptr, fmt::format("expected a blank or a line end within {} bytes: is this LIBSVM text?", bytes));
  }

  RawSample finish() && {
    if (labels_.size() == 0) {
      throw DataError(
          fmt::format("{}: has no rows, expected lines of the form 'label index:value …'", path_.string()));
    }
    return {std::move(entries_).rows(std::move(starts_).gather(), width_), std::move(labels_).gather(),
            underflows_};
  }

 private:
  static constexpr Index largest_index = std::numeric_limits<Index>::max();

  static constexpr bool ends_number(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '#';
  }

  void end_line(const char* next) {
    if (in_row_) starts_.push_back(static_cast<Offset>(entries_.size()));
    in_row_ = false;
    previous_index_ = 0;
    ++line_;
    line_offset_ = text_offset_ + static_cast<std::uint64_t>(next - text_);
  }

  const char* parse_label(const char* at, const char* end) {
    double label = 0;
    const char* const stop = parse_number(at, at, end, "a label", label);
    if (*stop == ':') fail(at, fmt::format("a line starts with its label, got {}", quoted(at, end)));
    if (!ends_number(*stop))
      fail(stop, fmt::format("expected a blank after the label, got {}", quoted(stop, end)));
    if (labels_.size() == largest_index) fail(at, "more rows than a 32-bit index counts");
    labels_.push_back(label);
    in_row_ = true;
    return stop;
  }

  /// Parses entries as nearly all are written: a blank, an index and a short decimal. Leaves anything else to
  /// the general parser.
  const char* parse_usual_entries(const char* at, const char* end) {
    constexpr std::ptrdiff_t most_digits = 10;  // of an index
    std::int64_t previous = previous_index_;    // local: text may alias members
    while (*at == ' ' && ++at != end) {
      const char* colon = at;
      std::int64_t index = 0;
      for (; *colon >= '0' && *colon <= '9' && colon - at < most_digits; ++colon)
        index = 10 * index + (*colon - '0');
      if (*colon != ':' || index <= previous || index > largest_index) break;
      const ShortDecimal decimal = read_short_decimal(colon + 1);
      if (decimal.end == nullptr || !ends_number(*decimal.end)) break;
      store(static_cast<Index>(index), decimal.value);
      previous = index;
      at = decimal.end;
    }
    keep_last(static_cast<Index>(previous));
    return at;
  }

  const char* parse_entry(const char* at, const char* end) {
    Index index = 0;
    const auto [colon, error] = std::from_chars(at, end, index);
    if (error != std::errc{} || *colon != ':' || index <= previous_index_) fail_index(at, end);
    double number = 0;
    const char* const stop = parse_number(at, colon + 1, end, "a value", number);
    if (!ends_number(*stop))
      fail(stop, fmt::format("expected a blank after the value, got {}", quoted(stop, end)));
    store(index, number);
    keep_last(index);
    return stop;
  }

  void store(Index index, double value) {
    if (value != 0) entries_.push_back(index - 1, value);
  }

  void keep_last(Index index) {
    previous_index_ = index;
    width_ = std::max(width_, index);
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
    if (number == 0 && has_nonzero_digit(digits, stop)) ++underflows_;
    return stop;
  }

  /// True if the number has a digit other than 0 before its exponent.
  static bool has_nonzero_digit(const char* first, const char* last) {
    const char* const exponent = std::find_if(first, last, [](char c) { return c == 'e' || c == 'E'; });
    return std::any_of(first, exponent, [](char c) { return c >= '1' && c <= '9'; });
  }

  [[noreturn]] void fail_index(const char* at, const char* end) const {
    const std::string token = quoted(at, end);
    Index index = 0;
    const auto [stop, error] = std::from_chars(at, end, index);
    if (error == std::errc::result_out_of_range) {
      fail(at, fmt::format("the largest index is {}, got {}", largest_index, token));
    }
    if (error == std::errc{} && (*stop == '.' || *stop == 'e'))
      fail(at, "an index is an integer, got " + token);
    if (error != std::errc{} || *stop != ':') fail(at, "expected index:value, got " + token);
    if (index < 1) fail(at, "indices count from 1, got " + token);
    fail(at, fmt::format("indices ascend in a line, got {} after {}", index, previous_index_));
  }

  /// The token at `at`, quoted for a message.
  static std::string quoted(const char* at, const char* end) {
    const char* stop = std::find_if(at, end, [](char c) { return ends_number(c) && c != '\r'; });
    if (stop != at && stop != end && stop[-1] == '\r' && *stop == '\n') --stop;
    return quoted_token({at, static_cast<std::size_t>(stop - at)});
  }

  const std::filesystem::path& path_;
  Index width_ = 0;
  Offset underflows_ = 0;
  StoredEntries entries_;
  Blocks<Offset> starts_;
  Blocks<double> labels_;

  const char* text_ = nullptr;
  std::uint64_t text_offset_ = 0;  // bytes of the file before text_
  std::uint64_t line_offset_ = 0;  // bytes of the file before this line
  std::uint64_t line_ = 1;
  Index previous_index_ = 0;  // as written, from 1
  bool in_row_ = false;       // the label has been read
  bool in_comment_ = false;
};

}  // namespace descent

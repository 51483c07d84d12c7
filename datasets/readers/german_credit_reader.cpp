#include "datasets/readers/german_credit_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "datasets/readers/german_credit_attributes.hpp"
#include "datasets/readers/line_reader.hpp"
#include "support/errors.hpp"
#include "support/numbers/extremes.hpp"
#include "support/numbers/number_of.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

constexpr std::size_t attribute_count = 20;

/// A row unchanged: a number, or the category's position among the attribute's codes, from 0.
using Applicant = std::array<Index, attribute_count>;

struct Applicants {
  std::vector<Applicant> rows;
  std::vector<double> labels;
};

class GermanCreditParser {
 public:
  explicit GermanCreditParser(const std::filesystem::path& path) : path_(path), lines_(path) {
    for (Index number = 1; number <= static_cast<Index>(attribute_count); ++number)
      codes_.push_back(german_credit_codes(number));
  }

  Applicants read() && {
    while (const auto line = lines_.next()) parse_line(*line);
    if (applicants_.rows.empty()) {
      throw DataError(fmt::format("{}: has no rows, expected lines of {} attributes and the class 1 or 2",
                                  path_.string(), attribute_count));
    }
    return std::move(applicants_);
  }

 private:
  void parse_line(std::string_view text) {
    text_ = text;
    std::string_view token = take_token(text);
    if (token.empty()) return;
    Applicant applicant{};
    for (std::size_t attribute = 0; attribute < attribute_count; ++attribute, token = take_token(text))
      applicant[attribute] = value_of(attribute, token);
    const double label = label_of(token);
    if (const std::string_view more = take_token(text); !more.empty())
      fail(more, fmt::format("expected the end of the line after the class, got {}", quoted_token(more)));
    applicants_.rows.push_back(applicant);
    applicants_.labels.push_back(label);
  }

  Index value_of(std::size_t attribute, std::string_view token) const {
    const GermanCreditAttribute& known = german_credit_attributes()[attribute];
    const auto expected = [&](const std::string& what) {
      return fmt::format("attribute {} ({}): expected {}, got {}", attribute + 1, known.name, what,
                         token.empty() ? "the end of the line" : quoted_token(token));
    };
    if (known.is_category()) {
      const std::vector<std::string>& codes = codes_[attribute];
      const auto code = std::ranges::find(codes, token);
      if (code == codes.end()) fail(token, expected(fmt::format("one of {}", fmt::join(codes, ", "))));
      return static_cast<Index>(code - codes.begin());
    }
    const std::optional<Index> number = number_of<Index>(token);
    if (!number || *number < 0) fail(token, expected("a whole number from 0"));
    return *number;
  }

  double label_of(std::string_view token) {
    if (token == "1") return 1;
    if (token != "2" && token != "0") {
      fail(token, fmt::format("expected the class, 1 (good) or 2 (bad), got {}",
                              token.empty() ? "the end of the line" : quoted_token(token)));
    }
    if (bad_class_.empty()) bad_class_ = token;
    if (token != bad_class_) {
      fail(token,
           fmt::format("the class {} stands beside {} in an earlier line; a file writes bad as 2 or as 0",
                       token, bad_class_));
    }
    return 2;
  }

  /// `token` must be a part of the line.
  [[noreturn]] void fail(std::string_view token, const std::string& message) const {
    const auto column = static_cast<std::size_t>(token.data() - text_.data()) + 1;
    throw DataError(fmt::format("{}:{}:{}: {}", path_.string(), lines_.number(), column, message));
  }

  const std::filesystem::path& path_;
  std::vector<std::vector<std::string>> codes_;
  Applicants applicants_;
  std::string bad_class_;  // as the file writes it, once it was read
  LineReader lines_;
  std::string_view text_;  // of the line
};

/// The values that are scaled to 0 and 1.
std::array<Extremes, attribute_count> ranges_of(const std::vector<Applicant>& rows) {
  std::array<Extremes, attribute_count> ranges;
  for (std::size_t attribute = 0; attribute < attribute_count; ++attribute) {
    const GermanCreditAttribute& known = german_credit_attributes()[attribute];
    if (known.is_category())
      ranges[attribute] = {0, static_cast<double>(known.categories - 1)};
    else
      for (const Applicant& row : rows) ranges[attribute].include(row[attribute]);
  }
  return ranges;
}

}  // namespace

GermanCredit read_german_credit(const std::filesystem::path& path, GermanCoding coding) {
  Applicants applicants = GermanCreditParser(path).read();
  const auto is_spread = [coding](const GermanCreditAttribute& attribute) {
    return coding == GermanCoding::one_hot && attribute.is_category();
  };

  GermanCredit credit;
  std::array<Index, attribute_count> first_column{};
  for (std::size_t attribute = 0; attribute < attribute_count; ++attribute) {
    const GermanCreditAttribute& known = german_credit_attributes()[attribute];
    first_column[attribute] = static_cast<Index>(credit.attribute_of_column.size());
    credit.attribute_of_column.insert(credit.attribute_of_column.end(),
                                      is_spread(known) ? static_cast<std::size_t>(known.categories) : 1,
                                      static_cast<Index>(attribute));
  }

  const std::array<Extremes, attribute_count> ranges = ranges_of(applicants.rows);
  std::vector<Offset> starts{0};
  std::vector<Entry> entries;
  for (const Applicant& row : applicants.rows) {
    for (std::size_t attribute = 0; attribute < attribute_count; ++attribute) {
      if (is_spread(german_credit_attributes()[attribute])) {
        entries.push_back({first_column[attribute] + row[attribute], 1});
        continue;
      }
      const double number = coding == GermanCoding::codes
                                ? german_credit_attributes()[attribute].first_category + row[attribute]
                                : ranges[attribute].scaled(row[attribute]);
      if (number != 0) entries.push_back({first_column[attribute], number});
    }
    starts.push_back(static_cast<Offset>(entries.size()));
  }
  const auto width = static_cast<Index>(credit.attribute_of_column.size());
  credit.sample.rows = {std::move(starts), entries, width};
  credit.sample.labels = std::move(applicants.labels);
  return credit;
}

}  // namespace descent

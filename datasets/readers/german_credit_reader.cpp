#include "datasets/readers/reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "datasets/readers/line_reader.hpp"
#include "support/errors.hpp"
#include "support/numbers/extremes.hpp"
#include "support/numbers/number_of.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

/// One of the 20 attributes of UCI's Statlog German Credit data, as in its documentation (german.doc).
struct Attribute {
  std::string_view name;
  Index first_category = 0;  ///< number of the first category: code "A34" is category 4 of attribute 3
  Index categories = 0;      ///< 0: the attribute is a number

  bool is_category() const { return categories > 0; }
};

/// Attribute 1 is the first.
constexpr std::array<Attribute, 20> attributes{{
    {"status of the checking account", 1, 4},
    {"duration in months"},
    {"credit history", 0, 5},
    {"purpose", 0, 11},
    {"credit amount"},
    {"savings", 1, 5},
    {"present employment since", 1, 5},
    {"instalment rate in % of the income"},
    {"personal status and sex", 1, 5},
    {"other debtors", 1, 3},
    {"present residence since"},
    {"property", 1, 4},
    {"age in years"},
    {"other instalment plans", 1, 3},
    {"housing", 1, 3},
    {"number of credits at this bank"},
    {"job", 1, 4},
    {"people to maintain"},
    {"telephone", 1, 2},
    {"foreign worker", 1, 2},
}};
constexpr std::size_t attribute_count = attributes.size();

/// The documented codes of an attribute, from 0, in order: "A40" … "A49", "A410" for attribute 4 of the
/// documentation. Empty for a number.
std::vector<std::string> codes_of(std::size_t attribute) {
  std::vector<std::string> codes;
  for (Index category = 0; category < attributes[attribute].categories; ++category)
    codes.push_back(fmt::format("A{}{}", attribute + 1, attributes[attribute].first_category + category));
  return codes;
}

/// A row unchanged: a number, or the category's position among the attribute's codes, from 0.
using Applicant = std::array<Index, attribute_count>;

struct Applicants {
  std::vector<Applicant> rows;
  std::vector<double> labels;
};

class GermanCreditParser {
 public:
  explicit GermanCreditParser(const std::filesystem::path& path) : path_(path), lines_(path) {
    for (std::size_t attribute = 0; attribute < attribute_count; ++attribute)
      codes_.push_back(codes_of(attribute));
  }

  Applicants read() && {
    while (const auto line = lines_.next()) parse_line(*line);
    if (applicants_.rows.empty())
      throw DataError("{}: has no rows, expected lines of {} attributes and the class 1 or 2", path_.string(),
                      attribute_count);
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
    const Attribute& known = attributes[attribute];
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
    if (token != "2" && token != "0")
      fail(token, fmt::format("expected the class, 1 (good) or 2 (bad), got {}",
                              token.empty() ? "the end of the line" : quoted_token(token)));
    if (bad_class_.empty()) bad_class_ = token;
    if (token != bad_class_)
      fail(token,
           fmt::format("the class {} stands beside {} in an earlier line; a file writes bad as 2 or as 0",
                       token, bad_class_));
    return 2;
  }

  /// `token` must be a part of the line.
  [[noreturn]] void fail(std::string_view token, const std::string& message) const {
    const auto column = static_cast<std::size_t>(token.data() - text_.data()) + 1;
    throw DataError("{}:{}:{}: {}", path_.string(), lines_.number(), column, message);
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
    const Attribute& known = attributes[attribute];
    if (known.is_category())
      ranges[attribute] = {0, static_cast<double>(known.categories - 1)};
    else
      for (const Applicant& row : rows) ranges[attribute].include(row[attribute]);
  }
  return ranges;
}

}  // namespace

RawSample read_german_credit(const std::filesystem::path& path, FileFormat coding) {
  Applicants applicants = GermanCreditParser(path).read();
  const auto is_spread = [coding](const Attribute& attribute) {
    return coding == FileFormat::german_one_hot && attribute.is_category();
  };

  RawSample credit;
  std::array<Index, attribute_count> first_column{};
  for (std::size_t attribute = 0; attribute < attribute_count; ++attribute) {
    const Attribute& known = attributes[attribute];
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
      if (is_spread(attributes[attribute])) {
        entries.push_back({first_column[attribute] + row[attribute], 1});
        continue;
      }
      const double number = coding == FileFormat::german_codes
                                ? attributes[attribute].first_category + row[attribute]
                                : ranges[attribute].scaled(row[attribute]);
      if (number != 0) entries.push_back({first_column[attribute], number});
    }
    starts.push_back(static_cast<Offset>(entries.size()));
  }
  const auto width = static_cast<Index>(credit.attribute_of_column.size());
  credit.rows = {std::move(starts), entries, width};
  credit.labels = std::move(applicants.labels);
  return credit;
}

}  // namespace descent

#include "datasets/download/conversions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "datasets/matrix/sparse_matrix.hpp"
#include "datasets/readers/line_reader.hpp"
#include "support/errors.hpp"
#include "support/numbers/number_of.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

/// RCV1-v2 numbers its documents up to 810,596; the table takes one byte a number.
constexpr std::uint32_t largest_document = 9'999'999;

std::uint32_t document_number(const LineReader& lines, std::string_view token) {
  const std::optional<std::uint32_t> number = number_of<std::uint32_t>(token);
  if (!number || *number > largest_document)
    lines.fail(
        fmt::format("expected a document's number, 0 to {}, got {}", largest_document, quoted_token(token)));
  return *number;
}

/// Checks `term:weight` and returns the term, which must be larger than the previous term.
Index check_entry(const LineReader& lines, std::string_view token, Index previous) {
  const std::size_t colon = std::min(token.find(':'), token.size());
  const std::optional<Index> term = number_of<Index>(token.substr(0, colon));
  if (!term || colon == token.size() || *term < 1)
    lines.fail(fmt::format("expected term:weight, got {}", quoted_token(token)));
  const std::optional<double> weight = number_of<double>(token.substr(colon + 1));
  if (!weight || !std::isfinite(*weight))
    lines.fail(fmt::format("expected a finite weight, got {}", quoted_token(token)));
  if (*term <= previous) lines.fail(fmt::format("terms ascend in a line, got {} after {}", *term, previous));
  return *term;
}

}  // namespace

Rcv1Conversion::Rcv1Conversion(const std::filesystem::path& topics, const std::string& topic)
    : topics_(topics) {
  LineReader lines(topics);
  while (const std::optional<std::string_view> line = lines.next()) {
    std::string_view rest = *line;
    const std::string_view name = take_token(rest);
    const std::string_view number = take_token(rest);
    if (take_token(rest) != "1" || !take_token(rest).empty())
      lines.fail(fmt::format("expected 'TOPIC document 1', got {}", quoted_token(*line)));
    const std::uint32_t document = document_number(lines, number);
    if (document >= documents_.size()) documents_.resize(document + 1, State::unknown);
    State& state = documents_[document];
    if (name == topic)
      state = State::with_topic;
    else if (state == State::unknown)
      state = State::without_topic;
  }
  for (const auto& [state, kind] : {std::pair{State::with_topic, "no"}, {State::without_topic, "every"}}) {
    if (std::ranges::find(documents_, state) == documents_.end())
      throw DataError("{}: {} document has the topic {}", topics.string(), kind, topic);
  }
}

void Rcv1Conversion::write(std::span<const std::filesystem::path> vectors, const TextSink& sink) {
  std::string row;
  for (const std::filesystem::path& path : vectors) {
    LineReader lines(path);
    while (const std::optional<std::string_view> line = lines.next()) {
      std::string_view rest = *line;
      const std::uint32_t document = document_number(lines, take_token(rest));
      State& state = documents_.at(std::min<std::size_t>(document, documents_.size() - 1));
      if (document >= documents_.size() || state == State::unknown)
        lines.fail(fmt::format("document {} has no topic in {}", document, topics_.string()));
      if (state == State::written) lines.fail(fmt::format("document {} comes a second time", document));
      row = state == State::with_topic ? "+1" : "-1";
      state = State::written;
      Index term = 0;
      for (std::string_view token = take_token(rest); !token.empty(); token = take_token(rest)) {
        term = check_entry(lines, token, term);
        row += ' ';
        row += token;
      }
      row += '\n';
      sink(row);
    }
    if (lines.number() == 0)
      throw DataError("{}: has no rows, expected 'document  term:weight …'", path.string());
  }
}

}  // namespace descent

#include "datasets/readers/place_in_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>

#include "datasets/readers/line_reader.hpp"
#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/numbers/number_of.hpp"
#include "support/text/plural.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

constexpr auto npos = std::string_view::npos;

/// The first place where `find`, given a line's text before a comment, returns a position other than
/// `npos`.
template <class Find>
std::string place_where(const std::filesystem::path& path, const Find& find) {
  if (!is_file(path)) return path.string();
  try {
    LineReader lines(path);
    while (const auto line = lines.next()) {
      const std::size_t position = find(line->substr(0, line->find('#')));
      if (position != npos) return fmt::format("{}:{}:{}", path.string(), lines.number(), position + 1);
    }
  } catch (const DataError&) {  // the error is reported without its line
  }
  return path.string();
}

/// The place of the first entry with an index, as written, of LIBSVM text.
std::string place_of_index(const std::filesystem::path& path, Index index) {
  return place_where(path, [&](std::string_view text) {
    for (std::size_t colon = text.find(':'); colon != npos; colon = text.find(':', colon + 1)) {
      const std::size_t start = text.find_last_of(" \t", colon) + 1;
      Index found = 0;
      std::from_chars(text.data() + start, text.data() + colon, found);
      if (found == index) return start;
    }
    return npos;
  });
}

}  // namespace

std::string place_of_row(const std::filesystem::path& path, Index row) {
  Index rows = 0;
  return place_where(path, [&](std::string_view text) {
    const std::size_t label = text.find_first_not_of(" \t");
    return label == npos || rows++ < row ? npos : label;
  });
}

void require_usual_width(const std::filesystem::path& path, const SparseMatrix& rows, Index index_base) {
  constexpr std::int64_t always_taken = 10'000'000;
  const char* const chosen = std::getenv("DESCENT_MAX_FEATURES");
  constexpr Index largest_index = std::numeric_limits<Index>::max();
  Index most = static_cast<Index>(std::clamp<std::int64_t>(rows.nonzeros(), always_taken, largest_index));
  if (chosen != nullptr && *chosen != '\0') {
    most = number_of<Index>(chosen).value_or(0);
    if (most < 1)
      throw ConfigError(
          "the environment variable DESCENT_MAX_FEATURES must be a whole number from 1 to {}, got {}",
          largest_index, quoted_token(chosen));
  }
  if (rows.inner_size() <= most) return;
  const Index last = rows.inner_size() - 1 + index_base;
  throw DataError(
      "{}: has an index of {}, and memory grows with the largest; at most {} features are taken, or as many "
      "as there are nonzeros: DESCENT_MAX_FEATURES={} in the environment allows it",
      place_of_index(path, last), last, with_thousands(static_cast<std::uint64_t>(most)), rows.inner_size());
}

}  // namespace descent

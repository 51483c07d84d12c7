#include "datasets/readers/libsvm_places.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "datasets/readers/line_reader.hpp"
#include "support/errors.hpp"
#include "support/files/file_state.hpp"

namespace descent {
namespace {

constexpr auto nowhere = std::string_view::npos;

/// The first place where `find`, given a line's text before a comment, returns a position other than
/// `nowhere`.
template <class Find>
std::string place_where(const std::filesystem::path& path, const Find& find) {
  if (!is_file(path)) return path.string();
  try {
    LineReader lines(path);
    while (const auto line = lines.next()) {
      const std::size_t position = find(line->substr(0, line->find('#')));
      if (position != nowhere) return fmt::format("{}:{}:{}", path.string(), lines.number(), position + 1);
    }
  } catch (const DataError&) {  // the error is reported without its line
  }
  return path.string();
}

}  // namespace

std::string place_of_row(const std::filesystem::path& path, Index row) {
  Index rows = 0;
  return place_where(path, [&](std::string_view text) {
    const std::size_t label = text.find_first_not_of(" \t");
    return label == nowhere || rows++ < row ? nowhere : label;
  });
}

std::string place_of_index(const std::filesystem::path& path, Index index) {
  return place_where(path, [&](std::string_view text) {
    for (std::size_t colon = text.find(':'); colon != nowhere; colon = text.find(':', colon + 1)) {
      const std::size_t start = text.find_last_of(" \t", colon) + 1;
      Index found = 0;
      std::from_chars(text.data() + start, text.data() + colon, found);
      if (found == index) return start;
    }
    return nowhere;
  });
}

}  // namespace descent

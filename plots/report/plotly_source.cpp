#include "plots/report/plotly_source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "support/errors.hpp"
#include "support/files/file_state.hpp"

namespace descent {

std::filesystem::path installed_plotly() {
  constexpr std::array<const char*, 3> places{
      "/usr/share/python3-plotly/plotly.min.js",
      "/usr/share/python3-plotly/plotly.js",  // Debian 12
      "/usr/lib/python3/dist-packages/plotly/package_data/plotly.min.js",
  };
  for (const std::filesystem::path place : places) {
    if (is_file(place)) return place;
  }
  throw ConfigError(fmt::format(
      "plotly.js, which draws the page, is not installed: install Debian's package python3-plotly "
      "(apt-get install python3-plotly), or name a file with --plotly; looked for {}",
      fmt::join(places, ", ")));
}

}  // namespace descent

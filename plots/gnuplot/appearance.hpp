#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/records/manifest.hpp"

namespace descent {

/// Look of a curve. Colour distinguishes methods on a screen, dash and point in a grey print.
struct Appearance {
  std::string colour;     ///< "#rrggbb"
  std::string dash;       ///< gnuplot's dash type: "solid" or "(on, off, …)"
  double line_width = 1;  ///< points
  int point = 0;          ///< gnuplot's point type in the cairo and SVG terminals
  friend bool operator==(const Appearance&, const Appearance&) = default;
};

/// Methods with a fixed appearance, which look the same in every figure.
std::vector<std::string_view> known_appearances();

/// One appearance per entry, in their order; no two share dash and point. A known method without a variant
/// has its fixed one; if all its entries are variants, the first has it. Further variants have their method's
/// colour (those of LIBLINEAR that of their label), with dash and point by their place among the variants. An
/// unknown method takes everything by its name, in a colour that no other method of the figure has, while
/// some are left.
std::vector<Appearance> appearances(std::span<const ManifestMethod> methods);

/// A drawn method: its index in the manifest, and its look beside the others.
struct DrawnMethod {
  std::size_t index = 0;
  Appearance look;
};

/// The methods of a part of the manifest (ManifestPart::methods; empty: all) with their looks.
std::vector<DrawnMethod> drawn_methods(const Manifest& manifest, std::vector<std::size_t> indices);

}  // namespace descent

#include "plots/gnuplot/appearance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "support/ranges.hpp"

namespace descent {
namespace {

struct Known {
  std::string_view method;
  Appearance appearance;
};

// The seven colours of Okabe and Ito (2008) that show on white, then Tol's (2021) wine, indigo, teal, olive,
// purple, brown and dark green, and a grey; all suit colour-blind readers. Methods share colours only if they
// solve no common problem, and then differ in dash and point for figures of several losses. Methods of one
// family differ most in dash and point. Figures 1 and 2 of the main paper, which people compare, use the
// first seven colours and wine. The table stands here, not with the methods: figures are drawn from result
// files alone, and these hold no looks.
const std::array<Known, 25> known_methods{{
    {"nonsmooth_scd", {"#D55E00", "solid", 1.5, 7}},
    {"batch_comid", {"#0072B2", "(9, 3)", 1.2, 4}},
    {"online_comid", {"#56B4E9", "(9, 3, 2, 3)", 1.2, 5}},
    {"batch_rda", {"#009E73", "(2, 2)", 1.3, 8}},
    {"online_rda", {"#44AA99", "(5, 2, 1, 2, 1, 2)", 1.2, 9}},
    {"l1_psa", {"#CC79A7", "(7, 2, 2, 2)", 1.3, 12}},
    {"pegasos", {"#E69F00", "(5, 2)", 1.3, 10}},
    {"subgradient", {"#777777", "(1, 2)", 1.3, 3}},
    {"cyclic_dcd", {"#000000", "solid", 1.0, 6}},
    {"stochastic_dcd", {"#882255", "(12, 2, 3, 2)", 1.2, 13}},
    {"permuted_dcd", {"#332288", "(14, 4)", 1.2, 11}},
    {"liblinear", {"#999933", "(3, 2)", 1.2, 2}},
    {"tron", {"#AA4499", "(10, 2)", 1.2, 15}},
    {"interior_point", {"#117733", "(8, 2, 2, 2)", 1.2, 1}},
    {"column_generation", {"#661100", "(4, 2, 1, 2)", 1.2, 14}},
    {"primal_cd_l2svm", {"#D55E00", "(6, 2)", 1.3, 7}},
    {"dual_cd_logistic", {"#332288", "(14, 4)", 1.2, 14}},
    {"svr_dual_cd", {"#332288", "(12, 3)", 1.2, 6}},
    {"svr_dual_cd_2l", {"#882255", "(6, 2, 2, 2, 2, 2)", 1.2, 12}},
    {"admm", {"#56B4E9", "(3, 1)", 1.3, 5}},
    {"gradient_descent", {"#777777", "(4, 3)", 1.2, 1}},
    {"proximal_newton", {"#009E73", "(8, 2)", 1.2, 9}},
    {"l_half_logistic", {"#D55E00", "solid", 1.3, 4}},
    {"l_half_reweighted", {"#0072B2", "(5, 3)", 1.2, 8}},
    {"l_half_thresholding", {"#D55E00", "(6, 3, 1, 3)", 1.3, 5}},
}};

// Colours of a user's own methods, if no other method of the figure has them: Tol's, then the rest of the
// table's.
constexpr std::array<std::string_view, 5> free_colours{"#999933", "#AA4499", "#661100", "#6699CC", "#117733"};

constexpr std::array<std::string_view, 8> dashes{"solid",    "(6, 2)",       "(3, 2)",  "(8, 2, 2, 2)",
                                                 "(1.5, 2)", "(4, 2, 1, 2)", "(12, 3)", "(6, 2, 2, 2, 2, 2)"};
constexpr std::array<int, 15> point_types{14, 15, 1, 2, 4, 6, 8, 10, 12, 5, 7, 9, 11, 13, 3};

/// FNV-1a, the same on every machine; std::hash does not promise that.
std::uint64_t hash(std::string_view text) {
  std::uint64_t value = 14695981039346656037u;
  for (const char letter : text) value = (value ^ static_cast<unsigned char>(letter)) * 1099511628211u;
  return value;
}

const Appearance* find_known(std::string_view method) {
  const auto found = std::ranges::find(known_methods, method, &Known::method);
  return found == known_methods.end() ? nullptr : &found->appearance;
}

/// Colour of an unknown method: the first free one from its name's index on, else the one at its index.
std::string choose_colour(std::string_view method, std::span<const std::string> taken) {
  std::vector<std::string_view> pool(free_colours.begin(), free_colours.end());
  const std::size_t first = hash(method) % pool.size();
  std::rotate(pool.begin(), pool.begin() + static_cast<std::ptrdiff_t>(first), pool.end());
  for (const Known& known : known_methods) pool.push_back(known.appearance.colour);
  const auto free = std::ranges::find_if(
      pool, [&](std::string_view colour) { return std::ranges::find(taken, colour) == taken.end(); });
  return std::string(free == pool.end() ? pool.front() : *free);
}

/// True if a legend cannot distinguish two dash types: both solid, or equally many pieces with first pieces
/// of similar length.
bool look_alike(const std::string& one, const std::string& other) {
  const auto kind = [](const std::string& dash) {
    if (dash == "solid") return std::pair<std::ptrdiff_t, int>{0, 0};
    const double first = std::stod(dash.substr(1));
    const auto pieces = 1 + std::ranges::count(dash, ',');
    return std::pair{pieces, pieces > 2 || first < 2 ? 0 : first < 5 ? 1 : 2};
  };
  return kind(one) == kind(other);
}

/// Chooses dash and point by name: the first pair from the name's index on that no taken appearance has. If
/// possible, entries of one colour get distinct dashes, and all entries distinct points.
void choose_dash_and_point(std::string_view name, std::span<const std::optional<Appearance>> taken,
                           Appearance& appearance) {
  constexpr std::size_t pairs = dashes.size() * point_types.size();
  const std::size_t first = hash(name) % pairs;
  // 2: distinct points, and distinct dashes in one colour; 1: only such dashes; 0: only distinct pairs.
  for (const int wishes : {2, 1, 0}) {
    for (std::size_t i = 0; i < pairs; ++i) {
      // Step 31 is coprime to the number of pairs (120), so all are visited, and neighbours differ in both.
      const std::size_t pair = (first + 31 * i) % pairs;
      appearance.dash = dashes[pair % dashes.size()];
      appearance.point = point_types[pair / dashes.size()];
      const bool clash = std::ranges::any_of(taken, [&](const std::optional<Appearance>& other) {
        if (!other) return false;
        if (wishes > 0 && other->colour == appearance.colour && look_alike(other->dash, appearance.dash))
          return true;
        return other->point == appearance.point && (wishes == 2 || other->dash == appearance.dash);
      });
      if (!clash) return;
    }
  }
}

/// Shared by entries of one colour: the method, and the label of an external program or a solver of
/// LIBLINEAR. (No method's name has a blank; a program may be labelled like a method.)
std::string family_of(const ManifestMethod& method) {
  const bool has_several = method.name == "program" || method.name == "liblinear";
  return has_several ? method.name + ' ' + method.label : method.name;
}

/// True if the entry has its method's fixed look: it has no variant, or all entries have one and it is the
/// first.
bool is_plainest(std::span<const ManifestMethod> methods, std::size_t i) {
  if (methods[i].variant.empty()) return true;
  const auto same = [&](const ManifestMethod& other) { return family_of(other) == family_of(methods[i]); };
  const auto before = methods.first(i);
  return std::ranges::none_of(before, same) &&
         std::ranges::none_of(
             methods, [&](const ManifestMethod& other) { return same(other) && other.variant.empty(); });
}

/// Number of the family's entries before this one, without the plainest. The search for a look thus starts at
/// the same index under every protocol, for any options of the entry.
std::ptrdiff_t index_among_variants(std::span<const ManifestMethod> methods, std::size_t i) {
  std::ptrdiff_t index = 0;
  for (std::size_t k = 0; k < i; ++k)
    if (family_of(methods[k]) == family_of(methods[i]) && !is_plainest(methods, k)) ++index;
  return index;
}

}  // namespace

std::vector<std::string_view> known_appearances() {
  std::vector<std::string_view> names;
  for (const Known& known : known_methods) names.push_back(known.method);
  return names;
}

std::vector<Appearance> appearances(std::span<const ManifestMethod> methods) {
  std::vector<std::optional<Appearance>> chosen(methods.size());
  // Fixed appearances first, so that they are free.
  std::vector<std::string> colours;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    const Appearance* known = find_known(methods[i].name);
    if (!known) continue;
    colours.push_back(known->colour);
    if (is_plainest(methods, i) && !contains(chosen, std::optional(*known))) chosen[i] = *known;
  }
  std::map<std::string, std::string> unknown_colours;  // by family
  for (std::size_t i = 0; i < methods.size(); ++i) {
    if (chosen[i]) continue;
    const std::string name = family_of(methods[i]);
    Appearance appearance;
    if (const Appearance* known = find_known(name)) {
      appearance = *known;
    } else {
      std::string& colour = unknown_colours[name];
      if (colour.empty()) {
        colour = choose_colour(name, colours);
        colours.push_back(colour);
      }
      appearance.colour = colour;
      appearance.line_width = 1.2;
    }
    choose_dash_and_point(fmt::format("{}/{}", name, index_among_variants(methods, i)), chosen, appearance);
    chosen[i] = appearance;
  }
  std::vector<Appearance> result;
  for (std::optional<Appearance>& appearance : chosen) result.push_back(std::move(*appearance));
  return result;
}

std::vector<DrawnMethod> drawn_methods(const Manifest& manifest, std::vector<std::size_t> indices) {
  if (indices.empty()) {
    indices.resize(manifest.methods.size());
    std::iota(indices.begin(), indices.end(), std::size_t{0});
  }
  std::vector<Appearance> looks =
      appearances(mapped(indices, [&](std::size_t index) { return manifest.methods[index]; }));
  std::vector<DrawnMethod> drawn;
  for (std::size_t i = 0; i < indices.size(); ++i) drawn.push_back({indices[i], std::move(looks[i])});
  return drawn;
}

}  // namespace descent

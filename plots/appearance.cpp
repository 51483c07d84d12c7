#include "plots/appearance.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace descent {
namespace {

struct Known {
  std::string_view method;
  Appearance appearance;
};

// The seven colours of Okabe and Ito (2008) that show on white, then Tol's (2021) wine, indigo and teal and a
// grey: all made for colour-blind readers. Methods of one family differ most in dash and point: the figures
// that people compare (Figures 1 and 2 of the main paper) take theirs from the first seven and wine.
const std::array<Known, 11> known_methods{{
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
}};

// For methods of a user's own: further colours of Tol's, then free ones of the fixed table.
constexpr std::array<std::string_view, 5> free_colours{"#999933", "#AA4499", "#661100", "#6699CC", "#117733"};

constexpr std::array<std::string_view, 8> dashes{"solid",  "(6, 2)",       "(3, 2)",  "(8, 2, 2, 2)",
                                                 "(1, 1)", "(4, 2, 1, 2)", "(12, 3)", "(6, 2, 2, 2, 2, 2)"};
constexpr std::array<int, 15> points{14, 15, 1, 2, 4, 6, 8, 10, 12, 5, 7, 9, 11, 13, 3};

/// FNV-1a: the same on every machine, which std::hash does not promise.
std::uint64_t hash(std::string_view text) {
  std::uint64_t value = 14695981039346656037u;
  for (const char letter : text) value = (value ^ static_cast<unsigned char>(letter)) * 1099511628211u;
  return value;
}

const Appearance* find_known(std::string_view method) {
  const auto found = std::ranges::find(known_methods, method, &Known::method);
  return found == known_methods.end() ? nullptr : &found->appearance;
}

/// The colour of an unknown method: the first free one from its name's place on, else the one at its place.
std::string choose_colour(std::string_view method, std::span<const std::string> taken) {
  std::vector<std::string_view> pool(free_colours.begin(), free_colours.end());
  const std::size_t first = hash(method) % pool.size();
  std::rotate(pool.begin(), pool.begin() + static_cast<std::ptrdiff_t>(first), pool.end());
  for (const Known& known : known_methods) pool.push_back(known.appearance.colour);
  const auto free = std::ranges::find_if(
      pool, [&](std::string_view colour) { return std::ranges::find(taken, colour) == taken.end(); });
  return std::string(free == pool.end() ? pool.front() : *free);
}

/// Dash and point by name: the first pair from the name's place on that avoids `taken` pairs, and single
/// dashes and points that are taken as well if it can.
void choose_dash_and_point(std::string_view name, std::span<const std::optional<Appearance>> taken,
                           Appearance& appearance) {
  constexpr std::size_t pairs = dashes.size() * points.size();
  const std::size_t first = hash(name) % pairs;
  for (const bool share_dash : {false, true}) {
    for (std::size_t i = 0; i < pairs; ++i) {
      // Step 31 is coprime to the number of pairs (120), so that all are visited, neighbours differing in
      // both.
      const std::size_t pair = (first + 31 * i) % pairs;
      appearance.dash = dashes[pair % dashes.size()];
      appearance.point = points[pair / dashes.size()];
      const bool clash = std::ranges::any_of(taken, [&](const std::optional<Appearance>& other) {
        if (!other) return false;
        const bool same_dash = other->dash == appearance.dash;
        return other->point == appearance.point && (same_dash || !share_dash);
      });
      if (!clash) return;
    }
  }
}

/// Whether the entry has its method's fixed looks: it has no variant or, where all entries of the method have
/// one, it is the first.
bool is_plainest(std::span<const ManifestMethod> methods, std::size_t i) {
  if (methods[i].variant.empty()) return true;
  const auto same = [&](const ManifestMethod& other) { return other.name == methods[i].name; };
  const auto before = methods.first(i);
  return std::ranges::none_of(before, same) &&
         std::ranges::none_of(
             methods, [&](const ManifestMethod& other) { return same(other) && other.variant.empty(); });
}

}  // namespace

std::vector<std::string_view> known_appearances() {
  std::vector<std::string_view> names;
  for (const Known& known : known_methods) names.push_back(known.method);
  return names;
}

std::vector<Appearance> appearances(std::span<const ManifestMethod> methods) {
  std::vector<std::optional<Appearance>> chosen(methods.size());
  // The fixed ones first, so that nothing takes their place.
  std::vector<std::string> colours;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    const Appearance* known = find_known(methods[i].name);
    if (!known) continue;
    colours.push_back(known->colour);
    if (is_plainest(methods, i)) chosen[i] = *known;
  }
  std::vector<std::pair<std::string_view, std::string>> unknown_colours;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    if (chosen[i]) continue;
    const std::string& name = methods[i].name;
    const std::string& variant = methods[i].variant;
    Appearance appearance;
    if (const Appearance* known = find_known(name)) {
      appearance = *known;
    } else {
      auto entry = std::ranges::find(unknown_colours, name, &std::pair<std::string_view, std::string>::first);
      if (entry == unknown_colours.end()) {
        unknown_colours.emplace_back(name, choose_colour(name, colours));
        entry = unknown_colours.end() - 1;
        colours.push_back(entry->second);
      }
      appearance.colour = entry->second;
      appearance.line_width = 1.2;
    }
    choose_dash_and_point(name + '/' + variant, chosen, appearance);
    chosen[i] = appearance;
  }
  std::vector<Appearance> result;
  for (auto& appearance : chosen) result.push_back(std::move(*appearance));
  return result;
}

}  // namespace descent

// Stand-in for covtype (UCI Forest Cover Type, class 2 against the rest): ten terrain measurements in whole
// units scaled to [0, 1], then 4 wilderness areas and 40 soil types one-hot. The soil determines area, height
// and steepness. Hillshades follow from the terrain by the illumination formula. The label comes from a
// logistic rule that is not linear in height. Tables are rounded frequencies and means of the original.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "datasets/stand_ins/alias_table.hpp"
#include "datasets/stand_ins/stand_in_generator.hpp"

namespace descent {
namespace {

constexpr int numeric_columns = 10;
constexpr int areas = 4;
constexpr int soils = 40;
constexpr int columns = numeric_columns + areas + soils;

enum Column {
  elevation,
  aspect,
  slope,
  water,
  climb,
  road,
  shade_morning,
  shade_noon,
  shade_afternoon,
  fire
};

/// Minimum and maximum of each measurement: metres, degrees, or 0 to 254 for the shades.
constexpr std::array<double, numeric_columns> smallest = {1859, 0, 0, 0, -173, 0, 0, 0, 0, 0};
constexpr std::array<double, numeric_columns> largest = {3858, 360, 66, 1397, 601, 7117, 254, 254, 254, 7173};

struct Soil {
  double share;        ///< in hundredths of a per cent
  double height;       ///< mean scaled elevation, per cent
  double spread;       ///< its standard deviation
  double steepness;    ///< mean scaled slope, per cent
  double area[areas];  ///< shares of the wilderness areas
  double log_odds;     ///< the soil's part of the label
};

constexpr std::array<Soil, soils> soil_table = {{
    {57, 16.5, 7, 40, {0, 0, 0, 1}, -1.7},
    {139, 31.6, 7, 20, {0, 0, 0.75, 0.25}, -2.7},
    {84, 24.7, 9, 40, {0, 0, 0.42, 0.58}, -1.1},
    {217, 37.5, 9, 33, {0, 0, 0.89, 0.11}, -2.1},
    {25, 14.2, 8, 42, {0, 0, 0, 1}, -1.2},
    {97, 27.0, 6, 22, {0, 0, 0, 1}, -0.2},
    {2, 52.3, 1, 7, {1, 0, 0, 0}, 0.7},
    {3, 52.5, 1, 7, {1, 0, 0, 0}, -0.8},
    {17, 35.2, 2, 13, {1, 0, 0, 0}, 0.8},
    {563, 30.3, 9, 35, {0, 0, 0.48, 0.52}, 0.0},
    {221, 41.9, 7, 19, {0, 0, 0.94, 0.06}, 0.3},
    {507, 47.5, 6, 14, {1, 0, 0, 0}, 1.5},
    {315, 51.5, 7, 36, {0, 0.01, 0.99, 0}, 0.8},
    {11, 16.7, 6, 29, {0, 0, 0.31, 0.69}, -1.6},
    {0.1, 40, 5, 20, {0, 0, 1, 0}, 0.0},
    {53, 44.2, 12, 17, {0.66, 0.11, 0.13, 0.1}, 0.0},
    {63, 33.7, 10, 17, {0, 0, 0.73, 0.27}, -0.9},
    {27, 34.1, 5, 14, {0.98, 0.02, 0, 0}, 0.9},
    {69, 60.1, 6, 10, {0.65, 0.13, 0.22, 0}, 0.0},
    {172, 50.9, 9, 15, {0.71, 0.01, 0.28, 0}, -0.1},
    {11, 59.5, 6, 16, {0, 0, 1, 0}, -1.1},
    {554, 64.4, 5.5, 20, {0.6, 0.15, 0.25, 0}, -0.3},
    {930, 60.2, 8, 16, {0.48, 0.14, 0.38, 0}, -0.1},
    {391, 58.5, 8, 28, {0.15, 0.09, 0.76, 0}, 0.4},
    {7, 69.5, 1, 35, {0, 1, 0, 0}, 2.2},
    {44, 51.5, 4, 19, {0, 0, 1, 0}, 0.9},
    {16, 68.5, 5, 37, {0, 0, 1, 0}, 1.3},
    {18, 45.2, 5.5, 40, {0, 0, 1, 0}, 1.2},
    {2005, 56.9, 8, 21, {0.999, 0.001, 0, 0}, 0.7},
    {502, 53.0, 9, 26, {1, 0, 0, 0}, 0.6},
    {466, 59.7, 9, 21, {0, 0.02, 0.98, 0}, 0.7},
    {925, 62.3, 8, 17, {0, 0.06, 0.94, 0}, 1.1},
    {790, 58.7, 9.5, 32, {0, 0.07, 0.93, 0}, 0.7},
    {25, 60.1, 8, 18, {0, 0, 1, 0}, 1.5},
    {30, 76.0, 4, 19, {0.36, 0.29, 0.35, 0}, -1.0},
    {2, 73.9, 3, 25, {0, 0, 1, 0}, 1.0},
    {4, 77.0, 2, 26, {0.83, 0, 0.17, 0}, -0.2},
    {265, 73.7, 3.5, 18, {0.45, 0.11, 0.44, 0}, -0.9},
    {217, 72.6, 4, 30, {0.47, 0.05, 0.48, 0}, -1.5},
    {153, 79.6, 6.5, 25, {0.56, 0.22, 0.22, 0}, 0.0},
}};

constexpr std::array<double, areas> area_log_odds = {0.7, 1.3, 0.5, -2.4};
constexpr std::array<double, areas> area_road = {0.44, 0.14, 0.27, 0.10};  // mean scaled distances
constexpr std::array<double, areas> area_fire = {0.36, 0.31, 0.22, 0.11};
constexpr double low_area_shift =
    -8;  // per cent of elevation: the last area is lower than others with the same soil

/// A gamma-like positive number of mean 1 from a standard normal number, by Wilson and Hilferty's cube
/// (1931).
double gamma_like(double shape, double normal) {
  const double root = 1 - 1 / (9 * shape) + normal / (3 * std::sqrt(shape));
  return root > 0 ? root * root * root : 0;
}

/// Brightness of a slope, 0 to 254, under a sun at the given height and direction (degrees).
double shade(double slope_degrees, double aspect_degrees, double sun_height, double sun_direction) {
  constexpr double radians = std::numbers::pi / 180;
  const double light = std::sin(sun_height * radians) * std::cos(slope_degrees * radians) +
                       std::cos(sun_height * radians) * std::sin(slope_degrees * radians) *
                           std::cos((sun_direction - aspect_degrees) * radians);
  return std::clamp(255 * light, 0.0, 254.0);
}

struct Place {
  std::array<double, numeric_columns> scaled;
  int area;
  int soil;
};

class Terrain {
 public:
  Terrain() {
    std::array<double, soils> shares;
    for (std::size_t k = 0; k < shares.size(); ++k) shares[k] = soil_table[k].share;
    choose_soil_ = AliasTable(shares);
  }

  Place draw(Random& random) const {
    Place place;
    place.soil = static_cast<int>(choose_soil_.draw(random));
    const Soil& soil = soil_table[static_cast<std::size_t>(place.soil)];
    double left = random.uniform();
    place.area = 0;
    while (place.area < areas - 1 && (left -= soil.area[place.area]) >= 0) ++place.area;
    const auto area = static_cast<std::size_t>(place.area);

    const double height = random.normal();
    const double shift = low_area_shift * ((place.area == areas - 1 ? 1 : 0) - soil.area[areas - 1]);
    std::array<double, numeric_columns> units;
    units[elevation] = smallest[elevation] + (soil.height + shift + soil.spread * height) / 100 * 1999;
    units[slope] = soil.steepness / 100 * 66 * gamma_like(5, random.normal());
    // Most slopes of these mountains face north-east.
    const double facing = random.uniform() < 0.35 ? 45 + 45 * random.normal() : 360 * random.uniform();
    units[aspect] = facing - 360 * std::floor(facing / 360);
    // Height correlates with the distance from water and roads; distances come from a grid of 30 m.
    units[water] = 0.207 * 1397 * gamma_like(1.6, 0.32 * height + 0.95 * random.normal());
    if (units[water] < 30) units[water] = 0;
    units[climb] = units[water] * (0.13 * units[slope] / 15 + 0.13 * random.normal());
    const double remoteness = random.normal();
    units[road] = area_road[area] * 7117 * gamma_like(3, 0.34 * height + 0.94 * remoteness);
    units[fire] = area_fire[area] * 7173 * gamma_like(3, 0.2 * remoteness + 0.98 * random.normal());
    units[shade_morning] = shade(units[slope], units[aspect], 60, 110);
    units[shade_noon] = shade(units[slope], units[aspect], 70, 220);
    units[shade_afternoon] = shade(units[slope], units[aspect], 38, 270);
    for (std::size_t k = 0; k < units.size(); ++k) {
      const double whole = std::clamp(std::round(units[k]), smallest[k], largest[k]);
      place.scaled[k] = (whole - smallest[k]) / (largest[k] - smallest[k]);
    }
    return place;
  }

 private:
  AliasTable choose_soil_;
};

/// Log odds of the positive class, which prefers middle heights, some soils and sunny slopes.
double log_odds(const Place& place) {
  const std::array<double, numeric_columns>& x = place.scaled;
  const double height = x[elevation];
  return area_log_odds[static_cast<std::size_t>(place.area)] +
         soil_table[static_cast<std::size_t>(place.soil)].log_odds + 1.2 * height -
         3 * std::max(0.0, height - 0.3) - 11.8 * std::max(0.0, height - 0.5) -
         3 * std::max(0.0, height - 0.65) + 1.7 * x[slope] + 2.1 * x[water] + 0.6 * x[climb] + 0.3 * x[road] +
         5.8 * x[shade_morning] + 4.3 * x[shade_afternoon];
}

void add_row(SampleBuilder& sample, Random& random) {
  static const Terrain terrain;
  const Place place = terrain.draw(random);
  for (int k = 0; k < numeric_columns; ++k) sample.add(k, place.scaled[static_cast<std::size_t>(k)]);
  sample.add(numeric_columns + place.area, 1);
  sample.add(numeric_columns + areas + place.soil, 1);
  const double chance = 1 / (1 + std::exp(-1.3 * (-8.2 + log_odds(place))));
  const bool flipped = random.uniform() < 0.046;  // whatever the log odds say
  sample.finish_row((random.uniform() < chance) != flipped);
}

}  // namespace

StandInGenerator forest_generator() {
  return {"forest", columns, row_by_row(add_row)};
}

}  // namespace descent

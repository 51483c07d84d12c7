#include "experiments/tuning/constant_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "support/numbers/statistics.hpp"

namespace descent {

namespace {

/// To four digits, as shown in tables and manifests.
double rounded(double step) {
  return std::stod(fmt::format("{:.4g}", step));
}

}  // namespace

double Trial::mean() const {
  return descent::mean(objectives);
}

double Trial::standard_error() const {
  if (objectives.size() < 2) return 0;
  return std::sqrt(variance(objectives) / static_cast<double>(objectives.size()));
}

std::vector<double> tuning_grid() {
  std::vector<double> grid;
  for (int half_decade = -6; half_decade <= 10; ++half_decade)
    grid.push_back(rounded(std::pow(10, 0.5 * half_decade)));
  return grid;
}

std::vector<double> refinement_of(double value) {
  return {rounded(value * std::pow(10, -0.25)), rounded(value * std::pow(10, 0.25))};
}

std::vector<double> values_of(std::span<const Trial> trials, const std::string& name) {
  std::vector<double> values;
  for (const Trial& trial : trials) values.push_back(trial.constants.at(name));
  std::ranges::sort(values);
  return values;
}

std::vector<double> widened_grid(std::span<const Trial> trials, const std::string& name) {
  const std::vector<double> values = values_of(trials, name);
  const std::vector<double> grid = tuning_grid();
  const double best = best_trial(trials).constants.at(name);
  const double widest = std::pow(10, widened_decades) * (1 - 1e-9);
  if (best == values.front() && grid.front() < best * widest)
    return {rounded(best / 10), rounded(best / std::sqrt(10))};
  if (best == values.back() && best < grid.back() * widest)
    return {rounded(best * std::sqrt(10)), rounded(best * 10)};
  return {};
}

std::vector<std::size_t> close_trials(std::span<const Trial> trials) {
  const Trial& lowest = *std::ranges::min_element(
      trials, {}, [](const Trial& trial) { return std::pair(trial.mean(), trial.constants); });
  std::vector<std::size_t> close;
  for (std::size_t k = 0; k < trials.size(); ++k) {
    const double error = std::hypot(lowest.standard_error(), trials[k].standard_error());
    if (&trials[k] == &lowest || trials[k].mean() < lowest.mean() + 2 * error) close.push_back(k);
  }
  return close;
}

std::vector<std::size_t> undecided_trials(std::span<const Trial> trials, std::size_t most_seeds) {
  std::vector<std::size_t> close = close_trials(trials);
  if (close.size() == 1) return {};
  std::erase_if(close, [&](std::size_t k) { return trials[k].objectives.size() >= most_seeds; });
  return close;
}

const Trial& best_trial(std::span<const Trial> trials) {
  const auto rank = [](const Trial& trial) {
    const auto radius = trial.constants.find("radius");
    return std::tuple(radius == trial.constants.end() ? 0 : radius->second, trial.mean(), trial.constants);
  };
  const std::vector<std::size_t> close = close_trials(trials);
  return trials[*std::ranges::min_element(close, {}, [&](std::size_t k) { return rank(trials[k]); })];
}

}  // namespace descent

#include <algorithm>
#include <cmath>

#include "plots/analysis/time_to_target.hpp"
#include "support/numbers/statistics.hpp"

namespace descent {
namespace {

/// Berthold's p: (F(w) − D*)/max(|F(w)|, |D*|), 1 without a finite F(w).
double primal_gap(const ResultRow& row) {
  if (!row.suboptimality || !std::isfinite(*row.suboptimality)) return 1;
  const double above = std::max(*row.suboptimality, 0.0);
  return above / (above + row.lower_bound.value());
}

double integral_until(double end, std::span<const ResultRow> run, Axis axis) {
  double integral = 0;
  double time = 0;
  double gap = primal_gap(run.front());
  for (const ResultRow& row : run) {
    const double now = charged(row, axis);
    integral += gap * (now - time);
    time = now;
    gap = primal_gap(row);
  }
  return integral + gap * (end - time);
}

}  // namespace

PrimalIntegrals primal_integrals(const RunGroup& cell, std::span<const RunGroup> problem) {
  const bool has_bound = std::ranges::any_of(
      cell.runs, [](const auto* run) { return unit_of(*run, TargetScale::optimum).has_value(); });
  PrimalIntegrals integrals;
  if (cell.sampled_by_tolerance || !has_bound) return integrals;
  for (const Axis axis : all_axes) {
    double end = 0;
    for (const RunGroup& each : problem)
      for (const auto* run : each.runs) end = std::max(end, charged(run->back(), axis));
    std::vector<double> of_runs;
    for (const auto* run : cell.runs) of_runs.push_back(integral_until(end, *run, axis));
    integrals[static_cast<std::size_t>(axis)] = quantile(of_runs, 0.5);
  }
  return integrals;
}

}  // namespace descent

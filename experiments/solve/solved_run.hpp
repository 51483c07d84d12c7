#pragma once

#include <optional>
#include <string>

#include "experiments/config/problem_spec.hpp"
#include "experiments/measure/run_record.hpp"
#include "experiments/plan/plan.hpp"
#include "support/json/read_json.hpp"

// Output of `descent solve` for its run.

namespace descent {

/// Distance of the objective from the best known lower bound (certified, or by the method's own dual
/// weights), relative to the objective. Empty without a bound.
std::optional<double> relative_gap_of(const ResultRow& row);

bool is_proved(const ResultRow& row, double gap);

Json solved_run_json(const RunSpec& spec, const ResultRow& last);
/// `chosen`: why the method was chosen, unless the user named it.
void print_solved_run(const RunSpec& spec, const ResultRow& last, const std::optional<std::string>& chosen);

/// Weights as text for other programs, one per line. numpy.loadtxt and R's scan skip the lines with #.
std::string weights_text(const RunSpec& spec, const RunRecord& record);

}  // namespace descent

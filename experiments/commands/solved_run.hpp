#pragma once

#include <optional>
#include <string>

#include "experiments/measure/run_record.hpp"
#include "experiments/plan/plan.hpp"
#include "support/json/read_json.hpp"

// What `descent solve` tells of the run that it has carried out.

namespace descent {

/// How far the objective is from the best lower bound that is known, by a certified optimum or by the
/// method's own dual weights, as a share of the objective; none where no bound is.
std::optional<double> relative_gap_of(const ResultRow& row);

bool is_proved(const ResultRow& row, double gap);

Json solved_run_json(const RunSpec& spec, const ResultRow& last);
void print_solved_run(const RunSpec& spec, const ResultRow& last);

/// The weights as text, one a line, for other programs: numpy.loadtxt and R's scan leave out the lines with
/// #.
std::string weights_text(const RunSpec& spec, const RunRecord& record);

}  // namespace descent

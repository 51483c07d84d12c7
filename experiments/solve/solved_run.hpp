#pragma once

#include <optional>
#include <span>
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

/// Weights as a model file of LIBLINEAR 2.30 (save_model in its linear.cpp), for its `predict`. The weight of
/// the constant feature becomes the bias term. Problems that no solver of LIBLINEAR has get the name of a
/// solver for the same loss: `predict` needs it to tell classes, probabilities and targets apart.
std::string liblinear_model(const ProblemSpec& problem, std::span<const double> w);

/// Throws ConfigError unless LIBLINEAR can name the classes: its labels are whole numbers.
void require_liblinear_labels(const Dataset& dataset);

}  // namespace descent

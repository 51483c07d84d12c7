#pragma once

#include <span>
#include <string>

#include "experiments/config/problem_spec.hpp"

namespace descent {

/// Weights as a model file of LIBLINEAR 2.30 (save_model in its linear.cpp), for its `predict`. The weight of
/// the constant feature becomes the bias term. Problems that no solver of LIBLINEAR has get the name of a
/// solver for the same loss: `predict` needs it to tell classes, probabilities and targets apart.
std::string liblinear_model(const ProblemSpec& problem, std::span<const double> w);

/// Throws ConfigError unless LIBLINEAR can name the classes: its labels are whole numbers.
void require_liblinear_labels(const Dataset& dataset);

}  // namespace descent

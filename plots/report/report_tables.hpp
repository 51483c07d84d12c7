#pragma once

#include <string>

#include "plots/results/results_folder.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// The tables of times to targets, one for each problem, scale and axis: titles of the columns, and for each
/// method the entries as people read them (time_entry) with numbers to sort by.
Json report_times(const ResultsFolder& results);

/// What tables/time_to_target.csv holds; empty without a certificate.
std::string times_csv(const ResultsFolder& results);

/// The performance profiles: the steps of every method.
Json report_profiles(const ResultsFolder& results);

}  // namespace descent

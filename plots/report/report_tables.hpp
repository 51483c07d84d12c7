#pragma once

#include <string>

#include "plots/results/results_folder.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// time_table() for each problem, scale and axis: column titles, and cells with numbers to sort by.
Json report_times(const ResultsFolder& results);

/// Content of tables/time_to_target.csv; empty without a certificate.
std::string times_csv(const ResultsFolder& results);

/// Performance profiles: the steps of every method.
Json report_profiles(const ResultsFolder& results);

}  // namespace descent

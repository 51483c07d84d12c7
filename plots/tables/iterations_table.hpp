#pragma once

#include "plots/results/results_folder.hpp"
#include "plots/tables/table_files.hpp"

namespace descent {

/// iterations.csv and .md, which has the first run of each method; nothing if no method has outer iterations.
TableFiles iterations_table(const GroupedResults& results);

}  // namespace descent

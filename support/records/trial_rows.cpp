#include "support/records/trial_rows.hpp"

#include <fmt/format.h>

#include <sstream>

#include "support/numbers/number_of.hpp"

namespace descent {
namespace {

std::string text_of_constants(const TrialRow& row) {
  std::string text;
  for (const auto& [option, value] : row.constants)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", option, value);
  return field_text(text);
}

void read_constants(TrialRow& row, const std::string& field) {
  std::istringstream words(field);
  for (std::string option, value; std::getline(words, option, '=') && words >> value; words >> std::ws) {
    const auto number = number_of<double>(value);
    if (!number) throw ResultFileError("expected OPTION=NUMBER, got '{}'", shown(field));
    row.constants[option] = *number;
  }
}

}  // namespace

const std::vector<Column<TrialRow>>& trial_columns() {
  using R = TrialRow;
  static const auto columns = with_key_columns<R>(
      {{"constants", "", "the values that were tried, as `option=value`", text_of_constants, read_constants},
       column("axis", "", "of the budget: cpu_seconds or passes", &R::axis),
       column("budget", "s or passes", "of the trial: `tuning.budget_share` of a run's budget", &R::budget),
       column("seed", "", "seed of the run's random numbers; reported runs have others", &R::seed),
       column("status", "", "as in a run's last row", &R::status),
       column("objective", "", "F(w) at the end; empty for a run that diverged or failed", &R::objective),
       column("cpu_seconds", "s", "processor time of the method, with its setup", &R::cpu_seconds)});
  return columns;
}

Store<TrialRow> trials_in(const std::filesystem::path& folder) {
  return {folder / "trials", trial_columns()};
}

}  // namespace descent

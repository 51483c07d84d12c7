#include "experiments/tuning/tuning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "experiments/config/tuned_file.hpp"
#include "plots/results/results_folder.hpp"
#include "support/errors.hpp"
#include "support/text/plural.hpp"

namespace descent {

Json tuning_trials(const std::filesystem::path& folder, const Manifest& manifest) {
  TunedFile file;
  std::string reason;
  std::vector<TrialRow> rows;
  try {
    file = TunedFile::read(TunedFile::path_for(manifest.config_file, manifest.name));
    rows = file.trials(folder);
  } catch (const Error& damage) {
    reason = fmt::format(": {}", damage.what());
  }
  Json found = Json::array();
  std::size_t missing = 0;
  for (const ManifestConstant& constant : manifest.constants) {
    if (!constant.origin.starts_with("tuned: ")) continue;
    const ManifestDataset& dataset = dataset_of(manifest, constant);
    const auto is_trial_of = [&](const TunedConstants& tuned) {
      return [&](const TrialRow& row) {
        return row.search == tuned.search && row.problem() == constant && row.method == constant.method &&
               row.variant == constant.variant;
      };
    };
    const auto tuned = std::ranges::find_if(file.all(), [&](const TunedConstants& each) {
      const std::string base = file.origin_of(each);
      return (constant.origin == base || constant.origin.starts_with(base + ';')) &&
             each.constants.contains(constant.option) &&
             each.constants.at(constant.option) == constant.value && each.problem.source == dataset.source &&
             each.problem.rows == static_cast<std::int64_t>(dataset.rows) &&
             each.problem.is_rounded == dataset.is_rounded &&
             each.problem.form.is_sum == manifest.form.is_sum &&
             static_cast<std::size_t>(std::ranges::count_if(rows, is_trial_of(each))) == each.cost.runs;
    });
    if (tuned == file.all().end()) {
      ++missing;
      continue;
    }
    std::map<Constants, Json> objectives;
    for (const TrialRow& row : rows)
      if (is_trial_of(*tuned)(row))
        objectives[row.constants].push_back(row.objective ? Json(*row.objective) : Json());
    Json trials = Json::array();
    for (const auto& [constants, each] : objectives)
      trials.push_back({constants.at(constant.option), each, constants == tuned->constants});
    found.push_back(write_record(constant));
    found.back()["trials"] = std::move(trials);
  }
  return {{"constants", std::move(found)},
          {"missing", missing == 0 ? ""
                                   : fmt::format("The trials of {} are not here{}.",
                                                 plural(missing, "tuned constant"), reason)}};
}

}  // namespace descent

#include "experiments/tuning/tuning_trials.hpp"

#include <algorithm>

#include "experiments/config/tuned_file.hpp"
#include "plots/results/manifest.hpp"
#include "support/json/json_place.hpp"
#include "support/json/seal.hpp"

namespace descent {
namespace {

/// Whether the trials are of the method, the problem and the data that a constant of the manifest is for.
bool is_of(const TunedConstants& tuned, const JsonPlace& constant, const Manifest& manifest) {
  const TunedProblem& problem = tuned.problem;
  const auto says = [&](const char* key, const std::string& text) { return constant.at(key).text() == text; };
  const bool has_data = std::ranges::any_of(manifest.datasets, [&](const ManifestDataset& data) {
    return data.name == problem.dataset && data.source == problem.source &&
           data.rows == static_cast<std::uint64_t>(problem.rows) && data.is_rounded == problem.is_rounded;
  });
  return has_data && says("method", tuned.method) && says("variant", tuned.variant) &&
         says("dataset", problem.dataset) && says("loss", problem.loss) &&
         says("regularizer", problem.regularizer) && says("lambda", problem.lambda) &&
         problem.form.is_sum == manifest.form.is_sum &&
         tuned.constants.at(constant.at("option").text()) == constant.at("value").number();
}

}  // namespace

std::vector<ConstantTrials> tuning_trials(const std::filesystem::path& folder) {
  const Manifest manifest = read_manifest(folder);
  const Json json = read_sealed_json(folder / "manifest.json");
  const JsonPlace root((folder / "manifest.json").string(), json);
  const TunedFile file = TunedFile::read(TunedFile::path_for(root.at("config_file").text(), manifest.name));
  std::vector<ConstantTrials> found;
  for (const JsonPlace& constant : root.at("constants").elements()) {
    const std::string option = constant.at("option").text();
    const std::string origin = constant.at("origin").text();
    const auto tuned = std::ranges::find_if(file.all(), [&](const TunedConstants& each) {
      const std::string base = file.origin_of(each);
      return each.constants.contains(option) && (origin == base || origin.starts_with(base + ';')) &&
             is_of(each, constant, manifest);
    });
    if (tuned == file.all().end()) continue;
    ConstantTrials& of_constant = found.emplace_back(ConstantTrials{tuned->problem.dataset,
                                                                    tuned->problem.loss,
                                                                    tuned->problem.regularizer,
                                                                    tuned->problem.lambda,
                                                                    tuned->method,
                                                                    tuned->variant,
                                                                    option,
                                                                    origin,
                                                                    {}});
    for (const Trial& trial : tuned->trials)
      of_constant.trials.push_back(
          {trial.constants.at(option), trial.objectives, trial.constants == tuned->constants});
  }
  return found;
}

}  // namespace descent

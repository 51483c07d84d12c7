#include "experiments/tuning/tuning_trials.hpp"

#include <algorithm>

#include "experiments/config/tuned_file.hpp"

namespace descent {
namespace {

/// True if the trials have the method, problem, data and value of the constant.
bool is_of(const TunedConstants& tuned, const ManifestConstant& constant, const Manifest& manifest) {
  const TunedProblem& problem = tuned.problem;
  const bool has_data = std::ranges::any_of(manifest.datasets, [&](const ManifestDataset& data) {
    return data.name == problem.dataset && data.source == problem.source &&
           data.rows == static_cast<std::uint64_t>(problem.rows) && data.is_rounded == problem.is_rounded;
  });
  const bool has_lambda = std::ranges::any_of(manifest.lambdas, [&](const ManifestLambda& lambda) {
    return lambda.dataset == problem.dataset && lambda.text == problem.lambda &&
           lambda.value == constant.lambda;
  });
  const auto value = tuned.constants.find(constant.option);
  return has_data && has_lambda && constant.method == tuned.method && constant.variant == tuned.variant &&
         constant.dataset == problem.dataset && constant.loss == problem.loss &&
         constant.regularizer == problem.regularizer && problem.form.is_sum == manifest.form.is_sum &&
         value != tuned.constants.end() && value->second == constant.value;
}

}  // namespace

std::vector<ConstantTrials> tuning_trials(const Manifest& manifest) {
  const TunedFile file = TunedFile::read(TunedFile::path_for(manifest.config_file, manifest.name));
  std::vector<ConstantTrials> found;
  for (const ManifestConstant& constant : manifest.constants) {
    const auto tuned = std::ranges::find_if(file.all(), [&](const TunedConstants& each) {
      const std::string base = file.origin_of(each);
      return (constant.origin == base || constant.origin.starts_with(base + ';')) &&
             is_of(each, constant, manifest);
    });
    if (tuned == file.all().end()) continue;
    ConstantTrials& of_constant = found.emplace_back(ConstantTrials{tuned->problem.dataset,
                                                                    tuned->problem.loss,
                                                                    tuned->problem.regularizer,
                                                                    tuned->problem.lambda,
                                                                    tuned->method,
                                                                    tuned->variant,
                                                                    constant.option,
                                                                    constant.origin,
                                                                    {}});
    for (const Trial& trial : tuned->trials)
      of_constant.trials.push_back(
          {trial.constants.at(constant.option), trial.objectives, trial.constants == tuned->constants});
  }
  return found;
}

}  // namespace descent

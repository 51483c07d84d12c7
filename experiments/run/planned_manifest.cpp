#include "experiments/run/planned_manifest.hpp"

#include <algorithm>
#include <vector>

#include "datasets/weigh_rows.hpp"
#include "experiments/config/load_datasets.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "support/files/file_descriptor.hpp"
#include "support/numbers/number_of.hpp"

namespace descent {

namespace {

ProblemKey key_of(const ProblemSpec& problem) {
  return {problem.dataset->name, std::string(name_of(problem.loss)),
          std::string(name_of(problem.regularizer)), problem.lambda_value()};
}

MethodOnProblem key_of(const RunSpec& spec) {
  return {key_of(static_cast<const ProblemSpec&>(spec)), spec.method->name, spec.variant};
}

/// Constants that the program has chosen, the same for all seeds.
std::vector<ManifestConstant> constants_of(const Config& config, const Plan& plan) {
  std::vector<ManifestConstant> constants;
  for (const RunSpec& spec : plan.runs) {
    if (spec.seed != config.seeds.front()) continue;
    for (const auto& [option, value, origin, tuning] : spec.chosen) {
      ManifestConstant& constant =
          constants.emplace_back(ManifestConstant{key_of(spec), option, value, origin, {}, spec.lambda.text});
      if (!tuning) continue;
      constant.tuning_cpu_seconds = tuning->cpu_seconds;
      constant.tuning_runs = tuning->runs;
    }
  }
  return constants;
}

/// Datasets that are left out, and methods left out on one dataset.
std::vector<LeftOutOfPlan> left_out_of(const Config& config, const Plan& plan) {
  std::vector<LeftOutOfPlan> all;
  for (const std::string& name : left_out_datasets(config)) all.push_back({name, "its files are not here"});
  for (const LeftOut& each : plan.left_out) {
    const ProblemKey problem = key_of(each.problem);
    all.push_back(
        {problem.dataset, each.reason, problem.loss, problem.regularizer, each.method->name, each.variant});
  }
  return all;
}

/// The path of a file as seen from the folder.
std::string path_from(const std::filesystem::path& folder, const std::filesystem::path& file) {
  const auto whole = [](const std::filesystem::path& path) {
    return std::filesystem::absolute(path).lexically_normal();
  };
  return whole(file).lexically_proximate(whole(folder)).generic_string();
}

/// Optima in the order of the problems. The order in which they became known differs after a failure.
std::vector<ManifestOptimum> optima_of(std::span<const ProblemSpec> problems, const OptimumStore& optima,
                                       const std::filesystem::path& folder) {
  std::vector<ManifestOptimum> all;
  for (const ProblemSpec& problem : problems) {
    const KnownOptimum* const known = optima.find(problem);
    if (known == nullptr) continue;
    const CertifiedOptimum& optimum = known->optimum;
    const double scale = problem.objective_scale();
    all.push_back({key_of(problem), scale * optimum.objective, scale * optimum.lower_bound, optimum.method,
                   optimum.cpu_seconds, path_from(folder, known->path), problem.lambda.text, optimum.gap(),
                   optimum.nonzeros()});
  }
  return all;
}

}  // namespace

Json label_json(const std::string& label) {
  const auto number = number_of<double>(label);
  return number ? Json(*number) : Json(label);
}

ManifestDataset facts_of(const Dataset& dataset) {
  const Sample& train = dataset.train;
  ManifestDataset facts{.name = dataset.name,
                        .source = dataset.source,
                        .rows = static_cast<std::uint64_t>(train.rows.outer_size()),
                        .columns = static_cast<std::uint64_t>(train.rows.inner_size()),
                        .nonzeros = static_cast<std::uint64_t>(train.rows.nonzeros()),
                        .test_rows = static_cast<std::uint64_t>(dataset.test.rows.outer_size()),
                        .weighting = weighting_text(dataset),
                        .underflows = static_cast<std::uint64_t>(dataset.underflows),
                        .is_rounded = dataset.is_rounded,
                        .origin = dataset.origin,
                        .sha256 = dataset.sha256,
                        .inexact_values = static_cast<std::uint64_t>(dataset.inexact_values),
                        .is_catalogued = dataset.file.empty() && dataset.source == "file",
                        .scaling = std::string(name_of(dataset.scaling)),
                        .shifts = dataset.shifts,
                        .scales = dataset.scales};
  if (dataset.classes) {
    facts.positive_label = label_json(dataset.classes->positive);
    facts.negative_label = label_json(dataset.classes->negative_name());
  }
  return facts;
}

Manifest make_manifest(const std::filesystem::path& folder, const Config& config,
                       std::span<const Dataset> datasets, const Plan& plan, const OptimumStore& optima,
                       std::span<const std::string> run_ids) {
  Manifest manifest{.name = config.name,
                    .title = config.title,
                    .config_file = std::filesystem::absolute(config.path).lexically_normal().generic_string(),
                    .config = to_json(config),
                    .form = config.form,
                    .x_axis = config.budget.axis,
                    .protocol_titles = config.protocol_titles,
                    .optima = optima_of(problems_of(config, datasets), optima, folder),
                    .constants = constants_of(config, plan),
                    .left_out = left_out_of(config, plan)};
  for (const LossKind loss : config.losses) manifest.losses.emplace_back(name_of(loss));
  for (const RegularizerKind kind : config.regularizers) manifest.regularizers.emplace_back(name_of(kind));
  for (const Dataset& dataset : datasets) {
    for (const Lambda& lambda : config.lambdas)
      manifest.lambdas.push_back({dataset.name, lambda.text, lambda.value(dataset.train.rows.outer_size())});
    manifest.datasets.push_back(facts_of(dataset));
    manifest.datasets.back().sample_of = config.sample_of(dataset.name);
  }
  for (const MethodEntry& entry : config.methods)
    manifest.methods.push_back({entry.method->name, entry.variant, entry.label,
                                entry.method->sampled_by_tolerance, keeps_rounds(*entry.method),
                                entry.method->randomized, entry.protocols});
  for (std::size_t k = 0; k < plan.runs.size(); ++k)
    manifest.runs.push_back({key_of(plan.runs[k]), run_ids[k], plan.runs[k].lambda.text, plan.runs[k].seed});
  return manifest;
}

}  // namespace descent

#include "experiments/run/make_manifest.hpp"

#include "experiments/program/program_and_machine.hpp"

namespace descent {

Json to_json(const Classes& classes) {
  return {{"positive_label", classes.positive}, {"negative_label", classes.negative}};
}

Json make_manifest(const Config& config, const std::vector<Dataset>& datasets, const Plan& plan,
                   const OptimumStore& references, std::span<const std::string> run_ids) {
  Json manifest = {{"name", config.name},
                   {"title", config.title},
                   {"form", config.form.name()},
                   {"l2_factor", config.form.l2_factor},
                   {"x_axis", config.budget.axis == Axis::passes ? "passes" : "cpu_seconds"},
                   {"config_file", config.path.generic_string()},
                   {"config", to_json(config)}};
  for (const LossKind kind : config.losses) manifest["loss"].push_back(name_of(kind));
  for (const RegularizerKind kind : config.regularizers) manifest["regularizer"].push_back(name_of(kind));
  for (const Dataset& dataset : datasets) {
    for (const Lambda& lambda : config.lambdas)
      manifest["lambdas"].push_back({{"dataset", dataset.name},
                                     {"text", lambda.text},
                                     {"value", lambda.value(dataset.train.rows.outer_size())}});
    manifest["datasets"].push_back({{"name", dataset.name},
                                    {"source", dataset.source},
                                    {"origin", dataset.origin},
                                    {"sha256", dataset.sha256},
                                    {"rows", dataset.train.rows.outer_size()},
                                    {"columns", dataset.train.rows.inner_size()},
                                    {"nonzeros", dataset.train.rows.nonzeros()},
                                    {"test_rows", dataset.test.rows.outer_size()},
                                    {"inexact_values", dataset.inexact_values}});
    if (dataset.classes) manifest["datasets"].back().update(to_json(*dataset.classes));
  }
  manifest["left_out"] = Json::array();
  for (const LeftOut& each : plan.left_out) {
    manifest["left_out"].push_back({{"dataset", each.dataset},
                                    {"loss", each.loss},
                                    {"regularizer", each.regularizer},
                                    {"method", each.method},
                                    {"variant", each.variant},
                                    {"reason", each.reason}});
  }
  for (const MethodEntry& entry : config.methods) {
    manifest["methods"].push_back({{"name", entry.method->name},
                                   {"variant", entry.variant},
                                   {"label", entry.label},
                                   {"restarts", entry.method->sampled_by_tolerance}});
  }
  manifest["constants"] = Json::array();
  for (const AppliedConstant& constant : plan.constants) {
    manifest["constants"].push_back({{"dataset", constant.dataset},
                                     {"loss", constant.loss},
                                     {"regularizer", constant.regularizer},
                                     {"lambda", constant.lambda},
                                     {"method", constant.method},
                                     {"variant", constant.variant},
                                     {"option", constant.option},
                                     {"value", constant.value},
                                     {"origin", constant.origin}});
  }
  manifest["references"] = Json::array();
  // Not in the order in which they became known, which is another one after a failure.
  for (const ProblemSpec& problem : problems_of(config, datasets)) {
    const KnownOptimum* const found = references.find(problem);
    if (found == nullptr) continue;
    const KnownOptimum& known = *found;
    const CertifiedOptimum& reference = known.reference;
    const double scale = problem.objective_scale();
    manifest["references"].push_back({{"dataset", known.spec.dataset->name},
                                      {"loss", name_of(known.spec.loss)},
                                      {"regularizer", name_of(known.spec.regularizer)},
                                      {"lambda", problem.lambda.text},
                                      {"lambda_value", problem.lambda_value()},
                                      {"objective", scale * reference.objective},
                                      {"lower_bound", scale * reference.lower_bound},
                                      {"gap", reference.gap()},
                                      {"nonzeros", reference.nonzeros()},
                                      {"method", reference.method},
                                      {"cpu_seconds", reference.cpu_seconds},
                                      {"file", known.path.generic_string()}});
  }
  for (std::size_t k = 0; k < plan.runs.size(); ++k) {
    const RunSpec& spec = plan.runs[k];
    manifest["runs"].push_back({{"id", run_ids[k]},
                                {"dataset", spec.dataset->name},
                                {"loss", name_of(spec.loss)},
                                {"regularizer", name_of(spec.regularizer)},
                                {"lambda", spec.lambda.text},
                                {"method", spec.method->name},
                                {"variant", spec.variant},
                                {"seed", spec.seed}});
  }
  manifest.update(program_and_machine());
  return manifest;
}

}  // namespace descent

#include "experiments/provenance.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <ctime>

#include "experiments/build_info.hpp"
#include "experiments/processor.hpp"

namespace descent {

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

Json program_and_machine() {
  const BuildInfo& info = build_info();
  utsname system{};
  uname(&system);
  return {{"program",
           {{"version", info.version},
            {"commit", info.commit},
            {"dirty", info.dirty},
            {"compiler", info.compiler},
            {"flags", info.flags},
            {"value_type", info.value_type}}},
          {"machine",
           {{"processor", processor_model()},
            {"physical_cores", physical_cores_of_machine()},
            {"governor", frequency_governor()},
            {"memory_bytes", memory_bytes()},
            {"kernel", fmt::format("{} {}", system.sysname, system.release)}}}};
}

Json to_json(const Classes& classes) {
  return {{"positive_label", classes.positive}, {"negative_label", classes.negative}};
}

Json make_manifest(const Config& config, const std::vector<Dataset>& datasets, const Plan& plan,
                   const References& references, std::span<const std::string> run_ids) {
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
                                     {"value", lambda.value(dataset.train.rows.lines())}});
    manifest["datasets"].push_back({{"name", dataset.name},
                                    {"source", dataset.source},
                                    {"origin", dataset.origin},
                                    {"sha256", dataset.sha256},
                                    {"rows", dataset.train.rows.lines()},
                                    {"columns", dataset.train.rows.width()},
                                    {"nonzeros", dataset.train.rows.nonzeros()},
                                    {"test_rows", dataset.test.rows.lines()},
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
                                   {"restarts", entry.method->restarts}});
  }
  manifest["constants"] = Json::array();
  for (const ResolvedConstant& constant : plan.constants) {
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
    const KnownReference* const found = references.find(problem);
    if (found == nullptr) continue;
    const KnownReference& known = *found;
    const Reference& reference = known.reference;
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

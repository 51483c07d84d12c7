#include "experiments/plan/run_identity.hpp"

#include "experiments/config/dataset_entries.hpp"
#include "experiments/config/method_entries.hpp"
#include "experiments/program/build_info.hpp"
#include "support/files/sha256.hpp"
#include "support/json/read_json.hpp"

namespace descent {

namespace {

/// Dataset as in a configuration.
/// Paths are recorded elsewhere: the place of a file changes nothing.
Json dataset_entry(const RunSpec& spec) {
  const std::string& name = spec.dataset->name;
  if (!spec.titled) return name;
  TitledDataset titled = *spec.titled;
  titled.weighting = {};  // is the configuration's
  if (titled.is_file) titled.of = name;
  if (!titled.test_file.empty()) titled.test_file = "test";
  if (titled == TitledDataset{.of = name, .is_file = true}) return name;
  return write_dataset(name, titled);
}

Json single_run_config(const RunSpec& spec) {
  Json method;
  write_method_name(*spec.method, method);
  for (const Option& option : spec.method->options) {
    const bool matters = option.matters(spec.regularizer, spec.options);
    write_option(*spec.method, option, matters ? spec.options.all().at(option.name) : option.default_value,
                 method);
  }
  Json config = {{"name", spec.experiment},
                 {"datasets", Json::array()},
                 {"loss", name_of(spec.loss)},
                 {"regularizer", name_of(spec.regularizer)},
                 {"form", spec.form.name()},
                 {"l2_factor", spec.form.l2_factor},
                 {"methods", Json::array({std::move(method)})},
                 {"seeds", Json::array({spec.seed})},
                 {name_of(spec.allowance.axis), spec.allowance.amount},
                 {"checkpoints", spec.allowance.checkpoints},
                 {"test_rows", spec.dataset->test.rows.outer_size()}};
  if (spec.allowance.stop_at) config["stop_at"] = *spec.allowance.stop_at;
  config["datasets"].push_back(dataset_entry(spec));
  config["lambdas"] = Json::array();
  config["lambdas"].push_back(to_json(spec.lambda));
  if (description_of(spec.loss).has_epsilon) config["epsilon"] = spec.details.epsilon;
  if (spec.dataset->constant_feature > 0 || spec.details.free_intercept) {
    config["bias"] = spec.dataset->constant_feature;
    config["free_bias"] = spec.details.free_intercept;
  }
  if (spec.dataset->scaling != Scaling::none)
    config["standardize"] = standardize_key().write({.scaling = spec.dataset->scaling});
  if (spec.dataset->is_rounded) config["values"] = "float";
  config.update(write_keys(row_weighting_keys(), spec.dataset->weighting));
  return config;
}

Json dataset_identity(const Dataset& dataset) {
  Json identity = {{"source", dataset.source},
                   {"origin", dataset.origin},
                   {"sha256", dataset.sha256},
                   {"rows", dataset.train.rows.outer_size()}};
  if (!dataset.weights_sha256.empty()) identity["row_weights_sha256"] = dataset.weights_sha256;
  return identity;
}

}  // namespace

Json run_identity(const RunSpec& spec, const std::string& processor) {
  const Json code = code_identity(*spec.method);
  const bool is_native = code["flags"].get<std::string>().find("-march=native") != std::string::npos;
  const bool processor_matters = spec.allowance.axis == Axis::cpu_seconds || is_native;
  return {{"config", single_run_config(spec)},
          {"variant", spec.variant},
          {"dataset", dataset_identity(*spec.dataset)},
          {"code", code},
          {"processor", processor_matters ? processor : ""}};
}

std::string run_id(const Json& identity) {
  Sha256 hash;
  hash.add(json_text(identity));  // file names may be invalid UTF-8
  return hash.hex().substr(0, 16);
}

}  // namespace descent

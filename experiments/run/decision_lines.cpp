// Decision lines of data with two features, for the figure of points (experiment.hpp).

#include "experiments/run/experiment.hpp"

#include <system_error>

#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/sha256.hpp"
#include "support/json/read_json.hpp"
#include "support/records/csv_table.hpp"
#include "support/records/decision_file.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

constexpr Index features = 2;

/// The points x_i of a sample, whose rows hold y_i x_i.
void append_points(const Sample& sample, bool is_test, DecisionData& data) {
  for (Index i = 0; i < sample.rows.outer_size(); ++i) {
    const double label = sample.labels[static_cast<std::size_t>(i)];
    double x[features] = {0, 0};
    for (const Entry& entry : sample.rows[i]) {
      if (entry.index < features) x[entry.index] = label * entry.value;
    }
    data.points.push_back({x[0], x[1], label > 0, is_test});
  }
}

std::vector<double> read_weights(const std::filesystem::path& path, const std::string& sha256,
                                 std::size_t count) {
  const std::string text = checked_text(path, sha256);
  try {
    const Json json = parse_json(text, path.string());
    const JsonPlace root(path.string(), json);
    std::vector<double> weights = root.list(&JsonPlace::number);
    if (weights.size() != count) root.fail("must have {} weights, has {}", count, weights.size());
    return weights;
  } catch (const ConfigError& error) {
    throw ResultFileError("{}; remove the file and `descent run` again", error.what());
  }
}

}  // namespace

DecisionLines::DecisionLines(const Config& config, std::span<const Dataset> datasets,
                             std::filesystem::path folder)
    : config_(config), datasets_(datasets), folder_(std::move(folder)) {
  if (!config.decision_lines) return;
  for (const Dataset& dataset : datasets) {
    const Index own = dataset.train.rows.inner_size() - (config.bias > 0 ? 1 : 0);
    if (own == features) continue;
    const auto place = std::ranges::find(config.datasets, dataset.name) - config.datasets.begin();
    throw ConfigError(
        "{}: /datasets/{}: {} has {}; \"decision_lines\" are drawn of data with {}, the bias not counted",
        config.path.string(), place, dataset.name, plural(static_cast<std::size_t>(own), "feature"),
        features);
  }
}

bool DecisionLines::wants(const RunSpec& spec) const {
  return config_.decision_lines && spec.seed == config_.seeds.front();
}

std::filesystem::path DecisionLines::file(const std::string& id) const {
  return folder_ / "runs" / (id + ".weights");
}

bool DecisionLines::lacks(const RunSpec& spec, const std::string& id, const RunFile& run) const {
  if (!wants(spec)) return false;
  if (!std::filesystem::exists(file(id))) return true;
  if (run.checksums().weights.empty()) return true;  // the file belongs to an earlier run
  // The repetition of the run was killed between the provenance and the rows.
  if (run.sha256 == run.checksums().former_rows && run.sha256 != run.checksums().rows) return true;
  checked_text(file(id), run.checksums().weights);
  return false;
}

std::string DecisionLines::keep(const RunSpec& spec, const std::string& id,
                                std::span<const double> weights) const {
  if (!wants(spec)) return "";
  Json json = Json::array();
  for (const double weight : weights) json.push_back(weight);
  const std::string text = json_text(json) + '\n';
  write_atomically(file(id), text);
  return sha256_of(text);
}

void DecisionLines::write(const Plan& plan, std::span<const std::string> ids) const {
  if (!config_.decision_lines) {
    std::error_code ignored;  // an old file that cannot be removed is drawn again
    std::filesystem::remove(decision_path(folder_), ignored);
    return;
  }
  DecisionFile decisions;
  for (const Dataset& dataset : datasets_) {
    decisions.datasets.push_back({dataset.name, {}});
    append_points(dataset.train, false, decisions.datasets.back());
    append_points(dataset.test, true, decisions.datasets.back());
  }
  for (std::size_t k = 0; k < plan.runs.size(); ++k) {
    const RunSpec& spec = plan.runs[k];
    if (!wants(spec) || !std::filesystem::exists(file(ids[k])) ||
        !std::filesystem::exists(run_file(folder_, ids[k])))
      continue;
    const std::string sha256 = read_provenance(folder_, ids[k]).checksums.weights;
    // Else a child wrote the file and was killed before the rows; its failure was reported.
    if (sha256 != sha256_of_file(file(ids[k]))) continue;
    const auto w =
        read_weights(file(ids[k]), sha256, static_cast<std::size_t>(spec.dataset->train.rows.inner_size()));
    const double intercept = config_.bias > 0 ? w[features] * config_.bias : 0;
    decisions.lines.push_back({spec.dataset->name, std::string(name_of(spec.loss)),
                               std::string(name_of(spec.regularizer)), spec.method->name, spec.variant,
                               spec.lambda_value(), spec.seed, w[0], w[1], intercept});
  }
  write_decisions(folder_, decisions);
}

}  // namespace descent

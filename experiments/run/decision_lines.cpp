// Decision lines of data with two features, for the figure of points (experiment.hpp).

#include "experiments/run/experiment.hpp"

#include "support/errors.hpp"
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

}  // namespace

void require_two_features(const Config& config, std::span<const Dataset> datasets) {
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

bool needs_line(const Config& config, const RunSpec& spec) {
  return config.decision_lines && spec.seed == config.seeds.front();
}

std::vector<double> line_of(const Config& config, const RunSpec& spec, std::span<const double> weights) {
  if (!needs_line(config, spec)) return {};
  return {weights[0], weights[1], config.bias > 0 ? weights[features] * config.bias : 0};
}

void write_points(const Experiment& experiment) {
  if (!experiment.config.decision_lines) return;
  DecisionFile decisions;
  for (const Dataset& dataset : experiment.datasets) {
    decisions.datasets.push_back({dataset.name, {}});
    append_points(dataset.train, false, decisions.datasets.back());
    append_points(dataset.test, true, decisions.datasets.back());
  }
  write_decisions(experiment.settings.folder, decisions);
}

}  // namespace descent

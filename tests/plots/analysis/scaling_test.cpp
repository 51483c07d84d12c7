// Problems that grow with the processes, and the model of wall times.

#include "plots/analysis/scaling.hpp"

#include "plots/figures/figures.hpp"
#include "tests/catch.hpp"

using namespace descent;

namespace {

/// All of "data", random parts of it, and other data of the same size as one part.
Manifest growing_manifest() {
  Manifest manifest;
  manifest.name = "example";
  manifest.losses = {"hinge"};
  manifest.regularizers = {"l2"};
  manifest.datasets = {{"data", "stand-in", 4000, 6, 9, 0},
                       {"half", "stand-in", 2000, 6, 9, 0, "", "data"},
                       {"quarter", "stand-in", 1003, 6, 9, 0, "", "data"},
                       {"weighted", "stand-in", 2000, 6, 9, 0, "balanced class weights", "data"},
                       {"other", "file", 1000, 6, 9, 0}};
  for (const ManifestDataset& dataset : manifest.datasets)
    manifest.lambdas.push_back({dataset.name, "1/m", 1 / static_cast<double>(dataset.rows)});
  for (const std::string name : {"newton", "cocoa"})
    for (const std::string variant : {"", "processes=2", "processes=4"})
      manifest.methods.push_back({name, variant, name + " " + variant, false, name == "newton"});
  return manifest;
}

ScalingRow row_of(const Manifest& manifest, const std::string& dataset, const std::string& method,
                  std::uint64_t processes, std::optional<double> wall_seconds, double rounds = 10) {
  ScalingRow row;
  row.dataset = dataset;
  row.loss = "hinge";
  row.regularizer = "l2";
  for (const ManifestLambda& lambda : manifest.lambdas)
    if (lambda.dataset == dataset) row.lambda = lambda.value;
  row.method = row.label = method;
  if (processes > 1) row.variant = "processes=" + std::to_string(processes);
  row.processes = processes;
  row.target = 1e-3;
  row.rounds = rounds;
  row.entries_touched = 1e6;
  row.bytes_sent = processes == 1 ? 0 : 800 * rounds * static_cast<double>(processes);
  row.wall_seconds = wall_seconds;
  row.cpu_seconds = 0.5;
  return row;
}

AllreduceProbe probe_of(std::uint64_t processes, double latency, double bytes_per_second) {
  AllreduceProbe probe{processes, {}, static_cast<double>(processes), 1};
  for (const std::uint64_t numbers : {1, 1000, 100'000})
    probe.times.push_back({numbers, latency + 8 * static_cast<double>(numbers - 1) / bytes_per_second});
  return probe;
}

std::string field(const ScalingModelRow& row, const std::string& name) {
  for (const auto& column : scaling_model_columns())
    if (column.name == name) return column.text(row);
  return "no such column";
}

}  // namespace

TEST_CASE("scaling: latency and bandwidth are those of the probe, and none where it had no cores") {
  const auto connection = connection_of(probe_of(2, 2e-6, 3e9));
  REQUIRE(connection);
  CHECK(connection->latency == 2e-6);
  CHECK(connection->bytes_per_second == Approx(3e9));
  AllreduceProbe shared = probe_of(2, 2e-6, 3e9);
  shared.cpu_seconds = 1.8;
  CHECK_FALSE(connection_of(shared));
  AllreduceProbe flat = probe_of(2, 2e-6, 3e9);
  for (AllreduceTime& time : flat.times) time.seconds = 2e-6;
  CHECK_FALSE(connection_of(flat));
  CHECK_FALSE(connection_of({2, {}, 2, 1}));
}

TEST_CASE("scaling: latency grows as log P on paper, and the share that is sent as (P - 1)/P") {
  const Connection measured{2, 1e-6, 4e9};
  const Connection same = with_processes(measured, 2);
  CHECK(same.latency == measured.latency);
  CHECK(same.bytes_per_second == measured.bytes_per_second);
  const Connection more = with_processes(measured, 64);
  CHECK(more.processes == 64);
  CHECK(more.latency == Approx(6e-6));
  CHECK(more.bytes_per_second == Approx(4e9 * 0.5 * 64 / 63));
}

TEST_CASE("scaling: a prediction for what was counted, and up to 64 where rounds do not depend on P") {
  const Manifest manifest = growing_manifest();
  const std::vector<ScalingRow> rows{
      row_of(manifest, "data", "cocoa", 1, 0.5),          row_of(manifest, "data", "cocoa", 2, 0.4, 20),
      row_of(manifest, "data", "cocoa", 4, std::nullopt), row_of(manifest, "data", "newton", 1, 0.5, 12),
      row_of(manifest, "data", "newton", 2, 0.2),         row_of(manifest, "other", "newton", 2, 0.2)};
  const std::vector<AllreduceProbe> probes{probe_of(2, 1e-3, 1e6), probe_of(2, 1e-3, 1e6)};
  const auto model = scaling_model(manifest, probes, rows);
  std::vector<std::uint64_t> processes;
  for (const ScalingModelRow& row : model) {
    CAPTURE(row.method, row.processes);
    processes.push_back(row.processes);
    CHECK(row.dataset == "data");  // the other data has no rate
    CHECK(row.entries_per_second == 2e6);
    CHECK(row.bytes_per_round == Approx(800));
    CHECK(row.probe.processes == 2);
    CHECK(row.predicted() == row.round_seconds() + row.work_seconds());
  }
  CHECK(processes == std::vector<std::uint64_t>{2, 4, 2, 4, 8, 16, 32, 64});
  const ScalingModelRow& cocoa = model[0];
  CHECK(cocoa.round_seconds() == Approx(20 * (1e-3 + 800e-6)));
  CHECK(cocoa.work_seconds() == Approx(0.25));
  CHECK(field(cocoa, "wall_seconds") == "0.4");
  CHECK(std::stod(field(cocoa, "model_ratio")) == Approx(cocoa.predicted() / 0.4));
  CHECK(field(model[1], "wall_seconds").empty());  // run without a core each
  CHECK(field(model[1], "model_ratio").empty());
  CHECK(model[1].counted_processes == 4);
  const ScalingModelRow& most = model.back();
  CHECK(most.counted_processes == 1);
  CHECK(most.rounds == 12);
  CHECK(most.variant.empty());
  CHECK(most.round_seconds() == Approx(12 * (6e-3 + 800 * 2 * 63 / 64.0 / 1e6)));
  CHECK(most.work_seconds() == Approx(0.5 / 64));
  CHECK_FALSE(most.wall_seconds);

  CHECK(scaling_model(manifest, {}, rows).empty());
  CHECK(scaling_model(manifest, probes, std::span(rows).subspan(1, 2)).empty());
}

TEST_CASE("scaling: what is predicted stands in columns of the model alone") {
  bool is_of_model = false;
  for (const auto& column : scaling_model_columns()) {
    if (column.name.starts_with("model_")) is_of_model = true;
    CAPTURE(column.name);
    CHECK(column.name.starts_with("model_") == is_of_model);
  }
  CHECK(is_of_model);
}

TEST_CASE("scaling: a problem that grows with the processes is known by its rows") {
  const Manifest manifest = growing_manifest();
  const std::vector<ScalingRow> rows{
      row_of(manifest, "data", "newton", 4, 0.4),    row_of(manifest, "data", "cocoa", 4, std::nullopt),
      row_of(manifest, "half", "newton", 2, 0.25),   row_of(manifest, "half", "cocoa", 2, 0.5),
      row_of(manifest, "quarter", "newton", 1, 0.2), row_of(manifest, "weighted", "newton", 2, 0.2),
      row_of(manifest, "other", "newton", 1, 0.2),   row_of(manifest, "quarter", "single", 1, 0.1)};
  const auto scalings = weak_scalings(manifest, rows);
  REQUIRE(scalings.size() == 1);
  const WeakScaling& scaling = scalings.front();
  CHECK(scaling.problem.data == "data");
  CHECK(scaling.problem.lambda == "1/m");
  CHECK(title_of(manifest, scaling) == "data (stand-in)");
  CHECK(scaling.rows_per_process == 1000);
  std::vector<std::string> datasets;
  for (const WeakScalingRow& row : scaling.rows) datasets.push_back(row.method + " " + row.dataset);
  CHECK(datasets ==
        std::vector<std::string>{"cocoa half", "cocoa data", "newton quarter", "newton half", "newton data"});
  CHECK(scaling.rows[0].efficiency == 1);
  CHECK_FALSE(scaling.rows[1].efficiency);
  CHECK(scaling.rows[3].efficiency == Approx(0.8));
  CHECK(scaling.rows[4].efficiency == Approx(0.5));
  CHECK(weak_scalings(manifest, std::span(rows).subspan(4)).empty());
  const Figure figure = weak_scaling_figure(manifest, scalings).value();
  CHECK(figure.data.size() == 4);  // times and rounds of two methods
  CHECK(std::ranges::count(figure.data,
                           "# processes wall_seconds perfect\n1 0.2 0.2\n2 0.25 0.2\n4 0.4 0.2\n",
                           &std::pair<std::string, std::string>::second) == 1);
  CHECK_THAT(figure.script, ContainsSubstring("1,000 rows a process, n = 6"));
  // The rate of a process comes from the run with as many rows.
  const std::vector<AllreduceProbe> probes{probe_of(2, 1e-3, 1e6)};
  const auto model = scaling_model(manifest, probes, rows);
  REQUIRE_FALSE(model.empty());
  for (const ScalingModelRow& row : model) {
    CAPTURE(row.dataset, row.processes);
    CHECK(row.method == "newton");  // the other method was not run in one process
    CHECK(row.rate_dataset == "quarter");
    // With more processes, a share is less than half of its rows.
    CHECK((row.dataset == "quarter" || row.processes <= 4));
  }
}

#include "plots/results/run_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <system_error>
#include <tuple>
#include <utility>

#include "plots/results/result_json.hpp"
#include "support/files/sha256.hpp"
#include "support/json/json_place.hpp"

namespace descent {
namespace {

/// Wider than what a run is held against when it is carried out: what passed there passes here.
constexpr double rounding = 1e-10;

/// What is the same in every row of a run.
auto identity(const ResultRow& row) {
  return std::tie(row.experiment, row.dataset, row.source, row.loss, row.regularizer, row.lambda, row.method,
                  row.variant, row.seed, row.run_id, row.form, row.l2_factor, row.weighting);
}

void check_bound(const ResultRow& row) {
  if (!row.objective || !row.lower_bound || !std::isfinite(*row.objective)) return;
  const double scale = std::max(std::abs(*row.objective), std::abs(*row.lower_bound));
  if (*row.objective < *row.lower_bound - rounding * scale) {
    throw ResultFileError(fmt::format("objective: {:.17g} lies below the certified lower bound {:.17g}",
                                      *row.objective, *row.lower_bound));
  }
  const double above = *row.objective - *row.lower_bound;
  if (row.suboptimality && !(std::abs(*row.suboptimality - above) <= rounding * scale)) {
    throw ResultFileError(fmt::format(
        "suboptimality: expected {:.17g} (objective - lower_bound), got {:.17g}", above, *row.suboptimality));
  }
}

/// Throws ResultFileError unless the rows are those of the run.
void check_rows(const std::vector<ResultRow>& rows, const std::string& id,
                const std::filesystem::path& file) {
  if (rows.front().run_id != id)
    throw ResultFileError(fmt::format("{}: holds the run {}", file.string(), rows.front().run_id));
  for (const ResultRow& row : rows) {
    if (identity(row) != identity(rows.front())) {
      throw ResultFileError(fmt::format("{}: checkpoint {} is of another run than checkpoint 0",
                                        file.string(), row.checkpoint));
    }
    try {
      check_bound(row);
    } catch (const ResultFileError& error) {
      throw ResultFileError(
          fmt::format("{}: checkpoint {}: {}", file.string(), row.checkpoint, error.what()));
    }
  }
}

/// What is taken from a run's provenance.
struct RunOrigin {
  RunChecksums checksums;
  std::string processor;
  std::optional<AllreduceProbe> allreduce{};
};

std::string text_at(const JsonPlace& place, const char* key) {
  const auto member = place.find(key);
  return member ? member->text() : std::string();
}

RunChecksums checksums_at(const JsonPlace& place) {
  const RunChecksums checksums{place.at("csv").text(), text_at(place, "former_csv"),
                               text_at(place, "weights")};
  if (checksums.rows.empty()) place.at("csv").fail("must not be empty");
  return checksums;
}

AllreduceProbe allreduce_at(const JsonPlace& place) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  const auto count = [](const JsonPlace& at) { return static_cast<std::uint64_t>(at.integer(1, most)); };
  AllreduceProbe probe{
      count(place.at("processes")), {}, place.at("cpu_seconds").number(), place.at("wall_seconds").number()};
  for (const JsonPlace& time : place.at("times").elements())
    probe.times.push_back({count(time.at("numbers")), time.at("seconds").positive()});
  return probe;
}

/// All empty when the provenance is missing. Throws DamagedRun when there is one that cannot be read.
RunOrigin read_origin(const std::filesystem::path& folder, const std::string& id) {
  const std::filesystem::path file = provenance_file(folder, id);
  std::error_code unknown;
  if (!std::filesystem::exists(file, unknown)) return {};
  try {
    const Json json = read_result_json(file);
    const JsonPlace place(file.string(), json);
    RunOrigin origin;
    if (const auto machine = place.find("machine")) origin.processor = text_at(*machine, "processor");
    if (const auto checksums = place.find(checksums_key)) origin.checksums = checksums_at(*checksums);
    if (const auto allreduce = place.find("allreduce")) origin.allreduce = allreduce_at(*allreduce);
    return origin;
  } catch (const ConfigError& error) {
    throw DamagedRun(error.what());
  }
}

}  // namespace

std::filesystem::path run_file(const std::filesystem::path& folder, const std::string& id) {
  return folder / "runs" / (id + ".csv");
}

std::filesystem::path provenance_file(const std::filesystem::path& folder, const std::string& id) {
  return folder / "provenance" / (id + ".json");
}

Json to_json(const RunChecksums& checksums) {
  Json json = {{"csv", checksums.rows}};
  if (!checksums.former_rows.empty()) json["former_csv"] = checksums.former_rows;
  if (!checksums.weights.empty()) json["weights"] = checksums.weights;
  return json;
}

RunChecksums read_checksums(const std::filesystem::path& folder, const std::string& id) {
  return read_origin(folder, id).checksums;
}

RunFile read_run(const std::filesystem::path& folder, const std::string& id) {
  const std::filesystem::path file = run_file(folder, id);
  std::string text = text_of_file(file);
  RunFile run{{}, sha256_of(text), {}, {}};
  try {
    run.rows = read_rows(file, std::move(text));
    check_rows(run.rows, id, file);
  } catch (const ResultFileError& error) {
    throw DamagedRun(error.what());
  }
  // After the rows, of which more can be said than that they have changed.
  const RunOrigin origin = read_origin(folder, id);
  run.checksums = origin.checksums;
  run.processor = origin.processor;
  run.allreduce = origin.allreduce;
  if (run.has_checksum() && run.sha256 != run.checksums.rows && run.sha256 != run.checksums.former_rows) {
    throw DamagedRun(fmt::format("{}: was changed after it was written: expected SHA256 {} as in {}, got {}",
                                 file.string(), run.checksums.rows, provenance_file(folder, id).string(),
                                 run.sha256));
  }
  return run;
}

void require_one_setup(const std::vector<ResultRow>& rows, const std::filesystem::path& file) {
  const double setup = rows.front().setup_seconds;
  for (const ResultRow& row : rows) {
    if (row.setup_seconds == setup) continue;
    throw DamagedRun(fmt::format("{}: checkpoint {}: setup_seconds: expected {} as in the row before, got {}",
                                 file.string(), row.checkpoint, setup, row.setup_seconds));
  }
}

}  // namespace descent

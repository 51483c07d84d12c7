#include "experiments/run_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <system_error>

#include "datasets/errors.hpp"
#include "experiments/campaign.hpp"
#include "experiments/progress.hpp"
#include "experiments/provenance.hpp"
#include "plots/atomic_file.hpp"
#include "plots/errors.hpp"

namespace descent {

namespace {

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder / "runs", error);
  if (error) throw ConfigError(fmt::format("{}: cannot be made: {}", folder.string(), error.message()));
}

/// Whether the run's file is there and complete. A run that failed is to be tried again.
bool is_done(const std::filesystem::path& file) {
  std::error_code error;
  const bool exists = std::filesystem::exists(file, error);
  if (error) throw ConfigError(fmt::format("{}: cannot be looked up: {}", file.string(), error.message()));
  if (!exists) return false;
  return !run_status::is_failed(read_rows(file).back().status);
}

bool matches(const std::vector<std::string>& wanted, const std::string& name) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
}

void store(const std::filesystem::path& file, std::span<const ResultRow> rows) {
  AtomicFile out(file);
  write_rows(out, rows);
  out.commit();
}

/// FOLDER/manifest.json: what is planned, and under "sessions" who measured it, a session for every time that
/// some runs were carried out. "started", "ended", "program" and "machine" at the top are those of the latest
/// one.
class ManifestFile {
 public:
  ManifestFile(const std::filesystem::path& folder, Json planned)
      : path_(folder / "manifest.json"), manifest_(std::move(planned)) {
    session_ = {{"program", manifest_["program"]}, {"machine", manifest_["machine"]}};
    std::ifstream stream(path_);
    former_ = Json::parse(stream, nullptr, false);
    // One that is missing or not JSON has nothing to keep.
    if (!former_.is_object()) former_ = Json::object();
    sessions_ = former_.value("sessions", Json());
    if (!sessions_.is_array()) {
      sessions_ = Json::array();
      if (former_.contains("started")) sessions_.push_back(measured(former_));
    }
  }

  /// With nothing to carry out, those who measured stay; a manifest that would stay the same is left alone.
  void keep_sessions() {
    for (const char* key : session_keys) manifest_.erase(key);
    if (!sessions_.empty()) manifest_.update(measured(sessions_.back()));
    manifest_["sessions"] = sessions_;
    if (manifest_ != former_) write();
  }

  void start_session() {
    session_["started"] = utc_now();
    write_session();
  }

  void end_session(std::size_t runs) {
    session_["ended"] = utc_now();
    session_["runs"] = runs;
    write_session();
  }

 private:
  static constexpr std::array session_keys{"started", "ended", "program", "machine"};

  static Json measured(const Json& from) {
    Json session = Json::object();
    for (const char* key : session_keys) {
      if (from.contains(key)) session[key] = from[key];
    }
    return session;
  }

  void write_session() {
    manifest_.update(measured(session_));
    manifest_["sessions"] = sessions_;
    manifest_["sessions"].push_back(session_);
    write();
  }

  void write() const { write_atomically(path_, manifest_.dump(1) + '\n'); }

  std::filesystem::path path_;
  Json manifest_;
  Json former_;
  Json session_;
  Json sessions_;  ///< the former ones
};

/// What the end of a run of the program says about its own measuring.
class CostSummary {
 public:
  void add(const Json& costs, const RunSpec& spec) {
    const double billed = costs.at("billed");
    const double wall = costs.at("wall");
    billed_ += billed;
    clock_ += costs.at("clock").get<double>();
    copy_ += costs.at("copy").get<double>();
    evaluation_ += costs.at("evaluation").get<double>();
    if (spec.allowance.axis == Axis::cpu_seconds) {
      longest_ = std::max(longest_, costs.at("total").get<double>() / spec.allowance.amount);
    }
    // Below a few milliseconds a single interrupt is 5 %.
    if (billed > 0.05 && wall > 1.05 * billed)
      contended_.push_back(fmt::format("{} (seed {})", spec.description(), spec.seed));
  }

  void print() const {
    if (billed_ == 0) return;
    fmt::print(
        "billed {:.1f} s of CPU time; reading clocks {:.2f} % of it; besides it: copying iterates {:.2f} %, "
        "evaluating them {:.1f} %\n",
        billed_, 100 * clock_ / billed_, 100 * copy_ / billed_, 100 * evaluation_ / billed_);
    if (longest_ > 0)
      fmt::print("the longest run took {:.0f} % of its budget in wall time, all included\n", 100 * longest_);
    if (contended_.empty()) return;
    fmt::print("{} runs waited for the processor (wall time over 5 % above CPU time), the first: {}\n",
               contended_.size(), contended_.front());
  }

 private:
  double billed_ = 0;
  double clock_ = 0;
  double copy_ = 0;
  double evaluation_ = 0;
  double longest_ = 0;  ///< wall time of a run as a multiple of its budget
  std::vector<std::string> contended_;
};

std::string costs_as_text(const RunCosts& costs) {
  return Json{{"billed", costs.billed_seconds},         {"wall", costs.wall_seconds},
              {"clock", costs.clock_seconds},           {"copy", costs.copy_seconds},
              {"evaluation", costs.evaluation_seconds}, {"total", costs.total_seconds}}
      .dump();
}

/// A unit of work that the time to go can be estimated from.
double cost_of(const RunSpec& spec) {
  const double amount = spec.allowance.amount;
  return spec.allowance.axis == Axis::passes
             ? amount * static_cast<double>(spec.dataset->train.rows.nonzeros())
             : amount;
}

void print_plan(const Config& config, const Plan& plan, std::span<const RunSpec> missing,
                const RunSettings& settings) {
  fmt::print("{}: {} runs, {} of them done, {} to do\n", config.name, plan.runs.size(),
             plan.runs.size() - missing.size(), missing.size());
  if (config.budget.axis == Axis::cpu_seconds) {
    double seconds = 0;
    for (const RunSpec& spec : missing) seconds += cost_of(spec);
    fmt::print("at most {:.0f} s of CPU time, about {:.0f} s on {} cores; ", seconds,
               1.15 * seconds / settings.jobs, settings.jobs);
  }
  const double bytes = 250.0 * static_cast<double>(config.checkpoints) * static_cast<double>(missing.size());
  fmt::print("about {:.1f} MB of results in {}\n", bytes / 1e6, settings.folder.string());
  for (const ResolvedConstant& constant : plan.constants) {
    fmt::print("  {}, {}, {}: {} {} = {:.4g} ({})\n", constant.dataset, constant.regularizer, constant.lambda,
               constant.method, constant.option, constant.value, constant.origin);
  }
}

}  // namespace

std::size_t run_experiment(const Config& config, const RunSettings& settings) {
  LoadOptions options;
  options.require_real = settings.require_real;
  options.test_limit = config.test_rows;
  std::vector<Dataset> datasets;
  for (std::size_t k = 0; k < config.datasets.size(); ++k)
    datasets.push_back(load_dataset_of(config, k, options));
  const Plan plan = make_plan(config, datasets, TunedFile::read(TunedFile::path_for(config)));
  std::vector<std::string> ids;
  std::vector<RunSpec> missing;
  for (const RunSpec& spec : plan.runs) {
    ids.push_back(run_id(spec));
    const bool wanted = matches(settings.only_datasets, spec.dataset->name) &&
                        matches(settings.only_methods, spec.method->name);
    if (wanted && !is_done(run_file(settings.folder, ids.back()))) missing.push_back(spec);
  }
  if (settings.dry_run) {
    print_plan(config, plan, missing, settings);
    return 0;
  }

  make_folder(settings.folder);
  ManifestFile manifest(settings.folder, make_manifest(config, datasets, plan, ids));
  if (missing.empty())
    manifest.keep_sessions();
  else
    manifest.start_session();
  if (!settings.quiet) {
    fmt::print("{}: {} runs, {} to do, into {}\n", config.name, plan.runs.size(), missing.size(),
               settings.folder.string());
    std::fflush(stdout);
  }

  std::size_t failed = 0;
  CostSummary summary;
  const double total = std::accumulate(missing.begin(), missing.end(), 0.0,
                                       [](double sum, const RunSpec& spec) { return sum + cost_of(spec); });
  {
    ProgressDisplay progress(missing.size(), total, settings.quiet);
    carry_out_campaign(
        missing, settings.jobs, settings.folder / "runs",
        [&](const RunSpec& spec, const RunRecord& record) {
          store(run_file(settings.folder, run_id(spec)), record.rows);
          return costs_as_text(record.costs);
        },
        [&](const RunSpec& spec, const std::string& answer, const std::string& failure) {
          if (failure.empty()) {
            summary.add(Json::parse(answer), spec);
          } else {
            ++failed;
            ResultRow row = row_of(spec);
            row.status = run_status::failed(failure);
            store(run_file(settings.folder, run_id(spec)), std::span(&row, 1));
            progress.note(fmt::format("failed: {}, seed {}: {}", spec.description(), spec.seed, failure));
          }
          progress.finished(cost_of(spec), spec.description());
        });
  }
  if (!missing.empty()) manifest.end_session(missing.size() - failed);
  if (!settings.quiet) summary.print();
  return failed;
}

}  // namespace descent

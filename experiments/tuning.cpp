#include "experiments/tuning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "datasets/errors.hpp"
#include "experiments/campaign.hpp"
#include "experiments/progress.hpp"
#include "experiments/provenance.hpp"
#include "plots/atomic_file.hpp"

namespace descent {

namespace {

constexpr double radius_run_budgets = 5;

/// What tuning wants to know of a run.
struct Outcome {
  double objective =
      std::numeric_limits<double>::infinity();  ///< at the end; infinite if it failed or diverged
  double l1_norm = 0;
};

/// A problem whose methods are being tuned.
struct TunedProblem {
  const Config& config;
  const Dataset& dataset;
  RegularizerKind regularizer;
  const Lambda& lambda;

  ProblemKey key() const { return problem_key(dataset, config.loss, regularizer, lambda); }

  RunSpec run(const MethodEntry& entry, std::map<std::string, OptionValue> given, std::uint64_t seed,
              double amount) const {
    const Allowance allowance{config.budget.axis, amount, 2};
    return {config.name,   &dataset,    config.loss,
            regularizer,   lambda,      entry.method,
            entry.variant, entry.label, OptionValues(entry.method->options, given),
            seed,          allowance};
  }
};

/// To four digits, which is what tables and manifests show.
double rounded(double step) {
  return std::stod(fmt::format("{:.4g}", step));
}

class Tuner {
 public:
  Tuner(const Config& config, const TuningSettings& settings)
      : config_(config), settings_(settings), file_(TunedFile::read(TunedFile::path_for(config))) {}

  std::size_t tune(const Dataset& dataset, RegularizerKind regularizer, const Lambda& lambda) {
    const TunedProblem problem{config_, dataset, regularizer, lambda};
    std::vector<const MethodEntry*> free;
    std::vector<const MethodEntry*> within_radius;
    for (const MethodEntry& entry : config_.methods) {
      const auto& on = entry.regularizers;
      if (std::find(on.begin(), on.end(), regularizer) == on.end()) continue;
      (needs_radius(entry) ? within_radius : free).push_back(&entry);
    }
    const std::size_t before = chosen_;
    choose_steps(problem, free);
    if (!within_radius.empty()) {
      choose_radius(problem, free);
      choose_steps(problem, within_radius);
    }
    if (chosen_ > before) file_.write(protocol());
    return chosen_ - before;
  }

 private:
  Json protocol() const {
    Json text = program_and_machine();
    text["grid"] = "half-decades from 1e-3 to 1e5, then a quarter of a decade to either side of the best";
    text["judged_by"] = "mean objective at the end of the trial's budget";
    text["budget_share"] = config_.tuning.budget_share;
    text["seeds"] = fmt::format("{} to {}", first_tuning_seed,
                                first_tuning_seed + static_cast<std::uint64_t>(config_.tuning.seeds) - 1);
    text["configuration"] = to_json(config_);
    text["written"] = utc_now();
    return text;
  }

  void choose_steps(const TunedProblem& problem, const std::vector<const MethodEntry*>& entries) {
    std::vector<TunedStep> steps;
    std::vector<const MethodEntry*> open;
    for (const MethodEntry* entry : entries) {
      if (tuned_option(*entry, problem.regularizer) == nullptr) continue;
      const TrialBudget budget = trial_budget(config_, problem.dataset.name);
      const auto known = file_.step(problem.key(), *entry);
      if (!settings_.again && known && known->budget == budget) continue;
      open.push_back(entry);
      steps.push_back({problem.key(), entry->method->name, entry->variant, budget, 0, {}});
    }
    if (open.empty()) return;
    const std::vector<std::vector<double>> grids(open.size(), tuning_grid());
    try_steps(problem, open, grids, steps);
    std::vector<std::vector<double>> refinements;
    for (const TunedStep& step : steps) refinements.push_back(refinement_of(best_trial(step.trials).step));
    try_steps(problem, open, refinements, steps);
    for (TunedStep& step : steps) {
      std::sort(step.trials.begin(), step.trials.end(),
                [](const Trial& one, const Trial& other) { return one.step < other.step; });
      step.step = best_trial(step.trials).step;
      if (!std::isfinite(best_trial(step.trials).mean())) {
        fmt::print(stderr, "{} on {}: every trial failed; no constant is kept\n", step.method,
                   problem.dataset.name);
        continue;
      }
      if (step.step == step.trials.front().step || step.step == step.trials.back().step) {
        fmt::print(stderr, "{} on {}: the best step {:.3g} lies at the edge of the grid\n", step.method,
                   problem.dataset.name, step.step);
      }
      file_.put(std::move(step));
      ++chosen_;
    }
  }

  /// Adds a trial to each entry's table for each value of its grid.
  void try_steps(const TunedProblem& problem, const std::vector<const MethodEntry*>& entries,
                 const std::vector<std::vector<double>>& grids, std::vector<TunedStep>& tables) const {
    std::vector<RunSpec> runs;
    std::vector<double*> results;
    const auto seeds = static_cast<std::size_t>(config_.tuning.seeds);
    for (std::size_t e = 0; e < entries.size(); ++e) {
      for (const double step : grids[e]) {
        tables[e].trials.push_back(
            {step, std::vector<double>(seeds, std::numeric_limits<double>::infinity())});
      }
    }
    for (std::size_t e = 0; e < entries.size(); ++e) {
      const std::string& option = tuned_option(*entries[e], problem.regularizer)->name;
      std::map<std::string, OptionValue> given = entries[e]->given;
      if (needs_radius(*entries[e])) given["radius"] = file_.radius(problem.key())->radius;
      auto& trials = tables[e].trials;
      for (auto trial = trials.end() - static_cast<std::ptrdiff_t>(grids[e].size()); trial != trials.end();
           ++trial) {
        given[option] = trial->step;
        for (std::size_t k = 0; k < seeds; ++k) {
          runs.push_back(problem.run(*entries[e], given, first_tuning_seed + k, tables[e].budget.amount));
          results.push_back(&trial->objectives[k]);
        }
      }
    }
    ProgressDisplay progress(runs.size(), static_cast<double>(runs.size()), settings_.quiet);
    campaign(runs, [&](const RunSpec& spec, const Outcome& outcome) {
      *results[static_cast<std::size_t>(&spec - runs.data())] = outcome.objective;
      progress.finished(1, fmt::format("tuning {}", spec.description()));
    });
  }

  void choose_radius(const TunedProblem& problem, const std::vector<const MethodEntry*>& entries) {
    if (!settings_.again && file_.radius(problem.key())) return;
    MethodEntry scd{&find_method("nonsmooth_scd"), "", "Non-smooth SCD", {}, {problem.regularizer}};
    const auto listed = std::find_if(entries.begin(), entries.end(), [&](const MethodEntry* entry) {
      return entry->method == scd.method && entry->variant.empty() &&
             tuned_option(*entry, problem.regularizer);
    });
    if (listed == entries.end()) choose_steps(problem, {&scd});
    const auto tuned = file_.step(problem.key(), scd);
    if (!tuned)
      throw RunError(fmt::format("{}: no run of nonsmooth_scd for the radius", problem.dataset.name));
    // The constant was chosen for a short budget; the best one for a long run may lie to either side.
    const double amount = radius_run_budgets * config_.budget.amount(problem.dataset.name);
    std::vector<RunSpec> runs;
    for (const double factor : {1 / std::sqrt(10.0), 1.0, std::sqrt(10.0)}) {
      runs.push_back(problem.run(scd, {{"step", rounded(factor * tuned->step)}}, first_tuning_seed, amount));
    }
    TunedRadius best{problem.key(), 0, std::numeric_limits<double>::infinity(), ""};
    campaign(runs, [&](const RunSpec& spec, const Outcome& outcome) {
      if (outcome.objective >= best.objective) return;
      best.radius = outcome.l1_norm;
      best.objective = outcome.objective;
      best.how = fmt::format(
          "approximate: l1 norm at the end of the best of three nonsmooth_scd runs, step {:.4g}, "
          "seed {}, {:.4g} {}",
          spec.options.number("step"), first_tuning_seed, spec.allowance.amount,
          spec.allowance.axis == Axis::passes ? "passes" : "CPU seconds");
    });
    if (!(best.radius > 0))
      throw RunError(fmt::format("{}: the runs for the radius failed", problem.dataset.name));
    file_.put(best);
    ++chosen_;
  }

  void campaign(const std::vector<RunSpec>& runs,
                const std::function<void(const RunSpec&, const Outcome&)>& take) const {
    carry_out_campaign(
        runs, settings_.jobs, std::filesystem::temp_directory_path(),
        [](const RunSpec&, const RunRecord& record) {
          double norm = 0;
          for (const double w_j : record.final_weights) norm += std::abs(w_j);
          const bool diverged = record.rows.back().status == run_status::diverged;
          return diverged ? std::string("diverged")
                          : fmt::format("{:.17g} {:.17g}", *record.rows.back().objective, norm);
        },
        [&](const RunSpec& spec, const std::string& answer, const std::string& failure) {
          if (!failure.empty()) fmt::print(stderr, "failed: {}: {}\n", spec.description(), failure);
          Outcome outcome;
          const bool went_well = failure.empty() && std::sscanf(answer.c_str(), "%lf %lf", &outcome.objective,
                                                                &outcome.l1_norm) == 2;
          take(spec, went_well ? outcome : Outcome{});
        });
  }

  const Config& config_;
  const TuningSettings& settings_;
  TunedFile file_;
  std::size_t chosen_ = 0;
};

}  // namespace

std::vector<double> tuning_grid() {
  std::vector<double> grid;
  for (int half_decade = -6; half_decade <= 10; ++half_decade)
    grid.push_back(rounded(std::pow(10, 0.5 * half_decade)));
  return grid;
}

std::vector<double> refinement_of(double step) {
  const std::vector<double> grid = tuning_grid();
  if (step == grid.front()) return {rounded(step * std::pow(10, 0.125)), rounded(step * std::pow(10, 0.25))};
  if (step == grid.back()) return {rounded(step * std::pow(10, -0.25)), rounded(step * std::pow(10, -0.125))};
  return {rounded(step * std::pow(10, -0.25)), rounded(step * std::pow(10, 0.25))};
}

const Trial& best_trial(const std::vector<Trial>& trials) {
  return *std::min_element(trials.begin(), trials.end(), [](const Trial& one, const Trial& other) {
    return one.mean() != other.mean() ? one.mean() < other.mean() : one.step < other.step;
  });
}

std::size_t tune(const Config& config, const TuningSettings& settings) {
  const std::filesystem::path file = TunedFile::path_for(config);
  std::filesystem::create_directories(file.parent_path());
  { const AtomicFile probe(file); }  // hours of trials must not end at a folder that cannot be written
  Tuner tuner(config, settings);
  std::size_t chosen = 0;
  LoadOptions options;
  options.require_real = settings.require_real;
  options.test_limit = 0;
  for (std::size_t k = 0; k < config.datasets.size(); ++k) {
    const Dataset dataset = load_dataset_of(config, k, options);
    for (const RegularizerKind regularizer : config.regularizers) {
      for (const Lambda& lambda : config.lambdas) chosen += tuner.tune(dataset, regularizer, lambda);
    }
  }
  return chosen;
}

}  // namespace descent

#include "experiments/optima/optimum_store.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <system_error>
#include <utility>

#include "solvers/linear_algebra/row_team.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/terminal/print.hpp"

namespace descent {

namespace {

/// True if the optimum needs no more work: its gap is small enough, or as much time as now did not reach the
/// gap wanted then.
bool is_sufficient(const StoredOptimum& stored, const OptimumSettings& settings) {
  const double gap = stored.optimum.gap();
  return gap <= settings.gap || (gap > stored.gap_wanted && stored.seconds_allowed >= settings.seconds);
}

/// A missing optimum, computed once for all equal problems.
struct MissingOptimum {
  std::filesystem::path path;
  std::vector<ProblemSpec> problems;
};

/// Rough work estimate, without unit. The longest computations start first, so that no process works alone at
/// the end; by far the longest have many columns under a weak L1.
double expected_work(const MissingOptimum& optimum) {
  const ProblemSpec& problem = optimum.problems.front();
  const SparseMatrix& rows = problem.dataset->train.rows;
  const auto entries = static_cast<double>(rows.nonzeros());
  if (problem.regularizer != RegularizerKind::l1) return std::sqrt(entries);
  const double strength = std::min(1.0, problem.solver_lambda() * rows.outer_size());
  return std::sqrt(entries * rows.inner_size() / std::sqrt(strength));
}

}  // namespace

FailedOptima::FailedOptima(std::vector<std::string> sentences)
    : RunError("{}", fmt::join(sentences, "\ndescent: ")), each(std::move(sentences)) {}

bool OptimumStore::read(const ProblemSpec& spec, const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return false;
  StoredOptimum stored;
  try {
    stored = read_optimum(path, spec.problem());
  } catch (const DamagedOptimum& damage) {
    if (damaged_.insert(path).second) print_error("descent: {}\n", damage.what());
    return false;
  }
  stored.optimum.dual_weights = {};
  std::erase_if(known_, [&](const KnownOptimum& each) { return each.spec.is_same_as(spec); });
  known_.push_back({std::move(stored), spec, path});
  return true;
}

void OptimumStore::read(std::span<const ProblemSpec> problems) {
  for (const ProblemSpec& problem : problems) {
    if (known(problem) == nullptr) read(problem, optimum_path(folder_, problem.problem()));
  }
}

void OptimumStore::provide(std::span<const ProblemSpec> problems, const OptimumWork& work) {
  std::vector<MissingOptimum> missing;
  for (const ProblemSpec& problem : problems) {
    if (!can_certify(problem)) continue;
    const auto is_there = [&] {
      const KnownOptimum* there = work.again ? nullptr : known(problem);
      return there != nullptr && is_sufficient(*there, work.settings);
    };
    if (is_there()) continue;
    const std::filesystem::path path = optimum_path(folder_, problem.problem());
    if (known(problem) == nullptr) read(problem, path);
    if (is_there()) continue;
    auto same = std::ranges::find(missing, path, &MissingOptimum::path);
    if (same == missing.end()) same = missing.insert(missing.end(), {path, {}});
    same->problems.push_back(problem);
  }
  if (missing.empty()) return;
  std::ranges::stable_sort(missing, std::greater(), expected_work);

  make_folder(folder_);
  remove_abandoned_files(folder_);
  require_writable(folder_ / "probe");
  std::vector<std::string> failures;  // a failure must not discard the work on other problems
  // Cores that would have nothing to do share the work on large problems.
  OptimumSettings settings = work.settings;
  settings.threads = std::clamp(work.jobs.cores() / static_cast<int>(missing.size()), 1, RowTeam::most_parts);
  std::vector<Job> jobs;
  for (const MissingOptimum& each : missing) {
    const ProblemSpec& spec = each.problems.front();
    const auto compute = [&] {
      CertifiedOptimum optimum = certify(spec.problem(), settings);
      // The existing optimum may be better: more time, but a larger wanted gap.
      const KnownOptimum* there = known(spec);
      if (work.again && there != nullptr && there->optimum.gap() < optimum.gap())
        return fmt::format("{}, is kept: the gap came out as {:.1e} now", describe(spec, there->optimum),
                           optimum.gap());
      if (!work.again && there != nullptr && there->optimum.gap() <= optimum.gap())
        optimum = read_optimum(there->path, spec.problem()).optimum;
      write_optimum(each.path, spec, optimum, work.settings);
      return describe(spec, optimum);
    };
    const auto finished = [&](const std::string& answer, const std::string& failure) {
      if (!failure.empty())
        failures.push_back(fmt::format("no reference optimum of {}: {}", spec.description(), failure));
      else if (work.jobs.output == Output::details)
        print_error("reference optimum of {}: {}\n", spec.description(), answer);
    };
    jobs.push_back({.what = spec.description(),
                    .cost = expected_work(each),
                    .cores = is_worth_threads(spec.dataset->train.rows) ? settings.threads : 1,
                    .work = compute,
                    .finished = finished});
  }
  carry_out(jobs, work.jobs);
  for (const MissingOptimum& computed : missing) {
    const ProblemSpec& first = computed.problems.front();
    for (const ProblemSpec& problem : computed.problems) read(problem, computed.path);
    const KnownOptimum* now = known(first);
    if (now == nullptr || now->optimum.gap() <= work.settings.gap) continue;
    print_error(
        "{}: the certified gap is {:.1e}, not {:.1e}; more time may help (--seconds of `descent "
        "reference`, --reference-seconds of `descent run`)\n",
        first.description(), now->optimum.gap(), work.settings.gap);
  }
  if (!failures.empty()) throw FailedOptima(std::move(failures));
}

const KnownOptimum* OptimumStore::known(const ProblemSpec& problem) const {
  const auto found =
      std::ranges::find_if(known_, [&](const KnownOptimum& each) { return each.spec.is_same_as(problem); });
  return found == known_.end() ? nullptr : &*found;
}

const KnownOptimum* OptimumStore::find(const ProblemSpec& problem) const {
  const KnownOptimum* const found = known(problem);
  return found == nullptr || !wanted_ || is_sufficient(*found, *wanted_) ? found : nullptr;
}

std::string describe(const ProblemSpec& problem, const CertifiedOptimum& optimum) {
  return fmt::format("F* {:.12g}, gap {:.1e}, by {} in {:.2g} s",
                     problem.objective_scale() * optimum.objective, optimum.gap(), optimum.method,
                     optimum.cpu_seconds);
}

}  // namespace descent

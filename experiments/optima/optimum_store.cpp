#include "experiments/optima/optimum_store.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <system_error>
#include <utility>

#include "solvers/linear_algebra/row_team.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/ranges.hpp"
#include "support/terminal/print.hpp"
#include "support/text/plural.hpp"

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

void OptimumStore::read(const ProblemSpec& spec, const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return;
  StoredOptimum stored;
  try {
    stored = read_optimum(path, spec.problem());
  } catch (const DamagedOptimum& damage) {
    if (damaged_.insert(path).second) print_error("descent: {}\n", damage.what());
    return;
  }
  stored.optimum.dual_weights = {};
  std::erase_if(known_, [&](const KnownOptimum& each) { return each.spec.is_same_as(spec); });
  known_.push_back({std::move(stored), spec, path});
}

void OptimumStore::read(std::span<const ProblemSpec> problems, const std::optional<OptimumSettings>& wanted) {
  for (const ProblemSpec& problem : problems) {
    if (find(problem) == nullptr) read(problem, optimum_path(folder_, problem.problem()));
  }
  if (wanted)
    std::erase_if(known_, [&](const KnownOptimum& known) { return !is_sufficient(known, *wanted); });
}

void OptimumStore::provide(std::span<const ProblemSpec> problems, const OptimumWork& work) {
  std::vector<MissingOptimum> missing;
  for (const ProblemSpec& problem : problems) {
    if (!can_certify(problem)) continue;
    const auto is_there = [&] {
      const KnownOptimum* there = work.again ? nullptr : find(problem);
      return there != nullptr && is_sufficient(*there, work.settings);
    };
    if (is_there()) continue;
    const std::filesystem::path path = optimum_path(folder_, problem.problem());
    if (find(problem) == nullptr) read(problem, path);
    if (is_there()) continue;
    auto same = std::ranges::find(missing, path, &MissingOptimum::path);
    if (same == missing.end()) same = missing.insert(missing.end(), {path, {}});
    same->problems.push_back(problem);
  }
  if (missing.empty()) return;
  std::ranges::stable_sort(missing, std::greater(), expected_work);

  prepare_folder(folder_);
  std::map<std::filesystem::path, std::string> failures;  // must not discard the work on other problems
  // Cores that would have nothing to do share the work on large problems.
  OptimumSettings settings = work.settings;
  settings.threads = std::clamp(work.jobs.cores() / static_cast<int>(missing.size()), 1, RowTeam::most_parts);
  std::vector<Job> jobs;
  for (const MissingOptimum& each : missing) {
    const ProblemSpec& spec = each.problems.front();
    const auto compute = [&] {
      CertifiedOptimum optimum = certify(spec.problem(), settings);
      // The existing optimum may be better: more time, but a larger wanted gap.
      const KnownOptimum* there = find(spec);
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
        failures[each.path] = fmt::format("no reference optimum of {}: {}", spec.description(), failure);
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
    for (const ProblemSpec& problem : computed.problems) read(problem, computed.path);
    // A process that was killed after it had written the optimum has done its work.
    const KnownOptimum* now = find(computed.problems.front());
    if (!work.again && now != nullptr && is_sufficient(*now, work.settings)) failures.erase(computed.path);
  }
  if (!failures.empty()) throw FailedOptima(mapped(failures, &decltype(failures)::value_type::second));
}

std::size_t OptimumStore::print_unproved(std::span<const ProblemSpec> problems, double gap) const {
  std::map<std::filesystem::path, std::string> unproved;
  for (const ProblemSpec& problem : problems) {
    const KnownOptimum* const found = find(problem);
    if (found != nullptr && !(found->optimum.gap() <= gap))
      unproved.emplace(found->path,
                       fmt::format("  {}: {:.1e}\n", problem.description(), found->optimum.gap()));
  }
  if (unproved.empty()) return 0;
  std::string lines;
  for (const auto& [path, line] : unproved) lines += line;
  print_error(
      "{} without a proved gap of {:.1e}; more time may help (--seconds of `descent reference`, "
      "--reference-seconds of `descent run`):\n{}",
      plural(unproved.size(), "problem"), gap, lines);
  return unproved.size();
}

const KnownOptimum* OptimumStore::find(const ProblemSpec& problem) const {
  const auto found =
      std::ranges::find_if(known_, [&](const KnownOptimum& each) { return each.spec.is_same_as(problem); });
  return found == known_.end() ? nullptr : &*found;
}

std::string describe(const ProblemSpec& problem, const CertifiedOptimum& optimum) {
  return fmt::format("F* {:.12g}, gap {:.1e}, by {} in {:.2g} s",
                     problem.objective_scale() * optimum.objective, optimum.gap(), optimum.method,
                     optimum.cpu_seconds);
}

}  // namespace descent

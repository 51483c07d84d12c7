#include "experiments/run/run_in_parallel.hpp"

#include <fmt/format.h>

#include <optional>

#include "datasets/parsed/parsed_cache.hpp"
#include "support/process/child_process.hpp"
#include "support/process/processor.hpp"

namespace descent {

namespace {

/// The problem of the runs that are being started; children keep their own copy of it.
class CurrentProblem {
 public:
  void prepare(const RunSpec& spec) {
    if (!spec_ || !spec_->is_same_as(spec)) {
      spec_ = spec;
      problem_.emplace(spec.problem());
      columns_seconds_ = 0;
    }
    if (spec.method->walks_columns && columns_seconds_ == 0) columns_seconds_ = build_columns(*problem_);
  }

  const Problem& problem() const { return *problem_; }
  double columns_seconds() const { return columns_seconds_; }

 private:
  std::optional<ProblemSpec> spec_;
  std::optional<Problem> problem_;
  double columns_seconds_ = 0;
};

/// The failure of a run, with the reason where a signal has ended it because the data that it had mapped was
/// changed. A process of its own looks, which a file that has become shorter ends as well.
std::string with_reason(const std::string& failure, const Dataset& dataset) {
  constexpr std::string_view by_signal = "ended by signal";
  if (!failure.starts_with(by_signal) || dataset.parsed_files.empty()) return failure;
  ChildProcess look(0, physical_cores().front(),
                    [&](std::size_t) {
                      require_unchanged(dataset);
                      return std::string();
                    },
                    {});
  while (!look.read_some()) {
  }
  const std::string found = look.end().failure;
  if (found.empty()) return failure;
  if (!found.starts_with(by_signal)) return fmt::format("{}: {}", failure, found);
  return fmt::format("{}: {}: was changed while it was in use", failure, dataset.parsed_files.front());
}

}  // namespace

double build_columns(const Problem& problem) {
  const double start = thread_cpu_seconds();
  problem.columns();
  return thread_cpu_seconds() - start;
}

void run_in_parallel(std::span<const RunSpec> runs, int jobs, const std::filesystem::path& folder,
                     const std::function<std::string(const RunSpec&, const RunRecord&)>& report,
                     const std::function<void(const RunSpec&, const std::string& answer,
                                              const std::string& failure)>& finished,
                     const JobLimits& limits) {
  CurrentProblem current;
  run_in_children(
      runs.size(), jobs, [&](std::size_t job) { current.prepare(runs[job]); },
      [&](std::size_t job) {
        const RunSpec& spec = runs[job];
        return report(spec, carry_out(spec, current.problem(), current.columns_seconds(), folder));
      },
      [&](const JobResult& result) {
        const RunSpec& spec = runs[result.job];
        finished(spec, result.answer, with_reason(result.failure, *spec.dataset));
      },
      limits);
}

}  // namespace descent

#include "experiments/run/run_in_parallel.hpp"

#include <optional>

#include "support/process/child_process.hpp"
#include "support/process/processor.hpp"

namespace descent {

namespace {

/// Problem of the runs that are being started; each child has its own copy.
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
      [&](const JobResult& result) { finished(runs[result.job], result.answer, result.failure); }, limits);
}

}  // namespace descent

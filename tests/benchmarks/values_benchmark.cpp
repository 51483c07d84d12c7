// Measures the cost of exact values for every method, compared with the same values rounded to single
// precision: CPU time an entry walked, both solvers in turn on one core. The first line has a walk that only
// reads the rows in order.
//
//   values_benchmark FILE [METHOD]...      a LIBSVM file with two classes; METHOD: only these methods

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "solvers/contract/method.hpp"
#include "support/errors.hpp"
#include "tests/benchmarks/solver_timing.hpp"

namespace descent::benchmark {

namespace {

constexpr int repetitions = 15;

/// The defaults, with numbers for options that tuning would choose.
OptionValues options_of(const Method& method) {
  std::map<std::string, OptionValue> chosen;
  for (const Option& option : method.options)
    if (option.name == "radius") chosen[option.name] = 10.0;
  return OptionValues(method.options, chosen);
}

/// A solver that restarts at its end.
class Contestant {
 public:
  Contestant(const Method& method, const Capability& capability, const Sample& sample)
      : method_(method),
        problem_(sample, capability.loss, capability.regularizer, 1.0 / sample.rows.outer_size()) {
    begin();
  }

  /// CPU nanoseconds an entry for a piece of work.
  double nanoseconds() {
    if (progress_.status != Status::running) begin();
    const std::uint64_t before = progress_.entries_touched;
    const auto piece =
        std::max<std::uint64_t>(static_cast<std::uint64_t>(problem_.rows().nonzeros()), 2'000'000);
    const double seconds = seconds_of([&] { progress_ = solver_->advance(piece); });
    return 1e9 * seconds / static_cast<double>(progress_.entries_touched - before);
  }

 private:
  void begin() {
    solver_ = make_solver(method_, problem_, options_of(method_), Random(1));
    progress_ = solver_->advance(1);
  }

  const Method& method_;
  Problem problem_;
  std::unique_ptr<Solver> solver_;
  Progress progress_;
};

void compete(const Method& method, const Sample& exact, const Sample& rounded) {
  const auto classifies = [](const Capability& solves) {
    return description_of(solves.loss).task == Task::classification;
  };
  const auto kind = std::ranges::find_if(method.solves, classifies);
  if (kind == method.solves.end() || method.sampled_by_tolerance) return;
  if (misfit(method, kind->loss, kind->regularizer, options_of(method), exact)) return;
  Contestant with_exact(method, *kind, exact);
  Contestant with_rounded(method, *kind, rounded);
  std::vector<double> of_exact;
  std::vector<double> of_rounded;
  std::vector<double> ratios;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    of_rounded.push_back(with_rounded.nanoseconds());
    of_exact.push_back(with_exact.nanoseconds());
    ratios.push_back(of_exact.back() / of_rounded.back());
  }
  fmt::print("{:<28} {:<22} {:>8.2f} {:>8.2f} {:>7.2f}\n", method.name,
             fmt::format("{} + {}", name_of(kind->loss), name_of(kind->regularizer)), median(of_rounded),
             median(of_exact), median(ratios));
}

/// CPU nanoseconds an entry of a walk that adds up products with a vector.
double nanoseconds_of_reading(const SparseMatrix& rows) {
  const std::vector<double> dense(static_cast<std::size_t>(rows.inner_size()), 1.0);
  std::vector<double> all;
  double sum = 0;
  for (int repetition = 0; repetition < repetitions; ++repetition)
    all.push_back(seconds_of([&] {
      for (Index i = 0; i < rows.outer_size(); ++i) sum += dot(rows[i], dense.data());
    }));
  volatile double used = sum;
  static_cast<void>(used);
  return 1e9 * median(std::move(all)) / static_cast<double>(rows.nonzeros());
}

}  // namespace

}  // namespace descent::benchmark

int main(int argc, char** argv) {
  using namespace descent;
  try {
    if (argc < 2) throw ConfigError("usage: values_benchmark FILE [METHOD]...");
    const Sample exact = benchmark::load(argv[1]);
    const Sample rounded{rounded_to_single(exact.rows), exact.labels};
    fmt::print("{}: {}, {} nonzeros; CPU nanoseconds an entry, medians of {} pairs\n", argv[1],
               name_of(exact.rows.format().storage), exact.rows.nonzeros(), benchmark::repetitions);
    fmt::print("{:<28} {:<22} {:>8} {:>8} {:>7}\n", "method", "problem", "float", "exact", "ratio");
    const double of_rounded = benchmark::nanoseconds_of_reading(rounded.rows);
    const double of_exact = benchmark::nanoseconds_of_reading(exact.rows);
    fmt::print("{:<51} {:>8.2f} {:>8.2f} {:>7.2f}\n", "rows in order, products with a vector", of_rounded,
               of_exact, of_exact / of_rounded);
    std::vector<const Method*> chosen;
    for (int k = 2; k < argc; ++k) chosen.push_back(&find_method(argv[k]));
    for (const Method* method : chosen.empty() ? methods() : chosen)
      benchmark::compete(*method, exact, rounded);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return EXIT_FAILURE;
  }
}

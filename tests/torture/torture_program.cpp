// Runs every method on many hard problems and prints the faults:
//
//   descent_torture [--cases N] [--seed S] [--first K] [--method NAME] [--threads T] [--weights] [--verbose]
//
// Prints each fault with the command that repeats it, problems that the reference driver does not certify to
// 1e-8, and a table of methods × outcomes. The exit status is 1 if there were faults.

#include <fmt/format.h>

#include <boost/program_options.hpp>
#include <cstdlib>
#include <exception>
#include <map>

#include "tests/torture/judgement.hpp"

using namespace descent;
using namespace descent::test;

namespace {

struct Counts {
  std::map<std::string, int> outcomes;
  std::map<std::string, int> faults;
};

void print(const std::map<std::string, Counts>& methods) {
  fmt::print("{:20}{:>8}{:>11}{:>9}{:>8}{:>10}{:>7}  faults\n", "method", "runs", "converged", "stalled",
             "budget", "diverged", "limit");
  for (const auto& [method, counts] : methods) {
    int runs = 0;
    std::string faults;
    for (const auto& [outcome, count] : counts.outcomes) runs += count;
    for (const auto& [kind, count] : counts.faults) faults += fmt::format("  {} {}", kind, count);
    const auto count = [&counts = counts](const char* outcome) {
      const auto found = counts.outcomes.find(outcome);
      return found == counts.outcomes.end() ? 0 : found->second;
    };
    fmt::print("{:20}{:>8}{:>11}{:>9}{:>8}{:>10}{:>7}{}\n", method, runs, count("converged"),
               count("stalled"), count("budget"), count("diverged"), count("limit"),
               faults.empty() ? "  -" : faults);
  }
}

int run(std::uint64_t seed, std::uint64_t first, std::uint64_t cases, const std::string& only, int threads,
        bool weighted, bool verbose) {
  std::map<std::string, Counts> methods;
  int faults = 0;
  int certified = 0;
  int uncertified = 0;
  for (std::uint64_t number = first; number < first + cases; ++number) {
    const HardProblem hard = weighted ? weighted_problem(seed, number) : hard_problem(seed, number);
    const std::string name = fmt::format("{} ({})", number, hard.description());
    if (verbose) fmt::print("{}\n", name), std::fflush(stdout);
    const Judgement judgement = judge_methods(hard, seed + number, only, threads);
    if (judgement.optimum && judgement.optimum->gap() <= 1e-8) {
      ++certified;
    } else if (hard.regularizer == RegularizerKind::l1 || hard.regularizer == RegularizerKind::l2) {
      ++uncertified;
      fmt::print("{}: reference: {}\n", name,
                 judgement.optimum
                     ? fmt::format("gap {:.1e} ({})", judgement.optimum->gap(), judgement.optimum->method)
                     : judgement.no_optimum);
    }
    for (const Attempt& attempt : judgement.attempts) {
      const std::string method = attempt.method.substr(0, attempt.method.find(' '));
      ++methods[method].outcomes[outcome(attempt.progress.status)];
      if (verbose) {
        fmt::print("  {:40} {:9} F {:.12g}, bound {:.12g}, {} updates, {:.1f} passes\n", attempt.method,
                   outcome(attempt.progress.status), attempt.objective, attempt.bound,
                   attempt.progress.updates,
                   static_cast<double>(attempt.progress.entries_touched) /
                       static_cast<double>(hard.sample.rows.nonzeros()));
      }
      if (attempt.fault.empty()) continue;
      ++faults;
      ++methods[method].faults[attempt.fault];
      fmt::print("{}: {}: {}: {} ({})\n", name, attempt.method, attempt.fault, attempt.detail,
                 judgement.best_method);
    }
    std::fflush(stdout);
  }
  print(methods);
  fmt::print("{} problems, seed {}: {} certified, {} convex ones with L1 or L2 not; {} faults\n", cases, seed,
             certified, uncertified, faults);
  return faults == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) try {
  namespace options = boost::program_options;
  std::uint64_t cases = 0;
  std::uint64_t seed = 0;
  std::uint64_t first = 0;
  std::string method;
  int threads = 0;
  options::options_description known("descent_torture");
  known.add_options()("help", "this text")                                                       //
      ("cases", options::value(&cases)->default_value(1000), "number of problems")               //
      ("seed", options::value(&seed)->default_value(1), "of the sequence of problems")           //
      ("first", options::value(&first)->default_value(0), "number of the first problem")         //
      ("method", options::value(&method)->default_value(""), "only this one and the reference")  //
      ("threads", options::value(&threads)->default_value(0), "of every method that has them")   //
      ("weights", "give the rows weights")                                                       //
      ("verbose", "print every problem and attempt");
  options::variables_map given;
  options::store(options::parse_command_line(argc, argv, known), given);
  options::notify(given);
  if (given.contains("help")) {
    std::ostringstream text;
    text << known;
    fmt::print("{}", text.str());
    return EXIT_SUCCESS;
  }
  return run(seed, first, cases, method, threads, given.contains("weights"), given.contains("verbose"));
} catch (const std::exception& error) {
  fmt::print(stderr, "descent_torture: {}\n", error.what());
  return 2;
}

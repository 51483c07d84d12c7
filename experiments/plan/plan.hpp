#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "experiments/config/config.hpp"
#include "experiments/config/tuned_file.hpp"
#include "experiments/optima/optimum_store.hpp"
#include "experiments/plan/run_budget.hpp"

namespace descent {

/// Everything that determines what one run computes.
struct RunSpec : ProblemSpec {
  std::string experiment;
  const Method* method = nullptr;
  std::string variant;
  std::string label;
  OptionValues options;
  std::uint64_t seed = 0;
  RunBudget allowance;
  /// What its results are held against, owned by the OptimumStore that the plan was made from; null where no
  /// certificate is known. No part of the identity.
  const KnownOptimum* known_optimum = nullptr;
  /// The options that the program has chosen, not the configuration.
  std::vector<ChosenConstant> chosen = {};
  std::string sample_of = {};  ///< what the dataset is a random sample of, as Config::sample_of()

  /// For messages: "a9a, hinge + l1, lambda 1/m: Non-smooth SCD".
  std::string description() const;
  /// The same with its seed: "…: Non-smooth SCD, seed 3".
  std::string what() const;
};

/// What a run costs, in a unit that the time to go can be estimated from: CPU seconds, or entries touched.
double cost_of(const RunSpec& spec);

/// A method of the configuration that cannot work on one of its datasets.
struct LeftOut {
  ProblemSpec problem;  ///< the first of those that differ in λ alone
  MethodEntry entry;
  std::string reason;  ///< "interior_point forms a matrix of …"
};

struct Plan {
  std::vector<RunSpec> runs;      ///< dataset by dataset, and in it problem by problem
  std::vector<LeftOut> left_out;  ///< has no runs
};

/// The configuration's problems over the loaded datasets (in its order).
std::vector<ProblemSpec> problems_of(const Config& config, std::span<const Dataset> datasets);

/// Whether a method takes the L1 norm of the optimum as its radius; a run with such options waits for it.
bool needs_radius(const OptionValues& options);

/// That norm, by the certified optimum; empty when it is not known. Throws ConfigError when it is 0,
/// or when the certificate is too weak.
std::optional<ChosenConstant> radius_of(const ProblemSpec& problem, const OptimumStore& optima);

/// Expands the configuration over the loaded datasets (in its order), with step-size constants from `tuned`
/// and what the certified optima give from `optima`. Throws ConfigError when a method cannot work on a
/// dataset that its entry names, and when no method can work on any.
Plan make_plan(const Config& config, std::span<const Dataset> datasets, const TunedFile& tuned,
               const OptimumStore& optima);

/// Gives every run the optimum that is known of its problem, and the radius "optimum" its number. Where the
/// optimum is not known it stays that word: such a run can be planned, not carried out.
void take_optima(Plan& plan, const OptimumStore& optima);

}  // namespace descent

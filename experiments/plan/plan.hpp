#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "experiments/config/config.hpp"
#include "experiments/config/tuned_file.hpp"
#include "experiments/optima/optimum_store.hpp"
#include "support/json/json_place.hpp"
#include "support/ranges.hpp"
#include "support/records/axis.hpp"

namespace descent {

/// Amount of work of a run, and its checkpoints.
struct RunBudget {
  Axis axis = Axis::cpu_seconds;
  double amount = 0;                   ///< CPU seconds or passes
  std::int64_t checkpoints = 12;       ///< a decade
  std::optional<double> stop_at = {};  ///< (F(w) − D*)/D* that ends the run when it has lasted
  std::optional<double> gap = {};      ///< relative gap that ends the run when it is proved

  /// Times or passes of the checkpoints, the last at the end of the budget. All others lie on one geometric
  /// grid for all budgets, so that a longer run repeats a shorter one.
  std::vector<double> grid() const;
};

/// The configuration that its runs share, without the methods, of which each run has one.
std::shared_ptr<const Config> config_of_runs(Config config);

/// Everything that determines what one run computes.
struct RunSpec : ProblemSpec {
  std::shared_ptr<const Config> config;  ///< that it is a run of, by config_of_runs()
  const Method* method = nullptr;
  std::string variant;
  std::string label;
  OptionValues options;
  std::uint64_t seed = 0;
  RunBudget budget;
  /// Optimum for judging the results, owned by the plan's OptimumStore; null if none is known. Not part of
  /// the identity.
  const KnownOptimum* known_optimum = nullptr;
  /// Options chosen by the program, not by the configuration.
  std::vector<ChosenConstant> chosen = {};
  /// For messages: "a9a, hinge + l1, lambda 1/m: Non-smooth SCD".
  std::string description() const;
  /// description() with the seed: "…: Non-smooth SCD, seed 3".
  std::string what() const;
};

/// Cost of a run for estimates of the remaining time, in CPU seconds or entries touched.
double cost_of(const RunSpec& spec);

/// A method of the configuration that cannot work on one of its datasets.
struct LeftOut {
  ProblemSpec problem;  ///< the first of the problems that differ only in λ, unless λ is the reason
  const Method* method;
  std::string variant;
  std::string label;
  std::string reason;  ///< "interior_point forms a matrix of …"
};

struct Plan {
  std::vector<RunSpec> runs;      ///< by dataset, then by problem
  std::vector<LeftOut> left_out;  ///< has no runs
};

/// The configuration's problems on the loaded datasets (in its order).
std::vector<ProblemSpec> problems_of(const Config& config, std::span<const Dataset> datasets);

/// True if an option takes the L1 norm of the optimum as radius. Such a run waits for the optimum.
bool needs_radius(const OptionValues& options);

/// L1 norm of the certified optimum; empty if unknown. Throws ConfigError if the certificate is too weak.
std::optional<ChosenConstant> radius_of(const ProblemSpec& problem, const OptimumStore& optima);

/// Why the options' radius does not exist: the known optimum is w = 0. Else empty.
std::optional<std::string> lacks_radius(const ProblemSpec& problem, const OptionValues& options,
                                        const OptimumStore& optima);

/// Expands the configuration over the loaded datasets (in its order), with step-size constants from `tuned`
/// and radii from `optima`. Throws ConfigError if a method cannot work on a dataset that its entry names, or
/// if no method can work on any.
Plan make_plan(const Config& config, std::span<const Dataset> datasets, const TunedFile& tuned,
               const OptimumStore& optima);

/// The order of measuring: on each problem, the methods with one seed before those with the next, so that a
/// slow drift of the machine falls on all methods. The methods of a seed are in an order drawn for it.
/// `runs` are problem by problem.
std::vector<RunSpec> interleaved(std::vector<RunSpec> runs);

/// Gives every run the known optimum of its problem, and radius "optimum" its number. Without a known optimum
/// the radius stays a word: the run can be planned but not carried out. Leaves out runs that lack a radius.
void take_optima(Plan& plan, const OptimumStore& optima);

/// Everything that determines what a run computes, and nothing else.
///   config     a configuration of this run alone, with every option and chosen constant as a value
///   variant    of its method in the original configuration
///   dataset    source, origin and sha256 of the data, and of the file of its rows' weights
///   code       hashes of the sources, compiler, flags, type of the stored values
///   processor  its model, if it matters: CPU time ends the run, or code is compiled for this processor
Json run_identity(const RunSpec& spec);

/// Hash of an identity without the processor, so that a plan is the same on every machine: 16 hexadecimal
/// digits. A run with a known id is not repeated.
std::string run_id(const Json& identity);
inline std::string run_id(const RunSpec& spec) {
  return run_id(run_identity(spec));
}

/// One of `count` parts of a configuration's runs. The seeds of a method on a problem are dealt out in turn,
/// so that parts take about the same time. A run is in the same part on every machine.
struct Share {
  std::uint64_t number = 1;  ///< from 1
  std::uint64_t count = 1;

  bool has(const RunSpec& spec) const;
  std::string text() const { return fmt::format("{}/{}", number, count); }
};

/// Reads "2/3". Throws ConfigError.
Share parse_share(const std::string& text);

/// Selects runs of a configuration by dataset, method, id and share; an empty list selects all.
struct RunFilter {
  std::vector<std::string> datasets;
  std::vector<std::string> methods;  ///< names, or labels of single entries
  std::vector<std::string> runs;
  std::optional<Share> share = {};

  bool wants_dataset(const std::string& name) const { return datasets.empty() || contains(datasets, name); }
  bool wants_method(const std::string& name, const std::string& label) const {
    return methods.empty() || contains(methods, name) || contains(methods, label);
  }
  bool wants_run(const std::string& id) const { return runs.empty() || contains(runs, id); }
  /// True if dataset, method and share are selected; ignores the id.
  bool may_want(const RunSpec& spec) const;

  /// True if the configuration has selected datasets and methods.
  bool wants_some_of(const Config& config) const;
};

/// Datasets and methods of configurations or results.
struct KnownNames {
  std::vector<std::string> places;  ///< the configurations or results
  std::vector<std::string> datasets, methods;
  std::vector<std::string> labels;  ///< of the methods

  void add_method(const std::string& name, const std::string& label) {
    methods.push_back(name);
    labels.push_back(label);
  }
};

/// Throws ConfigError for a name of the filter that is not known.
void require_known_names(const RunFilter& filter, const KnownNames& known);

/// Splits "dataset=a9a,method=pegasos,method=batch_rda,run=0123456789abcdef"; these labels of methods may
/// contain commas. Throws ConfigError for other words.
RunFilter split_run_filter(const std::string& text, std::span<const std::string> labels);

/// The same for configurations. Also throws ConfigError unless every dataset and method is in some
/// configuration, and some configuration has both: a misspelt name would silently run nothing.
RunFilter parse_run_filter(const std::string& text, std::span<const Config> configs);

}  // namespace descent

#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "plots/results/axis.hpp"
#include "plots/results/condition.hpp"
#include "plots/results/group_key.hpp"
#include "plots/results/listed_files.hpp"
#include "plots/results/objective_form.hpp"
#include "plots/results/unproven.hpp"

namespace descent {

/// What DIR/manifest.json says of a dataset.
struct ManifestDataset {
  std::string name;
  std::string source;  ///< "file", or "stand-in" for synthetic rows
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::uint64_t nonzeros = 0;
  std::uint64_t test_rows = 0;
  std::string weighting = {};    ///< how the losses of the training rows are weighed; empty: all alike
  std::string sample_of = {};    ///< of a random part of some training rows: what all of them are called
  std::uint64_t underflows = 0;  ///< numbers of its files that were too small and read as 0
  bool is_rounded = false;       ///< its values were rounded to single precision
  /// Of a stand-in: a file of the dataset's name that was there, and not used; empty: none.
  std::string passed_over = {};
};

/// Dataset, loss and regulariser.
using ProblemNames = std::array<std::string, 3>;

/// One entry of a config's list of methods.
struct ManifestMethod {
  std::string name;
  std::string variant;  ///< empty, or what tells it from other entries of the same method
  std::string label;    ///< for legends; ends in "(restarted)" if the method restarts
  /// Each of its checkpoints is a run of its own from w = 0, to the next of a falling sequence of tolerances:
  /// they are points, and not the course of one run.
  bool sampled_by_tolerance = false;
  bool keeps_rounds = false;  ///< needs as many rounds in any number of processes
  bool randomized = true;     ///< draws random numbers; else its runs differ in their times alone
  std::vector<std::string> protocols = {};  ///< under which it takes part; empty: under every one

  std::optional<std::set<ProblemNames>> problems = {};  ///< that runs are planned on; empty: not recorded

  bool takes_part_under(const std::string& protocol) const;
  bool takes_part_in(const ProblemNames& problem) const;
};

/// The certified optimum of one problem: F(w*) of a known w*, and the lower bound D* ≤ min F that proves it.
struct ManifestOptimum : ProblemKey {
  double objective = 0;
  double lower_bound = 0;
  std::string method;  ///< that has computed it
  double cpu_seconds = 0;
  std::string file = {};                   ///< its path when the manifest was written; empty: not recorded
  std::optional<ListedFile> written = {};  ///< the file then; empty in manifests of earlier versions
};

/// A method on a problem, by the names of both.
struct MethodOnProblem : ProblemKey {
  std::string method, variant;
};

/// Where a constant is from that stands at its default because no one has tuned it.
inline constexpr std::string_view untuned = "default: not tuned";

/// In the origin of a constant whose trials had another budget than those of the configuration have.
inline constexpr std::string_view other_budget = "; those of the configuration have another budget";
/// In the origin of a constant whose trials ran on data with another checksum.
inline constexpr std::string_view other_data = "; the data had another checksum then";

/// A constant that the program has chosen for a method on a problem.
struct ManifestConstant : MethodOnProblem {
  std::string option;
  double value = 0;
  /// `untuned`, or where it was tuned, with `other_budget` and `other_data` behind it where they hold.
  std::string origin;
  /// CPU seconds of all runs of all trials, setup included; all of the method's constants share them. Empty
  /// for a default.
  std::optional<double> tuning_cpu_seconds = {};
};

/// How the configuration writes a λ: "1/m^2" where a value alone could as well be 0.001/m.
struct ManifestLambda {
  std::string dataset;
  std::string text;
  double value = 0;
};

/// The part of DIR/manifest.json that figures and tables are made from; the file holds more.
struct Manifest {
  std::string name;
  std::string title;
  std::vector<std::string> losses;
  std::vector<std::string> regularizers;
  ObjectiveForm form;  ///< of λ, objectives and bounds
  Axis x_axis = Axis::cpu_seconds;
  std::vector<ManifestDataset> datasets;
  std::vector<ManifestMethod> methods;                 ///< in the order of the config
  std::map<std::string, std::string> protocol_titles;  ///< by the protocol's name; a protocol may have none
  std::vector<ManifestOptimum> optima;  ///< of its problems; none where there is no certificate
  std::vector<ManifestLambda> lambdas;
  std::vector<ManifestConstant> constants;
  std::vector<std::string> runs;         ///< ids; a run is DIR/runs/ID.csv
  std::vector<MethodOnProblem> planned;  ///< of each run; empty in manifests that do not name them
  std::size_t missing_runs = 0;          ///< of these, as read with the runs: those without a file
  Unproven unproven;                     ///< of these and of the file itself
  std::vector<Condition> conditions;     ///< as read with the runs
  std::optional<ListedFiles> files;      ///< empty in manifests of earlier versions
  /// The datasets of a `real_only` configuration whose files were not there.
  std::vector<std::string> left_out_datasets;
};

/// Reads FOLDER/manifest.json. Throws ResultFileError that names the file and the JSON path when it is
/// missing, is not JSON (line and column), lacks a key or was changed after it was written.
Manifest read_manifest(const std::filesystem::path& folder);

/// The entry of that method with that variant; null where there is none.
const ManifestMethod* method_of(const Manifest& manifest, const std::string& name,
                                const std::string& variant);

/// Names of the protocols of its methods, in their order; none where every method takes part in the same.
std::vector<std::string> protocols_of(const Manifest& manifest);

/// The label of the group's method; its name where the manifest has no entry for it.
std::string label_of(const Manifest& manifest, const GroupKey& group);

/// The place of that method with that variant in the list; the list's length where there is none.
std::size_t place_of_method(const Manifest& manifest, const std::string& name, const std::string& variant);

/// The certified optimum of a problem; null where it has none, or D* ≤ 0, which no relative suboptimality can
/// be taken of.
const ManifestOptimum* certificate_of(const Manifest& manifest, const ProblemKey& problem);

/// CPU seconds that tuning the group's method on its problem has cost; empty where no tuning is recorded.
std::optional<double> tuning_cpu_seconds(const Manifest& manifest, const GroupKey& group);

/// (F(w*) − D*)/D*: nobody can tell when a relative suboptimality below it is reached.
double certified_gap(const ManifestOptimum& optimum);

/// (F(w) − F(w*))/|F(w*)|: weights w* are known, so that F(w) is that far from the minimum or farther.
double excess_over(const ManifestOptimum& optimum, double objective);

/// A run with a greater excess has not converged, whatever its method says of it.
inline constexpr double excess_of_converged = 0.01;

}  // namespace descent

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/records/axis.hpp"
#include "support/records/constant_origin.hpp"
#include "support/records/group_key.hpp"
#include "support/records/objective_form.hpp"
#include "support/records/record.hpp"

namespace descent {

/// The kinds of conditions, in the order in which they are listed.
enum class ConditionKind {
  stand_in,             ///< synthetic rows
  rounded,              ///< the rows' values were rounded to single precision
  underflowed,          ///< numbers of the files are too small for double precision and count as 0
  untuned,              ///< a constant has its default, and none of the folder is tuned
  untuned_among_tuned,  ///< a constant has its default, and others of the folder are tuned
  tuned_on_other_data,  ///< a constant was tuned on data with another checksum
  tuned_other_reading,  ///< a constant was tuned on data that were read or scaled otherwise
  tuned_otherwise,      ///< a constant was tuned by trials of another budget than the configuration's
  from_optimum,         ///< a constant is the norm of the certified optimum
  uncertified,          ///< no optimum is certified, though those of other problems are
  missing,              ///< runs are planned and not done
  failed,               ///< runs failed or diverged
  own_end,              ///< the method ended its runs by itself, away from the certified optimum
  several_threads,      ///< runs worked in several threads, whose CPU times are added up
  overrun,              ///< one step took runs beyond their budget
  shared_core,          ///< wall time shows that runs shared their core
  shared_cache,         ///< runs had their last-level cache in common with others of the same command
  hindered,             ///< cores were throttled for heat, or taken by other virtual machines
  processors,           ///< the runs' times are from different processors
  builds                ///< the runs are from different builds of the program
};

/// Circumstance that qualifies the results of a problem, such as failed runs or a shared core.
struct Condition {
  static constexpr std::size_t all_methods = static_cast<std::size_t>(-1);

  ConditionKind kind = ConditionKind::stand_in;
  ProblemKey problem{};
  std::size_t method = all_methods;  ///< its index in the manifest
  std::string detail{};              ///< "step = 1", "the file a9a here was not used"
  std::uint64_t runs = 0;            ///< affected, out of `of_runs`; 0: all numbers are
  std::uint64_t of_runs = 0;
  /// Maximum over the runs. `own_end`: (F(w) − F(w*))/F(w*); `overrun`: share of the budget.
  double excess = 0;
};

/// A dataset in DIR/manifest.json.
struct ManifestDataset {
  std::string name;
  std::string source;  ///< "file", or "stand-in" for synthetic rows
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::uint64_t nonzeros = 0;
  std::uint64_t test_rows = 0;
  std::string weighting = {};        ///< weights of the training rows' losses; empty: all are 1
  std::string sample_of = {};        ///< if it is a random part of training rows: the name of all of them
  std::uint64_t underflows = 0;      ///< numbers of its files that were too small and read as 0
  bool is_rounded = false;           ///< its values were rounded to single precision
  std::string origin = {};           ///< in words
  std::string sha256 = {};           ///< of its files
  std::uint64_t inexact_values = 0;  ///< numbers of its files that are none of double precision
  bool is_catalogued = false;
  Json positive_label = {};  ///< a number, or a text if it is a word
  Json negative_label = {};
  std::string scaling = {};                      ///< how x was scaled: "columns to deviation 1"; empty: not
  std::vector<double> shifts = {}, scales = {};  ///< of scaled columns: x_j became (x_j - shift) / scale
  static Fields<ManifestDataset> fields();
};

/// True if both have the same rows: the same files, weights and scaling. Their names may differ.
bool is_same_data(const ManifestDataset& a, const ManifestDataset& b);

/// Dataset, loss and regulariser.
using ProblemNames = std::array<std::string, 3>;

/// One entry of a config's list of methods.
struct ManifestMethod {
  std::string name;
  std::string variant;  ///< distinguishes entries of the same method; may be empty
  std::string label;    ///< for legends; ends in "(restarted)" if the method restarts
  /// Each checkpoint is a separate run from w = 0, to the next of a falling sequence of tolerances.
  bool sampled_by_tolerance = false;
  bool keeps_rounds = false;  ///< needs as many rounds in any number of processes
  bool randomized = true;     ///< draws random numbers; else its runs differ only in their times
  std::vector<std::string> protocols = {};  ///< under which it takes part; empty: under every one

  std::optional<std::set<ProblemNames>> problems =
      {};  ///< that it has runs on or was left out of; empty: all

  bool takes_part_under(const std::string& protocol) const;
  bool takes_part_in(const ProblemNames& problem) const;
  static Fields<ManifestMethod> fields();
};

/// The certified optimum of one problem: F(w*) of a known w*, and the lower bound D* ≤ min F that proves it.
struct ManifestOptimum : ProblemKey {
  double objective = 0;
  double lower_bound = 0;
  std::string method;  ///< that computed it
  double cpu_seconds = 0;
  std::string file = {};  ///< its path, relative to the results folder or absolute
  std::string lambda_text = {};
  double gap = 0;  ///< CertifiedOptimum::gap
  std::uint64_t nonzeros = 0;
  static Fields<ManifestOptimum> fields();
};

/// A method on a problem, by the names of both.
struct MethodOnProblem : ProblemKey {
  std::string method, variant;
};

/// A constant that the program has chosen for a method on a problem.
struct ManifestConstant : MethodOnProblem {
  std::string option;
  double value = 0;
  ConstantOrigin origin;
  /// CPU seconds of all trials, setup included, for all constants of the method. Empty for a default.
  std::optional<double> tuning_cpu_seconds = {};
  std::string lambda_text = {};
  std::optional<std::uint64_t> tuning_runs = {};  ///< of all trials
  static Fields<ManifestConstant> fields();
};

/// A planned run.
struct ManifestRun : MethodOnProblem {
  std::string id;  ///< its file is DIR/runs/ID.csv
  std::string lambda_text = {};
  std::uint64_t seed = 0;
  static Fields<ManifestRun> fields();
};

/// A dataset that is left out, or a method that is left out on a dataset (then all names are there).
struct LeftOutOfPlan {
  std::string dataset;
  std::string reason;
  std::string loss = {}, regularizer = {}, method = {}, variant = {};
  static Fields<LeftOutOfPlan> fields();
};

/// How the configuration writes a λ, such as "1/m^2".
struct ManifestLambda {
  std::string dataset;
  std::string text;
  double value = 0;
  static Fields<ManifestLambda> fields();
};

/// DIR/manifest.json: what is planned, from the configuration, the data and the certified optima. `run`
/// writes it whole before its runs; the same plan gives the same bytes.
struct Manifest {
  std::string name;
  std::string title;
  std::string config_file;       ///< absolute path of the configuration
  Json config = Json::object();  ///< with all defaults
  std::vector<std::string> losses{};
  std::vector<std::string> regularizers{};
  ObjectiveForm form;  ///< of λ, objectives and bounds
  Axis x_axis = Axis::cpu_seconds;
  std::vector<ManifestDataset> datasets{};
  std::vector<ManifestMethod> methods{};               ///< in the order of the config
  std::map<std::string, std::string> protocol_titles;  ///< by the protocol's name; a protocol may have none
  std::vector<ManifestOptimum> optima;  ///< of its problems; none where there is no certificate
  std::vector<ManifestLambda> lambdas{};
  std::vector<ManifestConstant> constants;
  std::vector<ManifestRun> runs{};
  std::vector<LeftOutOfPlan> left_out;
  std::vector<Condition> conditions{};  ///< as read with the runs; not in the file
  static Fields<Manifest> fields();
};

/// Reads FOLDER/manifest.json. Throws ResultFileError with the file and the JSON path if it is missing or
/// damaged.
Manifest read_manifest(const std::filesystem::path& folder);

/// Writes FOLDER/manifest.json as one of descent's own files. Throws ConfigError or ResultFileError.
void write_manifest(const std::filesystem::path& folder, const Manifest& manifest);

std::vector<std::string> run_ids(const Manifest& manifest);

/// The entry of that method with that variant; null if there is none.
const ManifestMethod* method_of(const Manifest& manifest, const std::string& name,
                                const std::string& variant);

/// Names of the protocols of its methods, in their order; none if all methods are under the same.
std::vector<std::string> protocols_of(const Manifest& manifest);

/// The methods that are compared under one protocol, in figures and tables of their own.
struct ManifestPart {
  std::string protocol{};
  std::string suffix{};                ///< of file names, behind the experiment's: "-own"
  std::string remark{};                ///< behind titles: " (SCD tuned, rivals untuned)"
  std::vector<std::size_t> methods{};  ///< indices in the manifest; empty: all methods

  bool has(std::size_t method) const;
};

/// One part for each protocol; without protocols, one part of all methods. A single part has no suffix.
std::vector<ManifestPart> parts_of(const Manifest& manifest);

/// Label of the group's method; its name if the manifest has no entry for it.
std::string label_of(const Manifest& manifest, const GroupKey& group);

/// Index of the method with this variant; the number of methods if there is none.
std::size_t index_of_method(const Manifest& manifest, const std::string& name, const std::string& variant);

/// The optimum of a problem; null if there is none.
const ManifestOptimum* optimum_of(std::span<const ManifestOptimum> optima, const ProblemKey& problem);

/// The certified optimum of a problem; null if there is none or D* ≤ 0, since a relative suboptimality needs
/// D* > 0.
const ManifestOptimum* certificate_of(const Manifest& manifest, const ProblemKey& problem);

/// CPU seconds of tuning the group's method on its problem; empty if it was not tuned.
std::optional<double> tuning_cpu_seconds(const Manifest& manifest, const GroupKey& group);

/// (F(w*) − D*)/D*. Whether a smaller relative suboptimality is reached is not known.
double certified_gap(const ManifestOptimum& optimum);

/// True if the problem's certificate suffices to know whether a run reached the relative suboptimality.
bool is_certified_to(const Manifest& manifest, const ProblemKey& problem, double target);

/// (F(w) − F(w*))/|F(w*)|. F(w) is at least that far from the minimum, since w* is known.
double excess_over(const ManifestOptimum& optimum, double objective);

/// A run with a greater excess has not converged, even if its method reports so.
inline constexpr double excess_of_converged = 0.01;

}  // namespace descent

#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/config/problem_spec.hpp"
#include "support/records/constant_origin.hpp"
#include "support/records/trial_rows.hpp"

namespace descent {

/// Problem that a tuned constant holds for. `source` distinguishes stand-ins from real data; a file with
/// other numbers of rows or columns is another problem, one with another checksum is not.
struct TunedProblem {
  std::string dataset;
  std::string source;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::string loss;
  std::string regularizer;
  std::string lambda;  ///< as in the configuration
  double bias = 0;     ///< value of the constant feature; 0: none
  ObjectiveForm form = {};
  bool is_rounded = false;          ///< values rounded to single precision
  std::string sha256 = {};          ///< Dataset::sha256; empty: unknown, as in the shipped files
  std::string weights_sha256 = {};  ///< of the file of row weights; empty without one
  std::string reading = {};         ///< keys of the configuration that say how data are read and scaled

  bool operator==(const TunedProblem& other) const {
    const auto key = [](const TunedProblem& p) {
      return std::tie(p.dataset, p.source, p.rows, p.columns, p.loss, p.regularizer, p.lambda, p.bias, p.form,
                      p.is_rounded);
    };
    return key(*this) == key(other);
  }
  /// True if this data is known to be other data than `wanted`.
  bool is_of_other_data(const TunedProblem& wanted) const {
    return !sha256.empty() && (sha256 != wanted.sha256 || weights_sha256 != wanted.weights_sha256);
  }
  /// True if this data is known to be read or scaled otherwise: by another column of labels, ….
  bool is_read_otherwise(const TunedProblem& wanted) const {
    return !sha256.empty() && reading != wanted.reading;
  }
  static Fields<TunedProblem> fields();
};

TunedProblem problem_key(const Config& config, const ProblemSpec& problem);

TrialBudget trial_budget(const Config& config, const std::string& dataset);

/// Work behind the constants of one method on one problem: all runs of all trials.
struct TuningCost {
  double cpu_seconds = 0;  ///< setup included; failed runs add nothing
  std::size_t runs = 0;
};

/// Constants chosen for one method on one problem.
struct TunedConstants {
  TunedProblem problem;
  std::string method;
  std::string variant;
  TrialBudget budget;
  Constants constants;
  TuningCost cost = {};
  std::uint64_t most_seeds = 1;          ///< of a trial
  std::vector<std::string> trials = {};  ///< ids of the runs in the Store of the results folder
  bool is_of(const TunedProblem& on, const std::string& name, const std::string& of) const {
    return problem == on && method == name && variant == of;
  }
  static Fields<TunedConstants> fields();
};

/// A constant for an option that the configuration leaves open.
struct ChosenConstant {
  std::string option;
  double value;
  ConstantOrigin origin;
  std::optional<TuningCost> tuning = {};  ///< of a tuned constant, shared with the others of its method
};

/// configs/tuned/NAME.json: results of `descent tune` for a configuration.
class TunedFile {
 public:
  /// Path of a configuration's file: tuned/ beside it, same name.
  static std::filesystem::path path_for(const Config& config) { return path_for(config.path, config.name); }
  static std::filesystem::path path_for(const std::filesystem::path& config_file, const std::string& name);

  /// Empty if there is no such file. Throws ConfigError if the file is malformed.
  static TunedFile read(const std::filesystem::path& path);
  static TunedFile of(const Config& config) { return read(path_for(config)); }

  /// Writes the file. `protocol` says how the constants were found, in words and numbers.
  void write(const Json& protocol) const;

  const std::filesystem::path& path() const { return path_; }
  std::span<const TunedConstants> all() const& { return all_; }
  void all() const&& = delete;  // they would be gone
  std::optional<TunedConstants> find(const TunedProblem& problem, const MethodEntry& entry) const;
  void put(TunedConstants constants);
  void erase(const TunedProblem& problem, const MethodEntry& entry);

  /// Constants for this entry's options that are left to tuning; the option's default if none was tuned.
  /// Throws ConfigError if the default is not a number. The origin says if the trials had other data, or
  /// another budget than `budget`; numbers of seeds are ignored.
  std::vector<ChosenConstant> resolve(const TunedProblem& problem, RegularizerKind regularizer,
                                      const MethodEntry& entry,
                                      const std::optional<TrialBudget>& budget = std::nullopt) const;

 private:
  std::filesystem::path path_;
  std::vector<TunedConstants> all_;
};

/// Options of the entry to tune under this regulariser: constants that matter and that the configuration
/// leaves open.
std::vector<const Option*> options_to_tune(const MethodEntry& entry, RegularizerKind regularizer);

}  // namespace descent

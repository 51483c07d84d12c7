#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/config/problem_spec.hpp"
#include "experiments/config/tuned_constants.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// A constant for an option that the configuration leaves open.
struct ChosenConstant {
  std::string option;
  double value;
  std::string origin;                     ///< `untuned`, or where it was tuned
  std::optional<TuningCost> tuning = {};  ///< of a tuned constant, shared with the others of its method
};

/// configs/tuned/NAME.json: results of `descent tune` for a configuration.
class TunedFile {
 public:
  /// Path of a configuration's file: tuned/ beside it, same name.
  static std::filesystem::path path_for(const Config& config) { return path_for(config.path, config.name); }
  static std::filesystem::path path_for(const std::filesystem::path& config_file, const std::string& name);

  /// Empty if there is no such file. Throws ConfigError if the file is malformed or was changed.
  static TunedFile read(const std::filesystem::path& path);
  static TunedFile of(const Config& config) { return read(path_for(config)); }

  /// Writes the file atomically; `protocol` says how the constants were found, in words and numbers.
  void write(const Json& protocol) const;

  const std::filesystem::path& path() const { return path_; }
  std::span<const TunedConstants> all() const { return all_; }
  /// Origin of these constants, for a manifest. Additions by `resolve` begin with a semicolon.
  std::string origin_of(const TunedConstants& tuned) const;
  std::optional<TunedConstants> find(const TunedProblem& problem, const MethodEntry& entry) const;
  void put(TunedConstants constants);

  /// Completed trial runs of a problem whose constants are not chosen yet.
  const TrialEnds& unfinished() const { return unfinished_; }
  void set_unfinished(TrialEnds ends) { unfinished_ = std::move(ends); }

  /// Constants for this entry's options that are left to tuning; the option's default if none was tuned.
  /// Throws ConfigError if the default is not a number. With `budget` or `data`, the origin says if the
  /// trials had others; numbers of seeds are ignored.
  std::vector<ChosenConstant> resolve(const TunedProblem& problem, RegularizerKind regularizer,
                                      const MethodEntry& entry,
                                      const std::optional<TrialBudget>& budget = std::nullopt,
                                      const std::optional<TunedData>& data = std::nullopt) const;

 private:
  std::filesystem::path path_;
  std::vector<TunedConstants> all_;
  TrialEnds unfinished_;
};

/// Options of the entry to tune under this regulariser: constants that matter and that the configuration
/// leaves open.
std::vector<const Option*> options_to_tune(const MethodEntry& entry, RegularizerKind regularizer);

}  // namespace descent

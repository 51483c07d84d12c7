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
#include "plots/results/manifest.hpp"

namespace descent {

/// The value of an option that the configuration leaves open.
struct ChosenConstant {
  std::string option;
  double value;
  std::string origin;                     ///< `untuned`, or where it was tuned
  std::optional<TuningCost> tuning = {};  ///< of a tuned constant, shared with the others of its method
};

/// configs/tuned/NAME.json: the constants that `descent tune` chose for a configuration.
class TunedFile {
 public:
  /// The file that belongs to a configuration: tuned/ beside it, same name.
  static std::filesystem::path path_for(const Config& config) { return path_for(config.path, config.name); }
  static std::filesystem::path path_for(const std::filesystem::path& config_file, const std::string& name);

  /// Empty if there is no such file. Throws ConfigError if the file is damaged or malformed.
  static TunedFile read(const std::filesystem::path& path);
  static TunedFile of(const Config& config) { return read(path_for(config)); }

  /// Writes the file atomically; `protocol` says how the constants were found, in words and numbers.
  void write(const Json& protocol) const;

  const std::filesystem::path& path() const { return path_; }
  std::span<const TunedConstants> all() const { return all_; }
  /// Text for a manifest: where these constants come from. `resolve` adds texts that begin with a semicolon.
  std::string origin_of(const TunedConstants& tuned) const;
  std::optional<TunedConstants> find(const TunedProblem& problem, const MethodEntry& entry) const;
  void put(TunedConstants constants);

  /// Trial runs that have ended on a problem whose constants are not chosen yet.
  const TrialEnds& unfinished() const { return unfinished_; }
  void set_unfinished(TrialEnds ends) { unfinished_ = std::move(ends); }

  /// The constants for the options of this entry that are left to tuning; an option without one gets its
  /// default. Throws ConfigError if that is no number. If `budget` or `data` is given, the origin says if the
  /// trials had another one, except for the number of seeds.
  std::vector<ChosenConstant> resolve(const TunedProblem& problem, RegularizerKind regularizer,
                                      const MethodEntry& entry,
                                      const std::optional<TrialBudget>& budget = std::nullopt,
                                      const std::optional<TunedData>& data = std::nullopt) const;

 private:
  std::filesystem::path path_;
  std::vector<TunedConstants> all_;
  TrialEnds unfinished_;
};

/// The options of the entry to tune under this regulariser: constants that matter and that the configuration
/// leaves open.
std::vector<const Option*> options_to_tune(const MethodEntry& entry, RegularizerKind regularizer);

}  // namespace descent

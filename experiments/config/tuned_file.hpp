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

/// A constant to be put in place of an option that the configuration leaves open.
struct ChosenConstant {
  std::string option;
  double value;
  std::string origin;                     ///< `untuned`, or where it was tuned
  std::optional<TuningCost> tuning = {};  ///< of a tuned constant, shared with the others of its method
};

/// configs/tuned/NAME.json: what `descent tune` found for a configuration.
class TunedFile {
 public:
  /// The file that belongs to a configuration: tuned/ beside it, same name.
  static std::filesystem::path path_for(const Config& config) { return path_for(config.path, config.name); }
  static std::filesystem::path path_for(const std::filesystem::path& config_file, const std::string& name);

  /// Empty if there is no such file. Constants without their cost, as older versions wrote them, are skipped
  /// and count as not tuned. Throws ConfigError when the file is malformed, or was changed after it was
  /// written.
  static TunedFile read(const std::filesystem::path& path);

  /// Reads the file of the configuration. Prints a note if it is not proven, or if constants were skipped
  /// because they lack their cost.
  static TunedFile of(const Config& config);

  /// Written atomically; `protocol` says how the constants were found, in words and numbers. What was not
  /// certain when it was read does not become so by further constants.
  void write(const Json& protocol) const;

  const std::filesystem::path& path() const { return path_; }
  /// Whether the constants are certain to be those that were found; without any they are.
  bool is_proven() const { return is_proven_; }
  std::span<const TunedConstants> all() const { return all_; }
  /// Text for a manifest: where these constants of the file come from. What `resolve` adds begins with a
  /// semicolon.
  std::string origin_of(const TunedConstants& tuned) const;
  std::optional<TunedConstants> find(const TunedProblem& problem, const MethodEntry& entry) const;
  void put(TunedConstants constants);

  /// Trial runs that have ended, of a problem whose constants are not chosen yet.
  const TrialEnds& unfinished() const { return unfinished_; }
  void set_unfinished(TrialEnds ends) { unfinished_ = std::move(ends); }

  /// The constants for the options of this entry that are left to tuning; one that is not here is the
  /// option's default. Throws ConfigError when that is no number.
  /// Where `budget` or `data` is given, the origin says if the trials had another one; numbers of seeds do
  /// not count.
  std::vector<ChosenConstant> resolve(const TunedProblem& problem, RegularizerKind regularizer,
                                      const MethodEntry& entry,
                                      const std::optional<TrialBudget>& budget = std::nullopt,
                                      const std::optional<TunedData>& data = std::nullopt) const;

 private:
  std::filesystem::path path_;
  bool is_proven_ = true;
  std::size_t skipped_ = 0;  ///< members of "steps" without their cost
  std::vector<TunedConstants> all_;
  TrialEnds unfinished_;
};

/// The options of the entry that are to be tuned under this regulariser: constants that matter and that the
/// configuration leaves open.
std::vector<const Option*> options_to_tune(const MethodEntry& entry, RegularizerKind regularizer);

}  // namespace descent

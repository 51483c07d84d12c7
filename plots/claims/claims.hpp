#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/analysis/estimate.hpp"
#include "plots/results/axis.hpp"
#include "plots/results/lambda.hpp"
#include "plots/results/manifest.hpp"
#include "plots/results/objective_form.hpp"

namespace descent {

/// Conditions under which claims are answered: which problem the paper's formula means, which constants the
/// methods get, and which data takes the place of other data.
struct Setting {
  std::string name;                   ///< letters, digits, - and _; unique
  std::string title;                  ///< what it means, in words
  ObjectiveForm form;                 ///< the factor of ‖w‖² matters under L2 alone
  Lambda lambda{1, 1, "1/m"};         ///< of no use to claims about models, whose λ is cross-validated
  std::string protocol{};             ///< of a configuration, see ManifestMethod; empty: variants are exact
  std::string variation_of{};         ///< name of the setting that it varies; empty for a main setting
  std::vector<std::string> claims{};  ///< ids of those that it is for; empty: all
  std::map<std::string, std::string> data{};  ///< datasets in the place of others, which it leaves out if any

  /// True if results of that form are results of this setting.
  bool fits(const ObjectiveForm& other, std::string_view regularizer) const;
};

/// A method as claims name it: by its name and options that differ from the defaults ("batch=full"). Of a
/// cross-validation a model, by its label, and the rule that chooses λ.
struct ClaimedMethod {
  std::string name;
  std::string variant{};
  friend bool operator==(const ClaimedMethod&, const ClaimedMethod&) = default;
};

/// "l1_psa batch=full".
std::string text_of(const ClaimedMethod& method);

/// The entry that stands for the method under a protocol: of the entries of that name that take part in the
/// problem and have all of its options, the one with the fewest others. Without a protocol, the entry with
/// exactly these options. Null where there is none. Throws ConfigError where two are equally plain.
const ManifestMethod* entry_for(const Manifest& manifest, const ClaimedMethod& method,
                                const std::string& protocol, const ProblemNames& problem);

/// A dataset that votes. Where results have several, the first of these does.
using Alternatives = std::vector<std::string>;

/// A claim of the kind "number": a number of the method lies in a range.
struct NumberInRange {
  enum class Relation { alone, less_other, ratio_to_other };
  std::string number;  ///< see number_names()
  Relation relation = Relation::alone;
  Bounds range;  ///< both ends belong to it; infinite where it has none
};

/// One finding of a paper about problems with one regulariser.
struct Claim {
  std::string id;         ///< letters, digits and dashes; unique
  std::string finding;    ///< where the paper states it: "(1)", "Theorem 1(2)"; "ours" where it states none
  std::string statement;  ///< one sentence
  std::string loss;
  std::string regularizer;  ///< empty for a claim about models, which have their own
  std::vector<Alternatives> datasets;
  ClaimedMethod method;
  std::vector<ClaimedMethod> others;         ///< the rivals, or what the number is compared with
  bool of_models = false;                    ///< of a cross-validation
  std::vector<double> targets;               ///< falling, each in (0, 1); empty where the number needs none
  Axis axis = Axis::cpu_seconds_with_setup;  ///< or passes
  std::optional<NumberInRange> number;       ///< empty for the kind "faster"

  /// Its method and the others.
  std::vector<ClaimedMethod> methods() const;
};

/// A paper's findings about min F(w) = λ R(w) + mean or sum of losses.
struct Claims {
  std::string title;
  std::string source;                    ///< the paper and its section
  std::vector<Setting> settings;         ///< at least one
  std::vector<std::string> supplements;  ///< datasets that are shown and never vote
  std::vector<Claim> claims;             ///< at least one
};

/// Names of the numbers that a claim may be about: those of runs, or those of models.
std::vector<std::string> number_names(bool of_models);

/// Reads and checks a claims file. Throws ConfigError with the file and the JSON path, or line and column;
/// also for a method that is none of `known_methods`, unless these are empty.
Claims read_claims(const std::filesystem::path& path, std::span<const std::string> known_methods = {});

}  // namespace descent

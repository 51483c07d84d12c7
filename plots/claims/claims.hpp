#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/analysis/bootstrap.hpp"
#include "support/records/axis.hpp"
#include "support/records/lambda.hpp"
#include "support/records/manifest.hpp"
#include "support/records/objective_form.hpp"

namespace descent {

/// Conditions for answering claims: the meaning of the paper's formula, the methods' constants, and datasets
/// that replace others.
struct Setting {
  std::string name;            ///< letters, digits, - and _; unique
  std::string title;           ///< its meaning in words
  ObjectiveForm form;          ///< the factor of ‖w‖² matters only under L2
  Lambda lambda{1, 1, "1/m"};  ///< not used by claims about models, whose λ is cross-validated
  std::string protocol{};      ///< of a configuration, see ManifestMethod; empty: variants are exact
  std::string variation_of{};  ///< the setting that it varies; empty for a main setting
  /// replacements of datasets; if any, other datasets are left out
  std::map<std::string, std::string> data{};
  bool bills_setup = true;  ///< times of claims have their setup

  /// True if results with that form belong to this setting.
  bool fits(const ObjectiveForm& other, std::string_view regularizer) const;
};

/// A method in claims: its name and non-default options ("batch=full"). For a cross-validation: a model's
/// label and the rule that chooses λ.
struct ClaimedMethod {
  std::string name;
  std::string variant{};
  friend bool operator==(const ClaimedMethod&, const ClaimedMethod&) = default;
};

/// "l1_psa batch=full".
std::string text_of(const ClaimedMethod& method);

/// Entry of the method under a protocol. Among entries of that name on the problem with all of its options,
/// it has the fewest others. Without a protocol: the entry with exactly these options. Null if there is none.
/// Throws ConfigError if two entries have equally few.
const ManifestMethod* entry_for(const Manifest& manifest, const ClaimedMethod& method,
                                const std::string& protocol, const ProblemNames& problem);

/// A dataset that votes: the first of these that the results have.
using Alternatives = std::vector<std::string>;

/// A claim of kind "number": a number of the method lies in a range.
struct NumberInRange {
  enum class Relation { alone, less_other, ratio_to_other };
  std::string number;  ///< see number_names()
  Relation relation = Relation::alone;
  Bounds range;  ///< closed; an end is infinite without a limit
};

/// A paper's finding about problems with one regulariser.
struct Claim {
  std::string id;         ///< letters, digits and dashes; unique
  std::string finding;    ///< place in the paper: "(1)", "Theorem 1(2)"; "ours" if it is not stated there
  std::string statement;  ///< one sentence
  std::string loss;
  std::string regularizer;  ///< empty for a claim about models, which have their own
  std::vector<Alternatives> datasets;
  ClaimedMethod method;
  std::vector<ClaimedMethod> others;         ///< rivals, or methods that the number is compared with
  bool of_models = false;                    ///< models of a cross-validation
  std::vector<double> targets;               ///< falling, each in (0, 1); empty if the number needs none
  Axis axis = Axis::cpu_seconds_with_setup;  ///< or passes
  /// of the kind "faster": the range of rival's time : method's time that it states; empty: above `margin`
  std::optional<Bounds> ratio{};
  std::optional<NumberInRange> number;  ///< empty for the kind "faster"

  /// The claim's method and the others.
  std::vector<ClaimedMethod> methods() const;
};

struct SummaryRow {
  std::string title;
  std::vector<std::string> settings;  ///< of the columns
  std::vector<std::string> claims;    ///< ids
  std::vector<std::string> datasets;  ///< names
};

/// Counts of the verdicts that hold, such as "16 of 21", by groups of claims, datasets and settings.
struct Summary {
  std::string title;
  std::vector<std::string> columns;
  std::vector<SummaryRow> rows{};
};

/// A paper's findings about min F(w) = λ R(w) + mean or sum of losses.
struct Claims {
  std::string title;
  std::string source;                    ///< paper and section
  std::vector<Setting> settings;         ///< at least one
  std::vector<std::string> supplements;  ///< datasets that are shown but never vote
  std::vector<Claim> claims;             ///< at least one
  std::optional<Summary> summary{};
};

/// Numbers that a claim may be about, of runs or of models.
std::vector<std::string> number_names(bool of_models);

/// Reads and checks a claims file. Throws ConfigError with the file and the JSON path, or line and column;
/// also for a method not in `known_methods`, unless these are empty.
Claims read_claims(const std::filesystem::path& path, std::span<const std::string> known_methods = {});

}  // namespace descent

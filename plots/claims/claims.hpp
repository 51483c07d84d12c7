#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "plots/analysis/time_to_target.hpp"
#include "plots/claims/claim_settings.hpp"
#include "plots/results/manifest.hpp"

namespace descent {

/// "(F - D*)/D*", "(F - D*)/(F(0) - D*)".
std::string_view formula_of(TargetScale scale);

/// How near to the optimum methods are compared.
struct Targets {
  TargetScale scale = TargetScale::optimum;
  std::vector<double> values;  ///< falling, each in (0, 1)
};

/// The method reaches every target in less CPU time, or in fewer passes, than each of the others.
struct FasterAssertion {
  Axis in = Axis::cpu_seconds;  ///< or passes; times are compared with setup too
};

/// Where the method and one of the others arrive this near to the optimum, their numbers of nonzero weights
/// differ by a factor of at most `within`.
struct EqualSparsityAssertion {
  double within = 1;  ///< > 1
};

/// Over the last decade of passes t, F(w) − D* falls at least as fast as t^slope, or (1 + log t) t^slope.
struct RateAssertion {
  double expected_slope = 0;  ///< of log suboptimality against log t; < 0
  bool logarithm = false;
  double tolerance = 0;  ///< how much flatter a slope still counts; ≥ 0
};

/// The method's runs end with this number; or, of a cross-validation's models, their fits have it.
struct CountAssertion {
  std::string count;     ///< see count_names()
  double expected = 0;   ///< ≥ 0
  double tolerance = 0;  ///< how far from it still counts; ≥ 0
};

/// The method's runs end with a smaller number than those of each of the others, or the model's fits have it.
struct FewerAssertion {
  std::string count;  ///< see count_names()
};

using Assertion =
    std::variant<FasterAssertion, EqualSparsityAssertion, RateAssertion, CountAssertion, FewerAssertion>;

/// One finding of a paper about problems with one regulariser.
struct Claim {
  std::string id;         ///< letters, digits and dashes; differs from those of the other claims
  std::string finding;    ///< where the paper states it: "(1)", "Theorem 1(2)"; "ours" where it states none
  std::string statement;  ///< one sentence
  std::string loss;
  std::string regularizer;  ///< empty for a claim about models, which have their own
  std::vector<std::string> datasets;
  /// Of which it speaks, by their numbers of rows m and columns n: "m < n", "m >= n", or of any.
  std::string when{};
  /// What it is about. A cross-validation's model is named by its label, and by the rule that chooses λ as
  /// its variant (empty without λ).
  ClaimedMethod method;
  std::vector<ClaimedMethod> others;  ///< what that is compared with, if anything: not the same once more
  bool of_models = false;             ///< these are models and not methods
  Targets targets;  ///< of a comparison of times or nonzero weights; otherwise without values
  Assertion assertion;
};

/// A paper's findings about min F(w) = λ R(w) + mean or sum of losses.
struct Claims {
  std::string title;
  std::string source;               ///< the paper and its section
  std::string loss;                 ///< of the claims that do not name their own; empty: there are none
  std::vector<Reading> readings;    ///< at least one; names differ
  std::vector<Protocol> protocols;  ///< at least one; names differ
  std::vector<Claim> claims;        ///< at least one
};

/// Reads and checks a claims file. Throws ConfigError with the file and the JSON path, or line and column;
/// also for a method that is none of `known_methods`, unless these are empty.
Claims read_claims(const std::filesystem::path& path, std::span<const std::string> known_methods = {});

/// Whether it is a comparison of ours, whose direction no paper states.
bool is_ours(const Claim& claim);

/// Its method and the others.
std::vector<ClaimedMethod> methods_of(const Claim& claim);

/// The same claim about the methods that the protocol puts in the place of its plain ones, without those of
/// several others that it leaves out.
Claim under(const Protocol& protocol, const Claim& claim);

}  // namespace descent

#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "plots/analysis/time_to_target.hpp"
#include "plots/claims/claim_settings.hpp"
#include "plots/claims/count_kind.hpp"
#include "plots/results/manifest.hpp"

namespace descent {

/// "(F - D*)/D*", "(F - D*)/(F(0) - D*)".
std::string_view formula_of(TargetScale scale);

/// How near to the optimum methods are compared.
struct Targets {
  TargetScale scale = TargetScale::optimum;
  std::vector<double> values;  ///< at least one, falling, each in (0, 1)
};

/// "faster" reaches every target in less CPU time, or in fewer passes, than each of "slower".
struct FasterAssertion {
  static constexpr std::string_view kind = "faster";
  ClaimedMethod faster;
  std::vector<ClaimedMethod> slower;  ///< at least one, none of them `faster`
  Targets targets;
  Axis in = Axis::cpu_seconds;  ///< or passes; times are compared with setup too
};

/// Where two methods arrive this near to the optimum, their numbers of nonzero weights differ by a factor
/// of at most `within`.
struct EqualSparsityAssertion {
  static constexpr std::string_view kind = "equal_sparsity";
  ClaimedMethod method;
  std::vector<ClaimedMethod> others;  ///< at least one, each compared with `method`
  Targets targets;
  double within = 1;  ///< > 1
};

/// Over the last decade of passes t, F(w) − D* falls at least as fast as t^slope, or (1 + log t) t^slope.
struct RateAssertion {
  static constexpr std::string_view kind = "rate";
  ClaimedMethod method;
  double expected_slope = 0;  ///< of log suboptimality against log t; < 0
  bool logarithm = false;
  double tolerance = 0;  ///< how much flatter a slope still counts; ≥ 0
};

/// The method's runs end with this number; or, of a cross-validation's models, their fits have it. A model is
/// named by its label, and by the rule that chooses λ as its variant (empty without λ).
struct CountAssertion {
  static constexpr std::string_view kind = "count";
  CountKind count = CountKind::iterations;
  ClaimedMethod method;
  bool of_models = false;
  double expected = 0;   ///< ≥ 0
  double tolerance = 0;  ///< how far from it still counts; ≥ 0
};

/// "fewer" ends with a smaller number than each of "more"; methods or models as above.
struct FewerAssertion {
  static constexpr std::string_view kind = "fewer";
  CountKind count = CountKind::iterations;
  ClaimedMethod fewer;
  std::vector<ClaimedMethod> more;  ///< at least one, none of them `fewer`
  bool of_models = false;
};

using Assertion =
    std::variant<FasterAssertion, EqualSparsityAssertion, RateAssertion, CountAssertion, FewerAssertion>;

/// Which datasets a claim speaks of, by their numbers of rows m and columns n.
enum class DatasetShape { any, fewer_rows_than_columns, at_least_as_many_rows };

/// One finding of a paper about problems with one regulariser.
struct Claim {
  std::string id;         ///< letters, digits and dashes; differs from those of the other claims
  std::string finding;    ///< where the paper states it: "(1)", "Theorem 1(2)"; "ours" where it states none
  std::string statement;  ///< one sentence
  std::string loss;
  std::string regularizer;  ///< empty for a claim about models, which have their own
  std::vector<std::string> datasets;
  DatasetShape when = DatasetShape::any;
  Assertion assertion;
};

/// A paper's findings about min F(w) = λ R(w) + mean or sum of losses.
struct Claims {
  std::string title;
  std::string source;               ///< the paper and its section
  std::string loss;                 ///< of the claims that do not name their own
  std::vector<Reading> readings;    ///< at least one; names differ
  std::vector<Protocol> protocols;  ///< at least one; names differ
  std::vector<Claim> claims;        ///< at least one
};

/// Reads and checks a claims file. Throws ConfigError with the file and the JSON path, or line and column;
/// also for a method that is none of `known_methods`, unless these are empty.
Claims read_claims(const std::filesystem::path& path, std::span<const std::string> known_methods = {});

/// Whether it is a comparison of ours, whose direction no paper states.
bool is_ours(const Claim& claim);

/// All methods that the claim speaks of, the one that it is about first.
std::vector<ClaimedMethod> methods_of(const Claim& claim);

/// The same claim about the methods that the protocol puts in the place of its plain ones, without those of
/// several others that it leaves out.
Claim under(const Protocol& protocol, const Claim& claim);

/// What it compares methods at; null for a claim without targets.
const Targets* targets_of(const Claim& claim);

/// Whether it is about a cross-validation's models and not about methods.
bool is_about_models(const Claim& claim);

/// "m < n", "m >= n", or nothing.
std::string text_of(DatasetShape shape);

}  // namespace descent

#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace descent {

/// An entry of a configuration's methods, as results name it.
struct ClaimedMethod {
  std::string name;
  std::string variant;  ///< empty for the plain method
  friend bool operator==(const ClaimedMethod&, const ClaimedMethod&) = default;
};

/// "faster" reaches every suboptimality in less CPU time than each of "slower".
struct FasterAssertion {
  ClaimedMethod faster;
  std::vector<ClaimedMethod> slower;             ///< at least one, none of them `faster`
  std::vector<double> relative_suboptimalities;  ///< (F(w) − D*)/D*, each in (0, 1)
};

/// Where two methods first are this near to the optimum, their numbers of nonzero weights differ by a factor
/// of at most `within`.
struct EqualSparsityAssertion {
  ClaimedMethod method;
  std::vector<ClaimedMethod> others;             ///< at least one, each compared with `method`
  std::vector<double> relative_suboptimalities;  ///< each in (0, 1)
  double within = 1;                             ///< > 1
};

/// Over the last decade of passes t, F(w) − D* falls at least as fast as t^slope, or (1 + log t) t^slope.
struct RateAssertion {
  ClaimedMethod method;
  double expected_slope = 0;  ///< of log suboptimality against log t; < 0
  bool logarithm = false;
  double tolerance = 0;  ///< how much flatter a slope still counts; ≥ 0
};

/// Which datasets a claim speaks of, by their numbers of rows m and columns n.
enum class DatasetShape { any, fewer_rows_than_columns, at_least_as_many_rows };

/// One finding of a paper about problems with one regulariser.
struct Claim {
  std::string id;         ///< letters, digits and dashes; differs from those of the other claims
  std::string finding;    ///< where the paper states it: "(1)", "Theorem 1(2)"
  std::string statement;  ///< one sentence
  std::string regularizer;
  std::vector<std::string> datasets;
  DatasetShape when = DatasetShape::any;
  std::variant<FasterAssertion, EqualSparsityAssertion, RateAssertion> assertion;
};

/// A paper's findings about min F(w) = λ R(w) + mean loss.
struct Claims {
  std::string title;
  std::string source;  ///< the paper and its section
  std::string loss;
  double lambda_times_rows = 1;  ///< λ = this/m
  std::vector<Claim> claims;     ///< at least one
};

/// Reads and checks a claims file. Throws ConfigError with the file and the JSON path, or line and column.
Claims read_claims(const std::filesystem::path& path);

/// "m < n", "m >= n", or nothing.
std::string text_of(DatasetShape shape);

}  // namespace descent

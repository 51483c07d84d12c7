#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace descent {

/// λ as configurations and claims write it: a number; an expression in the number of rows, "a/m" or "a/m^2";
/// LIBLINEAR's C, "C=c": λ = 1/(C m), or 1/C in the sum form.
struct Lambda {
  double factor = 1;
  int power_of_m = 0;  ///< λ = factor / m^power
  std::string text;    ///< as written, for titles and tables

  double value(std::int64_t m) const;
  /// True if it was given as LIBLINEAR's C.
  bool is_c() const { return text.starts_with("C="); }
};

/// "1/m", "0.1/m", "1/m^2", "1e-4", "C=10"; empty if the text is none of these or λ would not be > 0.
std::optional<Lambda> parse_lambda(std::string_view text);
Lambda lambda_of_number(double value);
Lambda lambda_of_c(double c);  ///< for the mean of the losses

/// As a configuration may write it.
nlohmann::json to_json(const Lambda& lambda);

}  // namespace descent

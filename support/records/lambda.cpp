#include "support/records/lambda.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace descent {

double Lambda::value(std::int64_t m) const {
  return factor / std::pow(static_cast<double>(m), power_of_m);
}

std::optional<Lambda> parse_lambda(std::string_view text) {
  Lambda lambda;
  lambda.text = text;
  if (lambda.is_c()) {
    const auto c = parse_lambda(text.substr(2));
    const bool is_number = c && c->power_of_m == 0 && std::isfinite(1 / c->factor);
    return is_number ? std::optional(lambda_of_c(c->factor)) : std::nullopt;
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), lambda.factor);
  if (error != std::errc{} || !std::isfinite(lambda.factor) || lambda.factor <= 0) return std::nullopt;
  const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  if (rest == "/m")
    lambda.power_of_m = 1;
  else if (rest == "/m^2")
    lambda.power_of_m = 2;
  else if (!rest.empty())
    return std::nullopt;
  return lambda;
}

Lambda lambda_of_number(double value) {
  return {value, 0, fmt::format("{}", value)};
}

Lambda lambda_of_c(double c) {
  return {1 / c, 1, fmt::format("C={}", c)};
}

nlohmann::json to_json(const Lambda& lambda) {
  if (lambda.is_c()) return {{"C", parse_lambda(lambda.text.substr(2))->factor}};
  return lambda.text;
}

}  // namespace descent

#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "support/json/json_place.hpp"
#include "support/numbers/infinity.hpp"
#include "support/ranges.hpp"
#include "support/records/lambda.hpp"

// Values in configurations of every kind. Readers throw ConfigError with file, JSON path and the expected
// value.

namespace descent {

inline void to_json(Json& json, const Lambda& lambda) {
  json = to_json(lambda);
}

/// Kind of a value: its schema for editors, and its reader.
template <class Value>
struct ValueKind {
  Json schema;  ///< JSON Schema, draft 07
  std::function<Value(const JsonPlace&)> read;
};

ValueKind<std::string> any_text();
/// Text that figures and tables show.
ValueKind<std::string> shown_text();
ValueKind<bool> yes_or_no();
ValueKind<std::int64_t> whole_number(std::int64_t lowest, std::int64_t highest);
ValueKind<double> number_from_zero();
ValueKind<double> number_above_zero(double highest = infinity);

/// Name for files: at most 100 letters, digits, - and _, and not a folder of results/ with other content.
ValueKind<std::string> plain_name();

/// λ as a configuration writes it: a number > 0, "a/m" or "a/m^2" with m the number of rows; with the C of
/// LIBLINEAR, "C=c" or {"C": c}.
ValueKind<Lambda> lambda_value();

/// One λ, or an array of at least one, all different.
ValueKind<std::vector<Lambda>> lambda_values();
/// Fails at the first that is the same λ as one before.
void require_different(const JsonPlace& place, std::span<const Lambda> lambdas);

/// Number of seeds, counted from 1, or a list of seeds. Seeds from first_tuning_seed on are for tuning.
ValueKind<std::vector<std::uint64_t>> seed_values();
constexpr std::int64_t first_tuning_seed = 1'000'000;
constexpr std::int64_t last_tuning_seed = 1'000'000'000;  ///< largest first seed of a tuning

/// In CPU seconds or passes.
constexpr double largest_budget = 1e9;

// Far above real configurations, but low enough for quick comparisons of all pairs.
constexpr std::size_t most_datasets = 1000;
constexpr std::size_t most_lambdas = 1000;
constexpr std::size_t most_methods = 1000;  ///< or models
constexpr std::size_t most_kinds = 100;     ///< losses, regularisers, rules

/// Reads an array of at least one element, or a single value as a list of one.
template <class Read>
auto one_or_more(const JsonPlace& place, Read read, std::size_t most = most_kinds) {
  return place.value().is_array() ? place.list(read, 1, most) : std::vector{read(place)};
}
Json one_or_more_of(const Json& element, std::size_t most = most_kinds);

/// Place of element k of such a list.
inline JsonPlace one_of(const JsonPlace& place, std::size_t k) {
  return place.value().is_array() ? place.elements()[k] : place;
}

/// Fails if a text occurs twice.
void require_distinct_texts(const JsonPlace& place, std::vector<std::string> texts);

/// Several different values of a kind, identified by `text_of`.
template <class Value, class TextOf>
ValueKind<std::vector<Value>> distinct_values(ValueKind<Value> element, std::size_t most, TextOf text_of) {
  return {one_or_more_of(element.schema, most),
          [read = std::move(element.read), most, text_of](const JsonPlace& place) {
            std::vector<Value> values = one_or_more(place, read, most);
            require_distinct_texts(
                place, mapped(values, [&](const Value& value) { return std::string(text_of(value)); }));
            return values;
          }};
}

/// The `kind` of a description with that name, such as one of losses() or regularizers().
template <class Descriptions>
auto kind_among(std::string what, const Descriptions& descriptions) {
  using Kind = decltype(descriptions.begin()->kind);
  Json names = Json::array();
  for (const auto& each : descriptions) names.push_back(each.name);
  return ValueKind<Kind>{{{"enum", std::move(names)}},
                         [what = std::move(what), descriptions](const JsonPlace& place) {
                           return place.description(what, descriptions).kind;
                         }};
}

/// Several different kinds: a repeated one would run everything twice.
template <class Descriptions>
auto kinds_among(std::string what, const Descriptions& descriptions) {
  return distinct_values(kind_among(std::move(what), descriptions), most_kinds,
                         [](auto kind) { return name_of(kind); });
}

}  // namespace descent

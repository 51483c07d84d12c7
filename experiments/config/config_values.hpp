#pragma once

#include <functional>
#include <string>
#include <vector>

#include "plots/results/lambda.hpp"
#include "support/json/json_place.hpp"
#include "support/numbers/infinity.hpp"

// What stands in configurations of every kind. Whatever reads throws ConfigError with file, JSON path and
// what would be right.

namespace descent {

inline void to_json(Json& json, const Lambda& lambda) {
  json = to_json(lambda);
}

/// What a value may be: for editors, and for us.
template <class Value>
struct ValueKind {
  Json schema;  ///< JSON Schema, draft 07
  std::function<Value(const JsonPlace&)> read;
};

ValueKind<std::string> any_text();
/// Words for people to see in figures and tables.
ValueKind<std::string> shown_text();
ValueKind<bool> yes_or_no();
ValueKind<std::int64_t> whole_number(std::int64_t lowest, std::int64_t highest);
ValueKind<double> number_from_zero();
ValueKind<double> number_above_zero(double highest = infinity);

/// A name that files are named after: at most 100 letters, digits, - and _, and not that of a folder of
/// results/ that holds something else.
ValueKind<std::string> plain_name();

/// A number > 0, "a/m", "a/m^2" or {"C": c}.
ValueKind<Lambda> lambda_value();

/// One λ, or an array of at least one, all different.
ValueKind<std::vector<Lambda>> lambda_values();

/// How many seeds, counted from 1, or which; seeds from first_tuning_seed on belong to tuning.
ValueKind<std::vector<std::uint64_t>> seed_values();
constexpr std::int64_t first_tuning_seed = 1'000'000;
constexpr std::int64_t last_tuning_seed = 1'000'000'000;  ///< that a series of tuning may begin with

/// No run takes more CPU seconds or passes.
constexpr double largest_budget = 1e9;

// No configuration comes near; what is compared pair by pair stays quick.
constexpr std::size_t most_datasets = 1000;
constexpr std::size_t most_lambdas = 1000;
constexpr std::size_t most_methods = 1000;  ///< or models
constexpr std::size_t most_kinds = 100;     ///< losses, regularisers, rules

/// What is read from an array of at least one, or from a value that stands for a list of one.
template <class Read>
auto one_or_more(const JsonPlace& place, Read read, std::size_t most = most_kinds) {
  return place.value().is_array() ? place.list(read, 1, most) : std::vector{read(place)};
}
Json one_or_more_of(const Json& element, std::size_t most = most_kinds);

/// Where number k of such a list stands.
inline JsonPlace one_of(const JsonPlace& place, std::size_t k) {
  return place.value().is_array() ? place.elements()[k] : place;
}

/// Fails when a text stands twice.
void require_distinct_texts(const JsonPlace& place, std::vector<std::string> texts);

/// Several of a kind, each once; `text_of` tells them apart.
template <class Value, class TextOf>
ValueKind<std::vector<Value>> distinct_values(ValueKind<Value> element, std::size_t most, TextOf text_of) {
  return {one_or_more_of(element.schema, most),
          [read = std::move(element.read), most, text_of](const JsonPlace& place) {
            std::vector<Value> values = one_or_more(place, read, most);
            std::vector<std::string> texts;
            for (const Value& value : values) texts.emplace_back(text_of(value));
            require_distinct_texts(place, std::move(texts));
            return values;
          }};
}

/// The `kind` of the description of that name: of losses(), regularizers() or the like.
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

/// Several of them, each once: one that stands twice would run everything twice.
template <class Descriptions>
auto kinds_among(std::string what, const Descriptions& descriptions) {
  return distinct_values(kind_among(std::move(what), descriptions), most_kinds,
                         [](auto kind) { return name_of(kind); });
}

}  // namespace descent

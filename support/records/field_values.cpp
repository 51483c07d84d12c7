#include "support/records/field_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "support/json/read_json.hpp"
#include "support/text/printable.hpp"
#include "support/text/text_table.hpp"

namespace descent {

namespace {

Json list_of(Json element, std::size_t most) {
  return {{"type", "array"},
          {"minItems", 1},
          {"maxItems", most},
          {"uniqueItems", true},
          {"items", std::move(element)}};
}

/// Folders of results/ that no run may use, and what they hold.
constexpr std::array reserved_names{
    std::pair{"references", "the certified optima of all experiments"},
    std::pair{"gallery", "the pictures that come with the repository"},
};

}  // namespace

ValueKind<std::string> any_text() {
  return {{{"type", "string"}}, [](const JsonPlace& place) { return place.text(); }};
}

ValueKind<std::string> shown_text() {
  static constexpr std::size_t longest = 1'000;
  return {{{"type", "string"}, {"minLength", 1}, {"maxLength", longest}}, [](const JsonPlace& place) {
            std::string text = place.nonempty_text();
            if (const std::size_t letters = letter_count(text); letters > longest)
              place.fail("must have at most {} letters, has {}", longest, letters);
            return text;
          }};
}

ValueKind<bool> yes_or_no() {
  return {{{"type", "boolean"}}, [](const JsonPlace& place) { return place.flag(); }};
}

ValueKind<std::int64_t> whole_number(std::int64_t lowest, std::int64_t highest) {
  return {{{"type", "integer"}, {"minimum", lowest}, {"maximum", highest}},
          [=](const JsonPlace& place) { return place.integer(lowest, highest); }};
}

ValueKind<double> number_from_zero() {
  return {{{"type", "number"}, {"minimum", 0}}, [](const JsonPlace& place) {
            const double number = place.number();
            if (!(number >= 0)) place.fail("must be >= 0, got {}", number);
            return number;
          }};
}

ValueKind<double> number_above_zero(double highest) {
  Json schema = {{"type", "number"}, {"exclusiveMinimum", 0}};
  if (std::isfinite(highest)) schema["maximum"] = highest;
  return {std::move(schema), [=](const JsonPlace& place) {
            const double number = place.positive();
            if (number > highest) place.fail("must be <= {}, got {}", highest, number);
            return number;
          }};
}

ValueKind<std::string> plain_name() {
  static constexpr std::size_t longest = 100;  // a file name may have 255
  std::string pattern = "^";
  for (const auto& [reserved, what] : reserved_names) pattern += fmt::format("(?!{}$)", reserved);
  return {
      {{"type", "string"}, {"pattern", pattern + "[A-Za-z0-9_][A-Za-z0-9_-]*$"}, {"maxLength", longest}},
      [](const JsonPlace& place) {
        std::string name = place.text();
        const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
          return std::isalnum(c) || c == '-' || c == '_';
        });
        if (!plain) place.fail("must be made of letters, digits, - and _: files are named after it");
        if (name.front() == '-')
          place.fail("must not begin with -: files are named after it, and programs take it for an option");
        if (name.size() > longest)
          place.fail("must have at most {} letters, has {}: files are named after it", longest, name.size());
        for (const auto& [reserved, what] : reserved_names) {
          if (name == reserved) place.fail("results/{} holds {}; choose another name", reserved, what);
        }
        return name;
      }};
}

ValueKind<Lambda> lambda_value() {
  const std::string number = "([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?";
  const Json expression = {
      {"type", "string"}, {"pattern", fmt::format("^(?=(C=)?[0-9.]*[1-9])(C={0}|{0}(/m(\\^2)?)?)$", number)}};
  const Json c_alone = {{"type", "object"},
                        {"required", {"C"}},
                        {"properties", {{"C", number_above_zero().schema}}},
                        {"additionalProperties", false}};
  return {{{"oneOf", {number_above_zero().schema, expression, c_alone}}}, [](const JsonPlace& place) {
            if (place.value().is_number()) return lambda_of_number(place.positive());
            if (place.value().is_object()) {
              place.allow_keys({"C"});
              const JsonPlace c = place.at("C");
              if (c.value().is_array())
                c.fail("must be one number; several are a list: [{\"C\": 0.1}, {\"C\": 1}]");
              if (!std::isfinite(1 / c.positive()))
                c.fail("is so small that 1/C is no number: {}", c.positive());
              return lambda_of_c(c.positive());
            }
            if (place.value().is_string()) {
              if (const auto lambda = parse_lambda(place.text())) return *lambda;
            }
            place.fail("must be a number > 0, \"a/m\" or \"a/m^2\" with a > 0, or \"C=c\", got {}",
                       shown(json_text(place.value())));
          }};
}

ValueKind<std::vector<Lambda>> lambda_values() {
  const ValueKind<Lambda> element = lambda_value();
  return {one_or_more_of(element.schema, most_lambdas), [element](const JsonPlace& place) {
            std::vector<Lambda> lambdas = one_or_more(place, element.read, most_lambdas);
            require_different(place, lambdas);
            return lambdas;
          }};
}

void require_different(const JsonPlace& place, std::span<const Lambda> lambdas) {
  for (std::size_t i = 0; i < lambdas.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (lambdas[k].factor == lambdas[i].factor && lambdas[k].power_of_m == lambdas[i].power_of_m)
        one_of(place, i).fail("{} is the same lambda as {}", lambdas[i].text, lambdas[k].text);
    }
  }
}

ValueKind<std::vector<std::uint64_t>> seed_values() {
  constexpr std::int64_t most_seeds = 10'000;
  const ValueKind<std::int64_t> count = whole_number(1, most_seeds);
  const ValueKind<std::int64_t> seed = whole_number(0, first_tuning_seed - 1);
  return {{{"oneOf", {count.schema, list_of(seed.schema, most_seeds)}}}, [=](const JsonPlace& place) {
            std::vector<std::uint64_t> seeds;
            if (!place.value().is_array()) {
              seeds.resize(static_cast<std::size_t>(count.read(place)));
              std::iota(seeds.begin(), seeds.end(), 1);
              return seeds;
            }
            for (const std::int64_t one : place.list(seed.read, 1, most_seeds))
              seeds.push_back(static_cast<std::uint64_t>(one));
            if (std::set(seeds.begin(), seeds.end()).size() < seeds.size()) place.fail("seeds must differ");
            return seeds;
          }};
}

Json one_or_more_of(const Json& element, std::size_t most) {
  return {{"oneOf", {element, list_of(element, most)}}};
}

void require_distinct_texts(const JsonPlace& place, std::vector<std::string> texts) {
  std::ranges::sort(texts);
  const auto twice = std::adjacent_find(texts.begin(), texts.end());
  if (twice != texts.end()) place.fail("\"{}\" stands twice", shown(*twice));
}

}  // namespace descent

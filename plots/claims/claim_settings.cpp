#include "plots/claims/claim_settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/json/json_place.hpp"
#include "support/json/json_text.hpp"

namespace descent {
namespace {

constexpr std::size_t most_settings = 10;  // a column each of every table

std::string name_of(const JsonPlace& place, const std::vector<std::string>& others) {
  std::string name = place.nonempty_text();
  if (std::ranges::find(others, name) != others.end()) place.fail("stands twice");
  return name;
}

Lambda read_lambda(const JsonPlace& place) {
  if (place.value().is_number()) return lambda_of_number(place.positive());
  if (place.value().is_string()) {
    if (const auto lambda = parse_lambda(place.text())) return *lambda;
  }
  place.fail(fmt::format("must be a number > 0, \"a/m\" or \"a/m^2\" with a number a > 0, got {}",
                         json_text(place.value())));
}

/// Of one reading, whose keys stand at `place`.
Reading read_reading(const JsonPlace& place) {
  Reading reading;
  reading.lambda = read_lambda(place.at("lambda"));
  if (const auto form = place.find("form")) reading.form.is_sum = form->word("mean", "sum") == "sum";
  if (const auto factor = place.find("l2_factor")) {
    reading.form.l2_factor = factor->number();
    if (reading.form.l2_factor != 0.5 && reading.form.l2_factor != 1)
      factor->fail(fmt::format("must be 0.5 or 1, got {}", reading.form.l2_factor));
  }
  return reading;
}

Protocol read_protocol(const JsonPlace& place) {
  place.allow_keys({"name", "variants"});
  Protocol protocol;
  const auto variants = place.find("variants");
  if (!variants) return protocol;
  for (const std::string& regularizer : variants->keys()) {
    const JsonPlace methods = variants->at(regularizer);
    for (const std::string& method : methods.keys()) {
      const JsonPlace variant = methods.at(method);
      const bool leaves_out = variant.value().is_null();
      if (!leaves_out && variant.text().empty())
        variant.fail("must not be empty: it replaces the empty variant; null leaves the method out");
      protocol.replacements.push_back({regularizer, {method, leaves_out ? "" : variant.text()}});
    }
  }
  return protocol;
}

}  // namespace

bool Reading::fits(const ObjectiveForm& other, std::string_view regularizer) const {
  return form.is_sum == other.is_sum && (regularizer != "l2" || form.l2_factor == other.l2_factor);
}

std::optional<ClaimedMethod> Protocol::applied_to(const ClaimedMethod& method,
                                                  std::string_view regularizer) const {
  if (!method.variant.empty()) return method;
  const auto found = std::ranges::find_if(replacements, [&](const Replacement& each) {
    return each.regularizer == regularizer && each.method.name == method.name;
  });
  if (found == replacements.end()) return method;
  return found->leaves_out() ? std::nullopt : std::optional(found->method);
}

std::vector<Reading> read_readings(const JsonPlace& root) {
  const auto list = root.find("readings");
  if (!list) {
    Reading reading = read_reading(root);
    reading.name = fmt::format("{} form, λ = {}", reading.form.name(), reading.lambda.text);
    return {reading};
  }
  for (const char* key : {"lambda", "form", "l2_factor"}) {
    if (const auto beside = root.find(key)) beside->fail("each of the \"readings\" has its own");
  }
  std::vector<Reading> readings;
  std::vector<std::string> names;
  for (const JsonPlace& place : list->elements(1, most_settings)) {
    place.allow_keys({"name", "form", "l2_factor", "lambda"});
    names.push_back(name_of(place.at("name"), names));
    readings.push_back(read_reading(place));
    readings.back().name = names.back();
  }
  return readings;
}

std::vector<Protocol> read_protocols(const JsonPlace& root) {
  const auto list = root.find("protocols");
  if (!list) return {Protocol{}};
  std::vector<Protocol> protocols;
  std::vector<std::string> names;
  for (const JsonPlace& place : list->elements(1, most_settings)) {
    protocols.push_back(read_protocol(place));
    names.push_back(name_of(place.at("name"), names));
    protocols.back().name = names.back();
  }
  return protocols;
}

}  // namespace descent

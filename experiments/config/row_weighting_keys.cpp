#include "experiments/config/row_weighting_keys.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "support/numbers/number_of.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

constexpr auto balanced = "balanced";
constexpr auto label_pattern = R"(^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$)";

double read_label(const JsonPlace& place, const std::string& key) {
  const std::optional<double> label = number_of<double>(without_plus(key));
  if (!label || !std::isfinite(*label))
    place.fail(
        fmt::format("must have labels as keys, numbers such as \"1\" and \"-1\", got \"{}\"", shown(key)));
  return *label;
}

void read_class_weights(const JsonPlace& place, RowWeighting& weighting) {
  if (place.value() == balanced) {
    weighting.balanced = true;
    return;
  }
  if (!place.value().is_object() || place.value().empty())
    place.fail(R"(must be "balanced", or weights by label such as {"1": 2, "-1": 1})");
  for (const std::string& key : place.keys()) {
    const double label = read_label(place, key);
    if (!weighting.class_weights.emplace(label, number_from_zero().read(place.at(key))).second)
      place.fail(fmt::format("has the label {} twice", label));
  }
}

Json write_class_weights(const RowWeighting& weighting) {
  if (weighting.balanced) return balanced;
  if (weighting.class_weights.empty()) return nullptr;
  Json json = Json::object();
  for (const auto& [label, weight] : weighting.class_weights) json[fmt::format("{}", label)] = weight;
  return json;
}

}  // namespace

std::vector<Field<RowWeighting>> row_weighting_keys() {
  const Json by_label = {{"type", "object"},
                         {"minProperties", 1},
                         {"patternProperties", {{label_pattern, number_from_zero().schema}}},
                         {"additionalProperties", false}};
  return {
      key<RowWeighting>("class_weights",
                        "weights of the losses of rows by class: \"balanced\", m/(2 m_k) for m_k of m rows, "
                        "counted by weight, "
                        "or {\"LABEL\": weight}, 1 where a label is left out",
                        optional, {{"oneOf", {{{"const", balanced}}, by_label}}}, read_class_weights,
                        write_class_weights),
      key<RowWeighting>(
          "row_weights",
          "file of the weights of the training rows' losses, one a line (relative to this file, or else to "
          "the current directory); with class_weights, weights are multiplied",
          optional, {{"type", "string"}, {"minLength", 1}},
          [](const JsonPlace& place, RowWeighting& weighting) {
            weighting.file = place.text();
            if (weighting.file.empty()) place.fail("must be the path of a file with a weight a line");
          },
          [](const RowWeighting& weighting) {
            return weighting.file.empty() ? Json() : Json(weighting.file);
          })};
}

}  // namespace descent

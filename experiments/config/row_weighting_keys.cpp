#include "experiments/config/row_weighting_keys.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "datasets/matrix/classes.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

constexpr auto balanced = "balanced";

void read_class_weights(const JsonPlace& place, RowWeighting& weighting) {
  if (place.value() == balanced) {
    weighting.balanced = true;
    return;
  }
  if (!place.value().is_object() || place.value().empty())
    place.fail(R"(must be "balanced", or weights by label such as {"1": 2, "-1": 1})");
  for (const std::string& key : place.keys()) {
    const std::string label = label_text(key);
    if (!weighting.class_weights.emplace(label, number_from_zero().read(place.at(key))).second)
      place.fail(fmt::format("has the label {} twice", shown(label)));
  }
}

Json write_class_weights(const RowWeighting& weighting) {
  if (weighting.balanced) return balanced;
  if (weighting.class_weights.empty()) return nullptr;
  Json json = Json::object();
  for (const auto& [label, weight] : weighting.class_weights) json[label] = weight;
  return json;
}

}  // namespace

std::vector<Field<RowWeighting>> row_weighting_keys() {
  const Json by_label = {
      {"type", "object"}, {"minProperties", 1}, {"additionalProperties", number_from_zero().schema}};
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

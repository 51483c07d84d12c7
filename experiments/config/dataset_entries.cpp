#include "experiments/config/dataset_entries.hpp"
#include "support/records/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "datasets/catalog/catalog.hpp"
#include "datasets/matrix/classes.hpp"
#include "datasets/readers/reader.hpp"
#include "support/text/plural.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

constexpr std::size_t most_title_bytes = 60;

/// Checks the title that names the dataset in tables, figures, --only and budgets.
std::string checked_title(const JsonPlace& place, const std::string& title) {
  const bool fits = !title.empty() && title.size() <= most_title_bytes &&
                    title.find_first_of(",/\\\"") == std::string::npos &&
                    printable(title, most_title_bytes) == title;
  if (!fits)
    place.fail("must be a few words, at most {} bytes, without comma, quote and slash, got \"{}\"",
               most_title_bytes, shown(title));
  if (title == "default") place.fail("\"default\" has a meaning in budgets; choose another title");
  return title;
}

ValueKind<std::vector<Index>> attribute_numbers() {
  const ValueKind<std::int64_t> number = whole_number(1, std::numeric_limits<Index>::max());
  return distinct_values(
      ValueKind<Index>{number.schema, [read = number.read](
                                          const JsonPlace& each) { return static_cast<Index>(read(each)); }},
      most_kinds, [](Index each) { return std::to_string(each); });
}

/// Title of a dataset without a title of its own.
std::string title_of(const JsonPlace& place, const TitledDataset& titled) {
  std::string title = titled.is_file ? std::filesystem::path(titled.of).filename().string() : titled.of;
  if (!titled.reading.positive.empty()) title += " " + titled.reading.positive;
  if (titled.rows > 0) title += fmt::format(" {} rows", titled.rows);
  if (!titled.attributes.empty()) title += " " + plural(titled.attributes.size(), "attribute");
  if (title.size() > most_title_bytes || title.find_first_of(",/\\\"") != std::string::npos)
    place.fail("needs a \"title\": \"{}\" cannot be one", shown(title));
  return title;
}

Fields<TitledDataset> make_titled_keys() {
  using T = TitledDataset;
  Fields<T> keys{
      member_key("test", "file with test rows, in the same format", optional,
                 ValueKind<std::string>{{{"type", "string"}, {"minLength", 1}}, &JsonPlace::nonempty_text},
                 &T::test_file),
      member_key("rows", "size of a random sample of the training rows", optional,
                 whole_number(1, std::numeric_limits<Index>::max()), &T::rows),
      member_key("attributes", "numbers, from 1, of the attributes to use", optional, attribute_numbers(),
                 &T::attributes)};
  for (const auto& key : read_settings_keys()) keys.push_back(key_of_part<T>(key, &T::reading));
  for (const auto& key : row_weighting_keys()) keys.push_back(key_of_part<T>(key, &T::weighting));
  return keys;
}

bool goes_with_name(const std::string& key) {
  return key == "rows" || key == "attributes" || key == "positive" || key == "class_weights" ||
         key == "row_weights";
}

/// Reads {"file": PATH, …} or {"name": NAME, …}. Returns the title.
std::string read_dataset(const JsonPlace& place, DatasetList& list) {
  const bool is_named = place.find("name").has_value();
  if (is_named == place.find("file").has_value())
    place.fail(R"(needs one of "name", of the catalogue, and "file", a path)");
  const JsonPlace of = place.at(is_named ? "name" : "file");
  const std::string text = of.nonempty_text();
  if (is_named && is_path(text)) of.fail("must be a name of the catalogue; \"file\" is for a path");
  if (is_named) checked_title(of, text);
  TitledDataset titled{.of = text, .is_file = !is_named};
  auto known = mapped(titled_keys(), &Field<TitledDataset>::name);
  known.insert(known.begin(), {"name", "file", "title"});
  place.allow_keys(known);
  for (const auto& key : titled_keys()) {
    const auto value = place.find(key.name);
    if (!value) continue;
    if (is_named && !goes_with_name(key.name))
      value->fail("goes with \"file\"; the catalogue says it of its datasets");
    if (!is_named && key.name == "attributes")
      value->fail("files have no attributes; they go with the \"name\" of a dataset that has");
    key.read(*value, titled);
  }
  if (is_named && titled == TitledDataset{.of = text})
    place.fail(R"(needs "rows", "attributes", "positive" or weights; a name alone does without the braces)");
  const auto given = place.find("title");
  std::string title = given ? checked_title(*given, given->text()) : title_of(place, titled);
  list.titled[title] = std::move(titled);
  return title;
}

constexpr std::array<std::string_view, 4> scaling_names{"false", "true", "range", "row"};

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
      place.fail("has the label {} twice", shown(label));
  }
}

Json write_class_weights(const RowWeighting& weighting) {
  if (weighting.balanced) return balanced;
  if (weighting.class_weights.empty()) return nullptr;
  Json json = Json::object();
  for (const auto& [label, weight] : weighting.class_weights) json[label] = weight;
  return json;
}

/// The entry of a dataset with a title.
Json write_dataset(const std::string& title, const TitledDataset& titled) {
  Json entry = {{titled.is_file ? "file" : "name", titled.of}, {"title", title}};
  const TitledDataset plain;
  for (const auto& key : titled_keys()) {
    Json value = key.write(titled);
    if (!value.is_null() && value != key.write(plain)) entry[key.name] = std::move(value);
  }
  return entry;
}

}  // namespace

const TitledDataset* DatasetList::find_titled(const std::string& dataset) const {
  const auto found = titled.find(dataset);
  return found == titled.end() ? nullptr : &found->second;
}

void read_datasets(const JsonPlace& place, DatasetList& list) {
  list.datasets = one_or_more(
      place,
      [&](const JsonPlace& each) {
        return each.value().is_object() ? read_dataset(each, list) : each.text();
      },
      most_datasets);
  require_distinct_texts(
      place, mapped(list.datasets, [&](const std::string& name) {
        return list.find_titled(name) ? name : std::filesystem::path(name).lexically_normal().string();
      }));
}

const Fields<TitledDataset>& titled_keys() {
  static const Fields<TitledDataset> keys = make_titled_keys();
  return keys;
}

Json dataset_schema() {
  const Json title = {{"type", "string"}, {"pattern", "^(?!default$)[^,/\\\\\"]{1,60}$"}};
  Json file = object_schema(titled_keys());
  file["properties"]["title"] = title;
  Json named = file;
  file["properties"]["file"] = {{"type", "string"}, {"minLength", 1}, {"description", "path"}};
  file["properties"].erase("attributes");
  file["required"] = {"file"};
  named["properties"]["name"] = title;
  for (const auto& key : titled_keys())
    if (!goes_with_name(key.name)) named["properties"].erase(key.name);
  named["required"] = {"name"};
  named["minProperties"] = 2;
  return one_or_more_of({{"oneOf", {any_text().schema, file, named}}}, most_datasets);
}

Json entry_without_paths(const std::string& name, const TitledDataset* titled) {
  if (titled == nullptr) return name;
  TitledDataset entry = *titled;
  entry.weighting = {};
  if (entry.is_file) entry.of = name;
  if (!entry.test_file.empty()) entry.test_file = "test";
  if (entry == TitledDataset{.of = name, .is_file = true}) return name;
  return write_dataset(name, entry);
}

Json write_datasets(const DatasetList& list) {
  Json datasets = Json::array();
  for (const std::string& name : list.datasets) {
    const TitledDataset* const titled = list.find_titled(name);
    datasets.push_back(titled == nullptr ? Json(name) : write_dataset(name, *titled));
  }
  return datasets;
}

Field<DatasetList> standardize_key() {
  return key<DatasetList>(
      "standardize",
      "true: columns get mean 0 and deviation 1; \"range\": minimum 0 and maximum 1 of the training rows; "
      "\"row\": rows get norm 1; default false",
      optional, {{"enum", {false, true, "range", "row"}}},
      [](const JsonPlace& value, DatasetList& list) {
        const auto found = std::ranges::find_if(scaling_names, [&](const std::string_view name) {
          return value.value() == (name == "true" ? Json(true) : name == "false" ? Json(false) : Json(name));
        });
        if (found == scaling_names.end()) value.fail("must be true, false, \"range\" or \"row\"");
        list.scaling = static_cast<Scaling>(found - scaling_names.begin());
      },
      [](const DatasetList& list) -> Json {
        if (list.scaling == Scaling::none) return nullptr;
        if (list.scaling == Scaling::deviation) return true;
        return scaling_names[static_cast<std::size_t>(list.scaling)];
      });
}

Field<DatasetList> bias_key() {
  return unless_default(member_key("bias", "value of a feature appended to every row; default 0: none",
                                   optional, number_from_zero(), &DatasetList::bias));
}

Field<DatasetList> free_bias_key() {
  return key<DatasetList>(
      "free_bias", "true: the weight of that feature is not regularised", optional, yes_or_no().schema,
      [](const JsonPlace& value, DatasetList& list) {
        list.free_bias = value.flag();
        if (list.free_bias && list.bias == 0)
          value.fail("there is no bias to leave free; give \"bias\" a value");
      },
      [](const DatasetList& list) { return list.bias == 0 ? Json() : Json(list.free_bias); });
}

Fields<RowWeighting> row_weighting_keys() {
  const Json by_label = {
      {"type", "object"}, {"minProperties", 1}, {"additionalProperties", number_from_zero().schema}};
  return {
      key<RowWeighting>("class_weights",
                        "\"balanced\", m/(2 m_k) for the m_k of m rows of a class, counted by weight; or "
                        "{\"LABEL\": weight, …}, 1 for other labels",
                        optional, {{"oneOf", {{{"const", balanced}}, by_label}}}, read_class_weights,
                        write_class_weights),
      key<RowWeighting>(
          "row_weights", "file with a weight of each training row, one a line; multiplied by class_weights",
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

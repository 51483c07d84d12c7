#include "experiments/config/datasets_key.hpp"

#include <fmt/format.h>

#include <limits>

#include "experiments/config/row_weighting_keys.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

constexpr std::size_t most_title_bytes = 60;

/// Whatever stands for the dataset in tables, figures, --only and budgets.
std::string checked_title(const JsonPlace& place, const std::string& title) {
  const bool fits = !title.empty() && title.size() <= most_title_bytes &&
                    title.find_first_of(",/\\\"") == std::string::npos &&
                    printable(title, most_title_bytes) == title;
  if (!fits)
    place.fail(
        fmt::format("must be a few words, at most {} bytes, without comma, quote and slash, got \"{}\"",
                    most_title_bytes, printable(title, 2 * most_title_bytes)));
  if (title == "default") place.fail("\"default\" has a meaning in budgets; choose another title");
  return title;
}

std::vector<std::string> names_of(const std::vector<ConfigKey<RowWeighting>>& keys) {
  std::vector<std::string> names;
  for (const auto& key : keys) names.push_back(key.name);
  return names;
}

ValueKind<std::int64_t> sample_size() {
  return whole_number(1, std::numeric_limits<Index>::max());
}

/// {"file": PATH, "title": TEXT} or {"name": NAME, "rows": COUNT}, perhaps with more; returns the title.
std::string read_dataset(const JsonPlace& place, Config& config) {
  std::vector<std::string> known = names_of(row_weighting_keys());
  known.insert(known.begin(), {"file", "name", "title", "rows"});
  place.allow_keys(known);
  const bool is_named = place.find("name").has_value();
  if (is_named == place.find("file").has_value())
    place.fail(R"(needs one of "name", of the catalogue, and "file", with a "title")");
  const JsonPlace of = place.at(is_named ? "name" : "file");
  if (!is_named && of.text().empty()) of.fail("must be the path of a LIBSVM file");
  if (is_named && of.text().find('/') != std::string::npos)
    of.fail("must be a name of the catalogue; \"file\" and \"title\" are for a path");
  if (is_named) checked_title(of, of.text());
  const auto rows = place.find("rows");
  if (is_named && !rows) place.fail("needs \"rows\"; a name alone does without the braces");
  std::string title;
  if (const auto given = place.find("title"); given || !is_named) {
    title = checked_title(place.at("title"), place.at("title").text());
  } else {
    title = fmt::format("{} {} rows", of.text(), sample_size().read(*rows));
    if (title.size() > most_title_bytes)
      place.fail(fmt::format("needs a \"title\": \"{}\" is too long", title));
  }
  if (!is_named) config.data_files[title] = of.text();
  if (rows) config.samples[title] = {of.text(), static_cast<Index>(sample_size().read(*rows))};
  RowWeighting weighting;
  for (const auto& key : row_weighting_keys()) {
    if (const auto value = place.find(key.name)) key.read(*value, weighting);
  }
  if (!weighting.is_none()) config.own_weightings[title] = weighting;
  return title;
}

void read_datasets(const JsonPlace& place, Config& config) {
  config.datasets = one_or_more(
      place,
      [&](const JsonPlace& each) {
        return each.value().is_object() ? read_dataset(each, config) : each.text();
      },
      most_datasets);
  require_distinct_texts(place, config.datasets);
}

Json dataset_schema() {
  const Json file = {{"type", "string"}, {"minLength", 1}};
  const Json title = {{"type", "string"}, {"pattern", "^(?!default$)[^,/\\\\\"]{1,60}$"}};
  Json titled = object_schema(row_weighting_keys());
  titled["properties"].update({{"title", title}, {"rows", sample_size().schema}});
  Json named = titled;
  titled["required"] = {"file", "title"};
  titled["properties"]["file"] = file;
  named["required"] = {"name", "rows"};
  named["properties"]["name"] = title;
  return one_or_more_of({{"oneOf", {any_text().schema, titled, named}}}, most_datasets);
}

Json write_datasets(const Config& config) {
  Json datasets = Json::array();
  for (const std::string& name : config.datasets) {
    const auto file = config.data_files.find(name);
    const auto sample = config.samples.find(name);
    const bool is_file = file != config.data_files.end();
    const bool is_sample = sample != config.samples.end();
    if (!is_file && !is_sample) {
      datasets.push_back(name);
      continue;
    }
    datasets.push_back(
        {{is_file ? "file" : "name", is_file ? file->second : sample->second.of}, {"title", name}});
    if (is_sample) datasets.back()["rows"] = sample->second.rows;
    const auto own = config.own_weightings.find(name);
    if (own != config.own_weightings.end())
      datasets.back().update(write_keys(row_weighting_keys(), own->second));
  }
  return datasets;
}

}  // namespace

ConfigKey<Config> datasets_key() {
  return {"datasets",
          "catalogue names, paths of LIBSVM files (relative to this file, or else to the current directory), "
          "{\"file\": PATH, \"title\": WORDS} for a file that figures and tables are to call by a title, or "
          "{\"name\": NAME, \"rows\": COUNT} for a random sample of so many training rows",
          required,
          dataset_schema(),
          read_datasets,
          write_datasets};
}

}  // namespace descent

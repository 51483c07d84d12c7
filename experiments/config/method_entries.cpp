// Reads the entries of "methods".

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "experiments/config/method_entries.hpp"
#include "solvers/contract/option_json.hpp"
#include "solvers/program/described_program.hpp"
#include "support/json/read_json.hpp"
#include "support/ranges.hpp"
#include "support/text/did_you_mean.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

constexpr std::size_t most_protocols = 20;

/// Losses or regularisers of the configuration that an entry is restricted to.
template <class Descriptions, class Kind>
std::vector<Kind> read_restriction(const JsonPlace& entry, const std::string& what,
                                   const Descriptions& descriptions, const std::vector<Kind>& all) {
  const auto restricted = entry.find(what);
  if (!restricted) return all;
  const std::vector<Kind> kinds = kinds_among(what, descriptions).read(*restricted);
  for (const Kind kind : kinds) {
    if (!contains(all, kind)) restricted->fail("{} is not the configuration's {}", name_of(kind), what);
  }
  return kinds;
}

/// Datasets that an entry is restricted to.
std::vector<std::string> read_own_datasets(const JsonPlace& place, const std::vector<std::string>& all) {
  std::vector<std::string> own = one_or_more(
      place,
      [&](const JsonPlace& each) {
        std::string name = each.text();
        if (!contains(all, name))
          each.fail("\"{}\" is not one of the configuration's datasets{}; they are {}", shown(name),
                    did_you_mean(name, all), shown_list(all));
        return name;
      },
      most_datasets);
  require_distinct_texts(place, own);
  return own;
}

/// Protocols that an entry takes part in; files are named after them.
ValueKind<std::vector<std::string>> protocol_names() {
  return distinct_values(plain_name(), most_protocols, [](const std::string& name) { return name; });
}

/// Advice on restricting an entry to the problems that it solves; "" if neither key alone does that.
std::string way_out_of(const MethodEntry& entry) {
  const auto solved = [&](LossKind loss, RegularizerKind regularizer) {
    return capability(*entry.method, loss, regularizer) != nullptr;
  };
  Json losses_left = Json::array();
  for (const LossKind loss : entry.losses) {
    if (std::ranges::all_of(entry.regularizers, [&](auto regularizer) { return solved(loss, regularizer); }))
      losses_left.push_back(loss);
  }
  Json regularizers_left = Json::array();
  for (const RegularizerKind regularizer : entry.regularizers) {
    if (std::ranges::all_of(entry.losses, [&](auto loss) { return solved(loss, regularizer); }))
      regularizers_left.push_back(regularizer);
  }
  const auto advice = [](const char* key, const Json& names) {
    return fmt::format("; \"{}\": {} in its entry keeps it to what it solves", key,
                       shown(json_text(names.size() == 1 ? names.front() : names)));
  };
  if (!losses_left.empty()) return advice("loss", losses_left);
  return regularizers_left.empty() ? "" : advice("regularizer", regularizers_left);
}

/// Fails at a given option that has no effect in any of these problems.
void require_effective_options(const JsonPlace& entry, const Method& method,
                               std::span<const RegularizerKind> regularizers,
                               const std::map<std::string, OptionValue>& given) {
  const OptionValues values(method.options, given);
  for (const Option& option : method.options) {
    const auto place = find_option(entry, method, option);
    if (!place || given.at(option.name) == option.default_value) continue;
    if (std::ranges::none_of(regularizers,
                             [&](RegularizerKind each) { return option.matters(each, values); }))
      place->fail("has no effect here; it matters {}", option.matters_where);
  }
}

MethodEntry read_method(const JsonPlace& place, const MethodSurroundings& config) {
  if (place.value().is_string()) place.fail("must be an object: {{\"name\": \"{}\"}}", shown(place.text()));
  MethodEntry entry;
  const JsonPlace name = place.at("name");
  entry.method = &read_method_of(place);
  std::vector<std::string> known{"name", "label", "loss", "regularizer", "datasets", "protocols"};
  for (std::string& key : keys_of(*entry.method)) known.push_back(std::move(key));
  place.allow_keys(known);

  entry.given = read_options(place, *entry.method);
  entry.variant = variant_of(*entry.method, entry.given);
  const std::vector<std::string> settings = settings_of(*entry.method, entry.given);
  entry.label =
      entry.method->title + (settings.empty() ? "" : fmt::format(" ({})", fmt::join(settings, ", ")));
  if (const auto label = place.find("label")) entry.label = shown_text().read(*label);
  entry.losses = read_restriction(place, "loss", losses(), config.losses);
  entry.regularizers = read_restriction(place, "regularizer", regularizers(), config.regularizers);
  if (const auto own = place.find("datasets")) entry.datasets = read_own_datasets(*own, config.datasets);
  if (const auto protocols = place.find("protocols")) entry.protocols = protocol_names().read(*protocols);
  require_suitable(place, name, *entry.method, entry.given, entry.losses, entry.regularizers,
                   config.free_bias, way_out_of(entry));
  require_effective_options(place, *entry.method, entry.regularizers, entry.given);
  return entry;
}

void require_distinct(const JsonPlace& methods, const std::vector<MethodEntry>& entries) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const std::string places = fmt::format("entries {} and {}", k, i);
      if (entries[i].method == entries[k].method && entries[i].variant == entries[k].variant) {
        methods.fail("{} are the same method with the same options", places);
      }
      if (entries[i].label == entries[k].label) {
        methods.fail("{} have the same label \"{}\"; a legend could not tell them apart", places,
                     shown(entries[i].label));
      }
    }
  }
}

Json schema_of(const Option& option) {
  Json alternatives = Json::array();
  if (option.range) {
    Json number = {{"type", option.range->integer ? "integer" : "number"}};
    if (std::isfinite(option.range->lower)) {
      number[option.range->lower_allowed ? "minimum" : "exclusiveMinimum"] = option.range->lower;
    }
    if (std::isfinite(option.range->upper)) number["maximum"] = option.range->upper;
    alternatives.push_back(std::move(number));
  }
  if (!option.words.empty()) alternatives.push_back({{"enum", option.words}});
  if (std::holds_alternative<bool>(option.default_value)) alternatives.push_back({{"type", "boolean"}});
  Json schema = alternatives.size() == 1 ? alternatives.front() : Json{{"oneOf", alternatives}};
  schema["description"] = option.description;
  schema["default"] = to_json(option.default_value);
  return schema;
}

/// Keys that every entry may have.
Json common_properties() {
  const auto only = [](Json schema, const std::string& what) {
    schema["description"] = fmt::format("only on these of the configuration's {}", what);
    return schema;
  };
  Json label = shown_text().schema;
  label["description"] = "name in legends";
  Json protocols = protocol_names().schema;
  protocols["description"] = "takes part under these protocols alone, each of which has figures of its own";
  return {{"label", std::move(label)},
          {"protocols", std::move(protocols)},
          {"loss", only(kinds_among("loss", losses()).schema, "losses")},
          {"regularizer", only(kinds_among("regularizer", regularizers()).schema, "regularizers")},
          {"datasets", only(one_or_more_of(any_text().schema, most_datasets), "datasets")}};
}

Json entry_schema(std::string_view title, const Json& required_keys, Json properties,
                  const std::vector<Option>& options) {
  properties.update(common_properties());
  for (const Option& option : options) properties[option.name] = schema_of(option);
  return {{"type", "object"},
          {"title", title},
          {"required", required_keys},
          {"properties", std::move(properties)},
          {"additionalProperties", false}};
}

Json schema_of(const Method& method) {
  return entry_schema(method.title, {"name"},
                      {{"name", {{"const", method.name}, {"description", method.source}}}}, method.options);
}

/// Schema of an external program, which alone knows what "set" may contain.
Json schema_of_program() {
  return entry_schema(
      "a program in any language", {"name", "program"},
      {{"name", {{"const", program_method}, {"description", "docs/programs.md"}}},
       {"program",
        {{"type", "string"},
         {"description", "its path, relative to this file, or else to the current directory"}}},
       {"set", {{"type", "object"}, {"description", "options that the program describes"}}}},
      options_of_every_program());
}

}  // namespace

bool MethodEntry::takes_part_on(const std::string& dataset) const {
  return !datasets || contains(*datasets, dataset);
}

bool MethodEntry::takes_part_in(const std::string& dataset, LossKind loss,
                                RegularizerKind regularizer) const {
  return takes_part_on(dataset) && contains(losses, loss) && contains(regularizers, regularizer);
}

std::vector<MethodEntry> read_methods(const JsonPlace& place, const MethodSurroundings& config) {
  std::vector<MethodEntry> entries = one_or_more(
      place, [&](const JsonPlace& entry) { return read_method(entry, config); }, most_methods);
  require_distinct(place, entries);
  return entries;
}

void require_no_restarts(const JsonPlace& methods, const std::vector<MethodEntry>& entries) {
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (!entries[k].method->sampled_by_tolerance) continue;
    one_of(methods, k)
        .at("name")
        .fail(
            "{} runs from scratch to each of its tolerances and cannot stop after \"passes\"; "
            "give \"cpu_seconds\" instead",
            entries[k].method->name);
  }
}

Json write_methods(const std::vector<MethodEntry>& entries) {
  Json all = Json::array();
  for (const MethodEntry& entry : entries) {
    Json json = {{"label", entry.label}, {"loss", entry.losses}, {"regularizer", entry.regularizers}};
    write_method_name(*entry.method, json);
    const OptionValues values = entry.options();
    for (const Option& option : entry.method->options) {
      // A constant left to tuning has no value in the configuration.
      if (!option.is_left_to_tuning({}) || entry.given.contains(option.name))
        write_option(*entry.method, option, values.all().at(option.name), json);
    }
    if (entry.datasets) json["datasets"] = *entry.datasets;
    if (!entry.protocols.empty()) json["protocols"] = entry.protocols;
    all.push_back(std::move(json));
  }
  return all;
}

Json method_schema() {
  Json schemas = Json::array();
  for (const Method* method : methods()) schemas.push_back(schema_of(*method));
  schemas.push_back(schema_of_program());
  return {{"oneOf", std::move(schemas)}};
}

}  // namespace descent

// Reads and writes the entries of "methods".

#include "experiments/config/method_entries.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "solvers/contract/option_json.hpp"
#include "solvers/program/described_program.hpp"
#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/json/read_json.hpp"
#include "support/text/did_you_mean.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

const Method& read_program(const JsonPlace& place) {
  const std::string written = place.text();
  std::filesystem::path path = std::filesystem::path(place.file()).parent_path() / written;
  if (!is_present(path)) path = written;
  try {
    return describe_program(written, std::filesystem::absolute(path).lexically_normal());
  } catch (const Error& error) {
    place.fail(error.what());
  }
}

const Method& read_method_name(const JsonPlace& place) {
  std::vector<std::string> names;
  for (const Method* method : methods()) {
    if (method->name == place.text()) return *method;
    names.push_back(method->name);
  }
  place.fail_unknown("method", names);
}

/// Method of the entry: registered, or described by its "program". A program's path is relative to the
/// configuration's folder, or else to the current directory.
const Method& read_method_of(const JsonPlace& entry) {
  const JsonPlace name = entry.at("name");
  return name.value() == program_method ? read_program(entry.at("program")) : read_method_name(name);
}

/// Keys besides the name that give the method and its options.
std::vector<std::string> keys_of(const Method& method) {
  std::vector<std::string> keys;
  if (program_of(method) != nullptr) keys.insert(keys.end(), {"program", "set"});
  for (const Option& option : method.options)
    if (!stands_in_set(method, option)) keys.push_back(option.name);
  return keys;
}

/// Place of the option in the entry, if given.
std::optional<JsonPlace> find_option(const JsonPlace& entry, const Method& method, const Option& option) {
  if (!stands_in_set(method, option)) return entry.find(option.name);
  const auto set = entry.find("set");
  return set ? set->find(option.name) : std::nullopt;
}

/// Checked options of the entry.
std::map<std::string, OptionValue> read_options(const JsonPlace& entry, const Method& method) {
  if (const auto set = entry.find("set")) set->allow_keys(own_options(method));
  std::map<std::string, OptionValue> given;
  for (const Option& option : method.options) {
    const auto found = find_option(entry, method, option);
    if (!found) continue;
    const OptionValue value = read_option_value(*found);
    if (const auto wrong = complaint(option, value)) found->fail(*wrong);
    given[option.name] = value;
  }
  return given;
}

/// "average=true", "step=1": non-default options, and constants that are not left to tuning.
std::vector<std::string> settings_of(const Method& method, const std::map<std::string, OptionValue>& given) {
  std::vector<std::string> settings;
  for (const Option& option : method.options) {
    const auto found = given.find(option.name);
    if (found == given.end()) continue;
    if (found->second != option.default_value || option.is_left_to_tuning({}))
      settings.push_back(fmt::format("{}={}", option.name, to_string(found->second)));
  }
  return settings;
}

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

/// Fails at the name with what the method solves, unless it solves all problems of the entry (with an
/// unregularised intercept if `free_intercept`), and at the entry if its options do not suit one.
void require_suitable(const JsonPlace& place, const MethodEntry& entry, bool free_intercept) {
  const Method& method = *entry.method;
  const JsonPlace name = place.at("name");
  for (const LossKind loss : entry.losses) {
    for (const RegularizerKind regularizer : entry.regularizers) {
      if (capability(method, loss, regularizer) == nullptr)
        name.fail("{} does not solve {} + {}; it solves {}{}", method.name, name_of(loss),
                  name_of(regularizer), describe_capabilities(method), way_out_of(entry));
      if (!method.complaint) continue;
      if (const auto wrong = method.complaint(loss, regularizer, entry.options())) place.fail(*wrong);
    }
  }
  if (free_intercept && !method.free_intercept)
    name.fail("{} regularises every weight; \"free_bias\" is not for it", method.name);
}

/// Fails at a given option that has no effect in any problem of the entry.
void require_effective_options(const JsonPlace& place, const MethodEntry& entry) {
  const OptionValues values = entry.options();
  for (const Option& option : entry.method->options) {
    const auto given = find_option(place, *entry.method, option);
    if (!given || entry.given.at(option.name) == option.default_value) continue;
    if (std::ranges::none_of(entry.regularizers,
                             [&](RegularizerKind each) { return option.matters(each, values); }))
      given->fail("has no effect here; it matters {}", option.matters_where);
  }
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

}  // namespace

MethodEntry read_method(const JsonPlace& place, const MethodSurroundings& config,
                        std::vector<std::string> known) {
  if (place.value().is_string()) place.fail("must be an object: {{\"name\": \"{}\"}}", shown(place.text()));
  MethodEntry entry;
  entry.method = &read_method_of(place);
  for (std::string& key : keys_of(*entry.method)) known.push_back(std::move(key));
  place.allow_keys(known);

  entry.given = read_options(place, *entry.method);
  std::vector<std::string> settings = settings_of(*entry.method, entry.given);
  entry.label =
      entry.method->title + (settings.empty() ? "" : fmt::format(" ({})", fmt::join(settings, ", ")));
  if (const auto label = place.find("label")) entry.label = shown_text().read(*label);
  if (const ExternalProgram* program = program_of(*entry.method))
    settings.insert(settings.begin(), "program=" + program->written);
  entry.variant = fmt::format("{}", fmt::join(settings, " "));
  entry.losses = read_restriction(place, "loss", losses(), config.losses);
  entry.regularizers = read_restriction(place, "regularizer", regularizers(), config.regularizers);
  if (const auto own = place.find("datasets")) entry.datasets = read_own_datasets(*own, config.datasets);
  if (const auto protocols = place.find("protocols")) entry.protocols = protocol_names().read(*protocols);
  require_suitable(place, entry, config.free_bias);
  require_effective_options(place, entry);
  return entry;
}

std::vector<MethodEntry> read_methods(const JsonPlace& place, const MethodSurroundings& config) {
  std::vector<MethodEntry> entries = one_or_more(
      place,
      [&](const JsonPlace& entry) {
        return read_method(entry, config, {"name", "label", "loss", "regularizer", "datasets", "protocols"});
      },
      most_methods);
  require_distinct(place, entries);
  return entries;
}

void require_no_restarts(const JsonPlace& methods, const std::vector<MethodEntry>& entries) {
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (!entries[k].method->sampled_by_tolerance) continue;
    one_of(methods, k)
        .at("name")
        .fail("{} runs from scratch to each of its tolerances and cannot stop after \"passes\"",
              entries[k].method->name);
  }
}

Json write_method(const MethodEntry& entry) {
  const Method& method = *entry.method;
  Json json = {{"name", method.name},
               {"label", entry.label},
               {"loss", entry.losses},
               {"regularizer", entry.regularizers}};
  if (const ExternalProgram* program = program_of(method)) json["program"] = program->written;
  const OptionValues values = entry.options();
  for (const Option& option : method.options) {
    // A constant left to tuning has no value in the configuration.
    if (option.is_left_to_tuning({}) && !entry.given.contains(option.name)) continue;
    Json& object = stands_in_set(method, option) ? json["set"] : json;
    object[option.name] = to_json(values.all().at(option.name));
  }
  if (entry.datasets) json["datasets"] = *entry.datasets;
  if (!entry.protocols.empty()) json["protocols"] = entry.protocols;
  return json;
}

}  // namespace descent

#include "experiments/plan/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "support/errors.hpp"
#include "support/files/sha256.hpp"
#include "support/numbers/number_of.hpp"
#include "support/ranges.hpp"
#include "support/text/comma_list.hpp"
#include "support/text/did_you_mean.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

/// Throws unless some configuration has each dataset and each method, and some configuration has both.
void require_known_names(const RunFilter& filter, std::span<const Config> configs) {
  KnownNames known;
  for (const Config& config : configs) {
    known.places.push_back(config.path.string());
    for (const std::string& dataset : config.datasets) known.datasets.push_back(dataset);
    for (const MethodEntry& entry : config.methods) known.add_method(entry.method->name, entry.label);
  }
  require_known_names(filter, known);
  if (!filter.runs.empty() && configs.size() > 1)
    throw ConfigError("--only: run=ID belongs to one configuration; give that one alone");
  if (std::ranges::none_of(configs, [&](const Config& config) { return filter.wants_some_of(config); }))
    throw ConfigError("--only: none of the methods takes part on one of the datasets in any configuration");
}

}  // namespace

void require_known_names(const RunFilter& filter, const KnownNames& known) {
  const bool is_one = known.places.size() == 1;
  const std::string prefix = is_one ? fmt::format("--only: {} has no", known.places.front())
                                    : fmt::format("--only: none of {} has a", fmt::join(known.places, ", "));
  const auto require = [&](const char* kind, const std::vector<std::string>& names,
                           const std::vector<std::string>& there, const std::vector<std::string>& labels) {
    for (const std::string& name : names) {
      if (contains(there, name) || contains(labels, name)) continue;
      std::vector<std::string> listed;
      for (const std::string& each : there)
        if (!contains(listed, each)) listed.push_back(each);
      std::vector<std::string> nearby = labels;
      nearby.insert(nearby.end(), listed.begin(), listed.end());
      throw ConfigError("{} {} \"{}\"; {} {}{}", prefix, kind, shown(name), is_one ? "it has" : "they have",
                        shown_list(listed), did_you_mean(name, nearby));
    }
  };
  require("dataset", filter.datasets, known.datasets, {});
  require("method", filter.methods, known.methods, known.labels);
}

bool Share::has(const RunSpec& spec) const {
  const std::uint64_t hash = std::stoull(sha256_of(spec.description()).substr(0, 15), nullptr, 16);
  return (hash + spec.seed) % count == number - 1;
}

Share parse_share(const std::string& text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto number = number_of<std::uint64_t>(text.substr(0, slash));
  const auto count =
      number_of<std::uint64_t>(std::string_view(text).substr(std::min(slash + 1, text.size())));
  if (number && count && 1 <= *number && *number <= *count) return {*number, *count};
  throw ConfigError("--share: must be one of a number of shares, as in 2/3, got \"{}\"", shown(text));
}

bool RunFilter::may_want(const RunSpec& spec) const {
  return wants_dataset(spec.dataset->name) && wants_method(spec.method->name, spec.label) &&
         (!share || share->has(spec));
}

bool RunFilter::wants_some_of(const Config& config) const {
  return std::ranges::any_of(config.methods, [&](const MethodEntry& entry) {
    const auto is_wanted = [&](const std::string& dataset) {
      return wants_dataset(dataset) && entry.takes_part_on(dataset);
    };
    return wants_method(entry.method->name, entry.label) && std::ranges::any_of(config.datasets, is_wanted);
  });
}

RunFilter split_run_filter(const std::string& text, std::span<const std::string> labels) {
  const std::vector<std::string> by_label =
      mapped(labels, [](const std::string& label) { return "method=" + label; });
  RunFilter filter;
  for (const std::string& part : joined_to_names(parts_between_commas(text), by_label)) {
    if (part.starts_with("dataset="))
      filter.datasets.push_back(part.substr(8));
    else if (part.starts_with("method="))
      filter.methods.push_back(part.substr(7));
    else if (part.starts_with("run="))
      filter.runs.push_back(part.substr(4));
    else
      throw ConfigError("--only: must be dataset=NAME, method=NAME or run=ID, by commas, got \"{}\"",
                        shown(part));
  }
  return filter;
}

RunFilter parse_run_filter(const std::string& text, std::span<const Config> configs) {
  std::vector<std::string> labels;
  for (const Config& config : configs)
    for (const MethodEntry& entry : config.methods) labels.push_back(entry.label);
  RunFilter filter = split_run_filter(text, labels);
  require_known_names(filter, configs);
  return filter;
}

}  // namespace descent

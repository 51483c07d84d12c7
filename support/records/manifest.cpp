#include "support/records/manifest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/json/json_place.hpp"
#include "support/json/seal.hpp"
#include "support/numbers/rounded_up.hpp"
#include "support/text/hexadecimal.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

/// An id becomes part of a path, so it has only hexadecimal digits.
std::string read_run_id(const JsonPlace& run) {
  const JsonPlace place = run.at("id");
  const std::string id = place.text();
  if (id.empty() || !is_hexadecimal(id)) {
    place.fail(fmt::format("must be lower-case hexadecimal digits, got \"{}\"", id));
  }
  return id;
}

std::uint64_t read_count(const JsonPlace& place) {
  return static_cast<std::uint64_t>(place.integer(0, std::numeric_limits<std::int64_t>::max()));
}

/// The longest list in a configuration.
constexpr std::size_t longest_list = 1000;

/// Of a title or a label; a configuration allows less.
constexpr std::size_t longest_words = 4'000;

ProblemKey read_problem(const JsonPlace& place, double lambda) {
  return {place.at("dataset").text(), place.at("loss").text(), place.at("regularizer").text(), lambda};
}

MethodOnProblem read_method_on(const JsonPlace& place, double lambda) {
  return {read_problem(place, lambda), place.at("method").text(), place.at("variant").text()};
}

/// Records for each method the problems that its runs are on, or that it was left out of.
void read_problems(const JsonPlace& root, Manifest& manifest) {
  for (ManifestMethod& method : manifest.methods) method.problems.emplace();
  const auto record = [&](const MethodOnProblem& run) {
    for (ManifestMethod& method : manifest.methods)
      if (method.name == run.method && method.variant == run.variant)
        method.problems->insert({run.dataset, run.loss, run.regularizer});
  };
  for (const MethodOnProblem& run : manifest.planned) record(run);
  for (const JsonPlace& each : root.at("left_out").elements()) {
    if (each.find("method"))
      record(read_method_on(each, 0));
    else
      manifest.left_out_datasets.push_back(each.at("dataset").text());
  }
}

ManifestConstant read_constant(const JsonPlace& constant) {
  const auto seconds = constant.find("tuning_cpu_seconds");
  return {read_method_on(constant, constant.at("lambda_value").number()), constant.at("option").text(),
          constant.at("value").number(), constant.at("origin").text(),
          seconds ? std::optional(seconds->positive()) : std::nullopt};
}

MethodOnProblem read_planned(const JsonPlace& run, const Manifest& manifest) {
  const std::string dataset = run.at("dataset").text();
  const std::string text = run.at("lambda").text();
  const auto lambda = std::ranges::find_if(manifest.lambdas, [&](const ManifestLambda& each) {
    return each.dataset == dataset && each.text == text;
  });
  if (lambda == manifest.lambdas.end()) run.at("lambda").fail("is not among the lambdas of its dataset");
  return read_method_on(run, lambda->value);
}

ManifestMethod read_method(const JsonPlace& method) {
  const auto keeps_rounds = method.find("keeps_rounds");
  ManifestMethod entry{method.at("name").text(),
                       method.at("variant").text(),
                       printable(method.at("label").text(), longest_words),
                       method.at("restarts").flag(),
                       keeps_rounds && keeps_rounds->flag(),
                       method.at("randomized").flag()};
  if (entry.sampled_by_tolerance) entry.label += " (restarted)";
  if (const auto protocols = method.find("protocols"))
    entry.protocols = protocols->list(&JsonPlace::text, 1, longest_list);
  return entry;
}

ManifestOptimum read_optimum(const JsonPlace& optimum) {
  return {read_problem(optimum, optimum.at("lambda_value").number()),
          optimum.at("objective").number(),
          optimum.at("lower_bound").number(),
          optimum.at("method").text(),
          optimum.at("cpu_seconds").number(),
          optimum.at("file").text(),
          read_listed_file(optimum.at("written"))};
}

ManifestDataset read_dataset(const JsonPlace& dataset) {
  const auto text_or_none = [&](const char* key) {
    const auto place = dataset.find(key);
    return place ? place->text() : std::string();
  };
  const auto underflows = dataset.find("underflows");
  return {.name = dataset.at("name").text(),
          .source = dataset.at("source").text(),
          .rows = read_count(dataset.at("rows")),
          .columns = read_count(dataset.at("columns")),
          .nonzeros = read_count(dataset.at("nonzeros")),
          .test_rows = read_count(dataset.at("test_rows")),
          .weighting = text_or_none("weighting"),
          .sample_of = text_or_none("sample_of"),
          .underflows = underflows ? read_count(*underflows) : 0,
          .is_rounded = text_or_none("values") == "float",
          .passed_over = text_or_none("passed_over")};
}

Manifest read_fields(const JsonPlace& root) {
  Manifest manifest;
  manifest.name = root.at("name").text();
  manifest.title = printable(root.at("title").text(), longest_words);
  manifest.config_file = root.at("config_file").text();
  manifest.losses = root.at("loss").list(&JsonPlace::text, 0, longest_list);
  manifest.regularizers = root.at("regularizer").list(&JsonPlace::text, 0, longest_list);
  manifest.form = {.is_sum = root.at("form").word("mean", "sum") == "sum",
                   .l2_factor = root.at("l2_factor").positive()};
  manifest.x_axis =
      root.at("x_axis").word("cpu_seconds", "passes") == "passes" ? Axis::passes : Axis::cpu_seconds;
  manifest.datasets = root.at("datasets").list(read_dataset, 0, longest_list);
  manifest.methods = root.at("methods").list(read_method, 0, longest_list);
  if (const auto titles = root.find("protocol_titles")) {
    for (const std::string& protocol : titles->keys())
      manifest.protocol_titles[protocol] = printable(titles->at(protocol).text(), longest_words);
  }
  manifest.optima = root.at("references").list(read_optimum);
  manifest.files = read_listed_files(root.at(files_key));
  manifest.lambdas = root.at("lambdas").list([](const JsonPlace& lambda) {
    return ManifestLambda{lambda.at("dataset").text(), lambda.at("text").text(), lambda.at("value").number()};
  });
  manifest.constants = root.at("constants").list(read_constant);
  manifest.runs = root.at("runs").list(read_run_id);
  manifest.planned = root.at("runs").list([&](const JsonPlace& run) { return read_planned(run, manifest); });
  read_problems(root, manifest);
  return manifest;
}

}  // namespace

Manifest read_manifest(const std::filesystem::path& folder) {
  const auto path = folder / "manifest.json";
  try {
    const Json json = read_sealed_json(path);
    return read_fields(JsonPlace(path.string(), json));
  } catch (const ConfigError& error) {
    throw ResultFileError(fmt::format("{}; {}", error.what(),
                                      is_file(path) ? "`descent run` with the configuration writes it again"
                                                    : "is this a folder that descent run has written?"));
  }
}

const ManifestMethod* method_of(const Manifest& manifest, const std::string& name,
                                const std::string& variant) {
  const std::size_t place = place_of_method(manifest, name, variant);
  return place < manifest.methods.size() ? &manifest.methods[place] : nullptr;
}

std::string label_of(const Manifest& manifest, const GroupKey& group) {
  const ManifestMethod* entry = method_of(manifest, group.method, group.variant);
  return entry == nullptr ? group.method : entry->label;
}

std::size_t place_of_method(const Manifest& manifest, const std::string& name, const std::string& variant) {
  const auto found = std::ranges::find_if(manifest.methods, [&](const ManifestMethod& method) {
    return method.name == name && method.variant == variant;
  });
  return static_cast<std::size_t>(found - manifest.methods.begin());
}

bool ManifestMethod::takes_part_under(const std::string& protocol) const {
  return protocols.empty() || std::ranges::find(protocols, protocol) != protocols.end();
}

bool ManifestMethod::takes_part_in(const ProblemNames& problem) const {
  return !problems || problems->contains(problem);
}

std::vector<std::string> protocols_of(const Manifest& manifest) {
  std::vector<std::string> names;
  for (const ManifestMethod& method : manifest.methods) {
    for (const std::string& name : method.protocols)
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

bool ManifestPart::has(std::size_t method) const {
  return methods.empty() || std::ranges::find(methods, method) != methods.end();
}

std::vector<ManifestPart> parts_of(const Manifest& manifest) {
  std::vector<ManifestPart> parts;
  for (const std::string& protocol : protocols_of(manifest)) {
    const auto title = manifest.protocol_titles.find(protocol);
    const bool has_title = title != manifest.protocol_titles.end();
    ManifestPart& part = parts.emplace_back(ManifestPart{protocol, '-' + protocol});
    part.remark = has_title ? fmt::format(" ({}: {})", protocol, title->second)
                            : fmt::format(" (protocol: {})", protocol);
    for (std::size_t i = 0; i < manifest.methods.size(); ++i)
      if (manifest.methods[i].takes_part_under(protocol)) part.methods.push_back(i);
  }
  if (parts.empty()) parts.emplace_back();
  if (parts.size() == 1) parts.front().suffix.clear();
  return parts;
}

const ManifestOptimum* certificate_of(const Manifest& manifest, const ProblemKey& problem) {
  const auto found = std::ranges::find_if(manifest.optima, [&](const ManifestOptimum& optimum) {
    return optimum == problem && optimum.lower_bound > 0;
  });
  return found == manifest.optima.end() ? nullptr : &*found;
}

std::optional<double> tuning_cpu_seconds(const Manifest& manifest, const GroupKey& group) {
  const auto found = std::ranges::find_if(manifest.constants, [&](const ManifestConstant& constant) {
    return constant.tuning_cpu_seconds && constant == group.problem() && constant.method == group.method &&
           constant.variant == group.variant;
  });
  return found == manifest.constants.end() ? std::nullopt : found->tuning_cpu_seconds;
}

double certified_gap(const ManifestOptimum& optimum) {
  return quotient_rounded_up(difference_rounded_up(optimum.objective, optimum.lower_bound),
                             optimum.lower_bound);
}

double excess_over(const ManifestOptimum& optimum, double objective) {
  return (objective - optimum.objective) / std::abs(optimum.objective);
}

}  // namespace descent

#include "plots/results/manifest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "plots/results/result_json.hpp"
#include "support/errors.hpp"
#include "support/json/json_place.hpp"
#include "support/json/seal.hpp"
#include "support/numbers/rounded_up.hpp"
#include "support/text/hexadecimal.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

/// An id becomes part of a path, hence nothing but hexadecimal digits.
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

/// Of what a configuration lists, no longer than there.
constexpr std::size_t longest_list = 1000;

/// What a figure can show of a title or a label, and more than a configuration takes.
constexpr std::size_t longest_words = 4'000;

ProblemKey read_problem(const JsonPlace& place) {
  return {place.at("dataset").text(), place.at("loss").text(), place.at("regularizer").text(),
          place.at("lambda_value").number()};
}

/// Records for each method the problems that its runs are on, or that it was left out of. The runs of an
/// older file name no methods; then nothing is recorded.
void read_problems(const JsonPlace& root, Manifest& manifest) {
  for (const JsonPlace& run : root.at("runs").elements())
    if (!run.find("method")) return;
  for (ManifestMethod& method : manifest.methods) method.problems.emplace();
  const auto record = [&](const JsonPlace& place) {
    const std::string name = place.at("method").text();
    const std::string variant = place.at("variant").text();
    const ProblemNames problem{place.at("dataset").text(), place.at("loss").text(),
                               place.at("regularizer").text()};
    for (ManifestMethod& method : manifest.methods)
      if (method.name == name && method.variant == variant) method.problems->insert(problem);
  };
  for (const JsonPlace& run : root.at("runs").elements()) record(run);
  if (const auto left_out = root.find("left_out"))
    for (const JsonPlace& each : left_out->elements())
      if (each.find("method")) record(each);  // else a whole dataset
}

/// Constants of manifests that do not have λ as a number are skipped.
std::vector<ManifestConstant> read_constants(const JsonPlace& constants) {
  std::vector<ManifestConstant> read;
  for (const JsonPlace& constant : constants.elements()) {
    if (!constant.find("lambda_value")) continue;
    const auto value = constant.find("value");  // manifests of earlier versions may lack it, and the origin
    const auto origin = constant.find("origin");
    const auto seconds = constant.find("tuning_cpu_seconds");
    read.push_back({{read_problem(constant), constant.at("method").text(), constant.at("variant").text()},
                    constant.at("option").text(),
                    value ? value->number() : 0,
                    origin ? origin->text() : "",
                    seconds ? std::optional(seconds->positive()) : std::nullopt});
  }
  return read;
}

/// What each run is of. Empty if the file is too old to say so.
std::vector<MethodOnProblem> read_planned(const JsonPlace& root, const Manifest& manifest) {
  std::vector<MethodOnProblem> planned;
  for (const JsonPlace& run : root.at("runs").elements()) {
    if (!run.find("method") || !run.find("lambda")) return {};
    const std::string dataset = run.at("dataset").text();
    const std::string text = run.at("lambda").text();
    const auto lambda = std::ranges::find_if(manifest.lambdas, [&](const ManifestLambda& each) {
      return each.dataset == dataset && each.text == text;
    });
    if (lambda == manifest.lambdas.end()) return {};
    planned.push_back({{dataset, run.at("loss").text(), run.at("regularizer").text(), lambda->value},
                       run.at("method").text(),
                       run.at("variant").text()});
  }
  return planned;
}

/// True if the values of the dataset were rounded to single precision: its origin says so, or, of an earlier
/// version, the program held every value in that precision and counted some that it changed.
bool is_rounded(const JsonPlace& dataset, const JsonPlace& root) {
  constexpr std::string_view remark = ", values rounded to single precision";
  const auto origin = dataset.find("origin");
  if (origin && origin->text().find(remark) != std::string::npos) return true;
  const auto inexact = dataset.find("inexact_values");
  const auto program = root.find("program");
  const auto type = program ? program->find("value_type") : std::nullopt;
  return inexact && type && type->text() == "float" && read_count(*inexact) > 0;
}

ManifestDataset read_dataset(const JsonPlace& dataset, const JsonPlace& root) {
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
          .is_rounded = is_rounded(dataset, root),
          .passed_over = text_or_none("passed_over")};
}

Manifest read_fields(const JsonPlace& root) {
  Manifest manifest;
  manifest.name = root.at("name").text();
  manifest.title = printable(root.at("title").text(), longest_words);
  const auto one_or_more = [&](const JsonPlace& place) {
    return place.value().is_string() ? std::vector{place.text()}
                                     : place.list(&JsonPlace::text, 0, longest_list);
  };
  manifest.losses = one_or_more(root.at("loss"));
  manifest.regularizers = one_or_more(root.at("regularizer"));
  if (const auto form = root.find("form")) manifest.form.is_sum = form->word("mean", "sum") == "sum";
  if (const auto factor = root.find("l2_factor")) manifest.form.l2_factor = factor->positive();
  manifest.x_axis =
      root.at("x_axis").word("cpu_seconds", "passes") == "passes" ? Axis::passes : Axis::cpu_seconds;
  manifest.datasets =
      root.at("datasets")
          .list([&](const JsonPlace& dataset) { return read_dataset(dataset, root); }, 0, longest_list);
  if (const auto left_out = root.find("left_out")) {
    for (const JsonPlace& each : left_out->elements()) {  // methods on a dataset, or a whole dataset
      if (!each.find("method")) manifest.left_out_datasets.push_back(each.at("dataset").text());
    }
  }
  manifest.methods = root.at("methods").list(
      [](const JsonPlace& method) {
        const auto sampled_by_tolerance =
            method.find("restarts");  // a file that is older than such methods lacks it
        const auto keeps_rounds = method.find("keeps_rounds");
        const auto randomized = method.find("randomized");  // the same
        ManifestMethod entry{method.at("name").text(),
                             method.at("variant").text(),
                             printable(method.at("label").text(), longest_words),
                             sampled_by_tolerance && sampled_by_tolerance->flag(),
                             keeps_rounds && keeps_rounds->flag(),
                             !randomized || randomized->flag()};
        if (entry.sampled_by_tolerance) entry.label += " (restarted)";
        if (const auto protocols = method.find("protocols"))
          entry.protocols = protocols->list(&JsonPlace::text, 1, longest_list);
        return entry;
      },
      0, longest_list);
  if (const auto titles = root.find("protocol_titles")) {
    for (const std::string& protocol : titles->keys())
      manifest.protocol_titles[protocol] = printable(titles->at(protocol).text(), longest_words);
  }
  manifest.optima = root.at("references").list([](const JsonPlace& optimum) {
    ManifestOptimum read{read_problem(optimum), optimum.at("objective").number(),
                         optimum.at("lower_bound").number(), optimum.at("method").text(),
                         optimum.at("cpu_seconds").number()};
    if (const auto file = optimum.find("file")) read.file = file->text();
    if (const auto written = optimum.find("written")) read.written = read_listed_file(*written);
    return read;
  });
  if (const auto files = root.find(files_key)) manifest.files = read_listed_files(*files);
  if (const auto lambdas = root.find("lambdas")) {  // a file that is older than this key lacks it
    manifest.lambdas = lambdas->list([](const JsonPlace& lambda) {
      return ManifestLambda{lambda.at("dataset").text(), lambda.at("text").text(),
                            lambda.at("value").number()};
    });
  }
  if (const auto constants = root.find("constants")) manifest.constants = read_constants(*constants);
  manifest.runs = root.at("runs").list(read_run_id);
  manifest.planned = read_planned(root, manifest);
  read_problems(root, manifest);
  return manifest;
}

}  // namespace

Manifest read_manifest(const std::filesystem::path& folder) {
  const auto path = folder / "manifest.json";
  try {
    const Json json = read_result_json(path);
    Manifest manifest = read_fields(JsonPlace(path.string(), json));
    if (!json.contains(seal_key)) manifest.unproven.files.emplace_back("manifest.json");
    return manifest;
  } catch (const ConfigError& error) {
    throw ResultFileError(fmt::format("{}; is this a folder that descent run has written?", error.what()));
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

#include "support/records/manifest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/files/own_files.hpp"
#include "support/json/json_place.hpp"
#include "support/numbers/rounded_up.hpp"
#include "support/ranges.hpp"
#include "support/records/record.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

/// Maximum size of a title or a label; a configuration allows less.
constexpr std::size_t longest_words = 4'000;

/// Finds the λ of each run. Records for each method the problems that its runs are on, or that it was left
/// out of.
void connect(const JsonPlace& root, Manifest& manifest) {
  for (ManifestMethod& method : manifest.methods) {
    method.label = printable(method.label, longest_words);
    if (method.sampled_by_tolerance) method.label += " (restarted)";
    method.problems.emplace();
  }
  const auto record = [&](const auto& on) {
    for (ManifestMethod& method : manifest.methods)
      if (method.name == on.method && method.variant == on.variant)
        method.problems->insert({on.dataset, on.loss, on.regularizer});
  };
  for (std::size_t k = 0; k < manifest.runs.size(); ++k) {
    ManifestRun& run = manifest.runs[k];
    const auto lambda = std::ranges::find_if(manifest.lambdas, [&](const ManifestLambda& each) {
      return each.dataset == run.dataset && each.text == run.lambda_text;
    });
    if (lambda == manifest.lambdas.end())
      root.at("runs").elements()[k].at("lambda").fail("is not among the lambdas of its dataset");
    run.lambda = lambda->value;
    record(run);
  }
  for (std::size_t k = 0; k < manifest.left_out.size(); ++k) {
    if (manifest.left_out[k].method.empty()) continue;
    const JsonPlace place = root.at("left_out").elements()[k];
    for (const char* const name : {"loss", "regularizer", "variant"}) place.at(name);
    record(manifest.left_out[k]);
  }
  manifest.title = printable(manifest.title, longest_words);
  for (auto& [protocol, title] : manifest.protocol_titles) title = printable(title, longest_words);
}

}  // namespace

bool is_same_data(const ManifestDataset& a, const ManifestDataset& b) {
  const auto identity = [](const ManifestDataset& data) {
    return std::tie(data.source, data.sha256, data.rows, data.columns, data.nonzeros, data.weighting,
                    data.is_rounded, data.scaling, data.shifts, data.scales);
  };
  return identity(a) == identity(b);
}

std::vector<std::string> run_ids(const Manifest& manifest) {
  return mapped(manifest.runs, &ManifestRun::id);
}

Manifest read_manifest(const std::filesystem::path& folder) {
  const auto path = folder / "manifest.json";
  try {
    const Json json = read_written_json(path);
    const JsonPlace root(path.string(), json);
    auto manifest = read_record<Manifest>(root);
    connect(root, manifest);
    return manifest;
  } catch (const ConfigError& error) {
    throw ResultFileError("{}; {}", error.what(),
                          is_file(path) ? "`descent run` with the configuration writes it again"
                                        : "is this a folder that descent run has written?");
  }
}

void write_manifest(const std::filesystem::path& folder, const Manifest& manifest) {
  OwnFiles(folder).write("manifest.json", json_text(write_record(manifest), 1) + '\n',
                         AfterPowerFailure::file);
}

const ManifestMethod* method_of(const Manifest& manifest, const std::string& name,
                                const std::string& variant) {
  const std::size_t index = index_of_method(manifest, name, variant);
  return index < manifest.methods.size() ? &manifest.methods[index] : nullptr;
}

std::string label_of(const Manifest& manifest, const GroupKey& group) {
  const ManifestMethod* entry = method_of(manifest, group.method, group.variant);
  return entry == nullptr ? group.method : entry->label;
}

std::size_t index_of_method(const Manifest& manifest, const std::string& name, const std::string& variant) {
  const auto found = std::ranges::find_if(manifest.methods, [&](const ManifestMethod& method) {
    return method.name == name && method.variant == variant;
  });
  return static_cast<std::size_t>(found - manifest.methods.begin());
}

bool ManifestMethod::takes_part_under(const std::string& protocol) const {
  return protocols.empty() || contains(protocols, protocol);
}

bool ManifestMethod::takes_part_in(const ProblemNames& problem) const {
  return !problems || problems->contains(problem);
}

std::vector<std::string> protocols_of(const Manifest& manifest) {
  std::vector<std::string> names;
  for (const ManifestMethod& method : manifest.methods)
    for (const std::string& name : method.protocols)
      if (!contains(names, name)) names.push_back(name);
  return names;
}

bool ManifestPart::has(std::size_t method) const {
  return methods.empty() || contains(methods, method);
}

std::vector<ManifestPart> parts_of(const Manifest& manifest) {
  std::vector<ManifestPart> parts;
  for (const std::string& protocol : protocols_of(manifest)) {
    const auto title = manifest.protocol_titles.find(protocol);
    const bool has_title = title != manifest.protocol_titles.end();
    ManifestPart& part = parts.emplace_back(ManifestPart{protocol, '-' + protocol});
    part.remark = has_title ? fmt::format(" ({})", title->second)
                            : fmt::format(" (protocol: {})", protocol);
    for (std::size_t i = 0; i < manifest.methods.size(); ++i)
      if (manifest.methods[i].takes_part_under(protocol)) part.methods.push_back(i);
  }
  if (parts.empty()) parts.emplace_back();
  if (parts.size() == 1) parts.front().suffix.clear();
  return parts;
}

const ManifestOptimum* optimum_of(std::span<const ManifestOptimum> optima, const ProblemKey& problem) {
  const auto found =
      std::ranges::find_if(optima, [&](const ManifestOptimum& each) { return each == problem; });
  return found == optima.end() ? nullptr : &*found;
}

const ManifestOptimum* certificate_of(const Manifest& manifest, const ProblemKey& problem) {
  const ManifestOptimum* const optimum = optimum_of(manifest.optima, problem);
  return optimum != nullptr && optimum->lower_bound > 0 ? optimum : nullptr;
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

bool is_certified_to(const Manifest& manifest, const ProblemKey& problem, double target) {
  const ManifestOptimum* const optimum = certificate_of(manifest, problem);
  return optimum != nullptr && certified_gap(*optimum) <= target;
}

double excess_over(const ManifestOptimum& optimum, double objective) {
  return (objective - optimum.objective) / std::abs(optimum.objective);
}

}  // namespace descent

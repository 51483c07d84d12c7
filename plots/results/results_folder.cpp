#include "plots/results/results_folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

#include "support/errors.hpp"
#include "support/records/run_file.hpp"
#include "support/text/plural.hpp"

namespace descent {
namespace {

/// Throws ResultFileError: the row contradicts the manifest.
[[noreturn]] void fail_against_manifest(const std::filesystem::path& path, const ResultRow& row,
                                        std::string_view column, const std::string& expected,
                                        const std::string& got) {
  throw ResultFileError(
      "{}: checkpoint {}: {}: expected {} as in the manifest, got {}: `descent run` with the configuration "
      "brings runs and manifest together",
      path.string(), row.checkpoint, column, expected, got);
}

/// Numbers from the sum of the losses and from their mean cannot share a figure.
void check_form(const ResultRow& row, const ObjectiveForm& form, const std::filesystem::path& path) {
  if (row.form != form.name())
    fail_against_manifest(path, row, "form", std::string(form.name()), fmt::format("'{}'", shown(row.form)));
  if (row.l2_factor && *row.l2_factor != form.l2_factor)
    fail_against_manifest(path, row, "l2_factor", fmt::format("{}", form.l2_factor),
                          fmt::format("{}", *row.l2_factor));
}

/// Suboptimalities above different bounds cannot be compared. All bounds of a problem come from one
/// certificate, so equal bounds are equal bit for bit.
void check_bounds(const std::vector<ResultRow>& rows, const Manifest& manifest,
                  const std::filesystem::path& path) {
  const ResultRow& first = rows.front();
  const ManifestOptimum* const optimum = optimum_of(manifest.optima, first.problem());
  if (optimum == nullptr || run_status::is_failed(rows.back().status)) return;
  for (const ResultRow& row : rows) {
    if (row.lower_bound == optimum->lower_bound) continue;
    fail_against_manifest(path, row, "lower_bound", fmt::format("{:.17g}", optimum->lower_bound),
                          row.lower_bound ? fmt::format("{:.17g}", *row.lower_bound) : "none");
  }
}

void check_run(const std::vector<ResultRow>& rows, const Manifest& manifest,
               const std::filesystem::path& path) {
  const ResultRow& first = rows.front();
  const auto dataset = std::ranges::find(manifest.datasets, first.dataset, &ManifestDataset::name);
  const auto require = [&](bool is_there, const std::string& what) {
    if (!is_there) throw ResultFileError("{}: the {} is not in the manifest", path.string(), what);
  };
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
  };
  require(dataset != manifest.datasets.end(), fmt::format("dataset '{}'", first.dataset));
  if (first.weighting != dataset->weighting)
    fail_against_manifest(path, first, "weighting", fmt::format("'{}'", dataset->weighting),
                          fmt::format("'{}'", shown(first.weighting)));
  require(has(manifest.losses, first.loss), fmt::format("loss '{}'", first.loss));
  require(has(manifest.regularizers, first.regularizer), fmt::format("regularizer '{}'", first.regularizer));
  const ManifestMethod* const method = method_of(manifest, first.method, first.variant);
  require(method != nullptr, fmt::format("method '{}' with variant '{}'", first.method, first.variant));
  check_form(first, manifest.form, path);
  check_bounds(rows, manifest, path);
}

/// A method that reports `converged` far above the certified optimum stopped by its own rule.
void correct_status(ResultRow& last, const Manifest& manifest) {
  const ManifestOptimum* const optimum = certificate_of(manifest, last);
  if (last.status == run_status::converged && optimum != nullptr && last.objective &&
      excess_over(*optimum, *last.objective) > excess_of_converged)
    last.status = run_status::stopped;
}

/// CPU seconds that the run was given; 0 if it was given passes.
double budget_of(const RunProvenance& run) {
  const auto config = run.identity.find("config");
  const auto budget = config == run.identity.end() ? Json() : config->value("cpu_seconds", Json());
  return budget.is_number() ? budget.get<double>() : 0;
}

/// Names the build of a run: compiler, flags, and the sources that all methods
/// share.
std::string build_of(const RunProvenance& run) {
  const Json code = run.identity.value("code", Json());
  if (!code.is_object()) return "";
  const auto text = [&](const char* key) {
    const Json member = code.value(key, Json());
    return member.is_string() ? member.get<std::string>() : "?";
  };
  return fmt::format("{} {}, sources {}", text("compiler"), text("flags"),
                     text("shared_sources").substr(0, 8));
}

/// Adds the run, or its id to those that are missing.
void add_run(const std::string& id, const std::filesystem::path& folder, ResultsFolder& results) {
  const std::filesystem::path path = run_file(folder, id);
  if (!std::filesystem::exists(path)) {
    results.missing.push_back(id);
    return;
  }
  RunFile run = read_run(folder, id);
  check_run(run.rows, results.manifest, path);
  correct_status(run.rows.back(), results.manifest);
  RunProvenance& provenance = run.provenance;
  results.runs.push_back({std::move(run.rows), provenance.processor(), build_of(provenance),
                          provenance.surroundings, budget_of(provenance), std::move(provenance.program),
                          std::move(provenance.machine), std::move(provenance.ended),
                          std::move(provenance.decision_line)});
}

}  // namespace

ResultsFolder read_results_folder(const std::filesystem::path& folder) {
  return read_results_folder(folder, read_manifest(folder));
}

ResultsFolder read_results_folder(const std::filesystem::path& folder, Manifest manifest) {
  ResultsFolder results{std::move(manifest), {}, {}};
  for (const std::string& id : run_ids(results.manifest)) add_run(id, folder, results);
  results.manifest.conditions = conditions_of(results);
  return results;
}

std::string missing_runs_text(std::size_t missing) {
  return fmt::format("{} of the manifest {} missing", plural(missing, "run"), missing == 1 ? "is" : "are");
}

std::vector<RunGroup> run_groups(const ResultsFolder& results) {
  const Manifest& manifest = results.manifest;
  std::vector<RunGroup> groups;
  std::vector<double> lambdas;  // in the order of the runs, as in the configuration
  for (const StoredRun& run : results.runs) {
    const ResultRow& row = run.rows.front();
    const auto same =
        std::ranges::find_if(groups, [&](const RunGroup& group) { return is_same_group(group, row); });
    if (same != groups.end()) {
      same->runs.push_back(&run.rows);
      continue;
    }
    if (std::ranges::find(lambdas, row.lambda) == lambdas.end()) lambdas.push_back(row.lambda);
    const ManifestMethod* entry = method_of(manifest, row.method, row.variant);
    groups.push_back(
        {row, label_of(manifest, row), {&run.rows}, entry != nullptr && entry->sampled_by_tolerance});
  }
  const auto rank = [&](const RunGroup& group) {
    return std::tuple(
        std::ranges::find(manifest.datasets, group.dataset, &ManifestDataset::name) -
            manifest.datasets.begin(),
        std::ranges::find(manifest.losses, group.loss) - manifest.losses.begin(),
        std::ranges::find(manifest.regularizers, group.regularizer) - manifest.regularizers.begin(),
        std::ranges::find(lambdas, group.lambda) - lambdas.begin(), index_of_method(manifest, group));
  };
  std::ranges::stable_sort(groups, {}, rank);
  return groups;
}

std::vector<double> setup_seconds(const RunGroup& group) {
  std::vector<double> seconds;
  for (const std::vector<ResultRow>* run : group.runs)
    if (!run_status::is_failed(run->back().status)) seconds.push_back(run->back().setup_seconds);
  return seconds;
}

std::size_t index_of_method(const Manifest& manifest, const GroupKey& key) {
  return index_of_method(manifest, key.method, key.variant);
}

bool is_same_group(const GroupKey& a, const GroupKey& b) {
  return a.problem() == b.problem() && a.method == b.method && a.variant == b.variant;
}

const ManifestDataset& dataset_of(const Manifest& manifest, const ProblemKey& problem) {
  const auto found = std::ranges::find(manifest.datasets, problem.dataset, &ManifestDataset::name);
  if (found == manifest.datasets.end())
    throw ResultFileError("the dataset '{}' is not in the manifest", problem.dataset);
  return *found;
}

void require_one_processor(const ResultsFolder& results, const std::filesystem::path& folder) {
  std::map<std::string, std::vector<std::string>> ids;  // by the model
  for (const StoredRun& run : results.runs) {
    const ResultRow& last = run.rows.back();
    if (!run.processor.empty() && !run_status::is_failed(last.status))
      ids[run.processor].push_back(last.run_id);
  }
  if (ids.size() < 2) return;
  const auto most = std::ranges::max_element(ids, {}, [](const auto& model) { return model.second.size(); });
  std::vector<std::string> counts{fmt::format("{} on {}", plural(most->second.size(), "run"), most->first)};
  std::vector<std::string> others;
  for (const auto& [model, runs] : ids) {
    if (model == most->first) continue;
    counts.push_back(fmt::format("{} on {}", runs.size(), model));
    others.insert(others.end(), runs.begin(), runs.end());
  }
  constexpr std::size_t shown = 10;
  const std::size_t more = others.size() - std::min(shown, others.size());
  others.resize(others.size() - more);
  throw ResultFileError(
      "{}: times of different processors do not compare, and there are {}; remove the rows of {}{} from "
      "runs/ "
      "and `descent run` on a machine of the first kind, or take them as they are with --{}",
      folder.string(), fmt::join(counts, ", "), fmt::join(others, " "),
      more > 0 ? fmt::format(" and {} more", more) : "", mixed_processors_option);
}

}  // namespace descent

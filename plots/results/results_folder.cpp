#include "plots/results/results_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "plots/results/conditions.hpp"
#include "plots/results/run_file.hpp"
#include "support/text/plural.hpp"

namespace descent {
namespace {

/// Throws ResultFileError: what the row says of the problem is not what the manifest says of it.
[[noreturn]] void fail_against_manifest(const std::filesystem::path& path, const ResultRow& row,
                                        std::string_view column, const std::string& expected,
                                        const std::string& got) {
  throw ResultFileError(fmt::format(
      "{}: checkpoint {}: {}: expected {} as in the manifest, got {}: `descent run` with the configuration "
      "brings runs and manifest together",
      path.string(), row.checkpoint, column, expected, got));
}

/// A number computed from the losses' sum and one from their mean cannot stand in one figure.
void check_form(const ResultRow& row, const ObjectiveForm& form, const std::filesystem::path& path) {
  if (row.form != form.name())
    fail_against_manifest(path, row, "form", std::string(form.name()), fmt::format("'{}'", shown(row.form)));
  if (row.l2_factor && *row.l2_factor != form.l2_factor)
    fail_against_manifest(path, row, "l2_factor", fmt::format("{}", form.l2_factor),
                          fmt::format("{}", *row.l2_factor));
}

/// Suboptimalities above different bounds cannot be compared. All of them are written from one certificate,
/// so that they are the same double or not the same bound.
void check_bounds(const std::vector<ResultRow>& rows, const Manifest& manifest,
                  const std::filesystem::path& path) {
  const ResultRow& first = rows.front();
  const auto optimum = std::ranges::find_if(
      manifest.optima, [&](const ManifestOptimum& each) { return each == first.problem(); });
  if (optimum == manifest.optima.end() || run_status::is_failed(rows.back().status)) return;
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
  if (dataset == manifest.datasets.end()) {
    throw ResultFileError(
        fmt::format("{}: the dataset '{}' is not in the manifest", path.string(), first.dataset));
  }
  if (first.weighting != dataset->weighting)
    fail_against_manifest(path, first, "weighting", fmt::format("'{}'", dataset->weighting),
                          fmt::format("'{}'", shown(first.weighting)));
  if (std::ranges::find(manifest.losses, first.loss) == manifest.losses.end()) {
    throw ResultFileError(fmt::format("{}: the loss '{}' is not in the manifest", path.string(), first.loss));
  }
  if (std::ranges::find(manifest.regularizers, first.regularizer) == manifest.regularizers.end()) {
    throw ResultFileError(
        fmt::format("{}: the regularizer '{}' is not in the manifest", path.string(), first.regularizer));
  }
  const ManifestMethod* const method = method_of(manifest, first.method, first.variant);
  if (method == nullptr) {
    throw ResultFileError(fmt::format("{}: the method '{}' with variant '{}' is not in the manifest",
                                      path.string(), first.method, first.variant));
  }
  if (!method->sampled_by_tolerance) require_one_setup(rows, path);
  check_form(first, manifest.form, path);
  check_bounds(rows, manifest, path);
}

/// A method that says `converged` far above the certified optimum has stopped by a rule of its own.
void correct_status(ResultRow& last, const Manifest& manifest) {
  const ManifestOptimum* const optimum = certificate_of(manifest, last);
  if (last.status == run_status::converged && optimum != nullptr && last.objective &&
      excess_over(*optimum, *last.objective) > excess_of_converged)
    last.status = run_status::stopped;
}

/// What the manifest lists of a file; null if it does not list it.
const ListedFile* listed_file(const Manifest& manifest, const std::string& name) {
  if (!manifest.files) return nullptr;
  const auto found = manifest.files->find(name);
  return found == manifest.files->end() ? nullptr : &found->second;
}

void require_undamaged(const std::filesystem::path& path, const ListedFile& written) {
  if (const std::string damage = damage_of(path, written); !damage.empty()) throw DamagedRun(damage);
}

}  // namespace

ResultsFolder read_results_folder(const std::filesystem::path& folder) {
  ResultsFolder results;
  results.manifest = read_manifest(folder);
  for (const std::string& id : results.manifest.runs) {
    const auto path = run_file(folder, id);
    const ListedFile* const written = listed_file(results.manifest, fmt::format("runs/{}.csv", id));
    if (!std::filesystem::exists(path)) {
      if (written != nullptr) throw DamagedRun(damage_of(path, *written));
      results.missing.push_back(id);
      continue;
    }
    RunFile run = read_run(folder, id);
    // Every version that lists files has written provenance.
    if (results.manifest.files) require_provenance_file(run.provenance, folder, id);
    if (run.provenance.exists && !run.provenance.has_seal) {
      const ListedFile* const provenance =
          listed_file(results.manifest, fmt::format("provenance/{}.json", id));
      if (provenance != nullptr) require_undamaged(provenance_file(folder, id), *provenance);
    }
    if (!run.has_checksum() && written != nullptr) require_undamaged(path, *written);
    check_run(run.rows, results.manifest, path);
    correct_status(run.rows.back(), results.manifest);
    if (!run.has_checksum()) results.manifest.unproven.runs.push_back(id);
    results.runs.push_back(std::move(run.rows));
    results.processors.push_back(std::move(run.provenance.processor));
    if (run.provenance.allreduce) results.allreduce.push_back(*std::move(run.provenance.allreduce));
  }
  results.manifest.missing_runs = results.missing.size();
  results.manifest.conditions = conditions_of(results.manifest, results.runs, results.processors);
  return results;
}

std::string missing_runs_text(std::size_t missing) {
  return fmt::format("{} of the manifest {} missing", plural(missing, "run"), missing == 1 ? "is" : "are");
}

}  // namespace descent

#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include "experiments/plan/plan.hpp"

namespace descent {

/// A label: a number if it is one, else a text.
Json label_json(const std::string& label);

ManifestDataset facts_of(const Dataset& dataset);

/// Manifest of a results folder: configuration as used, program, machine, data, constants, certified optima
/// and planned runs; support/records/manifest.hpp.
Json make_manifest(const Config& config, std::span<const Dataset> datasets, const Plan& plan,
                   const OptimumStore& optima, std::span<const std::string> run_ids);

/// True if FOLDER/manifest.json is missing or of the same configuration: then a run can keep what it lists of
/// datasets that were not loaded.
bool may_keep_datasets(const std::filesystem::path& folder, const Config& config);

/// Damage of FOLDER/manifest.json: not JSON, no object, or changed since it was written; "" if it is sound or
/// missing. A run writes a damaged manifest again, with sessions from the runs' provenance. Throws
/// ResultFileError if it cannot be read.
std::string damage_of_manifest(const std::filesystem::path& folder);

/// FOLDER/manifest.json: the plan, the folder's files with checksums ("files"), and one entry for every time
/// that runs were carried out ("sessions"). "started", "ended", "program" and "machine" at the top belong to
/// the latest session. All member functions that write throw ResultFileError.
class ManifestFile {
 public:
  /// `planned` gets what the former manifest lists of the configuration's other datasets.
  ManifestFile(const std::filesystem::path& folder, const Config& config, Json planned);

  /// Keeps the former sessions if there is nothing to run. Leaves an unchanged manifest alone.
  void keep_sessions();

  void start_session();
  void end_session(std::size_t runs);

  /// Lists the current files.
  void list_files() { write(); }

  /// Adds a session for every machine that has carried out some of the runs. Writes nothing.
  void add_sessions_of(std::span<const std::string> ids, const std::string& started);

 private:
  void write_session();
  /// Waits while figures are drawn. Leaves an unchanged manifest alone.
  void write();

  std::filesystem::path path_;
  Json manifest_;
  Json former_;
  Json session_;
  Json sessions_;  ///< of earlier calls
};

}  // namespace descent

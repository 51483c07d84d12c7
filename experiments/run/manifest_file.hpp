#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include "experiments/plan/plan.hpp"

namespace descent {

/// What a dataset is and where it came from.
Json facts_of(const Dataset& dataset);

/// The manifest of a results folder: configuration as used, program, machine, data, constants, certified
/// optima and planned runs. Its first part is what plots/results/manifest.hpp reads.
Json make_manifest(const Config& config, std::span<const Dataset> datasets, const Plan& plan,
                   const OptimumStore& optima, std::span<const std::string> run_ids);

/// What is wrong with FOLDER/manifest.json, which a run therefore writes again, with the sessions that the
/// runs' provenance tells of: it is not JSON, no object, or not what was written. "" when it is whole or not
/// there. Throws ResultFileError when it cannot be read.
std::string damage_of_manifest(const std::filesystem::path& folder);

/// FOLDER/manifest.json: what is planned, under "files" what the folder has of it with checksums, and under
/// "sessions" who measured it, a session for every time that some runs were carried out. "started", "ended",
/// "program" and "machine" at the top are those of the latest one. Every member function that writes throws
/// ResultFileError.
class ManifestFile {
 public:
  ManifestFile(const std::filesystem::path& folder, Json planned);

  /// With nothing to carry out, those who measured stay; a manifest that would stay the same is left alone.
  void keep_sessions();

  void start_session();
  void end_session(std::size_t runs);

  /// Lists the files as they are now.
  void list_files() { write(); }

  /// Notes what others have measured, to be written with the rest: a session with all of its keys.
  void add_session(Json session) { sessions_.push_back(std::move(session)); }

 private:
  void write_session();
  /// Waits while figures are drawn. Leaves a manifest alone that would stay the same.
  void write();

  std::filesystem::path path_;
  Json manifest_;
  Json former_;
  Json session_;
  Json sessions_;  ///< the former ones
};

}  // namespace descent

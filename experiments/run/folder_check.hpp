#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "plots/results/manifest.hpp"

namespace descent {

/// Damage of a results folder except its runs, and notes, a sentence each.
struct FolderCheck {
  /// Figures, tables, pages and certified optima that are missing, damaged or not regular files.
  std::vector<std::string> damages{};
  std::vector<std::string> notes{};

  /// Both, as they are printed.
  std::vector<std::string> all() const;
};

/// Compares the files of a results folder with the list in its manifest. An optimum that several folders
/// share may be newer: it is sound if its seal and checksum are. read_results_folder() checks the runs.
FolderCheck check_results_folder(const std::filesystem::path& folder, const Manifest& manifest);

/// The same for figures, tables, pages and decision.json, which `run` writes again. Half-drawn figures are
/// skipped.
std::vector<std::string> damages_beside_runs(const std::filesystem::path& folder, const ListedFiles& files);

/// The path of a certified optimum: beside the results, or else the path in the manifest.
std::filesystem::path optimum_file(const std::filesystem::path& folder, const ManifestOptimum& optimum);

/// "" if the optimum is sound; else what is wrong with it, with its path.
std::string damage_of_optimum(const std::filesystem::path& folder, const ManifestOptimum& optimum);

/// The number of runs in FOLDER/runs that are not planned: they have other settings, or an older manifest was
/// put back.
std::size_t runs_beside(const std::filesystem::path& folder, const std::vector<std::string>& planned);

}  // namespace descent

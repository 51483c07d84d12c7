#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "plots/results/manifest.hpp"

namespace descent {

/// What a results folder holds beside sound runs, a sentence each.
struct FolderCheck {
  /// Figures, tables, pages and certified optima that are missing, not regular files, or not what was
  /// written.
  std::vector<std::string> damages{};
  std::vector<std::string> notes{};  ///< what else a reader should know

  /// Both, as they are printed: "DIR: …" where a sentence does not name a file.
  std::vector<std::string> all() const;
};

/// Holds the files of a results folder against the list in its manifest. An optimum that several folders
/// share may have been computed again since: it is sound if it proves itself. Runs are
/// read_results_folder()'s.
FolderCheck check_results_folder(const std::filesystem::path& folder, const Manifest& manifest);

/// The same of figures, tables, pages and decision.json alone, which a `run` writes again. Of figures that
/// are half drawn nothing can be said.
std::vector<std::string> damages_beside_runs(const std::filesystem::path& folder, const ListedFiles& files);

/// Where a certified optimum of the manifest lies: beside the results, or else where it lay when they were
/// made.
std::filesystem::path optimum_file(const std::filesystem::path& folder, const ManifestOptimum& optimum);

/// "" if the optimum that the manifest names is there and sound; else what is wrong with it, with its path.
std::string damage_of_optimum(const std::filesystem::path& folder, const ManifestOptimum& optimum);

/// Files of runs in FOLDER/runs that the manifest does not plan: of other settings, or of a newer manifest in
/// whose place an older one was put.
std::size_t runs_beside(const std::filesystem::path& folder, const std::vector<std::string>& planned);

}  // namespace descent

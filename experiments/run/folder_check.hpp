#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/records/manifest.hpp"

namespace descent {

/// Contents of a results folder besides sound runs, one sentence each.
struct FolderCheck {
  /// Figures, tables, pages and certified optima that are missing, not regular files, or changed since they
  /// were written.
  std::vector<std::string> damages{};
  std::vector<std::string> notes{};  ///< other remarks for the reader

  /// Damages and notes for printing, with "DIR: …" before a sentence that names no file.
  std::vector<std::string> all() const;
};

/// Compares the files of a results folder with its manifest's list. A shared optimum may have been computed
/// again since; it is sound if its certificate holds. read_results_folder() checks the runs.
FolderCheck check_results_folder(const std::filesystem::path& folder, const Manifest& manifest);

/// The same for figures, tables, pages and decision.json only, which a `run` writes again. Half-drawn figures
/// are not judged.
std::vector<std::string> damages_beside_runs(const std::filesystem::path& folder, const ListedFiles& files);

/// Path of a certified optimum of the manifest: beside the results, else its path when they were made.
std::filesystem::path optimum_file(const std::filesystem::path& folder, const ManifestOptimum& optimum);

/// Number of run files that the manifest does not plan: of other settings, or of a newer manifest that an
/// older one replaced.
std::size_t runs_beside(const std::filesystem::path& folder, const std::vector<std::string>& planned);

/// Kind of results in a folder: of `descent run` or of `descent crossvalidate`.
enum class ResultsKind { runs, crossvalidation };

/// Throws ConfigError if the folder holds results of another name or kind, which would be overwritten. A
/// folder without a name is free. Throws ResultFileError if the name cannot be read.
void require_folder_of(const std::string& name, const std::filesystem::path& folder, ResultsKind kind);

/// Throws ConfigError if FOLDER is missing but FOLDER-quick exists.
void require_results_folder(const std::filesystem::path& folder);

/// True if `descent crossvalidate` wrote the folder, which has rows of splits instead of runs.
bool is_crossvalidation(const std::filesystem::path& folder);

/// require_results_folder() that also throws ConfigError for a cross-validation.
void require_folder_of_runs(const std::filesystem::path& folder);

}  // namespace descent

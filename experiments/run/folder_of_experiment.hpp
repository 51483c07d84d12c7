#pragma once

#include <filesystem>
#include <string>

namespace descent {

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

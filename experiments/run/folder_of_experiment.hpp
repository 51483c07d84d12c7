#pragma once

#include <filesystem>
#include <string>

namespace descent {

/// What a configuration of `descent run` and one of `descent crossvalidate` leave in a folder.
enum class ResultsKind { runs, crossvalidation };

/// Throws ConfigError when the folder holds the results of a configuration of another name or of the other
/// kind: two of them in one folder would take it from each other. A folder that tells no name is free. Throws
/// ResultFileError when what would tell it cannot be read.
void require_folder_of(const std::string& name, const std::filesystem::path& folder, ResultsKind kind);

/// Throws ConfigError for a folder that is not there where that of a quick run is.
void require_results_folder(const std::filesystem::path& folder);

/// Whether `descent crossvalidate` has written the folder, which has rows of splits in place of runs.
bool is_crossvalidation(const std::filesystem::path& folder);

/// require_results_folder(), and throws ConfigError for a cross-validation.
void require_folder_of_runs(const std::filesystem::path& folder);

}  // namespace descent

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "plots/results/results_folder.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// A sentence on run files in the folder that are not planned: of other settings, or of a newer manifest that
/// an older one replaced. Empty if there are none.
std::optional<std::string> note_on_runs_beside(const std::filesystem::path& folder,
                                               const std::vector<std::string>& planned);

/// Prints it for a folder that a command reads.
void print_note_on_runs_beside(const std::filesystem::path& folder, const Manifest& manifest);

/// Kind of results in a folder: of `descent run` or of `descent crossvalidate`.
enum class ResultsKind { runs, crossvalidation };

/// Throws ConfigError if the folder holds results of another kind, another name or another configuration
/// file, or files of the user that the results would replace. Throws ResultFileError if this cannot be read.
void require_folder_of(const std::string& name, const std::filesystem::path& config_file,
                       const std::filesystem::path& folder, ResultsKind kind);

/// Throws ConfigError if FOLDER is missing but FOLDER-quick exists.
void require_results_folder(const std::filesystem::path& folder);

/// True if `descent crossvalidate` wrote the folder, which has rows of splits instead of runs.
bool is_crossvalidation(const std::filesystem::path& folder);

/// require_results_folder() that also throws ConfigError for a cross-validation.
void require_folder_of_runs(const std::filesystem::path& folder);

/// Reads such a folder, and prints the note on its other runs; see read_drawable_results().
ResultsFolder read_folder_of_runs(const std::filesystem::path& folder, ProcessorModels models);

}  // namespace descent

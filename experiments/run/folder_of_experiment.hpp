#pragma once

#include <filesystem>
#include <string>

namespace descent {

/// Throws ConfigError when the folder holds the results of a configuration of another name: two of them in
/// one folder would take it from each other. A folder that tells no name is free.
void require_folder_of(const std::string& name, const std::filesystem::path& folder);

/// Throws ConfigError for a folder that is not there where that of a quick run is.
void require_results_folder(const std::filesystem::path& folder);

}  // namespace descent

#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "datasets/catalog.hpp"

namespace descent {

/// Makes the wanted ones of a dataset's train and test file in the folder, which must exist, as the entry's
/// `made_by` says; a file that is there is left alone. `input` gives the path of a download by its name;
/// `note` takes what a person may want to know, in a line. A file gets its name when all of them are whole;
/// without that nothing is kept. Two processes that make the same file wait for each other.
///
/// Returns the paths of the files that it made. Throws DataError `path:line: …` for malformed downloads, and
/// RunError when the system refuses something (full disk).
std::vector<std::filesystem::path> make_files(
    const CatalogEntry& entry, std::span<const std::string> wanted, const std::filesystem::path& folder,
    const std::function<std::filesystem::path(const std::string&)>& input,
    const std::function<void(const std::string&)>& note);

}  // namespace descent

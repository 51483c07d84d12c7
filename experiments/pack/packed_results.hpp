#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace descent {

/// Checks a results folder and every run in it, also those of earlier settings. Returns notes for whoever
/// gets the package, a sentence each: planned runs that are missing, and data and programs outside of the
/// folder that a replay needs. Throws ResultFileError with the first file that is missing or damaged.
std::vector<std::string> notes_on_packed_results(const std::filesystem::path& folder);

}  // namespace descent

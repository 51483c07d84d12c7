#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace descent {

/// Holds the manifest of a results folder, its decision lines and every run in it, also those of earlier
/// settings, against what was written, and returns what whoever gets them packed should know, a sentence
/// each: planned runs that are missing, files without a checksum, and data and programs outside of the folder
/// that a replay needs. Throws ResultFileError that names the first file that is damaged, or a provenance
/// that is missing.
std::vector<std::string> notes_on_packed_results(const std::filesystem::path& folder);

}  // namespace descent

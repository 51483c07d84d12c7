#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/pack/archive.hpp"

namespace descent {

/// What stands in a package about all the others: an RO-Crate's metadata (JSON-LD).
inline constexpr const char* crate_metadata = "ro-crate-metadata.json";

/// How the names of packages end.
inline constexpr std::string_view package_ending = ".tar.zst";

/// What is to be packed, by its name in the package, and what could not be found.
struct Crate {
  std::map<std::string, PackedFile> files;
  std::vector<std::string> missing;
  std::vector<std::string> notes;  ///< what is to be known of the results, a sentence each, folder first
};

/// All files of results folders under results/, the certified optima that they were held against under
/// references/, their configurations and tuned constants under configs/, and an RO-Crate 1.1 of them, with
/// sizes and SHA-256. Throws ConfigError for what is no results folder, for two of one name, and for links,
/// and ResultFileError for results that are damaged.
Crate make_crate(const std::vector<std::filesystem::path>& folders, const std::string& license);

/// Unpacks a package into a new folder and returns its results folders there. Throws ResultFileError for one
/// that is damaged or hostile, or that does not hold exactly the files that its metadata lists, byte for
/// byte.
std::vector<std::filesystem::path> unpack_crate(const std::filesystem::path& package,
                                                const std::filesystem::path& folder);

}  // namespace descent

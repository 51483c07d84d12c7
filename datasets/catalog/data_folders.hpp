#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "support/errors.hpp"

namespace descent {

/// There is no file where a path leads, or the system does not let us look there; or no data folder has it.
class MissingFileError : public DataError {
 public:
  using DataError::DataError;
};

/// Where data files are looked for, in this order: the environment's DESCENT_DATA, then the environment's
/// DESCENT_CACHE or, without that, datasets/cache/ of the repository; of an installed program descent/ in the
/// environment's XDG_CACHE_HOME, or else in ~/.cache. The last one is where downloads are kept. Throws
/// ConfigError for a DESCENT_DATA that is no folder, and where the environment names no place at all.
std::vector<std::filesystem::path> data_folders();

/// The name of a data file without the ending of an archive, .bz2, .gz or .xz, if it has one.
std::string plain_name(const std::string& name);

/// The first of NAME, NAME.bz2, NAME.gz, NAME.xz that exists in the data folders.
std::optional<std::filesystem::path> find_data_file(const std::string& name);

/// The first file of exactly this name in the data folders.
std::optional<std::filesystem::path> find_download(const std::string& name);

/// Where the file of a path that a configuration names lies: in the configuration's folder, or else in the
/// current directory, where it is with no folder. Throws MissingFileError when it is in neither.
std::filesystem::path find_path(const std::string& path, const std::filesystem::path& folder);

}  // namespace descent

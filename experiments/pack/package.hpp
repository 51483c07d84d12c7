#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace descent {

/// The end of every package's name.
inline constexpr std::string_view package_ending = ".tar.zst";

/// Summary of a new package for the user.
struct PackReport {
  std::size_t files = 0;
  std::vector<std::string> missing = {};  ///< configurations that were not found
  std::vector<std::string> notes = {};    ///< a sentence each, which begins with its results folder
};

struct PackOptions {
  std::string license;       ///< a URL
  bool with_figures = true;  ///< and tables; `descent plot` draws them again from the rest
};

/// Writes results folders with their certified optima, configurations and tuned constants into one file: a
/// tar archive compressed by zstd, with the metadata of an RO-Crate. The same files give the same bytes with
/// the same versions of libarchive and libzstd. Throws ConfigError for a folder without results, for two
/// folders of one name, and for links, and ResultFileError with the first file that is damaged or missing.
PackReport pack_results(const std::vector<std::filesystem::path>& folders,
                        const std::filesystem::path& package, const PackOptions& options);

/// Limits against packages that unpack to more than any result has.
struct UnpackLimits {
  std::uint64_t most_bytes = 4ULL << 30;
  std::size_t most_files = 2'000'000;
};

/// Unpacks a package into a new folder and returns its results folders. Throws ResultFileError with package
/// and entry if the package is damaged, exceeds the limits, or has other files than its metadata lists. Also
/// for links, devices, names with "..", absolute names, and a name twice.
std::vector<std::filesystem::path> unpack_results(const std::filesystem::path& package,
                                                  const std::filesystem::path& folder,
                                                  const UnpackLimits& limits = {});

/// Puts the runs of results folders of one configuration together in the new folder `out`, with the manifest
/// of the first; the seeds may differ. All suboptimalities get the certificate of the first folder that has
/// one of the problem. Of runs with one method, problem and seed, the latest is kept, a failed one only
/// without others. Returns notes for the user, a sentence each. Throws ConfigError if `out` is there or the
/// configurations, tuned constants or data differ, and ResultFileError with the first file that is damaged or
/// contradicts a certificate.
std::vector<std::string> merge_results(const std::vector<std::filesystem::path>& folders,
                                       const std::filesystem::path& out);

}  // namespace descent

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace descent {

/// Puts the runs of results folders of one configuration together in the new folder `out`, with the manifest
/// of the first; the seeds may differ. All suboptimalities get the certificate of the first folder that has
/// one of the problem. If two runs have one id, the later one is kept. Returns notes for the user, a sentence
/// each. Throws ConfigError if `out` is there or the configurations or data differ, and ResultFileError with
/// the first file that is damaged or contradicts a certificate.
std::vector<std::string> merge_results(const std::vector<std::filesystem::path>& folders,
                                       const std::filesystem::path& out);

}  // namespace descent

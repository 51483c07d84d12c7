#pragma once

#include <string>
#include <vector>

#include "plots/claims/claims.hpp"
#include "plots/claims/verdict.hpp"
#include "support/json/read_json.hpp"

namespace descent {

/// Where claims and their answers come from, for readers.
struct VerdictSources {
  std::string claims_file;
  std::vector<std::string> folders;
  std::vector<std::string> notes = {};  ///< remarks on the results, a sentence each
};

/// All that is known of the answers, as `descent verify --json` writes it: the overview (claims × datasets),
/// the variations with the verdicts that they change, and every comparison with its numbers. Bounds are [low,
/// high], null where they are infinite. Text, Markdown and the report page are made from this document.
Json verdict_document(const Claims& claims, const VerdictSources& sources, const Answers& answers);

}  // namespace descent

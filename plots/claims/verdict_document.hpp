#pragma once

#include <string>
#include <vector>

#include "plots/claims/claims.hpp"
#include "plots/claims/verdict.hpp"
#include "support/json/read_json.hpp"

namespace descent {

/// Origin of claims and answers, for readers.
struct VerdictSources {
  std::string claims_file;
  std::vector<std::string> folders;
  std::vector<std::string> notes = {};  ///< remarks on the results, one sentence each
};

/// All facts about the answers, as in `descent verify --json`: overview (claims × datasets), variations with
/// changed verdicts, and every comparison with its numbers. Bounds are [low, high], null if infinite. Text,
/// Markdown and the report page are made from it.
Json verdict_document(const Claims& claims, const VerdictSources& sources, const Answers& answers);

}  // namespace descent

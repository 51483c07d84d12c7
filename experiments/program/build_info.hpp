#pragma once

#include <map>
#include <string>

#include "solvers/contract/method.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// What this program was made from, fixed when it was built.
struct BuildInfo {
  std::string version;
  std::string commit;  ///< "unknown" outside a git checkout
  bool dirty =
      false;  ///< tracked files differed from the commit, or sources were there that it does not have
  std::string compiler;
  std::string flags;
  std::string value_type;          ///< of stored matrix entries
  std::string shared_source_hash;  ///< of the sources that every method is computed with
  /// By file name, of the files that register methods; of what external programs are called by.
  std::map<std::string, std::string> method_source_hashes;
};

const BuildInfo& build_info();

/// Changes whenever the code or the compilation that determine the method's iterates change, and with version
/// and bytes of an external program.
Json code_identity(const Method& method);

}  // namespace descent

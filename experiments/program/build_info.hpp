#pragma once

#include <map>
#include <string>

#include "solvers/contract/method.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// Origin of this program, fixed when it was built.
struct BuildInfo {
  std::string version;
  std::string commit;  ///< "unknown" outside a git checkout
  bool dirty = false;  ///< true if tracked files differed from the commit or untracked sources existed
  std::string compiler;
  std::string flags;
  std::string value_type;          ///< of stored matrix entries
  std::string shared_source_hash;  ///< of the sources that all methods use
  /// Hashes of files that register methods, and of the code that calls external programs, by file name.
  std::map<std::string, std::string> method_source_hashes;
};

const BuildInfo& build_info();

/// Changes when code or compilation that determines the method's iterates changes; for an external program,
/// with its version and bytes.
Json code_identity(const Method& method);

/// Program and machine of a measurement: {"program": …, "machine": …}.
Json program_and_machine();

}  // namespace descent

#pragma once

#include <string>

#include "plots/manifest.hpp"

namespace descent {

/// What tells a problem of the folder apart from its others, for titles of panels: "L1", "squared hinge",
/// "squared hinge, L1"; empty when all have one loss and one regulariser.
std::string problem_title(const Manifest& manifest, const std::string& loss, const std::string& regularizer);

/// "L1", "L2", "L1/2" or the name itself.
std::string regularizer_title(const std::string& name);

/// The name with blanks in place of underscores.
std::string loss_title(const std::string& name);

}  // namespace descent

#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "plots/figures/panel.hpp"

namespace descent {

/// The results folder or package that the figures of `folder` are drawn over: `asked` ("none": no more), or
/// the manifest's if nothing is asked. Throws ConfigError or ResultFileError if what is asked cannot be read.
/// Prints a note, and draws nothing, if the manifest's cannot.
std::optional<OtherResults> results_behind(const std::filesystem::path& folder,
                                           const std::optional<std::string>& asked = {});

}  // namespace descent

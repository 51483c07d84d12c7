#pragma once

#include <string>
#include <vector>

#include "plots/results/manifest.hpp"

namespace descent {

/// The methods that are compared under one protocol, in figures and tables of their own.
struct ManifestPart {
  std::string protocol{};
  std::string suffix{};                ///< of file names, behind the experiment's: "-own"
  std::string remark{};                ///< behind titles: " (own: SCD tuned, rivals as published)"
  std::vector<std::size_t> methods{};  ///< their places in the manifest; none: all methods

  bool has(std::size_t method) const;
};

/// One part for each protocol; without protocols, one part of all methods. A single part has no suffix.
std::vector<ManifestPart> parts_of(const Manifest& manifest);

}  // namespace descent

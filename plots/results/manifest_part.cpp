#include "plots/results/manifest_part.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace descent {

bool ManifestPart::has(std::size_t method) const {
  return methods.empty() || std::ranges::find(methods, method) != methods.end();
}

std::vector<ManifestPart> parts_of(const Manifest& manifest) {
  std::vector<ManifestPart> parts;
  for (const std::string& protocol : protocols_of(manifest)) {
    const auto title = manifest.protocol_titles.find(protocol);
    const bool has_title = title != manifest.protocol_titles.end();
    ManifestPart& part = parts.emplace_back(ManifestPart{protocol, '-' + protocol});
    part.remark = has_title ? fmt::format(" ({}: {})", protocol, title->second)
                            : fmt::format(" (protocol: {})", protocol);
    for (std::size_t i = 0; i < manifest.methods.size(); ++i)
      if (manifest.methods[i].takes_part_under(protocol)) part.methods.push_back(i);
  }
  if (parts.empty()) parts.emplace_back();
  if (parts.size() == 1) parts.front().suffix.clear();
  return parts;
}

}  // namespace descent

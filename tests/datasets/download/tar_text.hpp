#pragma once

#include <fmt/format.h>

#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace descent::test {

/// A tar archive (ustar) of files with these paths and texts. A path that ends in / is a folder. The text of
/// PaxHeaders is the pax header of the next file.
inline std::string tar_text(const std::vector<std::pair<std::string, std::string>>& files) {
  constexpr std::size_t block = 512;
  std::string tar;
  for (const auto& [path, text] : files) {
    std::string header(block, '\0');
    const auto put = [&](std::size_t place, std::string_view field) {
      header.replace(place, field.size(), field);
    };
    put(0, path);
    put(100, "0000644");
    put(124, fmt::format("{:011o}", text.size()));
    put(148, "        ");  // the checksum counts its own field as blanks
    put(156, path.ends_with('/') ? "5" : path == "PaxHeaders" ? "x" : "0");
    put(257, std::string_view("ustar\0"
                              "00",
                              8));
    const int sum = std::accumulate(header.begin(), header.end(), 0, [](int before, char c) {
      return before + static_cast<unsigned char>(c);
    });
    put(148, fmt::format("{:06o}", sum) + '\0');
    tar += header + text;
    tar.resize((tar.size() + block - 1) / block * block);
  }
  return tar.append(2 * block, '\0');
}

}  // namespace descent::test

#include "experiments/build_info.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace descent {

std::string code_identity(const Method& method) {
  const BuildInfo& info = build_info();
  const auto own = info.method_source_hashes.find(std::filesystem::path(method.file).filename().string());
  return fmt::format("{} {} {} {} {}", info.shared_source_hash,
                     own == info.method_source_hashes.end() ? "" : own->second, info.compiler, info.flags,
                     info.value_type);
}

}  // namespace descent

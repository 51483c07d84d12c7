#include "experiments/program/build_info.hpp"

#include <filesystem>

#include "solvers/program/described_program.hpp"

namespace descent {

Json code_identity(const Method& method) {
  const BuildInfo& info = build_info();
  const auto own = info.method_source_hashes.find(std::filesystem::path(method.file).filename().string());
  Json identity = {{"shared_sources", info.shared_source_hash},
                   {"method_source", own == info.method_source_hashes.end() ? "" : own->second},
                   {"compiler", info.compiler},
                   {"flags", info.flags},
                   {"value_type", info.value_type}};
  if (const ExternalProgram* program = program_of(method))
    identity["program"] = {{"version", program->version}, {"sha256", program->sha256}};
  return identity;
}

}  // namespace descent

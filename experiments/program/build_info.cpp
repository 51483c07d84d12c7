#include "experiments/program/build_info.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <filesystem>

#include "solvers/program/described_program.hpp"
#include "support/process/machine_state.hpp"
#include "support/process/processor.hpp"

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

Json program_and_machine() {
  const BuildInfo& info = build_info();
  utsname system{};
  uname(&system);
  return {{"program",
           {{"version", info.version},
            {"commit", info.commit},
            {"dirty", info.dirty},
            {"compiler", info.compiler},
            {"flags", info.flags},
            {"value_type", info.value_type}}},
          {"machine",
           {{"processor", processor_model()},
            {"physical_cores", physical_cores_of_machine()},
            {"governor", frequency_governor()},
            {"boost", boost_of_processor()},
            {"huge_pages", huge_page_setting()},
            {"memory_bytes", memory_bytes()},
            {"kernel", fmt::format("{} {}", system.sysname, system.release)}}}};
}

}  // namespace descent

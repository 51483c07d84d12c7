#include "experiments/program/program_and_machine.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include "experiments/program/build_info.hpp"
#include "support/process/machine_state.hpp"
#include "support/process/processor.hpp"

namespace descent {

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

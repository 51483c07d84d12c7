#pragma once

#include <cstdint>

namespace descent {

/// Bytes that this process can take before others, or pages of files, have to give way: of the machine
/// (MemAvailable), or of the control group that it is in (a job of Slurm, a container), if those are fewer.
/// 0 where the system does not tell.
std::uint64_t available_memory();

}  // namespace descent

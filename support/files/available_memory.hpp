#pragma once

#include <cstdint>
#include <filesystem>

namespace descent {

/// Bytes that this process can take before others, or pages of files, have to give way: of the machine
/// (MemAvailable), or of the control groups that it is in (a job of Slurm, a container), if those are fewer.
/// 0 where the system does not tell. `processes` and `groups` are where the system shows both.
std::uint64_t available_memory(const std::filesystem::path& processes = "/proc",
                               const std::filesystem::path& groups = "/sys/fs/cgroup");

}  // namespace descent

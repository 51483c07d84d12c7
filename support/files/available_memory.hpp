#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace descent {

/// The number behind a word of a file in which the system tells of memory; 0 where there is none.
std::uint64_t number_after(const std::filesystem::path& file, std::string_view wanted);

/// Bytes that this process can take before others, or pages of files, have to give way: of the machine
/// (MemAvailable), or of the control groups that it is in (a job of Slurm, a container), if those are fewer.
/// 0 where the system does not tell. `processes` and `groups` are where the system shows both.
std::uint64_t available_memory(const std::filesystem::path& processes = "/proc",
                               const std::filesystem::path& groups = "/sys/fs/cgroup");

}  // namespace descent

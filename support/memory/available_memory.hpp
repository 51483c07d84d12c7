#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace descent {

/// The number after a word in a file of /proc; 0 if the word is missing.
std::uint64_t number_after(const std::filesystem::path& file, std::string_view wanted);

/// Bytes that this process can take before other processes, or cached file pages, must give way.
std::uint64_t available_memory();

}  // namespace descent

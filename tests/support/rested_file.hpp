#pragma once

#include <chrono>
#include <filesystem>
#include <thread>

#include "support/files/file_state.hpp"

namespace descent::test {

/// Waits (about 2 seconds for a new file) until its parsed form would be kept (parsed_cache.hpp).
inline void wait_until_rested(const std::filesystem::path& path) {
  while (!has_rested(state_of(path).value(), std::chrono::milliseconds(2001))) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace descent::test

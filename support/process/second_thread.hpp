#pragma once

#include <malloc.h>

#include <future>
#include <optional>
#include <system_error>
#include <utility>

#include "support/process/processor.hpp"

namespace descent {

/// Begins work in a second thread. Empty if there is no second core, since two threads of one core gain
/// nothing, or if the system has no more threads. The result waits for the thread, also when it is destroyed.
template <class Work>
auto begin_beside(Work work) -> std::optional<std::future<decltype(work())>> {
  static const bool has_two_cores = physical_cores().size() > 1;
  if (!has_two_cores) return std::nullopt;
  // A second arena would take 64 MiB of address space for the thread, which limits may bound.
  [[maybe_unused]] static const int one_arena = mallopt(M_ARENA_MAX, 1);
  try {
    return std::async(std::launch::async, std::move(work));
  } catch (const std::system_error&) {
    return std::nullopt;
  }
}

}  // namespace descent

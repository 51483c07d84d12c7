#pragma once

#include <cstdint>

namespace descent::test {

/// Has every allocation and release told to count_bytes() from now on. Of two files that define it, the build
/// takes sanitizer_hooks.cpp with AddressSanitizer, whose runtime also tells of C libraries, and
/// operator_new_hooks.cpp without.
void install_allocation_hooks();

/// So many bytes more, or fewer, are in this thread's use.
void count_bytes(std::int64_t bytes);

}  // namespace descent::test

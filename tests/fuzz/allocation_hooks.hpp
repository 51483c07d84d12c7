#pragma once

#include <cstdint>

namespace descent::test {

/// Makes every allocation and release call count_bytes() from now on. Two files define it: with
/// AddressSanitizer the build takes sanitizer_hooks.cpp, whose runtime also reports C libraries, and without
/// it operator_new_hooks.cpp.
void install_allocation_hooks();

/// Adds to the bytes that this thread uses; negative when it releases them.
void count_bytes(std::int64_t bytes);

}  // namespace descent::test

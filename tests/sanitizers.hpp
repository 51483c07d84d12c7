#pragma once

namespace descent::test {

/// Whether the tests are built with AddressSanitizer, which reserves terabytes of address space.
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

}  // namespace descent::test

#pragma once

#include <cstddef>

#include "support/memory/memory_units.hpp"

namespace descent {

/// Private memory of this size, whole pages, that starts at a huge page's boundary, and is in huge pages as
/// far as it fills them; null if the system refuses. munmap() gives it back.
std::byte* memory_in_huge_pages(std::size_t bytes);

/// Blocks of at least so many bytes have huge pages of their own, from operator new. Clearing one can take as
/// long as 256 faults.
inline constexpr std::size_t worth_a_huge_page = 1 << 20;

/// Gives the process a heap of fresh huge pages. Call it before the first thread and the clock of a run
/// start. The first touch of memory costs a fault for each page: up to 8 µs for 4 KB on a virtual machine.
/// This was most of the setup of methods that make columns or duals of their own. Memory that a parent
/// process has freed would be copied in such pages, so blocks of it are not used. After the call the first
/// 16 MB of blocks that are not worth a huge page are in huge pages, but for those under 2 KB.
void begin_on_huge_pages();

/// Touches so many bytes and frees them. What is allocated next lies in pages that the
/// process has, as it keeps 28 MB, or that the system had a moment ago. The first touch of a huge page takes
/// 0.25 to 4 ms on a virtual machine, which may have given it back to its host.
void warm_memory(std::size_t bytes);

}  // namespace descent

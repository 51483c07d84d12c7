#pragma once

namespace descent {

/// Gives the process a heap of fresh huge pages, before its first thread starts and before the clock of a run
/// does. Memory that is touched for the first time costs a fault for each page: up to 8 µs for 4 KB on a
/// virtual machine, which was most of the setup of methods that make columns or duals of their own. What a
/// parent process has freed would be copied in such pages. The first 16 MB of blocks below 1 MB are in huge pages then, if no block that was
/// freed before fits; larger ones have theirs from operator new.
void begin_on_huge_pages();

}  // namespace descent

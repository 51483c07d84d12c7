#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace descent {

/// Deals work out to at most `most` tasks, in its order, which keeps runs of one problem together, and so
/// that every task has about the same sum of `seconds`. Places of the work, by task; no task without any.
std::vector<std::vector<std::size_t>> deal_out(std::span<const double> seconds, std::size_t most);

}  // namespace descent

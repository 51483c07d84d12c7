#pragma once

#include <algorithm>
#include <functional>
#include <ranges>
#include <type_traits>
#include <vector>

namespace descent {

/// The results of a function or a member for each element.
template <std::ranges::input_range Range, class Of>
auto mapped(Range&& range, Of of) {
  std::vector<std::decay_t<std::invoke_result_t<Of&, std::ranges::range_reference_t<Range>>>> results;
  for (auto&& each : range) results.push_back(std::invoke(of, each));
  return results;
}

template <std::ranges::input_range Range, class Value>
bool contains(const Range& range, const Value& value) {
  return std::ranges::find(range, value) != std::ranges::end(range);
}

}  // namespace descent

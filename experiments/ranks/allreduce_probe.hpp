#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "experiments/ranks/mpi_ranks.hpp"
#include "support/json/read_json.hpp"
#include "support/process/processor.hpp"

namespace descent {

/// Times the communication in a round of a distributed method: a sum of n numbers over all processes, for n
/// from 1 to 131072. Call it in all processes; the first one's result counts.
/// Returns
///   processes     their number
///   times         for each n the "numbers" and the "seconds" of a sum: the median of up to nine windows
///   cpu_seconds   of all processes in the windows
///   wall_seconds  of the windows; with cpu_seconds it shows if each process had its own core
/// It takes about half a second. If processes wait for cores, it takes longer and leaves out large n.
inline Json time_allreduce() {
  constexpr std::array<std::size_t, 5> sizes{1, 64, 1024, 16'384, 131'072};
  constexpr double least_window = 0.005;  // seconds
  constexpr double most_seconds = 1;
  constexpr std::size_t most_windows = 9;
  MpiRanks ranks;
  double cpu = 0;
  double wall = 0;  // in all windows, by the clock of the first process
  std::vector<double> numbers;
  const auto window = [&](std::uint64_t sums) {
    ranks.wait_for_all();
    const double cpu_start = process_cpu_seconds();
    const double start = wall_seconds();
    for (std::uint64_t k = 0; k < sums; ++k) ranks.sum(numbers);
    double seconds = wall_seconds() - start;
    cpu += process_cpu_seconds() - cpu_start;
    ranks.tell(seconds);  // so that all do the same
    wall += seconds;
    return seconds;
  };
  Json times = Json::array();
  for (const std::size_t size : sizes) {
    if (wall > most_seconds) break;
    numbers.assign(size, 0.0);
    std::uint64_t sums = 1;
    while (window(sums) < least_window) sums *= 2;  // also warms up
    std::vector<double> seconds;
    do seconds.push_back(window(sums) / static_cast<double>(sums));
    while (seconds.size() < most_windows && wall < most_seconds);
    const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
    std::ranges::nth_element(seconds, middle);
    times.push_back({{"numbers", size}, {"seconds", *middle}});
  }
  return {{"processes", ranks.size()},
          {"times", std::move(times)},
          {"cpu_seconds", ranks.sum_at_first(cpu)},
          {"wall_seconds", wall}};
}

}  // namespace descent

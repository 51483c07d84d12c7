#include "experiments/slurm/shares.hpp"

#include <algorithm>
#include <numeric>

namespace descent {

std::vector<std::vector<std::size_t>> deal_out(std::span<const double> seconds, std::size_t most) {
  const std::size_t tasks = std::min(most, seconds.size());
  std::vector<std::vector<std::size_t>> shares(tasks);
  const double total = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  double before = 0;
  for (std::size_t k = 0; k < seconds.size(); ++k) {
    // Where its middle lies; without any times, where its place lies.
    const double middle = total > 0 ? (before + seconds[k] / 2) / total
                                    : static_cast<double>(k) / static_cast<double>(seconds.size());
    shares[std::min(static_cast<std::size_t>(middle * static_cast<double>(tasks)), tasks - 1)].push_back(k);
    before += seconds[k];
  }
  std::erase_if(shares, [](const auto& share) { return share.empty(); });
  return shares;
}

}  // namespace descent

#pragma once

#include <cmath>
#include <cstdint>
#include <random>

namespace descent {

/// The project's only source of randomness: the 64-bit Mersenne Twister, whose output the C++ standard fixes,
/// with our own draws, since std::shuffle and the std:: distributions differ between standard libraries.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t bits() { return engine_(); }

  /// Uniform on {0, …, bound − 1}, without bias: Lemire (2019), "Fast Random Integer Generation in an
  /// Interval", Algorithm 5. `bound` must be positive.
  std::uint64_t below(std::uint64_t bound) {
    WideWord product = static_cast<WideWord>(bits()) * bound;
    auto low = static_cast<std::uint64_t>(product);
    if (low < bound) {
      const std::uint64_t threshold = (0 - bound) % bound;
      while (low < threshold) {
        product = static_cast<WideWord>(bits()) * bound;
        low = static_cast<std::uint64_t>(product);
      }
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

  /// Uniform on [0, 1), a multiple of 2⁻⁵³.
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }

  /// Standard normal, by Marsaglia's polar method. Drops one of each pair, to have no state besides the
  /// engine.
  double normal() {
    for (;;) {
      const double u = 2 * uniform() - 1;
      const double v = 2 * uniform() - 1;
      const double s = u * u + v * v;
      if (s > 0 && s < 1) return u * std::sqrt(-2 * std::log(s) / s);
    }
  }

 private:
  __extension__ using WideWord = unsigned __int128;
  std::mt19937_64 engine_;
};

/// Puts the values of [first, last) in uniformly random order (Fisher and Yates).
template <class Iterator>
void shuffle(Iterator first, Iterator last, Random& random) {
  for (auto remaining = static_cast<std::uint64_t>(last - first); remaining > 1; --remaining) {
    using Distance = typename std::iterator_traits<Iterator>::difference_type;
    const auto pick = static_cast<Distance>(random.below(remaining));
    std::swap(first[static_cast<Distance>(remaining - 1)], first[pick]);
  }
}

}  // namespace descent

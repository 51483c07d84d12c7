#include "experiments/measure/surroundings.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>

#include "support/numbers/infinity.hpp"
#include "support/process/processor.hpp"

namespace descent {

namespace {

constexpr int pieces = 4;

/// CPU seconds of all pieces, if each were as fast as the fastest. Other numbers report interruptions.
template <class Work>
double seconds_of_pieces(const Work& work) {
  double least = infinity;
  for (int piece = 0; piece < pieces; ++piece) {
    const double start = thread_cpu_seconds();
    work();
    least = std::min(least, thread_cpu_seconds() - start);
  }
  return pieces * least;
}

/// Reads `total` bytes by walking over the given ones again and again.
void stream(std::span<const std::byte> bytes, std::size_t total) {
  std::uint64_t sums[4] = {};
  while (total > 0) {
    const std::size_t part = std::min(total, bytes.size()) & ~std::size_t{31};
    if (part == 0) break;
    for (std::size_t at = 0; at < part; at += 32) {
      std::uint64_t words[4];
      std::memcpy(words, bytes.data() + at, sizeof words);
      for (int k = 0; k < 4; ++k) sums[k] += words[k];
    }
    total -= std::min(total, bytes.size());
  }
  volatile std::uint64_t seen = sums[0] + sums[1] + sums[2] + sums[3];
  static_cast<void>(seen);
}

void multiply(int times) {
  double value = 1;
  for (int k = 0; k < times; ++k) value = value * 1.0000000001 + 1e-12;
  volatile double seen = value;
  static_cast<void>(seen);
}

bool calibrates() {
  const char* const choice = std::getenv("DESCENT_CALIBRATION");
  return choice == nullptr || std::string_view(choice) != "off";
}

}  // namespace

SurroundingsWatch::SurroundingsWatch(const SparseMatrix& rows, std::uint64_t runs_beside) {
  surroundings_.load = load_of_machine();
  surroundings_.runs_beside = runs_beside;
  surroundings_.cache_shared_by = std::min<std::uint64_t>(runs_beside, processors_beside_on_cache());
  if (calibrates()) {
    constexpr std::size_t bytes = 200'000'000 / pieces;
    constexpr int multiplications = 10'000'000 / pieces;
    surroundings_.streaming_seconds = seconds_of_pieces([&] { stream(rows.stored(), bytes); });
    surroundings_.arithmetic_seconds = seconds_of_pieces([] { multiply(multiplications); });
  }
  before_ = machine_state();
}

RunSurroundings SurroundingsWatch::end() const {
  const MachineState after = machine_state();
  RunSurroundings surroundings = surroundings_;
  surroundings.throttles = after.throttles - before_.throttles;
  surroundings.steal_seconds = after.steal_seconds - before_.steal_seconds;
  surroundings.switches = after.switches - before_.switches;
  return surroundings;
}

}  // namespace descent

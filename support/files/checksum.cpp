#include "support/files/checksum.hpp"

#include <xxhash.h>

#include <bit>
#include <new>

namespace descent {
namespace {

Checksum canonical(XXH128_hash_t hash) {
  XXH128_canonical_t bytes;
  XXH128_canonicalFromHash(&bytes, hash);
  return std::bit_cast<Checksum>(bytes);
}

}  // namespace

Checksum checksum_of(std::span<const std::byte> bytes) {
  return canonical(XXH3_128bits(bytes.data(), bytes.size()));
}

struct RunningChecksum::State {
  XXH3_state_t* const xxh = XXH3_createState();
  State() {
    if (xxh == nullptr) throw std::bad_alloc();
    XXH3_128bits_reset(xxh);
  }
  ~State() { XXH3_freeState(xxh); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
};

RunningChecksum::RunningChecksum() : state_(std::make_unique<State>()) {}
RunningChecksum::~RunningChecksum() = default;

void RunningChecksum::add(std::span<const std::byte> bytes) {
  XXH3_128bits_update(state_->xxh, bytes.data(), bytes.size());
}

Checksum RunningChecksum::value() const {
  return canonical(XXH3_128bits_digest(state_->xxh));
}

}  // namespace descent

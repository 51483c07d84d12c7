#include "support/files/scratch_file.hpp"

#include <sys/mman.h>

namespace descent {

ScratchFile::~ScratchFile() {
  if (place_ != nullptr) munmap(place_, size_);
}

void ScratchFile::append(std::span<const std::byte> bytes) {
  file_.write_all(bytes);
  size_ += bytes.size();
}

std::span<std::byte> ScratchFile::map() {
  if (size_ == 0) return {};
  void* const place = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, file_.get(), 0);
  if (place == MAP_FAILED) throw_system_error();
  place_ = place;
  return {static_cast<std::byte*>(place_), size_};
}

}  // namespace descent

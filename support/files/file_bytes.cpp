#include "support/files/file_bytes.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "support/files/file_descriptor.hpp"
#include "support/memory/available_memory.hpp"
#include "support/memory/huge_pages.hpp"

namespace descent {
namespace {

/// Room for a file of this size: whole pages, with a huge page at the end if more than half of it is used,
/// since hundreds of small pages take longer to get.
std::size_t room_for(std::size_t size) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t grain = size % huge_page > huge_page / 2 ? huge_page : page;
  return (size + grain - 1) / grain * grain;
}

bool fits_into_memory(std::uint64_t bytes) {
  constexpr std::uint64_t always_fits = 32 << 20;
  if (bytes <= always_fits) return true;
  return bytes <= available_memory() / 2;
}

}  // namespace

FileBytes::FileBytes(const std::filesystem::path& path, std::optional<std::uint64_t> most_copied) {
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!file.is_open() || fstat(file.get(), &status) != 0) throw_system_error();
  if (!S_ISREG(status.st_mode)) throw std::system_error(EINVAL, std::generic_category());
  size_ = static_cast<std::size_t>(status.st_size);
  if (size_ == 0) return;
  const bool fits = most_copied ? size_ <= *most_copied : fits_into_memory(size_);
  room_ = room_for(size_);
  std::byte* const copy = fits ? memory_in_huge_pages(room_) : nullptr;
  is_mapped_ = copy == nullptr;
  if (is_mapped_) room_ = size_;
  place_ = is_mapped_ ? mmap(nullptr, size_, PROT_READ, MAP_SHARED, file.get(), 0) : copy;
  if (place_ == MAP_FAILED) throw_system_error();
  if (is_mapped_) return;
  try {
    if (file.read_at(0, {copy, size_}) < size_) throw std::system_error(EIO, std::generic_category());
  } catch (...) {
    munmap(place_, room_);
    throw;
  }
  mprotect(place_, room_, PROT_READ);
}

FileBytes::~FileBytes() {
  if (size_ > 0) munmap(place_, room_);
}

}  // namespace descent

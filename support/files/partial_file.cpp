#include "support/files/partial_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

namespace descent {

TemporaryName::TemporaryName(TemporaryName&& other) noexcept : path_(std::exchange(other.path_, {})) {}

TemporaryName& TemporaryName::operator=(TemporaryName&& other) noexcept {
  if (this == &other) return *this;
  remove();
  path_ = std::exchange(other.path_, {});
  return *this;
}

void TemporaryName::become(const std::filesystem::path& later) {
  if (std::rename(path_.c_str(), later.c_str()) != 0) throw_system_error();
  path_.clear();
}

void TemporaryName::remove() noexcept {
  if (!path_.empty()) unlink(path_.c_str());
  path_.clear();
}

PartialFile make_partial_file(const std::filesystem::path& later) {
  const std::string hidden = fmt::format(".{}{}XXXXXX", later.filename().string(), partial_mark);
  std::string name = (later.parent_path() / hidden).string();
  FileDescriptor file(mkostemp(name.data(), O_CLOEXEC));
  if (!file.is_open()) throw_system_error();
  return {TemporaryName(std::move(name)), std::move(file)};
}

}  // namespace descent

#include "support/files/contents.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <system_error>

#include "support/errors.hpp"
#include "support/files/file_state.hpp"

namespace descent {

namespace {

constexpr std::uintmax_t most_bytes = std::uintmax_t{1} << 30;

}  // namespace

std::string text_of_file(const std::filesystem::path& path) {
  if (is_other_than_file(path)) throw ResultFileError("{}: is not a regular file", path.string());
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw ResultFileError("{}: cannot be opened for reading: {}", path.string(), system_reason());
  std::string text;
  std::error_code unknown;  // then the text grows as it is read
  const std::uintmax_t bytes = std::filesystem::file_size(path, unknown);
  if (!unknown && bytes > most_bytes)
    throw ResultFileError("{}: has {} bytes, more than any file of results", path.string(), bytes);
  if (!unknown) text.reserve(bytes);
  std::array<char, 1 << 14> block{};
  while (stream.read(block.data(), block.size()) || stream.gcount() > 0)
    text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
  if (stream.bad()) throw ResultFileError("{}: cannot be read", path.string());
  return text;
}

std::vector<std::filesystem::path> folder_entries(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> entries;
  std::error_code error;
  for (std::filesystem::directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error)) {
    entries.push_back(each->path());
  }
  std::ranges::sort(entries);
  return entries;
}

}  // namespace descent

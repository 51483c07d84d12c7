#include "support/files/checksum_file.hpp"

#include <fmt/format.h>

#include <string>

#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/file_state.hpp"
#include "support/files/sha256.hpp"
#include "support/files/text_of_file.hpp"

namespace descent {

void write_with_checksum(const std::filesystem::path& path, const std::filesystem::path& checksums,
                         std::string_view text) {
  const auto line = [&](const std::string& sha256) {
    return fmt::format("{}  {}\n", sha256, path.filename().string());
  };
  const std::string now = line(sha256_of(text));
  // Until the file has its name, the older one counts as well.
  const bool has_former = is_file(path);
  write_atomically(checksums, has_former ? now + line(sha256_of_file(path)) : now);
  write_atomically(path, text);
  if (has_former) write_atomically(checksums, now);
}

void require_checksum(const std::filesystem::path& path, const std::filesystem::path& checksums,
                      std::string_view text) {
  if (!is_file(checksums)) return;
  const std::string lines = text_of_file(checksums);
  const std::string sha256 = sha256_of(text);
  if (lines.find(sha256) != std::string::npos) return;
  throw ResultFileError(
      fmt::format("{}: was changed after it was written: its SHA256 is {}, which is not in {}", path.string(),
                  sha256, checksums.string()));
}

}  // namespace descent

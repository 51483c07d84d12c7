#include "datasets/download/download.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "datasets/readers/compressed_input.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/file_state.hpp"
#include "support/files/sha256.hpp"
#include "support/process/child_program.hpp"

namespace descent {
namespace {

using Path = std::filesystem::path;

/// The exit status of curl if a server cannot send a part of a file.
constexpr int no_parts = 33;

std::uint64_t bytes_of(const Path& path) {
  const std::optional<FileState> state = state_of(path);
  return state ? state->bytes : 0;
}

/// Returns the exit status of curl. When curl itself repeats, it drops the bytes that have come, so it may
/// do that in the first seconds only. An attempt that brought new bytes is continued by another.
int run_curl(const std::string& url, const Path& partial, const CurlOutput& output) {
  ChildProgram curl{.words = {"curl", "--fail", "--location", "--globoff", "--show-error",
                              output.progress_bar ? "--progress-bar" : "--silent", "--retry", "3",
                              "--retry-max-time", "10", "--connect-timeout", "10", "--speed-time", "30",
                              "--continue-at", "-", "--output", partial.string(), url}};
  for (bool may_restart = true;;) {
    const std::uint64_t before = bytes_of(partial);
    const int status = run_to_end(curl, output.show).status;
    if (status == not_started)
      throw RunError("curl cannot be started; install the package curl (apt-get install curl)");
    if (status == no_parts && std::exchange(may_restart, false))
      std::filesystem::remove(partial);
    else if (status == 0 || bytes_of(partial) <= before)
      return status;
  }
}

void unpack_into(const Path& packed, const Path& target) {
  CompressedInput input(packed);
  AtomicFile file(target);
  std::array<char, 1 << 16> block;
  for (std::size_t count = input.read(block); count > 0; count = input.read(block))
    file.write(std::string_view(block.data(), count));
  file.commit();
  std::filesystem::remove(packed);
}

}  // namespace

std::optional<std::string> find_mismatch(const PublicFile& source, const Path& path) {
  for (const auto& [algorithm, expected] : {std::pair{"SHA256", source.sha256}, {"MD5", source.md5}}) {
    if (expected.empty()) continue;
    MessageDigest digest(algorithm);
    digest.add_file(path);
    if (digest.hex() != expected)
      return fmt::format("expected {} {}, got {}", algorithm, expected, digest.hex());
  }
  return std::nullopt;
}

void download(const PublicFile& source, const Path& folder, bool unpack, const CurlOutput& output) {
  const Path target = folder / (unpack ? plain_name(source.file) : source.file);
  if (std::filesystem::exists(std::filesystem::symlink_status(target)))  // a link to nothing, too
    throw DataError("{}: exists and is not a file; remove it", target.string());
  const Path partial = folder / fmt::format(".{}.download", source.file);
  // Without a checksum nothing would show that the rest belongs to another version.
  if (source.sha256.empty() && source.md5.empty()) std::filesystem::remove(partial);
  std::optional<std::string> wrong = "is not here";
  if (std::filesystem::exists(partial)) wrong = find_mismatch(source, partial);
  if (wrong) {
    if (const int status = run_curl(source.url, partial, output); status != 0)
      throw RunError("{}: curl ended with exit status {}", source.url, status);
    wrong = find_mismatch(source, partial);
  }
  try {
    if (wrong) throw DataError("{}: {}; nothing of it is kept", source.url, *wrong);
    if (unpack)
      unpack_into(partial, target);
    else
      std::filesystem::rename(partial, target);
  } catch (const DataError&) {
    std::filesystem::remove(partial);
    throw;
  }
}

}  // namespace descent

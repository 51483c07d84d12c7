#include "datasets/download.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <thread>

#include "datasets/http_transfer.hpp"
#include "datasets/partial_download.hpp"
#include "datasets/sha256.hpp"

namespace descent {
namespace {

using Kind = TransferEnd::Kind;

/// Statuses that are the server's trouble of the moment.
bool may_pass(long status) {
  constexpr std::array statuses{408, 425, 429, 500, 502, 503, 504};
  return std::find(statuses.begin(), statuses.end(), status) != statuses.end();
}

/// Fetches one file, attempt after attempt.
class Attempts {
 public:
  Attempts(const PublicFile& source, const DownloadOptions& options, const DownloadEvents& events,
           PartialDownload& partial)
      : source_(source), options_(options), events_(events), partial_(partial) {}

  /// Returns when all bytes are there.
  void run() {
    const bool whole_already = partial_.size() > 0 && partial_.size() == partial_.whole_size();
    if (whole_already) return;
    std::uint64_t furthest = partial_.size();
    int fruitless = 0;
    for (;;) {
      const TransferEnd end = attempt();
      const bool whole = !partial_.whole_size() || partial_.size() == *partial_.whole_size();
      if (end.kind == Kind::complete && whole) return;
      if (partial_.size() > furthest) {
        furthest = partial_.size();
        fruitless = 0;
      }
      ++fruitless;
      const std::string reason = end.kind == Kind::complete ? "the server sent too little" : end.reason;
      if (is_final(end) || fruitless >= options_.attempts) give_up(end, reason);
      pause(fruitless, end.wait_for, reason);
    }
  }

 private:
  TransferEnd attempt() {
    const TransferRequest request = partial_.next_request();
    if (request.from > 0) note(fmt::format("asks for the rest, from byte {}", request.from));
    const TransferReceiver receiver{[&](const ResponseHead& head) { return partial_.begin(head); },
                                    [&](std::string_view bytes) { take(bytes); }};
    TransferEnd end = transfer(request, receiver, options_.limits);
    constexpr long range_not_satisfiable = 416;
    if (end.status == range_not_satisfiable && request.from > 0) {
      partial_.start_over();
      end.kind = Kind::not_wanted;
    }
    return end;
  }

  void take(std::string_view bytes) {
    try {
      partial_.append(bytes);
    } catch (const RunError& error) {  // a full disk, most likely
      throw RunError(fmt::format("{}{}", error.what(), what_is_kept()));
    }
    if (events_.progress) events_.progress(source_.file, partial_.size(), partial_.whole_size());
  }

  std::string what_is_kept() const {
    return partial_.size() == 0 ? "" : fmt::format("; the {} bytes so far are kept", partial_.size());
  }

  static bool is_final(const TransferEnd& end) {
    return end.kind == Kind::not_acceptable || (end.kind == Kind::refused && !may_pass(end.status));
  }

  [[noreturn]] void give_up(const TransferEnd& end, const std::string& reason) const {
    if (end.kind == Kind::unreachable) throw UnreachableHost(end.host, reason);
    throw RunError(fmt::format("{}: {}{}", source_.url, reason, what_is_kept()));
  }

  void pause(int fruitless, std::chrono::milliseconds asked_for, const std::string& reason) const {
    auto length = options_.first_pause;
    for (int i = 1; i < fruitless && length < options_.longest_pause; ++i) length *= 2;
    length = std::min(std::max(length, asked_for), options_.longest_pause);
    note(fmt::format("{}; next attempt in {:.1f} s", reason, static_cast<double>(length.count()) / 1000));
    std::this_thread::sleep_for(length);
  }

  void note(const std::string& message) const {
    if (events_.note) events_.note(fmt::format("{}: {}", source_.file, message));
  }

  const PublicFile& source_;
  const DownloadOptions& options_;
  const DownloadEvents& events_;
  PartialDownload& partial_;
};

std::optional<std::string> compare(const char* algorithm, const std::string& expected,
                                   const std::filesystem::path& path) {
  if (expected.empty()) return std::nullopt;
  MessageDigest digest(algorithm);
  digest.add_file(path);
  const std::string got = digest.hex();
  if (got == expected) return std::nullopt;
  return fmt::format("expected {} {}, got {}", algorithm, expected, got);
}

}  // namespace

UnreachableHost::UnreachableHost(const std::string& host, const std::string& reason)
    : RunError(fmt::format("{} cannot be reached ({})", host, reason)), host_(host), reason_(reason) {}

std::optional<std::string> find_mismatch(const PublicFile& source, const std::filesystem::path& path) {
  if (auto mismatch = compare("SHA256", source.sha256, path)) return mismatch;
  return compare("MD5", source.md5, path);
}

bool download(const PublicFile& source, const std::filesystem::path& folder, const DownloadOptions& options,
              const DownloadEvents& events) {
  const std::filesystem::path path = folder / source.file;
  const auto note = [&](const std::string& message) {
    if (events.note) events.note(fmt::format("{}: {}", source.file, message));
  };
  PartialDownload partial(path, source.url,
                          [&] { note("another process is fetching it; waiting for that"); });
  if (partial.is_published()) return false;
  Attempts attempts(source, options, events, partial);
  attempts.run();
  if (const auto mismatch = find_mismatch(source, partial.bytes_path())) {
    note(fmt::format("{}; fetching it once anew", *mismatch));
    partial.start_over();
    attempts.run();
  }
  if (const auto mismatch = find_mismatch(source, partial.bytes_path())) {
    const std::uint64_t bytes = partial.size();
    partial.start_over();
    throw RunError(
        fmt::format("{}: {} ({} bytes), twice; nothing of it is kept", source.url, *mismatch, bytes));
  }
  partial.publish();
  return true;
}

}  // namespace descent

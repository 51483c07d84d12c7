#include "datasets/download/download.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <set>
#include <sstream>
#include <system_error>
#include <thread>
#include <utility>

#include "support/files/atomic_file.hpp"
#include "support/files/file_state.hpp"
#include "support/files/sha256.hpp"
#include "support/process/child_program.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = DownloadOptions::Seconds;

// Exit statuses of curl.
constexpr int unknown_proxy = 5, unknown_host = 6, no_connection = 7, http_error = 22, write_error = 23;
constexpr int timed_out = 28, no_ranges = 33, too_large = 63;
const std::set<int> permanent_failures{1, 3, 47, 60, 77};  // protocol, address, redirections, certificates

const std::set<int> temporary_failures{408, 425, 429, 500, 502, 503, 504};  // of HTTP

/// Runs curl without its start-up file. Its environment has only the variables for proxies and certificates.
/// Options go through standard input: other users can see arguments, and addresses may hold passwords.
ProgramEnd run_curl(ChildProgram program, Seconds connect, Seconds longest,
                    const std::function<void(std::string_view)>& output) {
  program.words = {"curl", "-q", "--config", "-"};
  program.input += fmt::format(
      "globoff\nuser-agent = descent\nproto = \"=http,https\"\nconnect-timeout = {:.3f}\nmax-time = {:.3f}\n",
      connect.count(), std::max(longest.count(), 0.001));
  program.environment.clear();
  for (const char* const name : {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
                                 "no_proxy", "NO_PROXY", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"}) {
    if (const char* const value = std::getenv(name))
      program.environment.push_back(fmt::format("{}={}", name, value));
  }
  try {
    ProgramEnd end = run_to_end(std::move(program), output);
    if (end.status != not_started) return end;
  } catch (const std::system_error& error) {
    throw RunError("curl cannot be started: {}", error.code().message());
  }
  throw RunError("curl cannot be started; install the package curl (apt-get install curl)");
}

/// A line of curl's configuration.
std::string address_line(const std::string& url) {
  std::string line = "url = \"";
  for (const char c : url) {
    if (c == '"' || c == '\\') line += '\\';
    line += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return line + "\"\n";
}

struct Attempt {
  enum class Kind {
    complete,
    not_joinable,  ///< the server cannot send the rest of the file
    unreachable,
    broken,  ///< another attempt may help
    permanent
  };
  Kind kind = Kind::complete;
  std::string reason = {};        ///< for people; empty if complete
  Seconds wait_for = Seconds(0);  ///< pause that the server asks for before the next attempt
};

/// Fetches one file, with repeated attempts.
class Attempts {
 public:
  Attempts(const PublicFile& source, const DownloadOptions& options, const DownloadEvents& events,
           AtomicFile& file)
      : source_(source), options_(options), events_(events), file_(file) {}

  /// Returns when all bytes have come.
  void run() {
    std::uint64_t furthest = file_.size();
    int fruitless = 0;
    for (Attempt attempt = fetch(); attempt.kind != Attempt::Kind::complete; attempt = fetch()) {
      if (file_.size() > furthest) fruitless = 0;
      furthest = std::max(furthest, file_.size());
      if (attempt.kind == Attempt::Kind::not_joinable) {
        file_.clear();
        continue;
      }
      const std::string kept = what_is_kept();
      const bool is_last = ++fruitless >= options_.attempts;
      if (is_last && attempt.kind == Attempt::Kind::unreachable) throw UnreachableHost(attempt.reason);
      if (is_last || attempt.kind == Attempt::Kind::permanent)
        throw RunError("{}: {}{}", without_user(source_.url), attempt.reason, kept);
      const Seconds doubled(std::ldexp(options_.first_pause.count(), fruitless - 1));
      const Seconds pause = std::min(std::max(doubled, attempt.wait_for), options_.longest_pause);
      note(fmt::format("{}; next attempt in {:.1f} s", attempt.reason, pause.count()));
      std::this_thread::sleep_for(pause);
    }
  }

  void note(const std::string& message) const {
    if (events_.note) events_.note(fmt::format("{}: {}", source_.file, message));
  }

 private:
  /// Runs curl once; it appends to the file.
  Attempt fetch() {
    const std::uint64_t from = file_.size();
    ChildProgram curl;
    curl.input = address_line(source_.url);
    curl.file = file_.descriptor();
    curl.largest_file = options_.largest;
    curl.input += fmt::format(
        "fail\nlocation\nno-buffer\nmax-redirs = 5\nproto-redir = \"={}https\"\nspeed-limit = 1000\n"
        "speed-time = {}\nmax-filesize = {}\noutput = \"/dev/fd/{}\"\n{}",
        source_.url.starts_with("https:") ? "" : "http,", options_.stall.count(),
        std::max(options_.largest, from + 1) - from, curl.file, events_.meter ? "" : "silent\n");
    curl.input +=
        "write-out = \"\x1f%{http_code} %{time_pretransfer} "
        "%header{retry-after}\\n%{url_effective}\\n%{errormsg}\"\n";
    if (from > 0) {
      note(fmt::format("asks for the rest, from byte {}", from));
      curl.input += fmt::format("continue-at = {}\n", from);
    }
    std::string output;
    const auto take = [&](std::string_view text) {
      const std::size_t shown = output.size();
      output += text;
      // Hide curl's error messages: `judge` reports failures in other words.
      const std::size_t end = std::min(output.find("curl: ("), output.find('\x1f'));
      if (events_.meter && end > shown) events_.meter(text.substr(0, end - shown));
    };
    const ProgramEnd end = run_curl(std::move(curl), options_.connect, deadline_ - Clock::now(), take);
    return judge(end, output.substr(std::min(output.rfind('\x1f'), output.size() - 1) + 1), from);
  }

  Attempt judge(const ProgramEnd& end, const std::string& words, std::uint64_t from) {
    using Kind = Attempt::Kind;
    const int status = end.status;
    std::istringstream lines(words);
    int http_status = 0;
    double connected = 0;  // seconds until a request could be sent; 0 if it never could
    std::string retry_after, url, reason;
    lines >> http_status >> connected;
    for (std::string* const text : {&retry_after, &url, &reason}) std::getline(lines, *text);
    const std::string host = host_of(url.empty() ? source_.url : url);
    if (status == 0 && http_status == (from > 0 ? 206 : 200)) return {};
    if (from > 0 && (status == 0 || status == no_ranges || http_status == 416)) return {Kind::not_joinable};
    if (status == 0 || status == http_error)
      return {temporary_failures.contains(http_status) ? Kind::broken : Kind::permanent,
              printable(fmt::format("{} answers with HTTP status {}", host, http_status), 300),
              Seconds(std::max(std::atoi(retry_after.c_str()), 0))};
    const bool is_refused = status == write_error || status == 128 + SIGXFSZ;
    if (status == too_large || (is_refused && file_.size() >= options_.largest)) {
      file_.clear();
      return {Kind::permanent, fmt::format("larger than {} bytes (--max-size)", options_.largest)};
    }
    if (is_refused) throw_write_error();
    if (Clock::now() >= deadline_)
      return {Kind::permanent, fmt::format("not there after {:g} s (--max-time)", options_.longest.count())};
    if (reason.empty()) reason = "curl " + end.text;
    if (permanent_failures.contains(status)) return {Kind::permanent, printable(reason, 300)};
    if (status == unknown_proxy || status == unknown_host || status == no_connection ||
        (status == timed_out && connected == 0))
      return {Kind::unreachable, printable(fmt::format("{} cannot be reached ({})", host, reason), 300)};
    return {Kind::broken, printable(reason, 300)};
  }

  /// Writes another byte to get the system's message, which curl does not report; most likely the disk is
  /// full.
  [[noreturn]] void throw_write_error() {
    try {
      file_.write("x");
      file_.flush();
    } catch (const ResultFileError& error) {
      throw RunError("{}{}", error.what(), what_is_kept());
    }
    throw RunError("{}: cannot be written", file_.temporary().string());
  }

  /// Drops bytes that cannot be continued: without a checksum, old and new bytes might not belong together.
  std::string what_is_kept() {
    if (source_.sha256.empty() && source_.md5.empty()) file_.clear();
    return file_.size() == 0 ? "" : fmt::format("; the {} bytes so far are kept", file_.size());
  }

  const PublicFile& source_;
  const DownloadOptions& options_;
  const DownloadEvents& events_;
  AtomicFile& file_;
  Clock::time_point deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(options_.longest);
};

/// True if the file exists. Throws if the path is something else.
bool is_there(const std::filesystem::path& path) {
  if (is_file(path)) return true;
  std::error_code ignored;  // then the rename reports the error
  if (std::filesystem::exists(std::filesystem::symlink_status(path, ignored)))
    throw RunError("{}: is there, but is no file; remove it", path.string());
  return false;
}

}  // namespace

std::string without_user(const std::string& url) {
  const std::size_t start = url.find("://") + 3;
  const std::size_t at = url.rfind('@', url.find_first_of("/?#", start));
  return at == std::string::npos || at < start ? url : url.substr(0, start) + url.substr(at + 1);
}

std::string host_of(const std::string& url) {
  const std::string plain = without_user(url);
  const std::size_t start = plain.find("://") + 3;
  return plain.substr(start, plain.find_first_of("/?#", start) - start);
}

std::map<std::string, std::string> find_unreachable_hosts(std::span<const std::string> urls,
                                                          Seconds connect) {
  ChildProgram curl;
  std::set<std::string> hosts;
  for (const std::string& url : urls) {
    const std::string host = host_of(url);
    if (hosts.insert(host).second)
      curl.input +=
          address_line(url.substr(0, url.find(':')) + "://" + host + "/") + "output = \"/dev/null\"\n";
  }
  curl.input +=
      "silent\nno-progress-meter\nhead\nparallel\nparallel-immediate\nparallel-max = 300\n"
      "write-out = \"%{exitcode} %{time_pretransfer} %{url}\\n\"\n";
  std::string output;
  run_curl(std::move(curl), connect, connect, [&](std::string_view text) { output += text; });
  std::map<std::string, std::string> unreachable;
  std::istringstream lines(output);
  int status = 0;
  double connected = 0;
  for (std::string url; lines >> status >> connected >> url;) {
    const std::string host = host_of(url);
    if (status == unknown_proxy) unreachable[host] = "its proxy is not known";
    if (status == unknown_host) unreachable[host] = "its name is not known";
    if (status == no_connection) unreachable[host] = "no connection";
    if (status == timed_out && connected == 0)
      unreachable[host] = fmt::format("no answer within {:g} s", connect.count());
  }
  return unreachable;
}

std::optional<std::string> find_mismatch(const PublicFile& source, const std::filesystem::path& path) {
  for (const auto& [algorithm, expected] : {std::pair{"SHA256", source.sha256}, {"MD5", source.md5}}) {
    if (expected.empty()) continue;
    MessageDigest digest(algorithm);
    digest.add_file(path);
    if (digest.hex() != expected)
      return fmt::format("expected {} {}, got {}", algorithm, expected, digest.hex());
  }
  return std::nullopt;
}

bool download(const PublicFile& source, const std::filesystem::path& folder, const DownloadOptions& options,
              const DownloadEvents& events,
              const std::function<void(const std::filesystem::path& whole)>& before_naming) {
  AtomicFile file(folder / source.file, "download", [&] {
    if (events.note) events.note(source.file + ": another process is fetching it; waiting for that");
  });
  if (is_there(file.path())) return false;
  if (source.sha256.empty() && source.md5.empty()) file.clear();
  Attempts attempts(source, options, events, file);
  const bool is_whole = file.size() > 0 && !find_mismatch(source, file.temporary());
  if (!is_whole) attempts.run();
  for (bool is_second = false; const auto mismatch = find_mismatch(source, file.temporary());
       is_second = true) {
    const std::uint64_t bytes = file.size();
    file.clear();
    if (is_second)
      throw RunError("{}: {} ({} bytes), twice; nothing of it is kept", without_user(source.url), *mismatch,
                     bytes);
    attempts.note(*mismatch + "; fetching it again once");
    attempts.run();
  }
  if (before_naming) before_naming(file.temporary());
  file.commit();
  return true;
}

}  // namespace descent

#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <limits>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct ssl_ctx_st;

namespace descent::test {

struct HttpRequest {
  std::string path;
  std::string range;   ///< the header's value; empty when there is none
  int number = 0;      ///< of the requests for this path, from 1
  std::string head{};  ///< all of it
};

/// How the server answers one request.
struct HttpReply {
  int status = 200;
  std::string body = {};           ///< the whole file, also where only a range of it is sent
  bool ranges = true;              ///< sends the range that is asked for
  bool tell_length = true;         ///< else the end of the connection is that of the body
  std::string content_range = {};  ///< in place of the right one
  std::size_t cut_after = std::numeric_limits<std::size_t>::max();  ///< no more bytes of the body are sent
  bool trickle = false;  ///< then the rest comes by the byte, 100 a second; else the connection is closed
  bool close_at_once = false;
  std::string more_headers = {};  ///< lines that end in CRLF
};

/// A file with a new key and a certificate for 127.0.0.1 that vouches for itself, in the folder.
std::filesystem::path make_certificate(const std::filesystem::path& folder);

/// An HTTP/1.1 server on a free port of 127.0.0.1 that misbehaves as it is told. Every connection has a
/// thread and gets one answer.
class HttpServer {
 public:
  using Answer = std::function<HttpReply(const HttpRequest&)>;

  /// With a certificate it speaks TLS.
  explicit HttpServer(const std::filesystem::path& certificate = {});
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// What requests for a path get; others get 404. Must be said before the first request; the function may be
  /// called by several threads at once.
  void serve(const std::string& path, Answer answer) { answers_[path] = std::move(answer); }
  void serve(const std::string& path, HttpReply reply) {
    serve(path, [reply](const HttpRequest&) { return reply; });
  }

  std::string host() const;
  std::string url(const std::string& path) const;
  /// What has been asked for so far under this path, or under all.
  std::vector<HttpRequest> requests(const std::string& path = "") const;

 private:
  void serve_connection(int descriptor);

  int listener_ = -1;
  int port_ = 0;
  ssl_ctx_st* tls_ = nullptr;
  std::atomic<bool> stopping_{false};
  std::map<std::string, Answer> answers_;
  mutable std::mutex mutex_;  // of the next
  std::vector<HttpRequest> requests_;
  std::list<std::thread> connections_;
  std::thread acceptor_;
};

/// A port of 127.0.0.1 that nothing listens to.
int closed_port();

/// A port of 127.0.0.1 that does not answer, as behind a firewall that drops packets.
class SilentPort {
 public:
  SilentPort();
  ~SilentPort();
  SilentPort(const SilentPort&) = delete;
  SilentPort& operator=(const SilentPort&) = delete;

  int number() const { return port_; }

 private:
  int port_ = 0;
  std::vector<int> descriptors_;
};

}  // namespace descent::test

#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tests/datasets/self_signed_certificate.hpp"

namespace descent::test {

struct HttpRequest {
  std::string path;
  std::string range;     ///< the header's value; empty when there is none
  std::string if_range;  ///< the same
  int number = 0;        ///< of the requests for this path, from 1
};

/// How the server answers one request.
struct HttpReply {
  int status = 200;
  std::string body = {};           ///< the whole file, also where only a range of it is sent
  std::string etag = {};           ///< empty: the header is not sent
  std::string last_modified = {};  ///< the same
  std::string location = {};       ///< the same
  bool ranges = true;              ///< sends the range that is asked for, unless If-Range names another file
  bool keep_if_range = true;       ///< false: sends the range whatever If-Range says
  bool tell_length = true;         ///< else the end of the connection is that of the body
  std::string content_range = {};  ///< in place of the right one
  std::optional<std::size_t> cut_after = {};  ///< so many bytes of the body are sent and no more
  bool stall = false;  ///< when no more is sent, the connection stays open; else it is closed
  bool close_at_once = false;
  std::string more_headers = {};  ///< lines that end in CRLF
};

/// An HTTP/1.1 server on a free port of 127.0.0.1 that misbehaves as it is told. Every connection has a
/// thread and gets one answer.
class HttpServer {
 public:
  using Answer = std::function<HttpReply(const HttpRequest&)>;

  /// With a certificate it speaks TLS.
  explicit HttpServer(const SelfSignedCertificate* certificate = nullptr);
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
  /// What has been asked for so far under this path.
  std::vector<HttpRequest> requests(const std::string& path) const;
  /// The same under all paths.
  std::size_t request_count() const;

 private:
  void accept_connections();
  void serve_connection(int descriptor);
  void record(HttpRequest& request);

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

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
  std::string range;   ///< the header's value; empty if there is none
  int number = 0;      ///< count of the requests for this path, from 1
  std::string head{};  ///< the whole head
};

/// How the server answers one request.
struct HttpReply {
  int status = 200;
  std::string body = {};           ///< the whole file, even if only a range is sent
  bool ranges = true;              ///< sends the requested range
  bool tell_length = true;         ///< else the body ends with the connection
  std::string content_range = {};  ///< replaces the right value
  std::size_t cut_after = std::numeric_limits<std::size_t>::max();  ///< bytes of the body that are sent
  bool trickle = false;  ///< then the rest follows byte by byte, 100 a second; else the connection is closed
  bool close_at_once = false;
  std::string more_headers = {};  ///< lines that end in CRLF
};

/// A file in the folder with a new key and a self-signed certificate for 127.0.0.1.
std::filesystem::path make_certificate(const std::filesystem::path& folder);

/// An HTTP/1.1 server on a free port of 127.0.0.1 that misbehaves on request. Every connection has a thread
/// and gets one answer.
class HttpServer {
 public:
  using Answer = std::function<HttpReply(const HttpRequest&)>;

  /// Speaks TLS if given a certificate.
  explicit HttpServer(const std::filesystem::path& certificate = {});
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// Sets the answer for a path; other paths get 404. Call it before the first request. Several threads may
  /// call the function at once.
  void serve(const std::string& path, Answer answer) { answers_[path] = std::move(answer); }
  void serve(const std::string& path, HttpReply reply) {
    serve(path, [reply](const HttpRequest&) { return reply; });
  }

  std::string host() const;
  std::string url(const std::string& path) const;
  /// The requests so far for this path, or for all paths.
  std::vector<HttpRequest> requests(const std::string& path = "") const;

 private:
  void serve_connection(int descriptor);

  int listener_ = -1;
  int port_ = 0;
  ssl_ctx_st* tls_ = nullptr;
  std::atomic<bool> stopping_{false};
  std::map<std::string, Answer> answers_;
  mutable std::mutex mutex_;  // for requests_
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

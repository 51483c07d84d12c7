#pragma once

#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace descent::test {

/// How the server answers all requests for one path.
struct HttpReply {
  std::string body = {};
  int status = 200;
  bool ranges = true;  ///< sends a part if the request asks for one
  /// Closes the connection after so many bytes of the body.
  std::size_t cut_after = std::numeric_limits<std::size_t>::max();
};

/// An HTTP server on a free port of 127.0.0.1, in a thread, with one connection at a time. Paths without a
/// reply get status 404.
class HttpServer {
 public:
  HttpServer();
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// Call it before the first request.
  void serve(const std::string& path, HttpReply reply) { replies_[path] = std::move(reply); }
  std::string url(const std::string& path) const;
  /// The first byte asked for by each request for this path.
  std::vector<std::size_t> requests(const std::string& path) const;

 private:
  void answer(int connection);

  int listener_ = -1;
  int port_ = 0;
  std::map<std::string, HttpReply> replies_;
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<std::size_t>> requests_;
  std::thread thread_;
};

}  // namespace descent::test

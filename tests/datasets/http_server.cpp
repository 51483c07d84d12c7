#include "tests/datasets/http_server.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <stdexcept>
#include <string_view>

namespace descent::test {

namespace {

/// A listening socket on a free port of 127.0.0.1.
int listen_somewhere(int backlog, int& port) {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (descriptor < 0 || bind(descriptor, generic, length) != 0 || listen(descriptor, backlog) != 0 ||
      getsockname(descriptor, generic, &length) != 0)
    throw std::runtime_error("no port of 127.0.0.1 to listen to");
  port = ntohs(address.sin_port);
  return descriptor;
}

/// One end of a connection, with TLS or without.
class Connection {
 public:
  Connection(int descriptor, SSL_CTX* tls) : descriptor_(descriptor) {
    if (tls == nullptr) return;
    tls_ = SSL_new(tls);
    SSL_set_fd(tls_, descriptor_);
    usable_ = SSL_accept(tls_) == 1;
  }
  ~Connection() {
    if (tls_ != nullptr) {
      if (usable_) SSL_shutdown(tls_);
      SSL_free(tls_);
    }
    close(descriptor_);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// The text up to an empty line; shorter when the client leaves.
  std::string read_head() {
    std::string head;
    char character = 0;
    while (usable_ && !head.ends_with("\r\n\r\n")) {
      const auto count =
          tls_ != nullptr ? SSL_read(tls_, &character, 1) : recv(descriptor_, &character, 1, 0);
      if (count != 1) break;
      head += character;
    }
    return head;
  }

  void write(std::string_view text) {
    while (usable_ && !text.empty()) {
      const auto count = tls_ != nullptr ? SSL_write(tls_, text.data(), static_cast<int>(text.size()))
                                         : send(descriptor_, text.data(), text.size(), MSG_NOSIGNAL);
      if (count <= 0) {
        usable_ = false;
        return;
      }
      text.remove_prefix(static_cast<std::size_t>(count));
    }
  }

  /// Returns when the client has left or the server stops.
  void wait(const std::atomic<bool>& stopping) const {
    pollfd watched{descriptor_, POLLRDHUP, 0};
    while (!stopping && poll(&watched, 1, 20) == 0) {
    }
  }

 private:
  int descriptor_;
  SSL* tls_ = nullptr;
  bool usable_ = true;
};

std::string header_value(std::string_view head, const std::string& name) {
  const std::string start = "\r\n" + name + ": ";
  const std::size_t at = head.find(start);
  if (at == std::string_view::npos) return "";
  const std::size_t value = at + start.size();
  return std::string(head.substr(value, head.find("\r\n", value) - value));
}

/// The first byte that is asked for, when a range is to be sent.
std::optional<std::size_t> range_start(const HttpRequest& request, const HttpReply& reply) {
  constexpr std::string_view unit = "bytes=";
  if (reply.status != 200 || !reply.ranges || !request.range.starts_with(unit)) return std::nullopt;
  const bool same_file =
      request.if_range.empty() || request.if_range == reply.etag || request.if_range == reply.last_modified;
  if (reply.keep_if_range && !same_file) return std::nullopt;
  std::size_t start = 0;
  const char* const end = request.range.data() + request.range.size();
  if (std::from_chars(request.range.data() + unit.size(), end, start).ec != std::errc{}) return std::nullopt;
  return start;
}

std::string head_of(int status, const HttpReply& reply, const std::string& content_range,
                    std::size_t length) {
  std::string head = fmt::format("HTTP/1.1 {} Reason\r\nConnection: close\r\n", status);
  if (!reply.etag.empty()) head += fmt::format("ETag: {}\r\n", reply.etag);
  if (!reply.last_modified.empty()) head += fmt::format("Last-Modified: {}\r\n", reply.last_modified);
  if (!reply.location.empty()) head += fmt::format("Location: {}\r\n", reply.location);
  if (!content_range.empty()) head += fmt::format("Content-Range: {}\r\n", content_range);
  if (reply.tell_length) head += fmt::format("Content-Length: {}\r\n", length);
  return head + reply.more_headers + "\r\n";
}

}  // namespace

HttpServer::HttpServer(const SelfSignedCertificate* certificate) {
  if (certificate != nullptr) {
    tls_ = SSL_CTX_new(TLS_server_method());
    if (SSL_CTX_use_certificate(tls_, certificate->certificate()) != 1 ||
        SSL_CTX_use_PrivateKey(tls_, certificate->key()) != 1)
      throw std::runtime_error("the test's certificate is of no use");
  }
  listener_ = listen_somewhere(64, port_);
  acceptor_ = std::thread([this] { accept_connections(); });
}

HttpServer::~HttpServer() {
  stopping_ = true;
  shutdown(listener_, SHUT_RDWR);  // wakes accept() up
  acceptor_.join();
  close(listener_);
  for (std::thread& connection : connections_) connection.join();
  SSL_CTX_free(tls_);
}

void HttpServer::accept_connections() {
  for (;;) {
    const int descriptor = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (stopping_) {
      if (descriptor >= 0) close(descriptor);
      return;
    }
    if (descriptor < 0) continue;
    const timeval patience{10, 0};  // no test leaves a thread behind that waits for ever
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    connections_.emplace_back([this, descriptor] { serve_connection(descriptor); });
  }
}

void HttpServer::record(HttpRequest& request) {
  const std::lock_guard lock(mutex_);
  const auto same = [&](const HttpRequest& each) { return each.path == request.path; };
  request.number = 1 + static_cast<int>(std::count_if(requests_.begin(), requests_.end(), same));
  requests_.push_back(request);
}

void HttpServer::serve_connection(int descriptor) {
  // A client that leaves early is not to end the test: TLS has no MSG_NOSIGNAL.
  sigset_t broken_pipe;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
  Connection connection(descriptor, tls_);
  const std::string head = connection.read_head();
  constexpr std::string_view method = "GET ";
  if (!head.ends_with("\r\n\r\n") || !head.starts_with(method)) return;  // only tried to connect
  HttpRequest request{head.substr(method.size(), head.find(' ', method.size()) - method.size()),
                      header_value(head, "Range"), header_value(head, "If-Range")};
  record(request);
  const auto answer = answers_.find(request.path);
  const HttpReply reply =
      answer == answers_.end() ? HttpReply{.status = 404, .body = "no such page"} : answer->second(request);
  if (reply.close_at_once) return;

  std::string_view body = reply.body;
  int status = reply.status;
  std::string content_range = reply.content_range;
  if (const auto start = range_start(request, reply)) {
    if (*start < body.size()) {
      status = 206;
      if (content_range.empty())
        content_range = fmt::format("bytes {}-{}/{}", *start, body.size() - 1, body.size());
      body.remove_prefix(*start);
    } else {
      status = 416;
      content_range = fmt::format("bytes */{}", body.size());
      body = {};
    }
  }
  connection.write(head_of(status, reply, content_range, body.size()));
  connection.write(body.substr(0, reply.cut_after.value_or(body.size())));
  if (reply.stall) connection.wait(stopping_);
}

std::string HttpServer::host() const {
  return fmt::format("127.0.0.1:{}", port_);
}

std::string HttpServer::url(const std::string& path) const {
  return fmt::format("{}://{}{}", tls_ == nullptr ? "http" : "https", host(), path);
}

std::vector<HttpRequest> HttpServer::requests(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  std::vector<HttpRequest> found;
  std::copy_if(requests_.begin(), requests_.end(), std::back_inserter(found),
               [&](const HttpRequest& each) { return each.path == path; });
  return found;
}

std::size_t HttpServer::request_count() const {
  const std::lock_guard lock(mutex_);
  return requests_.size();
}

int closed_port() {
  int port = 0;
  close(listen_somewhere(1, port));
  return port;
}

SilentPort::SilentPort() {
  descriptors_.push_back(listen_somewhere(0, port_));
  // Connections that nobody accepts fill the queue; the system then ignores further ones.
  for (int i = 0; i < 4; ++i) {
    const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port_));
    if (connect(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 &&
        errno != EINPROGRESS)
      throw std::runtime_error("no connection to a port of this test");
    descriptors_.push_back(descriptor);
  }
}

SilentPort::~SilentPort() {
  for (const int descriptor : descriptors_) close(descriptor);
}

}  // namespace descent::test

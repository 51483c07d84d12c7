#include "tests/datasets/download/http_server.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace descent::test {
namespace {

void require(bool success, const char* what) {
  if (!success) throw std::runtime_error(what);
}

sockaddr_in local_address(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

/// A listening socket on a free port of 127.0.0.1.
int listen_somewhere(int backlog, int& port) {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = local_address(0);
  socklen_t length = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  require(descriptor >= 0 && bind(descriptor, generic, length) == 0 && listen(descriptor, backlog) == 0 &&
              getsockname(descriptor, generic, &length) == 0,
          "no port of 127.0.0.1 to listen to");
  port = ntohs(address.sin_port);
  return descriptor;
}

/// One end of a connection, with or without TLS.
class Connection {
 public:
  Connection(int descriptor, SSL_CTX* tls) : bio_(BIO_new_socket(descriptor, BIO_CLOSE)) {
    if (tls != nullptr) bio_ = BIO_push(BIO_new_ssl(tls, 0), bio_);
  }
  ~Connection() {
    BIO_ssl_shutdown(bio_);
    BIO_free_all(bio_);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// The text up to an empty line; shorter if the client leaves.
  std::string read_head() {
    std::string head;
    for (char c = 0; !head.ends_with("\r\n\r\n") && BIO_read(bio_, &c, 1) == 1;) head += c;
    return head;
  }

  /// False if the client has left.
  bool write(std::string_view text) {
    while (!text.empty()) {
      const int count = BIO_write(bio_, text.data(), static_cast<int>(text.size()));
      if (count <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }

 private:
  BIO* bio_;
};

}  // namespace

std::filesystem::path make_certificate(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "certificate.pem";
  const std::string command =
      "cd '" + folder.string() +
      "' && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out "
      "only.pem "
      "-subj /CN=descent -addext subjectAltName=IP:127.0.0.1 2>/dev/null && cat key.pem only.pem > " +
      path.filename().string();
  require(std::system(command.c_str()) == 0, "no certificate for a test could be made");
  return path;
}

HttpServer::HttpServer(const std::filesystem::path& certificate) {
  if (!certificate.empty()) {
    tls_ = SSL_CTX_new(TLS_server_method());
    require(SSL_CTX_use_certificate_file(tls_, certificate.c_str(), SSL_FILETYPE_PEM) == 1 &&
                SSL_CTX_use_PrivateKey_file(tls_, certificate.c_str(), SSL_FILETYPE_PEM) == 1,
            "the test's certificate is of no use");
  }
  listener_ = listen_somewhere(64, port_);
  acceptor_ = std::thread([this] {
    for (;;) {
      const int descriptor = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (stopping_ && descriptor >= 0) close(descriptor);
      if (stopping_) return;
      if (descriptor < 0) continue;
      const timeval patience{10, 0};  // no test leaves a waiting thread behind
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
      setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
      connections_.emplace_back([this, descriptor] { serve_connection(descriptor); });
    }
  });
}

HttpServer::~HttpServer() {
  stopping_ = true;
  shutdown(listener_, SHUT_RDWR);  // wakes accept() up
  acceptor_.join();
  close(listener_);
  for (std::thread& connection : connections_) connection.join();
  SSL_CTX_free(tls_);
}

void HttpServer::serve_connection(int descriptor) {
  // A client that leaves early must not end the test.
  sigset_t broken_pipe;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
  Connection connection(descriptor, tls_);
  const std::string head = connection.read_head();
  if (!head.ends_with("\r\n\r\n") || !head.starts_with("GET ")) return;  // only a connection test
  HttpRequest request{head.substr(4, head.find(' ', 4) - 4), "", 1, head};
  constexpr std::string_view range = "\r\nRange: ";
  if (const std::size_t at = head.find(range); at != std::string::npos)
    request.range = head.substr(at + range.size(), head.find("\r\n", at + 2) - at - range.size());
  {
    const std::lock_guard lock(mutex_);
    request.number +=
        static_cast<int>(std::count_if(requests_.begin(), requests_.end(),
                                       [&](const HttpRequest& each) { return each.path == request.path; }));
    requests_.push_back(request);
  }
  const auto answer = answers_.find(request.path);
  const HttpReply reply =
      answer == answers_.end() ? HttpReply{.status = 404, .body = "no such page"} : answer->second(request);
  if (reply.close_at_once) return;

  std::string_view body = reply.body;
  std::string headers = fmt::format("Connection: close\r\n{}", reply.more_headers);
  int status = reply.status;
  if (status == 200 && reply.ranges && request.range.starts_with("bytes=")) {
    const std::size_t start = std::stoul(request.range.substr(6));
    status = start < body.size() ? 206 : 416;
    std::string sent = status == 206 ? fmt::format("{}-{}", start, body.size() - 1) : "*";
    sent = reply.content_range.empty() ? fmt::format("bytes {}/{}", sent, body.size()) : reply.content_range;
    headers += fmt::format("Content-Range: {}\r\n", sent);
    body.remove_prefix(std::min(start, body.size()));
  }
  if (reply.tell_length) headers += fmt::format("Content-Length: {}\r\n", body.size());
  connection.write(fmt::format("HTTP/1.1 {} Reason\r\n{}\r\n", status, headers));
  bool is_there = connection.write(body.substr(0, reply.cut_after));
  for (std::size_t at = reply.cut_after; reply.trickle && is_there && !stopping_; ++at) {
    is_there = connection.write(at < body.size() ? body.substr(at, 1) : " ");
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

std::string HttpServer::host() const {
  return fmt::format("127.0.0.1:{}", port_);
}

std::string HttpServer::url(const std::string& path) const {
  return fmt::format("{}://{}{}", tls_ == nullptr ? "http" : "https", host(), path);
}

std::vector<HttpRequest> HttpServer::requests(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  std::vector<HttpRequest> found = requests_;
  std::erase_if(found, [&](const HttpRequest& each) { return !path.empty() && each.path != path; });
  return found;
}

int closed_port() {
  int port = 0;
  close(listen_somewhere(1, port));
  return port;
}

SilentPort::SilentPort() {
  descriptors_.push_back(listen_somewhere(0, port_));
  // Unaccepted connections fill the queue; the system then ignores further connections.
  for (int i = 0; i < 4; ++i) {
    descriptors_.push_back(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const sockaddr_in address = local_address(port_);
    connect(descriptors_.back(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
  }
}

SilentPort::~SilentPort() {
  for (const int descriptor : descriptors_) close(descriptor);
}

}  // namespace descent::test

#include "tests/datasets/download/http_server.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace descent::test {
namespace {

void write_all(int connection, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = send(connection, text.data(), text.size(), MSG_NOSIGNAL);
    if (count <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace

HttpServer::HttpServer() {
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (bind(listener_, generic, length) != 0 || listen(listener_, 16) != 0 ||
      getsockname(listener_, generic, &length) != 0)
    throw std::runtime_error("no port of 127.0.0.1 to listen to");
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] {
    for (int connection; (connection = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
      answer(connection);
      close(connection);
    }
  });
}

HttpServer::~HttpServer() {
  shutdown(listener_, SHUT_RDWR);  // ends accept4()
  thread_.join();
  close(listener_);
}

void HttpServer::answer(int connection) {
  std::string head;
  for (char c = 0; !head.ends_with("\r\n\r\n") && recv(connection, &c, 1, 0) == 1;) head += c;
  if (!head.starts_with("GET ")) return;
  const std::string path = head.substr(4, head.find(' ', 4) - 4);
  const auto reply =
      replies_.contains(path) ? replies_.at(path) : HttpReply{.body = "no such page", .status = 404};
  constexpr std::string_view range = "\r\nRange: bytes=";
  const std::size_t at = head.find(range);
  const std::size_t from = at == std::string::npos ? 0 : std::stoul(head.substr(at + range.size()));
  {
    const std::lock_guard lock(mutex_);
    requests_[path].push_back(from);
  }
  std::string_view body = reply.body;
  int status = reply.status;
  std::string headers = "Connection: close\r\n";
  if (from > 0 && reply.ranges && status == 200) {
    const std::size_t size = body.size();
    status = from < size ? 206 : 416;
    headers += status == 206 ? fmt::format("Content-Range: bytes {}-{}/{}\r\n", from, size - 1, size)
                             : fmt::format("Content-Range: bytes */{}\r\n", size);
    body.remove_prefix(std::min(from, size));
  }
  headers += fmt::format("Content-Length: {}\r\n", body.size());
  write_all(connection, fmt::format("HTTP/1.1 {} Reason\r\n{}\r\n", status, headers));
  write_all(connection, body.substr(0, reply.cut_after));
}

std::string HttpServer::url(const std::string& path) const {
  return fmt::format("http://127.0.0.1:{}{}", port_, path);
}

std::vector<std::size_t> HttpServer::requests(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  return requests_.contains(path) ? requests_.at(path) : std::vector<std::size_t>();
}

}  // namespace descent::test

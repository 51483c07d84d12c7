#include "support/files/file_descriptor.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "tests/catch.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/files_in.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::TemporaryFolder;

namespace {

FileDescriptor open_to_write(const std::filesystem::path& path) {
  return FileDescriptor(open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
}

bool is_open(int descriptor) {
  return fcntl(descriptor, F_GETFD) >= 0;
}

/// The system's error in this step; empty if it succeeds.
template <class Step>
std::error_code refusal_of(const Step& step) {
  try {
    step();
  } catch (const std::system_error& error) {
    return error.code();
  }
  return {};
}

}  // namespace

TEST_CASE("a descriptor is closed with its last owner, and only then") {
  const TemporaryFolder folder;
  FileDescriptor one = open_to_write(folder.path() / "one");
  FileDescriptor other = open_to_write(folder.path() / "other");
  const int kept = one.get();
  const int closed = other.get();
  other = std::move(one);
  CHECK(is_open(kept));
  CHECK_FALSE(is_open(closed));
  FileDescriptor& same = other;
  other = std::move(same);
  CHECK(other.get() == kept);
  { const FileDescriptor last(std::move(other)); }
  CHECK_FALSE(is_open(kept));
  CHECK_FALSE(other.is_open());  // NOLINT: what is left is the point
}

TEST_CASE("what the system refuses is thrown with its reason") {
  const FileDescriptor full = open_to_write("/dev/full");
  CHECK(refusal_of([&] { full.write_all("text"); }) == std::errc::no_space_on_device);
  CHECK_FALSE(refusal_of([&] { full.write_all(""); }));
  const FileDescriptor none;
  CHECK(refusal_of([&] { none.write_all("x"); }) == std::errc::bad_file_descriptor);
  CHECK(refusal_of([&] { none.sync(); }) == std::errc::bad_file_descriptor);
}

TEST_CASE("signals that cut writing short lose no byte and repeat none") {
  struct sigaction interrupt {};
  interrupt.sa_handler = [](int) {};  // without SA_RESTART: write() returns EINTR or a part
  struct sigaction before {};
  REQUIRE(sigaction(SIGUSR1, &interrupt, &before) == 0);
  int ends[2];
  REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
  FileDescriptor in(ends[1]);
  const FileDescriptor out(ends[0]);
  std::string sent;
  while (sent.size() < 2'000'000) sent += std::to_string(sent.size()) + ' ';
  std::string received;
  std::thread reader([&, writer = pthread_self()] {
    std::array<char, 50'000> piece{};
    while (received.size() < sent.size()) {
      for (int i = 0; i < 5; ++i) {
        pthread_kill(writer, SIGUSR1);
        std::this_thread::yield();
      }
      const ssize_t got = read(out.get(), piece.data(), piece.size());
      if (got <= 0) break;
      received.append(piece.data(), static_cast<std::size_t>(got));
    }
  });
  const std::error_code refusal = refusal_of([&] { in.write_all(sent); });
  in.reset();  // the reader sees the end
  reader.join();
  sigaction(SIGUSR1, &before, nullptr);
  CHECK_FALSE(refusal);
  CHECK((received == sent));  // too long for a message
}

TEST_CASE("a nameless file keeps what is written at its places, and leaves nothing behind") {
  const TemporaryFolder folder;
  const FileDescriptor file = make_nameless_file(folder.path());
  file.write_all("0123456789");
  CHECK(test::files_in(folder.path()) == 0);
  std::array<char, 4> some{};
  CHECK(file.read_at(3, std::as_writable_bytes(std::span(some))) == 4);
  CHECK(std::string(some.data(), 4) == "3456");
  CHECK(file.read_at(8, std::as_writable_bytes(std::span(some))) == 2);
  CHECK(refusal_of([&] { make_nameless_file(folder.path() / "missing"); }) ==
        std::errc::no_such_file_or_directory);
}

TEST_CASE("a file that loses its name while it is locked is opened anew") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "file";
  int times = 0;
  const FileDescriptor file = open_locked(path, [&](const FileDescriptor& each) {
    each.write_all("x");
    ++times;
    if (times == 1) std::filesystem::remove(path);
    if (times == 2) std::filesystem::rename(path, folder.path() / "later");
  });
  CHECK(times == 3);
  CHECK(test::file_text(path) == "x");
}

TEST_CASE("what is no file of its own is not opened to be locked") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "file";
  const auto other = folder.write("other", "not ours");
  SECTION("a link to a file") {
    std::filesystem::create_symlink("other", path);
  }
  SECTION("a link to nothing") {
    std::filesystem::create_symlink("nothing", path);
  }
  SECTION("another name of a file") {
    std::filesystem::create_hard_link(other, path);
  }
  SECTION("a pipe") {
    REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  }
  CHECK_THROWS_WITH(open_locked(path, [](const FileDescriptor&) {}),
                    path.string() + ": is no file of its own; remove it");
  CHECK(test::file_text(other) == "not ours");
  CHECK(test::files_in(folder.path()) == 2);
}

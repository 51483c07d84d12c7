#include "support/files/file_descriptor.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "tests/catch.hpp"
#include "tests/support/file_text.hpp"
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

std::ptrdiff_t open_files() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

/// What the system said against it; no error when it said nothing.
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

TEST_CASE("a descriptor is closed with its owner, and only once") {
  int number = -1;
  {
    const FileDescriptor null = open_to_write("/dev/null");
    REQUIRE(null.is_open());
    number = null.get();
  }
  CHECK_FALSE(is_open(number));

  FileDescriptor first = open_to_write("/dev/null");
  REQUIRE(first.get() == number);
  SECTION("by close") {
    first.close();
  }
  SECTION("by reset") {
    first.reset();
  }
  CHECK_FALSE(first.is_open());
  // The system gives the number to the next file, which is not the first owner's to close.
  const FileDescriptor second = open_to_write("/dev/null");
  REQUIRE(second.get() == number);
  first.reset();
  CHECK(refusal_of([&] { first.close(); }) == std::errc::bad_file_descriptor);
  { const FileDescriptor gone = std::move(first); }
  CHECK(is_open(number));
}

TEST_CASE("a moved descriptor has the new owner only") {
  FileDescriptor from = open_to_write("/dev/null");
  const int number = from.get();
  FileDescriptor to = open_to_write("/dev/null");
  const int older = to.get();
  to = std::move(from);
  CHECK(to.get() == number);
  CHECK(is_open(number));
  CHECK_FALSE(is_open(older));
  CHECK_FALSE(from.is_open());  // NOLINT: what is left is the point
  FileDescriptor last(std::move(to));
  CHECK_FALSE(to.is_open());  // NOLINT
  FileDescriptor& same = last;
  last = std::move(same);
  CHECK(last.get() == number);
  CHECK(is_open(number));
}

TEST_CASE("a descriptor of no file says so and refuses everything") {
  const TemporaryFolder folder;
  for (const FileDescriptor& none :
       {FileDescriptor(), FileDescriptor(open((folder.path() / "missing").c_str(), O_RDONLY | O_CLOEXEC))}) {
    CHECK_FALSE(none.is_open());
    CHECK(refusal_of([&] { none.write_all("x"); }) == std::errc::bad_file_descriptor);
    CHECK(refusal_of([&] { none.sync(); }) == std::errc::bad_file_descriptor);
    CHECK_FALSE(none.has_name(folder.path()));
  }
}

TEST_CASE("a full disk is an error of the system") {
  const FileDescriptor full = open_to_write("/dev/full");
  REQUIRE(full.is_open());
  CHECK(refusal_of([&] { full.write_all("text"); }) == std::errc::no_space_on_device);
  CHECK(refusal_of([&] { full.write_some(std::as_bytes(std::span("text"))); }) ==
        std::errc::no_space_on_device);
  CHECK_FALSE(refusal_of([&] { full.write_all(""); }));
}

TEST_CASE("a descriptor writes text and bytes in their order and syncs them") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "file";
  FileDescriptor file = open_to_write(path);
  file.write_all("one ");
  file.write_all(std::as_bytes(std::span(std::string_view("two"))));
  file.sync();
  file.close();
  CHECK(test::file_text(path) == "one two");
}

TEST_CASE("signals that cut writing short lose no byte and repeat none") {
  struct sigaction interrupt {};
  interrupt.sa_handler = [](int) {};  // without SA_RESTART: write() comes back with EINTR or a part
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
  in.reset();  // the end of what there is to read
  reader.join();
  sigaction(SIGUSR1, &before, nullptr);
  CHECK_FALSE(refusal);
  CHECK((received == sent));  // neither is for a message
}

TEST_CASE("an open file knows whether a name still leads to it") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "file";
  const auto link = folder.path() / "link";
  const auto later = folder.path() / "later";
  const FileDescriptor file = open_to_write(path);
  std::filesystem::create_symlink("file", link);
  CHECK(file.has_name(path));
  CHECK(file.has_name(path, AT_SYMLINK_NOFOLLOW));
  CHECK(file.has_name(link));
  CHECK_FALSE(file.has_name(link, AT_SYMLINK_NOFOLLOW));

  std::filesystem::rename(path, later);
  CHECK_FALSE(file.has_name(path));
  CHECK(file.has_name(later));

  folder.write("file", "another one");
  CHECK_FALSE(file.has_name(path));
  std::filesystem::remove(later);
  CHECK_FALSE(file.has_name(later));
}

TEST_CASE("the folder of a file is synced and closed again, and need not be there") {
  const TemporaryFolder folder;
  const auto before = open_files();
  sync_folder_of(folder.write("file", ""));
  sync_folder_of("a name without a folder");
  sync_folder_of(folder.path() / "missing" / "file");
  CHECK(open_files() == before);
}

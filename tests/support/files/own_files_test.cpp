#include "support/files/own_files.hpp"

#include <sys/stat.h>

#include <fstream>
#include <functional>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {

TEST_CASE("a folder's own files are made and replaced, also by another process") {
  const test::TemporaryFolder folder;
  OwnFiles(folder.path()).write("tables/a.csv", "1");
  OwnFiles again(folder.path());
  again.write("tables/a.csv", "2");
  again.write("b.csv", "3");
  CHECK(test::file_text(folder.path() / "tables/a.csv") == "2");
  CHECK(OwnFiles(folder.path()).names() == std::set<std::string>{"b.csv", "tables/a.csv"});
  CHECK(is_own_file(folder.path() / "tables" / ".." / "b.csv"));
  CHECK(is_own_file(folder.path() / "runs" / "0123.csv"));
  again.write("selections/what/gnuplot/name/a.dat", "4");
  CHECK(is_own_file(folder.path() / "selections/what/gnuplot/name/a.dat"));
  CHECK_FALSE(is_own_file(folder.path() / "c.csv"));
}

TEST_CASE("nothing else in a folder is replaced, and the message names it") {
  const std::vector<std::pair<const char*, std::function<void(const std::filesystem::path&)>>> cases{
      {"x: is not among the files that descent has written here",
       [](const auto& path) { std::ofstream(path / "x") << "mine"; }},
      {"x: is not a regular file", [](const auto& path) { std::filesystem::create_directory(path / "x"); }},
      {"x: is not a regular file", [](const auto& path) { mkfifo((path / "x").c_str(), 0600); }},
      {"x: is not a regular file",
       [](const auto& path) {
         OwnFiles(path).write("x", "ours");
         std::filesystem::rename(path / "x", path / "y");
         std::filesystem::create_symlink("y", path / "x");
       }},
      {"files.txt: is not the list of files",
       [](const auto& path) { std::ofstream(path / "files.txt") << "x\n"; }}};
  for (const auto& [message, make] : cases) {
    CAPTURE(message);
    const test::TemporaryFolder folder;
    make(folder.path());
    CHECK_THROWS_AS(OwnFiles(folder.path()).write("x", "ours"), ConfigError);
    CHECK_THROWS_WITH(OwnFiles(folder.path()).write("x", "ours"), ContainsSubstring(message));
  }
}

TEST_CASE("a folder that is a link leads nowhere, and names that leave the folder are no files of it") {
  const test::TemporaryFolder folder;
  const test::TemporaryFolder elsewhere;
  std::filesystem::create_symlink(elsewhere.path(), folder.path() / "figures");
  CHECK_THROWS_WITH(OwnFiles(folder.path()).write("figures/x", ""), ContainsSubstring("figures: is a link"));
  const test::TemporaryFolder tampered;
  OwnFiles(tampered.path()).write("x", "");
  std::ofstream(tampered.path() / "files.txt", std::ios::app) << "../y\n/etc/passwd\n\n";
  CHECK(OwnFiles(tampered.path()).names() == std::set<std::string>{"x"});
}

}  // namespace descent

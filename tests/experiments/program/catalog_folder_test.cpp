#include "datasets/catalog/data_folders.hpp"

#include "tests/catch.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::run_script;
using test::shell_quoted;
using test::TemporaryFolder;

namespace {

/// A catalogue for this test only.
void write_catalog(const TemporaryFolder& folder, const std::string& place) {
  std::filesystem::create_directories(folder.path() / place);
  folder.write(place + "/catalog.json", R"({"datasets": [{"name": "of-this-place", "title": "t",
    "description": "d", "task": "classification", "train": "x"}]})");
}

/// Output of `list` by a copy of the program in that place.
std::string listed_by_copy(const TemporaryFolder& folder, const std::string& place) {
  std::filesystem::create_directories(folder.path() / place);
  std::filesystem::copy_file(test::built_program(), folder.path() / place / "descent");
  return run_script("unset DESCENT_CATALOG; " + shell_quoted(place + "/descent") + " list datasets",
                    folder.path())
      .out;
}

}  // namespace

TEST_CASE("program: a repository that was moved or copied with its build folder uses its own catalogue") {
  const TemporaryFolder folder;
  write_catalog(folder, "repository/datasets");
  CHECK_THAT(listed_by_copy(folder, "repository/build/release"), ContainsSubstring("of-this-place"));
}

TEST_CASE("program: an installed program finds the catalogue that was installed with it") {
  const TemporaryFolder folder;
  write_catalog(folder, "prefix/share/descent/datasets");
  CHECK_THAT(listed_by_copy(folder, "prefix/bin"), ContainsSubstring("of-this-place"));
  const CatalogFolder found = catalog_folder(folder.path() / "prefix/bin/descent");
  CHECK(found.path == folder.path() / "prefix/share/descent/datasets");
  CHECK(found.installed);
}

TEST_CASE("a program that lies elsewhere uses the catalogue of the sources that it was built from") {
  const TemporaryFolder folder;
  const CatalogFolder found = catalog_folder(folder.path() / "build/descent");
  CHECK(std::filesystem::equivalent(found.path, "datasets"));
  CHECK_FALSE(found.installed);
}

TEST_CASE("scripts configure a build folder that was moved anew, and leave one in its place alone") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "first/.ci");
  std::filesystem::copy_file(".ci/configure.sh", folder.path() / "first/.ci/configure.sh");
  folder.write("first/CMakeLists.txt",
               "cmake_minimum_required(VERSION 3.25)\nproject(tiny LANGUAGES NONE)\n");
  const std::string configure = ".ci/configure.sh build";
  REQUIRE(run_script(configure, folder.path() / "first").status == 0);
  CHECK_THAT(run_script(configure, folder.path() / "first").err, !ContainsSubstring("anew"));
  std::filesystem::rename(folder.path() / "first", folder.path() / "second");
  const auto moved = run_script(configure, folder.path() / "second");
  CAPTURE(moved.err);
  CHECK(moved.status == 0);
  CHECK_THAT(moved.err, ContainsSubstring("first/build: configuring it from scratch"));
  CHECK(run_script("cmake --build build", folder.path() / "second").status == 0);
}

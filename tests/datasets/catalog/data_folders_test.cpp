#include "datasets/catalog/data_folders.hpp"
#include "datasets/readers/compressed_input.hpp"

#include "tests/catch.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::EnvironmentVariable;
using test::TemporaryFolder;
using Folders = std::vector<std::filesystem::path>;

TEST_CASE("Data folders are those that the environment names, downloads last") {
  const EnvironmentVariable no_data("DESCENT_DATA", "");
  const EnvironmentVariable no_cache("DESCENT_CACHE", "");
  REQUIRE(data_folders().size() == 1);
  const auto usual = data_folders()[0];
  CHECK(usual.filename() == "cache");
  const TemporaryFolder own;
  const EnvironmentVariable data("DESCENT_DATA", own.path().string());
  CHECK(data_folders() == Folders{own.path(), usual});
  const EnvironmentVariable cache("DESCENT_CACHE", "/downloads");
  CHECK(data_folders() == Folders{own.path(), "/downloads"});
}

TEST_CASE("A data folder of the user's that is not there is a slip") {
  const EnvironmentVariable data("DESCENT_DATA", "/no such folder");
  CHECK_THROWS_WITH(data_folders(), "DESCENT_DATA: /no such folder is not a folder");
}

TEST_CASE("A data file is found in the first folder that has it, plain before compressed") {
  const TemporaryFolder own;
  const TemporaryFolder downloads;
  const EnvironmentVariable data("DESCENT_DATA", own.path().string());
  const EnvironmentVariable cache("DESCENT_CACHE", downloads.path().string());
  CHECK_FALSE(find_data_file("rows").has_value());
  const auto downloaded = downloads.write("rows", "");
  CHECK(find_data_file("rows") == downloaded);
  const auto archive = own.write("rows.xz", "");
  CHECK(find_data_file("rows") == archive);
  CHECK(find_download("rows") == downloaded);
  CHECK(find_download("rows.xz") == archive);
  CHECK(find_data_file("capitals") == std::nullopt);
  const auto capitals = own.write("capitals.GZ", "");
  CHECK(find_data_file("capitals") == capitals);
  const auto plain = own.write("rows", "");
  CHECK(find_data_file("rows") == plain);
}

TEST_CASE("The plain name of a data file lacks the ending of an archive, once") {
  CHECK(plain_name("a9a") == "a9a");
  CHECK(plain_name("a9a.t.bz2") == "a9a.t");
  CHECK(plain_name("covtype.data.gz") == "covtype.data");
  CHECK(plain_name("x.xz.gz") == "x.xz");
  CHECK(plain_name("x.zip") == "x.zip");
}

TEST_CASE("A path leads from the given folder, or else from the current one") {
  const TemporaryFolder folder;
  const std::string own = folder.path().string();
  const auto rows = folder.write("rows", "");
  CHECK(find_path("rows", folder.path()) == rows);
  CHECK(find_path(rows.string(), "") == rows);
  CHECK(find_path(rows.string(), "elsewhere") == rows);
  CHECK_THROWS_AS(find_path("none", folder.path()), MissingFileError);
  CHECK_THROWS_WITH(find_path("none", folder.path()),
                    "none: no such file in " + own + " or the current directory");
  CHECK_THROWS_WITH(find_path("raws", folder.path()),
                    "raws: no such file in " + own + " or the current directory, did you mean 'rows'?");
  CHECK_THROWS_WITH(find_path(own + "/raws", ""), own + "/raws: no such file, did you mean 'rows'?");
  CHECK_THROWS_WITH(find_path("./none", ""), "./none: no such file");
  CHECK_THROWS_WITH(find_path(own + "/none", "elsewhere"), own + "/none: no such file");
  std::filesystem::create_symlink(folder.path() / "loop", folder.path() / "loop");
  CHECK_THROWS_WITH(find_path("loop/rows", folder.path()),
                    own + "/loop/rows: Too many levels of symbolic links");
}

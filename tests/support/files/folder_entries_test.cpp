#include "support/files/contents.hpp"

#include "support/files/atomic_file.hpp"
#include "tests/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

TEST_CASE("what is in a folder is listed by its names, and nothing where there is no folder") {
  const test::TemporaryFolder temporary;
  const std::filesystem::path folder = temporary.path();
  CHECK(folder_entries(folder).empty());
  for (const char* name : {"b", ".hidden", "a"}) write_atomically(folder / name, "");
  make_folder(folder / "c");
  CHECK(folder_entries(folder) ==
        std::vector<std::filesystem::path>{folder / ".hidden", folder / "a", folder / "b", folder / "c"});
  CHECK(folder_entries(folder / "nowhere").empty());
  CHECK(folder_entries(folder / "a").empty());
}

#include "datasets/download/archive_conversion.hpp"

#include <fmt/format.h>

#include <string>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/download/tar_text.hpp"
#include "tests/datasets/readers/compressed_text.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::TemporaryFolder;

namespace {

struct Converted {
  std::string text;
  std::uint64_t repeats = 0;
};

Converted converted(const std::filesystem::path& path, const std::string& member) {
  Converted found;
  found.repeats = convert_archive_member(path, member, [&](std::string_view piece) { found.text += piece; });
  return found;
}

/// The message for an archive whose only member `rows` has this text.
std::string refusal(const std::string& rows) {
  const TemporaryFolder folder;
  const auto path = folder.write("a.tar", test::tar_text({{"rows", rows}}));
  return test::error_after<DataError>(path.string() + ": ", [&] { converted(path, "rows"); });
}

}  // namespace

TEST_CASE("archive: a member is found by its path or the end of it, however the archive is compressed") {
  const std::string tar = test::tar_text({{"news/", ""},
                                          {"news/more-money.trn", "-1 9:9\n"},
                                          {"news/money.trn", "+1 1:0.5 3:2\r\n\n-1 2:1e-1"},
                                          {"news/money.tst", "-1 4:1\n"}});
  const std::string ending = GENERATE("", ".bz2", ".gz", ".xz");
  const TemporaryFolder folder;
  const auto path = folder.write("a.tar" + ending, ending.empty() ? tar : test::compressed(tar, ending));
  CHECK(converted(path, "money.trn").text == "+1 1:0.5 3:2\n\n-1 2:1e-1\n");
  CHECK(converted(path, "news/money.tst").text == "-1 4:1\n");
  CHECK(test::error_of([&] { converted(path, "oney.trn"); }, "") ==
        path.string() +
            ": has no member oney.trn; its members are news/more-money.trn, news/money.trn, news/money.tst");
}

TEST_CASE("archive: entries that a row repeats are written once and counted") {
  const TemporaryFolder folder;
  const auto path = folder.write("a.tar", test::tar_text({{"rows",
                                                           "-1 171:8.09E-02 171:8.09E-02 171:8.09E-02 180:1\n"
                                                           "+1 1:1 2:2 1:1\n+1 1:1\n"}}));
  const Converted found = converted(path, "rows");
  CHECK(found.text == "-1 171:8.09E-02 180:1\n+1 1:1 2:2\n+1 1:1\n");
  CHECK(found.repeats == 3);
}

TEST_CASE("archive: rows that are cut by the blocks of the archive are put together again") {
  std::string rows;
  for (int i = 0; i < 30'000; ++i) rows += fmt::format("{} 1:{} 7:0.25\n", i % 2 == 0 ? "+1" : "-1", i);
  const TemporaryFolder folder;
  const auto path = folder.write("a.tar.bz2", test::compressed(test::tar_text({{"rows", rows}}), ".bz2"));
  CHECK(converted(path, "rows").text == rows);
}

TEST_CASE("archive: a warning of libarchive is not an error") {
  const std::string tar = test::tar_text({{"PaxHeaders", "no length\n"}, {"rows", "+1 1:1\n"}});
  const TemporaryFolder folder;
  CHECK(converted(folder.write("a.tar", tar), "rows").text == "+1 1:1\n");
}

TEST_CASE("archive: what is malformed is named with file, member and line") {
  CHECK(refusal("+1 1:1\n-1 3:1 3:2\n") == "rows:2: indices ascend in a line, got '3:2' after 3");
  CHECK(refusal("+1 2:1 1:1\n") == "rows:1: indices ascend in a line, got '1:1' after 2");
  CHECK(refusal("+1 x\n") == "rows:1: expected index:value, got 'x'");
  CHECK(refusal("") == "rows: has no rows");
  CHECK(refusal("+1 " + std::string(1'200'000, '1')) == "rows:1: is longer than 1048576 bytes");
  const TemporaryFolder folder;
  const auto no_archive = folder.write("a.tar.bz2", "<html>moved</html>");
  CHECK_THROWS_AS(converted(no_archive, "rows"), DataError);
  const std::string message = test::error_of([&] { converted(no_archive, "rows"); }, "");
  CHECK(message.starts_with(no_archive.string() + ": "));
  CHECK(message.ends_with("; expected a tar archive; remove it to have it fetched again"));
  const std::string whole = test::compressed(test::tar_text({{"rows", std::string(9'000, '\n')}}), ".gz");
  const auto cut = folder.write("a.tar.gz", whole.substr(0, whole.size() - 20));
  CHECK_THROWS_AS(converted(cut, "rows"), DataError);
}

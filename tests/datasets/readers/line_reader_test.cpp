#include "datasets/readers/line_reader.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/readers/compressed_text.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::TemporaryFolder;
using Lines = std::vector<std::string>;

namespace {

Lines lines_of(const std::string& text, const std::string& ending = "") {
  const TemporaryFolder folder;
  LineReader reader(folder.write("text" + ending, test::compressed(text, ending)));
  Lines lines;
  while (const auto line = reader.next()) {
    lines.emplace_back(*line);
    CHECK(reader.number() == lines.size());
  }
  CHECK_FALSE(reader.next().has_value());
  return lines;
}

}  // namespace

TEST_CASE("line reader: lines without their ends, the last with or without one") {
  CHECK(lines_of("").empty());
  CHECK(lines_of("\n") == Lines{""});
  CHECK(lines_of("a") == Lines{"a"});
  CHECK(lines_of("a\n") == Lines{"a"});
  CHECK(lines_of("a\n\nb c\n") == Lines{"a", "", "b c"});
  CHECK(lines_of("a\r\nb\r\n") == Lines{"a", "b"});
  CHECK(lines_of("a\rb\n\r") == Lines{"a\rb", ""});
  CHECK(lines_of("a\nb\n", ".gz") == Lines{"a", "b"});
}

TEST_CASE("line reader: lines across the ends of its block") {
  std::string text;
  Lines expected;
  for (std::size_t i = 0; text.size() < 5 * LineReader::longest_line; ++i) {
    expected.push_back(std::string(1 + i * 7919 % 300'000, static_cast<char>('a' + i % 26)));
    text += expected.back() + '\n';
  }
  CHECK((lines_of(text) == expected));
}

TEST_CASE("line reader: a line of the greatest length, and a longer one") {
  const std::string longest(LineReader::longest_line, 'x');
  CHECK((lines_of("a\n" + longest + "\r\nb\n") == Lines{"a", longest, "b"}));
  CHECK((lines_of(longest) == Lines{longest}));
  const TemporaryFolder folder;
  const auto path = folder.write("text", "a\n" + longest + longest + longest + "\n");
  LineReader reader(path);
  reader.next();
  REQUIRE_THROWS_WITH(reader.next(),
                      path.string() + ": has a line of more than 1048576 bytes: is this text?");
}

TEST_CASE("a text that could not be read has ended") {
  int reads = 0;
  LineBlocks blocks(
      "text",
      [&](std::span<char> block) -> std::size_t {
        if (++reads == 2) throw DataError("unreadable");
        std::ranges::fill(block, '\n');
        return block.size();
      },
      10, 10);
  TextBlock block;
  CHECK(blocks.next(block));
  CHECK_THROWS_AS(blocks.next(block), DataError);
  CHECK_FALSE(blocks.next(block));
  CHECK(reads == 2);
}

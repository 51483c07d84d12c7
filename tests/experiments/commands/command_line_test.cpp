#include "experiments/commands/command_line.hpp"

#include "tests/catch.hpp"

using namespace descent;

TEST_CASE("byte counts have units of 1024") {
  CHECK(parse_byte_count("1500") == 1500u);
  CHECK(parse_byte_count("2K") == 2048u);
  CHECK(parse_byte_count("512M") == 512u << 20);
  CHECK(parse_byte_count("1.5G") == 3u << 29);
  CHECK(parse_byte_count("1T") == std::uint64_t{1} << 40);
  for (const char* wrong : {"", "M", "2GB", "2 G", "-1M", "0", "1e30", "nan", "inf", "2g", "0x10"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_byte_count(wrong));
  }
}

#include "experiments/commands/command_line.hpp"

#include "tests/catch.hpp"

using namespace descent;

TEST_CASE("options are repeated as they were given, as words of a shell") {
  namespace po = boost::program_options;
  po::options_description options;
  options.add_options()("out", po::value<std::string>())("quick", "")(
      "jobs", po::value<int>()->default_value(1))("claims", po::value<std::vector<std::string>>());
  const ParsedArguments parsed =
      parse_arguments({"--claims=--comment=a b", "x.json", "--quick", "--out", "it's", "--claims=-v"}, "run",
                      options, "config");
  CHECK(parsed.words == std::vector<std::string>{"x.json"});
  CHECK(parsed.option_words_without({"quick"}) == R"( --claims='--comment=a b' --out 'it'\''s' --claims=-v)");
}

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

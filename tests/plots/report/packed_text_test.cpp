#include "plots/report/packed_text.hpp"

#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <sstream>

#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"

namespace descent {

TEST_CASE("bytes become base64 as RFC 4648 has it") {
  CHECK(base64("") == "");
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foobar") == "Zm9vYmFy");
  CHECK(base64(std::string("\0\xff\xfe", 3)) == "AP/+");
}

TEST_CASE("a gzipped text reads back, and the same text has the same bytes") {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "line " + std::to_string(i % 7) + '\n';
  const std::string packed = gzipped(text);
  CHECK(packed.size() < text.size() / 10);
  CHECK(packed == gzipped(text));
  std::istringstream stream(packed);
  boost::iostreams::filtering_istream unpacked;
  unpacked.push(boost::iostreams::gzip_decompressor());
  unpacked.push(stream);
  std::string again;
  boost::iostreams::copy(unpacked, boost::iostreams::back_inserter(again));
  CHECK(again == text);
}

TEST_CASE("numbers are packed as floats, or as doubles where floats lose more than digits") {
  using Numbers = std::vector<std::optional<double>>;
  CHECK(packed_numbers(Numbers{1.0}, false) == "fAACAPw==");
  CHECK(packed_numbers(Numbers{1.0}, true) == "dAAAAAAAA8D8=");
  CHECK(packed_numbers(Numbers{std::nullopt, 1.0}, false) == "fAADAfwAAgD8=");  // NaN for what is not there
  CHECK(packed_numbers(Numbers{std::nullopt}, false) == "");
  CHECK(packed_numbers(Numbers{infinity}, false).starts_with('f'));
  CHECK(packed_numbers(Numbers{1e300, 1.0}, false).starts_with('d'));
  CHECK(packed_numbers(Numbers{1e-300}, false).starts_with('d'));
}

}  // namespace descent

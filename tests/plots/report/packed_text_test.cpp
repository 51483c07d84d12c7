#include "plots/report/report.hpp"

#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <sstream>

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

}  // namespace descent

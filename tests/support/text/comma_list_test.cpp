#include "support/text/comma_list.hpp"

#include "tests/catch.hpp"

using namespace descent;
using Words = std::vector<std::string>;

TEST_CASE("a list is split at its commas, but for those of names that are known, the longest first") {
  CHECK(parts_between_commas("a, b,") == Words{"a", " b", ""});
  const Words known{"COMID", "COMID, c = 10", "COMID, c = 10, t", "b"};
  const auto names = [&](const char* text) { return joined_to_names(parts_between_commas(text), known); };
  CHECK(names("COMID, c = 10,b,x") == Words{"COMID, c = 10", "b", "x"});
  CHECK(names("b,COMID, c = 10, t") == Words{"b", "COMID, c = 10, t"});
  CHECK(names("COMID, c = 1") == Words{"COMID", " c = 1"});
  CHECK(names("x,COMID,COMID") == Words{"x", "COMID", "COMID"});
}

#include "support/text/text_table.hpp"

#include "tests/catch.hpp"

using namespace descent;

TEST_CASE("Columns are as wide as their widest cell, and no line ends with blanks") {
  const CellLines lines{{"a", "λ", "last", ""}, {"long", "1000"}, {"", "", "x", "yy"}};
  CHECK(in_columns(lines, InnerColumns::left) ==
        "  a     λ     last\n"
        "  long  1000\n"
        "              x     yy\n");
  CHECK(in_columns(lines, InnerColumns::right) ==
        "  a        λ  last\n"
        "  long  1000\n"
        "                 x  yy\n");
  CHECK(in_columns({}, InnerColumns::left).empty());
}

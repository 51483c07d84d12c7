#include "plots/gnuplot/figure_writer.hpp"

#include "plots/gnuplot/pictures.hpp"
#include "plots/labels/labels.hpp"
#include "support/text/foreign_text.hpp"
#include "support/text/plural.hpp"
#include "tests/catch.hpp"

namespace descent {

TEST_CASE("texts are shown literally by gnuplot") {
  CHECK(gnuplot_quoted("plain, 1/m") == "'plain, 1/m'");
  CHECK(gnuplot_quoted("a_b^{c}@&~\\") == "'a\\_b\\^\\{c\\}\\@\\&\\~\\\\'");
  CHECK(gnuplot_quoted("it's \"so\"\n") == "'it''s \"so\" '");
  CHECK(gnuplot_quoted("'own'") == "'{}''own'''");
  CHECK(gnuplot_quoted("a''b'''") == "'a''{}''b''{}''{}'''");
  CHECK(gnuplot_verbatim("x_{1}'s") == "'x_{1}''s'");
  CHECK(gnuplot_quoted(std::string_view("a\0b\x1b\x7f", 5)) == "'a b  '");
  CHECK(gnuplot_comment("two\nlines \\") == "# two lines /");
  CHECK(gnuplot_comment(std::string_view("a\0b", 3)) == "# a b");
}

TEST_CASE("numbers in titles are written as in print") {
  CHECK(with_thousands(0) == "0");
  CHECK(with_thousands(999) == "999");
  CHECK(with_thousands(24703) == "24,703");
  CHECK(with_thousands(1234567) == "1,234,567");
  CHECK(lambda_text(1.0 / 32561, 32561) == "1/m");
  CHECK(lambda_text(0.1 / 32561, 32561) == "0.1/m");
  CHECK(lambda_text(100.0 / 32561, 32561) == "100/m");
  CHECK(lambda_text(1.0 / 32561 / 32561, 32561) == "1/m²");
  CHECK(lambda_text(0.00123456, 32561) == "0.001235");
  CHECK(lambda_text(9.7 / 32561, 32561) == "9.7/m");
  CHECK(short_number(99.7) == "99.7");
  CHECK(short_number(1234.4) == "1,234");
  CHECK(short_number(2e20) == "2e+20");
}

TEST_CASE("file names stay inside their folder") {
  CHECK(file_name_text("figure1-a_b") == "figure1-a_b");
  CHECK(file_name_text("../x y") == "_.._x_y");
  CHECK(file_name_text("") == "_");
}

}  // namespace descent

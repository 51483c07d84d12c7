#include "support/text/foreign_text.hpp"

#include "tests/catch.hpp"

namespace descent {

TEST_CASE("what looks like an entity of HTML is shown as it is by a reader of Markdown") {
  CHECK(markdown_text("m < n") == "m < n");  // begins no tag
  CHECK(markdown_text("a &amp; b &lt; <c>") == "a &amp;amp; b &amp;lt; &lt;c>");
}

TEST_CASE("a link and control characters in Markdown are text") {
  CHECK(markdown_text("see https://a.b, www.a.b") == "see https\\://a.b, www\\.a.b");
  CHECK(markdown_text("[x](javascript:a) `b` \x1b\n") == "\\[x](javascript:a) `b`   ");
  CHECK(html_text("<a href='x'>\x07") == "&lt;a href=&#39;x&#39;&gt; ");
}

TEST_CASE("no character keeps a meaning of its own in LaTeX") {
  CHECK(latex_text("10 %–90 %, {#1} ~ ^ \\ $ < F − D* ≤ m²\n[x_1] & λ") ==
        "10 \\%--90 \\%, \\{\\#1\\} \\textasciitilde{} \\textasciicircum{} \\textbackslash{} \\$ $<$ F $-$ "
        "D{*} $\\le$ m$^2$ {[}x\\_1] \\& $\\lambda$");
  CHECK(latex_text("Σ hinge + ½λ‖w‖², 4 × 6, 3·10⁻¹⁷") ==
        "$\\sum$ hinge + $\\frac{1}{2}$$\\lambda$$\\|$w$\\|$$^2$, 4 $\\times$ 6, 3$\\cdot$10$^{-}$$^1$$^7$");
  // Without the escapes, nothing special is left.
  std::string rest = latex_text("\\{}$&#^_%~");
  for (const std::string_view escape : {"\\textbackslash{}", "\\textasciicircum{}", "\\textasciitilde{}",
                                        "\\{", "\\}", "\\$", "\\&", "\\#", "\\_", "\\%"}) {
    const std::size_t place = rest.find(escape);
    REQUIRE(place != std::string::npos);
    rest.erase(place, escape.size());
  }
  CHECK(rest.empty());
}

TEST_CASE("no field of a CSV file is a formula, and every text is read back") {
  CHECK(csv_field("=1+1") == "'=1+1");
  CHECK(csv_field("@SUM(A1)") == "'@SUM(A1)");
  CHECK(csv_field("+cmd|' /C calc'!A0") == "'+cmd|' /C calc'!A0");
  CHECK(csv_field("-x,\"y\"") == "\"'-x,\"\"y\"\"\"");
  CHECK(csv_field("\t=1") == "'\t=1");
  for (const char* const plain : {"", "a9a", "-1.5e-3", "+2", "-inf", "step=0.1", "'quoted'", "'"}) {
    CAPTURE(plain);
    CHECK(csv_field(plain) == plain);
    CHECK(value_of_csv(plain) == plain);
  }
  for (const char* const text : {"=1", "'=1", "''-x", "+a", "@", "-", "'-1", "\r="}) {
    CAPTURE(text);
    const std::string field = csv_field(text);
    const bool is_quoted = field.front() == '"';
    CHECK(field.substr(is_quoted ? 1 : 0, 1) == "'");
    CHECK(value_of_csv(is_quoted ? field.substr(1, field.size() - 2) : field) == text);
  }
}

}  // namespace descent

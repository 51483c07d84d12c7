#include "support/text/text_table.hpp"

#include "tests/catch.hpp"

namespace descent {
namespace {

const TextTable example{
    "a_b, λ = 1/m",
    {"method", "1e-1"},
    {{{"SCD | x"}, {"0.1", true, "(0–1)"}}, {{"R&D"}, {"> 5", false, "(0/3)"}}, {{"[*]"}, {"—"}}}};

}  // namespace

TEST_CASE("a table as Markdown") {
  CHECK(to_markdown(example) ==
        "### a\\_b, λ = 1/m\n\n| method | 1e-1 |\n|---|--:|\n| SCD \\| x | **0.1** (0–1) |\n| R&amp;D | > "
        "5 (0/3) |\n| [\\*] | — |\n");
}

TEST_CASE("what looks like an entity of HTML is shown as it is by a reader of Markdown") {
  CHECK(markdown_text("m < n") == "m < n");  // begins no tag
  CHECK(markdown_text("a &amp; b &lt; <c>") == "a &amp;amp; b &amp;lt; &lt;c>");
}

TEST_CASE("a table as LaTeX, everything escaped, details on lines of their own where there are any") {
  CHECK(to_latex(example) ==
        "\\begin{table}\n\\caption{a\\_b, $\\lambda$ = 1/m}\n"
        "\\centering\\footnotesize\\setlength{\\tabcolsep}{3pt}\n\\begin{tabular}{lr}\n\\hline\n"
        "method & 1e-1 \\\\\n\\hline\n"
        "SCD \\textbar{} x & \\textbf{0.1} \\\\\n & {\\tiny (0--1)} \\\\\n"
        "R\\&D & $>$ 5 \\\\\n & {\\tiny (0/3)} \\\\\n"
        "{[}{*}] & --- \\\\\n"
        "\\hline\n\\end{tabular}\n\\end{table}\n");
}

TEST_CASE("no character keeps a meaning of its own in LaTeX") {
  CHECK(latex_text("10 %–90 %, {#1} ~ ^ \\ $ < F − D* ≤ m²\n[x_1] & λ") ==
        "10 \\%--90 \\%, \\{\\#1\\} \\textasciitilde{} \\textasciicircum{} \\textbackslash{} \\$ $<$ F $-$ "
        "D{*} $\\le$ m$^2$ {[}x\\_1] \\& $\\lambda$");
  CHECK(latex_text("Σ hinge + ½λ‖w‖², 4 × 6, 3·10⁻¹⁷") ==
        "$\\sum$ hinge + $\\frac{1}{2}$$\\lambda$$\\|$w$\\|$$^2$, 4 $\\times$ 6, 3$\\cdot$10$^{-}$$^1$$^7$");
  // With every escape taken out again, nothing special is left.
  std::string rest = latex_text("\\{}$&#^_%~");
  for (const std::string_view escape : {"\\textbackslash{}", "\\textasciicircum{}", "\\textasciitilde{}",
                                        "\\{", "\\}", "\\$", "\\&", "\\#", "\\_", "\\%"}) {
    const std::size_t place = rest.find(escape);
    REQUIRE(place != std::string::npos);
    rest.erase(place, escape.size());
  }
  CHECK(rest.empty());
}

}  // namespace descent

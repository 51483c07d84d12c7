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
        "5 (0/3) |\n| \\[\\*] | — |\n");
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

}  // namespace descent

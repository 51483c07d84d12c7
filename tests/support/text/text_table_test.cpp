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

}  // namespace descent

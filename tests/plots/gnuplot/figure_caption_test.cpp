#include "plots/gnuplot/figure_writer.hpp"

#include <string>

#include "plots/analysis/aggregate.hpp"
#include "plots/figures/curve_figures.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/plots/written.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

/// First place that plain LaTeX would misprint: a letter outside ASCII or an unescaped special character.
/// Empty if there is none.
std::string first_fault(const std::string& text) {
  bool is_formula = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (letter == '\\') {
      ++i;
    } else if (letter == '$') {
      is_formula = !is_formula;
    } else {
      const bool is_special = std::string_view("#&%~").find(letter) != std::string_view::npos;
      const bool is_index = letter == '_' || letter == '^';
      const bool is_ascii = static_cast<unsigned char>(letter) < 0x80;
      if (!is_ascii || is_special || (is_index && !is_formula)) return text.substr(i, 20);
    }
  }
  return is_formula ? "a formula does not end" : "";
}

/// The caption without the initial comment and the signs that join lines.
std::string caption_in(const std::filesystem::path& path) {
  const std::string text = test::file_text(path);
  const auto start = text.find('\n') + 1;
  REQUIRE(text.ends_with("%\n"));
  return text.substr(start, text.size() - 2 - start);
}

}  // namespace

TEST_CASE("captions for LaTeX have only ASCII and no special character that is not escaped") {
  const test::TemporaryFolder folder;
  test::written(folder,
                Figure{"words", "",
                       "100 % of R&D_1 ~ #2 | Σ ½λ‖w‖₁ + ‖w‖². Dolan and Moré: ρ(τ), ε ≤ 3.2·10⁻¹¹, √t, "
                       "m − 1 × 2, a–b — c… C:\\x {y} $5 ^ [z] * < >."});
  CHECK(first_fault(caption_in(folder.path() / "figures" / "words.caption.tex")).empty());
  CHECK(first_fault("a_b") == "_b");
  CHECK(first_fault("λ") == "λ");

  auto results =
      test::certified_results({test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-3}}, "nonsmooth_scd"),
                               test::certified_run({{0, 1}, {0.02, 0.1}, {1, 1e-2}}, "batch_rda")});
  results.manifest.title = "Figure 1 (Σ hinge + λ‖w‖₁)";
  test::written(folder, curve_figures(results.manifest, aggregate(results)));
  for (const char* name : {"example", "example-suboptimality"}) {
    const auto path = folder.path() / "figures" / (std::string(name) + ".caption.tex");
    CHECK(first_fault(caption_in(path)).empty());
  }
}

}  // namespace descent

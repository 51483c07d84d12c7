#include "plots/gnuplot/figure_writer.hpp"

#include <string>

#include "tests/catch.hpp"

namespace descent {
namespace {

/// What is drawn above a panel two inches wide, one of three.
std::string titles(const std::string& title) {
  const Manifest manifest;
  FigureWriter figure(manifest, {.problems = 3});
  figure.begin_panel(0, title, "m = 4");
  const std::string script = figure.take_script();
  return script.substr(script.find("set label 1"));  // without the comment, which has all of it
}

}  // namespace

TEST_CASE("a panel's title is as large as its width allows") {
  CHECK_THAT(titles("(a) a9a"), ContainsSubstring("'(a) a9a' at screen") && ContainsSubstring(" Bold,7\""));
  CHECK_THAT(titles("(d) covtype-15k, ε-insensitive², L2"),
             ContainsSubstring("ε-insensitive², L2' at screen") && ContainsSubstring(" Bold,6"));
}

TEST_CASE("a title that nobody could read in the width is cut short") {
  const std::string text = titles("(a) " + std::string(80, 'x'));
  CHECK_THAT(text, ContainsSubstring("xxx…' at screen") && ContainsSubstring(" Bold,5\""));
  CHECK_THAT(text, !ContainsSubstring(std::string(50, 'x')));
}

TEST_CASE("a data file is named by problem, method and variant") {
  Manifest manifest;
  manifest.methods = {{"nonsmooth_scd", "", "SCD"}, {"pegasos", "half/step", "Pegasos"}};
  CHECK(data_file_name("c", 0, manifest) == "c-1-nonsmooth_scd.dat");
  CHECK(data_file_name("c", 1, manifest) == "c-2-pegasos-half_step.dat");
}

}  // namespace descent

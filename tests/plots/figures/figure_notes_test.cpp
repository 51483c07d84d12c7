#include "plots/figures/figure_notes.hpp"

#include <algorithm>

#include "plots/analysis/aggregate.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"

namespace descent {
namespace {

/// Notes for a panel with one curve per method, whose cells have these mean setup times.
std::vector<std::string> notes_of_setups(const std::vector<ManifestMethod>& methods,
                                         const std::vector<double>& seconds, Axis axis) {
  Manifest manifest = test::example_results({}).manifest;
  manifest.methods = methods;
  Panel panel;
  panel.axis = axis;
  panel.x = {0.1, 1, 10, true};
  for (std::size_t i = 0; i < methods.size(); ++i) {
    PanelCurve curve;
    curve.method = i;
    curve.runs = 2;
    curve.setup_seconds = seconds[i];
    CurvePoint point;
    point.point = 1;
    point.cpu_seconds = point.passes = point.objective.mean = 1;
    point.density.mean = 0.5;
    curve.points = {point};
    panel.curves.push_back(curve);
  }
  Panel shorter = panel;
  for (PanelCurve& curve : shorter.curves) curve.setup_seconds /= 2;
  return figure_notes(objective_figure({}), manifest, std::vector{panel, shorter});
}

/// Sentences of the figure of suboptimality, in one line.
std::string notes_of_certificates(const ResultsFolder& results) {
  std::string text;
  for (const std::string& line :
       figure_notes(suboptimality_figure(), results.manifest,
                    make_panels(results.manifest, aggregate(results), results.manifest.x_axis))) {
    text += line + ' ';
  }
  return text;
}

const std::vector<ManifestMethod> three{
    {"nonsmooth_scd", "", "Non-smooth SCD"}, {"sdcd", "", "SDCD"}, {"pegasos", "", "Pegasos"}};

std::vector<std::string> notes_of_runs(std::vector<std::vector<ResultRow>> runs) {
  auto results = test::example_results(std::move(runs));
  results.manifest.methods.push_back({"sdcd", "", "SDCD"});
  return figure_notes(objective_figure({}), results.manifest,
                      make_panels(results.manifest, aggregate(results), results.manifest.x_axis));
}

}  // namespace

TEST_CASE("the longest setup is told if it takes a millisecond or more, but not on an axis of passes") {
  CHECK(notes_of_setups(three, {0.02, 0.045, 0.00099}, Axis::cpu_seconds) ==
        std::vector<std::string>{"F(w) = mean hinge + λ‖w‖₁.", "Mean of 2 runs.", "Setup: up to 45 ms."});
  CHECK(notes_of_setups(three, {1.26, 0.00126, 0.001}, Axis::cpu_seconds_with_setup).at(2) ==
        "Setup: up to 1.3 s.");
  CHECK(notes_of_setups(three, {0.0009, 0, 0}, Axis::cpu_seconds).size() == 2);
  CHECK(notes_of_setups(three, {0.045, 0.02, 0.01}, Axis::passes).size() == 2);
}

TEST_CASE("a title that has the formula is not followed by it") {
  Manifest manifest = test::example_results({}).manifest;
  CHECK(figure_notes(objective_figure({}), manifest, {}).front() == "F(w) = mean hinge + λ‖w‖₁.");
  manifest.title += " (mean hinge + λ‖w‖₁)";
  CHECK_THAT(figure_notes(objective_figure({}), manifest, {}).front(), !StartsWith("F(w)"));
}

TEST_CASE("a line is said to end by itself if the method ended all of its runs, be it late") {
  const auto whole = test::example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget);
  const auto end = GENERATE(0.1, 0.9);
  CAPTURE(end);
  for (const auto status : {run_status::converged, run_status::stalled, run_status::limit, run_status::budget,
                            run_status::diverged}) {
    CAPTURE(status);
    const auto early = test::changed(test::example_run({{0, 1}, {0.01, 0.8}, {end, 0.6}}, status),
                                     &ResultRow::method, "sdcd");
    std::string notes;
    for (const std::string& line : notes_of_runs({whole, early})) notes += line + ' ';
    CHECK((notes.find("the method stopped") != std::string::npos) == run_status::is_own_end(status));
  }
}

TEST_CASE("a figure of suboptimality says what its lines and D* are, and how far the bound can be trusted") {
  auto results = test::certified_results({test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-4}}, "sdcd", 1),
                                          test::certified_run({{0, 1}, {0.01, 0.2}, {1, 1e-4}}, "sdcd", 2)});
  CHECK_THAT(notes_of_certificates(results),
             ContainsSubstring("Median of 2 runs, bands 10–90 %. Setup") &&
                 ContainsSubstring("D*: lower bound of min F, certified to 1.1e-09. "));
  auto& optimum = results.manifest.optima.at(0);
  optimum.objective = optimum.lower_bound * (1 + 3.21e-4);
  CHECK_THAT(notes_of_certificates(results), ContainsSubstring("certified to 3.3e-04 (hatched). "));
  optimum.dataset = "another";
  CHECK_THAT(notes_of_certificates(results), ContainsSubstring("D*: lower bound of min F. "));
}

TEST_CASE("of several certificates the widest gap counts, and one that is not known hides all") {
  auto results =
      test::certified_results({test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-4}}, "sdcd", 1),
                               test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-4}}, "sdcd", 1, "b")});
  auto& first = results.manifest.optima.at(0);
  first.objective = first.lower_bound * (1 + 3.21e-4);
  CHECK_THAT(notes_of_certificates(results), ContainsSubstring("certified to 3.3e-04 (hatched). "));
  first.dataset = "another";
  CHECK_THAT(notes_of_certificates(results), ContainsSubstring("D*: lower bound of min F. "));
}

TEST_CASE("a figure of suboptimality names the problems that it cannot show") {
  const auto negative = test::changed(test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-4}}, "sdcd", 1, "b"),
                                      &ResultRow::lower_bound, -0.5);
  const auto failed = test::changed(test::failed_run(), &ResultRow::dataset, "c");
  const auto without = test::changed(negative, &ResultRow::dataset, "d");
  auto results =
      test::certified_results({test::certified_run({{0, 1}, {0.01, 0.1}, {1, 1e-4}}, "sdcd"), negative,
                               failed, test::changed(without, &ResultRow::lower_bound, std::nullopt)});
  results.manifest.optima.at(1).lower_bound = -0.5;
  results.manifest.optima.pop_back();
  CHECK_THAT(notes_of_certificates(results),
             ContainsSubstring("Not shown: b (no positive lower bound); c (no run); "
                               "d (no certified optimum). "));
}

TEST_CASE("notes say what bands are") {
  const auto early = test::example_run({{0, 1}, {0.01, 0.8}, {0.1, 0.6}}, run_status::converged, 1);
  const auto whole = test::changed(test::example_run({{0, 1}, {0.01, 0.8}, {1, 0.4}}, run_status::budget),
                                   &ResultRow::method, "sdcd");
  auto other = whole;
  for (ResultRow& row : other) *row.objective += row.cpu_seconds / 100;
  CHECK(notes_of_runs({early, whole, other}) ==
        std::vector<std::string>{"F(w) = mean hinge + λ‖w‖₁.", "Mean of 1 to 2 runs, bands 10–90 %.",
                                 "Early end: the method stopped."});
}

}  // namespace descent

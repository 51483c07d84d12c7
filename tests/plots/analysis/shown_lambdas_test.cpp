#include "plots/figures/panel.hpp"

#include <set>

#include "tests/catch.hpp"

namespace descent {
namespace {

std::vector<CurvePoint> curves_over(const std::vector<std::string>& datasets,
                                    const std::vector<double>& lambdas) {
  std::vector<CurvePoint> curves;
  for (const std::string& dataset : datasets) {
    for (const double lambda : lambdas) {
      for (std::uint64_t number = 0; number < 2; ++number) {
        CurvePoint point;
        point.dataset = dataset;
        point.loss = "hinge";
        point.regularizer = "l1";
        point.lambda = lambda;
        point.point = number;
        curves.push_back(point);
      }
    }
  }
  return curves;
}

}  // namespace

TEST_CASE("up to eight problems, and any number of datasets, are all shown") {
  const auto eight = choose_shown_lambdas(curves_over({"a", "b"}, {1, 2, 3, 4}));
  CHECK(eight.curves.size() == 16);
  CHECK(eight.remark.empty());
  const auto many = choose_shown_lambdas(curves_over({"a", "b", "c", "d", "e", "f", "g", "h", "i"}, {1}));
  CHECK(many.curves.size() == 18);
  CHECK(many.remark.empty());
  CHECK(choose_shown_lambdas({}).curves.empty());
}

TEST_CASE("of more problems the ends and the middle of each path are shown, and the rest is told") {
  const auto thinned = choose_shown_lambdas(curves_over({"a", "b"}, {5, 1, 2, 3, 4}));
  std::set<double> lambdas;
  for (const CurvePoint& point : thinned.curves) lambdas.insert(point.lambda);
  CHECK(lambdas == std::set<double>{1, 3, 5});
  CHECK(thinned.curves.size() == 12);
  CHECK(thinned.curves.front().lambda == 5);  // in the original order
  CHECK_THAT(thinned.remark, ContainsSubstring("the other 4 problems"));
}

}  // namespace descent

// Folds, and the choice of λ from their errors.
#include "experiments/crossvalidation/crossvalidation.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/catch.hpp"

using namespace descent;

namespace {

std::vector<double> labels_of(std::size_t positive, std::size_t negative) {
  std::vector<double> labels(positive, 1.0);
  labels.insert(labels.end(), negative, -1.0);
  Random random(5);
  shuffle(labels.begin(), labels.end(), random);
  return labels;
}

const std::vector<Index> four_folds{10, 10, 10, 10};

}  // namespace

TEST_CASE("every row is in exactly one fold, and folds have equally many rows of each class") {
  struct Case {
    std::size_t positive, negative;
    Index folds;
  };
  for (const Case& each :
       {Case{207, 493, 5}, Case{5, 5, 5}, Case{7, 11, 4}, Case{2, 100, 2}, Case{13, 17, 7}}) {
    const std::vector<double> labels = labels_of(each.positive, each.negative);
    const std::vector<Index> folds = stratified_folds(labels, each.folds, Random(3));
    CAPTURE(each.positive, each.negative, each.folds);
    REQUIRE(folds.size() == labels.size());
    std::vector<Index> rows(static_cast<std::size_t>(each.folds));
    std::vector<Index> positive(static_cast<std::size_t>(each.folds));
    for (std::size_t row = 0; row < labels.size(); ++row) {
      REQUIRE(folds[row] >= 0);
      REQUIRE(folds[row] < each.folds);
      ++rows[static_cast<std::size_t>(folds[row])];
      if (labels[row] > 0) ++positive[static_cast<std::size_t>(folds[row])];
    }
    for (const auto& counts : {rows, positive}) {
      const auto [least, most] = std::ranges::minmax(counts);
      CHECK(most - least <= 1);
      CHECK(least >= 1);
    }
  }
}

TEST_CASE("the same seed draws the same folds, another seed others") {
  const std::vector<double> labels = labels_of(30, 70);
  CHECK(stratified_folds(labels, 5, Random(1)) == stratified_folds(labels, 5, Random(1)));
  CHECK(stratified_folds(labels, 5, Random(1)) != stratified_folds(labels, 5, Random(2)));
}

TEST_CASE("rows of a class are not dealt out in the order of the file") {
  const std::vector<double> labels(40, 1.0);
  const std::vector<Index> folds = stratified_folds(labels, 4, Random(1));
  std::vector<Index> in_order(40);
  for (std::size_t row = 0; row < 40; ++row) in_order[row] = static_cast<Index>(row % 4);
  CHECK(folds != in_order);
}

TEST_CASE("the standard error is that of the folds' shares, whatever their sizes") {
  // Shares 0.1, 0.3, 0.2, 0.2: mean 0.2, squares 0.02 over 3, over 4 folds.
  CHECK(standard_error({1, {1, 3, 2, 2}}, four_folds) == Approx(std::sqrt(0.02 / 3 / 4)));
  CHECK(standard_error({1, {2, 6, 1, 2}}, std::vector<Index>{20, 20, 5, 10}) ==
        Approx(std::sqrt(0.02 / 3 / 4)));
  CHECK(standard_error({1, {2, 2, 2, 2}}, four_folds) == 0);
}

TEST_CASE("the fewest errors win, and of equals the largest lambda") {
  const std::vector<LambdaErrors> candidates{{0.1, {3, 3, 3, 3}},
                                             {0.2, {2, 3, 2, 2}},
                                             {0.4, {9, 9, 9, 9}},
                                             {0.8, {0, 0, 9, 0}},
                                             {1.6, {3, 3, 3, 1}}};
  CHECK(choose_lambda(candidates, four_folds, LambdaRule::minimum) == 3);
  CHECK(choose_lambda(std::span(candidates).first(3), four_folds, LambdaRule::minimum) == 1);
  CHECK(choose_lambda(std::span(candidates).first(1), four_folds, LambdaRule::minimum) == 0);
  const std::vector<LambdaErrors> equal(6, {1, {2, 2, 2, 2}});
  CHECK(choose_lambda(equal, four_folds, LambdaRule::minimum) == 5);
}

TEST_CASE("one standard error: the largest lambda that is hardly worse, were it past worse ones") {
  // The best has 8 errors of 40 and the standard error √(0.02/12) = 0.0408 of the share: 1.63 errors.
  const std::vector<LambdaErrors> candidates{{0.1, {1, 3, 2, 2}},
                                             {0.2, {2, 2, 2, 3}},
                                             {0.4, {3, 3, 3, 3}},
                                             {0.8, {3, 2, 2, 2}},
                                             {1.6, {3, 3, 2, 2}}};
  CHECK(choose_lambda(candidates, four_folds, LambdaRule::minimum) == 0);
  CHECK(choose_lambda(candidates, four_folds, LambdaRule::one_standard_error) == 3);

  const std::vector<LambdaErrors> certain{{0.1, {2, 2, 2, 2}}, {0.2, {2, 2, 2, 3}}};
  CHECK(choose_lambda(certain, four_folds, LambdaRule::one_standard_error) == 0);
}

TEST_CASE("one standard error counts from the best with the largest lambda") {
  // Both have 8 errors; only with the first one's standard error would the third be in reach.
  const std::vector<LambdaErrors> candidates{{0.1, {0, 8, 0, 0}}, {0.2, {2, 2, 2, 2}}, {0.4, {3, 2, 2, 2}}};
  CHECK(choose_lambda(candidates, four_folds, LambdaRule::one_standard_error) == 1);
}

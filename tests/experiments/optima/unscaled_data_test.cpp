// Realistic data: timestamps, prices, years. Rounding of its values, or of sums, may exceed the minimum;
// statements must hold for the file's exact numbers.

#include <fmt/format.h>

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "datasets/load_dataset.hpp"
#include "experiments/optima/certified_optimum.hpp"
#include "support/numbers/random.hpp"
#include "tests/catch.hpp"
#include "tests/support/elimination.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

using Wide = boost::multiprecision::cpp_bin_float_quad;  // 113 bits

/// Exact value of a decimal text.
Wide wide(const std::string& text) {
  Wide digits = 0;
  Wide divisor = 1;
  bool behind_point = false;
  for (const char c : text) {
    if (c == '.') behind_point = true;
    if (c < '0' || c > '9') continue;
    digits = 10 * digits + (c - '0');
    if (behind_point) divisor *= 10;
  }
  return (text.front() == '-' ? -digits : digits) / divisor;
}

struct Row {
  int label;
  std::vector<std::string> values;
};
using Rows = std::vector<Row>;
using Point = std::vector<Wide>;

Wide margin(const Row& row, const Point& w) {
  Wide z = 0;
  for (std::size_t j = 0; j < w.size(); ++j) z += wide(row.values[j]) * w[j];
  return row.label * z;
}

/// Squared hinge + L2 of the text's numbers.
Wide objective(const Rows& rows, Wide lambda, const Point& w) {
  Wide losses = 0;
  for (const Row& row : rows) {
    const Wide slack = 1 - margin(row, w);
    if (slack > 0) losses += slack * slack;
  }
  Wide squares = 0;
  for (const Wide& w_j : w) squares += w_j * w_j;
  return lambda / 2 * squares + losses / static_cast<Wide>(rows.size());
}

/// Minimiser by Newton's method, halving steps until F falls.
Point minimiser(const Rows& rows, Wide lambda) {
  const std::size_t n = rows.front().values.size();
  const auto m = static_cast<Wide>(rows.size());
  Point w(n, 0);
  for (int iteration = 0; iteration < 200; ++iteration) {
    std::vector<Point> hessian(n, Point(n, 0));
    Point gradient(n);
    for (std::size_t j = 0; j < n; ++j) {
      hessian[j][j] = lambda;
      gradient[j] = lambda * w[j];
    }
    for (const Row& row : rows) {
      const Wide slack = 1 - margin(row, w);
      if (!(slack > 0)) continue;
      for (std::size_t j = 0; j < n; ++j) {
        const Wide x_j = wide(row.values[j]);
        gradient[j] -= 2 / m * slack * row.label * x_j;
        for (std::size_t k = 0; k < n; ++k) hessian[j][k] += 2 / m * x_j * wide(row.values[k]);
      }
    }
    const Point step = test::solved_by_elimination(hessian, gradient).value();
    const Wide before = objective(rows, lambda, w);
    Wide size = 1;
    Point next = w;
    do {
      for (std::size_t j = 0; j < n; ++j) next[j] = w[j] - size * step[j];
      size /= 2;
    } while (objective(rows, lambda, next) > before && size > Wide(1e-9));
    if (!(objective(rows, lambda, next) < before)) return w;
    w = next;
  }
  return w;
}

struct Case {
  std::string name;
  std::function<std::vector<std::string>(int label, Random&)> values;
  double lambda_m = 1;  ///< λ m
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"two timestamps",
       [](int label, Random&) {
         return std::vector<std::string>{"1700000000", fmt::format("{}", 1'700'000'000 + label)};
       }},
      {"timestamps in milliseconds",
       [](int label, Random& random) {
         const auto time = static_cast<std::int64_t>(1'700'000'000'000 + random.below(1'000'000'000));
         const auto later = time + 700 + 500 * label + static_cast<std::int64_t>(random.below(800));
         return std::vector<std::string>{fmt::format("{}", time), fmt::format("{}", later)};
       }},
      {"prices near a million that move by cents",
       [](int label, Random& random) {
         const double price = 1e6 + std::round(100 * random.normal()) / 100;
         return std::vector<std::string>{
             fmt::format("{:.2f}", price),
             fmt::format("{:.2f}", price + 0.01 * label + 0.01 * static_cast<double>(random.below(3)))};
       }},
      {"prices near 100",
       [](int label, Random& random) {
         return std::vector<std::string>{fmt::format("{:.2f}", 100 + 0.01 * label + 0.02 * random.normal()),
                                         "1"};
       }},
      {"one large column",
       [](int label, Random& random) {
         return std::vector<std::string>{fmt::format("{:.0f}", 1e9 + 1e6 * random.normal()),
                                         fmt::format("{:.3f}", 0.5 * label + random.normal()), "1"};
       }},
      {"decimal years",
       [](int label, Random& random) {
         const double year = 1990 + 30 * random.uniform();
         return std::vector<std::string>{fmt::format("{:.4f}", year),
                                         fmt::format("{:.4f}", year + 0.1 * label + 0.3 * random.normal())};
       },
       1e-5},
      {"all digits beside a constant",
       [](int label, Random& random) {
         return std::vector<std::string>{fmt::format("{:.11f}", 1e6 + 0.01 * (random.normal() + label)), "1"};
       }},
  };
  return all;
}

Rows drawn(const Case& data, std::uint64_t seed) {
  Random random(seed);
  Rows rows;
  for (int i = 0; i < 120; ++i) {
    const int label = random.below(2) == 0 ? -1 : 1;
    rows.push_back({label, data.values(label, random)});
  }
  return rows;
}

std::string text_of(const Rows& rows) {
  std::string text;
  for (const Row& row : rows) {
    text += fmt::format("{}", row.label);
    for (std::size_t j = 0; j < row.values.size(); ++j) text += fmt::format(" {}:{}", j + 1, row.values[j]);
    text += "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("unscaled data: optimum, bound and gap hold for the numbers in the file") {
  for (const Case& data : cases()) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      CAPTURE(data.name, seed);
      const Rows rows = drawn(data, seed);
      const test::TemporaryFolder folder;
      const Dataset dataset = load_dataset(folder.write("data", text_of(rows)).string());
      const double lambda = data.lambda_m / static_cast<double>(rows.size());
      const Problem problem(dataset.train, LossKind::squared_hinge, RegularizerKind::l2, lambda);
      const CertifiedOptimum certified = certify(problem, {.seconds = 0.3});

      const Wide least = objective(rows, lambda, minimiser(rows, lambda));
      const Wide reached = objective(rows, lambda, Point(certified.weights.begin(), certified.weights.end()));
      CHECK((certified.lower_bound <= least));
      const double rounding = problem.rounding_of_values(certified.weights) + 1e-12;
      CHECK(std::abs(certified.objective / static_cast<double>(reached) - 1) < rounding);
      // The gap bounds the distance above the minimum.
      CHECK(static_cast<double>(1 - least / reached) <= certified.gap() + rounding);
    }
  }
}

TEST_CASE("unscaled data: no loss has a bound above its objective, whatever offset and spread") {
  Random random(5);
  for (const double offset : {1e3, 1e6, 1e9}) {
    for (const double spread : {1e-3, 1.0}) {
      const Case data{"", [&](int label, Random& draw) {
                        return std::vector<std::string>{
                            fmt::format("{:.6f}", offset + spread * (draw.normal() + 0.5 * label)),
                            fmt::format("{:.6f}", offset + spread * draw.normal()), "1"};
                      }};
      const Rows rows = drawn(data, random.below(1000));
      const test::TemporaryFolder folder;
      const Dataset dataset = load_dataset(folder.write("data", text_of(rows)).string());
      for (const LossKind loss : {LossKind::hinge, LossKind::squared_hinge, LossKind::logistic}) {
        for (const RegularizerKind regularizer : {RegularizerKind::l1, RegularizerKind::l2}) {
          CAPTURE(offset, spread, name_of(loss), name_of(regularizer));
          const Problem problem(dataset.train, loss, regularizer, 1e-4);
          const CertifiedOptimum certified = certify(problem, {.seconds = 0.1});
          // Objective of the text's numbers, with losses of margins that are right to the last bit.
          Wide losses = 0;
          const Point w(certified.weights.begin(), certified.weights.end());
          for (const Row& row : rows) {
            const auto z = static_cast<double>(margin(row, w));
            with_loss(loss, 0, [&](auto function) { losses += function.value(z); });
          }
          double penalty = 0;
          for (const double w_j : certified.weights)
            penalty += regularizer == RegularizerKind::l1 ? std::abs(w_j) : w_j * w_j / 2;
          const double reached =
              1e-4 * penalty + static_cast<double>(losses / static_cast<Wide>(rows.size()));
          CHECK(certified.lower_bound <= reached * (1 + 1e-14));
          const double rounding = problem.rounding_of_values(certified.weights) + 1e-11;
          CHECK(std::abs(certified.objective / reached - 1) < rounding);
        }
      }
    }
  }
}

TEST_CASE("unscaled data: the bound holds for targets of many digits beside a free intercept") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    std::vector<std::string> targets;
    Rows rows;
    std::string text;
    for (int i = 0; i < 60; ++i) {
      const double x = random.normal();
      rows.push_back({1, {fmt::format("{:.3f}", x), "1"}});
      targets.push_back(
          fmt::format("1700000000.{:07}", 50'000 + static_cast<int>(5'000 * (x + random.normal()))));
      text += fmt::format("{} 1:{} 2:1\n", targets.back(), rows.back().values[0]);
    }
    const test::TemporaryFolder folder;
    const Dataset dataset =
        load_dataset(folder.write("data", text).string(), {.path_task = Task::regression});
    constexpr double lambda = 1e-6;
    const Problem problem(dataset.train, LossKind::squared, RegularizerKind::l2, lambda,
                          {.free_intercept = true});
    const CertifiedOptimum certified = certify(problem, {.seconds = 0.3});

    // Normal equations of the text's numbers, and F at their solution.
    const auto m = static_cast<Wide>(rows.size());
    std::vector<Point> A(2, Point(2, 0));
    Point b(2, 0);
    A[0][0] = lambda;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < 2; ++j) {
        b[j] += 2 / m * wide(rows[i].values[j]) * wide(targets[i]);
        for (std::size_t k = 0; k < 2; ++k)
          A[j][k] += 2 / m * wide(rows[i].values[j]) * wide(rows[i].values[k]);
      }
    }
    const Point w = test::solved_by_elimination(A, b).value();
    Wide least = static_cast<Wide>(lambda) / 2 * w[0] * w[0];
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Wide residual = margin(rows[i], w) - wide(targets[i]);
      least += residual * residual / m;
    }
    CHECK((certified.lower_bound <= least));
    CHECK(problem.rounding_of_values(certified.weights) > 0);
  }
}

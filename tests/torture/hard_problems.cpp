#include "tests/torture/hard_problems.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "solvers/contract/method.hpp"
#include "tests/solvers/random_problem.hpp"

namespace descent::test {

namespace {

/// Rows x_i with labels or targets, before the constant feature is added and labels are multiplied in.
struct Draft {
  Random& random;
  Dense x = {};
  Vector labels = {};
  bool regression = false;
  double wrong_labels = 0.1;  ///< share of rows that the hidden rule misclassifies
  double target_scale = 1;
  double c = 0;  ///< LIBLINEAR's C; 0: any

  std::size_t m() const { return x.size(); }
  std::size_t n() const { return x.front().size(); }
  std::size_t any_row() { return random.below(m()); }
  std::size_t any_column() { return random.below(n()); }
  double any_power(double exponent) { return std::pow(10.0, exponent * (2 * random.uniform() - 1)); }

  template <class Change>
  void change_values(const Change& change) {
    for (Vector& row : x) {
      for (double& value : row) value = change(value);
    }
  }
};

struct Family {
  const char* name;
  std::size_t m = 0;  ///< rows; 0: any
  std::size_t n = 0;
  std::function<void(Draft&)> values = [](Draft&) {};  ///< changes normal values
  std::function<void(Draft&)> labels = [](Draft&) {};  ///< changes labels by a rule, and their rows
};

void repeat_rows(Draft& draft, std::size_t times) {
  const std::size_t m = draft.m();
  for (std::size_t k = 0; k < times; ++k) {
    draft.x.push_back(draft.x[m - 1]);
    draft.labels.push_back(draft.labels[m - 1]);
  }
}

const std::vector<Family>& families() {
  static const std::vector<Family> all{
      {.name = "gaussian"},
      {.name = "scaled columns",
       .values =
           [](Draft& draft) {
             for (std::size_t j = 0; j < draft.n(); ++j) {
               const double scale = draft.any_power(2);
               for (Vector& row : draft.x) row[j] *= scale;
             }
           }},
      {.name = "offsets",  // times of day, prices, years: changes of 1e-3 to 1 around 1e3 to 1e9
       .values =
           [](Draft& draft) {
             for (std::size_t j = 0; j < draft.n(); ++j) {
               const double offset = std::pow(10.0, 3 + 6 * draft.random.uniform());
               const double spread = std::pow(10.0, -3 * draft.random.uniform());
               for (Vector& row : draft.x) row[j] = std::round(1000 * (offset + spread * row[j])) / 1000;
             }
           }},
      {.name = "cauchy",
       .values =
           [](Draft& draft) {
             draft.change_values([&](double value) { return value / draft.random.normal(); });
           }},
      {.name = "log-normal",
       .m = 200,
       .n = 15,
       .values = [](Draft& draft) { draft.change_values([](double value) { return std::exp(2 * value); }); }},
      {.name = "duplicated rows",
       .labels =
           [](Draft& draft) {
             for (std::size_t k = 0; k < draft.m() / 2; ++k) {
               const std::size_t from = draft.any_row();
               const std::size_t to = draft.any_row();
               draft.x[to] = draft.x[from];
               draft.labels[to] = draft.labels[from];
             }
           }},
      {.name = "sparse",
       .values =
           [](Draft& draft) {
             draft.change_values([&](double value) { return draft.random.uniform() < 0.1 ? value : 0; });
             draft.x[draft.any_row()][draft.any_column()] = 1;
           }},
      {.name = "rank 2",
       .values =
           [](Draft& draft) {
             const Vector first = draft.x.front();
             const Vector second = draft.x.back();
             for (Vector& row : draft.x) {
               const double a = draft.random.normal();
               const double b = draft.random.normal();
               for (std::size_t j = 0; j < row.size(); ++j) row[j] = a * first[j] + b * second[j];
             }
           }},
      {.name = "positive",
       .values =
           [](Draft& draft) { draft.change_values([](double value) { return std::abs(value + 10); }); }},
      {.name = "one row of a class",
       .labels =
           [](Draft& draft) {
             if (!draft.regression) std::fill(draft.labels.begin() + 1, draft.labels.end(), -1.0);
           }},
      {.name = "one row", .m = 1},
      {.name = "one column", .n = 1},
      {.name = "zero column",
       .values =
           [](Draft& draft) {
             const std::size_t j = draft.any_column();
             for (Vector& row : draft.x) row[j] = 0;
             draft.x[draft.any_row()][(j + 1) % draft.n()] = 1;
           }},
      {.name = "constant column",
       .values =
           [](Draft& draft) {
             const std::size_t j = draft.any_column();
             const double value = 3 * draft.any_power(1);
             for (Vector& row : draft.x) row[j] = value;
           }},
      {.name = "opposite labels",
       .labels =
           [](Draft& draft) {
             for (std::size_t i = 1; i < draft.m(); i += 2) {
               draft.x[i] = draft.x[i - 1];
               draft.labels[i] = -draft.labels[i - 1];
             }
           }},
      {.name = "tiny values",
       .values = [](Draft& draft) { draft.change_values([](double value) { return 1e-30 * value; }); }},
      {.name = "huge values",
       .values = [](Draft& draft) { draft.change_values([](double value) { return 1e30 * value; }); }},
      {.name = "some huge values",
       .values =
           [](Draft& draft) {
             for (int k = 0; k < 3; ++k) {
               double& value = draft.x[draft.any_row()][draft.any_column()];
               if (std::abs(value) < 1e20) value *= 1e30;  // 1e60 is no float
             }
             draft.x[draft.any_row()][draft.any_column()] *= 1e-30;
           }},
      {.name = "integers",
       .values = [](Draft& draft) { draft.change_values([](double value) { return std::round(value); }); },
       .labels =
           [](Draft& draft) {
             for (double& label : draft.labels) label = std::round(label);
             draft.x[draft.any_row()][draft.any_column()] = 1;
           }},
      {.name = "square", .m = 30, .n = 30},
      {.name = "separable",
       .values =
           [](Draft& draft) {
             draft.wrong_labels = 0;
             draft.c = 1e6;
           }},
      {.name = "large targets",
       .values = [](Draft& draft) { draft.target_scale = draft.random.below(2) == 0 ? 1e7 : 1e9; }},
      {.name = "long rows", .m = 301, .n = 131},
      {.name = "duplicates", .labels = [](Draft& draft) { repeat_rows(draft, 1000); }},
      {.name = "many duplicates", .m = 5, .n = 3, .labels = [](Draft& draft) {
         repeat_rows(draft, draft.random.below(50) == 0 ? 1'000'000 : 10'000);
       }}};
  return all;
}

void draw_values(Draft& draft, const Family& family) {
  constexpr std::array<std::pair<std::size_t, std::size_t>, 4> shapes{{{60, 8}, {40, 120}, {50, 0}, {0, 0}}};
  const auto shape = shapes[draft.random.below(shapes.size())];
  const auto size = [&](std::size_t own, std::size_t usual) {
    const std::size_t drawn = 2 + draft.random.below(80);
    return own > 0 ? own : (usual > 0 ? usual : drawn);
  };
  draft.x.assign(size(family.m, shape.first), Vector(size(family.n, shape.second)));
  draft.change_values([&](double) { return draft.random.normal(); });
  family.values(draft);
}

/// Classes or targets by a hidden linear rule.
void draw_labels(Draft& draft, const Family& family) {
  const Vector rule = random_vector(draft.n(), 1, draft.random);
  for (const Vector& row : draft.x) {
    const double score = product(row, rule);
    const bool wrong = draft.random.uniform() < draft.wrong_labels;
    const double target = draft.target_scale * (score + draft.random.normal());
    draft.labels.push_back(draft.regression ? target : ((score < 0) != wrong ? -1.0 : 1.0));
  }
  family.labels(draft);
}

Sample finished_sample(Draft& draft, double constant_feature) {
  for (std::size_t i = 0; i < draft.m(); ++i) {
    Vector& row = draft.x[i];
    if (constant_feature != 0) row.push_back(constant_feature);
    if (draft.regression) continue;
    for (double& value : row) value *= draft.labels[i];
  }
  Sample sample = sample_of(draft.x);
  sample.labels = draft.labels;
  return sample;
}

}  // namespace

std::set<std::pair<LossKind, RegularizerKind>> solved_pairs() {
  std::set<std::pair<LossKind, RegularizerKind>> pairs;
  for (const Method* method : methods()) {
    for (const Capability& solved : method->solves) pairs.emplace(solved.loss, solved.regularizer);
  }
  return pairs;
}

std::string HardProblem::description() const {
  std::string text =
      fmt::format("{} {} x {}, {} + {}, C {:.3g}", family, sample.rows.outer_size(), sample.rows.inner_size(),
                  name_of(loss), name_of(regularizer), problem().c());
  if (description_of(loss).has_epsilon) text += fmt::format(", epsilon {:.3g}", details.epsilon);
  if (!sample.row_weights.empty()) text += ", row weights";
  return text + (details.free_intercept ? ", free intercept" : "");
}

HardProblem hard_problem(std::uint64_t seed, std::uint64_t number) {
  static const auto set_of_pairs = solved_pairs();
  static const std::vector<std::pair<LossKind, RegularizerKind>> pairs(set_of_pairs.begin(),
                                                                       set_of_pairs.end());
  Random random(seed * 0x9E3779B97F4A7C15 + number);
  const Family& family = families()[number % families().size()];
  const auto [loss, regularizer] = pairs[random.below(pairs.size())];
  Draft draft{.random = random};
  draft.regression = description_of(loss).task == Task::regression;
  draw_values(draft, family);
  draw_labels(draft, family);

  const std::uint64_t intercept = random.below(6);  // 0: free; 1: a bias; else none
  constexpr std::array biases{1.0, 10.0};
  const double constant_feature = intercept > 1 ? 0 : biases[random.below(biases.size())];
  HardProblem hard{.family = family.name,
                   .sample = finished_sample(draft, constant_feature),
                   .loss = loss,
                   .regularizer = regularizer,
                   .lambda = 0,
                   .details = {}};
  constexpr std::array epsilons{0.0, 0.1, 1.0};
  hard.details.epsilon = epsilons[random.below(epsilons.size())];
  hard.details.free_intercept = intercept == 0;
  constexpr std::array cs{0.1, 1.0, 1000.0, 1.0, 0.1, 1000.0, 30.0, 1e6};
  const double c = draft.c > 0 ? draft.c : cs[random.below(cs.size())];
  hard.lambda = 1 / (c * hard.sample.rows.outer_size());
  return hard;
}

HardProblem weighted_problem(std::uint64_t seed, std::uint64_t number) {
  HardProblem hard = hard_problem(seed, number);
  Random random(seed + number);
  const std::size_t m = hard.sample.labels.size();
  for (std::size_t i = 0; i < m; ++i) {
    const double weight = std::pow(10.0, 3 * (2 * random.uniform() - 1));
    const bool is_out = m > 20 && random.below(10) == 0;
    hard.sample.row_weights.push_back(is_out ? 0 : weight);
  }
  return hard;
}

}  // namespace descent::test

// LIBLINEAR as an independent judge of the certified optima. Built where its library is installed.
#ifdef DESCENT_HAS_LIBLINEAR

#include <linear.h>

#include "tests/solvers/interior_point_runs.hpp"
#include "tests/solvers/real_data.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Weights of `train -s 3 -c C -e tolerance`.
Vector liblinear_weights(const Sample& sample, double C, double tolerance) {
  std::vector<std::vector<feature_node>> rows;
  std::vector<feature_node*> starts;
  Vector labels = sample.labels;
  for (Index i = 0; i < sample.rows.lines(); ++i) {
    std::vector<feature_node>& row = rows.emplace_back();
    for (const Entry& entry : sample.rows[i]) {
      row.push_back(
          {entry.index + 1, labels[static_cast<std::size_t>(i)] * static_cast<double>(entry.value)});
    }
    row.push_back({-1, 0});
  }
  for (auto& row : rows) starts.push_back(row.data());
  const ::problem given{sample.rows.lines(), sample.rows.width(), labels.data(), starts.data(), -1};
  parameter options{};
  options.solver_type = L2R_L1LOSS_SVC_DUAL;
  options.eps = tolerance;
  options.C = C;
  set_print_string_function([](const char*) {});
  model* trained = train(&given, &options);
  Vector w(trained->w, trained->w + trained->nr_feature);
  // Its weights separate its first label from the other.
  for (double& w_j : w) w_j *= trained->label[0];
  free_and_destroy_model(&trained);
  return w;
}

}  // namespace

TEST_CASE("interior point: LIBLINEAR is never below the certified bound, and near the optimum") {
  for (const std::string file : {"heart_scale", "a9a", "covtype-15k.bz2"}) {
    const auto sample = real_sample(file);
    if (!sample) continue;
    for (const double C : {0.01, 0.1, 1.0}) {
      CAPTURE(file, C);
      const Problem problem(*sample, LossKind::hinge, RegularizerKind::l2, 1 / (C * sample->rows.lines()));
      const Optimum optimum = solve_by_interior_point(problem);
      CHECK(optimum.gap < 1.1e-10);
      const double theirs = problem.objective(liblinear_weights(*sample, C, 1e-4));
      CHECK(theirs >= optimum.lower_bound);
      // It stops after 1000 passes whatever it has reached.
      CHECK(theirs <= optimum.objective * (1 + 2e-3));
    }
  }
}

#endif

// LIBLINEAR as an independent judge of the dual coordinate descent methods. Built where its library is
// installed.
#ifdef DESCENT_HAS_LIBLINEAR

#include <linear.h>

#include <cmath>

#include "tests/catch.hpp"
#include "tests/solvers/real_data.hpp"
#include "tests/solvers/solver_runs.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Weights of `train -s solver_type -c C -e 1e-8`.
Vector liblinear_weights(const Sample& sample, int solver_type, double C) {
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
  options.solver_type = solver_type;
  options.eps = 1e-8;
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

TEST_CASE("dual CD agrees with LIBLINEAR on heart_scale") {
  const auto sample = real_sample("heart_scale");
  if (!sample) return;
  // LIBLINEAR stops after 1000 passes whatever it has reached, which at C = 1 is 6e-5 above the hinge
  // optimum.
  for (const double C : {0.01, 0.1}) {
    for (const auto& [solver_type, loss] : {std::pair<int, LossKind>{L2R_L1LOSS_SVC_DUAL, LossKind::hinge},
                                            {L2R_L2LOSS_SVC_DUAL, LossKind::squared_hinge},
                                            {L2R_L2LOSS_SVC, LossKind::squared_hinge}}) {
      const Problem problem(*sample, loss, RegularizerKind::l2, 1 / (C * sample->rows.lines()));
      const Vector theirs = liblinear_weights(*sample, solver_type, C);
      const double their_objective = problem.objective(theirs);
      for (const std::string name : {"cyclic_dcd", "stochastic_dcd", "permuted_dcd"}) {
        CAPTURE(name, name_of(loss), solver_type, C);
        const auto solver = start(name, problem);
        advance_passes(*solver, problem, 3000);
        const Vector w = weights_of(*solver, problem);
        CHECK(problem.objective(w) == Approx(their_objective).epsilon(1e-6));
        CHECK(problem.lower_bound(*solver->dual()) == Approx(their_objective).epsilon(1e-6));
        CHECK(difference(w, theirs) < 1e-4);
      }
    }
  }
}

#endif

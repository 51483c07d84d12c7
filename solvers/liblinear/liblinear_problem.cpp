#include "solvers/liblinear/liblinear_problem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <linear.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>

#include "datasets/matrix/line_products.hpp"
#include "support/errors.hpp"

namespace descent {

namespace {

constexpr std::array solvers{
    LiblinearSolver{L2R_L2LOSS_SVC_DUAL, LossKind::squared_hinge, RegularizerKind::l2},
    LiblinearSolver{L2R_L2LOSS_SVC, LossKind::squared_hinge, RegularizerKind::l2},
    LiblinearSolver{L2R_L1LOSS_SVC_DUAL, LossKind::hinge, RegularizerKind::l2},
    LiblinearSolver{L2R_LR, LossKind::logistic, RegularizerKind::l2},
    LiblinearSolver{L2R_LR_DUAL, LossKind::logistic, RegularizerKind::l2},
    LiblinearSolver{L1R_L2LOSS_SVC, LossKind::squared_hinge, RegularizerKind::l1},
    LiblinearSolver{L1R_LR, LossKind::logistic, RegularizerKind::l1},
    LiblinearSolver{L2R_L2LOSS_SVR, LossKind::squared_epsilon_insensitive, RegularizerKind::l2},
    LiblinearSolver{L2R_L2LOSS_SVR_DUAL, LossKind::squared_epsilon_insensitive, RegularizerKind::l2},
    LiblinearSolver{L2R_L1LOSS_SVR_DUAL, LossKind::epsilon_insensitive, RegularizerKind::l2},
};

/// LIBLINEAR's output, global since its print function takes no other argument.
std::string& words() {
  static std::string text;
  return text;
}

void keep_words(const char* text) {
  words() += text;
}

std::uint64_t number_after(const std::string& line, const std::string& mark) {
  const std::size_t position = line.find(mark);
  return position == std::string::npos ? 0
                                       : std::strtoull(line.c_str() + position + mark.size(), nullptr, 10);
}

/// Reads iterations from LIBLINEAR's output:
///   "iter  7 act 1.489e-12 pre 1.492e-12 delta 1.596e+00 f 1.807e+01 |g| 1.386e-05 CG   2"  (-s 0, 2, 11)
///   "iter   1  #CD cycles 2"                                                                 (-s 6)
///   "optimization finished, #iter = 171"                                                     (the others, 6)
///   "WARNING: reaching max number of iterations"           the training ends at this limit
///   "WARNING: actred and prered too small", and others     the training ends: it takes the rest for rounding
///   "WARNING: … inner iterations", "… CG steps"            a step ends at its limit; the training goes on
void read_words(const std::string& text, LiblinearTraining& training) {
  std::istringstream lines(text);
  bool has_newton_steps = false;
  for (std::string line; std::getline(lines, line);) {
    const bool is_of_one_step =
        line.find("inner iterations") != std::string::npos || line.find("CG steps") != std::string::npos;
    if (line.find("WARNING") != std::string::npos && !is_of_one_step) training.end = Status::limit;
    if (line.starts_with("iter")) {
      has_newton_steps = true;
      ++training.iterations;
      const bool is_cyclic = line.find("#CD cycles") != std::string::npos;
      training.passes += is_cyclic ? 2 + number_after(line, "#CD cycles") : 3 + number_after(line, " CG ");
    } else if (!has_newton_steps && line.find("#iter =") != std::string::npos) {
      training.iterations = training.passes = number_after(line, "#iter =");
    }
  }
}

struct FreeModel {
  void operator()(model* trained) const { free_and_destroy_model(&trained); }
};

}  // namespace

std::span<const LiblinearSolver> liblinear_solvers() {
  return solvers;
}

std::vector<int> liblinear_numbers(LossKind loss, RegularizerKind regularizer) {
  std::vector<int> numbers;
  for (const LiblinearSolver& solver : solvers) {
    if (solver.loss == computed_as(loss) && solver.regularizer == regularizer)
      numbers.push_back(solver.number);
  }
  return numbers;
}

LiblinearProblem::LiblinearProblem(const Problem& problem)
    : problem_(problem), labels_(problem.sample().labels) {
  const SparseMatrix& rows = problem.rows();
  const bool has_classes = description_of(problem.loss()).task == Task::classification;
  nodes_.reserve(static_cast<std::size_t>(rows.nonzeros()) + static_cast<std::size_t>(rows.outer_size()));
  for (Index i = 0; i < rows.outer_size(); ++i) {
    rows_.push_back(nodes_.data() + nodes_.size());
    const double sign = has_classes ? labels_[static_cast<std::size_t>(i)] : 1;
    for_each_entry(rows[i], [&](Index index, double value) { nodes_.push_back({index + 1, sign * value}); });
    nodes_.push_back({-1, 0});
  }
  for (std::size_t i = 0; i < problem.row_weights().size(); ++i)
    class_weights_.emplace(static_cast<int>(labels_[i]), problem.row_weights()[i]);
}

LiblinearProblem::~LiblinearProblem() = default;

LiblinearTraining LiblinearProblem::train(int solver, double tolerance, unsigned int seed) const {
  const std::vector<int> fitting = liblinear_numbers(problem_.loss(), problem_.regularizer());
  if (std::ranges::find(fitting, solver) == fitting.end()) {
    throw ConfigError(fmt::format("LIBLINEAR's -s {} does not solve {} + {}; {} does", solver,
                                  name_of(problem_.loss()), name_of(problem_.regularizer()),
                                  fmt::join(fitting, " or ")));
  }
  // LIBLINEAR does not write through these pointers.
  const ::problem given{problem_.m(), problem_.n(), const_cast<double*>(labels_.data()),
                        const_cast<feature_node**>(rows_.data()), -1};
  parameter options{};
  options.solver_type = solver;
  options.eps = tolerance;
  options.C = problem_.c();
  options.p = problem_.epsilon();
  std::vector<int> labels;
  std::vector<double> weights;
  for (const auto& [label, weight] : class_weights_) {
    labels.push_back(label);
    weights.push_back(weight);
  }
  options.nr_weight = static_cast<int>(labels.size());
  options.weight_label = labels.data();
  options.weight = weights.data();
  if (const char* wrong = check_parameter(&given, &options))
    throw ConfigError(fmt::format("LIBLINEAR: {}", wrong));
  set_print_string_function(keep_words);
  words().clear();
  std::srand(seed);
  const std::unique_ptr<model, FreeModel> trained(::train(&given, &options));
  LiblinearTraining training;
  training.weights.assign(trained->w, trained->w + problem_.n());
  // The weights belong to its first label, which is the second class if there is no other.
  if (trained->label != nullptr && trained->label[0] < 0) {
    for (double& w_j : training.weights) w_j = -w_j;
  }
  read_words(words(), training);
  return training;
}

}  // namespace descent

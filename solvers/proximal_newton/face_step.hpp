#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "solvers/proximal_newton/face_quadratic.hpp"
#include "solvers/proximal_newton/quadratic_model.hpp"

namespace descent {

/// Newton's method on a face of a quadratic model, a part of `proximal_newton`. On the face, weights at 0
/// stay 0 and the others keep their signs or become 0; without L1 it is the whole space. With nearly
/// dependent columns coordinate descent needs thousands of passes. A step costs as much as many passes, so it
/// is due when as much time has gone into passes. Then neither passes alone nor steps after each pass would
/// be more than about twice as fast. The cost is estimated from sizes, so it is the same in each run.
template <class Regularizer>
class FaceStep {
 public:
  /// No steps on faces of more than `most_columns` columns.
  FaceStep(const Problem& problem, QuadraticModel<Regularizer>& model, std::size_t most_columns)
      : model_(model),
        hessian_(problem.rows(), model.matrix()),
        nonzeros_(static_cast<std::size_t>(problem.rows().nonzeros())),
        most_columns_(most_columns) {}

  /// Records that the model is at another point.
  void begin_model() { is_new_model_ = true; }

  /// Called after each pass over columns, with the entries `touched`. True if a step is due, on the columns
  /// in `order` that have no kink or are not 0.
  bool is_due(std::size_t touched, std::span<const Index> order) {
    if (most_columns_ == 0) return false;
    earned_ += model_.time_of_entry() * static_cast<double>(touched);
    face_.clear();
    for (const Index j : order) {
      if (!model_.has_kink(j) || model_.variable(j).moved != 0) face_.push_back(j);
    }
    if (face_.empty() || face_.size() > most_columns_) return false;
    std::sort(face_.begin(), face_.end());
    forget_old_weights();
    return earned_ >= cost_of_forming() + cost_of_walking() + cost_of_solving();
  }

  /// Forms the Hessian if unknown on the face, else goes as near to the minimum on the face as time has been
  /// earned. Takes one walk over the entries at most. Returns the entries touched. Throws OutOfTime at the
  /// deadline.
  std::size_t step(const Deadline& deadline) {
    if (!hessian_.covers(face_)) {
      earned_ -= cost_of_forming();
      return hessian_.form(face_, weights_, deadline);
    }
    finished_ = true;
    earned_ -= cost_of_walking();
    begin_quadratic();
    std::vector<double> longest;
    for (const Index j : face_) longest.push_back(model_.longest_step(j));
    bool at_minimum = false;
    do {
      earned_ -= cost_of_solving();
      at_minimum = quadratic_.step(longest, deadline);
    } while (!at_minimum && earned_ >= cost_of_solving());
    for (std::size_t k = 0; k < face_.size(); ++k) model_.move(face_[k], quadratic_.x()[k]);
    return entries_of_face();
  }

  /// True if step() has finished the step that was due.
  bool finished() { return std::exchange(finished_, false); }

 private:
  // In units of the time per entry in a pass over columns, on Zen 4.
  static constexpr double cost_of_product = 0.3;
  static constexpr double cost_of_cholesky = 0.05;  // per multiply-add, size³/3 of them
  static constexpr double cost_of_square = 2;       // per value, size² of them, for everything else

  std::size_t entries_of_face() const {
    std::size_t entries = 0;
    for (const Index j : face_) entries += model_.entries(j);
    return entries;
  }

  double cost_of_forming() const {
    if (hessian_.covers(face_)) return 0;
    const auto entries = static_cast<double>(entries_of_face());
    const double in_a_row = 1 + entries / static_cast<double>(weights_.size());
    const double choosing_cost = hessian_.has_chosen(face_) ? 0 : static_cast<double>(nonzeros_);
    return choosing_cost + cost_of_product * entries * in_a_row / 2;
  }

  double cost_of_walking() const {
    return 2 * model_.time_of_entry() * static_cast<double>(entries_of_face());
  }

  double cost_of_solving() const {
    const auto size = static_cast<double>(face_.size());
    return cost_of_cholesky * size * size * size / 3 + cost_of_square * size * size;
  }

  /// A squared loss has the same h in successive models while no row changes sides.
  void forget_old_weights() {
    if (!is_new_model_ || model_.matrix() != nullptr) return;
    is_new_model_ = false;
    const auto rows = model_.rows();
    bool same = weights_.size() == rows.size();
    weights_.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      same = same && weights_[i] == rows[i].curvature;
      weights_[i] = rows[i].curvature;
    }
    if (!same) hessian_.forget();
  }

  void begin_quadratic() {
    std::vector<double>& H = quadratic_.hessian();
    hessian_.restrict_to(face_, H);
    const std::size_t size = face_.size();
    std::vector<double> x(size);
    std::vector<double> gradient(size);
    std::vector<double> kappa(size);
    for (std::size_t k = 0; k < size; ++k) {
      const Index j = face_[k];
      x[k] = model_.variable(j).moved;
      gradient[k] = model_.slope(j);
      if (model_.has_kink(j))
        kappa[k] = model_.weight_of_penalty(j);
      else
        gradient[k] += model_.weight_of_penalty(j) * Regularizer::derivative(x[k]);
      H[k * size + k] += model_.ridge(j) + model_.curvature_of_penalty(j);
    }
    quadratic_.begin(std::move(x), std::move(gradient), std::move(kappa));
  }

  QuadraticModel<Regularizer>& model_;
  FaceHessian hessian_;
  FaceQuadratic quadratic_;
  std::size_t nonzeros_;
  std::size_t most_columns_;
  std::vector<Index> face_;      ///< ascending
  std::vector<double> weights_;  ///< h of the Hessian
  double earned_ = 0;
  bool is_new_model_ = true;
  bool finished_ = false;
};

}  // namespace descent

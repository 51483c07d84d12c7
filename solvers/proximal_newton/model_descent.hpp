#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "solvers/linear_algebra/line_order.hpp"
#include "solvers/proximal_newton/face_step.hpp"
#include "solvers/proximal_newton/quadratic_model.hpp"
#include "support/numbers/infinity.hpp"
#include "support/numbers/random.hpp"

namespace descent {

/// Coordinate descent on a quadratic model in random order, a part of `proximal_newton`, with Newton steps on
/// the face of the nonzero weights between passes (face_step.hpp). A zero weight whose |G| is far enough
/// below λ not to move soon is left out until the others have settled (Yuan, Ho and Lin 2012, newGLMNET).
template <class Regularizer>
class ModelDescent {
 public:
  ModelDescent(const Problem& problem, QuadraticModel<Regularizer>& model, std::size_t most_dense_columns,
               Random random)
      : model_(model), m_(problem.m()), random_(random), face_step_(problem, model, most_dense_columns) {}

  /// Starts at d = 0 on these columns. Ends when the violations of a pass over all of them sum to at most
  /// `enough`, or when a pass changes next to nothing compared with F(w) = `objective`. The model must hold
  /// weights, gradients and curvatures, and zero changes of its rows.
  void begin(std::span<const Index> active, double enough, double objective) {
    lines_ = ActiveLines({active.begin(), active.end()});
    enough_ = enough;
    negligible_ = negligible_share * objective;
    passes_ = 0;
    on_face_ = false;
    face_step_.begin_model();
    expand();
    begin_pass();
  }

  bool finished() const { return finished_; }
  /// Passes until the end; one means that the model was hardly worth solving.
  int passes() const { return passes_; }

  /// Makes one step along a coordinate or on the face. Returns the entries that it touches, at most all.
  /// Throws OutOfTime at the deadline.
  std::size_t step(const Deadline& deadline) {
    if (on_face_) {
      const std::size_t touched = face_step_.step(deadline);
      on_face_ = !face_step_.finished();
      return touched;
    }
    if (model_.matrix() == nullptr)
      prefetch_ahead(lines_, model_.columns(), std::identity(), std::as_const(model_).variables().data());
    const Index j = lines_.current();
    const double G = model_.slope(j);
    const double weight = model_.variable(j).moved;
    if (model_.rests_at_zero(j, weight, G, margin_)) {
      lines_.leave_out();
    } else {
      const double violated = model_.violation(j, weight, G);
      largest_ = std::max(largest_, violated);
      sum_ += violated;
      fall_ += model_.minimize_along(j, G);
      lines_.keep();
    }
    const std::size_t touched = model_.entries(j);
    touched_ += touched;
    if (lines_.at_end()) end_pass();
    return touched;
  }

 private:
  static constexpr int most_passes = 1000;
  /// Relative to F: the fall of a model in a pass that moves weights by their rounding. Falls are squares of
  /// violations, on which the certificate under L1 depends.
  static constexpr double negligible_share = 1e-30;

  void begin_pass() {
    finished_ = lines_.is_empty();
    largest_ = 0;
    sum_ = 0;
    fall_ = 0;
    touched_ = 0;
    lines_.begin_pass(random_);
  }

  void end_pass() {
    ++passes_;
    const bool settled = sum_ <= enough_ || fall_ <= negligible_;
    margin_ = largest_ / m_;
    if ((settled && lines_.is_whole()) || passes_ >= most_passes) {
      finished_ = true;
    } else {
      if (settled) expand();
      on_face_ = face_step_.is_due(touched_, lines_.all());
      begin_pass();
    }
  }

  void expand() {
    lines_.include_all();
    margin_ = infinity;
  }

  QuadraticModel<Regularizer>& model_;
  double m_;
  Random random_;
  FaceStep<Regularizer> face_step_;
  ActiveLines lines_;
  double enough_ = 0;
  double negligible_ = 0;
  // This pass:
  double largest_ = 0;  ///< violation
  double sum_ = 0;      ///< of violations
  double fall_ = 0;     ///< of the model, lower bound
  std::size_t touched_ = 0;
  double margin_ = 0;
  int passes_ = 0;
  bool finished_ = true;
  bool on_face_ = false;  ///< the next step is on the face
};

}  // namespace descent

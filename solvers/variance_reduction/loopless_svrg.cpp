// Loopless SVRG: Kovalev, Horváth and Richtárik (2020), "Don't Jump Through Hoops and Remove Those Loops:
// SVRG and Katyusha are Better Without the Outer Loop", Algorithm 1. SVRG itself: Johnson and Zhang 2013,
// with the prox of Xiao and Zhang (2014).
//
//   min_w  F(w) = λ R(w) + (1/m) Σ_i ℓ(z_i)
//
//   draw a row i;   w ← prox of γλR at w − γ((ℓ'(z_i) − ℓ'(z̃_i)) row_i + g)
//   with probability p = 1/m:   w̃ ← w
//
//   γ = 1/(6L),   L = sup ℓ'' max_i ‖row_i‖²
//
// The reference point w̃ has the z̃ and the mean gradient g = (1/m) Σ_k ℓ'(z̃_k) row_k.
//
// ℓ'(z̃_i) is kept from the walks that compute g: a step reads its row once. It touches the weights of its
// row alone (lazy_proximal_steps.hpp). Deviations: the prox; the paper has R inside each row's loss. The
// reference point becomes the point after the step; the paper takes the point before. The step of the coin's
// first success is drawn at once, from the geometric distribution.
//
// An update is a step along a row. A new reference point takes two walks over the rows. Stopping rule:
// row_steps.hpp.

#include <cmath>

#include "datasets/matrix/line_products.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/variance_reduction/row_steps.hpp"

namespace descent {

namespace {

template <class Loss, class Regularizer>
class LooplessSvrg : public RowSteps<Loss, Regularizer> {
  using Steps = RowSteps<Loss, Regularizer>;

 public:
  LooplessSvrg(const Problem& problem, const OptionValues& options, Random random)
      : Steps(problem, options, 1.0 / 6, without_first(random)),
        coin_(random.bits()),
        reference_(static_cast<std::size_t>(problem.n())) {}

  Progress advance(std::uint64_t entries) override {
    return this->work(entries, [this] {
      if (due_ == Due::steps && this->gap_.walks_are_due(this->progress_)) {
        this->prove();
      } else if (due_ == Due::steps) {
        this->step(0);
        if (this->progress_.updates == next_reference_) due_ = Due::derivatives;
      } else {
        this->progress_.entries_touched += this->rows_.entries().size();
        move_reference();
      }
    });
  }

 private:
  /// Steps, or the walks for a new reference point.
  enum class Due { steps, derivatives, gradient };

  /// The generator after its first draw, which seeds the coin.
  static Random without_first(Random random) {
    random.bits();
    return random;
  }

  void move_reference() {
    if (due_ == Due::derivatives) {
      due_ = Due::gradient;
      this->w_.weights(reference_);
      for (Index i = 0; i < this->problem_.m(); ++i) {
        double& derivative = this->derivatives_[static_cast<std::size_t>(i)];
        derivative =
            this->problem_.row_weight(i) *
            this->loss_.derivative(dot(this->rows_[i], reference_.data()) - this->problem_.target(i));
        if (!std::isfinite(derivative)) this->progress_.status = Status::diverged;
      }
      return;
    }
    due_ = Due::steps;
    this->find_gradient();
    const double steps = std::floor(std::log1p(-coin_.uniform()) / std::log1p(-1 / this->m_));
    next_reference_ = this->progress_.updates + 1 + static_cast<std::uint64_t>(steps);
  }

  Random coin_;
  std::vector<double> reference_;  ///< w̃
  Due due_ = Due::gradient;
  std::uint64_t next_reference_ = 0;  ///< the update after which w̃ moves
};

const MethodRegistration loopless_svrg_registration(
    {.name = "loopless_svrg",
     .title = "L-SVRG",
     .source = "Kovalev, Horváth and Richtárik 2020, Algorithm 1",
     .randomized = true,
     .takes_weights = TakesWeights::of_rows,
     .options = row_step_options("1/(6L)", "Kovalev, Horváth and Richtárik 2020, Algorithm 1"),
     .solves = {solver<LooplessSvrg<SquaredHinge, L1>>(), solver<LooplessSvrg<SquaredHinge, L2>>(),
                solver<LooplessSvrg<Logistic, L1>>(), solver<LooplessSvrg<Logistic, L2>>(),
                solver<LooplessSvrg<SquaredEpsilonInsensitive, L1>>(),
                solver<LooplessSvrg<SquaredEpsilonInsensitive, L2>>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent

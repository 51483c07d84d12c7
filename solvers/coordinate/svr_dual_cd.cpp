// Dual coordinate descent for support vector regression in β = α⁺ − α⁻, one variable a row: Ho, Lin (2012),
// "Large-scale Linear Support Vector Regression", Algorithm 4, and LIBLINEAR's -s 13 and -s 12.
//
//   min_β  ½ βᵀ(Q + μ I)β − yᵀβ + ε‖β‖₁,   −U ≤ β_i ≤ U        (U, μ and the update: svr_dual.hpp)
//
//   G = u·x_i − y_i + μ β_i,   g_p = G + ε,   g_n = G − ε,   H = ‖x_i‖² + μ
//   d = −g_p/H if g_p < H β_i;   −g_n/H if g_n > H β_i;   else −β_i
//   β_i ← max(−U, min(U, β_i + d));   u ← u + Δβ_i x_i
//
// Deviations: those of shrinking_passes.hpp; and a row with H = 0 has its minimiser, which depends on nothing
// else, from the start and is not visited.

#include "solvers/contract/method.hpp"
#include "solvers/coordinate/dual_certificate.hpp"
#include "solvers/coordinate/shrinking_passes.hpp"
#include "solvers/coordinate/svr_dual.hpp"
#include "solvers/linear_algebra/line_order.hpp"

namespace descent {

namespace {

template <class Loss, class Regularizer>
class SvrDualCd : public Solver {
 public:
  SvrDualCd(const Problem& problem, const OptionValues& options, Random random)
      : rows_(problem.rows()),
        dual_(problem),
        u_(static_cast<std::size_t>(problem.n()), 0.0),
        variables_(variables(problem, dual_)),
        passes_(curved_rows(), options, random),
        a_(variables_.size()),
        certificate_(problem, options.number("tolerance")) {}

  Progress advance(std::uint64_t nonzeros) override {
    const std::uint64_t goal = progress_.nonzeros + nonzeros;
    while (progress_.nonzeros < goal && progress_.status == Status::running) {
      if (passes_.at_end())
        end_pass();
      else
        visit();
    }
    return progress_;
  }

  void weights(std::span<double> w) const override { std::copy(u_.begin(), u_.end(), w.begin()); }

  std::optional<std::span<const double>> dual() const override {
    for (std::size_t i = 0; i < a_.size(); ++i) a_[i] = variables_[i].beta / dual_.C;
    return a_;
  }

 private:
  struct alignas(32) Variable {
    double beta;
    double target;     ///< y_i
    double inverse_H;  ///< 0 if H = 0
  };

  static std::vector<Variable> variables(const Problem& problem, const SvrDual& dual) {
    std::vector<Variable> all;
    all.reserve(static_cast<std::size_t>(problem.m()));
    for (Index i = 0; i < problem.m(); ++i) {
      const double y = problem.target(i);
      const double H = squared_norm(problem.rows()[i]) + dual.mu;
      all.push_back(H > 0 ? Variable{0, y, 1 / H} : Variable{dual.flat_minimiser(y), y, 0});
    }
    return all;
  }

  std::vector<Index> curved_rows() const {
    std::vector<Index> curved = all_lines(rows_.outer_size());
    std::erase_if(curved, [&](Index i) { return variables_[static_cast<std::size_t>(i)].inverse_H == 0; });
    return curved;
  }

  void visit() {
    prefetch();
    const Index i = passes_.current();
    const auto row = rows_[i];
    Variable& variable = variables_[static_cast<std::size_t>(i)];
    const double G = dot(row, u_.data()) - variable.target + dual_.mu * variable.beta;
    progress_.nonzeros += row.size();
    ++progress_.updates;
    if (dual_.settled(variable.beta, G, passes_.slack())) {
      passes_.leave_out();
      return;
    }
    passes_.keep(dual_.violation(variable.beta, G));
    const double beta = dual_.minimiser(variable.beta, G, variable.inverse_H);
    if (beta == variable.beta) return;
    add(row, beta - variable.beta, u_.data());
    variable.beta = beta;
  }

  void end_pass() {
    const bool rule_holds = passes_.rule_holds();
    if (rule_holds || certificate_.is_due(progress_)) {
      const auto beta = [&](Index i) { return variables_[static_cast<std::size_t>(i)].beta; };
      progress_.status = certificate_.judge<Loss>(rule_holds, beta, u_, progress_);
    }
    if (progress_.status == Status::running) passes_.begin_next();
  }

  /// Rows come in random order, which the processor cannot guess.
  void prefetch() const {
    if (passes_.reaches(8)) {
      const auto later = static_cast<std::size_t>(passes_.ahead(8));
      __builtin_prefetch(rows_.starts().data() + later);
      __builtin_prefetch(variables_.data() + later);
    }
    if (passes_.reaches(3)) prefetch_entries(rows_, passes_.ahead(3));
  }

  const SparseMatrix& rows_;
  SvrDual dual_;
  std::vector<double> u_;
  std::vector<Variable> variables_;
  ShrinkingPasses passes_;
  mutable std::vector<double> a_;
  DualCertificate certificate_;
  Progress progress_;
};

const MethodRegistration registration =
    MethodRegistration::of<SvrDualCd>({.name = "svr_dual_cd",
                                       .title = "Dual CD (SVR)",
                                       .source = "Ho, Lin 2012, Algorithm 4",
                                       .randomized = true,
                                       .options = ShrinkingPasses::options(),
                                       .file = __FILE__},
                                      On<EpsilonInsensitive, L2>{}, On<SquaredEpsilonInsensitive, L2>{});

}  // namespace

}  // namespace descent

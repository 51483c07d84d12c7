#pragma once

#include <span>
#include <vector>

#include "solvers/contract/solver.hpp"
#include "solvers/coordinate/dual_certificate.hpp"
#include "solvers/coordinate/shrinking_passes.hpp"
#include "solvers/coordinate/svr_dual.hpp"

namespace descent {

/// Dual coordinate descent for support vector regression on α⁺ and α⁻, 2m variables: see svr_dual_cd_2l.cpp.
class SvrDualCd2l : public Solver {
 public:
  SvrDualCd2l(const Problem& problem, const OptionValues& options, Random random);

  Progress advance(std::uint64_t nonzeros) override;
  void weights(std::span<double> w) const override;
  /// (α⁺ − α⁻)/C.
  std::optional<std::span<const double>> dual() const override;

  /// One of α_i⁺ and α_i⁻, in the scale of C.
  double plus(Index i) const { return variables_[static_cast<std::size_t>(i)].plus; }
  double minus(Index i) const { return variables_[static_cast<std::size_t>(i)].minus; }

 private:
  struct alignas(32) Variables {
    double plus;       ///< α_i⁺
    double minus;      ///< α_i⁻
    double target;     ///< y_i
    double inverse_H;  ///< 0 if H = 0
  };

  static std::vector<Variables> variables(const Problem& problem, const SvrDual& dual);
  std::vector<Index> curved_halves() const;
  void visit();
  void end_pass();
  void prefetch() const;

  const Problem& problem_;
  const SparseMatrix& rows_;
  SvrDual dual_;
  std::vector<double> u_;
  std::vector<Variables> variables_;
  ShrinkingPasses passes_;  ///< over i for α_i⁺ and −1 − i for α_i⁻
  mutable std::vector<double> a_;
  DualCertificate certificate_;
  Progress progress_;
};

}  // namespace descent

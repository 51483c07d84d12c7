#include "solvers/interior_point/interior_point_weights.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace descent {

namespace {

/// The reduced cost of a new column is at least this share of κ and of its violation. From 0.1 to 0.3 it
/// makes no difference; with 0.03 column generation on text needs a quarter more iterations. With a tiny κ
/// violations are large for long. Without them, products of new columns are too small and block the steps: a
/// seventh more iterations on news20-tech with C = m.
constexpr double smallest_new_cost = 0.1;

/// L1: w = p − q with p, q ≥ 0 and reduced costs r_p = κ − g, r_q = κ + g ≥ 0. With t the wanted change of a
/// product, d the residual of a reduced cost and u = ZᵀΔa:
///   Δr_p = d_p − u,  Δp = (t_p − p Δr_p)/r_p,   Δr_q = d_q + u,  Δq = (t_q − q Δr_q)/r_q
///   Δw = Δp − Δq = h + E u,   E = p/r_p + q/r_q,   h = (t_p − p d_p)/r_p − (t_q − q d_q)/r_q
class L1Weights : public InteriorPointWeights {
 public:
  L1Weights(double kappa, std::size_t n, bool free_intercept)
      : InteriorPointWeights(kappa, n),
        free_intercept_(free_intercept),
        bounds_(n - (free_intercept ? 1 : 0)),
        h_(bounds_.size(), 0.0),
        inverse_e_(bounds_.size(), 0.0) {}

  void start(double mu, double widest) override {
    const Bound bound{.x = std::min(mu / kappa_, widest), .r = kappa_};
    std::fill(bounds_.begin(), bounds_.end(), Pair{bound, bound});
  }

  void exchange_columns(std::span<const Index> origin, std::span<const double> g, double mu,
                        double widest) override {
    const auto bound_of = [&](double reduced_cost) {
      const double r = std::max(reduced_cost, smallest_new_cost * std::max(kappa_, -reduced_cost));
      return Bound{.x = std::min(mu / r, widest), .r = r};
    };
    std::vector<Pair> bounds(origin.size());
    for (std::size_t j = 0; j < origin.size(); ++j) {
      bounds[j] = origin[j] >= 0 ? bounds_[static_cast<std::size_t>(origin[j])]
                                 : Pair{bound_of(kappa_ - g[j]), bound_of(kappa_ + g[j])};
    }
    bounds_ = std::move(bounds);
    h_.resize(origin.size());
    inverse_e_.resize(origin.size());
    w_.resize(origin.size());
    for (std::size_t j = 0; j < origin.size(); ++j) w_[j] = bounds_[j].p.x - bounds_[j].q.x;
  }

  double penalty() const override {
    double sum = 0;
    for (std::size_t j = 0; j < bounds_.size(); ++j) sum += std::abs(w_[j]);
    return kappa_ * sum;
  }
  std::size_t pairs() const override { return 2 * bounds_.size(); }
  bool single_step() const override { return false; }

  void add_diagonal(std::span<double> matrix) override {
    const std::size_t n = w_.size();
    for (std::size_t j = 0; j < bounds_.size(); ++j) {
      const auto& [p, q] = bounds_[j];
      inverse_e_[j] = 1 / (p.x / p.r + q.x / q.r);
      matrix[j * n + j] += inverse_e_[j];
    }
  }

  void add_right_side(std::span<const double> g, const CorrectorAim& aim, std::span<double> b) override {
    for (std::size_t j = 0; j < bounds_.size(); ++j) {
      auto& [p, q] = bounds_[j];
      for (Bound* bound : {&p, &q})
        bound->t = aim.sigma_mu - bound->x * bound->r - aim.second_order * bound->dx * bound->dr;
      const double d_p = kappa_ - g[j] - p.r;
      const double d_q = kappa_ + g[j] - q.r;
      h_[j] = (p.t - p.x * d_p) / p.r - (q.t - q.x * d_q) / q.r;
      b[j] += inverse_e_[j] * h_[j];
    }
    if (free_intercept_) b.back() += g.back();
  }

  void correct_centrality(const CentralityAim& centrality, std::span<double> b) override {
    for (std::size_t j = 0; j < bounds_.size(); ++j) {
      for (Bound* bound : {&bounds_[j].p, &bounds_[j].q})
        bound->correction = centrality.correction(bound->x, bound->dx, bound->r, bound->dr);
      b[j] += inverse_e_[j] * correction_of_h(j);
    }
  }

  void recover(std::span<const double> g, std::span<const double> dw, bool is_corrected) override {
    for (std::size_t j = 0; j < bounds_.size(); ++j) {
      auto& [p, q] = bounds_[j];
      const double h = h_[j] + (is_corrected ? correction_of_h(j) : 0.0);  // otherwise it need not be finite
      const double u = inverse_e_[j] * (dw[j] - h);
      p.dr = (kappa_ - g[j] - p.r) - u;
      q.dr = (kappa_ + g[j] - q.r) + u;
      for (Bound* bound : {&p, &q}) {
        const double t = bound->t + (is_corrected ? bound->correction : 0.0);
        bound->dx = (t - bound->x * bound->dr) / bound->r;
      }
    }
    if (free_intercept_) d_intercept_ = dw.back();
  }

  void gather(StepStatistics& statistics) const override {
    for (const auto& [p, q] : bounds_) {
      statistics.add_pair(p.x, p.dx, p.r, p.dr);
      statistics.add_pair(q.x, q.dx, q.r, q.dr);
    }
  }

  void move(double alpha, double beta) override {
    for (std::size_t j = 0; j < bounds_.size(); ++j) {
      auto& [p, q] = bounds_[j];
      p.x += alpha * p.dx;
      q.x += alpha * q.dx;
      p.r += beta * p.dr;
      q.r += beta * q.dr;
      w_[j] = p.x - q.x;
    }
    if (free_intercept_) w_.back() += alpha * d_intercept_;
  }

  void clean(std::span<double> w) const override {
    double unit = 0;
    for (std::size_t j = 0; j < bounds_.size(); ++j) unit += std::abs(w_[j]);
    unit /= static_cast<double>(std::max<std::size_t>(bounds_.size(), 1));
    if (free_intercept_) w.back() = w_.back();
    for (std::size_t j = 0; j < bounds_.size(); ++j) {
      const auto& [p, q] = bounds_[j];
      const bool zero = p.x * kappa_ < p.r * unit && q.x * kappa_ < q.r * unit;
      w[j] = zero ? 0.0 : w_[j];
    }
  }

 private:
  struct Bound {
    double x = 0;
    double r = 0;
    double dx = 0;
    double dr = 0;
    double t = 0;           ///< wanted change of the product x r, to first order
    double correction = 0;  ///< of t, by the last centrality corrector
  };
  struct Pair {
    Bound p;
    Bound q;
  };

  double correction_of_h(std::size_t j) const {
    const auto& [p, q] = bounds_[j];
    return p.correction / p.r - q.correction / q.r;
  }

  bool free_intercept_;
  double d_intercept_ = 0;
  std::vector<Pair> bounds_;  ///< of the regularised weights
  std::vector<double> h_;
  std::vector<double> inverse_e_;
};

/// L2: w is free and κ w = Zᵀa at the optimum; E⁻¹ = κ, E⁻¹h = g − κ w.
class L2Weights : public InteriorPointWeights {
 public:
  L2Weights(double kappa, std::size_t n, bool free_intercept)
      : InteriorPointWeights(kappa, n), penalized_(n - (free_intercept ? 1 : 0)), dw_(n, 0.0) {}

  void exchange_columns(std::span<const Index>, std::span<const double>, double, double) override {
    throw std::logic_error("columns can be exchanged under L1 alone");
  }
  double penalty() const override {
    double sum = 0;
    for (std::size_t j = 0; j < penalized_; ++j) sum += w_[j] * w_[j];
    return kappa_ * sum / 2;
  }
  bool single_step() const override { return true; }
  void add_diagonal(std::span<double> matrix) override {
    const std::size_t n = w_.size();
    for (std::size_t j = 0; j < penalized_; ++j) matrix[j * n + j] += kappa_;
  }
  void add_right_side(std::span<const double> g, const CorrectorAim&, std::span<double> b) override {
    for (std::size_t j = 0; j < w_.size(); ++j) b[j] += g[j] - (j < penalized_ ? kappa_ * w_[j] : 0.0);
  }
  void recover(std::span<const double>, std::span<const double> dw, bool) override {
    dw_.assign(dw.begin(), dw.end());
  }
  void move(double alpha, double) override {
    for (std::size_t j = 0; j < w_.size(); ++j) w_[j] += alpha * dw_[j];
  }
  void clean(std::span<double> w) const override { std::copy(w_.begin(), w_.end(), w.begin()); }

 private:
  std::size_t penalized_;  ///< all, or all but the last
  std::vector<double> dw_;
};

}  // namespace

std::unique_ptr<InteriorPointWeights> InteriorPointWeights::make(RegularizerKind kind, double kappa,
                                                                 std::size_t n, bool free_intercept) {
  if (kind == RegularizerKind::l1) return std::make_unique<L1Weights>(kappa, n, free_intercept);
  return std::make_unique<L2Weights>(kappa, n, free_intercept);
}

}  // namespace descent

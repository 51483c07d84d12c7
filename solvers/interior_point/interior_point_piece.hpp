#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace descent {

/// How far a step of an interior point method may go and its effect on the complementarity products, over
/// pairs (x, r) of a primal variable and its multiplier. For the steps α and β, Σ (x + α Δx)(r + β
/// Δr) = none + α primal + β dual + α β both.
struct StepStatistics {
  double primal_ratio = 0;  ///< largest −Δx/x
  double dual_ratio = 0;    ///< largest −Δr/r
  double none = 0;
  double primal = 0;
  double dual = 0;
  double both = 0;

  void add_pair(double x, double dx, double r, double dr) {
    primal_ratio = std::max(primal_ratio, -dx / x);
    dual_ratio = std::max(dual_ratio, -dr / r);
    none += x * r;
    primal += dx * r;
    dual += x * dr;
    both += dx * dr;
  }

  /// Largest step ≤ 1 that goes at most this share of the way to the boundary.
  double primal_step(double share) const { return std::min(1.0, share / primal_ratio); }
  double dual_step(double share) const { return std::min(1.0, share / dual_ratio); }

  double complementarity(double alpha, double beta) const {
    return none + alpha * primal + beta * dual + alpha * beta * both;
  }
};

/// Aim of the next direction for the products, its share of the last predictor's second-order terms, and
/// whether single products have the aims of the last centrality corrector.
struct CorrectorAim {
  double sigma_mu = 0;
  double second_order = 0;
  bool is_centrality_corrected = false;
};

/// Aim of a centrality corrector. Outliers make steps short: after steps longer than possible, products
/// should lie between a tenth of the aim and ten times it. Gondzio 1996, "Multiple Centrality Corrections in
/// a Primal-Dual Method for Linear Programming", §4.
struct CentralityAim {
  double alpha = 0;
  double beta = 0;
  double sigma_mu = 0;

  /// Correction of the aim for the pair (x, r) with direction (Δx, Δr).
  double correction(double x, double dx, double r, double dr) const {
    const double product = (x + alpha * dx) * (r + beta * dr);
    if (product < 0.1 * sigma_mu) return 0.1 * sigma_mu - product;
    return std::max(std::min(10 * sigma_mu - product, 0.0), -10 * sigma_mu);
  }
};

/// A piece's terms in the right side of its row for the corrector (notation: HingePiece). `centring` is
/// sign Λ⁻¹(1/a − 1/b), without the factor σμ; `second_order` is sign Λ⁻¹ times the second-order terms in r₁.
struct CorrectorTerms {
  double centring = 0;
  double second_order = 0;
  CorrectorTerms& operator+=(const CorrectorTerms& other) {
    centring += other.centring;
    second_order += other.second_order;
    return *this;
  }
};

/// A piece's terms of its row.
struct RowTerms {
  double a = 0;           ///< sign a, in the dual weight
  double weight = 0;      ///< Λ⁻¹, in the weight of the normal equations
  double right_side = 0;  ///< sign Λ⁻¹e, in their right side
  RowTerms& operator+=(const RowTerms& other) {
    a += other.a;
    weight += other.weight;
    right_side += other.right_side;
    return *this;
  }
};

/// One piece max(0, offset − sign z_i), sign = ±1, of the losses ℓ(z_i) of m rows in an interior point
/// iteration. Its variables, all positive, are the loss ξ and the surplus s of ξ − s = e, e = offset − sign
/// z. Their multipliers are b = 1 − a and a. Eliminating ξ, s and a from Newton's equations leaves
///   Δa = Λ⁻¹(r₁ − sign Δz),   Λ = ξ/b + s/a,   r₁ = e − t_ξ/b + t_s/a,
///   Δξ = t_ξ/b + ξ (Δa/b − 1),   Δs = t_s/a − s (Δa/a + 1),
/// where t_ξ and t_s are the aims of the products ξ b and s a. Directions are recomputed from Δz when needed,
/// which is cheaper than to keep them. Functions take the row i with its z and Δz. With row weights the piece
/// is c_i max(0, …) = max(0, c_i (offset − sign z_i)): e and Δz are multiplied by c_i, and a and b stay
/// within 0 and 1.
template <int sign>
class HingePiece {
  static_assert(sign == 1 || sign == -1);

 public:
  /// `weights` are the c_i; empty if all are 1.
  HingePiece(double offset, std::size_t m, std::span<const double> weights)
      : offset_(offset), weights_(weights), xi_(m), s_(m), a_(m, 0.5), b_(m, 0.5) {}

  double excess(std::size_t i, double z) const {
    return (weights_.empty() ? 1.0 : weights_[i]) * (offset_ - sign * z);
  }

  /// Starts at a = ½ with ξ − s = e at these arguments z; the smaller of ξ and s is half a unit.
  void start(std::span<const double> z, double unit) {
    for (std::size_t i = 0; i < z.size(); ++i) {
      xi_[i] = unit / 2 + std::max(0.0, excess(i, z[i]));
      s_[i] = unit / 2 + std::max(0.0, -excess(i, z[i]));
    }
  }

  /// Computes the predictor's direction, with products of 0.
  CorrectorTerms predict(std::size_t i, double z, double dz, StepStatistics& statistics) const {
    const Point point = at(i, z);
    const Direction direction = predicted(point, sign * dz);
    add_pairs(point, direction, statistics);
    const SecondOrder second(point, direction);
    const double weight = point.weight();
    return {sign * (weight * (1 / point.a - 1 / point.b)), sign * (weight * (second.s - second.xi))};
  }

  void correct(std::size_t i, double z, double predicted_dz, double corrected_dz, const CorrectorAim& aim,
               StepStatistics& statistics) const {
    const Point point = at(i, z);
    add_pairs(point, corrected(i, point, sign * predicted_dz, sign * corrected_dz, aim), statistics);
  }

  /// Must precede correct_centrality().
  void prepare_corrections() { corrections_.resize(a_.size()); }

  /// Corrects the aims of the row's products by their values along the corrector's direction. Returns the
  /// change of its right side.
  double correct_centrality(std::size_t i, double z, double predicted_dz, double corrected_dz,
                            const CorrectorAim& aim, const CentralityAim& centrality) {
    const Point point = at(i, z);
    const Direction direction = corrected(i, point, sign * predicted_dz, sign * corrected_dz, aim);
    corrections_[i] = {centrality.correction(point.xi, direction.xi, point.b, -direction.a),
                       centrality.correction(point.s, direction.s, point.a, direction.a)};
    return sign * (point.weight() * (corrections_[i].s / point.a - corrections_[i].xi / point.b));
  }

  /// Steps along the corrector's direction from the argument z.
  void step(std::size_t i, double z, double predicted_dz, double corrected_dz, const CorrectorAim& aim,
            double alpha, double beta) {
    const Direction direction = corrected(i, at(i, z), sign * predicted_dz, sign * corrected_dz, aim);
    xi_[i] += alpha * direction.xi;
    s_[i] += alpha * direction.s;
    a_[i] = std::min(a_[i] + beta * direction.a, 1.0);
    b_[i] -= beta * direction.a;
  }

  RowTerms terms(std::size_t i, double z) const {
    const Point point = at(i, z);
    const double weight = point.weight();
    return {sign * point.a, weight, sign * (weight * point.excess)};
  }

 private:
  struct Point {
    double excess, xi, s, a, b;
    double weight() const { return a * b / (xi * a + s * b); }
  };
  struct Direction {
    double a, xi, s;
  };
  struct Products {
    double xi = 0;
    double s = 0;
  };
  /// Second-order terms of a direction in t_ξ/b and t_s/a: the product ξ b retains ΔξΔb.
  struct SecondOrder {
    SecondOrder(const Point& at, const Direction& along)
        : xi(along.xi * along.a / at.b), s(-along.s * along.a / at.a) {}
    double xi, s;
  };

  Point at(std::size_t i, double z) const { return {excess(i, z), xi_[i], s_[i], a_[i], b_[i]}; }

  static Direction predicted(const Point& point, double signed_dz) {
    const double da = point.weight() * (point.excess - signed_dz);
    return {da, point.xi * (da / point.b - 1), -point.s * (1 + da / point.a)};
  }

  Direction corrected(std::size_t i, const Point& point, double predicted_dz, double corrected_dz,
                      const CorrectorAim& aim) const {
    const SecondOrder second(point, predicted(point, predicted_dz));
    double t_xi = aim.sigma_mu / point.b + aim.second_order * second.xi;
    double t_s = aim.sigma_mu / point.a + aim.second_order * second.s;
    if (aim.is_centrality_corrected) {
      t_xi += corrections_[i].xi / point.b;
      t_s += corrections_[i].s / point.a;
    }
    const double da = point.weight() * (point.excess - t_xi + t_s - corrected_dz);
    return {da, t_xi + point.xi * (da / point.b - 1), t_s - point.s * (1 + da / point.a)};
  }

  static void add_pairs(const Point& point, const Direction& direction, StepStatistics& statistics) {
    statistics.add_pair(point.xi, direction.xi, point.b, -direction.a);
    statistics.add_pair(point.s, direction.s, point.a, direction.a);
  }

  double offset_;
  std::span<const double> weights_;
  std::vector<double> xi_;
  std::vector<double> s_;
  std::vector<double> a_;
  std::vector<double> b_;              ///< 1 − a, stored since it would lose digits near 0
  std::vector<Products> corrections_;  ///< of the aims; empty before the first prepare_corrections()
};

}  // namespace descent

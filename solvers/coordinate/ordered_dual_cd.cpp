// Dual coordinate descent in fixed cyclic and in uniformly random order: Hsieh et al. (2008), Algorithms 1
// and 2; see svm_dual.hpp for problem and update. Tao et al. (2013), §4.3, call them CDCD and SDCD.

#include <functional>

#include "solvers/contract/fresh_sums.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/coordinate/svm_dual.hpp"
#include "solvers/linear_algebra/line_order.hpp"

namespace descent {

namespace {

template <class Loss, LineOrder::Kind kind>
class OrderedDualCd : public Solver {
 public:
  OrderedDualCd(const Problem& problem, const OptionValues&, Random random)
      : rows_(problem.rows()),
        C_(problem, std::identity()),
        dual_(SvmDual<Loss>::of_rows(problem)),
        w_(static_cast<std::size_t>(problem.n()), 0.0),
        variables_(SvmDual<Loss>::variables(problem)),
        a_(variables_.size()),
        order_(rows_, counted_rows(problem), kind, random),
        schedule_(rows_) {}

  Progress advance(std::uint64_t entries) override {
    const std::uint64_t goal = progress_.entries_touched + entries;
    while (progress_.entries_touched < goal) {
      if (schedule_.is_due(progress_)) refresh();
      const Index i = order_.next(variables_.data());
      const auto row = rows_[i];
      auto& variable = variables_[static_cast<std::size_t>(i)];
      const SvmDual<Loss>& dual = dual_[i];
      const double G = dual.gradient(row, variable, w_.data());
      if (dual.projected(G, variable) != 0) dual.step(row, G, variable, w_.data());
      progress_.entries_touched += row.size();
      ++progress_.updates;
    }
    return progress_;
  }

  void weights(std::span<double> w) const override { std::copy(w_.begin(), w_.end(), w.begin()); }

  std::optional<std::span<const double>> dual() const override {
    for (std::size_t i = 0; i < a_.size(); ++i) a_[i] = variables_[i].alpha / C_[static_cast<Index>(i)];
    return a_;
  }

 private:
  void refresh() {
    const auto alpha = [&](Index i) { return variables_[static_cast<std::size_t>(i)].alpha; };
    sum_rows(rows_, alpha, w_);
    schedule_.refreshed(progress_);
  }

  const SparseMatrix& rows_;
  PerRow<Loss, double> C_;  ///< C c_i
  PerRow<Loss, SvmDual<Loss>> dual_;
  std::vector<double> w_;
  std::vector<typename SvmDual<Loss>::Variable> variables_;
  mutable std::vector<double> a_;
  LineOrder order_;
  RefreshSchedule schedule_;
  Progress progress_;
};

template <class Loss, class>
using CyclicDcd = OrderedDualCd<Loss, LineOrder::Kind::cyclic>;
template <class Loss, class>
using StochasticDcd = OrderedDualCd<Loss, LineOrder::Kind::uniform>;

Method describe(std::string name, std::string title, std::string source, bool randomized) {
  return {.name = std::move(name),
          .title = std::move(title),
          .source = std::move(source),
          .randomized = randomized,
          .file = __FILE__};
}

const MethodRegistration cyclic = MethodRegistration::with_row_weights<CyclicDcd>(
    describe("cyclic_dcd", "CDCD", "Hsieh et al. 2008, Algorithm 1", false), On<Hinge, L2>{},
    On<SquaredHinge, L2>{});
const MethodRegistration stochastic = MethodRegistration::with_row_weights<StochasticDcd>(
    describe("stochastic_dcd", "SDCD", "Hsieh et al. 2008, Algorithm 2", true), On<Hinge, L2>{},
    On<SquaredHinge, L2>{});

}  // namespace

}  // namespace descent

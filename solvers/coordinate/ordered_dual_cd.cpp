// Dual coordinate descent in a fixed cyclic order and in uniformly random order: Hsieh et al. (2008),
// Algorithms 1 and 2; see dual_cd.hpp for problem and update. Tao et al. (2013), §4.3, call them CDCD and
// SDCD.

#include "solvers/contract/fresh_sums.hpp"
#include "solvers/contract/method.hpp"
#include "solvers/coordinate/dual_cd.hpp"
#include "solvers/linear_algebra/line_order.hpp"

namespace descent {

namespace {

/// Cyclic order or uniform draws with replacement.
template <class Loss, LineOrder::Kind kind>
class OrderedDualCd : public DualCd<Loss> {
 public:
  OrderedDualCd(const Problem& problem, const OptionValues&, Random random)
      : DualCd<Loss>(problem),
        order_(problem.rows(), all_lines(problem.m()), kind, random),
        schedule_(problem.rows()) {}

  Progress advance(std::uint64_t nonzeros) override {
    const std::uint64_t goal = this->progress_.nonzeros + nonzeros;
    while (this->progress_.nonzeros < goal) {
      if (schedule_.is_due(this->progress_)) refresh();
      const Index i = order_.next();
      const auto row = this->rows_[i];
      auto& variable = this->variables_[static_cast<std::size_t>(i)];
      const double G = this->gradient(row, variable);
      if (this->projected(G, variable) != 0) this->step(row, G, variable);
      this->progress_.nonzeros += row.size();
      ++this->progress_.updates;
    }
    return this->progress_;
  }

 private:
  void refresh() {
    const auto alpha = [&](Index i) { return this->variables_[static_cast<std::size_t>(i)].alpha; };
    sum_rows(this->rows_, alpha, this->w_);
    schedule_.refreshed(this->progress_);
  }

  LineOrder order_;
  RefreshSchedule schedule_;
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

const MethodRegistration cyclic =
    MethodRegistration::of<CyclicDcd>(describe("cyclic_dcd", "CDCD", "Hsieh et al. 2008, Algorithm 1", false),
                                      On<Hinge, L2>{}, On<SquaredHinge, L2>{});
const MethodRegistration stochastic = MethodRegistration::of<StochasticDcd>(
    describe("stochastic_dcd", "SDCD", "Hsieh et al. 2008, Algorithm 2", true), On<Hinge, L2>{},
    On<SquaredHinge, L2>{});

}  // namespace

}  // namespace descent

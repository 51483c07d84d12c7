#include "tests/solvers/contract/namesake.hpp"

namespace descent::test {

namespace {

template <class Loss, class Regularizer>
class Namesake : public Solver {
 public:
  Namesake(const Problem&, const OptionValues&, Random) {}
  Progress advance(std::uint64_t) override { return {.entries_touched = 0, .updates = first_namesake}; }
  void weights(std::span<double>) const override {}
};

}  // namespace

std::vector<Capability> capabilities_of_first_namesake() {
  return MethodRegistration::capabilities<Namesake>(On<Hinge, L1>{}, On<Hinge, L2>{});
}

}  // namespace descent::test

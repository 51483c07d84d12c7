#pragma once

#include <vector>

#include "solvers/contract/method.hpp"

namespace descent::test {

/// A solver whose every step counts as one pass over the data; what goes wrong, and when, is up to the step.
class WrongSolver : public Solver {
 public:
  explicit WrongSolver(const Problem& problem)
      : weights_(static_cast<std::size_t>(problem.n()), 0.0),
        dual_(static_cast<std::size_t>(problem.m()), 0.0),
        nonzeros_(static_cast<std::uint64_t>(problem.rows().nonzeros())) {}

  Progress advance(std::uint64_t nonzeros) override {
    const std::uint64_t goal = progress_.nonzeros + nonzeros;
    while (progress_.nonzeros < goal) {
      step();
      ++progress_.updates;
      progress_.nonzeros += nonzeros_;
    }
    return progress_;
  }

  void weights(std::span<double> w) const override { std::copy(weights_.begin(), weights_.end(), w.begin()); }

 protected:
  virtual void step() = 0;

  /// Steps that were taken before this one.
  std::uint64_t steps() const { return progress_.updates; }

  std::vector<double> weights_;
  std::vector<double> dual_;

 private:
  std::uint64_t nonzeros_;
  Progress progress_;
};

/// Steps after which the wrong turn is taken: there are checkpoints before it.
inline constexpr std::uint64_t good_steps = 5;

}  // namespace descent::test

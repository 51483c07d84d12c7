#pragma once

#include <cstdint>
#include <span>

#include "solvers/contract/process_solver.hpp"

namespace descent {

/// The processes of a run, seen by one of them. All must call for the same sums in the same order.
class Ranks {
 public:
  virtual ~Ranks() = default;

  virtual int rank() const = 0;  ///< of this process, from 0
  virtual int size() const = 0;

  /// Replaces each value by its sum over all processes, in a round. All get the same bits.
  void sum(std::span<double> values) {
    ++communication_.rounds;
    communication_.processes = size();
    if (size() == 1) return;
    communication_.bytes_sent += static_cast<std::uint64_t>(size()) * values.size_bytes();
    add_up(values);
  }

  const Communication& communication() const { return communication_; }

 private:
  virtual void add_up(std::span<double> values) = 0;

  Communication communication_;
};

/// A process that has the problem to itself.
class SoleRank : public Ranks {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }

 private:
  void add_up(std::span<double>) override {}
};

}  // namespace descent

#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "solvers/contract/solver.hpp"

namespace descent {

/// Communication between the processes of a run since its start.
struct Communication {
  int processes = 1;
  /// Sums over all processes; all wait for each other.
  std::uint64_t rounds = 0;
  /// Bytes handed over for these sums: 8 per number and process, 0 with one process. Network traffic depends
  /// on MPI.
  std::uint64_t bytes_sent = 0;
};

/// Interface of solvers that can use several processes; read at checkpoints.
class Communicating {
 public:
  virtual ~Communicating() = default;
  virtual Communication communication() const = 0;
};

/// Cost of one call of advance whose work other processes did; start and loading of data are counted apart.
struct ProcessCost {
  double cpu_seconds = 0;    ///< CPU seconds of the work in all processes: the run's CPU time
  double setup_seconds = 0;  ///< their other CPU seconds
  double wall_seconds = 0;   ///< of the work, waiting included
};

/// A solver whose work other processes do: a program (Method::sampled_by_tolerance), or several that share
/// the problem.
class ProcessSolver : public Solver {
 public:
  /// Cost of the latest call of advance; nothing if the time limit cut it off, without an iterate. Before the
  /// first call: the setup, if known.
  virtual std::optional<ProcessCost> cost() const = 0;

  /// Called before the first advance; starts processes that live as long as the solver. A program that
  /// restarts in each call is cut off at `most_cpu_seconds`. Several processes meet the budget between calls,
  /// like any method; the run's time limit ends them if they hang.
  virtual void start(double most_cpu_seconds) = 0;
};

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

#pragma once

#include <mpi.h>

#include <chrono>
#include <limits>
#include <stdexcept>
#include <thread>

#include "solvers/contract/process_solver.hpp"

namespace descent {

class MpiRanks : public Ranks {
 public:
  MpiRanks() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  /// Sends the value of the first process to all. They wait asleep, since it may take long and others may
  /// need the processor.
  template <class Value>
  void tell(Value& value) const {
    MPI_Request request{};
    MPI_Ibcast(&value, sizeof value, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
    for (int is_done = 0; is_done == 0;) {
      MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
      if (is_done == 0) std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
  }

  void wait_for_all() const { MPI_Barrier(MPI_COMM_WORLD); }

  /// Sum over all processes, returned in the first.
  double sum_at_first(double value) const {
    double sum = 0;
    MPI_Reduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    return sum;
  }

  /// Sums of several values, which replace the first process's values.
  void sum_at_first(std::span<double> values) const {
    const void* own = rank_ == 0 ? MPI_IN_PLACE : values.data();
    double* sums = rank_ == 0 ? values.data() : nullptr;
    MPI_Reduce(own, sums, length(values.size()), MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  }

  /// Concatenated parts of all processes, returned in the first.
  std::vector<double> gather(std::span<const double> part) const {
    const int count = length(part.size());
    std::vector<int> counts(static_cast<std::size_t>(size_));
    MPI_Gather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
    std::vector<int> starts(counts.size() + 1, 0);
    for (std::size_t k = 0; k < counts.size(); ++k) starts[k + 1] = starts[k] + counts[k];
    std::vector<double> all(rank_ == 0 ? static_cast<std::size_t>(starts.back()) : 0);
    MPI_Gatherv(part.data(), count, MPI_DOUBLE, all.data(), counts.data(), starts.data(), MPI_DOUBLE, 0,
                MPI_COMM_WORLD);
    return all;
  }

 private:
  static int length(std::size_t count) {
    if (count > static_cast<std::size_t>(std::numeric_limits<int>::max()))
      throw std::length_error("more numbers than a message of MPI has");
    return static_cast<int>(count);
  }

  void add_up(std::span<double> values) override {
    MPI_Allreduce(MPI_IN_PLACE, values.data(), length(values.size()), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }

  int rank_ = 0;
  int size_ = 1;
};

}  // namespace descent

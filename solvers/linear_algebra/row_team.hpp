#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <exception>
#include <map>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"
#include "solvers/contract/method.hpp"

namespace descent {

/// Threads that share walks over all rows of a matrix. The rows are divided into parts of about as many
/// entries, by the matrix alone, and sums over parts are added in their order: every number of threads gives
/// the same bits. A single sum in the order of the rows has other bits.
class RowTeam {
 public:
  static constexpr int most_parts = 32;

  /// The caller is one of the threads. With 0 threads it works alone, and all rows are one part. `rows` must
  /// outlive the object. Throws std::system_error if a thread cannot start.
  RowTeam(const SparseMatrix& rows, int threads);
  ~RowTeam();
  RowTeam(const RowTeam&) = delete;
  RowTeam& operator=(const RowTeam&) = delete;

  int threads() const { return static_cast<int>(others_.size()) + 1; }

  /// False for 0 threads.
  bool divides_rows() const { return divides_rows_; }

  /// Parts of the rows in add_up(), and the most threads that it occupies. Each part needs a vector of its
  /// own, so there are fewer than 32 where these would have more than a quarter as many numbers as there are
  /// entries, but two at least.
  int vector_parts() const { return vector_parts_; }

  /// Calls work(k) once for each k < count; one thread takes them in order. Returns when all have ended, and
  /// throws what one of them has thrown.
  template <class Work>
  void run(int count, const Work& work) {
    share(count, &work, [](const void* shared, int k) { (*static_cast<const Work*>(shared))(k); });
  }

  /// Calls work(rows) for each of 32 parts.
  template <class Work>
  void walk(const Work& work) {
    if (!divides_rows_) return work(all_rows());
    run(most_parts, [&](int part) { work(rows_of_part(rows_.starts(), part, most_parts)); });
  }

  /// Σ of_part(rows) over the 32 parts.
  template <class OfPart>
  double sum(const OfPart& of_part) {
    if (!divides_rows_) return of_part(all_rows());
    std::array<double, most_parts> sums;
    run(most_parts, [&](int part) {
      sums[static_cast<std::size_t>(part)] = of_part(rows_of_part(rows_.starts(), part, most_parts));
    });
    return total(sums);
  }

  /// Sets `first` and `second`, which may be empty, to sums over parts of the rows: of what add_part(rows,
  /// first, second) adds to zeros. Returns the sum of what it returns.
  template <class AddPart>
  double add_up(std::span<double> first, std::span<double> second, const AddPart& add_part) {
    if (!divides_rows_) {
      std::ranges::fill(first, 0.0);
      std::ranges::fill(second, 0.0);
      return add_part(all_rows(), first.data(), second.data());
    }
    const std::size_t apart = make_room(first.size() + second.size());
    std::array<double, most_parts> sums{};
    run(vector_parts_, [&](int part) {
      const auto k = static_cast<std::size_t>(part);
      double* const room = room_.data() + k * apart;
      std::fill_n(room, first.size() + second.size(), 0.0);
      sums[k] = add_part(rows_of_part(rows_.starts(), part, vector_parts_), room, room + first.size());
    });
    add_rooms(first, 0, apart);
    add_rooms(second, first.size(), apart);
    return total(sums);
  }

 private:
  using Call = void (*)(const void* work, int k);

  static double total(const std::array<double, most_parts>& sums) {
    double sum = 0;
    for (const double part : sums) sum += part;
    return sum;
  }

  RowTeam(const SparseMatrix& rows, bool divides_rows);

  RowRange all_rows() const { return {0, rows_.outer_size()}; }

  void share(int count, const void* work, Call call);
  void take_pieces();
  void help();
  /// Makes room for a vector of each part, and returns their distance.
  std::size_t make_room(std::size_t size);
  /// sums_j = Σ over the parts, of what their rooms have at `begin` + j.
  void add_rooms(std::span<double> sums, std::size_t begin, std::size_t apart);

  const SparseMatrix& rows_;
  bool divides_rows_;
  int vector_parts_;
  std::vector<double> room_;
  // The lower half of left_ is the number of pieces to claim, the last first. The upper half counts the calls
  // of run, so that a thread that comes late claims nothing by an old number. run returns when all claimed
  // pieces have ended, whether or not every thread has come.
  const void* work_ = nullptr;
  Call call_ = nullptr;
  std::atomic<std::uint64_t> left_ = 0;
  std::atomic<std::uint32_t> count_ = 0;  ///< of pieces
  std::atomic<std::uint32_t> ended_ = 0;  ///< of these
  std::atomic<bool> has_failed_ = false;  ///< the first that fails sets failure_
  std::exception_ptr failure_;
  std::atomic<std::uint32_t> calls_ = 0;  ///< of run: others wait for the next
  std::atomic<bool> is_over_ = false;
  std::vector<std::jthread> others_;
};

/// The option "threads" of methods that walk all rows: 0, one thread that adds in the order of the rows, or
/// the threads of a RowTeam. `shared_work` names what they share, and `bits` says which numbers give the
/// same.
Option threads_option(const std::string& shared_work = "each walk over the rows",
                      const std::string& bits =
                          "All numbers from 1 on give the same bits; 0 does not divide "
                          "the work, so its sums are rounded otherwise");

/// The given options, and so many threads if the method takes them with these on such a problem.
OptionValues options_with_threads(const Method& method, LossKind loss, RegularizerKind regularizer,
                                  const std::map<std::string, OptionValue>& given, int threads);

/// Its value; 0 for methods without the option.
int threads_of(const OptionValues& values);

/// Cores that a run has to itself: one for each thread.
int cores_of(const OptionValues& values);

}  // namespace descent

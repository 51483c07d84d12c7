#include "solvers/linear_algebra/row_team.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace descent {

namespace {

constexpr const char* threads_name = "threads";

int vector_parts_of(const SparseMatrix& rows) {
  constexpr Offset entries_a_number = 4;
  const Offset parts = rows.nonzeros() / (entries_a_number * std::max<Offset>(rows.inner_size(), 1));
  return static_cast<int>(
      std::bit_floor(static_cast<std::uint64_t>(std::clamp<Offset>(parts, 2, RowTeam::most_parts))));
}

}  // namespace

RowTeam::RowTeam(const SparseMatrix& rows, bool divides_rows)
    : rows_(rows), divides_rows_(divides_rows), vector_parts_(vector_parts_of(rows)) {}

// The other constructor has made the object: if a thread cannot start, the destructor ends those before it.
RowTeam::RowTeam(const SparseMatrix& rows, int threads) : RowTeam(rows, threads > 0) {
  for (int k = 1; k < threads; ++k) others_.emplace_back([this] { help(); });
}

RowTeam::~RowTeam() {
  is_over_ = true;
  ++calls_;
  calls_.notify_all();
}

void RowTeam::share(int count, const void* work, Call call) {
  if (others_.empty() || count == 0) {
    for (int k = 0; k < count; ++k) call(work, k);
    return;
  }
  work_ = work;
  call_ = call;
  ended_ = 0;
  has_failed_ = false;
  count_ = static_cast<std::uint32_t>(count);
  left_ = ((left_ >> 32) + 1) << 32 | count_;
  ++calls_;
  calls_.notify_all();
  take_pieces();
  for (std::uint32_t ended = ended_; ended < count_; ended = ended_) ended_.wait(ended);
  if (has_failed_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void RowTeam::take_pieces() {
  for (std::uint64_t left = left_; static_cast<std::uint32_t>(left) > 0;) {
    if (!left_.compare_exchange_weak(left, left - 1)) continue;
    try {
      call_(work_, static_cast<int>(static_cast<std::uint32_t>(left) - 1));
    } catch (...) {
      if (!has_failed_.exchange(true)) failure_ = std::current_exception();
    }
    if (++ended_ == count_) ended_.notify_one();
    left = left_;
  }
}

void RowTeam::help() {
  for (std::uint32_t seen = 0; !is_over_; seen = calls_) {
    take_pieces();
    calls_.wait(seen);
  }
}

std::size_t RowTeam::make_room(std::size_t size) {
  constexpr std::size_t line = 16;  // numbers that no two threads should write side by side
  const std::size_t apart = (size / line + 2) * line;
  const std::size_t wanted = apart * static_cast<std::size_t>(vector_parts_);
  if (room_.size() < wanted) room_.resize(wanted);
  return apart;
}

void RowTeam::add_rooms(std::span<double> sums, std::size_t begin, std::size_t apart) {
  constexpr std::size_t block = 4096;
  const auto add_block = [&](int k) {
    const std::size_t first = static_cast<std::size_t>(k) * block;
    const std::size_t end = std::min(first + block, sums.size());
    const double* from = room_.data() + begin;
    std::copy(from + first, from + end, sums.begin() + static_cast<std::ptrdiff_t>(first));
    for (int part = 1; part < vector_parts_; ++part) {
      from += apart;
      for (std::size_t j = first; j < end; ++j) sums[j] += from[j];
    }
  };
  const auto blocks = static_cast<int>((sums.size() + block - 1) / block);
  if (blocks == 1)
    add_block(0);
  else
    run(blocks, add_block);
}

Option threads_option(const std::string& shared_work, const std::string& bits) {
  return number_option(threads_name, fmt::format("that share {}. {}", shared_work, bits), 0,
                       integers(0, RowTeam::most_parts), "this program");
}

OptionValues options_with_threads(const Method& method, LossKind loss, RegularizerKind regularizer,
                                  const std::map<std::string, OptionValue>& given, int threads) {
  const OptionValues without(method.options, given);
  if (!without.all().contains(threads_name)) return without;
  const OptionValues with = without.with(threads_name, static_cast<double>(threads));
  return method.complaint && method.complaint(loss, regularizer, with) ? without : with;
}

int threads_of(const OptionValues& values) {
  return values.all().contains(threads_name) ? static_cast<int>(values.number(threads_name)) : 0;
}

int cores_of(const OptionValues& values) {
  return std::max(1, threads_of(values));
}

}  // namespace descent

#include "datasets/matrix/sparse_matrix.hpp"

#include <numeric>
#include <utility>

namespace descent {

struct SparseMatrix::Arrays {
  std::vector<Offset> starts;
  std::vector<Entry> own_entries;
  std::shared_ptr<const void> owner;  // of the entries that are not here
  std::span<Entry> entries;
};

SparseMatrix::SparseMatrix(std::vector<Offset> starts, std::vector<Entry> entries, Index width)
    : width_(width) {
  auto arrays = std::make_shared<Arrays>(Arrays{std::move(starts), std::move(entries), {}, {}});
  arrays->entries = arrays->own_entries;
  take(std::move(arrays));
}

SparseMatrix::SparseMatrix(std::vector<Offset> starts, std::span<Entry> entries, Index width,
                           std::shared_ptr<const void> owner)
    : width_(width) {
  take(std::make_shared<Arrays>(Arrays{std::move(starts), {}, std::move(owner), entries}));
}

void SparseMatrix::take(std::shared_ptr<Arrays> arrays) {
  starts_ = arrays->starts;
  entries_ = arrays->entries;
  arrays_ = arrays.get();
  owner_ = std::move(arrays);
}

SparseMatrix::SparseMatrix(std::span<const Offset> starts, std::span<const Entry> entries, Index width,
                           std::shared_ptr<const void> owner)
    : starts_(starts), entries_(entries), width_(width), owner_(std::move(owner)) {}

void SparseMatrix::negate_line(Index line) {
  if (arrays_ == nullptr || owner_.use_count() > 1) {
    *this = {std::vector<Offset>(starts_.begin(), starts_.end()),
             std::vector<Entry>(entries_.begin(), entries_.end()), width_};
  }
  const auto i = static_cast<std::size_t>(line);
  for (Offset place = starts_[i]; place < starts_[i + 1]; ++place) {
    Entry& entry = arrays_->entries[static_cast<std::size_t>(place)];
    entry.value = -entry.value;
  }
}

std::size_t SparseMatrix::bytes() const {
  if (arrays_ == nullptr) return starts_.size_bytes() + entries_.size_bytes();
  const std::size_t elsewhere = arrays_->owner == nullptr ? 0 : arrays_->entries.size_bytes();
  return arrays_->starts.capacity() * sizeof(Offset) + arrays_->own_entries.capacity() * sizeof(Entry) +
         elsewhere;
}

std::vector<Offset> column_starts(const SparseMatrix& rows) {
  std::vector<Offset> starts(static_cast<std::size_t>(rows.inner_size()) + 1, 0);
  for (const Entry& entry : rows.entries()) ++starts[static_cast<std::size_t>(entry.index) + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  return starts;
}

SparseMatrix transpose(const SparseMatrix& matrix) {
  std::vector<Offset> starts = column_starts(matrix);
  // Every store goes to another line; where there are many, it would wait for memory that has not been asked
  // for ahead. On text that takes a third of the time off.
  constexpr std::size_t distance = 16;
  std::vector<Offset> next(starts.begin(), starts.end() - 1);
  const auto place_of = [&](const Entry& entry) -> Offset& {
    return next[static_cast<std::size_t>(entry.index)];
  };
  const std::span<const Entry> from = matrix.entries();
  const auto entries = std::make_shared_for_overwrite<Entry[]>(from.size());
  std::size_t k = 0;
  for (Index line = 0; line < matrix.outer_size(); ++line) {
    for (const Entry& entry : matrix[line]) {
      if (k + distance < from.size()) __builtin_prefetch(&entries[place_of(from[k + distance])], 1);
      entries[place_of(entry)++] = {line, entry.value};
      ++k;
    }
  }
  return {std::move(starts), std::span(entries.get(), from.size()), matrix.outer_size(), entries};
}

SparseMatrix select_lines(const SparseMatrix& matrix, std::span<const Index> lines) {
  std::vector<Offset> starts{0};
  starts.reserve(lines.size() + 1);
  for (const Index line : lines) {
    starts.push_back(starts.back() + static_cast<Offset>(matrix[line].size()));
  }
  std::vector<Entry> entries;
  entries.reserve(static_cast<std::size_t>(starts.back()));
  for (const Index line : lines) {
    const auto chosen = matrix[line];
    entries.insert(entries.end(), chosen.begin(), chosen.end());
  }
  return {std::move(starts), std::move(entries), matrix.inner_size()};
}

SparseMatrix append_column(const SparseMatrix& rows, std::span<const Value> column) {
  std::vector<Offset> starts{0};
  starts.reserve(column.size() + 1);
  std::vector<Entry> entries;
  entries.reserve(rows.entries().size() + column.size());
  for (Index row = 0; row < rows.outer_size(); ++row) {
    entries.insert(entries.end(), rows[row].begin(), rows[row].end());
    entries.push_back({rows.inner_size(), column[static_cast<std::size_t>(row)]});
    starts.push_back(static_cast<Offset>(entries.size()));
  }
  return {std::move(starts), std::move(entries), rows.inner_size() + 1};
}

}  // namespace descent

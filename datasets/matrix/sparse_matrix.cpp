#include "datasets/matrix/sparse_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "datasets/matrix/exact_format.hpp"
#include "support/errors.hpp"

namespace descent {
namespace {

/// The entries of all lines, as entries of one kind.
template <class Stored>
std::span<Stored> typed(const StoredValues& room) {
  return {reinterpret_cast<Stored*>(room.bytes.data()), room.bytes.size() / sizeof(Stored)};
}

std::vector<Entry> entries_of(const SparseMatrix& matrix) {
  const Entries all = matrix.entries();
  return {all.begin(), all.end()};
}

/// True if all entries of a matrix of ones have one sign.
bool have_one_sign(std::span<const OneEntry> entries) {
  return lines_have_one_sign(std::array<Offset, 2>{0, std::ssize(entries)},
                             [&](std::size_t place) { return entries[place].is_negative(); });
}

/// Transposes, and stores turn(entry, line) for each entry.
template <class From, class To, class Turn>
SparseMatrix transposed(const SparseMatrix& matrix, ValueFormat format, const Turn& turn) {
  std::vector<Offset> starts = column_starts(matrix);
  // Prefetch: with many lines, each store would wait for memory. On text this saves a third of the time.
  constexpr std::size_t distance = 16;
  std::vector<Offset> next(starts.begin(), starts.end() - 1);
  StoredValues room = room_for_entries(format, static_cast<std::size_t>(matrix.nonzeros()));
  const auto place_of = [&](const From& entry) -> Offset& {
    return next[static_cast<std::size_t>(entry.index())];
  };
  const std::span<const From> from = matrix.entries().as<From>();
  To* const to = typed<To>(room).data();
  std::size_t k = 0;
  for (Index line = 0; line < matrix.outer_size(); ++line) {
    for (const From& entry : matrix[line].as<From>()) {
      if (k + distance < from.size()) __builtin_prefetch(&to[place_of(from[k + distance])], 1);
      to[place_of(entry)++] = turn(entry, line);
      ++k;
    }
  }
  return {std::move(starts), std::move(room), matrix.outer_size()};
}

}  // namespace

StoredValues room_for_entries(ValueFormat format, std::size_t entries) {
  const std::size_t bytes = entries * bytes_of_entry(format.storage);
  const auto room = std::make_shared_for_overwrite<std::byte[]>(bytes);
  return {format, {room.get(), bytes}, room};
}

StoredValues store_exactly(std::span<const Offset> starts, std::span<const Entry> entries) {
  ExactFormat exact;
  for (const Entry& entry : entries) exact.note(entry.value);
  const bool one_sign =
      lines_have_one_sign(starts, [&](std::size_t place) { return entries[place].value < 0; });
  StoredValues stored = room_for_entries(exact.format(one_sign), entries.size());
  with_storage(stored.format.storage, [&](auto kind) {
    using Stored = decltype(kind);
    std::ranges::transform(entries, typed<Stored>(stored).begin(), [&](const Entry& entry) {
      return Stored::make(entry.index, ExactFormat::stored_number(entry.value, stored.format));
    });
  });
  return stored;
}

struct SparseMatrix::Arrays {
  std::vector<Offset> starts;
  StoredValues entries;
};

SparseMatrix::SparseMatrix(std::vector<Offset> starts, StoredValues entries, Index width) : width_(width) {
  auto arrays = std::make_shared<Arrays>(Arrays{std::move(starts), std::move(entries)});
  starts_ = arrays->starts;
  entries_ = arrays->entries.bytes;
  format_ = arrays->entries.format;
  entry_bytes_ = bytes_of_entry(format_.storage);
  arrays_ = std::move(arrays);
}

SparseMatrix::SparseMatrix(std::vector<Offset> starts, const std::vector<Entry>& entries, Index width)
    : SparseMatrix(starts, store_exactly(starts, entries), width) {}  // no move: both arguments need it

void SparseMatrix::negate_line(Index line) {
  if (arrays_.use_count() > 1) {
    StoredValues own = room_for_entries(format_, static_cast<std::size_t>(nonzeros()));
    std::ranges::copy(entries_, own.bytes.begin());
    *this = {std::vector<Offset>(starts_.begin(), starts_.end()), std::move(own), width_};
  }
  const auto i = static_cast<std::size_t>(line);
  with_storage(format_.storage, [&](auto kind) {
    const auto all = typed<decltype(kind)>(arrays_->entries);
    for (auto place = starts_[i]; place < starts_[i + 1]; ++place) {
      auto& entry = all[static_cast<std::size_t>(place)];
      entry = entry.negated();
    }
  });
}

std::size_t SparseMatrix::bytes() const {
  return (arrays_ == nullptr ? starts_.size_bytes() : arrays_->starts.capacity() * sizeof(Offset)) +
         entries_.size_bytes();
}

RowRange rows_of_part(std::span<const Offset> starts, int part, int parts) {
  const auto begin_of = [&](int number) {
    if (number == parts) return static_cast<Index>(starts.size() - 1);
    const Offset share = starts.back() / parts * number + starts.back() % parts * number / parts;
    return static_cast<Index>(std::ranges::lower_bound(starts.first(starts.size() - 1), share) -
                              starts.begin());
  };
  return {part == 0 ? 0 : begin_of(part), begin_of(part + 1)};
}

std::vector<Offset> column_starts(const SparseMatrix& rows) {
  std::vector<Offset> starts(static_cast<std::size_t>(rows.inner_size()) + 1, 0);
  with_storage(rows.format().storage, [&](auto kind) {
    for (const auto& entry : rows.entries().as<decltype(kind)>())
      ++starts[static_cast<std::size_t>(entry.index()) + 1];
  });
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  return starts;
}

SparseMatrix transpose(const SparseMatrix& matrix) {
  const ValueFormat format = matrix.format();
  if (format.storage == Storage::ones && !have_one_sign(matrix.entries().as<OneEntry>())) {
    return transposed<OneEntry, DecimalEntry>(matrix, {Storage::decimal}, [](OneEntry entry, Index line) {
      return DecimalEntry{line, entry.is_negative() ? -1 : 1};
    });
  }
  return with_storage(format.storage, [&](auto kind) {
    using Stored = decltype(kind);
    return transposed<Stored, Stored>(
        matrix, format, [](const Stored& entry, Index line) { return Stored::with_index(entry, line); });
  });
}

SparseMatrix select_lines(const SparseMatrix& matrix, std::span<const Index> lines) {
  std::vector<Offset> starts{0};
  starts.reserve(lines.size() + 1);
  for (const Index line : lines) starts.push_back(starts.back() + static_cast<Offset>(matrix[line].size()));
  StoredValues chosen = room_for_entries(matrix.format(), static_cast<std::size_t>(starts.back()));
  auto end = chosen.bytes.begin();
  for (const Index line : lines) end = std::ranges::copy(matrix[line].bytes(), end).out;
  return {std::move(starts), std::move(chosen), matrix.inner_size()};
}

SparseMatrix select_entries(const SparseMatrix& rows, std::span<const Index> new_index, Index width) {
  return with_storage(rows.format().storage, [&](auto kind) -> SparseMatrix {
    using Stored = decltype(kind);
    std::size_t count = 0;
    for (const Stored& entry : rows.entries().as<Stored>())
      count += new_index[static_cast<std::size_t>(entry.index())] >= 0;
    // Room for one more: an entry is written before it is known to stay, since a branch would be guessed
    // wrong.
    StoredValues chosen = room_for_entries(rows.format(), count + 1);
    Stored* end = typed<Stored>(chosen).data();
    std::vector<Offset> starts{0};
    starts.reserve(rows.starts().size());
    for (Index i = 0; i < rows.outer_size(); ++i) {
      for (const Stored& entry : rows[i].as<Stored>()) {
        const Index index = new_index[static_cast<std::size_t>(entry.index())];
        *end = Stored::with_index(entry, index);
        end += index >= 0;
      }
      starts.push_back(end - typed<Stored>(chosen).data());
    }
    chosen.bytes = chosen.bytes.first(count * sizeof(Stored));
    return {std::move(starts), std::move(chosen), width};
  });
}

SparseMatrix append_column(const SparseMatrix& rows, std::span<const double> column) {
  std::vector<Offset> starts(rows.starts().begin(), rows.starts().end());
  for (std::size_t i = 0; i < starts.size(); ++i) starts[i] += static_cast<Offset>(i);
  const Index last = rows.inner_size();
  bool fits = true;
  for (Index i = 0; i < rows.outer_size(); ++i) {
    const double x = column[static_cast<std::size_t>(i)];
    fits = fits && ExactFormat::number_of(x, rows.format()) &&
           !(rows.format().storage == Storage::ones && x * rows[i].unit() < 0);
  }
  if (fits) {
    StoredValues wider = room_for_entries(rows.format(), static_cast<std::size_t>(starts.back()));
    with_storage(rows.format().storage, [&](auto kind) {
      using Stored = decltype(kind);
      Stored* end = typed<Stored>(wider).data();
      for (Index i = 0; i < rows.outer_size(); ++i) {
        end = std::ranges::copy(rows[i].as<Stored>(), end).out;
        *end++ =
            Stored::make(last, *ExactFormat::number_of(column[static_cast<std::size_t>(i)], rows.format()));
      }
    });
    return {std::move(starts), std::move(wider), last + 1};
  }
  std::vector<Entry> entries;
  entries.reserve(static_cast<std::size_t>(starts.back()));
  for (Index i = 0; i < rows.outer_size(); ++i) {
    entries.insert(entries.end(), rows[i].begin(), rows[i].end());
    entries.push_back({last, column[static_cast<std::size_t>(i)]});
  }
  return {std::move(starts), entries, last + 1};
}

SparseMatrix append_lines(const SparseMatrix& first, const SparseMatrix& second) {
  std::vector<Offset> starts(first.starts().begin(), first.starts().end());
  for (const Offset start : second.starts().subspan(1)) starts.push_back(first.nonzeros() + start);
  if (first.format() == second.format()) {
    StoredValues both = room_for_entries(first.format(), static_cast<std::size_t>(starts.back()));
    std::ranges::copy(second.stored(), std::ranges::copy(first.stored(), both.bytes.begin()).out);
    return {std::move(starts), std::move(both), first.inner_size()};
  }
  std::vector<Entry> both = entries_of(first);
  const Entries later = second.entries();
  both.insert(both.end(), later.begin(), later.end());
  return {std::move(starts), both, first.inner_size()};
}

SparseMatrix rounded_to_single(const SparseMatrix& rows) {
  std::vector<Offset> starts{0};
  starts.reserve(rows.starts().size());
  StoredValues rounded =
      room_for_entries({Storage::single_precision}, static_cast<std::size_t>(rows.nonzeros()));
  SingleEntry* end = typed<SingleEntry>(rounded).data();
  for (Index i = 0; i < rows.outer_size(); ++i) {
    for (const Entry& entry : rows[i]) {
      const auto value = static_cast<float>(entry.value);
      if (!std::isfinite(value))
        throw DataError("row {}: {} is beyond the range of single precision", i + 1, entry.value);
      if (value != 0) *end++ = {entry.index, value};
    }
    starts.push_back(end - typed<SingleEntry>(rounded).data());
  }
  rounded.bytes = rounded.bytes.first(static_cast<std::size_t>(starts.back()) * sizeof(SingleEntry));
  return {std::move(starts), std::move(rounded), rows.inner_size()};
}

}  // namespace descent

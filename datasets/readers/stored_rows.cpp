#include "datasets/readers/stored_rows.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <utility>

#include "support/errors.hpp"
#include "support/memory/available_memory.hpp"
#include "support/text/plural.hpp"

namespace descent {
namespace {

/// Copies entries with another storage or other indices. `from` may be in the place of the copies, but not
/// behind their begin.
template <class From, class To>
void copy_entries(const From* from, std::size_t count, To* to, ValueFormat before, ValueFormat after,
                  Index shift) {
  std::array<From, 512> some;  // not initialised
  for (std::size_t end = count; end > 0;) {
    const std::size_t length = std::min(some.size(), end);
    end -= length;
    std::copy_n(from + end, length, some.begin());
    std::transform(some.begin(), some.begin() + length, to + end, [&](const From& entry) {
      return To::make(entry.index() + shift, ExactFormat::stored_number(entry.value(before), after));
    });
  }
}

}  // namespace

void StoredRows::take(RowBlock& rows, Index shift) {
  const auto count = static_cast<std::size_t>(starts_.back());
  exact_.merge(rows.exact());
  const ValueFormat format = exact_.format(!exact_.has_negative());
  const std::size_t bytes = (count + rows.entries().size()) * bytes_of_entry(format.storage);
  check_memory(size() + rows.size(), bytes);
  if (bytes > memory_.bytes()) memory_.grow_to(std::max(bytes, memory_.bytes() * 3 / 2));
  if (format != format_) convert(format, 0);
  with_storage(format.storage, [&](auto kind) {
    auto* const end = reinterpret_cast<decltype(kind)*>(memory_.data()) + count;
    copy_entries(rows.entries().data(), rows.entries().size(), end, {Storage::double_precision}, format, shift);
  });
  for (const Offset start : rows.starts().subspan(1)) starts_.push_back(static_cast<Offset>(count) + start);
  rows.clear();
}

/// An entry never needs less memory than before, since a storage is left for good.
void StoredRows::convert(ValueFormat format, Index shift) {
  with_storage(format_.storage, [&](auto before) {
    with_storage(format.storage, [&](auto after) {
      if constexpr (sizeof(before) <= sizeof(after))
        copy_entries(reinterpret_cast<const decltype(before)*>(memory_.data()),
                     static_cast<std::size_t>(starts_.back()),
                     reinterpret_cast<decltype(after)*>(memory_.data()), format_, format, shift);
    });
  });
  format_ = format;
}

void StoredRows::check_memory(std::size_t rows, std::size_t bytes) {
  if (bytes <= unchecked_bytes_ && !most_bytes_) return;
  unchecked_bytes_ = bytes + bytes_between_checks;
  const bool fits = most_bytes_ ? bytes <= *most_bytes_ : available_memory() >= bytes_between_checks;
  if (!fits)
    throw DataError("{}: its first {} rows take {:.1f} GB, and no more memory is free", path_.string(),
                    with_thousands(rows), 1e-9 * static_cast<double>(bytes));
}

SparseMatrix StoredRows::matrix(Index width) && {
  const std::size_t bytes = static_cast<std::size_t>(starts_.back()) * bytes_of_entry(format_.storage);
  memory_.shrink_to(bytes);
  const auto memory = std::make_shared<GrowingMemory>(std::move(memory_));
  return {std::move(starts_), StoredValues{format_, {memory->data(), bytes}, memory}, width};
}

}  // namespace descent

#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

namespace descent {

using Index = std::int32_t;
using Offset = std::int64_t;

/// An entry of a matrix as a pair of numbers, however it is stored.
struct Entry {
  Index index;
  double value;
  friend bool operator==(const Entry&, const Entry&) = default;
};

/// How a matrix stores its values; each holds them to the bit.
enum class Storage : std::uint32_t {
  one_magnitude,     ///< all values are ±x for one x: 4 bytes an entry, index and sign
  decimal,           ///< q/10^k with 32-bit integers q and one k ≤ 22 for all: 8 bytes
  single_precision,  ///< float, 8 bytes
  double_precision,  ///< double, 12 bytes
};
/// In the order of the enumeration.
inline constexpr std::array<std::string_view, 4> storage_names{"one magnitude", "decimal", "single precision",
                                                               "double precision"};
constexpr std::string_view name_of(Storage storage) {
  return storage_names[static_cast<std::size_t>(storage)];
}

/// What the stored numbers of a matrix stand for. Products are sums of numbers, multiplied by the unit once.
struct ValueFormat {
  Storage storage = Storage::one_magnitude;
  double unit = 1;     ///< x of one magnitude; 10^−k, rounded, of decimals; else 1
  double divisor = 1;  ///< 10^k of decimals; else 1

  /// The double nearest to the value.
  double value(double number) const { return storage == Storage::decimal ? number / divisor : number * unit; }
  friend bool operator==(const ValueFormat&, const ValueFormat&) = default;
};

/// Stored entries. Each kind has index(), number(), negated(), with_index() and `make` of an index ≥ 0 and a
/// number that it can hold.
struct SignedIndex {
  static constexpr std::uint32_t sign = std::uint32_t{1} << 31;
  std::uint32_t bits;

  static SignedIndex make(Index index, double number) {
    return {static_cast<std::uint32_t>(index) | (number < 0 ? sign : 0)};
  }
  Index index() const { return static_cast<Index>(bits & ~sign); }
  double number() const { return with_sign_of(1.0); }
  SignedIndex negated() const { return {bits ^ sign}; }
  static SignedIndex with_index(SignedIndex entry, Index index) {
    return {static_cast<std::uint32_t>(index) | (entry.bits & sign)};
  }
  /// number() times x.
  double with_sign_of(double x) const {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) ^ std::uint64_t{bits & sign} << 32);
  }
};

template <class Number>
struct IndexAndNumber {
  Index place;
  Number stored;

  static IndexAndNumber make(Index index, double number) { return {index, static_cast<Number>(number)}; }
  Index index() const { return place; }
  double number() const { return static_cast<double>(stored); }
  IndexAndNumber negated() const { return {place, -stored}; }
  static IndexAndNumber with_index(IndexAndNumber entry, Index index) { return {index, entry.stored}; }
};
using DecimalEntry = IndexAndNumber<std::int32_t>;
using SingleEntry = IndexAndNumber<float>;

/// Without the four bytes of padding that a double would have beside an index.
struct DoubleEntry {
  Index place;
  std::array<std::uint32_t, 2> halves;

  static DoubleEntry make(Index index, double number) {
    return {index, std::bit_cast<std::array<std::uint32_t, 2>>(number)};
  }
  Index index() const { return place; }
  double number() const { return std::bit_cast<double>(halves); }
  DoubleEntry negated() const { return make(place, -number()); }
  static DoubleEntry with_index(DoubleEntry entry, Index index) { return {index, entry.halves}; }
};
static_assert(sizeof(SignedIndex) == 4 && sizeof(DecimalEntry) == 8 && sizeof(SingleEntry) == 8 &&
              sizeof(DoubleEntry) == 12);

/// Calls function(a stored entry of this kind, which only its type matters of).
template <class Function>
[[gnu::always_inline]] constexpr decltype(auto) with_storage(Storage storage, const Function& function) {
  switch (storage) {
    case Storage::one_magnitude:
      return function(SignedIndex{});
    case Storage::decimal:
      return function(DecimalEntry{});
    case Storage::single_precision:
      return function(SingleEntry{});
    case Storage::double_precision:
      break;
  }
  return function(DoubleEntry{});
}

constexpr std::size_t bytes_of_entry(Storage storage) {
  return with_storage(storage, [](auto kind) { return sizeof(kind); });
}

/// A view of the entries of a line of a matrix. Goes through them one by one for those who do not need to be
/// fast; the others use the kernels of line_products.hpp, which choose by the storage once a line.
class Line {
 public:
  class Iterator {
   public:
    using value_type = Entry;
    using reference = Entry;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using iterator_concept = std::random_access_iterator_tag;

    Iterator() = default;
    Iterator(const std::byte* at, const ValueFormat& format) : at_(at), format_(format) {}
    Entry operator*() const {
      return with_storage(format_.storage, [&](auto kind) -> Entry {
        const auto& stored = *reinterpret_cast<const decltype(kind)*>(at_);
        return {stored.index(), format_.value(stored.number())};
      });
    }
    Entry operator[](difference_type n) const { return *(*this + n); }
    Iterator& operator+=(difference_type n) {
      at_ += n * static_cast<difference_type>(bytes_of_entry(format_.storage));
      return *this;
    }
    Iterator& operator-=(difference_type n) { return *this += -n; }
    Iterator& operator++() { return *this += 1; }
    Iterator operator++(int) { return std::exchange(*this, *this + 1); }
    Iterator& operator--() { return *this += -1; }
    Iterator operator--(int) { return std::exchange(*this, *this + -1); }
    friend Iterator operator+(Iterator it, difference_type n) { return it += n; }
    friend Iterator operator+(difference_type n, Iterator it) { return it += n; }
    friend Iterator operator-(Iterator it, difference_type n) { return it += -n; }
    friend difference_type operator-(const Iterator& a, const Iterator& b) {
      return (a.at_ - b.at_) / static_cast<difference_type>(bytes_of_entry(a.format_.storage));
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }
    friend auto operator<=>(const Iterator& a, const Iterator& b) { return a.at_ <=> b.at_; }

   private:
    const std::byte* at_ = nullptr;
    ValueFormat format_;
  };

  Line() = default;
  Line(const std::byte* first, std::size_t size, const ValueFormat& format)
      : first_(first), size_(size), format_(format) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const ValueFormat& format() const { return format_; }
  std::span<const std::byte> bytes() const { return {first_, size_ * bytes_of_entry(format_.storage)}; }

  Iterator begin() const { return {first_, format_}; }
  Iterator end() const { return begin() + static_cast<std::ptrdiff_t>(size_); }
  Entry operator[](std::size_t k) const { return begin()[static_cast<std::ptrdiff_t>(k)]; }
  Entry front() const { return *begin(); }
  Entry back() const { return (*this)[size_ - 1]; }
  Line first(std::size_t count) const { return {first_, count, format_}; }
  /// Without the first k entries.
  Line from(std::size_t k) const {
    return {first_ + k * bytes_of_entry(format_.storage), size_ - k, format_};
  }

  /// The entries as they are stored, of the kind of format().storage.
  template <class Stored>
  std::span<const Stored> as() const {
    return {reinterpret_cast<const Stored*>(first_), size_};
  }

 private:
  const std::byte* first_ = nullptr;
  std::size_t size_ = 0;
  ValueFormat format_;
};

}  // namespace descent

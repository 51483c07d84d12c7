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

/// An entry of a matrix, independent of its storage.
struct Entry {
  Index index;
  double value;
  friend bool operator==(const Entry&, const Entry&) = default;
};

/// The storage of a matrix's values; each kind holds them to the bit.
enum class Storage : std::uint8_t {
  ones,              ///< all values of a line are 1, or all are −1: 4 bytes an entry, index and sign
  decimal,           ///< q/10^k with 32-bit integers q and one k ≤ 22 for all: 8 bytes
  single_precision,  ///< float, 8 bytes
  double_precision,  ///< double, 12 bytes
};
/// In the order of the enumeration.
inline constexpr std::array<std::string_view, 4> storage_names{"ones", "decimal", "single precision",
                                                               "double precision"};
constexpr std::string_view name_of(Storage storage) {
  return storage_names[static_cast<std::size_t>(storage)];
}

/// Turns stored numbers of a matrix or a line into values: number · unit(). For decimals, number / divisor()
/// is exact to the last bit.
struct ValueFormat {
  static constexpr std::uint8_t most_decimals = 22;  ///< 10^k is a double up to here
  static constexpr std::uint8_t negative = most_decimals + 1;

  Storage storage = Storage::ones;
  std::uint8_t scale = 0;  ///< k of decimals; for a line of ones 0 or `negative`; else 0

  double unit() const {
    static constexpr std::array<double, negative + 1> units{
        1e0,   1e-1,  1e-2,  1e-3,  1e-4,  1e-5,  1e-6,  1e-7,  1e-8,  1e-9,  1e-10, 1e-11,
        1e-12, 1e-13, 1e-14, 1e-15, 1e-16, 1e-17, 1e-18, 1e-19, 1e-20, 1e-21, 1e-22, -1};
    return units[scale];
  }
  double divisor() const {
    static constexpr std::array<double, negative + 1> divisors{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                               1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                               1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, -1};
    return divisors[scale];
  }
  friend bool operator==(const ValueFormat&, const ValueFormat&) = default;
};

/// The number 1; products with it need no multiplication.
struct One {
  operator double() const { return 1; }
};

/// Stored entries. Each kind has index(), number(), value() in a format, negated(), with_index(), and `make`
/// from an index ≥ 0 and a number that it can hold. number() of a OneEntry leaves out the sign, which is its
/// line's.
struct OneEntry {
  static constexpr std::uint32_t sign = std::uint32_t{1} << 31;
  std::uint32_t bits;

  static OneEntry make(Index index, double number) {
    return {static_cast<std::uint32_t>(index) | (number < 0 ? sign : 0)};
  }
  Index index() const { return static_cast<Index>(bits & ~sign); }
  One number() const { return {}; }
  double value(ValueFormat) const { return is_negative() ? -1 : 1; }
  bool is_negative() const { return (bits & sign) != 0; }
  std::uint32_t sign_bit() const { return bits >> 31; }
  OneEntry negated() const { return {bits ^ sign}; }
  static OneEntry with_index(OneEntry entry, Index index) {
    return {static_cast<std::uint32_t>(index) | (entry.bits & sign)};
  }
};

template <class Number>
struct IndexAndNumber {
  Index place;
  Number stored;

  static IndexAndNumber make(Index index, double number) { return {index, static_cast<Number>(number)}; }
  Index index() const { return place; }
  double number() const { return static_cast<double>(stored); }
  double value(ValueFormat format) const { return number() / format.divisor(); }
  IndexAndNumber negated() const { return {place, -stored}; }
  static IndexAndNumber with_index(IndexAndNumber entry, Index index) { return {index, entry.stored}; }
};
using DecimalEntry = IndexAndNumber<std::int32_t>;
using SingleEntry = IndexAndNumber<float>;

/// Avoids the four bytes of padding that a double would have beside an index.
struct DoubleEntry {
  Index place;
  std::array<std::uint32_t, 2> halves;

  static DoubleEntry make(Index index, double number) {
    return {index, std::bit_cast<std::array<std::uint32_t, 2>>(number)};
  }
  Index index() const { return place; }
  double number() const { return std::bit_cast<double>(halves); }
  double value(ValueFormat) const { return number(); }
  DoubleEntry negated() const { return make(place, -number()); }
  static DoubleEntry with_index(DoubleEntry entry, Index index) { return {index, entry.halves}; }
};
static_assert(sizeof(OneEntry) == 4 && sizeof(DecimalEntry) == 8 && sizeof(SingleEntry) == 8 &&
              sizeof(DoubleEntry) == 12);

/// Calls function(entry) with an entry of the storage's kind; only its type matters.
template <class Function>
[[gnu::always_inline]] constexpr decltype(auto) with_storage(Storage storage, const Function& function) {
  switch (storage) {
    case Storage::ones:
      return function(OneEntry{});
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

/// A view of consecutive entries, for code that need not be fast.
class Entries {
 public:
  class Iterator {
   public:
    using value_type = Entry;
    using reference = Entry;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::random_access_iterator_tag;
    using iterator_concept = std::random_access_iterator_tag;

    Iterator() = default;
    Iterator(const std::byte* at, ValueFormat format) : at_(at), format_(format) {}
    Entry operator*() const {
      return with_storage(format_.storage, [&](auto kind) -> Entry {
        const auto& stored = *reinterpret_cast<const decltype(kind)*>(at_);
        return {stored.index(), stored.value(format_)};
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

  Entries() = default;
  Entries(const std::byte* first, std::size_t size, ValueFormat format)
      : first_(first), size_(static_cast<Offset>(size) & most), format_(format) {}

  std::size_t size() const { return static_cast<std::size_t>(size_); }
  bool empty() const { return size_ == 0; }
  ValueFormat format() const { return format_; }
  std::span<const std::byte> bytes() const { return {first_, size() * bytes_of_entry(format_.storage)}; }

  Iterator begin() const { return {first_, format_}; }
  Iterator end() const { return begin() + size_; }
  Entry operator[](std::size_t k) const { return begin()[static_cast<std::ptrdiff_t>(k)]; }
  Entry front() const { return *begin(); }
  Entry back() const { return (*this)[size() - 1]; }

  /// The entries as stored, of the kind of format().storage.
  template <class Stored>
  std::span<const Stored> as() const {
    return {reinterpret_cast<const Stored*>(first_), size()};
  }

 private:
  static constexpr Offset most = (Offset{1} << 47) - 1;

  /// The view fits two registers when it is passed on.
  const std::byte* first_ = nullptr;
  Offset size_ : 48 = 0;
  ValueFormat format_;
};
static_assert(sizeof(Entries) == 16);

/// The entries of a line of a matrix; for ones, its unit is their sign. The kernels of line_products.hpp
/// choose by storage once a line.
class Line : public Entries {
 public:
  Line() = default;
  Line(const std::byte* first, std::size_t size, ValueFormat format)
      : Entries(first, size, with_sign(first, size, format)) {}

  double unit() const { return format().unit(); }

  Line first(std::size_t count) const { return {bytes().data(), count, format()}; }
  /// The line without its first k entries.
  Line from(std::size_t k) const {
    return {bytes().data() + k * bytes_of_entry(format().storage), size() - k, format()};
  }

 private:
  static ValueFormat with_sign(const std::byte* first, std::size_t size, ValueFormat format) {
    if (format.storage == Storage::ones && size > 0)  // not a jump: labels are often mispredicted
      format.scale = static_cast<std::uint8_t>(ValueFormat::negative *
                                               reinterpret_cast<const OneEntry*>(first)->sign_bit());
    return format;
  }
};

}  // namespace descent

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "datasets/matrix/line_products.hpp"

#if defined(__AVX2__) && defined(__FMA__)
#define DESCENT_FOUR_LANES
#include <immintrin.h>
#endif

namespace descent {

#ifdef DESCENT_FOUR_LANES
/// Four doubles to be multiplied, each with its own.
struct FourDoubles {
  __m256d lanes;
  friend FourDoubles operator*(FourDoubles a, FourDoubles b) { return {_mm256_mul_pd(a.lanes, b.lanes)}; }
};

/// Four consecutive entries of a line, for AVX2 registers. One load and one conversion take all four numbers.
/// Dense values are loaded one by one: a gather cannot forward what was just stored, and a pass with it takes
/// twice as long.
template <class Stored>
class FourEntries {
 public:
  explicit FourEntries(const Stored* first) : entries_(first) {}

  __m256d numbers() const {
    if constexpr (std::is_same_v<Stored, OneEntry>) {
      return _mm256_set1_pd(1);
    } else if constexpr (std::is_same_v<Stored, DoubleEntry>) {
#ifdef __AVX512VL__
      // Four entries are 12 words of 4 bytes: an index and the two halves of a double, four times. `first`
      // has the words 0 to 7 and `last` 4 to 11, which the permutation counts from 8.
      static_assert(sizeof(Stored) == 12 && offsetof(Stored, halves) == 4);
      const auto* const words = reinterpret_cast<const std::uint32_t*>(entries_);
      const __m256i first = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
      const __m256i last = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words + 4));
      return _mm256_castsi256_pd(
          _mm256_permutex2var_epi32(first, _mm256_setr_epi32(1, 2, 4, 5, 7, 12, 14, 15), last));
#else
      return _mm256_set_pd(entries_[3].number(), entries_[2].number(), entries_[1].number(),
                           entries_[0].number());
#endif
    } else {
      // Four entries are 8 words: an index and a number of 4 bytes, four times.
      static_assert(sizeof(Stored) == 8 && offsetof(Stored, stored) == 4);
      const __m256i words = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(entries_));
      const __m128i numbers = _mm256_castsi256_si128(
          _mm256_permutevar8x32_epi32(words, _mm256_setr_epi32(1, 3, 5, 7, 1, 3, 5, 7)));
      if constexpr (std::is_same_v<Stored, DecimalEntry>) return _mm256_cvtepi32_pd(numbers);
      return _mm256_cvtps_pd(_mm_castsi128_ps(numbers));
    }
  }
  __m256d of(const double* dense) const {
    const __m128d low = _mm_loadh_pd(_mm_load_sd(dense + entries_[0].index()), dense + entries_[1].index());
    const __m128d high = _mm_loadh_pd(_mm_load_sd(dense + entries_[2].index()), dense + entries_[3].index());
    return _mm256_set_m128d(high, low);
  }
  /// The first, then the second values of the entries' pairs.
  template <class Pair>
  std::array<FourDoubles, 2> of_pairs(const Pair* pairs) const {
    const auto load = [&](std::size_t k) {
      return _mm_loadu_pd(reinterpret_cast<const double*>(pairs + entries_[k].index()));
    };
    const __m256d even = _mm256_set_m128d(load(2), load(0));
    const __m256d odd = _mm256_set_m128d(load(3), load(1));
    return {FourDoubles{_mm256_unpacklo_pd(even, odd)}, FourDoubles{_mm256_unpackhi_pd(even, odd)}};
  }
  /// sums + numbers() · factor, rounded once.
  __m256d add_products(__m256d factor, __m256d sums) const {
    if constexpr (std::is_same_v<Stored, OneEntry>)
      return _mm256_add_pd(sums, factor);
    else
      return _mm256_fmadd_pd(numbers(), factor, sums);
  }
  void store(__m256d values, double* dense) const {
    const __m128d low = _mm256_castpd256_pd128(values);
    const __m128d high = _mm256_extractf128_pd(values, 1);
    _mm_storel_pd(dense + entries_[0].index(), low);
    _mm_storeh_pd(dense + entries_[1].index(), low);
    _mm_storel_pd(dense + entries_[2].index(), high);
    _mm_storeh_pd(dense + entries_[3].index(), high);
  }

 private:
  const Stored* entries_;
};
#endif

/// Sums over a line of the terms(number, first, second) of each entry and its pair of doubles, such as a
/// struct of two. `terms` returns an array; its arguments are doubles or four of them. The caller applies the
/// unit.
template <class Pair, class Terms>
[[gnu::always_inline]] inline auto sums_over_pairs(Line line, const Pair* pairs, const Terms& terms) {
  return with_stored(
      line, [&](auto entries) __attribute__((always_inline)) {
        static_assert(sizeof(Pair) == 2 * sizeof(double));
        decltype(terms(0.0, 0.0, 0.0)) sums{};
        const auto* entry = entries.data();
        const auto* const end = entry + entries.size();
#ifdef DESCENT_FOUR_LANES
        decltype(terms(FourDoubles{}, FourDoubles{}, FourDoubles{})) fours{};
        for (; end - entry >= 4; entry += 4) {
          const FourEntries four(entry);
          const auto [first, second] = four.of_pairs(pairs);
          const auto added = terms(FourDoubles{four.numbers()}, first, second);
          for (std::size_t k = 0; k < sums.size(); ++k) fours[k].lanes += added[k].lanes;
        }
        for (std::size_t k = 0; k < sums.size(); ++k)
          for (const int lane : {0, 1, 2, 3}) sums[k] += fours[k].lanes[lane];
#endif
        for (; entry != end; ++entry) {
          const auto* const at = reinterpret_cast<const double*>(pairs + entry->index());
          const auto added = terms(static_cast<double>(entry->number()), at[0], at[1]);
          for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += added[k];
        }
        return sums;
      });
}

/// Σ value · function(dense[index]) over a line, to the same bits as line_sum(), for long lines. The function
/// must be free of jumps and calls to be computed in lanes.
template <class Function>
[[gnu::always_inline]] inline double line_sum_in_lanes(Line line, const double* dense,
                                                       const Function& function) {
#ifdef DESCENT_FOUR_LANES
  const double number_sum = with_stored(
      line, [&](auto entries) __attribute__((always_inline)) {
        __m256d sums = _mm256_setzero_pd();
        const auto* entry = entries.data();
        const auto* const end = entry + entries.size();
        for (; end - entry >= 4; entry += 4) {
          const FourEntries four(entry);
          const __m256d at = four.of(dense);
          const __m256d factors =
              _mm256_setr_pd(function(at[0]), function(at[1]), function(at[2]), function(at[3]));
          sums = four.add_products(factors, sums);
        }
        double first = _mm256_cvtsd_f64(sums);
        for (; entry != end; ++entry)
          first = add_product(first, entry->number(), function(dense[entry->index()]));
        return (first + sums[1]) + (sums[2] + sums[3]);
      });
  return in_unit(line, number_sum);
#else
  return line_sum(line, [&](Index index) { return function(dense[index]); });
#endif
}

/// The same bits as dot(), for methods that step along one line after another. On long lines, as in text, it
/// saves a tenth of their time; a pass over all rows that waits for no step takes a fifth longer.
[[gnu::always_inline]] inline double dot_in_lanes(Line line, const double* dense) {
  constexpr std::size_t worth_registers = 16;  // starts more slowly: 5 % on rows of 12
  if (line.size() < worth_registers) return dot(line, dense);
  return line_sum_in_lanes(line, dense, [](double value) { return value; });
}

/// The same bits as add(), for the uses of dot_in_lanes(). Requires distinct indices.
[[gnu::always_inline]] inline void add_in_lanes(Line line, double scale, double* dense) {
#ifdef DESCENT_FOUR_LANES
  const double scale_of_numbers = scale * line.unit();
  with_stored(
      line, [=](auto entries) __attribute__((always_inline)) {
        const auto* entry = entries.data();
        const auto* const end = entry + entries.size();
        for (; end - entry >= 4; entry += 4) {
          const FourEntries four(entry);
          four.store(four.add_products(_mm256_set1_pd(scale_of_numbers), four.of(dense)), dense);
        }
        for (; entry != end; ++entry)
          dense[entry->index()] = add_product(dense[entry->index()], entry->number(), scale_of_numbers);
      });
#else
  add(line, scale, dense);
#endif
}

}  // namespace descent

#undef DESCENT_FOUR_LANES

#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <type_traits>

#include "datasets/matrix/sparse_matrix.hpp"

#if defined(__AVX2__) && defined(__FMA__)
#define DESCENT_FOUR_LANES
#include <immintrin.h>
#endif

namespace descent {

/// sum + a · b, rounded once if the processor can. Otherwise GCC fuses some of these products, depending on
/// the code around them, and two ways to the same number would differ in the last bits.
inline double add_product(double sum, double a, double b) {
#if defined(FP_FAST_FMA) || defined(__FMA__)  // Clang 14 defines only the latter
  return std::fma(a, b, sum);
#else
  return sum + a * b;
#endif
}

[[gnu::always_inline]] inline double add_product(double sum, One, double x) {
  return sum + x;
}

/// Calls function(the line's entries as stored), with one kernel for each storage.
template <class Function>
[[gnu::always_inline]] inline decltype(auto) with_stored(Line line, const Function& function) {
  return with_storage(
      line.format().storage, [&](auto kind) __attribute__((always_inline))->decltype(auto) {
        return function(line.as<decltype(kind)>());
      });
}

/// Calls visit(index, number) for each entry of a line; the caller applies the line's unit. A number may be
/// One, which converts to double.
template <class Visit>
[[gnu::always_inline]] inline void for_each_number(Line line, const Visit& visit) {
  with_stored(
      line, [&](auto entries) __attribute__((always_inline)) {
        for (const auto& entry : entries) visit(entry.index(), entry.number());
      });
}

/// Calls visit(index, value) for each entry of a line. A decimal value may be off by its last bit.
template <class Visit>
[[gnu::always_inline]] inline void for_each_entry(Line line, const Visit& visit) {
  for_each_number(
      line, [&visit, unit = line.unit() ](Index index, auto number)
                __attribute__((always_inline)) { visit(index, number * unit); });
}

template <class Visit>
[[gnu::always_inline]] inline void for_each_index(Line line, const Visit& visit) {
  with_stored(
      line, [&](auto entries) __attribute__((always_inline)) {
        for (const auto& entry : entries) visit(entry.index());
      });
}

/// Sums what add_entry(sum, index, number) adds for each entry of a line, with numbers as in
/// for_each_number(). Four partial sums avoid waiting for the previous addition: a pass of dual coordinate
/// descent over a9a takes 7 to 10 % less time than with one. Inlining is forced here and below, since GCC
/// would sometimes emit a call.
template <class Sum, class AddEntry>
[[gnu::always_inline]] inline Sum add_up(Line line, const AddEntry& add_entry) {
  return with_stored(
      line, [&](auto entries) __attribute__((always_inline)) {
        Sum first{};
        Sum second{};
        Sum third{};
        Sum fourth{};
        const auto* entry = entries.data();
        const auto* const end = entry + entries.size();
        for (; end - entry >= 4; entry += 4) {
          add_entry(first, entry[0].index(), entry[0].number());
          add_entry(second, entry[1].index(), entry[1].number());
          add_entry(third, entry[2].index(), entry[2].number());
          add_entry(fourth, entry[3].index(), entry[3].number());
        }
        for (; entry != end; ++entry) add_entry(first, entry->index(), entry->number());
        return (first + second) + (third + fourth);
      });
}

/// The unit of a line's numbers, more precise than ValueFormat::unit().
inline long double precise_unit(ValueFormat format) {
  return 1 / static_cast<long double>(format.divisor());
}

/// The sign that makes a row's numbers comparable with other rows of its matrix.
inline double sign_of(Line row) {
  return row.unit() < 0 ? -1 : 1;
}

/// Turns a sum of a line's numbers into a sum of values, rounded before anything is added.
[[gnu::always_inline]] inline double in_unit(Line line, double of_numbers) {
  return add_product(0.0, line.unit(), of_numbers);
}

/// Σ value · factor(index) over a line.
template <class Factor>
[[gnu::always_inline]] inline double line_sum(Line line, const Factor& factor) {
  const double of_numbers = add_up<double>(
      line, [&factor](double& sum, Index index, auto number)
                __attribute__((always_inline)) { sum = add_product(sum, number, factor(index)); });
  return in_unit(line, of_numbers);
}

/// Σ value · dense[index] over a line.
[[gnu::always_inline]] inline double dot(Line line, const double* dense) {
  return line_sum(line, [dense](Index index) { return dense[index]; });
}

/// dense[index] += scale · value over a line.
[[gnu::always_inline]] inline void add(Line line, double scale, double* dense) {
  const double scale_of_numbers = scale * line.unit();
  with_stored(
      line, [=](auto entries) __attribute__((always_inline)) {
        for (const auto& entry : entries)
          dense[entry.index()] = add_product(dense[entry.index()], entry.number(), scale_of_numbers);
      });
}

/// image += Σ_i weight(i) line_i (line_i·v) over the lines of a matrix.
template <class Weight>
void add_normal_product(const SparseMatrix& matrix, const Weight& weight, std::span<const double> v,
                        std::span<double> image) {
  for (Index i = 0; i < matrix.outer_size(); ++i) {
    const double here = weight(i);
    if (here != 0) add(matrix[i], here * dot(matrix[i], v.data()), image.data());
  }
}

/// Σ value² over a line.
inline double squared_norm(Line line) {
  const double of_numbers =
      add_up<double>(line, [](double& sum, Index, double number) { sum = add_product(sum, number, number); });
  return of_numbers / (line.format().divisor() * line.format().divisor());
}

/// Σ value² over a matrix.
inline double squared_norm(const SparseMatrix& matrix) {
  double sum = 0;
  for (Index i = 0; i < matrix.outer_size(); ++i) sum += squared_norm(matrix[i]);
  return sum;
}

#ifdef DESCENT_FOUR_LANES
/// Four consecutive entries of a line, for AVX2 registers. One load and one conversion take all four numbers.
/// Dense values are loaded one by one: a gather cannot forward what was just stored, and a pass with it takes
/// twice as long.
template <class Stored>
class FourEntries {
 public:
  explicit FourEntries(const Stored* first) : entries_(first) {}

  __m256d numbers() const {
    if constexpr (std::is_same_v<Stored, DoubleEntry>) {
#ifdef __AVX512VL__
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

/// Σ value · function(dense[index]) over a line, to the same bits as line_sum(), for long lines. The function
/// must be free of jumps and calls to be computed in lanes.
template <class Function>
[[gnu::always_inline]] inline double line_sum_in_lanes(Line line, const double* dense,
                                                       const Function& function) {
#ifdef DESCENT_FOUR_LANES
  const double of_numbers = with_stored(
      line, [&](auto entries) __attribute__((always_inline)) {
        __m256d sums = _mm256_setzero_pd();
        const auto* entry = entries.data();
        const auto* const end = entry + entries.size();
        for (; end - entry >= 4; entry += 4) {
          const FourEntries four(entry);
          const __m256d at = four.of(dense);
          const __m256d factors = _mm256_setr_pd(function(at[0]), function(at[1]), function(at[2]), function(at[3]));
          sums = four.add_products(factors, sums);
        }
        double first = _mm256_cvtsd_f64(sums);
        for (; entry != end; ++entry)
          first = add_product(first, entry->number(), function(dense[entry->index()]));
        return (first + sums[1]) + (sums[2] + sums[3]);
      });
  return in_unit(line, of_numbers);
#else
  return line_sum(line, [&](Index index) { return function(dense[index]); });
#endif
}

/// The same bits as dot(), for methods that step along one line after another. On long lines, as in text, it
/// saves a tenth of their time; a pass over all rows that waits for no step takes a fifth longer.
[[gnu::always_inline]] inline double dot_in_lanes(Line line, const double* dense) {
#ifdef DESCENT_FOUR_LANES
  constexpr std::size_t worth_registers = 16;  // starts more slowly: 5 % on rows of 12
  if (line.size() >= worth_registers) {
    const double of_numbers = with_stored(
        line, [=](auto entries) __attribute__((always_inline)) {
          __m256d sums = _mm256_setzero_pd();
          const auto* entry = entries.data();
          const auto* const end = entry + entries.size();
          for (; end - entry >= 4; entry += 4) {
            const FourEntries four(entry);
            sums = four.add_products(four.of(dense), sums);
          }
          double first = _mm256_cvtsd_f64(sums);
          for (; entry != end; ++entry) first = add_product(first, entry->number(), dense[entry->index()]);
          return (first + sums[1]) + (sums[2] + sums[3]);
        });
    return in_unit(line, of_numbers);
  }
#endif
  return dot(line, dense);
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

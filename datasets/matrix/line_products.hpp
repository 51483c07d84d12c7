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

/// sum + a · b, rounded once if the processor can. Left to itself, GCC fuses some of these and not others, as
/// the code around them has it, and two ways to the same number would differ in last bits.
inline double add_product(double sum, double a, double b) {
#if defined(FP_FAST_FMA) || defined(__FMA__)  // Clang 14 says but the latter
  return std::fma(a, b, sum);
#else
  return sum + a * b;
#endif
}

[[gnu::always_inline]] inline double add_product(double sum, One, double x) {
  return sum + x;
}

/// Calls function(the entries of a line as they are stored): a kernel for each storage, chosen once a line.
template <class Function>
[[gnu::always_inline]] inline decltype(auto) with_stored(Line line, const Function& function) {
  return with_storage(
      line.format().storage, [&](auto kind) __attribute__((always_inline))->decltype(auto) {
        return function(line.as<decltype(kind)>());
      });
}

/// Calls visit(index, number) for each entry of a line, whose unit is left to the caller; a number may be
/// One, which is as good as a double.
template <class Visit>
[[gnu::always_inline]] inline void for_each_number(Line line, const Visit& visit) {
  with_stored(
      line, [&](auto entries) __attribute__((always_inline)) {
        for (const auto& entry : entries) visit(entry.index(), entry.number());
      });
}

/// Calls visit(index, value) for each entry of a line; a decimal value may be off by its last bit.
template <class Visit>
[[gnu::always_inline]] inline void for_each_entry(Line line, const Visit& visit) {
  for_each_number(
      line, [&visit, unit = line.unit() ](Index index, auto number)
                __attribute__((always_inline)) { visit(index, number * unit); });
}

/// Calls visit(index) for each entry of a line.
template <class Visit>
[[gnu::always_inline]] inline void for_each_index(Line line, const Visit& visit) {
  with_stored(
      line, [&](auto entries) __attribute__((always_inline)) {
        for (const auto& entry : entries) visit(entry.index());
      });
}

/// The sum of what add_entry(sum, index, number) adds for each entry of a line, with numbers as
/// for_each_number() has them. There are four sums, so that an addition need not wait for the one before it:
/// a pass of dual coordinate descent over a9a takes 7 to 10 % less time than with one sum. (Inlined by force,
/// as what follows: GCC would call it here and there.)
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

/// The unit of a line's numbers, closer than ValueFormat has it.
inline long double precise_unit(ValueFormat format) {
  return 1 / static_cast<long double>(format.divisor());
}

/// What a row's numbers must be multiplied by to go with those of other rows of its matrix.
inline double sign_of(Line row) {
  return row.unit() < 0 ? -1 : 1;
}

/// A sum of a line's numbers as one of its values. The product is rounded whatever is added to it.
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
/// Four entries of a line that are neighbours, for the registers of AVX2. One load and one conversion take
/// all their numbers, where entry by entry each takes its own. What they point at is loaded one by one: a
/// gather cannot take what has just been stored, and with it a pass takes twice as long.
template <class Stored>
class FourEntries {
 public:
  explicit FourEntries(const Stored* first) : entries_(first) {}

  __m256d numbers() const {
    if constexpr (std::is_same_v<Stored, DoubleEntry>) {
      return _mm256_set_pd(entries_[3].number(), entries_[2].number(), entries_[1].number(),
                           entries_[0].number());
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

/// dot() to the bit, for methods that step along one line after another: where lines are long, as those of
/// text, a tenth of their time. A walk over all rows, which waits for no step, takes a fifth longer with it.
[[gnu::always_inline]] inline double dot_in_lanes(Line line, const double* dense) {
#ifdef DESCENT_FOUR_LANES
  constexpr std::size_t worth_registers = 16;  // the way through them is longer: 5 % on rows of 12
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

/// add() to the bit, where dot_in_lanes() is worth while. Relies on indices that differ.
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

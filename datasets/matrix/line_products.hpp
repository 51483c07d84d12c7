#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "datasets/matrix/sparse_matrix.hpp"

#if defined(__AVX2__) && defined(__FMA__) && !defined(DESCENT_VALUE_DOUBLE)
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

/// The sum of what add_entry(sum, entry) adds for each entry of a line. There are four sums, so that an
/// addition need not wait for the one before it: a pass of dual coordinate descent over a9a takes 7 to 10 %
/// less time than with one sum. (Inlined by force, as what follows: GCC would call it here and there.)
template <class Sum, class AddEntry>
[[gnu::always_inline]] inline Sum add_up(std::span<const Entry> line, const AddEntry& add_entry) {
  Sum first{};
  Sum second{};
  Sum third{};
  Sum fourth{};
  const Entry* entry = line.data();
  const Entry* const end = entry + line.size();
  for (; end - entry >= 4; entry += 4) {
    add_entry(first, entry[0]);
    add_entry(second, entry[1]);
    add_entry(third, entry[2]);
    add_entry(fourth, entry[3]);
  }
  for (; entry != end; ++entry) add_entry(first, *entry);
  return (first + second) + (third + fourth);
}

/// Σ value · factor(entry) over a line.
template <class Factor>
[[gnu::always_inline]] inline double line_sum(std::span<const Entry> line, const Factor& factor) {
  return add_up<double>(line, [&factor](double& sum, const Entry& entry) {
    sum = add_product(sum, static_cast<double>(entry.value), factor(entry));
  });
}

/// Σ value · dense[index] over a line.
[[gnu::always_inline]] inline double dot(std::span<const Entry> line, const double* dense) {
  return line_sum(line, [dense](const Entry& entry) { return dense[entry.index]; });
}

/// dense[index] += scale · value over a line.
[[gnu::always_inline]] inline void add(std::span<const Entry> line, double scale, double* dense) {
  for (const Entry& entry : line)
    dense[entry.index] = add_product(dense[entry.index], scale, static_cast<double>(entry.value));
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
inline double squared_norm(std::span<const Entry> line) {
  return line_sum(line, [](const Entry& entry) { return static_cast<double>(entry.value); });
}

#ifdef DESCENT_FOUR_LANES
/// Four entries of a line that are neighbours, for the registers of AVX2. One load and one conversion take
/// all their values, where entry by entry each takes its own. What they point at is loaded one by one: a
/// gather cannot take what has just been stored, and with it a pass takes twice as long.
class FourEntries {
 public:
  explicit FourEntries(const Entry* first) : entries_(first) {}

  __m256d values() const {
    static_assert(sizeof(Entry) == 8 && offsetof(Entry, value) == 4);
    const __m256i words = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(entries_));
    const __m256i values = _mm256_permutevar8x32_epi32(words, _mm256_setr_epi32(1, 3, 5, 7, 1, 3, 5, 7));
    return _mm256_cvtps_pd(_mm_castsi128_ps(_mm256_castsi256_si128(values)));
  }
  __m256d of(const double* dense) const {
    const __m128d low = _mm_loadh_pd(_mm_load_sd(dense + entries_[0].index), dense + entries_[1].index);
    const __m128d high = _mm_loadh_pd(_mm_load_sd(dense + entries_[2].index), dense + entries_[3].index);
    return _mm256_set_m128d(high, low);
  }
  void store(__m256d values, double* dense) const {
    const __m128d low = _mm256_castpd256_pd128(values);
    const __m128d high = _mm256_extractf128_pd(values, 1);
    _mm_storel_pd(dense + entries_[0].index, low);
    _mm_storeh_pd(dense + entries_[1].index, low);
    _mm_storel_pd(dense + entries_[2].index, high);
    _mm_storeh_pd(dense + entries_[3].index, high);
  }

 private:
  const Entry* entries_;
};
#endif

/// dot() to the bit, for methods that step along one line after another: where lines are long, as those of
/// text, a tenth of their time. A walk over all rows, which waits for no step, takes a fifth longer with it.
[[gnu::always_inline]] inline double dot_in_lanes(std::span<const Entry> line, const double* dense) {
#ifdef DESCENT_FOUR_LANES
  constexpr std::size_t worth_registers = 16;  // the way through them is longer: 5 % on rows of 12
  if (line.size() >= worth_registers) {
    __m256d sums = _mm256_setzero_pd();
    const Entry* entry = line.data();
    const Entry* const end = entry + line.size();
    for (; end - entry >= 4; entry += 4) {
      const FourEntries four(entry);
      sums = _mm256_fmadd_pd(four.values(), four.of(dense), sums);
    }
    double first = _mm256_cvtsd_f64(sums);
    for (; entry != end; ++entry)
      first = add_product(first, static_cast<double>(entry->value), dense[entry->index]);
    return (first + sums[1]) + (sums[2] + sums[3]);
  }
#endif
  return dot(line, dense);
}

/// add() to the bit, where dot_in_lanes() is worth while. Relies on indices that differ.
[[gnu::always_inline]] inline void add_in_lanes(std::span<const Entry> line, double scale, double* dense) {
#ifdef DESCENT_FOUR_LANES
  for (; line.size() >= 4; line = line.subspan(4)) {
    const FourEntries four(line.data());
    four.store(_mm256_fmadd_pd(_mm256_set1_pd(scale), four.values(), four.of(dense)), dense);
  }
#endif
  add(line, scale, dense);
}

}  // namespace descent

#undef DESCENT_FOUR_LANES

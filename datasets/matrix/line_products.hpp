#pragma once

#include <cmath>
#include <span>

#include "datasets/matrix/sparse_matrix.hpp"

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
[[gnu::always_inline]] inline double in_unit(Line line, double number_sum) {
  return add_product(0.0, line.unit(), number_sum);
}

/// Σ value · factor(index) over a line.
template <class Factor>
[[gnu::always_inline]] inline double line_sum(Line line, const Factor& factor) {
  const double number_sum = add_up<double>(
      line, [&factor](double& sum, Index index, auto number)
                __attribute__((always_inline)) { sum = add_product(sum, number, factor(index)); });
  return in_unit(line, number_sum);
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

/// Σ weight(index) value² over a line.
template <class Weight>
double squared_norm(Line line, const Weight& weight) {
  const double number_sum = add_up<double>(line, [&weight](double& sum, Index index, double number) {
    sum = add_product(sum, weight(index) * number, number);
  });
  return number_sum / (line.format().divisor() * line.format().divisor());
}
inline double squared_norm(Line line) {
  return squared_norm(line, [](Index) { return 1.0; });
}

/// Σ value² over a matrix.
inline double squared_norm(const SparseMatrix& matrix) {
  double sum = 0;
  for (Index i = 0; i < matrix.outer_size(); ++i) sum += squared_norm(matrix[i]);
  return sum;
}

}  // namespace descent

#pragma once

#include <cstdlib>
#include <functional>
#include <type_traits>

/// Small bugs that mutate.py writes into copies of sources. Of all that are built into a program, the one whose
/// number is in $DESCENT_MUTANT is on. In constant expressions all are off.
namespace descent::mutation {

inline bool is_chosen(int number) {
  static const char* const chosen = std::getenv("DESCENT_MUTANT");
  static const int chosen_number = chosen ? std::atoi(chosen) : -1;
  return number == chosen_number;
}

constexpr bool on(int number) { return !std::is_constant_evaluated() && is_chosen(number); }

/// A constant, one greater if the bug is on.
template <class Number>
constexpr Number constant(int number, Number value) {
  return on(number) ? static_cast<Number>(value + 1) : value;
}

/// One of two arguments of one type, the other if the bug is on.
template <class Argument>
constexpr const Argument& swapped(int number, const Argument& one, const Argument& other) {
  return on(number) ? other : one;
}

/// `a < b` is written `a < Instead<std::less<>, std::less_equal<>>{number} < b`: the right operator, and that of the bug.
template <class Right, class Wrong>
struct Instead {
  int number;
};

template <class Left, class Right, class Wrong>
struct WithLeft {
  const Left& left;
  int number;

  template <class Operand>
  constexpr auto with(const Operand& right) const -> decltype(Right{}(left, right)) {
    if (on(number)) return static_cast<decltype(Right{}(left, right))>(Wrong{}(left, right));
    return Right{}(left, right);
  }
};

// The precedence of the operators, left to right.
#define DESCENT_MUTATION_OPERATOR(symbol)                                                                    \
  template <class Left, class Right, class Wrong>                                                            \
  constexpr WithLeft<Left, Right, Wrong> operator symbol(const Left& left, Instead<Right, Wrong> instead) {   \
    return {left, instead.number};                                                                           \
  }                                                                                                          \
  template <class Left, class Right, class Wrong, class Operand>                                             \
  constexpr auto operator symbol(const WithLeft<Left, Right, Wrong>& left, const Operand& right) {            \
    return left.with(right);                                                                                 \
  }
DESCENT_MUTATION_OPERATOR(<)
DESCENT_MUTATION_OPERATOR(==)
DESCENT_MUTATION_OPERATOR(+)
DESCENT_MUTATION_OPERATOR(*)
#undef DESCENT_MUTATION_OPERATOR

}  // namespace descent::mutation

#pragma once

#include <algorithm>
#include <cstdlib>
#include <functional>

#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wconversion"

/// Small bugs that mutate.py writes into a copy of the sources. $DESCENT_MUTANT is the number of the one that
/// is on.
namespace descent::mutation {

inline const char* const number = std::getenv("DESCENT_MUTANT");
inline const int chosen = number == nullptr ? 0 : std::atoi(number);

inline bool on(int bug) {
  return bug == chosen;
}

template <class Value>
const Value& picked(int bug, const Value& right, const Value& wrong) {
  return on(bug) ? wrong : right;
}

/// std::max, or std::min.
struct Larger {
  int bug;
  template <class Value>
  Value operator()(const Value& one, const Value& other) const {
    return on(bug) ? std::min(one, other) : std::max(one, other);
  }
};

/// The right operator, or the wrong one: `a <= b` becomes `a < Instead<std::less_equal<>, std::less<>>{5} <
/// b`.
template <class Right, class Wrong>
struct Instead {
  int bug;
};

template <class Left, class Right, class Wrong>
struct WithLeft {
  const Left& left;
  int bug;
};

// One operator for each precedence.
#define DESCENT_MUTATION_OPERATOR(symbol)                                                           \
  template <class Left, class Right, class Wrong>                                                   \
  WithLeft<Left, Right, Wrong> operator symbol(const Left& left, Instead<Right, Wrong> instead) {   \
    return {left, instead.bug};                                                                     \
  }                                                                                                 \
  template <class Left, class Right, class Wrong, class Operand>                                    \
  auto operator symbol(WithLeft<Left, Right, Wrong> at, const Operand& right)                       \
      ->decltype(Right{}(at.left, right)) {                                                         \
    if (on(at.bug)) return static_cast<decltype(Right{}(at.left, right))>(Wrong{}(at.left, right)); \
    return Right{}(at.left, right);                                                                 \
  }
DESCENT_MUTATION_OPERATOR(<)
DESCENT_MUTATION_OPERATOR(==)
DESCENT_MUTATION_OPERATOR(+)
DESCENT_MUTATION_OPERATOR(*)

}  // namespace descent::mutation

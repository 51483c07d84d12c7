#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// One of the 20 attributes of UCI's Statlog German Credit data, as in its documentation (german.doc).
struct GermanCreditAttribute {
  std::string_view name;
  Index first_category = 0;  ///< number of the first category: code "A34" is category 4 of attribute 3
  Index categories = 0;      ///< 0: the attribute is a number

  bool is_category() const { return categories > 0; }
};

/// The attributes in the file's order; attribute 1 is the first.
std::span<const GermanCreditAttribute> german_credit_attributes();

/// The documented codes of attribute `number` (from 1), in order: "A30" … "A34" for attribute 3, and "A40" …
/// "A49", "A410" for attribute 4. Empty for a number.
std::vector<std::string> german_credit_codes(Index number);

}  // namespace descent

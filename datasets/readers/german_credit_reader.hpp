#pragma once

#include <filesystem>
#include <vector>

#include "datasets/readers/raw_sample.hpp"

namespace descent {

/// What becomes of a categorical attribute.
enum class GermanCoding {
  numeric,  ///< one column: the category's place among the attribute's documented codes, as if they had a
            ///< scale
  one_hot,  ///< a column for each documented code, 1 for the row's own and 0 for the others
  codes  ///< one column, not scaled: a number as it stands, and the category's number in the code: A34 is 4
};

/// The applicants of german.data.
struct GermanCredit {
  RawSample sample;                        ///< labels 1 (good) and 2 (bad)
  std::vector<Index> attribute_of_column;  ///< the attribute, 0 … 19, that a column codes
};

/// Reads german.data, UCI's Statlog German Credit data in its original format (plain or compressed): a row is
/// 20 attributes, categories as codes such as A34 and others as whole numbers, then the class, with blanks or
/// tabs between them. Good is class 1. Bad is class 2, as in UCI's file, or 0, as in copies of it: labels are
/// the same for both, but one file must not mix them.
///
/// `numeric` and `one_hot` have values in [0, 1], so that every method can work with them: a number x becomes
/// (x − lowest)/(highest − lowest) of its attribute over the rows of this file, and a category, the p-th of k
/// documented codes, becomes (p − 1)/(k − 1), or columns of zeros and ones. Scaling has to do with all rows
/// but with no label. It is no substitute for standardising by the training rows (standardize.hpp), which a
/// penalised regression needs and which undoes it. Columns: 20, or 63 with `one_hot` (7 numbers and 56 codes,
/// two of which no row of the public file has).
///
/// Strict: throws DataError `path:line:column: …` (columns in bytes, from 1) at the first thing that is
/// wrong, and `path: …` for a file that cannot be read or has no rows. Tolerant: lines may be blank, end in
/// CRLF or (the last) not end at all, and have blanks at either end.
GermanCredit read_german_credit(const std::filesystem::path& path, GermanCoding coding);

}  // namespace descent

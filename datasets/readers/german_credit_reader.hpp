#pragma once

#include <filesystem>

#include "datasets/readers/reader.hpp"

namespace descent {

/// Reads german.data, UCI's Statlog German Credit data in its original format (plain or compressed). A row is
/// 20 attributes, categories as codes such as A34 and others as whole numbers, then the class, separated by
/// blanks or tabs. Good is class 1; bad is class 2, as in UCI's file, or 0, as in copies. One file must not
/// mix them; labels are 1 and 2 for both.
///
/// `german_numeric` and `german_one_hot` have values in [0, 1], so that every method can work with them. A
/// number x becomes (x − lowest)/(highest − lowest) of its attribute over the rows of this file. A category,
/// the p-th of k documented codes, becomes (p − 1)/(k − 1), or columns of zeros and ones. The scaling uses
/// all rows but no label. It does not replace standardising by the training rows (dataset.hpp), which a
/// penalised regression needs and which undoes it. Columns: 20, or 63 with `german_one_hot` (7 numbers and 56
/// codes, of these two without a row in the public file).
///
/// Strict: throws DataError `path:line:column: …` (columns in bytes, from 1) at the first error, and `path:
/// …` for a file that is unreadable or has no rows. Tolerant: lines may be blank, end in CRLF, have blanks at
/// either end; the last line may lack its end.
RawSample read_german_credit(const std::filesystem::path& path, FileFormat coding);

}  // namespace descent

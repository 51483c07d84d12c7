#include <algorithm>

#include "datasets/readers/german_credit_reader.hpp"
#include "support/errors.hpp"
#include "tests/fuzz/judged_reader.hpp"

namespace descent::test {
namespace {

/// The block that holds the longest line.
constexpr std::size_t line_constant = (1 << 20) + small_constant;

void judge_coding(const GermanCredit& credit, Index columns, double largest) {
  const SparseMatrix& rows = credit.sample.rows;
  must(rows.inner_size() == columns && std::ssize(credit.attribute_of_column) == columns, "not all columns");
  must(static_cast<std::size_t>(rows.outer_size()) == credit.sample.labels.size() && rows.outer_size() > 0,
       "rows and labels differ in number");
  for (const double label : credit.sample.labels) must(label == 1 || label == 2, "a label is not 1 or 2");
  for (const Entry& entry : rows.entries()) {
    must(entry.index >= 0 && entry.index < columns, "an index is beyond the columns");
    must(entry.value > 0 && entry.value <= largest, "a value is out of the coding's range");
  }
}

}  // namespace

int fuzz_german_credit(Input input) {
  const std::filesystem::path file = input_file("german.data", input);
  const auto read = [&](GermanCoding coding) {
    return judged<DataError>(file, input.size(), line_constant,
                             [&] { return read_german_credit(file, coding); });
  };
  const auto numeric = read(GermanCoding::numeric);
  const auto one_hot = read(GermanCoding::one_hot);
  const auto codes = read(GermanCoding::codes);
  must(numeric.has_value() == one_hot.has_value() && numeric.has_value() == codes.has_value(),
       "the codings differ in what they accept");
  if (!numeric) return 1;
  judge_coding(*numeric, 20, 1);
  judge_coding(*one_hot, 63, 1);
  judge_coding(*codes, 20, 0x1p31);
  must(numeric->sample.labels == one_hot->sample.labels && numeric->sample.labels == codes->sample.labels,
       "the codings differ in labels");
  return 0;
}

}  // namespace descent::test

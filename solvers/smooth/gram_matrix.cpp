#include "solvers/smooth/gram_matrix.hpp"

#include <fmt/format.h>

namespace descent {

namespace {

constexpr Index few_columns = 1'000;
constexpr Index most_gram_columns = 10'000;  // 800 MB

/// True if a model with the matrix costs no more than a score of walks over the rows. Without it each needs
/// many on badly conditioned data: on standardised covtype the matrix saves up to 29 of 30 parts of the time.
/// On random features it can take twice the time.
bool gram_pays(const SparseMatrix& rows) {
  constexpr double lanes = 8;   // of products with dense rows
  constexpr double uses = 30;   // products with the matrix, or passes over its columns
  constexpr double walks = 20;  // in the time of so many products an entry
  const double m = rows.outer_size();
  const double n = rows.inner_size();
  const auto nonzeros = static_cast<double>(rows.nonzeros());
  const double products = std::min(nonzeros * nonzeros / m, m * n * n / lanes) / 2;
  return n <= few_columns && products + uses * n * n <= walks * nonzeros;
}

}  // namespace

Option hessian_option() {
  return word_option("hessian",
                     "gram: a dense matrix of the columns; product: never formed; auto: gram if it costs "
                     "little, at most 1,000 columns",
                     "auto", {"auto", "gram", "product"}, "this program");
}

bool chooses_gram(const OptionValues& options, const SparseMatrix& rows) {
  const std::string& hessian = options.word("hessian");
  return hessian == "gram" || (hessian == "auto" && gram_pays(rows));
}

std::optional<std::string> too_wide_for_gram(LossKind, RegularizerKind, const OptionValues& options,
                                             Index features) {
  if (features <= most_gram_columns || options.word("hessian") != "gram") return std::nullopt;
  return fmt::format(
      "forms a matrix of {0} x {0} numbers with \"hessian\": \"gram\"; take \"product\" above {1} columns",
      features, most_gram_columns);
}

}  // namespace descent

#include "datasets/readers/german_credit_attributes.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>

namespace descent {
namespace {

constexpr std::array<GermanCreditAttribute, 20> attributes{{
    {"status of the checking account", 1, 4},
    {"duration in months"},
    {"credit history", 0, 5},
    {"purpose", 0, 11},
    {"credit amount"},
    {"savings", 1, 5},
    {"present employment since", 1, 5},
    {"instalment rate in % of the income"},
    {"personal status and sex", 1, 5},
    {"other debtors", 1, 3},
    {"present residence since"},
    {"property", 1, 4},
    {"age in years"},
    {"other instalment plans", 1, 3},
    {"housing", 1, 3},
    {"number of credits at this bank"},
    {"job", 1, 4},
    {"people to maintain"},
    {"telephone", 1, 2},
    {"foreign worker", 1, 2},
}};

}  // namespace

std::span<const GermanCreditAttribute> german_credit_attributes() {
  return attributes;
}

std::vector<std::string> german_credit_codes(Index number) {
  const GermanCreditAttribute& attribute = attributes[static_cast<std::size_t>(number - 1)];
  std::vector<std::string> codes;
  for (Index category = 0; category < attribute.categories; ++category)
    codes.push_back(fmt::format("A{}{}", number, attribute.first_category + category));
  return codes;
}

}  // namespace descent

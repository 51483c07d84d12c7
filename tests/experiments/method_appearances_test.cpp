#include <algorithm>

#include "plots/gnuplot/appearance.hpp"
#include "solvers/contract/method.hpp"
#include "tests/catch.hpp"

namespace descent {
namespace {

bool have_common_problem(const std::string& one, const std::string& other) {
  const Method& second = find_method(other);
  return std::ranges::any_of(find_method(one).solves, [&](const Capability& each) {
    return capability(second, each.loss, each.regularizer) != nullptr;
  });
}

}  // namespace

TEST_CASE("methods that solve a common problem differ in colour and in point") {
  std::vector<ManifestMethod> methods;
  for (const auto name : known_appearances()) methods.push_back({std::string(name), "", ""});
  const auto looks = appearances(methods);
  for (std::size_t i = 0; i < methods.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      INFO(methods[i].name << " and " << methods[j].name);
      if (!have_common_problem(methods[i].name, methods[j].name)) continue;
      CHECK(looks[i].colour != looks[j].colour);
      CHECK(looks[i].point != looks[j].point);
    }
  }
}

}  // namespace descent

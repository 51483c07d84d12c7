#include "plots/gnuplot/appearance.hpp"

#include <algorithm>
#include <set>

#include "tests/catch.hpp"

namespace descent {
namespace {

std::vector<ManifestMethod> all_known() {
  std::vector<ManifestMethod> methods;
  for (const auto name : known_appearances()) methods.push_back({std::string(name), "", ""});
  return methods;
}

/// Number of different values of a member.
template <class Member>
std::size_t distinct(const std::vector<Appearance>& looks, Member Appearance::*member) {
  std::set<Member> values;
  for (const Appearance& look : looks) values.insert(look.*member);
  return values.size();
}

std::size_t distinct_in_grey(const std::vector<Appearance>& looks) {
  std::set<std::pair<std::string, int>> values;
  for (const Appearance& look : looks) values.insert({look.dash, look.point});
  return values.size();
}

}  // namespace

TEST_CASE("fixed appearances differ in grey print") {
  const auto methods = all_known();
  CHECK(methods.size() == 25);
  CHECK(distinct_in_grey(appearances(methods)) == methods.size());
}

TEST_CASE("a method looks the same in every figure") {
  const auto methods = all_known();
  const auto together = appearances(methods);
  for (std::size_t i = 0; i < methods.size(); ++i) {
    const std::vector<ManifestMethod> crowd{
        {"my_method", "", ""}, {methods[i].name, "variant", ""}, methods[i]};
    CHECK(appearances(crowd)[2] == together[i]);
  }
}

TEST_CASE("variants have one colour and differ in dash and point") {
  const std::vector<ManifestMethod> methods{{"pegasos", "", ""},        {"pegasos", "average", ""},
                                            {"pegasos", "project", ""}, {"nonsmooth_scd", "", ""},
                                            {"nonsmooth_scd", "a", ""}, {"nonsmooth_scd", "b", ""}};
  const auto looks = appearances(methods);
  for (const std::size_t first : {0u, 3u}) {
    const std::vector<Appearance> family(looks.begin() + first, looks.begin() + first + 3);
    CHECK(distinct(family, &Appearance::colour) == 1);
    CHECK(distinct(family, &Appearance::dash) == 3);
    CHECK(distinct(family, &Appearance::point) == 3);
  }
  CHECK(looks[0].colour == "#E69F00");
  CHECK(looks[0].dash == "(5, 2)");
  for (const std::size_t variant : {1u, 2u}) CHECK(looks[variant].dash != "(6, 2)");  // look-alike dash
  const std::vector<ManifestMethod> alone{{"pegasos", "average", ""}};
  CHECK(appearances(alone)[0].colour == looks[0].colour);
}

TEST_CASE("a family's entries look the same under every protocol") {
  const std::vector<ManifestMethod> published{{"l1_psa", "step=1", ""},
                                              {"l1_psa", "full step=1", ""},
                                              {"batch_rda", "step=1", ""},
                                              {"nonsmooth_scd", "step=1", ""}};
  const std::vector<ManifestMethod> tuned{
      {"l1_psa", "", ""}, {"l1_psa", "full", ""}, {"batch_rda", "", ""}, {"nonsmooth_scd", "offset", ""}};
  CHECK(appearances(published) == appearances(tuned));
  CHECK(appearances(std::span(tuned).last(1))[0] == appearances(tuned)[3]);
}

TEST_CASE("unknown methods get a look by their name that nobody else in the figure has") {
  const std::vector<ManifestMethod> alone{{"my_method", "", ""}};
  const std::vector<ManifestMethod> methods{{"my_method", "", ""}, {"your_method", "", ""},
                                            {"tron", "", ""},      {"nonsmooth_scd", "", ""},
                                            {"liblinear", "", ""}, {"l1_psa", "", ""}};
  const auto looks = appearances(methods);
  CHECK(looks[0].colour == appearances(alone)[0].colour);
  CHECK(distinct(looks, &Appearance::colour) == methods.size());
  CHECK(distinct(looks, &Appearance::point) == methods.size());
  CHECK(distinct_in_grey(looks) == methods.size());
}

TEST_CASE("programs of others have colours of their own, by their labels") {
  const std::vector<ManifestMethod> methods{{"program", "a", "lbfgs"},
                                            {"program", "b", "saga"},
                                            {"program", "c", "saga"},
                                            {"program", "d", "OCAS"}};
  const auto looks = appearances(methods);
  CHECK(distinct(looks, &Appearance::colour) == 3);
  CHECK(looks[1].colour == looks[2].colour);  // one program with other options
  CHECK(looks[1].dash != looks[2].dash);
  // Colours differ from the method of the same name, which may be in the figure.
  const std::vector<ManifestMethod> namesakes{{"tron", "", "TRON"}, {"program", "a", "tron"}};
  CHECK(distinct(appearances(namesakes), &Appearance::colour) == 2);
  CHECK(appearances(namesakes)[0].colour == appearances(std::span(namesakes).first(1))[0].colour);
}

TEST_CASE("solvers of LIBLINEAR have colours of their own, the first that of the program") {
  const std::vector<ManifestMethod> methods{
      {"liblinear", "solver=13", "13"}, {"liblinear", "solver=12", "12"}, {"liblinear", "solver=11", "11"}};
  const auto looks = appearances(methods);
  CHECK(distinct(looks, &Appearance::colour) == 3);
  CHECK(distinct_in_grey(looks) == 3);
  CHECK(looks[0] == appearances(std::vector<ManifestMethod>{{"liblinear", "", ""}})[0]);
}

TEST_CASE("even many unknown methods, or variants of one, can be told apart in print") {
  std::vector<ManifestMethod> methods;
  for (int i = 0; i < 60; ++i) methods.push_back({"method" + std::to_string(i), "", ""});
  const auto looks = appearances(methods);
  CHECK(distinct_in_grey(looks) == 60);
  CHECK(distinct(looks, &Appearance::colour) == 16);
  for (ManifestMethod& method : methods) method = {"one", method.name, ""};
  CHECK(distinct_in_grey(appearances(methods)) == 60);
}

TEST_CASE("a method looks as always where all of its entries are variants, the first of them") {
  const std::vector<ManifestMethod> methods{{"nonsmooth_scd", "offset=true", ""},
                                            {"nonsmooth_scd", "offset=true average=true", ""},
                                            {"pegasos", "offset=true", ""},
                                            {"pegasos", "", ""}};
  const std::vector<ManifestMethod> plain{{"nonsmooth_scd", "", ""}, {"pegasos", "", ""}};
  const auto chosen = appearances(methods);
  const auto usual = appearances(plain);
  const auto same = [](const Appearance& one, const Appearance& other) {
    return one.colour == other.colour && one.dash == other.dash && one.point == other.point;
  };
  CHECK(same(chosen[0], usual[0]));
  CHECK_FALSE(same(chosen[1], usual[0]));
  CHECK_FALSE(same(chosen[2], usual[1]));
  CHECK(same(chosen[3], usual[1]));
}

}  // namespace descent

#include "plots/claims/assertion_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "plots/claims/counts.hpp"
#include "support/json/json_place.hpp"
#include "support/text/did_you_mean.hpp"

namespace descent {
namespace {

/// A method by its name or with a variant; of a cross-validation a model and its rule.
ClaimedMethod read_claimed_method(const JsonPlace& place, bool of_models) {
  if (!of_models && place.value().is_string()) return {place.nonempty_text(), ""};
  if (!of_models && !place.value().is_object())
    place.fail("must be a method's name or {\"name\": NAME, \"variant\": VARIANT}");
  const char* const name = of_models ? "model" : "name";
  const char* const variant = of_models ? "rule" : "variant";
  place.allow_keys({name, variant});
  const auto found = place.find(variant);
  return {place.at(name).nonempty_text(), found ? found->text() : ""};
}

/// One method or several that differ, from each other and from the one that they are compared with.
std::vector<ClaimedMethod> read_others(const JsonPlace& place, const Claim& claim) {
  std::vector<ClaimedMethod> methods;
  const auto add = [&](const JsonPlace& each) {
    const ClaimedMethod method = read_claimed_method(each, claim.of_models);
    if (method == claim.method) each.fail("is compared with itself");
    if (std::ranges::find(methods, method) != methods.end()) each.fail("stands twice");
    methods.push_back(method);
  };
  if (place.value().is_array())
    for (const JsonPlace& each : place.elements(1, most_of_a_claim)) add(each);
  else
    add(place);
  return methods;
}

constexpr const char* key_of_optimum = "relative_suboptimalities";
constexpr const char* key_of_start = "shares_of_start";

/// Of a claim, which has one of the two keys.
Targets read_targets(const JsonPlace& claim) {
  Targets targets;
  if (const auto shares = claim.find(key_of_start)) {
    targets.scale = TargetScale::start;
    if (claim.find(key_of_optimum))
      shares->fail("stands beside \"relative_suboptimalities\"; a claim has one of the two");
  }
  const bool of_start = targets.scale == TargetScale::start;
  for (const JsonPlace& each :
       claim.at(of_start ? key_of_start : key_of_optimum).elements(1, most_of_a_claim)) {
    const double target = each.positive();
    if (target >= 1) each.fail(fmt::format("must be below 1, got {}", target));
    if (!targets.values.empty() && target >= targets.values.back())
      each.fail(fmt::format("must be below the one before it, {}", targets.values.back()));
    targets.values.push_back(target);
  }
  return targets;
}

/// A number that fulfils the condition, which `wanted` names.
double read_number(const JsonPlace& place, bool (*condition)(double), const char* wanted) {
  const double number = place.number();
  if (!condition(number)) place.fail(fmt::format("must be {}, got {}", wanted, number));
  return number;
}

/// That a count may be, or that a number may differ by.
double read_amount(const JsonPlace& place) {
  return read_number(
      place, [](double amount) { return amount >= 0; }, "a number >= 0");
}

std::string read_count_name(const JsonPlace& place, bool of_models) {
  const auto known = count_names(of_models);
  if (std::ranges::find(known, place.text()) == known.end()) {
    place.fail(fmt::format("unknown count \"{}\"{}; {} have {}", place.text(),
                           did_you_mean(place.text(), known), of_models ? "models" : "runs",
                           fmt::join(known, ", ")));
  }
  return place.text();
}

Assertion read_faster(const JsonPlace& claim, bool) {
  const auto in = claim.find("in");
  const bool in_passes = in && in->word("cpu_seconds", "passes") == "passes";
  return FasterAssertion{in_passes ? Axis::passes : Axis::cpu_seconds};
}

Assertion read_equal_sparsity(const JsonPlace& claim, bool) {
  return EqualSparsityAssertion{read_number(
      claim.at("within"), [](double factor) { return factor > 1; }, "a factor > 1")};
}

Assertion read_rate(const JsonPlace& claim, bool) {
  return RateAssertion{
      read_number(
          claim.at("expected_slope"), [](double slope) { return slope < 0; }, "a number < 0"),
      claim.at("logarithm").flag(), read_amount(claim.at("tolerance"))};
}

Assertion read_count(const JsonPlace& claim, bool of_models) {
  return CountAssertion{read_count_name(claim.at("count"), of_models), read_amount(claim.at("expected")),
                        read_amount(claim.at("tolerance"))};
}

Assertion read_fewer(const JsonPlace& claim, bool of_models) {
  return FewerAssertion{read_count_name(claim.at("count"), of_models)};
}

/// The keys of one kind of claims, and what reads those that no other kind has.
struct Kind {
  const char* name;
  const char* method;  ///< what it is about
  const char* others;  ///< what that is compared with; null where it is with nothing
  bool has_targets;
  bool may_be_of_models;
  std::vector<std::string> own_keys;
  Assertion (*read)(const JsonPlace& claim, bool of_models);
};

/// In the order of the assertions.
const Kind kinds[] = {
    {"faster", "faster", "slower", true, false, {"in"}, read_faster},
    {"equal_sparsity", "method", "others", true, false, {"within"}, read_equal_sparsity},
    {"rate", "method", nullptr, false, false, {"expected_slope", "logarithm", "tolerance"}, read_rate},
    {"count", "method", nullptr, false, true, {"count", "expected", "tolerance"}, read_count},
    {"fewer", "fewer", "more", false, true, {"count"}, read_fewer},
};

static_assert(std::size(kinds) == std::variant_size_v<Assertion>);

}  // namespace

std::string_view kind_of(const Assertion& assertion) {
  return kinds[assertion.index()].name;
}

void read_assertion(const JsonPlace& place, Claim& claim) {
  const Kind& kind = place.at("kind").description("kind", kinds);
  const JsonPlace method = place.at(kind.method);
  claim.of_models = kind.may_be_of_models && method.value().is_object() && method.find("model");
  std::vector<std::string> keys{"id", "finding", "statement", "kind", "datasets", kind.method};
  if (kind.others) keys.emplace_back(kind.others);
  if (kind.has_targets) keys.insert(keys.end(), {key_of_optimum, key_of_start});
  keys.insert(keys.end(), kind.own_keys.begin(), kind.own_keys.end());
  // A model has its own loss and regulariser, and no λ that would depend on the shape of the data.
  if (!claim.of_models) keys.insert(keys.end(), {"loss", "regularizer", "when"});
  place.allow_keys(keys);
  claim.method = read_claimed_method(method, claim.of_models);
  if (kind.others) claim.others = read_others(place.at(kind.others), claim);
  if (kind.has_targets) claim.targets = read_targets(place);
  claim.assertion = kind.read(place, claim.of_models);
}

}  // namespace descent

#include "plots/claims/assertion_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "support/json/json_place.hpp"
#include "support/text/did_you_mean.hpp"

namespace descent {
namespace {

/// Under which names a claim may speak of what it compares.
enum class Subject { methods, models };

ClaimedMethod read_model(const JsonPlace& place) {
  place.allow_keys({"model", "rule"});
  ClaimedMethod model{nonempty_text(place.at("model")), ""};
  if (const auto rule = place.find("rule")) model.variant = rule->text();
  return model;
}

/// A claim about counts is about models where the first one named is one.
Subject subject_of(const JsonPlace& first) {
  return first.value().is_object() && first.find("model") ? Subject::models : Subject::methods;
}

ClaimedMethod read_claimed_method(const JsonPlace& place, Subject subject = Subject::methods) {
  if (subject == Subject::models) return read_model(place);
  if (place.value().is_string()) return {nonempty_text(place), ""};
  if (!place.value().is_object())
    place.fail("must be a method's name or {\"name\": NAME, \"variant\": VARIANT}");
  place.allow_keys({"name", "variant"});
  ClaimedMethod method{nonempty_text(place.at("name")), ""};
  if (const auto variant = place.find("variant")) method.variant = variant->text();
  return method;
}

/// One method or several that differ, from each other and from the one that they are compared with.
std::vector<ClaimedMethod> read_others(const JsonPlace& place, const ClaimedMethod& compared_with,
                                       Subject subject = Subject::methods) {
  std::vector<ClaimedMethod> methods;
  const auto add = [&](const JsonPlace& each) {
    const ClaimedMethod method = read_claimed_method(each, subject);
    if (method == compared_with) each.fail("is compared with itself");
    if (std::ranges::find(methods, method) != methods.end()) each.fail("stands twice");
    methods.push_back(method);
  };
  if (place.value().is_array())
    for (const JsonPlace& each : place.elements(1, most_of_a_claim)) add(each);
  else
    add(place);
  return methods;
}

/// The key of the scale's targets.
const char* key_of(TargetScale scale) {
  return scale == TargetScale::optimum ? "relative_suboptimalities" : "shares_of_start";
}

/// Of a claim, which has one of the two keys.
Targets read_targets(const JsonPlace& claim) {
  Targets targets;
  const auto shares = claim.find(key_of(TargetScale::start));
  if (shares) {
    targets.scale = TargetScale::start;
    if (claim.find(key_of(TargetScale::optimum)))
      shares->fail("stands beside \"relative_suboptimalities\"; a claim has one of the two");
  }
  for (const JsonPlace& each : claim.at(key_of(targets.scale)).elements(1, most_of_a_claim)) {
    const double target = each.positive();
    if (target >= 1) each.fail(fmt::format("must be below 1, got {}", target));
    if (!targets.values.empty() && target >= targets.values.back())
      each.fail(fmt::format("must be below the one before it, {}", targets.values.back()));
    targets.values.push_back(target);
  }
  return targets;
}

/// A model has its own loss and regulariser, and no λ that would depend on the shape of the data.
std::vector<std::string> with_common_keys(std::vector<std::string> own, Subject subject = Subject::methods) {
  own.insert(own.begin(), {"id", "finding", "statement", "kind", "datasets"});
  if (subject == Subject::methods) own.insert(own.end(), {"loss", "regularizer", "when"});
  return own;
}

Axis read_measure(const JsonPlace& place) {
  for (const Axis axis : {Axis::cpu_seconds, Axis::passes}) {
    if (place.text() == name_of(axis)) return axis;
  }
  place.fail(fmt::format("must be \"cpu_seconds\" or \"passes\", got \"{}\"", place.text()));
}

FasterAssertion read_faster(const JsonPlace& place) {
  place.allow_keys(
      with_common_keys({"faster", "slower", "relative_suboptimalities", "shares_of_start", "in"}));
  FasterAssertion assertion;
  assertion.faster = read_claimed_method(place.at("faster"));
  assertion.slower = read_others(place.at("slower"), assertion.faster);
  assertion.targets = read_targets(place);
  if (const auto in = place.find("in")) assertion.in = read_measure(*in);
  return assertion;
}

EqualSparsityAssertion read_equal_sparsity(const JsonPlace& place) {
  place.allow_keys(
      with_common_keys({"method", "others", "relative_suboptimalities", "shares_of_start", "within"}));
  EqualSparsityAssertion assertion;
  assertion.method = read_claimed_method(place.at("method"));
  assertion.others = read_others(place.at("others"), assertion.method);
  assertion.targets = read_targets(place);
  assertion.within = place.at("within").number();
  if (!(assertion.within > 1))
    place.at("within").fail(fmt::format("must be a factor > 1, got {}", assertion.within));
  return assertion;
}

RateAssertion read_rate(const JsonPlace& place) {
  place.allow_keys(with_common_keys({"method", "expected_slope", "logarithm", "tolerance"}));
  RateAssertion assertion;
  assertion.method = read_claimed_method(place.at("method"));
  assertion.expected_slope = place.at("expected_slope").number();
  if (!(assertion.expected_slope < 0)) {
    place.at("expected_slope").fail(fmt::format("must be a number < 0, got {}", assertion.expected_slope));
  }
  assertion.logarithm = place.at("logarithm").flag();
  assertion.tolerance = place.at("tolerance").number();
  if (assertion.tolerance < 0)
    place.at("tolerance").fail(fmt::format("must be a number >= 0, got {}", assertion.tolerance));
  return assertion;
}

CountKind read_count_kind(const JsonPlace& place, Subject subject) {
  const auto known = subject == Subject::models ? count_names_of_models() : count_names_of_runs();
  if (std::ranges::find(known, place.text()) == known.end()) {
    place.fail(fmt::format("unknown count \"{}\"{}; {} have {}", place.text(),
                           did_you_mean(place.text(), known), subject == Subject::models ? "models" : "runs",
                           fmt::join(known, ", ")));
  }
  return *count_named(place.text());
}

/// A number that a count may be or differ by.
double read_amount(const JsonPlace& place) {
  const double amount = place.number();
  if (!(amount >= 0)) place.fail(fmt::format("must be a number >= 0, got {}", amount));
  return amount;
}

CountAssertion read_count(const JsonPlace& place) {
  const Subject subject = subject_of(place.at("method"));
  place.allow_keys(with_common_keys({"count", "method", "expected", "tolerance"}, subject));
  CountAssertion assertion;
  assertion.count = read_count_kind(place.at("count"), subject);
  assertion.of_models = subject == Subject::models;
  assertion.method = read_claimed_method(place.at("method"), subject);
  assertion.expected = read_amount(place.at("expected"));
  assertion.tolerance = read_amount(place.at("tolerance"));
  return assertion;
}

FewerAssertion read_fewer(const JsonPlace& place) {
  const Subject subject = subject_of(place.at("fewer"));
  place.allow_keys(with_common_keys({"count", "fewer", "more"}, subject));
  FewerAssertion assertion;
  assertion.count = read_count_kind(place.at("count"), subject);
  assertion.of_models = subject == Subject::models;
  assertion.fewer = read_claimed_method(place.at("fewer"), subject);
  assertion.more = read_others(place.at("more"), assertion.fewer, subject);
  return assertion;
}

}  // namespace

std::string nonempty_text(const JsonPlace& place) {
  std::string text = place.text();
  if (text.empty()) place.fail("must not be empty");
  return text;
}

Assertion read_assertion(const JsonPlace& place) {
  const JsonPlace kind = place.at("kind");
  if (kind.text() == FasterAssertion::kind) return read_faster(place);
  if (kind.text() == EqualSparsityAssertion::kind) return read_equal_sparsity(place);
  if (kind.text() == RateAssertion::kind) return read_rate(place);
  if (kind.text() == CountAssertion::kind) return read_count(place);
  if (kind.text() == FewerAssertion::kind) return read_fewer(place);
  const std::vector<std::string> kinds{
      std::string(FasterAssertion::kind), std::string(EqualSparsityAssertion::kind),
      std::string(RateAssertion::kind), std::string(CountAssertion::kind), std::string(FewerAssertion::kind)};
  kind.fail(fmt::format("unknown kind \"{}\"{}; known are {}", kind.text(), did_you_mean(kind.text(), kinds),
                        fmt::join(kinds, ", ")));
}

}  // namespace descent

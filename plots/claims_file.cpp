// A claims file is read and checked.

#include "plots/claims.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

#include "datasets/did_you_mean.hpp"
#include "datasets/json_place.hpp"

namespace descent {
namespace {

// No paper comes near; what is compared pair by pair stays quick.
constexpr std::size_t most_claims = 200;
constexpr std::size_t most_of_a_claim = 50;  // datasets, methods, targets

std::string nonempty_text(const JsonPlace& place) {
  std::string text = place.text();
  if (text.empty()) place.fail("must not be empty");
  return text;
}

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

std::vector<std::string> read_datasets(const JsonPlace& place) {
  std::vector<std::string> datasets;
  for (const JsonPlace& each : place.elements(1, most_of_a_claim)) {
    if (std::ranges::find(datasets, nonempty_text(each)) != datasets.end()) each.fail("stands twice");
    datasets.push_back(each.text());
  }
  return datasets;
}

/// A model has its own loss and regulariser, and no λ that would depend on the shape of the data.
std::vector<std::string> with_common_keys(std::vector<std::string> own, Subject subject = Subject::methods) {
  own.insert(own.begin(), {"id", "finding", "statement", "kind", "datasets"});
  if (subject == Subject::methods) own.insert(own.end(), {"loss", "regularizer", "when"});
  return own;
}

FasterAssertion read_faster(const JsonPlace& place) {
  place.allow_keys(with_common_keys({"faster", "slower", "relative_suboptimalities", "shares_of_start"}));
  FasterAssertion assertion;
  assertion.faster = read_claimed_method(place.at("faster"));
  assertion.slower = read_others(place.at("slower"), assertion.faster);
  assertion.targets = read_targets(place);
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

DatasetShape read_shape(const JsonPlace& place) {
  const std::string text = place.text();
  for (const auto shape : {DatasetShape::fewer_rows_than_columns, DatasetShape::at_least_as_many_rows}) {
    if (text == text_of(shape)) return shape;
  }
  place.fail(fmt::format("must be \"m < n\" or \"m >= n\", got \"{}\"", text));
}

Claim read_claim(const JsonPlace& place, const std::string& file_loss) {
  const JsonPlace kind = place.at("kind");
  const std::vector<std::string> kinds{"faster", "equal_sparsity", "rate", "count", "fewer"};
  Claim claim;
  if (kind.text() == kinds[0]) {
    claim.assertion = read_faster(place);
  } else if (kind.text() == kinds[1]) {
    claim.assertion = read_equal_sparsity(place);
  } else if (kind.text() == kinds[2]) {
    claim.assertion = read_rate(place);
  } else if (kind.text() == kinds[3]) {
    claim.assertion = read_count(place);
  } else if (kind.text() == kinds[4]) {
    claim.assertion = read_fewer(place);
  } else {
    kind.fail(fmt::format("unknown kind \"{}\"{}; known are {}", kind.text(),
                          did_you_mean(kind.text(), kinds), fmt::join(kinds, ", ")));
  }
  claim.id = place.at("id").text();
  const bool plain = !claim.id.empty() && std::ranges::all_of(claim.id, [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '-';
  });
  if (!plain) place.at("id").fail("must be made of letters, digits and -");
  claim.finding = nonempty_text(place.at("finding"));
  claim.statement = nonempty_text(place.at("statement"));
  const auto loss = place.find("loss");
  claim.loss = loss ? nonempty_text(*loss) : file_loss;
  if (!is_about_models(claim)) claim.regularizer = nonempty_text(place.at("regularizer"));
  claim.datasets = read_datasets(place.at("datasets"));
  if (const auto when = place.find("when")) claim.when = read_shape(*when);
  return claim;
}

/// No protocol may make two of the claim's methods the same.
void check_protocols(const JsonPlace& place, const Claim& claim, const std::vector<Protocol>& protocols) {
  for (const Protocol& protocol : protocols) {
    std::vector<ClaimedMethod> before;
    for (const ClaimedMethod& method : methods_of(under(protocol, claim))) {
      if (std::ranges::find(before, method) != before.end())
        place.fail(fmt::format("under the protocol \"{}\" it names {} {} twice", protocol.name, method.name,
                               method.variant));
      before.push_back(method);
    }
  }
}

/// Claims that are about models alone need no λ: cross-validation chooses it.
std::vector<Reading> read_readings_for(const JsonPlace& root, const std::vector<Claim>& claims) {
  const bool has_lambda = root.find("lambda") || root.find("readings");
  if (has_lambda || !std::ranges::all_of(claims, is_about_models)) return read_readings(root);
  Reading reading;
  reading.name = "λ by cross-validation";
  return {reading};
}

}  // namespace

Claims read_claims(const std::filesystem::path& path) {
  const Json json = read_json(path);
  const JsonPlace root(path.string(), json);
  root.allow_keys(
      {"title", "source", "loss", "readings", "lambda", "form", "l2_factor", "protocols", "claims"});
  Claims claims;
  claims.title = nonempty_text(root.at("title"));
  claims.source = nonempty_text(root.at("source"));
  claims.loss = nonempty_text(root.at("loss"));
  claims.protocols = read_protocols(root);
  for (const JsonPlace& place : root.at("claims").elements(1, most_claims)) {
    const Claim claim = read_claim(place, claims.loss);
    if (std::ranges::find(claims.claims, claim.id, &Claim::id) != claims.claims.end())
      place.at("id").fail(fmt::format("\"{}\" stands twice", claim.id));
    check_protocols(place, claim, claims.protocols);
    claims.claims.push_back(claim);
  }
  claims.readings = read_readings_for(root, claims.claims);
  return claims;
}

}  // namespace descent

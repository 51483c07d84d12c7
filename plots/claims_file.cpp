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

ClaimedMethod read_claimed_method(const JsonPlace& place) {
  if (place.value().is_string()) return {nonempty_text(place), ""};
  if (!place.value().is_object())
    place.fail("must be a method's name or {\"name\": NAME, \"variant\": VARIANT}");
  place.allow_keys({"name", "variant"});
  ClaimedMethod method{nonempty_text(place.at("name")), ""};
  if (const auto variant = place.find("variant")) method.variant = variant->text();
  return method;
}

/// One method or several that differ, from each other and from the one that they are compared with.
std::vector<ClaimedMethod> read_others(const JsonPlace& place, const ClaimedMethod& compared_with) {
  std::vector<ClaimedMethod> methods;
  const auto add = [&](const JsonPlace& each) {
    const ClaimedMethod method = read_claimed_method(each);
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

std::vector<std::string> with_common_keys(std::vector<std::string> own) {
  own.insert(own.begin(), {"id", "finding", "statement", "kind", "regularizer", "datasets", "when"});
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

DatasetShape read_shape(const JsonPlace& place) {
  const std::string text = place.text();
  for (const auto shape : {DatasetShape::fewer_rows_than_columns, DatasetShape::at_least_as_many_rows}) {
    if (text == text_of(shape)) return shape;
  }
  place.fail(fmt::format("must be \"m < n\" or \"m >= n\", got \"{}\"", text));
}

Claim read_claim(const JsonPlace& place) {
  const JsonPlace kind = place.at("kind");
  const std::vector<std::string> kinds{"faster", "equal_sparsity", "rate"};
  Claim claim;
  if (kind.text() == kinds[0]) {
    claim.assertion = read_faster(place);
  } else if (kind.text() == kinds[1]) {
    claim.assertion = read_equal_sparsity(place);
  } else if (kind.text() == kinds[2]) {
    claim.assertion = read_rate(place);
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
  claim.regularizer = nonempty_text(place.at("regularizer"));
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
  claims.readings = read_readings(root);
  claims.protocols = read_protocols(root);
  for (const JsonPlace& place : root.at("claims").elements(1, most_claims)) {
    const Claim claim = read_claim(place);
    if (std::ranges::find(claims.claims, claim.id, &Claim::id) != claims.claims.end())
      place.at("id").fail(fmt::format("\"{}\" stands twice", claim.id));
    check_protocols(place, claim, claims.protocols);
    claims.claims.push_back(claim);
  }
  return claims;
}

}  // namespace descent

#include "plots/claims/claim_reader.hpp"

#include <algorithm>
#include <cctype>

#include "plots/claims/comparison.hpp"
#include "support/numbers/infinity.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

/// Reads a method: its name, or with options; in a cross-validation a model and its rule.
ClaimedMethod read_method(const JsonPlace& place, bool of_models) {
  if (!of_models && place.value().is_string()) return {place.nonempty_text(), ""};
  if (!of_models && !place.value().is_object())
    place.fail("must be a method's name or {\"name\": NAME, \"variant\": VARIANT}");
  const char* const name = of_models ? "model" : "name";
  const char* const variant = of_models ? "rule" : "variant";
  place.allow_keys({name, variant});
  const auto found = place.find(variant);
  return {place.at(name).nonempty_text(), found ? found->text() : ""};
}

/// Reads one or more methods, which differ from each other and from the claim's method.
void read_others(const JsonPlace& place, Claim& claim) {
  const auto add = [&](const JsonPlace& each) {
    const ClaimedMethod method = read_method(each, claim.of_models);
    if (method == claim.method) each.fail("is compared with itself");
    if (std::ranges::find(claim.others, method) != claim.others.end()) each.fail("stands twice");
    claim.others.push_back(method);
  };
  if (place.value().is_array())
    for (const JsonPlace& each : place.elements(1, longest_list)) add(each);
  else
    add(place);
}

std::vector<double> read_targets(const JsonPlace& place) {
  std::vector<double> targets;
  for (const JsonPlace& each : place.elements(1, longest_list)) {
    const double target = each.positive();
    if (target >= 1) each.fail("must be below 1, got {}", target);
    if (!targets.empty() && target >= targets.back())
      each.fail("must be below the one before it, {}", targets.back());
    targets.push_back(target);
  }
  return targets;
}

/// Reads [LOW, HIGH]; null means no limit.
Bounds read_range(const JsonPlace& place) {
  const auto ends = place.elements(2, 2);
  const auto end = [](const JsonPlace& each, double without) {
    return each.value().is_null() ? without : each.number();
  };
  const Bounds range{end(ends[0], -infinity), end(ends[1], infinity)};
  if (range.low > range.high) place.fail("ends at {} below its begin, {}", range.high, range.low);
  if (range == Bounds{-infinity, infinity}) place.fail("needs an end: nothing lies outside of it");
  return range;
}

NumberInRange read_number(const JsonPlace& place, Claim& claim) {
  NumberInRange number;
  const JsonPlace name = place.at("number");
  const auto known = number_names(claim.of_models);
  if (std::ranges::find(known, name.text()) == known.end())
    name.fail_unknown(claim.of_models ? "number of models" : "number of runs", known);
  number.number = name.text();
  number.range = read_range(place.at("range"));
  const auto less = place.find("less");
  const auto ratio = place.find("ratio_to");
  if (less && ratio) ratio->fail("stands beside \"less\"; a claim has one of the two");
  if (less) number.relation = NumberInRange::Relation::less_other;
  if (ratio) number.relation = NumberInRange::Relation::ratio_to_other;
  if (less) read_others(*less, claim);
  if (ratio) read_others(*ratio, claim);
  if (less && number.number != nonzeros && !is_count(number.number, claim.of_models))
    less->fail("compares counts, and \"{}\" is none", shown(number.number));
  const bool of_nonzeros = number.number == nonzeros;
  if (of_nonzeros != ratio.has_value()) place.fail("\"{}\" and \"ratio_to\" belong together", nonzeros);
  if (const auto targets = place.find("targets")) {
    if (!of_nonzeros && number.number != reached) targets->fail("has no effect on this number");
    claim.targets = read_targets(*targets);
  } else if (number.number == reached) {
    place.fail("\"{}\" needs \"targets\"", reached);
  }
  return number;
}

std::vector<Alternatives> read_datasets(const JsonPlace& place) {
  std::vector<Alternatives> datasets;
  std::vector<std::string> names;
  const auto name_of = [&](const JsonPlace& each) {
    std::string name = each.nonempty_text();
    require_new(each, names, name);
    names.push_back(name);
    return name;
  };
  for (const JsonPlace& each : place.elements(1, longest_list))
    datasets.push_back(each.value().is_array() ? each.list(name_of, 1, longest_list)
                                               : Alternatives{name_of(each)});
  return datasets;
}

}  // namespace

std::string read_plain(const JsonPlace& place) {
  const std::string text = place.text();
  const bool plain = !text.empty() && std::ranges::all_of(text, [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '-' || letter == '_';
  });
  if (!plain) place.fail("must be made of letters, digits, - and _");
  return text;
}

void require_new(const JsonPlace& place, const std::vector<std::string>& others, const std::string& text) {
  if (std::ranges::find(others, text) != others.end()) place.fail("\"{}\" stands twice", shown(text));
}

Claim read_claim(const JsonPlace& place, const JsonPlace& root) {
  Claim claim;
  const bool is_faster = place.at("kind").word("faster", "number") == "faster";
  const char* const method_key = is_faster ? "faster" : "method";
  const auto given = place.find(method_key);
  claim.of_models = !is_faster && given && given->value().is_object() && given->find("model");
  std::vector<std::string> keys{"id",       "finding", "statement", "kind",
                                "datasets", "targets", "range",     method_key};
  const auto add = [&](std::initializer_list<const char*> more) {
    keys.insert(keys.end(), more.begin(), more.end());
  };
  if (is_faster)
    add({"slower", "in"});
  else
    add({"number", "less", "ratio_to"});
  if (!claim.of_models) add({"loss", "regularizer"});
  place.allow_keys(keys);
  claim.id = read_plain(place.at("id"));
  claim.finding = place.at("finding").nonempty_text();
  claim.statement = place.at("statement").nonempty_text();
  claim.method = read_method(place.at(method_key), claim.of_models);
  if (is_faster) {
    read_others(place.at("slower"), claim);
    claim.targets = read_targets(place.find("targets") ? place.at("targets") : root.at("targets"));
    if (const auto in = place.find("in"); in && in->word("cpu_seconds", "passes") == "passes")
      claim.axis = Axis::passes;
    if (const auto range = place.find("range")) {
      claim.ratio = read_range(*range);
      if (claim.ratio->high <= 0 || (claim.ratio->low <= 0 && claim.ratio->high == infinity))
        range->fail("needs an end above 0, as ratios of times are");
    }
  } else {
    claim.number = read_number(place, claim);
  }
  if (!claim.of_models) {
    claim.loss = (place.find("loss") ? place : root).at("loss").nonempty_text();
    claim.regularizer = place.at("regularizer").nonempty_text();
  }
  claim.datasets = read_datasets((place.find("datasets") ? place : root).at("datasets"));
  return claim;
}

}  // namespace descent

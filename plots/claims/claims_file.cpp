// Reads and checks a claims file.

#include <algorithm>
#include <cctype>

#include "plots/claims/claims.hpp"
#include "plots/claims/comparison.hpp"
#include "support/json/json_place.hpp"
#include "support/numbers/infinity.hpp"
#include "support/text/did_you_mean.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

constexpr std::size_t longest_list = 200;  // far above any paper

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

/// Reads the given keys of the problem.
void read_problem(const JsonPlace& place, Setting& setting) {
  const auto lambda = place.find("lambda");
  if (lambda) setting.lambda = lambda_value().read(*lambda);
  if (const auto form = place.find("form")) setting.form.is_sum = form->word("mean", "sum") == "sum";
  if (const auto factor = place.find("l2_factor")) {
    setting.form.l2_factor = factor->number();
    if (setting.form.l2_factor != 0.5 && setting.form.l2_factor != 1)
      factor->fail("must be 0.5 or 1, got {}", setting.form.l2_factor);
  }
  if (!setting.lambda.is_c()) return;
  if (setting.form.l2_factor != 0.5) (lambda ? *lambda : place).fail("C goes with l2_factor 0.5");
  setting.lambda.power_of_m = setting.form.is_sum ? 0 : 1;
}

std::vector<Setting> read_settings(const JsonPlace& root) {
  Setting common;
  read_problem(root, common);
  const auto list = root.find("settings");
  if (!list) return {common};
  std::vector<Setting> settings;
  std::vector<std::string> names;
  for (const JsonPlace& place : list->elements(1, longest_list)) {
    place.allow_keys({"name", "title", "protocol", "variation_of", "setup", "claims", "data", "lambda",
                      "form", "l2_factor"});
    Setting setting = common;
    setting.name = read_plain(place.at("name"));
    require_new(place.at("name"), names, setting.name);
    setting.title = place.at("title").nonempty_text();
    if (const auto protocol = place.find("protocol")) setting.protocol = read_plain(*protocol);
    if (const auto base = place.find("variation_of")) {
      if (std::ranges::find(names, base->text()) == names.end())
        base->fail("must name a setting before it, got \"{}\"", shown(base->text()));
      setting.variation_of = base->text();
    }
    if (const auto setup = place.find("setup")) setting.bills_setup = setup->flag();
    if (const auto claims = place.find("claims")) setting.claims = claims->list(read_plain, 1, longest_list);
    if (const auto data = place.find("data")) {
      for (const std::string& name : data->keys()) setting.data[name] = data->at(name).nonempty_text();
    }
    read_problem(place, setting);
    names.push_back(setting.name);
    settings.push_back(std::move(setting));
  }
  return settings;
}

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

/// Rejects unknown method names.
void check_names(const JsonPlace& place, const Claim& claim, std::span<const std::string> known) {
  if (known.empty() || claim.of_models) return;
  for (const ClaimedMethod& method : claim.methods()) {
    if (std::ranges::find(known, method.name) != known.end()) continue;
    place.fail("no method is called \"{}\"{}; `descent list methods` names them", shown(method.name),
               did_you_mean(method.name, known));
  }
}

/// Throws ConfigError if something that the setting changes belongs to none of the claims.
void check_setting(const JsonPlace& place, const Setting& setting, const std::vector<Claim>& claims) {
  for (const auto& replaced : setting.data) {
    const std::string& dataset = replaced.first;
    const auto names = [&](const Claim& claim) {
      return std::ranges::any_of(claim.datasets, [&](const Alternatives& each) {
        return std::ranges::find(each, dataset) != each.end();
      });
    };
    if (std::ranges::none_of(claims, names))
      place.fail("{} replaces \"{}\", which no claim is about", shown(setting.name), shown(dataset));
  }
  for (const std::string& id : setting.claims) {
    if (std::ranges::find(claims, id, &Claim::id) == claims.end())
      place.fail("{} is for a claim \"{}\" that is not there", shown(setting.name), shown(id));
  }
  const auto has_setup = [&](const Claim& claim) {
    const bool takes_part = setting.claims.empty() || std::ranges::count(setting.claims, claim.id) > 0;
    return takes_part && !claim.number && claim.axis != Axis::passes;
  };
  if (!setting.bills_setup && std::ranges::none_of(claims, has_setup))
    place.fail("\"setup\": false of {} changes nothing: none of its claims is about CPU time",
               shown(setting.name));
}

/// Reads names, each of which is in `known`.
std::vector<std::string> read_known(const JsonPlace& place, const char* what,
                                    const std::vector<std::string>& known) {
  return place.list(
      [&](const JsonPlace& each) {
        if (std::ranges::find(known, each.text()) == known.end()) each.fail_unknown(what, known);
        return each.text();
      },
      1, longest_list);
}

Summary read_summary(const JsonPlace& place, const Claims& claims) {
  std::vector<std::string> ids, settings, datasets;
  for (const Claim& claim : claims.claims) {
    ids.push_back(claim.id);
    for (const Alternatives& each : claim.datasets) datasets.insert(datasets.end(), each.begin(), each.end());
  }
  for (const Setting& setting : claims.settings) settings.push_back(setting.name);
  place.allow_keys({"title", "columns", "claims", "rows"});
  Summary summary{place.at("title").nonempty_text(),
                  place.at("columns").list(&JsonPlace::nonempty_text, 1, longest_list)};
  for (const JsonPlace& each : place.at("rows").elements(1, longest_list)) {
    each.allow_keys({"title", "settings", "claims", "datasets"});
    SummaryRow row{each.at("title").nonempty_text(),
                   {},
                   read_known((each.find("claims") ? each : place).at("claims"), "claim", ids),
                   read_known(each.at("datasets"), "dataset", datasets)};
    for (const JsonPlace& column :
         each.at("settings").elements(summary.columns.size(), summary.columns.size()))
      row.settings.push_back(read_known(column, "setting", settings));
    summary.rows.push_back(std::move(row));
  }
  return summary;
}

}  // namespace

Claims read_claims(const std::filesystem::path& path, std::span<const std::string> known_methods) {
  const Json json = read_json(path);
  const JsonPlace root(path.string(), json);
  root.allow_keys({"title", "source", "loss", "lambda", "form", "l2_factor", "settings", "datasets",
                   "supplements", "targets", "claims", "summary"});
  Claims claims;
  claims.title = root.at("title").nonempty_text();
  claims.source = root.at("source").nonempty_text();
  claims.settings = read_settings(root);
  if (const auto supplements = root.find("supplements"))
    claims.supplements = supplements->list(&JsonPlace::nonempty_text, 0, longest_list);
  for (const JsonPlace& place : root.at("claims").elements(1, longest_list)) {
    Claim claim = read_claim(place, root);
    if (std::ranges::find(claims.claims, claim.id, &Claim::id) != claims.claims.end())
      place.at("id").fail("\"{}\" stands twice", shown(claim.id));
    check_names(place, claim, known_methods);
    claims.claims.push_back(std::move(claim));
  }
  if (const auto summary = root.find("summary")) claims.summary = read_summary(*summary, claims);
  if (const auto settings = root.find("settings"))
    for (const Setting& setting : claims.settings) check_setting(*settings, setting, claims.claims);
  return claims;
}

}  // namespace descent

// Reads and checks a claims file.

#include <algorithm>

#include "plots/claims/claim_reader.hpp"
#include "plots/claims/claims.hpp"
#include "support/json/json_place.hpp"
#include "support/text/did_you_mean.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

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
    place.allow_keys(
        {"name", "title", "protocol", "variation_of", "setup", "data", "lambda", "form", "l2_factor"});
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
    if (const auto data = place.find("data")) {
      for (const std::string& name : data->keys()) setting.data[name] = data->at(name).nonempty_text();
    }
    read_problem(place, setting);
    names.push_back(setting.name);
    settings.push_back(std::move(setting));
  }
  return settings;
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
  const auto has_setup = [](const Claim& claim) { return !claim.number && claim.axis != Axis::passes; };
  if (!setting.bills_setup && std::ranges::none_of(claims, has_setup))
    place.fail("\"setup\": false of {} changes nothing: no claim is about CPU time", shown(setting.name));
}

/// Reads names, each of which is in `known`.
std::vector<std::string> read_known(const JsonPlace& place, const char* what,
                                    const std::vector<std::string>& known, std::size_t fewest = 1,
                                    std::size_t most = longest_list) {
  return place.list(
      [&](const JsonPlace& each) {
        if (std::ranges::find(known, each.text()) == known.end()) each.fail_unknown(what, known);
        return each.text();
      },
      fewest, most);
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
  const std::size_t columns = summary.columns.size();
  for (const JsonPlace& each : place.at("rows").elements(1, longest_list)) {
    each.allow_keys({"title", "settings", "claims", "datasets"});
    summary.rows.push_back({each.at("title").nonempty_text(),
                            read_known(each.at("settings"), "setting", settings, columns, columns),
                            read_known((each.find("claims") ? each : place).at("claims"), "claim", ids),
                            read_known(each.at("datasets"), "dataset", datasets)});
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

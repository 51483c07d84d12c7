#include "experiments/config/config.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "experiments/config/config_values.hpp"
#include "support/errors.hpp"
#include "support/text/did_you_mean.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

/// One loss or regulariser, or several that differ: one that stands twice would run everything twice.
template <class Descriptions>
auto read_kinds(const JsonPlace& place, std::string_view what, const Descriptions& descriptions) {
  const auto kinds =
      one_or_more(place, [&](const JsonPlace& each) { return read_kind(each, what, descriptions); });
  std::vector<std::string> names;
  for (const auto kind : kinds) names.emplace_back(name_of(kind));
  require_distinct_texts(place, std::move(names));
  return kinds;
}

/// Those that an entry of "methods" is restricted to, out of the configuration's.
template <class Descriptions, class Kind>
std::vector<Kind> read_restriction(const JsonPlace& entry, std::string_view what,
                                   const Descriptions& descriptions, const std::vector<Kind>& all) {
  const auto restricted = entry.find(std::string(what));
  if (!restricted) return all;
  const std::vector<Kind> kinds = read_kinds(*restricted, what, descriptions);
  for (const Kind kind : kinds) {
    if (std::find(all.begin(), all.end(), kind) == all.end())
      restricted->fail(fmt::format("{} is not the configuration's {}", name_of(kind), what));
  }
  return kinds;
}

/// Whatever stands for the dataset in tables, figures, --only and budgets.
std::string read_title(const JsonPlace& place) {
  constexpr std::size_t longest = 60;
  const std::string title = place.text();
  const bool fits = !title.empty() && title.size() <= longest &&
                    title.find_first_of(",/\\\"") == std::string::npos && printable(title, longest) == title;
  if (!fits)
    place.fail(
        fmt::format("must be a few words, at most {} bytes, without comma, quote and slash, got \"{}\"",
                    longest, printable(title, 2 * longest)));
  if (title == "default") place.fail("\"default\" has a meaning in budgets; choose another title");
  return title;
}

/// A catalogue name, a path, or {"file": PATH, "title": TEXT}.
void read_datasets(const JsonPlace& place, Config& config) {
  config.datasets = one_or_more(
      place,
      [&](const JsonPlace& each) {
        if (!each.value().is_object()) return each.text();
        each.allow_keys({"file", "title"});
        const std::string file = each.at("file").text();
        if (file.empty()) each.at("file").fail("must be the path of a LIBSVM file");
        const std::string title = read_title(each.at("title"));
        config.data_files[title] = file;
        return title;
      },
      most_datasets);
  require_distinct_texts(place, config.datasets);
}

/// The datasets that an entry of "methods" is restricted to.
std::vector<std::string> read_own_datasets(const JsonPlace& place, const std::vector<std::string>& all) {
  std::vector<std::string> own = one_or_more(
      place,
      [&](const JsonPlace& each) {
        std::string name = each.text();
        if (std::find(all.begin(), all.end(), name) == all.end())
          each.fail(fmt::format("\"{}\" is not one of the configuration's datasets{}; they are {}", name,
                                did_you_mean(name, all), fmt::join(all, ", ")));
        return name;
      },
      most_datasets);
  require_distinct_texts(place, own);
  return own;
}

std::vector<LossKind> read_losses(const JsonPlace& place) {
  std::vector<LossKind> kinds = read_kinds(place, "loss", losses());
  const Task task = description_of(kinds.front()).task;
  for (const LossKind kind : kinds) {
    if (description_of(kind).task != task) {
      place.fail(fmt::format("{} and {} cannot stand together: one is for two classes, the other for targets",
                             name_of(kinds.front()), name_of(kind)));
    }
  }
  return kinds;
}

/// What λ and the objective are numbers of.
ObjectiveForm read_form(const JsonPlace& place, const Config& config) {
  ObjectiveForm form;
  if (const auto name = place.find("form")) {
    form.is_sum = name->text() == "sum";
    if (!form.is_sum && name->text() != "mean")
      name->fail(fmt::format("must be \"mean\" or \"sum\", got \"{}\"", name->text()));
  }
  if (const auto factor = place.find("l2_factor")) {
    form.l2_factor = factor->number();
    if (form.l2_factor != 0.5 && form.l2_factor != 1)
      factor->fail(fmt::format("must be 0.5 or 1, got {}", form.l2_factor));
    if (form.l2_factor == 1 && std::find(config.regularizers.begin(), config.regularizers.end(),
                                         RegularizerKind::l2) == config.regularizers.end())
      factor->fail("belongs to the regularizer l2, which the configuration does not have");
  }
  return form;
}

/// LIBLINEAR's C is that of ½‖w‖² + C Σ ℓ, and λ = 1/(C m) that of the mean form with ½‖w‖².
void require_no_c(const JsonPlace& lambdas, const Config& config) {
  if (config.form == ObjectiveForm{}) return;
  for (std::size_t k = 0; k < config.lambdas.size(); ++k) {
    if (!config.lambdas[k].is_c()) continue;
    one_of(lambdas, k)
        .fail(
            "C goes with the form \"mean\" and l2_factor 0.5; write lambda as a number, \"a/m\" or "
            "\"a/m^2\"");
  }
}

/// CPU seconds or passes.
double read_amount(const JsonPlace& place) {
  const double amount = place.positive();
  if (amount > largest_budget) place.fail(fmt::format("must be <= {}, got {}", largest_budget, amount));
  return amount;
}

Budget read_budget(const JsonPlace& place, Axis axis, const std::vector<std::string>& datasets) {
  Budget budget;
  budget.axis = axis;
  if (!place.value().is_object()) {
    budget.default_value = read_amount(place);
    return budget;
  }
  std::vector<std::string> known = datasets;
  known.push_back("default");
  place.allow_keys(known);
  budget.default_value = read_amount(place.at("default"));
  for (const std::string& key : place.keys()) {
    if (key != "default") budget.by_dataset[key] = read_amount(place.at(key));
  }
  return budget;
}

std::vector<std::uint64_t> read_seeds(const JsonPlace& place) {
  constexpr std::int64_t most_seeds = 10'000;
  std::vector<std::uint64_t> seeds;
  const auto highest = static_cast<std::int64_t>(first_tuning_seed) - 1;
  if (place.value().is_array()) {
    for (const JsonPlace& element : place.elements(1, most_seeds)) {
      seeds.push_back(static_cast<std::uint64_t>(element.integer(0, highest)));
    }
    std::vector<std::uint64_t> sorted = seeds;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) place.fail("seeds must differ");
  } else {
    const auto count = static_cast<std::uint64_t>(place.integer(1, most_seeds));
    for (std::uint64_t seed = 1; seed <= count; ++seed) seeds.push_back(seed);
  }
  return seeds;
}

/// How an entry that does not solve all of its problems can be kept to those that it does solve; nothing
/// where neither key alone does that.
std::string way_out_of(const MethodEntry& entry) {
  const auto solved = [&](LossKind loss, RegularizerKind regularizer) {
    return capability(*entry.method, loss, regularizer) != nullptr;
  };
  Json losses_left = Json::array();
  for (const LossKind loss : entry.losses) {
    if (std::ranges::all_of(entry.regularizers, [&](auto regularizer) { return solved(loss, regularizer); }))
      losses_left.push_back(name_of(loss));
  }
  Json regularizers_left = Json::array();
  for (const RegularizerKind regularizer : entry.regularizers) {
    if (std::ranges::all_of(entry.losses, [&](auto loss) { return solved(loss, regularizer); }))
      regularizers_left.push_back(name_of(regularizer));
  }
  const auto advice = [](const char* key, const Json& names) {
    return fmt::format("; \"{}\": {} in its entry keeps it to what it solves", key,
                       (names.size() == 1 ? names.front() : names).dump());
  };
  if (!losses_left.empty()) return advice("loss", losses_left);
  return regularizers_left.empty() ? "" : advice("regularizer", regularizers_left);
}

MethodEntry read_method(const JsonPlace& place, const Config& config) {
  MethodEntry entry;
  const JsonPlace name = place.at("name");
  entry.method = &read_method_name(name);
  std::vector<std::string> known{"name", "label", "loss", "regularizer", "datasets"};
  for (const Option& option : entry.method->options) known.push_back(option.name);
  place.allow_keys(known);

  entry.given = read_options(place, *entry.method);
  const std::vector<std::string> settings = variant_of(*entry.method, entry.given);
  entry.variant = fmt::format("{}", fmt::join(settings, " "));
  entry.label =
      entry.method->title + (settings.empty() ? "" : fmt::format(" ({})", fmt::join(settings, ", ")));
  if (const auto label = place.find("label")) entry.label = label->text();
  entry.losses = read_restriction(place, "loss", losses(), config.losses);
  entry.regularizers = read_restriction(place, "regularizer", regularizers(), config.regularizers);
  if (const auto own = place.find("datasets")) entry.datasets = read_own_datasets(*own, config.datasets);
  for (const LossKind loss : entry.losses) {
    for (const RegularizerKind regularizer : entry.regularizers) {
      require_capability(name, *entry.method, loss, regularizer, way_out_of(entry));
      require_fitting_options(place, *entry.method, loss, regularizer,
                              OptionValues(entry.method->options, entry.given));
    }
  }
  require_effective_options(place, *entry.method, entry.regularizers, entry.given);
  if (config.free_bias) require_free_intercept(name, *entry.method);
  return entry;
}

void require_distinct(const JsonPlace& methods, const std::vector<MethodEntry>& entries) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const std::string places = fmt::format("entries {} and {}", k, i);
      if (entries[i].method == entries[k].method && entries[i].variant == entries[k].variant) {
        methods.fail(fmt::format("{} are the same method with the same options", places));
      }
      if (entries[i].label == entries[k].label) {
        methods.fail(fmt::format("{} have the same label \"{}\"; a legend could not tell them apart", places,
                                 entries[i].label));
      }
    }
  }
}

/// Amounts of work mean nothing to a method that each time runs to a tolerance.
void require_no_restarts(const JsonPlace& methods, const std::vector<MethodEntry>& entries) {
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (!entries[k].method->sampled_by_tolerance) continue;
    one_of(methods, k)
        .at("name")
        .fail(fmt::format(
            "{} runs from scratch to each of its tolerances and cannot stop after \"passes\"; give "
            "\"cpu_seconds\" instead",
            entries[k].method->name));
  }
}

}  // namespace

bool MethodEntry::takes_part_on(const std::string& dataset) const {
  return !datasets || std::find(datasets->begin(), datasets->end(), dataset) != datasets->end();
}

bool MethodEntry::takes_part_in(const std::string& dataset, LossKind loss,
                                RegularizerKind regularizer) const {
  return takes_part_on(dataset) && std::find(losses.begin(), losses.end(), loss) != losses.end() &&
         std::find(regularizers.begin(), regularizers.end(), regularizer) != regularizers.end();
}

double Budget::amount(const std::string& dataset) const {
  const auto own = by_dataset.find(dataset);
  return own == by_dataset.end() ? default_value : own->second;
}

Config parse_config(const Json& json, const std::string& file) {
  const JsonPlace place(file, json);
  if (const auto models = place.find("models"))
    models->fail("only a cross-validation has models; `descent crossvalidate` reads its configuration");
  std::vector<std::string> known;
  for (const ConfigKey& key : config_keys()) known.push_back(key.name);
  place.allow_keys(known);

  Config config;
  config.path = file;
  read_heading(place, config);
  read_datasets(place.at("datasets"), config);
  config.losses = read_losses(place.at("loss"));
  config.regularizers = read_kinds(place.at("regularizer"), "regularizer", regularizers());
  config.form = read_form(place, config);
  if (const auto epsilon = place.find("epsilon")) {
    config.epsilon = read_not_negative(*epsilon);
    if (description_of(config.losses.front()).task != Task::regression)
      epsilon->fail(fmt::format("{} has none; it belongs to the epsilon-insensitive losses",
                                name_of(config.losses.front())));
  }
  read_bias(place, config);
  config.lambdas = {*parse_lambda("1/m")};
  if (const auto lambdas = place.find("lambdas")) {
    config.lambdas = read_lambdas(*lambdas);
    require_no_c(*lambdas, config);
  }
  const JsonPlace methods = place.at("methods");
  config.methods = one_or_more(
      methods, [&](const JsonPlace& method) { return read_method(method, config); }, most_methods);
  require_distinct(methods, config.methods);

  config.seeds = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  if (const auto seeds = place.find("seeds")) config.seeds = read_seeds(*seeds);
  const auto passes = place.find("passes");
  const auto seconds = place.find("cpu_seconds");
  if (passes && seconds) passes->fail("a run ends after passes or after cpu_seconds; give one of them");
  if (passes) {
    config.budget = read_budget(*passes, Axis::passes, config.datasets);
    require_no_restarts(methods, config.methods);
  }
  if (seconds) config.budget = read_budget(*seconds, Axis::cpu_seconds, config.datasets);
  if (const auto checkpoints = place.find("checkpoints"))
    config.checkpoints = checkpoints->integer(2, 10'000);
  if (const auto rows = place.find("test_rows")) {
    config.test_rows = static_cast<Index>(rows->integer(0, std::numeric_limits<Index>::max()));
  }
  if (const auto decision_lines = place.find("decision_lines")) {
    config.decision_lines = decision_lines->flag();
    if (config.decision_lines && description_of(config.losses.front()).task != Task::classification)
      decision_lines->fail(fmt::format("{} has no classes to tell apart", name_of(config.losses.front())));
  }
  if (const auto tuning = place.find("tuning")) {
    tuning->allow_keys({"budget_share", "seeds"});
    if (const auto share = tuning->find("budget_share")) config.tuning.budget_share = share->positive();
    if (const auto seeds = tuning->find("seeds")) config.tuning.seeds = seeds->integer(1, 1000);
  }
  return config;
}

Config read_config(const std::filesystem::path& path) {
  return parse_config(read_json(path), path.string());
}

Config quick(Config config) {
  config.budget.default_value /= 8;
  for (auto& [dataset, amount] : config.budget.by_dataset) amount /= 8;
  if (config.seeds.size() > 3) config.seeds.resize(3);
  config.title += ", quick run";  // not to be taken for the whole one
  return config;
}

}  // namespace descent

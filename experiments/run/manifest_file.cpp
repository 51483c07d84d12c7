#include "experiments/run/manifest_file.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <vector>

#include "datasets/weigh_rows.hpp"
#include "experiments/config/load_datasets.hpp"
#include "experiments/program/build_info.hpp"
#include "plots/results/drawing.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/contents.hpp"
#include "support/files/file_state.hpp"
#include "support/json/json_place.hpp"
#include "support/json/read_json.hpp"
#include "support/json/seal.hpp"
#include "support/numbers/number_of.hpp"
#include "support/ranges.hpp"
#include "support/records/run_file.hpp"
#include "support/terminal/print.hpp"
#include "support/text/utc_now.hpp"

namespace descent {

namespace {

constexpr std::array session_keys{"started", "ended", "program", "machine"};

Json measured(const Json& from) {
  Json session = Json::object();
  for (const char* key : session_keys) {
    if (from.contains(key)) session[key] = from[key];
  }
  return session;
}

std::filesystem::path manifest_path(const std::filesystem::path& folder) {
  return folder / "manifest.json";
}

/// The current manifest; an empty object if it is missing. Throws ConfigError if it is damaged,
/// ResultFileError if it cannot be read.
Json read_former(const std::filesystem::path& path) {
  if (!is_present(path)) return Json::object();
  Json manifest = parse_json(text_of_file(path), path.string());
  require_seal(manifest, path.string());
  return manifest;
}

/// The sessions that carried out runs, rebuilt from their provenance: one for each program and machine, ended
/// with its last run.
std::vector<Json> sessions_of(std::span<const std::string> ids, const std::filesystem::path& folder) {
  std::map<std::string, Json> sessions;  // by program and machine
  for (const std::string& id : ids) {
    try {
      const RunProvenance provenance = read_provenance(folder, id);
      if (!is_file(run_file(folder, id))) continue;
      const Json who = {{"program", provenance.program}, {"machine", provenance.machine}};
      Json& session = sessions.try_emplace(json_text(who), who).first->second;
      session["ended"] = std::max(session.value("ended", ""), provenance.ended);
      session["runs"] = session.value("runs", 0) + 1;
    } catch (const DamagedRun&) {  // the run is repeated
    }
  }
  auto all = mapped(sessions, [](const auto& session) { return session.second; });
  std::ranges::stable_sort(all, std::less(), [](const Json& session) { return session["ended"]; });
  return all;
}

/// Lists a file of a run, unless it is missing, not regular, or too large.
void list_if_there(const std::filesystem::path& folder, const std::string& name, ListedFiles& files) {
  const auto state = state_of(folder / name);
  if (state && state->bytes <= most_bytes_of_a_run) files[name] = listed(folder / name);
}

/// Lists the files of the planned runs. Keeps what drawing writes into the manifest: the list of figures and
/// tables, their size, and the results behind them.
void add_files(Json& manifest, const std::filesystem::path& folder) {
  ListedFiles files;
  try {
    const Json former = read_former(manifest_path(folder));
    if (former.contains(files_key))
      files = read_listed_files(JsonPlace(manifest_path(folder).string(), former).at(files_key));
    for (const char* const key : {figure_size_key, behind_key}) {
      manifest.erase(key);
      if (former.contains(key)) manifest[key] = former[key];
    }
  } catch (const ConfigError&) {  // the damage was reported
  }
  std::erase_if(files, [](const auto& entry) { return is_source_of_figures(entry.first); });
  for (const Json& run : manifest.value("runs", Json::array())) {
    const std::string id = run["id"];
    for (const std::string& name :
         {"runs/" + id + ".csv", "runs/" + id + ".weights", "provenance/" + id + ".json"})
      list_if_there(folder, name, files);
  }
  // Without decision lines, a decision.json is about to be removed.
  if (manifest["config"].value("decision_lines", false)) list_if_there(folder, "decision.json", files);
  manifest[files_key] = to_json(files);
}

/// The lists of a manifest that belong to datasets, with the member that names the dataset.
constexpr std::array dataset_lists{std::pair{"datasets", "name"},    std::pair{"lambdas", "dataset"},
                                   std::pair{"runs", "dataset"},     std::pair{"references", "dataset"},
                                   std::pair{"left_out", "dataset"}, std::pair{"constants", "dataset"}};

/// Adds what the former manifest lists of datasets that were not loaded, in the configuration's order. A
/// dataset that it does not have is listed as left out.
void keep_other_datasets(const Config& config, const Json& former, Json& manifest) {
  const auto lists = [](const Json& lists_of, const char* list, const char* member, const std::string& name) {
    return std::ranges::any_of(lists_of.value(list, Json::array()),
                               [&](const Json& each) { return each.at(member) == name; });
  };
  for (const std::string& name : config.datasets) {
    if (lists(manifest, "datasets", "name", name) || lists(manifest, "left_out", "dataset", name)) continue;
    if (!lists(former, "datasets", "name", name)) {
      manifest["left_out"].push_back(write_record(LeftOutOfPlan{name, "not selected by --only"}));
      continue;
    }
    for (const auto& [list, member] : dataset_lists)
      for (const Json& each : former.value(list, Json::array()))
        if (each.at(member) == name) manifest[list].push_back(each);
  }
  for (const auto& [list, member] : dataset_lists) {
    const auto place = [&, key = member](const Json& each) {
      return std::ranges::find(config.datasets, each.at(key).get_ref<const std::string&>()) -
             config.datasets.begin();
    };
    std::ranges::stable_sort(manifest[list].get_ref<Json::array_t&>(), {}, place);
  }
}

ProblemKey key_of(const ProblemSpec& problem) {
  return {problem.dataset->name, std::string(name_of(problem.loss)),
          std::string(name_of(problem.regularizer)), problem.lambda_value()};
}

MethodOnProblem key_of(const RunSpec& spec) {
  return {key_of(static_cast<const ProblemSpec&>(spec)), spec.method->name, spec.variant};
}

/// Constants that the program has chosen, the same for all seeds.
std::vector<ManifestConstant> constants_of(const Config& config, const Plan& plan) {
  std::vector<ManifestConstant> constants;
  for (const RunSpec& spec : plan.runs) {
    if (spec.seed != config.seeds.front()) continue;
    for (const auto& [option, value, origin, tuning] : spec.chosen) {
      ManifestConstant& constant =
          constants.emplace_back(ManifestConstant{key_of(spec), option, value, origin, {}, spec.lambda.text});
      if (!tuning) continue;
      constant.tuning_cpu_seconds = tuning->cpu_seconds;
      constant.tuning_runs = tuning->runs;
    }
  }
  return constants;
}

/// Datasets that are left out, and methods left out on one dataset.
std::vector<LeftOutOfPlan> left_out_of(const Config& config, const Plan& plan) {
  std::vector<LeftOutOfPlan> all;
  for (const std::string& name : left_out_datasets(config)) all.push_back({name, "its files are not here"});
  for (const LeftOut& each : plan.left_out) {
    const ProblemKey problem = key_of(each.problem);
    all.push_back({problem.dataset, each.reason, problem.loss, problem.regularizer, each.entry.method->name,
                   each.entry.variant});
  }
  return all;
}

/// Optima in the order of the problems. The order in which they became known differs after a failure.
std::vector<ManifestOptimum> optima_of(std::span<const ProblemSpec> problems, const OptimumStore& optima) {
  std::vector<ManifestOptimum> all;
  for (const ProblemSpec& problem : problems) {
    const KnownOptimum* const known = optima.find(problem);
    if (known == nullptr) continue;
    const CertifiedOptimum& optimum = known->optimum;
    const double scale = problem.objective_scale();
    all.push_back({key_of(problem), scale * optimum.objective, scale * optimum.lower_bound, optimum.method,
                   optimum.cpu_seconds, known->path.generic_string(), listed(known->path),
                   problem.lambda.text, optimum.gap(), optimum.nonzeros()});
  }
  return all;
}

}  // namespace

Json label_json(const std::string& label) {
  const auto number = number_of<double>(label);
  return number ? Json(*number) : Json(label);
}

ManifestDataset facts_of(const Dataset& dataset) {
  const Sample& train = dataset.train;
  ManifestDataset facts{.name = dataset.name,
                        .source = dataset.source,
                        .rows = static_cast<std::uint64_t>(train.rows.outer_size()),
                        .columns = static_cast<std::uint64_t>(train.rows.inner_size()),
                        .nonzeros = static_cast<std::uint64_t>(train.rows.nonzeros()),
                        .test_rows = static_cast<std::uint64_t>(dataset.test.rows.outer_size()),
                        .weighting = weighting_text(dataset),
                        .underflows = static_cast<std::uint64_t>(dataset.underflows),
                        .is_rounded = dataset.is_rounded,
                        .origin = dataset.origin,
                        .sha256 = dataset.sha256,
                        .inexact_values = static_cast<std::uint64_t>(dataset.inexact_values),
                        .is_catalogued = dataset.file.empty() && dataset.source == "file",
                        .scaling = std::string(name_of(dataset.scaling)),
                        .shifts = dataset.shifts,
                        .scales = dataset.scales};
  if (dataset.classes) {
    facts.positive_label = label_json(dataset.classes->positive);
    facts.negative_label = label_json(dataset.classes->negative_name());
  }
  return facts;
}

Json make_manifest(const Config& config, std::span<const Dataset> datasets, const Plan& plan,
                   const OptimumStore& optima, std::span<const std::string> run_ids) {
  Manifest manifest{.name = config.name,
                    .title = config.title,
                    .config_file = config.path.generic_string(),
                    .form = config.form,
                    .x_axis = config.budget.axis,
                    .protocol_titles = config.protocol_titles,
                    .optima = optima_of(problems_of(config, datasets), optima),
                    .constants = constants_of(config, plan),
                    .left_out = left_out_of(config, plan)};
  for (const LossKind loss : config.losses) manifest.losses.emplace_back(name_of(loss));
  for (const RegularizerKind kind : config.regularizers) manifest.regularizers.emplace_back(name_of(kind));
  for (const Dataset& dataset : datasets) {
    for (const Lambda& lambda : config.lambdas)
      manifest.lambdas.push_back({dataset.name, lambda.text, lambda.value(dataset.train.rows.outer_size())});
    manifest.datasets.push_back(facts_of(dataset));
    manifest.datasets.back().sample_of = config.sample_of(dataset.name);
  }
  for (const MethodEntry& entry : config.methods)
    manifest.methods.push_back({entry.method->name, entry.variant, entry.label,
                                entry.method->sampled_by_tolerance, keeps_rounds(*entry.method),
                                entry.method->randomized, entry.protocols});
  for (std::size_t k = 0; k < plan.runs.size(); ++k)
    manifest.runs.push_back({key_of(plan.runs[k]), run_ids[k], plan.runs[k].lambda.text, plan.runs[k].seed});
  Json json = write_record(manifest);
  json["config"] = to_json(config);
  json.update(program_and_machine());
  return json;
}

bool may_keep_datasets(const std::filesystem::path& folder, const Config& config) {
  try {
    const Json former = read_former(manifest_path(folder));
    return former.empty() || former.value("config", Json()) == to_json(config);
  } catch (const ConfigError&) {  // the damage is reported
    return false;
  }
}

std::string damage_of_manifest(const std::filesystem::path& folder) {
  try {
    read_former(manifest_path(folder));
    return "";
  } catch (const ConfigError& damage) {
    return damage.what();
  }
}

ManifestFile::ManifestFile(const std::filesystem::path& folder, const Config& config, Json planned)
    : path_(manifest_path(folder)), manifest_(std::move(planned)) {
  session_ = {{"program", manifest_["program"]}, {"machine", manifest_["machine"]}};
  require_writable(path_);
  try {
    former_ = read_former(path_);
  } catch (const ConfigError& damage) {
    print_error("descent: {}; it is written again, with the sessions from the runs' provenance\n",
                damage.what());
    const auto id_of = [](const Json& run) { return run["id"].get<std::string>(); };
    former_ = {{"sessions", sessions_of(mapped(manifest_.value("runs", Json::array()), id_of), folder)}};
  }
  keep_other_datasets(config, former_, manifest_);
  sessions_ = former_.value("sessions", Json::array());
}

void ManifestFile::keep_sessions() {
  for (const char* key : session_keys) manifest_.erase(key);
  if (!sessions_.empty()) manifest_.update(measured(sessions_.back()));
  manifest_["sessions"] = sessions_;
  write();
}

void ManifestFile::add_sessions_of(std::span<const std::string> ids, const std::string& started) {
  for (Json& session : sessions_of(ids, folder_of(path_))) {
    session["started"] = started;
    sessions_.push_back(std::move(session));
  }
}

void ManifestFile::start_session() {
  session_["started"] = utc_now();
  write_session();
}

void ManifestFile::end_session(std::size_t runs) {
  session_["ended"] = utc_now();
  session_["runs"] = runs;
  write_session();
}

void ManifestFile::write_session() {
  manifest_.update(measured(session_));
  manifest_["sessions"] = sessions_;
  manifest_["sessions"].push_back(session_);
  write();
}

void ManifestFile::write() {
  const std::filesystem::path folder = folder_of(path_);
  const Drawing waiting_for_others(folder);
  add_files(manifest_, folder);
  Json now = sealed(manifest_);
  if (now == former_) return;
  write_atomically(path_, json_text(now, 1) + '\n');
  former_ = std::move(now);
}

}  // namespace descent

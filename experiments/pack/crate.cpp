#include "experiments/pack/crate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "experiments/config/tuned_file.hpp"
#include "experiments/pack/packed_results.hpp"
#include "experiments/run/folder_check.hpp"
#include "experiments/run/folder_of_experiment.hpp"
#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/files/folder_entries.hpp"
#include "support/files/sha256.hpp"
#include "support/json/json_place.hpp"
#include "support/json/json_text.hpp"
#include "support/json/seal.hpp"

namespace descent {
namespace {

namespace fs = std::filesystem;

/// A results folder's name, however it was written.
std::string name_of_folder(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

/// A name as a reference of the web.
std::string reference_of(const std::string& name) {
  std::string text;
  for (const char c : name) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) ||
                          std::string_view("/._-~").find(c) != std::string_view::npos;
    text += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return text;
}

/// Adds the files of a folder, but for hidden ones, which belong to work that has not ended.
void add_files(const fs::path& folder, const std::string& name, Crate& crate) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string own = entry.path().filename().string();
    if (own.starts_with('.')) continue;
    const std::string packed = name + '/' + own;
    if (entry.is_symlink() || (!entry.is_directory() && !entry.is_regular_file()))
      throw ConfigError(fmt::format("{}: is neither a file nor a folder; put the file in its place",
                                    entry.path().string()));
    if (entry.is_directory())
      add_files(entry.path(), packed, crate);
    else
      crate.files[packed] = {entry.path()};
  }
}

/// Adds a file that a manifest names, where it is or beside the others of its kind; whether it is there. One
/// name says one thing.
bool add_named(const std::string& file, const fs::path& beside, const std::string& name, Crate& crate) {
  for (const fs::path& place : {fs::path(file), beside / fs::path(file).filename()}) {
    if (!is_file(place)) continue;
    const auto [packed, is_new] = crate.files.try_emplace(name, PackedFile{place});
    if (!is_new && sha256_of_file(packed->second.file) != sha256_of_file(place))
      throw ConfigError(fmt::format("{}: there is another file of that name, {}", place.string(),
                                    packed->second.file.string()));
    return true;
  }
  crate.missing.push_back(file);
  return false;
}

/// Returns when the results were complete, or begun.
std::string add_folder(const fs::path& folder, Json& graph, Json& parts, Json& actions, Crate& crate) {
  require_folder_of_runs(folder);
  const std::string name = name_of_folder(folder);
  const std::string packed = "results/" + name;
  for (const std::string& note : notes_on_packed_results(folder))
    crate.notes.push_back(fmt::format("{}: {}", folder.string(), note));
  const Json manifest = read_sealed_json(folder / "manifest.json");
  const JsonPlace place((folder / "manifest.json").string(), manifest);
  if (crate.files.contains(packed + "/manifest.json"))
    throw ConfigError(fmt::format("{}: there are two folders of that name", name));
  add_files(folder, packed, crate);
  for (const ManifestOptimum& optimum : read_manifest(folder).optima) {
    // Of two optima of one problem either will do.
    crate.files.try_emplace("references/" + fs::path(optimum.file).filename().string(),
                            PackedFile{optimum_file(folder, optimum)});
  }
  const fs::path config = place.at("config_file").text();
  const std::string config_name = "configs/" + config.filename().string();
  const bool has_config = add_named(config.string(), "configs", config_name, crate);
  const fs::path tuned = TunedFile::path_for(config, place.at("name").text());
  if (is_file(tuned))
    add_named(tuned.string(), "configs/tuned", "configs/tuned/" + tuned.filename().string(), crate);

  const Json results = {{"@id", reference_of(packed + "/")}};
  const Json action = {{"@id", "#run-" + reference_of(name)}};
  const Json instrument = {{"@id", "#descent-" + reference_of(name)}};
  parts.push_back(results);
  actions.push_back(action);
  graph.push_back({{"@id", results["@id"]},
                   {"@type", "Dataset"},
                   {"name", place.at("title").text()},
                   {"description",
                    "Rows of all runs (runs/), what each was (provenance/), means, tables and "
                    "figures; the columns are described in docs/columns.md of descent."}});
  const Json program = manifest.value("program", Json::object());  // none where the sessions were lost
  graph.push_back({{"@id", action["@id"]},
                   {"@type", "CreateAction"},
                   {"name", "descent run " + config.filename().string()},
                   {"instrument", instrument},
                   {"result", results}});
  if (has_config) graph.back()["object"] = {{"@id", reference_of(config_name)}};
  if (manifest.contains("started")) graph.back()["startTime"] = manifest["started"];
  if (manifest.contains("ended")) graph.back()["endTime"] = manifest["ended"];
  graph.push_back({{"@id", instrument["@id"]},
                   {"@type", "SoftwareApplication"},
                   {"name", "descent"},
                   {"softwareVersion", fmt::format("{} ({})", program.value("version", "unknown"),
                                                   program.value("commit", "unknown"))}});
  return manifest.value("ended", manifest.value("started", ""));
}

std::string format_of(const std::string& name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> formats{
      {{".csv", "text/csv"},
       {".json", "application/json"},
       {".md", "text/markdown"},
       {".tex", "application/x-tex"},
       {".html", "text/html"},
       {".pdf", "application/pdf"},
       {".png", "image/png"},
       {".svg", "image/svg+xml"},
       {".dat", "text/plain"}}};
  for (const auto& [ending, format] : formats)
    if (name.ends_with(ending)) return std::string(format);
  return "application/octet-stream";
}

}  // namespace

Crate make_crate(const std::vector<fs::path>& folders, const std::string& license) {
  Crate crate;
  Json graph = Json::array();
  Json parts = Json::array();
  Json actions = Json::array();
  std::string names;
  std::string last;
  for (const fs::path& folder : folders) {
    last = std::max(last, add_folder(folder, graph, parts, actions, crate));
    names += (names.empty() ? "" : ", ") + name_of_folder(folder);
  }
  for (const auto& [name, packed] : crate.files) {
    parts.push_back({{"@id", reference_of(name)}});
    graph.push_back({{"@id", reference_of(name)},
                     {"@type", "File"},
                     {"name", name},
                     {"encodingFormat", format_of(name)},
                     {"contentSize", std::to_string(fs::file_size(packed.file))},
                     {"sha256", sha256_of_file(packed.file)}});
  }
  graph.push_back({{"@id", crate_metadata},
                   {"@type", "CreativeWork"},
                   {"conformsTo", {{"@id", "https://w3id.org/ro/crate/1.1"}}},
                   {"about", {{"@id", "./"}}}});
  graph.push_back({{"@id", "./"},
                   {"@type", "Dataset"},
                   {"name", "Results of descent: " + names},
                   {"description",
                    "Comparisons of solvers for linear classification and regression, with what "
                    "proves and repeats them: `descent replay` of this package."},
                   {"datePublished", last.substr(0, 10)},
                   {"license", license},
                   {"hasPart", parts},
                   {"mentions", actions}});
  const Json metadata = {
      {"@context", {"https://w3id.org/ro/crate/1.1/context", {{"sha256", "https://schema.org/sha256"}}}},
      {"@graph", std::move(graph)}};
  crate.files[crate_metadata] = {{}, json_text(metadata, 1) + '\n'};
  return crate;
}

std::vector<fs::path> unpack_crate(const fs::path& package, const fs::path& folder) {
  unpack_archive(package, folder);
  if (!is_file(folder / crate_metadata))
    throw ResultFileError(
        fmt::format("{}: has no {}: `descent pack` makes packages", package.string(), crate_metadata));
  try {
    const Json metadata = read_json(folder / crate_metadata);
    const JsonPlace place(fmt::format("{}: {}", package.string(), crate_metadata), metadata);
    std::set<std::string> listed{crate_metadata};
    for (const JsonPlace& each : place.at("@graph").elements()) {
      if (each.at("@type").value() != "File") continue;
      const std::string name = each.at("name").text();
      listed.insert(name);
      if (!is_file(folder / name)) each.at("name").fail("is not in the package");
      if (sha256_of_file(folder / name) != each.at("sha256").text())
        each.at("sha256").fail(fmt::format("is not that of {} in the package", name));
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
      const std::string name = entry.path().lexically_relative(folder).generic_string();
      if (entry.is_regular_file() && !listed.contains(name))
        place.at("@graph").fail(fmt::format("does not list {}, which is in the package", name));
    }
  } catch (const ConfigError& error) {
    throw ResultFileError(error.what());
  }
  std::vector<fs::path> results = folder_entries(folder / "results");
  std::erase_if(results, [](const fs::path& entry) { return !fs::is_directory(entry); });
  return results;
}

}  // namespace descent

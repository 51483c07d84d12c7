#include "experiments/pack/package.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <system_error>

#include "experiments/config/tuned_file.hpp"
#include "experiments/run/folder_check.hpp"
#include "plots/results/results_folder.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/contents.hpp"
#include "support/files/file_state.hpp"
#include "support/files/sha256.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/json/read_json.hpp"
#include "support/json/seal.hpp"
#include "support/ranges.hpp"
#include "support/records/run_provenance.hpp"
#include "support/text/foreign_text.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

namespace fs = std::filesystem;

using PackedFiles = std::map<std::string, fs::path>;  // by their names in the package

constexpr const char* crate_metadata = "ro-crate-metadata.json";

/// An RO-Crate (JSON-LD) without files.
constexpr const char* empty_crate = R"({
  "@context": ["https://w3id.org/ro/crate/1.1/context", {"sha256": "https://schema.org/sha256"}],
  "@graph": [
    {"@id": "ro-crate-metadata.json", "@type": "CreativeWork", "about": {"@id": "./"},
     "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"}},
    {"@id": "./", "@type": "Dataset", "hasPart": [], "description":
     "Comparisons of solvers for linear classification and regression, which `descent replay` repeats."}]})";

/// A name as a URI.
std::string uri_of(const std::string& name) {
  std::string uri;
  for (const char c : name) {
    const bool is_plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || std::strchr("/._-~", c) != nullptr;
    uri += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

/// The metadata of a package; `about` has name, day and license.
std::string metadata_of(const ListedFiles& files, const Json& about) {
  Json crate = Json::parse(empty_crate);
  Json& graph = crate["@graph"];
  graph[1].update(about);
  for (const auto& [name, file] : files) {
    graph[1]["hasPart"].push_back({{"@id", uri_of(name)}});
    graph.push_back({{"@id", uri_of(name)}, {"@type", "File"}, {"name", name}, {"sha256", file.sha256}});
    graph.back()["contentSize"] = std::to_string(file.bytes);
  }
  return json_text(crate, 1) + '\n';
}

using Archive = std::unique_ptr<archive, int (*)(archive*)>;

/// Throws ResultFileError with libarchive's reason unless the status of a call is ARCHIVE_OK.
void require(int status, const Archive& of, const fs::path& path) {
  if (status == ARCHIVE_OK) return;
  const char* const text = archive_error_string(of.get());
  std::string reason = text == nullptr ? "not an archive" : printable(text, 200);
  if (reason == "Write error")  // its cause is only in the number
    reason = "cannot be written: " + std::generic_category().message(archive_errno(of.get()));
  throw ResultFileError("{}: {}", path.string(), reason);
}

/// Writes the files, then the metadata of what was written, and calls `check` before the archive gets its
/// name.
void write_archive(const fs::path& path, const PackedFiles& files, const Json& about,
                   const std::function<void()>& check) {
  remove_abandoned_files(folder_of(path), path.filename().string());
  AtomicFile out(path);
  const Archive to(archive_write_new(), archive_free);
  require(archive_write_add_filter_zstd(to.get()), to, path);
  require(archive_write_set_format_pax_restricted(to.get()), to, path);
  require(archive_write_set_options(to.get(), "zstd:compression-level=15"), to, path);
  // Other names than ASCII are written as bytes: libarchive would translate them by the locale, which may be
  // "C". GNU tar warns of each file then.
  const auto is_ascii = [](const auto& file) {
    return std::ranges::all_of(file.first, [](unsigned char c) { return c < 128; });
  };
  if (!std::ranges::all_of(files, is_ascii))
    require(archive_write_set_options(to.get(), "hdrcharset=BINARY"), to, path);
  require(archive_write_open_fd(to.get(), out.descriptor()), to, path);
  const auto write = [&](const std::string& name, const std::string& text) {
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                         archive_entry_free);
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(text.size()));
    archive_entry_set_mtime(entry.get(), 0, 0);
    require(archive_write_header(to.get(), entry.get()), to, path);
    const la_ssize_t count = archive_write_data(to.get(), text.data(), text.size());
    require(count == static_cast<la_ssize_t>(text.size()) ? ARCHIVE_OK : ARCHIVE_FATAL, to, path);
    return ListedFile{text.size(), sha256_of(text)};
  };
  ListedFiles written;
  for (const auto& [name, file] : files) {
    if (Json::parse(json_text(name)) != name)
      throw ConfigError("{}: its name is not UTF-8, and names in a package are", printable(file.string()));
    written[name] = write(name, text_of_file(file));
  }
  check();
  write(crate_metadata, metadata_of(written, about));
  require(archive_write_close(to.get()), to, path);
  out.commit();
}

/// Unpacks an archive. Returns the names of its files.
std::set<std::string> unpack_archive(const fs::path& path, const fs::path& folder,
                                     const UnpackLimits& limits) {
  if (!std::ifstream(path))  // libarchive gives no reason
    throw ResultFileError("{}: cannot be opened for reading: {}", path.string(), system_reason());
  std::array<char, 1 << 16> buffer;  // not initialised
  const Archive from(archive_read_new(), archive_free);
  require(archive_read_support_format_tar(from.get()), from, path);
  require(archive_read_support_filter_zstd(from.get()), from, path);
  require(archive_read_open_filename(from.get(), path.c_str(), buffer.size()), from, path);
  std::set<std::string> files;
  std::uint64_t bytes = 0;
  std::size_t entries = 0;
  archive_entry* entry = nullptr;
  for (int status = 0; (status = archive_read_next_header(from.get(), &entry)) != ARCHIVE_EOF;) {
    require(status, from, path);
    const char* const text = archive_entry_pathname(entry);
    std::string name = text == nullptr ? "" : text;
    if (name.ends_with('/')) name.pop_back();  // of a folder
    const auto refuse_if = [&](bool is_wrong, const std::string& what) {
      if (!is_wrong) return;
      throw ResultFileError("{}: the entry {} {}", path.string(), printable(name, 200), what);
    };
    refuse_if(++entries > limits.most_files, fmt::format("is one of more than {}", limits.most_files));
    refuse_if(!is_inside_folder(name), "leads out of the archive");
    if (archive_entry_filetype(entry) == AE_IFDIR) continue;
    refuse_if(archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) != nullptr,
              "is neither a file nor a folder");
    const fs::path file = folder / name;
    refuse_if(is_present(file), "stands there twice");
    make_folder(file.parent_path());
    std::ofstream out(file, std::ios::binary);
    la_ssize_t count = 0;
    while (out && (count = archive_read_data(from.get(), buffer.data(), buffer.size())) > 0) {
      bytes += static_cast<std::uint64_t>(count);
      refuse_if(bytes > limits.most_bytes, fmt::format("brings it to more than {} bytes", limits.most_bytes));
      out.write(buffer.data(), count).flush();
    }
    if (!out) throw ResultFileError("{}: cannot be written: {}", file.string(), system_reason());
    require(count == 0 ? ARCHIVE_OK : ARCHIVE_FATAL, from, path);
    files.insert(name);
  }
  return files;
}

/// Reads a results folder, and notes what the receiver of a package should know. Throws ResultFileError with
/// the first file that is damaged or missing.
Manifest sound_manifest(const fs::path& folder, std::vector<std::string>& notes) {
  const ResultsFolder results = read_results_folder(folder);
  const auto [damages, remarks] = check_results_folder(folder, results.manifest);
  if (!damages.empty())
    throw ResultFileError(
        "{}{}; `descent run` with the configuration makes runs and optima again, `descent plot {}` figures "
        "and tables",
        damages.front(), damages.size() > 1 ? fmt::format(", and {} more", damages.size() - 1) : "",
        shell_word(folder.string()));
  notes.insert(notes.end(), remarks.begin(), remarks.end());
  const auto note = [&](const std::string& text) { notes.push_back(folder.string() + ": " + text); };
  if (!results.missing.empty()) note(missing_runs_text(results.missing.size()));
  std::set<std::string> needed;
  for (const std::string& id : run_ids(results.manifest)) {
    if (contains(results.missing, id)) continue;
    const RunProvenance run = read_provenance(folder, id);
    if (!run.data_file.empty()) needed.insert("the data " + run.data_file);
    if (!run.test_file.empty()) needed.insert("the test rows " + run.test_file);
    if (!run.row_weights_file.empty()) needed.insert("the row weights " + run.row_weights_file);
    if (!run.program_file.empty()) needed.insert("the program " + run.program_file);
  }
  for (const std::string& file : needed) note("not packed, and needed where the runs are replayed: " + file);
  return results.manifest;
}

/// Visits all in a results folder but folders, and hidden files, which are temporary.
void visit_files(const fs::path& folder, const std::function<void(const fs::directory_entry&)>& visit) {
  for (fs::recursive_directory_iterator entry(folder), end; entry != end; ++entry) {
    if (entry->path().filename().string().starts_with('.'))
      entry.disable_recursion_pending();
    else if (entry->is_symlink() || !entry->is_directory())
      visit(*entry);
  }
}

void add_folder(const fs::path& folder, const std::string& name, PackedFiles& files) {
  visit_files(folder, [&](const fs::directory_entry& entry) {
    const fs::path& path = entry.path();
    if (entry.is_symlink() || !entry.is_regular_file())
      throw ConfigError("{}: is neither a file nor a folder; put the file in its place", path.string());
    files[name + path.lexically_relative(folder).generic_string()] = path;
  });
}

using FileStates = std::map<fs::path, std::optional<FileState>>;

FileStates states_in(const fs::path& folder) {
  FileStates states;
  visit_files(folder,
              [&](const fs::directory_entry& entry) { states[entry.path()] = state_of(entry.path()); });
  return states;
}

/// Leaves out of the packed folder `name` what `descent plot` draws again, also from the folder's manifest,
/// which is written to `shortened`.
void leave_out_figures(Json manifest, const std::string& name, const fs::path& shortened,
                       PackedFiles& files) {
  Json sources = Json::object();
  for (const auto& [file, listed] : manifest.at("files").items()) {
    if (is_source_of_figures(file))
      sources[file] = listed;
    else
      files.erase(name + file);
  }
  manifest["files"] = std::move(sources);
  write_sealed_json(shortened, std::move(manifest));
  files[name + "manifest.json"] = shortened;
}

/// Adds a file unless one of that name is there. Returns the path of the latter if its bytes differ.
std::optional<fs::path> add_file(const std::string& name, const fs::path& place, PackedFiles& files) {
  const auto [packed, is_new] = files.try_emplace(name, place);
  if (is_new || sha256_of_file(packed->second) == sha256_of_file(place)) return std::nullopt;
  return packed->second;
}

/// Adds a file of a configuration, from its place or else from `folder`. False if neither is there. Files of
/// one name must be equal.
bool add_configuration(const fs::path& file, const fs::path& folder, PackedFiles& files) {
  const fs::path name = folder / file.filename();
  const fs::path place = is_file(file) ? file : name;
  if (!is_file(place)) return false;
  const auto other = add_file(name.generic_string(), place, files);
  if (!other) return true;
  throw ConfigError("{}: there is another file of that name, {}", place.string(), other->string());
}

}  // namespace

PackReport pack_results(const std::vector<fs::path>& folders, const fs::path& package,
                        const PackOptions& options) {
  PackReport report;
  std::optional<TemporaryFolder> shortened;  // manifests
  if (!options.with_figures) shortened.emplace();
  PackedFiles files;
  std::string names;
  std::string last;  // when the latest results were complete, or begun
  std::vector<FileStates> checked;
  for (const fs::path& folder : folders) {
    require_folder_of_runs(folder);
    checked.push_back(states_in(folder));
    const Manifest manifest = sound_manifest(folder, report.notes);
    const std::string own = (fs::absolute(folder) / "").lexically_normal().parent_path().filename().string();
    const std::string packed = fmt::format("results/{}/", own);
    if (files.contains(packed + "manifest.json"))
      throw ConfigError("{}: there are two folders of that name", own);
    add_folder(folder, packed, files);
    const Json json = read_sealed_json(folder / "manifest.json");
    if (shortened) leave_out_figures(json, packed, shortened->path() / own, files);
    const fs::path config = JsonPlace((folder / "manifest.json").string(), json).at("config_file").text();
    if (!add_configuration(config, "configs", files)) report.missing.push_back(config.string());
    const fs::path tuned = TunedFile::path_for(config, manifest.name);
    const TunedFile constants = TunedFile::read(tuned);
    if (is_file(tuned)) {
      add_configuration(tuned, "configs/tuned", files);
      if (constants.trials(folder).empty())
        report.notes.push_back(
            folder.string() + ": not packed, since it is not there: tuning.csv, the trials of its constants");
    }
    for (const ManifestOptimum& optimum : manifest.optima) {
      if (optimum.file.empty()) continue;
      const fs::path file = optimum_file(folder, optimum);
      if (const auto other = add_file("references/" + file.filename().string(), file, files))
        throw ConfigError("{}: another folder has another optimum of the same problem, {}; pack them apart",
                          file.string(), other->string());
    }
    names += (names.empty() ? "Results of descent: " : ", ") + own;
    last = std::max(last, json.value("ended", json.value("started", "")));
  }
  write_archive(package, files,
                {{"name", names}, {"datePublished", last.substr(0, 10)}, {"license", options.license}}, [&] {
                  for (std::size_t k = 0; k < folders.size(); ++k) {
                    if (states_in(folders[k]) != checked[k])
                      throw ResultFileError(
                          "{}: was changed while it was packed; pack it when nothing is at work in it",
                          folders[k].string());
                  }
                });
  report.files = files.size() + 1;
  return report;
}

std::vector<fs::path> unpack_results(const fs::path& package, const fs::path& folder,
                                     const UnpackLimits& limits) {
  std::set<std::string> unlisted = unpack_archive(package, folder, limits);
  if (unlisted.erase(crate_metadata) == 0)
    throw ResultFileError("{}: has no {}: `descent pack` makes packages", package.string(), crate_metadata);
  try {
    const Json metadata = read_json(folder / crate_metadata);
    const JsonPlace place(fmt::format("{}: {}", package.string(), crate_metadata), metadata);
    for (const JsonPlace& each : place.at("@graph").elements()) {
      if (each.at("@type").value() != "File") continue;
      const std::string name = each.at("name").text();
      if (unlisted.erase(name) == 0) each.at("name").fail("is not in the package");
      if (sha256_of_file(folder / name) != each.at("sha256").text())
        each.at("sha256").fail("is not that of {} in the package", name);
    }
    if (!unlisted.empty())
      place.at("@graph").fail("does not list {}, which is in the package", *unlisted.begin());
  } catch (const ConfigError& error) {
    throw ResultFileError(error.what());
  }
  return folder_entries(folder / "results");
}

}  // namespace descent

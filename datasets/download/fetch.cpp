#include "datasets/download/fetch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <list>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "datasets/catalog/data_folders.hpp"
#include "datasets/download/conversions.hpp"
#include "datasets/readers/compressed_input.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/sha256.hpp"
#include "support/json/read_json.hpp"

namespace descent {
namespace {

using Json = nlohmann::json;
using Names = std::vector<std::string>;
using Path = std::filesystem::path;

constexpr const char* left_as_it_is = "; it is left as it is, remove it to have it fetched again";

Names conversion_inputs(const Conversion& made_by) {
  Names names = made_by.train;
  names.insert(names.end(), made_by.test.begin(), made_by.test.end());
  if (!made_by.topics.empty()) names.push_back(made_by.topics);
  return names;
}

/// The note beside a downloaded or made file holds its origin and SHA-256.
Path note_beside(const Path& path) {
  return path.parent_path() / fmt::format(".{}.origin.json", path.filename().string());
}

/// Runs before the file gets its name, so that no file is ever without a note.
void write_note(const Path& path, const Path& whole, const std::string& origin) {
  const Json note{{"origin", origin}, {"sha256", sha256_of_file(whole)}};
  write_atomically(note_beside(path), json_text(note, 2) + "\n");
}

/// Checks a file without a published checksum, and says how. Throws DataError if it is wrong.
std::string compare_with_note(const Path& path, const std::set<std::string>& addresses) {
  const Path noted = note_beside(path);
  std::ifstream stream(noted);
  if (!stream && errno == ENOENT) return "not checked: no checksum is known";
  if (!stream) throw DataError("{}: cannot be opened for reading: {}", noted.string(), system_reason());
  std::string origin, then;
  try {
    const Json note = Json::parse(stream);
    origin = note.at("origin").get<std::string>();
    then = note.at("sha256").get<std::string>();
  } catch (const Json::exception&) {
    throw DataError("{}: cannot be read, expected the sha256 of {}; remove it", noted.string(),
                    path.filename().string());
  }
  const std::string now = sha256_of_file(path);
  if (then != now)
    throw DataError("{}: expected SHA256 {}, as when it was fetched, got {}{}", path.string(), then, now,
                    left_as_it_is);
  // Two datasets may use one name for different files.
  if (origin.find("://") != std::string::npos && !addresses.empty() && !addresses.contains(origin)) {
    throw DataError("{}: was fetched from {}, expected {}{}", path.string(), origin,
                    fmt::join(addresses, " or "), left_as_it_is);
  }
  return "sha256 as noted when it was fetched";
}

/// Checks a dataset's file, and says how. Throws DataError if it is wrong.
std::string evidence_for(const CatalogEntry& entry, const Path& path) {
  std::set<std::string> addresses;
  for (const PublicFile& source : entry.urls) {
    if (source.file != path.filename()) continue;
    if (!source.sha256.empty() || !source.md5.empty()) {
      const auto wrong = find_mismatch(source, path);
      if (wrong) throw DataError("{}: {}{}", path.string(), *wrong, left_as_it_is);
      return source.sha256.empty() ? "md5 as in the catalogue" : "sha256 as in the catalogue";
    }
    addresses.insert(without_user(source.url));
  }
  return compare_with_note(path, addresses);
}

class Fetcher {
 public:
  Fetcher(const DownloadOptions& options, const DownloadEvents& events)
      : options_(options), events_(events), folder_(data_folders().back()) {}

  /// Reports all unreachable hosts in one message.
  void look_for_hosts(std::span<const CatalogEntry> entries) {
    std::vector<std::string> urls;
    for (const CatalogEntry& entry : entries) {
      const Names wanted = files_of(entry);
      const auto is_there = [](const std::string& name) { return find_data_file(name).has_value(); };
      if (std::ranges::all_of(wanted, is_there)) continue;
      for (const PublicFile& file : entry.urls)
        if (!find_download(file.file)) urls.push_back(file.url);
    }
    if (urls.empty()) return;
    std::map<std::string, std::vector<std::string>> hosts;  // by reason
    for (const auto& [host, reason] : find_unreachable_hosts(urls, options_.connect))
      hosts[reason].push_back(host);
    std::vector<std::string> parts;
    for (const auto& [reason, each] : hosts)
      parts.push_back(fmt::format("{} cannot be reached ({})", fmt::join(each, ", "), reason));
    for (const auto& [reason, each] : hosts) {
      for (const std::string& host : each)
        failed_[host] = fmt::format("no network: {}", fmt::join(parts, "; "));
    }
  }

  FetchedDataset fetch(const CatalogEntry& entry) {
    FetchedDataset dataset{entry.name, {}, {}};
    Names to_make;
    for (const std::string& name : files_of(entry)) {
      const auto gives_it = [&](const PublicFile& source) { return plain_name(source.file) == name; };
      if (!find_data_file(name) && !download_any(entry, gives_it, dataset)) to_make.push_back(name);
    }
    if (to_make.empty() || (entry.made_by && make(entry, to_make, dataset))) {
      for (const std::string& problem : std::exchange(dataset.problems, {}))
        note(fmt::format("{}; another source was taken", problem));
    } else if (dataset.problems.empty()) {
      dataset.problems.push_back(
          fmt::format("there is no public source of {}; {}", fmt::join(to_make, " and "), entry.description));
    }
    for (const std::string& name : files_of(entry)) {
      if (const auto path = find_data_file(name))
        check(entry, *path, dataset);
      else if (dataset.problems.empty())
        dataset.problems.push_back(fmt::format("{} is not there as a file", (folder_ / name).string()));
    }
    return dataset;
  }

 private:
  /// Downloads from the first suitable address that works.
  template <class Suitable>
  bool download_any(const CatalogEntry& entry, const Suitable& suitable, FetchedDataset& dataset) {
    return std::ranges::any_of(entry.urls, [&](const PublicFile& source) {
      return suitable(source) && download_one(source, dataset);
    });
  }

  bool download_one(const PublicFile& source, FetchedDataset& dataset) {
    const std::string host = host_of(source.url);
    const std::string shown = without_user(source.url);
    if (!failed_.contains(host) && !failed_.contains(source.url)) {
      try {
        make_tidy_folder();
        note(fmt::format("{}: {}", source.file, shown));
        download(source, folder_, options_, events_,
                 [&](const Path& whole) { write_note(folder_ / source.file, whole, shown); });
        return true;
      } catch (const UnreachableHost& error) {
        failed_[host] = error.what();
      } catch (const std::exception& error) {
        failed_[source.url] = error.what();
      }
    }
    const std::string& problem = failed_.contains(host) ? failed_[host] : failed_[source.url];
    if (std::ranges::find(dataset.problems, problem) == dataset.problems.end())
      dataset.problems.push_back(problem);
    return false;
  }

  bool make(const CatalogEntry& entry, const Names& names, FetchedDataset& dataset) {
    try {
      for (const std::string& input : conversion_inputs(*entry.made_by)) {
        const auto gives_it = [&](const PublicFile& source) { return source.file == input; };
        if (!find_download(input) && !download_any(entry, gives_it, dataset)) return false;
        evidence_for(entry, find_download(input).value());
      }
      convert(entry, names);
      return true;
    } catch (const std::exception& error) {
      dataset.problems.emplace_back(error.what());
      return false;
    }
  }

  /// Names the files when all of them are complete; otherwise keeps none.
  void convert(const CatalogEntry& entry, const Names& names) {
    const Conversion& conversion = *entry.made_by;
    std::optional<Rcv1Conversion> rcv1;  // its topics serve both files
    make_tidy_folder();
    std::list<AtomicFile> files;
    for (const std::string& name : names) {
      const bool is_test = name == entry.test_file;
      const Names& downloads = is_test ? conversion.test : conversion.train;
      note(fmt::format("{}: made of {}", name, fmt::join(downloads, ", ")));
      AtomicFile& file = files.emplace_back(folder_ / name);
      const TextSink sink = [&](std::string_view row) { file.write(row); };
      std::vector<Path> inputs;
      for (const std::string& download : downloads) inputs.push_back(find_download(download).value());
      if (conversion.kind == Conversion::Kind::covtype) {
        convert_covtype(inputs.front(), conversion.positive_class, sink);
      } else if (conversion.kind == Conversion::Kind::archive) {
        const std::uint64_t repeats = convert_archive_member(
            inputs.front(), is_test ? conversion.test_member : conversion.train_member, sink);
        if (repeats > 0) note(fmt::format("{}: entries that a row repeats, left out: {}", name, repeats));
      } else {
        if (!rcv1) rcv1.emplace(find_download(conversion.topics).value(), conversion.topic);
        rcv1->write(inputs, sink);
      }
      file.flush();
    }
    for (AtomicFile& file : files) {
      write_note(file.path(), file.temporary(),
                 "made of the downloads that the catalogue names for " + entry.name);
      file.commit();
    }
  }

  /// Makes the folder and removes half-written files of killed processes.
  void make_tidy_folder() const {
    make_folder(folder_);
    remove_abandoned_files(folder_);
  }

  static void check(const CatalogEntry& entry, const Path& path, FetchedDataset& dataset) {
    try {
      dataset.files.push_back({path, std::filesystem::file_size(path), evidence_for(entry, path)});
    } catch (const std::exception& error) {
      dataset.problems.emplace_back(error.what());
    }
  }

  void note(const std::string& message) const {
    if (events_.note) events_.note(message);
  }

  const DownloadOptions& options_;
  const DownloadEvents& events_;
  Path folder_;
  std::map<std::string, std::string> failed_;  // host or address: message
};

}  // namespace

std::vector<FetchedDataset> fetch_datasets(std::span<const CatalogEntry> entries,
                                           const DownloadOptions& options, const DownloadEvents& events) {
  Fetcher fetcher(options, events);
  fetcher.look_for_hosts(entries);
  std::vector<FetchedDataset> datasets;
  for (const CatalogEntry& entry : entries) datasets.push_back(fetcher.fetch(entry));
  return datasets;
}

}  // namespace descent

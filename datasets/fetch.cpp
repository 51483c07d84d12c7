#include "datasets/fetch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include "datasets/curl_handle.hpp"
#include "datasets/data_folders.hpp"
#include "datasets/errors.hpp"
#include "datasets/file_record.hpp"
#include "datasets/made_files.hpp"
#include "datasets/reachable_hosts.hpp"

namespace descent {
namespace {

using Path = std::filesystem::path;

std::vector<std::string> wanted_files(const CatalogEntry& entry) {
  std::vector<std::string> names{entry.train_file};
  if (!entry.test_file.empty()) names.push_back(entry.test_file);
  return names;
}

std::vector<std::string> conversion_inputs(const Conversion& made_by) {
  std::vector<std::string> names = made_by.train;
  names.insert(names.end(), made_by.test.begin(), made_by.test.end());
  if (!made_by.topics.empty()) names.push_back(made_by.topics);
  return names;
}

/// A download under exactly its name.
std::optional<Path> find_download(const std::string& file) {
  for (const Path& folder : data_folders()) {
    std::error_code unreadable;
    if (std::filesystem::is_regular_file(folder / file, unreadable)) return folder / file;
  }
  return std::nullopt;
}

/// What is published under this name with a checksum, if anything.
const PublicFile* find_published(const CatalogEntry& entry, const std::string& file) {
  const auto found = std::find_if(entry.urls.begin(), entry.urls.end(), [&](const PublicFile& each) {
    return each.file == file && !(each.sha256.empty() && each.md5.empty());
  });
  return found == entry.urls.end() ? nullptr : &*found;
}

/// Whether a file is the right one, and what shows it; or what is wrong.
struct Verdict {
  bool right = true;
  std::string text;
};

Verdict right_by_catalog(const PublicFile& source) {
  return {true, source.sha256.empty() ? "md5 as in the catalogue" : "sha256 as in the catalogue"};
}

Verdict judge(const CatalogEntry& entry, const Path& path) {
  const PublicFile* const published = find_published(entry, path.filename().string());
  const bool recorded = has_record(path);
  if (published == nullptr && !recorded) return {true, "not checked: no checksum is known"};
  const auto wrong = published != nullptr ? find_mismatch(*published, path) : find_change(path);
  if (wrong) {
    return {false, fmt::format("{}: {}; it is left as it is, remove it to have it fetched again",
                               path.string(), *wrong)};
  }
  return published != nullptr ? right_by_catalog(*published)
                              : Verdict{true, "the same as when it was fetched"};
}

class Fetcher {
 public:
  Fetcher(const DownloadOptions& options, const DownloadEvents& events)
      : options_(options), events_(events), folder_(data_folders().back()) {}

  FetchReport run(std::span<const CatalogEntry> entries) {
    look_for_hosts(entries);
    FetchReport report;
    for (const CatalogEntry& entry : entries) report.datasets.push_back(fetch(entry));
    report.unreachable = unreachable_;
    return report;
  }

 private:
  void look_for_hosts(std::span<const CatalogEntry> entries) {
    std::vector<std::string> urls;
    for (const CatalogEntry& entry : entries) {
      const std::vector<std::string> wanted = wanted_files(entry);
      const auto is_there = [](const std::string& name) { return find_data_file(name).has_value(); };
      if (std::all_of(wanted.begin(), wanted.end(), is_there)) continue;
      for (const PublicFile& file : entry.urls) {
        if (!find_download(file.file)) urls.push_back(file.url);
      }
    }
    if (urls.empty()) return;
    unreachable_ = find_unreachable_hosts(urls, options_.limits);
  }

  void make_folder() const {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) throw RunError(fmt::format("{}: cannot be made: {}", folder_.string(), error.message()));
  }

  FetchedDataset fetch(const CatalogEntry& entry) {
    FetchedDataset dataset;
    dataset.name = entry.name;
    std::vector<std::string> to_make;
    for (const std::string& name : wanted_files(entry)) {
      const auto gives_it = [&](const PublicFile& source) { return plain_name(source.file) == name; };
      if (!find_data_file(name) && !download_any(entry, gives_it, dataset)) to_make.push_back(name);
    }
    if (to_make.empty() || make(entry, to_make, dataset)) {
      for (const std::string& problem : std::exchange(dataset.problems, {}))
        note(fmt::format("{}; another source was taken", problem));
      dataset.unreachable.clear();
    } else if (dataset.is_complete()) {
      dataset.problems.push_back(
          fmt::format("there is no public source of {}; {}", fmt::join(to_make, " and "), entry.description));
    }
    for (const std::string& name : wanted_files(entry)) {
      if (const auto path = find_data_file(name); path && is_right(entry, *path, dataset))
        dataset.files.push_back({*path, std::filesystem::file_size(*path), verdicts_.at(*path).text});
    }
    return dataset;
  }

  /// Downloads from the first of the suitable addresses that works.
  template <class Suitable>
  bool download_any(const CatalogEntry& entry, const Suitable& suitable, FetchedDataset& dataset) {
    return std::any_of(entry.urls.begin(), entry.urls.end(), [&](const PublicFile& source) {
      return suitable(source) && download_one(source, dataset);
    });
  }

  bool download_one(const PublicFile& source, FetchedDataset& dataset) {
    const std::string host = host_of(source.url);
    if (unreachable_.contains(host)) {
      dataset.unreachable.insert(host);
      return false;
    }
    if (const auto failed = failed_.find(source.url); failed != failed_.end()) {
      dataset.problems.push_back(failed->second);
      return false;
    }
    const Path path = folder_ / source.file;
    try {
      make_folder();
      note(fmt::format("{}: {}", source.file, source.url));
      if (download(source, folder_, options_, events_)) {
        record_file(path, source.url);
        const bool published = !(source.sha256.empty() && source.md5.empty());
        verdicts_[path] = published ? right_by_catalog(source)
                                    : Verdict{true, "no checksum is published; noted its sha256"};
      }
      return true;
    } catch (const UnreachableHost& error) {
      unreachable_[host] = error.host() == host ? error.reason() : error.what();
      dataset.unreachable.insert(host);
    } catch (const Error& error) {
      failed_[source.url] = error.what();
      dataset.problems.emplace_back(error.what());
    }
    return false;
  }

  bool make(const CatalogEntry& entry, std::span<const std::string> names, FetchedDataset& dataset) {
    if (!entry.made_by) return false;
    for (const std::string& input : conversion_inputs(*entry.made_by)) {
      const auto gives_it = [&](const PublicFile& source) { return source.file == input; };
      if (!find_download(input) && !download_any(entry, gives_it, dataset)) return false;
      if (!is_right(entry, find_download(input).value(), dataset)) return false;
    }
    try {
      make_folder();
      const auto input = [](const std::string& name) { return find_download(name).value(); };
      const auto tell = [&](const std::string& message) { note(message); };
      for (const Path& path : make_files(entry, names, folder_, input, tell)) {
        record_file(path, "made of the downloads that the catalogue names for " + entry.name);
        verdicts_[path] = {true, "made of downloads"};
      }
      return true;
    } catch (const Error& error) {
      dataset.problems.emplace_back(error.what());
      return false;
    }
  }

  /// Checks a file, once; what is wrong becomes a problem of the dataset.
  bool is_right(const CatalogEntry& entry, const Path& path, FetchedDataset& dataset) {
    if (!verdicts_.contains(path)) {
      try {
        verdicts_[path] = judge(entry, path);
      } catch (const Error& error) {
        verdicts_[path] = {false, error.what()};
      }
    }
    const Verdict& verdict = verdicts_.at(path);
    if (!verdict.right) dataset.problems.push_back(verdict.text);
    return verdict.right;
  }

  void note(const std::string& message) const {
    if (events_.note) events_.note(message);
  }

  const DownloadOptions& options_;
  const DownloadEvents& events_;
  Path folder_;
  std::map<std::string, std::string> unreachable_;  // host: reason
  std::map<std::string, std::string> failed_;       // address: message
  std::map<Path, Verdict> verdicts_;
};

}  // namespace

FetchReport fetch_datasets(std::span<const CatalogEntry> entries, const DownloadOptions& options,
                           const DownloadEvents& events) {
  return Fetcher(options, events).run(entries);
}

}  // namespace descent

#include "datasets/download/fetch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <list>
#include <optional>

#include "datasets/catalog/data_folders.hpp"
#include "datasets/download/conversions.hpp"
#include "datasets/readers/compressed_input.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/folder_lock.hpp"

namespace descent {
namespace {

using Names = std::vector<std::string>;
using Path = std::filesystem::path;

const LockedWork download_work{".lock", "is downloading into this folder; wait for its end"};

Names conversion_inputs(const Conversion& made_by) {
  Names names = made_by.train;
  names.insert(names.end(), made_by.test.begin(), made_by.test.end());
  if (!made_by.topics.empty()) names.push_back(made_by.topics);
  return names;
}

/// Throws DataError if a file has another checksum than the catalogue's.
void check(const CatalogEntry& entry, const Path& path) {
  const auto source = std::ranges::find(entry.urls, path.filename().string(), &PublicFile::file);
  if (source == entry.urls.end()) return;
  if (const auto wrong = find_mismatch(*source, path))
    throw DataError("{}: {}; it is left as it is, remove it to have it fetched again", path.string(), *wrong);
}

}  // namespace

Fetcher::Fetcher(const std::function<void(std::string_view)>& show, bool progress_bar)
    : output_{show, progress_bar}, folder_(data_folders().back()) {}

std::vector<Path> Fetcher::fetch(const CatalogEntry& entry) {
  Names missing = files_of(entry);
  std::erase_if(missing, [](const std::string& name) { return find_data_file(name).has_value(); });
  if (!missing.empty()) {
    const FolderLock lock(folder_, download_work);
    remove_abandoned_files(folder_);
    std::erase_if(missing, [&](const std::string& name) {
      return download_first(
          entry, [&](const std::string& file) { return plain_name(file) == name; }, true);
    });
    if (!missing.empty()) make(entry, missing);
  }
  std::vector<Path> paths;
  for (const std::string& name : files_of(entry)) {
    paths.push_back(find_data_file(name).value());
    check(entry, paths.back());
  }
  return paths;
}

/// Downloads from the first suitable address that works. False if there is none.
template <class Suitable>
bool Fetcher::download_first(const CatalogEntry& entry, const Suitable& suitable, bool unpack) {
  return std::ranges::any_of(entry.urls, [&](const PublicFile& source) {
    if (!suitable(source.file)) return false;
    output_.show(fmt::format("{}: {}\n", source.file, source.url));
    try {
      download(source, folder_, unpack, output_);
      return true;
    } catch (const RunError& error) {
      output_.show(fmt::format("{}\n", error.what()));
      return false;
    }
  });
}

/// Makes files from downloads. Names them when all of them are complete; otherwise keeps none.
void Fetcher::make(const CatalogEntry& entry, const Names& names) {
  Names inputs = entry.made_by ? conversion_inputs(*entry.made_by) : Names();
  for (const std::string& input : inputs) {
    const auto is_input = [&](const std::string& file) { return file == input; };
    if (!find_download(input) && !download_first(entry, is_input, false)) inputs.clear();
    if (inputs.empty()) break;
    check(entry, find_download(input).value());
  }
  if (inputs.empty()) {
    const std::string wanted = fmt::format("{}", fmt::join(names, " and "));
    if (entry.urls.empty()) throw RunError("there is no public source of {}; {}", wanted, entry.description);
    throw RunError("{} could not be downloaded; try again later, which continues, or save {} in {}", wanted,
                   names.size() > 1 ? "these files" : "this file", folder_.string());
  }

  const Conversion& conversion = *entry.made_by;
  std::optional<Rcv1Conversion> rcv1;  // its topics serve both files
  std::list<AtomicFile> files;
  for (const std::string& name : names) {
    const bool is_test = name == entry.test_file;
    std::vector<Path> downloads;
    for (const std::string& input : is_test ? conversion.test : conversion.train)
      downloads.push_back(find_download(input).value());
    output_.show(
        fmt::format("{}: made of {}\n", name, fmt::join(is_test ? conversion.test : conversion.train, ", ")));
    AtomicFile& file = files.emplace_back(folder_ / name);
    const TextSink sink = [&](std::string_view row) { file.write(row); };
    if (conversion.kind == Conversion::Kind::covtype) {
      convert_covtype(downloads.front(), conversion.positive_class, sink);
    } else if (conversion.kind == Conversion::Kind::archive) {
      const std::uint64_t repeats = convert_archive_member(
          downloads.front(), is_test ? conversion.test_member : conversion.train_member, sink);
      if (repeats > 0)
        output_.show(fmt::format("{}: entries that a row repeats, left out: {}\n", name, repeats));
    } else {
      if (!rcv1) rcv1.emplace(find_download(conversion.topics).value(), conversion.topic);
      rcv1->write(downloads, sink);
    }
    file.flush();
  }
  for (AtomicFile& file : files) file.commit();
}

}  // namespace descent

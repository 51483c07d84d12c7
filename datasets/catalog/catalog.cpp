#include "datasets/catalog/catalog.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <set>
#include <span>
#include <string_view>

#include "datasets/catalog/data_folders.hpp"
#include "datasets/readers/compressed_input.hpp"
#include "support/errors.hpp"
#include "support/json/json_place.hpp"
#include "support/records/record.hpp"
#include "support/text/did_you_mean.hpp"
#include "support/text/foreign_text.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

constexpr std::int64_t most_rows = std::numeric_limits<Index>::max();

// No real catalogue comes near these limits.
constexpr std::size_t most_entries = 200;
constexpr std::size_t most_of_a_dataset = 50;  // files, parameters, similar datasets

std::string file_name(const JsonPlace& place) {
  std::string name = place.nonempty_text();
  if (name.find('/') != std::string::npos)
    place.fail("must be a name without folders, got '{}'", shown(name));
  if (printable(name) != name)
    place.fail("must have no control characters and be UTF-8, got '{}'", shown(name));
  if (name.front() == '.') place.fail("must not start with a dot, got '{}'", shown(name));
  return name;
}

Index count(const JsonPlace& place, Index least) {
  return static_cast<Index>(place.integer(least, most_rows));
}

std::uint64_t seed(const JsonPlace& place) {
  constexpr std::int64_t exact_in_json = std::int64_t{1} << 53;
  return static_cast<std::uint64_t>(place.integer(0, exact_in_json));
}

std::string hexadecimal_or_nothing(const std::optional<JsonPlace>& place, std::size_t digits) {
  if (!place) return "";
  std::string text = place->text();
  if (text.size() != digits || !is_hexadecimal(text))
    place->fail("must be {} digits of 0-9 and a-f, got '{}'", digits, shown(text));
  return text;
}

/// An enumeration's value by its name; `names` are in the enumeration's order.
template <class Kind>
Kind kind_named(const JsonPlace& place, std::span<const std::string_view> names) {
  const std::string name = place.text();
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<Kind>(found - names.begin());
  place.fail("must be '{}' or '{}', got '{}'", fmt::join(names.first(names.size() - 1), "', '"), names.back(),
             shown(name));
}

Split read_split(const JsonPlace& place) {
  place.allow_keys({"train", "test", "seed", "order"});
  Split split{count(place.at("train"), 1), count(place.at("test"), 1), 0, false};
  if (const auto order = place.find("order")) {
    if (order->text() != "file") order->fail("must be 'file', got '{}'", shown(order->text()));
    if (place.find("seed")) place.fail("has both 'seed' and 'order', expected one of them");
    split.in_file_order = true;
  } else {
    split.seed = seed(place.at("seed"));
  }
  if (std::int64_t{split.train} + split.test > most_rows)
    place.fail("train + test must be at most {}", most_rows);
  return split;
}

PublicFile read_public_file(const JsonPlace& place) {
  place.allow_keys({"file", "url", "sha256", "md5"});
  PublicFile found{file_name(place.at("file")), place.at("url").text(),
                   hexadecimal_or_nothing(place.find("sha256"), 64),
                   hexadecimal_or_nothing(place.find("md5"), 32)};
  if (printable(found.url) != found.url) place.at("url").fail("must have no control characters");
  if (!found.url.starts_with("https://") && !found.url.starts_with("http://"))
    place.at("url").fail("must start with https:// or http://, got '{}'", shown(found.url));
  return found;
}

/// Reads the name of one of the downloads.
std::string download(const JsonPlace& place, const std::vector<PublicFile>& urls) {
  std::vector<std::string> names;
  for (const PublicFile& file : urls) names.push_back(file.file);
  if (std::ranges::find(names, place.text()) == names.end()) place.fail_unknown("file of \"urls\"", names);
  return place.text();
}

std::vector<std::string> downloads(const JsonPlace& place, const std::vector<PublicFile>& urls) {
  return place.list([&](const JsonPlace& each) { return download(each, urls); }, 1);
}

Conversion read_conversion(const JsonPlace& place, const CatalogEntry& entry) {
  const JsonPlace name = place.at("conversion");
  Conversion found;
  if (name.text() == "rcv1") {
    place.allow_keys({"conversion", "train", "test", "topics", "topic"});
    found.kind = Conversion::Kind::rcv1;
    found.topics = download(place.at("topics"), entry.urls);
    found.topic = place.at("topic").nonempty_text();
  } else if (name.text() == "covtype") {
    place.allow_keys({"conversion", "train", "class"});
    found.kind = Conversion::Kind::covtype;
    found.positive_class = static_cast<int>(place.at("class").integer(1, 7));
  } else if (name.text() == "archive") {
    place.allow_keys({"conversion", "train", "train_member", "test", "test_member"});
    found.kind = Conversion::Kind::archive;
    found.train_member = place.at("train_member").nonempty_text();
    if (place.find("test")) found.test_member = place.at("test_member").nonempty_text();
  } else {
    name.fail_unknown("conversion", {"rcv1", "covtype", "archive"});
  }
  found.train = downloads(place.at("train"), entry.urls);
  if (const auto test = place.find("test")) found.test = downloads(*test, entry.urls);
  // Columns of covtype are scaled over the rows of one file, and an archive's member is a whole file.
  if (found.kind != Conversion::Kind::rcv1) {
    for (const char* key : {"train", "test"}) {
      if (const auto files = place.find(key); files && files->elements().size() != 1)
        files->fail("{} is made of one file", name.text());
    }
  }
  if (found.test.empty() != entry.test_file.empty())
    place.fail(entry.test_file.empty() ? "has 'test', but the dataset has no test file"
                                       : "the key \"test\" is missing: what the test file is made of");
  return found;
}

/// Refuses a download that nothing uses.
void require_use(const JsonPlace& place, const std::string& file, const CatalogEntry& entry) {
  const std::string plain = plain_name(file);
  if (plain == entry.train_file || plain == entry.test_file) return;
  if (entry.made_by) {
    const Conversion& made_by = *entry.made_by;
    for (const auto& inputs : {made_by.train, made_by.test, {made_by.topics}})
      if (std::ranges::find(inputs, file) != inputs.end()) return;
  }
  place.fail(
      "'{}' is neither 'train' nor 'test' (with or without .bz2, .gz, .xz), and not what "
      "they are 'made_by'",
      shown(file));
}

StandIn read_stand_in(const JsonPlace& place) {
  place.allow_keys({"generator", "train_rows", "test_rows", "features", "seed", "parameters"});
  StandIn found;
  found.generator = place.at("generator").text();
  const std::vector<std::string> known = stand_in_generators();
  if (std::ranges::find(known, found.generator) == known.end())
    place.at("generator").fail_unknown("generator", known);
  found.train_rows = count(place.at("train_rows"), 2);
  found.test_rows = count(place.at("test_rows"), 0);
  found.features = count(place.at("features"), 1);
  found.seed = seed(place.at("seed"));
  if (const auto parameters = place.find("parameters")) {
    const std::vector<std::string> names = parameters->keys();
    if (names.size() > most_of_a_dataset)
      parameters->fail("must have at most {} members, got {}", most_of_a_dataset, names.size());
    for (const std::string& name : names) found.parameters[name] = parameters->at(name).number();
  }
  try {
    check_stand_in(found);
  } catch (const ConfigError& error) {
    place.fail(error.what());
  }
  return found;
}

CatalogEntry read_entry(const JsonPlace& place) {
  std::vector<std::string> known{"name", "title", "description", "task",    "train",
                                 "test", "split", "urls",        "made_by", "stand_in"};
  for (const auto& key : read_settings_keys()) known.push_back(key.name);
  place.allow_keys(known);
  CatalogEntry entry;
  entry.name = file_name(place.at("name"));
  entry.title = place.at("title").nonempty_text();
  entry.description = place.at("description").nonempty_text();
  entry.task = kind_named<Task>(place.at("task"), task_names);
  read_fields(place, read_settings_keys(), entry.reading);
  entry.train_file = file_name(place.at("train"));
  if (const auto test = place.find("test")) entry.test_file = file_name(*test);
  if (const auto split = place.find("split")) entry.split = read_split(*split);
  if (entry.split && !entry.test_file.empty())
    place.fail("has both 'test' and 'split', expected one of them");
  if (entry.reading.format >= FileFormat::german_numeric) {
    // Columns are scaled over the rows of one file, and the two classes are fixed.
    if (!entry.test_file.empty()) place.at("test").fail("german.data is one file; give a 'split'");
    if (entry.task != Task::classification) place.at("task").fail("german.data has two classes");
  }
  if (const auto urls = place.find("urls")) entry.urls = urls->list(read_public_file, 0, most_of_a_dataset);
  if (const auto made_by = place.find("made_by")) entry.made_by = read_conversion(*made_by, entry);
  for (std::size_t i = 0; i < entry.urls.size(); ++i)
    require_use(place.at("urls").elements()[i].at("file"), entry.urls[i].file, entry);
  if (const auto stand_in = place.find("stand_in")) entry.stand_in = read_stand_in(*stand_in);
  return entry;
}

}  // namespace

std::vector<std::string> files_of(const CatalogEntry& entry) {
  std::vector<std::string> names{entry.train_file};
  if (!entry.test_file.empty()) names.push_back(entry.test_file);
  return names;
}

std::vector<std::filesystem::path> catalog_paths() {
  std::vector<std::filesystem::path> paths{catalog_folder().path / "catalog.json"};
  const char* const own = std::getenv("DESCENT_CATALOG");
  if (own != nullptr && *own != '\0') paths.emplace_back(own);
  return paths;
}

Catalog read_catalog(const std::vector<std::filesystem::path>& paths) {
  Catalog catalog;
  std::set<std::string> names;
  for (const std::filesystem::path& path : paths) {
    const Json json = read_json(path);
    const JsonPlace whole(path.string(), json);
    whole.allow_keys({"datasets", "alone"});
    if (const auto alone = whole.find("alone"); alone && alone->flag()) {
      catalog.clear();
      names.clear();
    }
    for (const JsonPlace& place : whole.at("datasets").elements(0, most_entries)) {
      catalog.push_back(read_entry(place));
      const std::string& name = catalog.back().name;
      if (!names.insert(name).second)
        place.at("name").fail("'{}' is the name of an earlier dataset", shown(name));
    }
  }
  return catalog;
}

const CatalogEntry* find_entry(const Catalog& catalog, const std::string& name) {
  const auto found = std::ranges::find(catalog, name, &CatalogEntry::name);
  return found == catalog.end() ? nullptr : &*found;
}

const CatalogEntry& entry_named(const Catalog& catalog, const std::string& name,
                                std::vector<std::string> files) {
  if (const CatalogEntry* const entry = find_entry(catalog, name)) return *entry;
  std::vector<std::string> names;
  for (const CatalogEntry& entry : catalog) names.push_back(entry.name);
  files.insert(files.begin(), names.begin(), names.end());
  throw ConfigError("'{}': no such file or dataset{} (datasets: {})", shown(name), did_you_mean(name, files),
                    fmt::join(names, ", "));
}

}  // namespace descent

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "datasets/dataset.hpp"
#include "datasets/split.hpp"
#include "datasets/stand_in.hpp"

namespace descent {

/// Where a file can be had, and how to know that it is the right one.
struct PublicFile {
  std::string file;  ///< the name to keep it under
  std::string url;
  std::string sha256;  ///< 64 hexadecimal digits; empty when not known
  std::string md5;     ///< 32 hexadecimal digits, where the publisher gives nothing better; else empty
};

/// What the text of a dataset's files is.
enum class FileFormat {
  libsvm,
  german_numeric,  ///< german.data, categories as numbers (german_credit_reader.hpp)
  german_one_hot   ///< german.data, a column a category
};

/// What the catalogue says of a dataset. File names are those of plain text; the file may as well lie in the
/// data folder with .bz2, .gz or .xz appended.
struct CatalogEntry {
  std::string name;
  std::string title;        ///< a few words, for figures and tables
  std::string description;  ///< what it is, and how to get or make the files
  Task task = Task::classification;
  FileFormat format = FileFormat::libsvm;
  std::string train_file;
  std::string test_file;         ///< empty when there is none
  std::optional<Split> split;    ///< when train and test are parts of train_file
  std::vector<PublicFile> urls;  ///< what the files can be downloaded from or made of
  std::optional<StandIn> stand_in;
  std::vector<std::string> resembles;  ///< datasets that `descent data info` shows beside the stand-in
};

/// The catalogue in the file's order.
using Catalog = std::vector<CatalogEntry>;

/// The environment's DESCENT_CATALOG, else datasets/catalog.json of the repository.
std::filesystem::path catalog_path();

/// Reads and checks a catalogue. Throws ConfigError `file: /json/path: …` for the first thing that is wrong.
Catalog read_catalog(const std::filesystem::path& path = catalog_path());

}  // namespace descent

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "datasets/readers/reader.hpp"
#include "datasets/stand_ins/stand_in.hpp"

namespace descent {

/// A file on the web, with checksums that identify it.
struct PublicFile {
  std::string file;  ///< name to keep it under
  std::string url;
  std::string sha256;  ///< 64 hexadecimal digits; empty if unknown
  std::string md5;     ///< 32 hexadecimal digits, if the publisher gives nothing better; else empty
};

/// Makes a dataset's files from downloads in another format.
struct Conversion {
  enum class Kind {
    rcv1,     ///< document vectors and topics of RCV1-v2 (conversions.hpp)
    covtype,  ///< covtype.data of the UCI repository
    archive   ///< LIBSVM text in a tar archive
  };
  Kind kind = Kind::rcv1;
  std::vector<std::string> train;  ///< downloads of the train file, in order
  std::vector<std::string> test;   ///< downloads of the test file; empty without a test file
  std::string topics;              ///< rcv1: download with the topics of documents
  std::string topic;               ///< rcv1: documents with this topic are the class +1
  int positive_class = 0;          ///< covtype: forest cover type of the class +1, 1 to 7
  std::string train_member;        ///< archive: member of the train file
  std::string test_member;         ///< archive: member of the test file
};

/// One dataset of the catalogue. Files have names of plain text; in the data folder .bz2, .gz or .xz may be
/// appended.
struct CatalogEntry {
  std::string name;
  std::string title;        ///< a few words, for figures and tables
  std::string description;  ///< what it is, and how to get the files
  Task task = Task::classification;
  ReadSettings reading = {};
  std::string train_file;
  std::string test_file;       ///< empty without a test file
  std::optional<Split> split;  ///< if train and test are parts of train_file
  /// Downloads of the files, or downloads to make them from. The same name (up to the ending of an archive)
  /// marks alternatives, the best first.
  std::vector<PublicFile> urls;
  std::optional<Conversion> made_by;  ///< if no download is one of the files, or as a last alternative
  std::optional<StandIn> stand_in;
};

/// The train file, then the test file if there is one.
std::vector<std::string> files_of(const CatalogEntry& entry);

/// In the file's order.
using Catalog = std::vector<CatalogEntry>;

/// catalog.json of catalog_folder(), and then the file that $DESCENT_CATALOG names, if it is set.
std::vector<std::filesystem::path> catalog_paths();

/// Reads and checks catalogues, whose datasets must have different names. One with "alone": true replaces
/// those before it. Throws ConfigError `file: /json/path: …` for the first error.
Catalog read_catalog(const std::vector<std::filesystem::path>& paths = catalog_paths());

/// True if it has a folder: then it is never looked up in the catalogue.
inline bool is_path(const std::string& name_or_path) {
  return name_or_path.find('/') != std::string::npos;
}

/// Null if there is none.
const CatalogEntry* find_entry(const Catalog& catalog, const std::string& name);

/// Throws ConfigError with the nearest name, of these files too, and all names if there is none.
const CatalogEntry& entry_named(const Catalog& catalog, const std::string& name,
                                std::vector<std::string> files = {});

}  // namespace descent

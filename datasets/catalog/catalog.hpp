#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "datasets/matrix/split.hpp"
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
    rcv1,     ///< document vectors and topics of RCV1-v2 (rcv1_conversion.hpp)
    covtype,  ///< covtype.data of the UCI repository (covtype_conversion.hpp)
    archive   ///< LIBSVM text in a tar archive (archive_conversion.hpp)
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

/// The text format of a dataset's files.
enum class FileFormat {
  libsvm,
  german_numeric,  ///< german.data, categories as numbers (german_credit_reader.hpp)
  german_one_hot,  ///< german.data, one column per category
  german_codes     ///< german.data, categories as the numbers in their codes
};
/// In the order of the enumeration.
inline constexpr std::array<std::string_view, 4> file_format_names{"libsvm", "german-numeric",
                                                                   "german-onehot", "german-codes"};
constexpr std::string_view name_of(FileFormat format) {
  return file_format_names[static_cast<std::size_t>(format)];
}

/// One dataset of the catalogue. Files have names of plain text; in the data folder .bz2, .gz or .xz may be
/// appended.
struct CatalogEntry {
  std::string name;
  std::string title;        ///< a few words, for figures and tables
  std::string description;  ///< what it is, and how to get the files
  Task task = Task::classification;
  FileFormat format = FileFormat::libsvm;
  std::string train_file;
  std::string test_file;       ///< empty without a test file
  std::optional<Split> split;  ///< if train and test are parts of train_file
  /// Downloads of the files, or downloads to make them from. The same name (up to the ending of an archive)
  /// marks alternatives, the best first.
  std::vector<PublicFile> urls;
  std::optional<Conversion> made_by;  ///< if no download is one of the files, or as a last alternative
  std::optional<StandIn> stand_in;
  std::vector<std::string> resembles;  ///< datasets to compare in `descent data info`
};

/// In the file's order.
using Catalog = std::vector<CatalogEntry>;

/// $DESCENT_CATALOG, else catalog.json of catalog_folder().
std::filesystem::path catalog_path();

/// Reads and checks a catalogue. Throws ConfigError `file: /json/path: …` for the first error.
Catalog read_catalog(const std::filesystem::path& path = catalog_path());

}  // namespace descent

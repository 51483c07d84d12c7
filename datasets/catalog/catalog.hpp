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

/// Where a file can be had, and how to know that it is the right one.
struct PublicFile {
  std::string file;  ///< the name to keep it under
  std::string url;
  std::string sha256;  ///< 64 hexadecimal digits; empty when not known
  std::string md5;     ///< 32 hexadecimal digits, where the publisher gives nothing better; else empty
};

/// How the files of a dataset are made of downloads that have another format.
struct Conversion {
  enum class Kind {
    rcv1,     ///< document vectors and topics of RCV1-v2 (rcv1_conversion.hpp)
    covtype,  ///< covtype.data of the UCI repository (covtype_conversion.hpp)
    archive   ///< LIBSVM text in a tar archive (archive_conversion.hpp)
  };
  Kind kind = Kind::rcv1;
  std::vector<std::string> train;  ///< the downloads that the train file is made of, in their order
  std::vector<std::string> test;   ///< the same for the test file; none when there is no such file
  std::string topics;              ///< rcv1: the download that tells the topics of documents
  std::string topic;               ///< rcv1: documents with this topic are the class +1
  int positive_class = 0;          ///< covtype: the forest cover type, 1 to 7, that is the class +1
  std::string train_member;        ///< archive: the member that is the train file
  std::string test_member;         ///< archive: the member that is the test file
};

/// What the text of a dataset's files is.
enum class FileFormat {
  libsvm,
  german_numeric,  ///< german.data, categories as numbers (german_credit_reader.hpp)
  german_one_hot,  ///< german.data, a column a category
  german_codes     ///< german.data, numbers and the numbers in codes as they stand
};
/// In the order of the enumeration.
inline constexpr std::array<std::string_view, 4> file_format_names{"libsvm", "german-numeric",
                                                                   "german-onehot", "german-codes"};
constexpr std::string_view name_of(FileFormat format) {
  return file_format_names[static_cast<std::size_t>(format)];
}

/// What the catalogue says of a dataset. File names are those of plain text; the file may as well lie in the
/// data folder with .bz2, .gz or .xz appended.
struct CatalogEntry {
  std::string name;
  std::string title;        ///< a few words, for figures and tables
  std::string description;  ///< what it is, and how to get or make the files
  Task task = Task::classification;
  FileFormat format = FileFormat::libsvm;
  std::string train_file;
  std::string test_file;       ///< empty when there is none
  std::optional<Split> split;  ///< when train and test are parts of train_file
  /// What the files can be downloaded from or made of. Entries with the same name, or with one that differs
  /// in the ending of an archive, are alternatives, the better first.
  std::vector<PublicFile> urls;
  std::optional<Conversion> made_by;  ///< when no download is one of the files, or as a last alternative
  std::optional<StandIn> stand_in;
  std::vector<std::string> resembles;  ///< datasets that `descent data info` shows beside the stand-in
};

/// The catalogue in the file's order.
using Catalog = std::vector<CatalogEntry>;

/// The environment's DESCENT_CATALOG, else catalog.json of catalog_folder().
std::filesystem::path catalog_path();

/// Reads and checks a catalogue. Throws ConfigError `file: /json/path: …` for the first thing that is wrong.
Catalog read_catalog(const std::filesystem::path& path = catalog_path());

}  // namespace descent

#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "support/text/text_sink.hpp"

// Conversions of published files into LIBSVM text. Inputs may be compressed (.bz2, .gz, .xz); text is written
// one row at a time.

namespace descent {

/// Copies the LIBSVM text of one member of a tar archive. `member` is a path or its end: "money-fx.trn" also
/// finds "reuters/money-fx.trn". An entry that a row repeats with the same value is written once, because the
/// LIBSVM reader requires ascending indices. Returns the number of entries left out.
///
/// Throws DataError `path: …` with the names of all members if none matches, and `path: member:line: …` for a
/// malformed row.
std::uint64_t convert_archive_member(const std::filesystem::path& path, const std::string& member,
                                     const TextSink& sink);

/// Makes LIBSVM text of UCI's covtype.data: rows of 54 whole numbers and the cover
/// type, 1 to 7, separated by commas. `positive_class` becomes +1, other types −1. Every column is scaled to
/// [0, 1] by its minimum and maximum. Zeros and constant columns are not written. Values have the fewest
/// digits that read back as the same double.
///
/// Reads the file twice. Throws DataError `path:line: …` for malformed text.
void convert_covtype(const std::filesystem::path& path, int positive_class, const TextSink& sink);

/// Makes LIBSVM text of RCV1-v2, the news stories of Lewis, Yang, Rose and Li (2004). Documents of one topic
/// are the class +1, all others −1.
class Rcv1Conversion {
 public:
  /// Reads the topics of all documents, lines `TOPIC document 1`. Throws DataError
  /// `path:line: …` for malformed text, and if the topic has no document or all.
  Rcv1Conversion(const std::filesystem::path& topics, const std::string& topic);

  /// Writes the rows `document  term:weight term:weight …` of the vector files in order, as `+1 term:weight
  /// …` or `-1 …`. Weights are copied digit by digit. Throws DataError `path:line: …` for
  /// malformed text, a document without topics, and a document that this object has already written.
  void write(std::span<const std::filesystem::path> vectors, const TextSink& sink);

 private:
  enum class State : std::uint8_t { unknown, without_topic, with_topic, written };

  std::filesystem::path topics_;
  std::vector<State> documents_;  // by document number
};

}  // namespace descent

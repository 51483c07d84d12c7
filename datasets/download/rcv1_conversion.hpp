#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "support/text/text_sink.hpp"

namespace descent {

/// Makes LIBSVM text of RCV1-v2, the collection of news stories of Lewis, Yang, Rose and Li (2004): the
/// documents of one topic are the class +1, all others −1.
class Rcv1Conversion {
 public:
  /// Reads the topics of all documents, lines `TOPIC document 1` (plain or compressed). Throws DataError
  /// `path:line: …` for what is malformed, and when no document or every document has the topic.
  Rcv1Conversion(const std::filesystem::path& topics, const std::string& topic);

  /// Writes the rows `document  term:weight term:weight …` of the files of vectors, one file after the other,
  /// as `+1 term:weight …` or `-1 …`; weights are copied digit by digit. Holds a line at a time. Throws
  /// DataError `path:line: …` for what is malformed, a document without topics, and one that this object has
  /// written before.
  void write(std::span<const std::filesystem::path> vectors, const TextSink& sink);

 private:
  enum class State : std::uint8_t { unknown, without_topic, with_topic, written };

  std::filesystem::path topics_;
  std::vector<State> documents_;  // by the document's number
};

}  // namespace descent

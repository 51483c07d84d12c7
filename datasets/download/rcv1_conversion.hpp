#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "support/text/text_sink.hpp"

namespace descent {

/// Makes LIBSVM text of RCV1-v2, the news stories of Lewis, Yang, Rose and Li (2004). Documents of one topic
/// are the class +1, all others −1.
class Rcv1Conversion {
 public:
  /// Reads the topics of all documents, lines `TOPIC document 1` (plain or compressed). Throws DataError
  /// `path:line: …` for malformed text, and if the topic has no document or all.
  Rcv1Conversion(const std::filesystem::path& topics, const std::string& topic);

  /// Writes the rows `document  term:weight term:weight …` of the vector files in order, as `+1 term:weight
  /// …` or `-1 …`, one line at a time. Weights are copied digit by digit. Throws DataError `path:line: …` for
  /// malformed text, a document without topics, and a document that this object has already written.
  void write(std::span<const std::filesystem::path> vectors, const TextSink& sink);

 private:
  enum class State : std::uint8_t { unknown, without_topic, with_topic, written };

  std::filesystem::path topics_;
  std::vector<State> documents_;  // by document number
};

}  // namespace descent

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/readers/row_block.hpp"

namespace descent {

/// Rows of LIBSVM text, and what was seen in them.
struct LibsvmRows {
  /// Forgets the rows, but keeps their memory.
  void clear();

  RowBlock rows;  // indices as in the text
  std::vector<double> labels;
  Index last_index = 0;  // as written; 0 without entries
  bool has_index_0 = false;
  bool has_query = false;
  bool has_unsorted = false;
  Offset underflows = 0;
};

/// Parses whole lines of LIBSVM text. Throws DataError at the first error: see read_libsvm().
class LibsvmParser {
 public:
  /// Keeps a reference to the path.
  LibsvmParser(const std::filesystem::path& path, std::optional<Index> index_base)
      : path_(path), index_base_(index_base) {}

  /// Adds the rows of the text. Its last character ends a line, and bytes_read_ahead of memory are behind it.
  void parse(std::string_view text, LibsvmRows& rows);

  /// The number of lines so far.
  std::uint64_t lines() const { return lines_; }
  /// The distinct labels in the file's order, if they are words.
  std::vector<std::string>& words() { return words_; }
  /// Adds what another parser found in the next lines. Their labels become positions among all words. False
  /// if they are wrong after the lines so far: parse() has the message.
  bool append(const LibsvmParser& next, std::vector<double>& labels);

 private:
  const char* parse_row(const char* at);
  double parse_label(const char*& at);
  double parse_word(const char* at, const char* stop);
  std::optional<double> position_of(std::string_view word);
  const char* parse_usual_entries(const char* at);
  const char* parse_entry(const char* at);
  const char* parse_number(const char* token, const char* at, const char* what, double& number);
  void keep_last(Index index);
  [[noreturn]] void fail(const char* at, const std::string& message) const;
  [[noreturn]] void fail_index(const char* at) const;
  [[noreturn]] void fail_csv(const char* at) const;

  static constexpr Index no_index = -1;

  const std::filesystem::path& path_;
  std::optional<Index> index_base_;
  std::uint64_t lines_ = 0;
  bool has_numbers_ = false;  // as labels
  std::vector<std::string> words_;

  const char* line_ = nullptr;
  const char* end_ = nullptr;  // of the text
  LibsvmRows* rows_ = nullptr;
  Index previous_index_ = no_index;  // as written
  std::vector<Index> zeros_;         // of the row: entries of 0, which are not stored
  bool is_unsorted_ = false;
};

}  // namespace descent

#pragma once

#include <filesystem>
#include <fstream>

#include "solvers/problem/problem.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/json/read_json.hpp"

namespace descent {

/// A folder for one run of an external program, among the temporary files: the problem's data, requests and
/// answers, and whatever the program writes where it runs.
class ExchangeFolder {
 public:
  /// Without any data. Throws RunError when it cannot be made.
  ExchangeFolder() = default;
  /// Writes the training rows, with x_i itself in classification too, as LIBSVM text and as arrays. Throws
  /// RunError when the disk is full.
  explicit ExchangeFolder(const Problem& problem);

  const std::filesystem::path& path() const { return folder_.path(); }

  /// Where the data is, as requests say it: {"libsvm": PATH, "csr": {"path": PATH, "labels": {"type": "<f8",
  /// "offset": 0, "count": m}, …}}.
  const Json& data() const { return data_; }

 private:
  void write_libsvm_text(const Problem& problem);
  void write_arrays(const Problem& problem);

  TemporaryFolder folder_;
  Json data_;
};

/// Ends the writing of a file of such a folder. Throws RunError when not all could be written.
void finish_file(std::ofstream& file, const std::filesystem::path& path);

}  // namespace descent

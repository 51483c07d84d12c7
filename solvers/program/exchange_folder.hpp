#pragma once

#include <filesystem>
#include <fstream>

#include "solvers/problem/problem.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/json/read_json.hpp"

namespace descent {

/// A temporary folder for one run of an external program: data, requests, answers, and anything that the
/// program writes where it runs.
class ExchangeFolder {
 public:
  /// Without data. Throws RunError if the folder cannot be made.
  ExchangeFolder() = default;
  /// Writes the training rows as LIBSVM text and as arrays, with x_i itself in classification too. Throws
  /// RunError if the disk is full.
  explicit ExchangeFolder(const Problem& problem);

  const std::filesystem::path& path() const { return folder_.path(); }

  /// Places of the data, as in requests: {"libsvm": PATH, "csr": {"path": PATH, "labels": {"type": "<f8",
  /// "offset": 0, "count": m}, …}}.
  const Json& data() const { return data_; }

 private:
  void write_libsvm_text(const Problem& problem);
  void write_arrays(const Problem& problem);

  TemporaryFolder folder_;
  Json data_;
};

/// Finishes a file of such a folder. Throws RunError if it could not be written.
void finish_file(std::ofstream& file, const std::filesystem::path& path);

}  // namespace descent

#pragma once

#include <filesystem>

#include "solvers/problem/problem.hpp"
#include "support/files/file_descriptor.hpp"
#include "support/json/read_json.hpp"

namespace descent {

/// A folder for one run of an external program, among the temporary files: the problem's data, requests and
/// answers, and whatever the program writes where it runs. It goes with this object; that of a process that
/// was killed goes with remove_abandoned_exchange_folders().
class ExchangeFolder {
 public:
  /// Without any data. Throws RunError when it cannot be made.
  ExchangeFolder();
  /// Writes the training rows, with x_i itself in classification too, as LIBSVM text and as arrays. Throws
  /// RunError when the disk is full.
  explicit ExchangeFolder(const Problem& problem);
  ~ExchangeFolder();
  ExchangeFolder(const ExchangeFolder&) = delete;
  ExchangeFolder& operator=(const ExchangeFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Where the data is, as requests say it: {"libsvm": PATH, "csr": {"path": PATH, "labels": {"type": "<f8",
  /// "offset": 0, "count": m}, …}}.
  const Json& data() const { return data_; }

 private:
  void write_libsvm_text(const Problem& problem);
  void write_arrays(const Problem& problem);

  FileDescriptor lock_;
  std::filesystem::path path_;
  Json data_;
};

/// Removes the folders that no living process has.
void remove_abandoned_exchange_folders();

}  // namespace descent

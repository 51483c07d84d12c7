#pragma once

#include <fmt/format.h>

#include <bit>
#include <filesystem>
#include <fstream>
#include <vector>

#include "datasets/readers/sample_writer.hpp"
#include "solvers/problem/problem.hpp"
#include "support/errors.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/json/read_json.hpp"

namespace descent {

/// Finishes a file of an ExchangeFolder. Throws RunError if it could not be written.
inline void finish_file(std::ofstream& file, const std::filesystem::path& path) {
  file.flush();
  if (!file) throw RunError(fmt::format("{}: cannot be written: {}", path.string(), system_reason()));
}

/// A temporary folder for one run of an external program: data, requests, answers, and anything that the
/// program writes where it runs.
class ExchangeFolder {
 public:
  /// Without data. Throws RunError if the folder cannot be made.
  ExchangeFolder() = default;

  /// Writes the training rows as LIBSVM text and as arrays, with x_i itself in classification too. Throws
  /// RunError if the disk is full.
  explicit ExchangeFolder(const Problem& problem) {
    write_libsvm_text(problem);
    write_arrays(problem);
  }

  const std::filesystem::path& path() const { return folder_.path(); }

  /// Places of the data, as in requests: {"libsvm": PATH, "csr": {"path": PATH, "labels": {"type": "<f8",
  /// "offset": 0, "count": m}, …}}.
  const Json& data() const { return data_; }

 private:
  static_assert(std::endian::native == std::endian::little, "arrays and weights are little-endian");

  /// Writes arrays one after the other, and records their places.
  class ArrayFile {
   public:
    explicit ArrayFile(const std::filesystem::path& path) : file_(path, std::ios::binary) {
      accounts_["path"] = path.string();
    }

    /// `count` numbers of a NumPy type, `element(k)` each.
    template <class Number, class Element>
    void add(const char* name, const char* type, std::size_t count, const Element& element) {
      accounts_[name] = {
          {"type", type}, {"offset", static_cast<std::uint64_t>(file_.tellp())}, {"count", count}};
      std::vector<Number> block;
      for (std::size_t k = 0; k < count; ++k) {
        block.push_back(element(k));
        if (block.size() < 1 << 14 && k + 1 < count) continue;
        file_.write(reinterpret_cast<const char*>(block.data()),
                    static_cast<std::streamsize>(block.size() * sizeof(Number)));
        block.clear();
      }
    }

    /// Offsets of all arrays. Throws RunError if the file could not be written.
    Json accounts() {
      finish_file(file_, accounts_["path"].get<std::string>());
      return accounts_;
    }

   private:
    std::ofstream file_;
    Json accounts_;
  };

  void write_libsvm_text(const Problem& problem) {
    const std::filesystem::path path = folder_.path() / "train.libsvm";
    std::ofstream file(path, std::ios::binary);
    write_libsvm(problem.sample(), description_of(problem.loss()).task,
                 [&](std::string_view text) { file << text; });
    finish_file(file, path);
    data_["libsvm"] = path.string();
  }

  void write_arrays(const Problem& problem) {
    const SparseMatrix& rows = problem.rows();
    const std::vector<double>& labels = problem.sample().labels;
    const bool has_classes = description_of(problem.loss()).task == Task::classification;
    const auto m = static_cast<std::size_t>(problem.m());
    const auto entries = rows.entries();
    ArrayFile file(path() / "train.csr");
    file.add<double>("labels", "<f8", m, [&](std::size_t i) { return labels[i]; });
    file.add<std::int64_t>("starts", "<i8", m + 1,
                           [&](std::size_t i) { return static_cast<std::int64_t>(rows.starts()[i]); });
    std::size_t row = 0;
    file.add<double>("values", "<f8", entries.size(), [&](std::size_t k) {
      while (k >= static_cast<std::size_t>(rows.starts()[row + 1])) ++row;
      return (has_classes ? labels[row] : 1) * entries[k].value;
    });
    file.add<std::int32_t>("indices", "<i4", entries.size(),
                           [&](std::size_t k) { return static_cast<std::int32_t>(entries[k].index); });
    data_["csr"] = file.accounts();
  }

  TemporaryFolder folder_;
  Json data_;
};

}  // namespace descent

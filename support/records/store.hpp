#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/files/atomic_file.hpp"
#include "support/records/csv_table.hpp"

namespace descent {

/// The rows as a file keeps them: behind them a line with their SHA-256.
std::string sealed_text(const std::string& rows);

/// The rows of such a file. Throws ResultFileError if it cannot be read, or is not what was written.
std::string unsealed_text(const std::filesystem::path& path);

/// Prints a damaged file, whose work is repeated.
void report_damage(const std::string& what);

/// Results of work that is carried out once, each in a file FOLDER/ID.csv. Work that find() does not know is
/// carried out and ends with put(). So interrupted work continues, and several processes may share a folder.
template <class Row>
class Store {
 public:
  Store(std::filesystem::path folder, const std::vector<Column<Row>>& columns)
      : folder_(std::move(folder)), columns_(columns) {}

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path file_of(const std::string& id) const { return folder_ / (id + ".csv"); }

  /// Throws ResultFileError if the file is missing, damaged or unreadable.
  std::vector<Row> read(const std::string& id) const {
    const std::filesystem::path file = file_of(id);
    auto rows = read_table(columns_, file, unsealed_text(file));
    if (rows.empty()) throw ResultFileError("{}: has no rows", file.string());
    return rows;
  }

  /// Empty if the file is missing, or damaged, which is printed once.
  std::optional<std::vector<Row>> find(const std::string& id) {
    if (!std::filesystem::exists(file_of(id))) return std::nullopt;
    try {
      return read(id);
    } catch (const ResultFileError& damage) {
      if (damaged_.insert(id).second) report_damage(damage.what());
      return std::nullopt;
    }
  }

  /// Writes the whole file. The folder must exist.
  void put(const std::string& id, const std::vector<Row>& rows) const {
    write_atomically(file_of(id), sealed_text(csv_text(columns_, rows)), AfterPowerFailure::anything);
  }

 private:
  std::filesystem::path folder_;
  const std::vector<Column<Row>>& columns_;
  std::set<std::string> damaged_;  ///< already printed
};

}  // namespace descent

#pragma once

#include <map>
#include <string>
#include <vector>

#include "support/records/csv_table.hpp"

namespace descent::test {

/// Rows of a CSV file, with fields by column name.
inline std::vector<std::map<std::string, std::string>> csv_fields(const std::string& text) {
  CsvReader csv("", text, 1000);
  CsvRecord record;
  csv.next(record);
  const std::vector<std::string> names = record.fields;
  std::vector<std::map<std::string, std::string>> rows;
  while (csv.next(record)) {
    auto& row = rows.emplace_back();
    for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = record.fields.at(i);
  }
  return rows;
}

}  // namespace descent::test

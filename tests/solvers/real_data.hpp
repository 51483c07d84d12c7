#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "datasets/readers/libsvm_reader.hpp"
#include "tests/catch.hpp"

namespace descent::test {

/// The file of that name in the folder DESCENT_DATA, or nothing, with a warning, where it is not.
inline std::optional<RawSample> real_file(const std::string& file) {
  const char* folder = std::getenv("DESCENT_DATA");
  const std::filesystem::path path = folder == nullptr ? "" : std::filesystem::path(folder) / file;
  if (folder == nullptr || !std::filesystem::exists(path)) {
    WARN("not tested on " << file << ", which is not in the folder DESCENT_DATA");
    return std::nullopt;
  }
  return read_libsvm(path);
}

/// The same as a sample of a classification problem.
inline std::optional<Sample> real_sample(const std::string& file) {
  auto raw = real_file(file);
  if (!raw) return std::nullopt;
  return make_classification_sample(std::move(raw->rows), std::move(raw->labels), file);
}

/// The same as a sample of a regression problem.
inline std::optional<Sample> real_regression_sample(const std::string& file) {
  auto raw = real_file(file);
  if (!raw) return std::nullopt;
  return Sample{std::move(raw->rows), std::move(raw->labels)};
}

}  // namespace descent::test

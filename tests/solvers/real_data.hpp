#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "datasets/readers/reader.hpp"
#include "solvers/problem/loss.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/classified.hpp"

namespace descent::test {

/// The file of this name in the folder DESCENT_DATA; empty, with a warning, if it is missing.
inline std::optional<RawSample> real_file(const std::string& file) {
  const char* folder = std::getenv("DESCENT_DATA");
  const std::filesystem::path path = folder == nullptr ? "" : std::filesystem::path(folder) / file;
  if (folder == nullptr || !std::filesystem::exists(path)) {
    WARN("not tested on " << file << ", which is not in the folder DESCENT_DATA");
    return std::nullopt;
  }
  return read_libsvm(path);
}

/// The file as a classification sample.
inline std::optional<Sample> real_sample(const std::string& file) {
  auto raw = real_file(file);
  if (!raw) return std::nullopt;
  return classified(std::move(raw->rows), std::move(raw->labels), file);
}

/// The file as a regression sample.
inline std::optional<Sample> real_regression_sample(const std::string& file) {
  auto raw = real_file(file);
  if (!raw) return std::nullopt;
  return Sample{std::move(raw->rows), std::move(raw->labels)};
}

/// The file as a sample for the loss; empty, with a warning, if it is missing.
inline std::optional<Sample> real_sample_for(LossKind loss, const std::string& file) {
  return description_of(loss).task == Task::classification ? real_sample(file) : real_regression_sample(file);
}

/// The small real sample for tests of a loss, heart_scale or abalone.
inline std::optional<Sample> small_real_sample(LossKind loss) {
  return real_sample_for(loss, description_of(loss).task == Task::classification ? "heart_scale" : "abalone");
}

}  // namespace descent::test

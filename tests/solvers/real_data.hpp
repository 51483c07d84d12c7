#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "datasets/readers/libsvm_reader.hpp"
#include "solvers/problem/loss_kind.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/classified.hpp"

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
  return classified(std::move(raw->rows), std::move(raw->labels), file);
}

/// The same as a sample of a regression problem.
inline std::optional<Sample> real_regression_sample(const std::string& file) {
  auto raw = real_file(file);
  if (!raw) return std::nullopt;
  return Sample{std::move(raw->rows), std::move(raw->labels)};
}

/// The real sample of that name for the loss, or nothing, with a warning, where it is not found.
inline std::optional<Sample> real_sample_for(LossKind loss, const std::string& file) {
  return description_of(loss).task == Task::classification ? real_sample(file) : real_regression_sample(file);
}

/// The small real sample that a loss is tested on, heart_scale or abalone.
inline std::optional<Sample> small_real_sample(LossKind loss) {
  return real_sample_for(loss, description_of(loss).task == Task::classification ? "heart_scale" : "abalone");
}

}  // namespace descent::test

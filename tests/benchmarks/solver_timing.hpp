#pragma once

#include <time.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "datasets/readers/reader.hpp"
#include "tests/datasets/classified.hpp"

namespace descent::benchmark {

/// CPU seconds of this thread since an arbitrary moment.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// CPU seconds that `work` takes.
template <class Work>
double seconds_of(Work&& work) {
  const double start = cpu_seconds();
  std::forward<Work>(work)();
  return cpu_seconds() - start;
}

/// The middle value of at least one number.
inline double median(std::vector<double> numbers) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

/// A classification sample from a LIBSVM file.
inline Sample load(const std::filesystem::path& path) {
  RawSample raw = read_libsvm(path);
  return test::classified(std::move(raw.rows), std::move(raw.labels), path.string());
}

}  // namespace descent::benchmark

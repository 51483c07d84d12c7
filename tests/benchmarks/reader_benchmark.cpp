// Compares the speed of read_libsvm with the loop of LIBLINEAR's train.c in the same run. Then load_dataset
// with and without its checksum. Medians of several loads, the file in the system's memory.
//
//   reader_benchmark FILE...        LIBSVM text
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "datasets/load_dataset.hpp"
#include "datasets/readers/reader.hpp"
#include "support/errors.hpp"
#include "support/process/processor.hpp"
#include "tests/benchmarks/solver_timing.hpp"

namespace {

using namespace descent;

constexpr int loads = 7;

struct Node {
  int index;
  double value;
};

/// Reads as read_problem() does: counts the entries of all lines, then reads them by strtok, strtol and
/// strtod.
std::vector<Node> read_as_liblinear(const std::string& path) {
  std::FILE* const file = std::fopen(path.c_str(), "r");
  if (file == nullptr) throw DataError("{}: cannot be opened", path);
  char* line = nullptr;
  std::size_t room = 0, entries = 0;
  while (getline(&line, &room, file) > 0) {
    for (std::strtok(line, " \t"); std::strtok(nullptr, " \t") != nullptr;) ++entries;
  }
  std::rewind(file);
  std::vector<Node> nodes;
  std::vector<double> labels;
  nodes.reserve(entries);
  while (getline(&line, &room, file) > 0) {
    if (const char* const label = std::strtok(line, " \t\n")) labels.push_back(std::strtod(label, nullptr));
    for (;;) {
      const char* const index = std::strtok(nullptr, ":");
      const char* const value = std::strtok(nullptr, " \t");
      if (value == nullptr) break;
      nodes.push_back({static_cast<int>(std::strtol(index, nullptr, 10)), std::strtod(value, nullptr)});
    }
  }
  std::free(line);
  std::fclose(file);
  return nodes;
}

struct Seconds {
  double user, system, wall;
};

Seconds now() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return {seconds(usage.ru_utime), seconds(usage.ru_stime), wall_seconds()};
}

template <class Load>
Seconds median_seconds(const Load& load) {
  std::vector<double> user, system, wall;
  for (int k = 0; k < loads; ++k) {
    const Seconds start = now();
    load();
    const Seconds end = now();
    user.push_back(end.user - start.user);
    system.push_back(end.system - start.system);
    wall.push_back(end.wall - start.wall);
  }
  return {benchmark::median(user), benchmark::median(system), benchmark::median(wall)};
}

void compare(const std::string& path) {
  const double megabytes = 1e-6 * static_cast<double>(std::filesystem::file_size(path));
  const auto speed = [&](const char* name, const Seconds& seconds) {
    fmt::print(
        "  {:<34} {:6.0f} MB/s of user time, {:.2f} s of system time a GB, {:6.0f} MB/s of wall time\n", name,
        megabytes / seconds.user, 1e3 * seconds.system / megabytes, megabytes / seconds.wall);
  };
  fmt::print("{}: {:.1f} MB\n", path, megabytes);
  const Seconds ours = median_seconds([&] { read_libsvm(path, {.threads = 1}); });
  const Seconds peer = median_seconds([&] { read_as_liblinear(path); });
  speed("read_libsvm, one thread", ours);
  speed("read_libsvm, all cores", median_seconds([&] { read_libsvm(path); }));
  speed("as LIBLINEAR reads", peer);
  const RawSample sample = read_libsvm(path);
  const std::set<double> labels(sample.labels.begin(), sample.labels.end());
  const Task task = labels.size() == 2 ? Task::classification : Task::regression;
  for (const bool with_checksum : {false, true})
    speed(with_checksum ? "load_dataset" : "load_dataset without checksum",
          median_seconds([&] { load_dataset(path, {.with_checksum = with_checksum, .path_task = task}); }));
  fmt::print("  ratio of user and system time to LIBLINEAR's: {:.2f}\n",
             (ours.user + ours.system) / (peer.user + peer.system));
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count < 2) {
    fmt::print(stderr, "usage: {} FILE...   (LIBSVM text)\n", arguments[0]);
    return 2;
  }
  try {
    for (int k = 1; k < argument_count; ++k) compare(arguments[k]);
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}

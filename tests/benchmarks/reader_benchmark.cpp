// Compares the speed of read_libsvm with scikit-learn's load_svmlight_file in the same run: bytes of plain
// text a second of CPU time, of all threads, the median of several loads; ours also by wall time. Then
// load_dataset: milliseconds of wall time, SHA-256 included, the file in the system's memory.
//
//   reader_benchmark FILE...        plain or compressed LIBSVM files; compressed text is counted unpacked
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "datasets/load_dataset.hpp"
#include "datasets/readers/compressed_input.hpp"
#include "datasets/readers/reader.hpp"
#include "support/errors.hpp"
#include "support/process/processor.hpp"
#include "tests/benchmarks/solver_timing.hpp"

namespace {

using namespace descent;

constexpr int loads = 7;

// Prints the median CPU seconds of as many loads, or nothing without scikit-learn. The file's name comes
// through the environment, where no shell splits it.
constexpr const char* peer_program =
    "OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 ${PYTHON:-python3} -c '\n"
    "import os, statistics, time\n"
    "try:\n"
    "    from sklearn.datasets import load_svmlight_file\n"
    "except ImportError:\n"
    "    raise SystemExit\n"
    "def seconds():\n"
    "    start = time.process_time()\n"
    "    load_svmlight_file(os.environ[\"BENCHMARK_FILE\"])\n"
    "    return time.process_time() - start\n"
    "print(statistics.median(seconds() for _ in range(int(os.environ[\"BENCHMARK_LOADS\"]))))\n"
    "'";

double text_bytes(const std::string& path) {
  CompressedInput input(path);
  std::vector<char> block(1 << 20);
  double bytes = 0;
  for (;;) {
    const std::size_t count = input.read(block);
    bytes += static_cast<double>(count);
    if (count < block.size()) return bytes;
  }
}

struct Seconds {
  double cpu;
  double wall;
};

Seconds our_seconds(const std::string& path) {
  std::vector<double> cpu;
  std::vector<double> wall;
  for (int load = 0; load < loads; ++load) {
    const Seconds start{process_cpu_seconds(), wall_seconds()};
    const RawSample sample = read_libsvm(path);
    cpu.push_back(process_cpu_seconds() - start.cpu);
    wall.push_back(wall_seconds() - start.wall);
  }
  return {benchmark::median(cpu), benchmark::median(wall)};
}

double load_milliseconds(const std::string& path, Task task) {
  std::vector<double> milliseconds;
  for (int load = 0; load < loads; ++load) {
    const double start = wall_seconds();
    load_dataset(path, {.path_task = task});
    milliseconds.push_back(1e3 * (wall_seconds() - start));
  }
  return benchmark::median(milliseconds);
}

std::optional<double> peer_seconds(const std::string& path) {
  setenv("BENCHMARK_FILE", path.c_str(), 1);
  setenv("BENCHMARK_LOADS", std::to_string(loads).c_str(), 1);
  std::string answer;
  FILE* const child = popen(peer_program, "r");
  if (child == nullptr) return std::nullopt;
  for (int c = std::fgetc(child); c != EOF; c = std::fgetc(child)) answer += static_cast<char>(c);
  const int status = pclose(child);
  if (status != 0 || answer.empty()) return std::nullopt;
  return std::stod(answer);
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count < 2) {
    fmt::print(stderr, "usage: {} FILE...   (LIBSVM text, plain or .bz2, .gz, .xz)\n", arguments[0]);
    return 2;
  }
  try {
    for (const std::string& path : std::vector<std::string>(arguments + 1, arguments + argument_count)) {
      const double megabytes = text_bytes(path) / 1e6;
      const Seconds our = our_seconds(path);
      const double ours = megabytes / our.cpu;
      fmt::print("{}: {:.1f} MB of text; descent {:.0f} MB/s, {:.0f} a second of wall time; ", path,
                 megabytes, ours, megabytes / our.wall);
      if (const std::optional<double> seconds = peer_seconds(path)) {
        const double peer = megabytes / *seconds;
        fmt::print("scikit-learn {:.1f} MB/s; ratio {:.1f}\n", peer, ours / peer);
      } else {
        fmt::print("scikit-learn not installed\n");
      }
      const RawSample sample = read_libsvm(path);
      const std::set<double> labels(sample.labels.begin(), sample.labels.end());
      const Task task = labels.size() == 2 ? Task::classification : Task::regression;
      fmt::print("  load_dataset: {:.3f} ms\n", load_milliseconds(path, task));
    }
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}

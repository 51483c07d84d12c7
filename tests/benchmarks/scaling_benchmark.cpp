// Measures a pass of the methods that walk over rows as the data grows. Prints CPU nanoseconds a stored entry
// and pass on generated rows that resemble text, beside plain loops over the same rows in order. Also prints
// how CPU time grows with the number of entries: time ~ entries^slope.
//
//   scaling_benchmark NONZEROS...                    for instance 1e7 1e8 1e9; 8 bytes of memory an entry
//   scaling_benchmark --write FILE NONZEROS          writes such rows as LIBSVM text
//   scaling_benchmark --threads NONZEROS             wall time of walks that 0, 1, 2, … threads share

#include <fmt/format.h>
#include <fmt/os.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/contract/method.hpp"
#include "support/errors.hpp"
#include "support/numbers/infinity.hpp"
#include "support/process/processor.hpp"
#include "tests/benchmarks/solver_timing.hpp"

namespace descent::benchmark {

namespace {

constexpr Index features = 1'000'000;
constexpr std::uint64_t fewest_in_row = 40;
constexpr std::uint64_t most_in_row = 160;
constexpr int repetitions = 3;

/// Rows of 40 to 160 words; the k-th most frequent word has a frequency of about 1/k. Values are 1/√length.
/// The label is the sign of a sum of signs over the words, and one in ten is flipped.
class GeneratedRows {
 public:
  /// The next row without its label ±1; indices ascend.
  double next(std::vector<Entry>& row) {
    const std::uint64_t length = fewest_in_row + random_.below(most_in_row - fewest_in_row + 1);
    indices_.clear();
    while (indices_.size() < length) {
      for (std::size_t missing = length - indices_.size(); missing > 0; --missing) {
        const double word = std::exp2(random_.uniform() * std::log2(features)) - 1;
        indices_.push_back(std::min(static_cast<Index>(word), features - 1));
      }
      std::ranges::sort(indices_);
      indices_.erase(std::unique(indices_.begin(), indices_.end()), indices_.end());
    }
    const auto value = static_cast<double>(1 / std::sqrt(static_cast<double>(length)));
    row.clear();
    int sum = 0;
    for (const Index index : indices_) {
      row.push_back({index, value});
      sum += static_cast<std::uint32_t>(index) * 2654435761U >> 31 == 0 ? 1 : -1;
    }
    return (sum >= 0) == (random_.below(10) != 0) ? 1 : -1;
  }

 private:
  Random random_{1};
  std::vector<Index> indices_;
};

void fold(std::vector<Entry>& row, Index columns) {
  for (Entry& entry : row) entry.index %= columns;
  std::ranges::sort(row, {}, &Entry::index);
  const auto same = [](const Entry& a, const Entry& b) { return a.index == b.index; };
  row.erase(std::unique(row.begin(), row.end(), same), row.end());
}

/// With fewer columns than features, words have one in common, and few columns make full rows.
Sample generate(std::uint64_t nonzeros, Index columns = features) {
  std::vector<Entry> entries;
  entries.reserve(nonzeros + most_in_row);
  std::vector<Offset> starts{0};
  std::vector<double> labels;
  GeneratedRows rows;
  for (std::vector<Entry> row; entries.size() < nonzeros;) {
    const double label = rows.next(row);
    if (columns < features) fold(row, columns);
    for (const Entry& entry : row) entries.push_back({entry.index, static_cast<double>(label) * entry.value});
    starts.push_back(static_cast<Offset>(entries.size()));
    labels.push_back(label);
  }
  return {{std::move(starts), std::move(entries), columns}, std::move(labels)};
}

void write(const std::string& path, std::uint64_t nonzeros) {
  GeneratedRows rows;
  auto file = fmt::output_file(path, fmt::buffer_size = 1 << 20);
  std::uint64_t written = 0;
  for (std::vector<Entry> row; written < nonzeros; written += row.size()) {
    fmt::memory_buffer line;
    fmt::format_to(std::back_inserter(line), "{:+}", static_cast<int>(rows.next(row)));
    const std::string value = fmt::format(":{:.4g}", row.front().value);
    for (const Entry& entry : row) {
      line.push_back(' ');
      const fmt::format_int index(entry.index + 1);
      line.append(index.data(), index.data() + index.size());
      line.append(value);
    }
    line.push_back('\n');
    file.print("{}", fmt::string_view(line.data(), line.size()));
  }
}

struct Walker {
  std::string method;
  LossKind loss;
  RegularizerKind regularizer;
  int walks;  ///< over a row at each visit: one for its product, one to add it
  std::map<std::string, OptionValue> options = {};
};

const std::vector<Walker>& walkers() {
  static const std::vector<Walker> all{
      {"permuted_dcd", LossKind::hinge, RegularizerKind::l2, 2, {{"shrinking", false}}},
      {"permuted_dcd", LossKind::hinge, RegularizerKind::l2, 2, {{"shrinking", false}, {"order", "blocks"}}},
      {"stochastic_dcd", LossKind::hinge, RegularizerKind::l2, 2},
      {"cyclic_dcd", LossKind::hinge, RegularizerKind::l2, 2},
      {"dual_cd_logistic", LossKind::logistic, RegularizerKind::l2, 2},
      {"svr_dual_cd", LossKind::epsilon_insensitive, RegularizerKind::l2, 2, {{"shrinking", false}}},
      {"pegasos", LossKind::hinge, RegularizerKind::l2, 2},
      {"online_comid", LossKind::hinge, RegularizerKind::l2, 2},
      {"online_rda", LossKind::hinge, RegularizerKind::l2, 2},
      {"l1_psa", LossKind::hinge, RegularizerKind::l1, 2, {{"radius", 100.0}}},
      {"batch_comid", LossKind::hinge, RegularizerKind::l2, 2},
      {"tron", LossKind::squared_hinge, RegularizerKind::l2, 2},
  };
  return all;
}

/// Nanoseconds an entry of a product with each row in turn, and of adding it: the fastest of several walks.
double streaming_cost(const Sample& sample) {
  std::vector<double> w(features, 0.1);
  double fastest = infinity;
  double sum = 0;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    fastest = std::min(fastest, seconds_of([&] {
                         for (Index row = 0; row < sample.rows.outer_size(); ++row) {
                           const auto entries = sample.rows[row];
                           sum = dot(entries, w.data());
                           add(entries, 1e-9 * sum, w.data());
                         }
                       }));
  }
  return 1e9 * fastest / static_cast<double>(sample.rows.nonzeros()) / 2;
}

/// CPU seconds a pass, without the first pass, which touches most duals for the first time.
double seconds_a_pass(const Walker& walker, const Sample& sample) {
  const Problem problem(sample, walker.loss, walker.regularizer, 1.0 / sample.rows.outer_size());
  const Method& method = find_method(walker.method);
  const auto solver = make_solver(method, problem, OptionValues(method.options, walker.options), Random(1));
  const auto pass = static_cast<std::uint64_t>(sample.rows.nonzeros());
  std::uint64_t before = solver->advance(pass).entries_touched;
  std::vector<double> seconds;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    std::uint64_t after = before;
    const double taken = seconds_of([&] { after = solver->advance(pass).entries_touched; });
    if (after == before) break;  // converged
    seconds.push_back(taken / (static_cast<double>(after - before) / static_cast<double>(pass)));
    before = after;
  }
  return seconds.empty() ? std::nan("") : *std::ranges::min_element(seconds);
}

void compare(std::span<const std::uint64_t> sizes) {
  fmt::print(
      "CPU nanoseconds a stored entry and pass (fastest of {}), and how often the cost of its walks in "
      "the order of\nthe rows that is; slope: of CPU time over entries, from the size before\n\n",
      repetitions);
  std::vector<double> before(walkers().size(), std::nan(""));
  double entries_before = 0;
  for (const std::uint64_t size : sizes) {
    const Sample sample = generate(size);
    const auto entries = static_cast<double>(sample.rows.nonzeros());
    const double streamed = streaming_cost(sample);
    fmt::print("{:.3g} entries, {} rows; a walk in order: {:.2f} ns\n", entries, sample.rows.outer_size(),
               streamed);
    for (std::size_t k = 0; k < walkers().size(); ++k) {
      const Walker& walker = walkers()[k];
      const double seconds = seconds_a_pass(walker, sample);
      const double cost = 1e9 * seconds / entries;
      const double slope = std::log(seconds / before[k]) / std::log(entries / entries_before);
      const std::string name = walker.method + (walker.options.contains("order") ? ", blocks" : "");
      fmt::print("  {:<20} {:>7.2f} ns {:>7.2f} times {}\n", name, cost, cost / (walker.walks * streamed),
                 std::isfinite(slope) ? fmt::format("  slope {:.3f}", slope) : "");
      before[k] = seconds;
      std::fflush(stdout);
    }
    entries_before = entries;
  }
}

/// Wall seconds of a walk: the fastest of several stretches of ten.
double seconds_of_walk(const Walker& walker, const Sample& sample, double threads) {
  constexpr std::uint64_t walks = 10;
  const Problem problem(sample, walker.loss, walker.regularizer, 1.0 / sample.rows.outer_size());
  auto options = walker.options;
  options["threads"] = threads;
  const Method& method = find_method(walker.method);
  const auto solver = make_solver(method, problem, OptionValues(method.options, options), Random(1));
  const auto pass = static_cast<std::uint64_t>(sample.rows.nonzeros());
  std::uint64_t before = solver->advance(pass).entries_touched;
  double fastest = infinity;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const double start = wall_seconds();
    const std::uint64_t after = solver->advance(walks * pass).entries_touched;
    if (after == before) break;
    fastest = std::min(
        fastest, (wall_seconds() - start) * static_cast<double>(pass) / static_cast<double>(after - before));
    before = after;
  }
  return fastest;
}

/// The same rows, and rows of 54 dense columns.
void compare_threads(std::uint64_t nonzeros) {
  const std::vector<Walker> walkers{
      {"batch_comid", LossKind::hinge, RegularizerKind::l2, 2},
      {"tron", LossKind::squared_hinge, RegularizerKind::l2, 2, {{"hessian", "product"}}},
      {"lbfgs", LossKind::logistic, RegularizerKind::l2, 2},
      {"fista", LossKind::logistic, RegularizerKind::l2, 1}};
  fmt::print("Wall milliseconds a walk (fastest of {})\n", repetitions);
  for (const Index columns : {features, Index{50'000}, Index{54}}) {
    const Sample sample = generate(nonzeros, columns);
    fmt::print("{:.3g} entries, {} rows, {} columns\n", static_cast<double>(sample.rows.nonzeros()),
               sample.rows.outer_size(), columns);
    for (const Walker& walker : walkers) {
      fmt::print("  {:<14}", walker.method);
      for (const int threads : {0, 1, 2})
        fmt::print("  {} threads {:7.2f}", threads, 1e3 * seconds_of_walk(walker, sample, threads));
      fmt::print("\n");
      std::fflush(stdout);
    }
  }
}

std::uint64_t number_of(const char* text) {
  char* end = nullptr;
  const double number = std::strtod(text, &end);
  if (end == text || *end != '\0' || !(number >= 1 && number <= 1e12))
    throw ConfigError(fmt::format("a number of entries is from 1 to 1e12, got {}", text));
  return static_cast<std::uint64_t>(number);
}

}  // namespace

}  // namespace descent::benchmark

int main(int argc, char** argv) {
  using namespace descent;
  try {
    if (argc == 4 && std::string(argv[1]) == "--write") {
      benchmark::write(argv[2], benchmark::number_of(argv[3]));
      return EXIT_SUCCESS;
    }
    if (argc == 3 && std::string(argv[1]) == "--threads") {
      benchmark::compare_threads(benchmark::number_of(argv[2]));
      return EXIT_SUCCESS;
    }
    if (argc < 2 || argv[1][0] == '-')
      throw ConfigError("usage: scaling_benchmark NONZEROS... | --write FILE NONZEROS | --threads NONZEROS");
    std::vector<std::uint64_t> sizes;
    for (int k = 1; k < argc; ++k) sizes.push_back(benchmark::number_of(argv[k]));
    benchmark::compare(sizes);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return EXIT_FAILURE;
  }
}

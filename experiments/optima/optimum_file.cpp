// The file of a certified optimum: a JSON header, then weights and dual weights (optimum_store.hpp).

#include "experiments/optima/optimum_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <system_error>

#include "experiments/program/build_info.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/sha256.hpp"
#include "support/json/json_place.hpp"
#include "support/json/read_json.hpp"
#include "support/text/utc_now.hpp"

namespace descent {

namespace {

static_assert(std::endian::native == std::endian::little,
              "reference files hold doubles as they lie in memory");

constexpr auto format_name = "descent reference 1";
constexpr std::size_t longest_header = 1 << 16;

std::string hash_of(const CertifiedOptimum& optimum) {
  Sha256 hash;
  hash.add(std::as_bytes(std::span(optimum.weights)));
  hash.add(std::as_bytes(std::span(optimum.dual_weights)));
  return hash.hex();
}

void read_numbers(std::ifstream& stream, std::vector<double>& numbers, Index count) {
  numbers.resize(static_cast<std::size_t>(count));
  stream.read(reinterpret_cast<char*>(numbers.data()),
              static_cast<std::streamsize>(numbers.size() * sizeof(double)));
}

/// Never counts an unreadable file as missing: it may be sound. A foreign file must not be replaced.
std::ifstream opened(const std::filesystem::path& path) {
  std::error_code ignored;  // opening reports it
  const auto status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw DataError("{}: is not a regular file; move it away, and the reference is computed", path.string());
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw DataError("{}: cannot be opened for reading: {}", path.string(), system_reason());
  return stream;
}

/// The line of JSON; discarded if it is cut off. A file of somebody else must not be replaced.
Json read_header(std::ifstream& stream, const std::filesystem::path& path) {
  std::string line(longest_header, '\0');
  stream.getline(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 1) - 1));
  if (stream.bad()) throw DataError("{}: cannot be read", path.string());
  if (!line.empty() && line.find(format_name) == std::string::npos)
    throw DataError("{}: is not a reference that descent has written; move it away", path.string());
  return Json::parse(line, nullptr, false);
}

}  // namespace

std::string optimum_id(const Problem& problem) {
  Sha256 hash;
  hash.add(fmt::format("{} {} {:.17g} {} {} exact\n", name_of(problem.loss()), name_of(problem.regularizer()),
                       problem.lambda(), problem.m(), problem.n()));
  if (problem.free_intercept()) hash.add("free intercept\n");
  if (!problem.row_weights().empty()) {
    hash.add("row weights\n");
    hash.add(std::as_bytes(problem.row_weights()));
  }
  if (description_of(problem.loss()).task == Task::regression) {
    hash.add(fmt::format("epsilon {:.17g}\n", problem.epsilon()));
    hash.add(std::as_bytes(std::span(problem.sample().labels)));
  }
  hash.add(std::as_bytes(problem.rows().starts()));
  // Hash them as numbers, however they are stored.
  std::vector<Index> indices;
  std::vector<double> values;
  for (Index i = 0; i < problem.m(); ++i) {
    for (const Entry& entry : problem.rows()[i]) {
      indices.push_back(entry.index);
      values.push_back(entry.value);
    }
    if (indices.size() < 10'000 && i + 1 < problem.m()) continue;
    hash.add(std::as_bytes(std::span<const Index>(indices)));
    hash.add(std::as_bytes(std::span<const double>(values)));
    indices.clear();
    values.clear();
  }
  return hash.hex().substr(0, 16);
}

std::filesystem::path optimum_path(const std::filesystem::path& folder, const Problem& problem) {
  return folder / (optimum_id(problem) + ".reference");
}

void write_optimum(const std::filesystem::path& path, const ProblemSpec& spec,
                   const CertifiedOptimum& optimum, const OptimumSettings& settings) {
  const SparseMatrix& rows = spec.dataset->train.rows;
  Json header = {{"format", format_name},
                 {"id", path.stem().string()},
                 {"dataset", spec.dataset->name},
                 {"source", spec.dataset->source},
                 {"origin", spec.dataset->origin},
                 {"loss", spec.loss_text()},
                 {"regularizer", name_of(spec.regularizer)},
                 {"lambda", spec.solver_lambda()},
                 {"rows", rows.outer_size()},
                 {"columns", rows.inner_size()},
                 {"nonzeros", rows.nonzeros()},
                 {"objective", optimum.objective},
                 {"lower_bound", optimum.lower_bound},
                 {"gap", optimum.gap()},
                 {"method", optimum.method},
                 {"cpu_seconds", optimum.cpu_seconds},
                 {"seconds_allowed", settings.seconds},
                 {"gap_wanted", settings.gap},
                 {"numbers", "little-endian doubles after this line: a weight a column, a dual weight a row"},
                 {"sha256", hash_of(optimum)},
                 {"written", utc_now()}};
  header.update(program_and_machine());
  AtomicFile file(path);
  file.write(json_text(header) + '\n');
  file.write(std::as_bytes(std::span(optimum.weights)));
  file.write(std::as_bytes(std::span(optimum.dual_weights)));
  file.commit();
}

StoredOptimum read_optimum(const std::filesystem::path& path, const Problem& problem) {
  std::ifstream stream = opened(path);
  const Json header = read_header(stream, path);
  StoredOptimum stored;
  CertifiedOptimum& optimum = stored.optimum;
  read_numbers(stream, optimum.weights, problem.n());
  read_numbers(stream, optimum.dual_weights, problem.m());
  try {
    const JsonPlace place(path.string(), header);
    if (!stream || place.at("sha256").text() != hash_of(optimum)) throw DamagedOptimum(path);
    optimum.method = place.at("method").text();
    optimum.cpu_seconds = place.at("cpu_seconds").number();
    stored.seconds_allowed = place.at("seconds_allowed").number();
    stored.gap_wanted = place.at("gap_wanted").number();
  } catch (const ConfigError&) {
    throw DamagedOptimum(path);
  }
  optimum.objective = problem.evaluate_from_above(optimum.weights).objective;
  optimum.lower_bound = problem.lower_bound(optimum.dual_weights);
  return stored;
}

}  // namespace descent

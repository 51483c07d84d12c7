#include "support/records/run_file.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "support/files/file_state.hpp"
#include "support/files/sha256.hpp"

namespace descent {
namespace {

/// Wider than the tolerance when a run is carried out, so that it passes here, too.
constexpr double rounding = 1e-10;

/// The columns that are the same in every row of a run.
auto identity(const ResultRow& row) {
  return std::tie(row.experiment, row.dataset, row.source, row.loss, row.regularizer, row.lambda, row.method,
                  row.variant, row.seed, row.run_id, row.form, row.l2_factor, row.weighting);
}

void check_bound(const ResultRow& row) {
  if (!row.objective || !row.lower_bound || !std::isfinite(*row.objective)) return;
  const double scale = std::max(std::abs(*row.objective), std::abs(*row.lower_bound));
  if (*row.objective < *row.lower_bound - rounding * scale) {
    throw ResultFileError("objective: {:.17g} lies below the certified lower bound {:.17g}", *row.objective,
                          *row.lower_bound);
  }
  const double above = *row.objective - *row.lower_bound;
  if (row.suboptimality && !(std::abs(*row.suboptimality - above) <= rounding * scale)) {
    throw ResultFileError("suboptimality: expected {:.17g} (objective - lower_bound), got {:.17g}", above,
                          *row.suboptimality);
  }
}

/// Throws ResultFileError if the rows belong to another run.
void check_rows(const std::vector<ResultRow>& rows, const std::string& id,
                const std::filesystem::path& file) {
  if (rows.front().run_id != id)
    throw ResultFileError("{}: holds the run {}", file.string(), rows.front().run_id);
  for (const ResultRow& row : rows) {
    if (identity(row) != identity(rows.front())) {
      throw ResultFileError("{}: checkpoint {} is of another run than checkpoint 0", file.string(),
                            row.checkpoint);
    }
    try {
      check_bound(row);
    } catch (const ResultFileError& error) {
      throw ResultFileError("{}: checkpoint {}: {}", file.string(), row.checkpoint, error.what());
    }
  }
}

void require_checksum(const std::filesystem::path& file, const std::string& sha256,
                      const std::string& expected) {
  if (sha256 != expected)
    throw DamagedRun("{}: is damaged: expected SHA256 {}, got {}", file.string(), expected, sha256);
}

/// Called before the file is read: a file with a hole may state any size.
void require_size_of_a_run(const std::filesystem::path& file) {
  if (const auto state = state_of(file); state && state->bytes > most_bytes_of_a_run)
    throw DamagedRun("{}: has {} bytes, more than any run", file.string(), state->bytes);
}

}  // namespace

std::string checked_text(const std::filesystem::path& path, const std::string& sha256) {
  require_size_of_a_run(path);
  std::string text = text_of_file(path);
  require_checksum(path, sha256_of(text), sha256);
  return text;
}

std::filesystem::path run_file(const std::filesystem::path& folder, const std::string& id) {
  return folder / "runs" / (id + ".csv");
}

RunFile read_run(const std::filesystem::path& folder, const std::string& id) {
  const std::filesystem::path file = run_file(folder, id);
  require_size_of_a_run(file);
  std::string text = text_of_file(file);
  RunFile run{{}, sha256_of(text), {}};
  try {
    run.rows = read_rows(file, std::move(text));
    check_rows(run.rows, id, file);
  } catch (const ResultFileError& error) {
    throw DamagedRun(error.what());
  }
  // After the rows: their messages say more than a checksum.
  run.provenance = read_provenance(folder, id);
  if (run.sha256 != run.checksums().former_rows) require_checksum(file, run.sha256, run.checksums().rows);
  return run;
}

void require_one_setup(const std::vector<ResultRow>& rows, const std::filesystem::path& file) {
  const double setup = rows.front().setup_seconds;
  for (const ResultRow& row : rows) {
    if (row.setup_seconds == setup) continue;
    throw DamagedRun("{}: checkpoint {}: setup_seconds: expected {} as in the row before, got {}",
                     file.string(), row.checkpoint, setup, row.setup_seconds);
  }
}

}  // namespace descent

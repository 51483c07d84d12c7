#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/records/group_key.hpp"

namespace descent {

/// Values of the column `status`. All rows of a run have `running`, except the last.
namespace run_status {
inline constexpr std::string_view running = "running";         ///< at a checkpoint on the way
inline constexpr std::string_view budget = "budget";           ///< its time or its passes are used up
inline constexpr std::string_view target = "target";           ///< at the configuration's `stop_at`
inline constexpr std::string_view converged = "converged";     ///< the method's own stopping rule holds
inline constexpr std::string_view stopped = "stopped";         ///< it holds, and proves next to nothing
inline constexpr std::string_view stalled = "stalled";         ///< the method cannot make progress
inline constexpr std::string_view limit = "limit";             ///< at a limit of the method's own
inline constexpr std::string_view diverged = "diverged";       ///< iterates have left the finite numbers
inline constexpr std::string_view failed_prefix = "failed: ";  ///< a reason follows
/// The status of a run that crashed, was killed or ran out of memory.
std::string failed(std::string_view reason);
bool is_failed(std::string_view status);
/// Whether the method ended the run, and neither its budget nor a failure: converged, stopped,
/// stalled or at a limit.
bool is_own_end(std::string_view status);
/// Whether the run could have gone on: budget or target.
bool is_cut_off(std::string_view status);
/// How the reason of a run begins whose objective contradicts its problem's certificate.
inline constexpr std::string_view contradiction_prefix = "checkpoint ";
/// True if the run failed for that reason: then its bound is wrong, and so is everything computed from it.
bool contradicts_certificate(std::string_view status);
}  // namespace run_status

/// One checkpoint of one run: a line of DIR/runs/ID.csv. result_columns() has meanings and units. A run that
/// failed is one row with the status `failed: reason`, times and work 0, and every optional member empty.
struct ResultRow : GroupKey {
  std::uint64_t seed = 0;
  std::uint64_t checkpoint = 0;
  double cpu_seconds = 0;
  double wall_seconds = 0;
  double setup_seconds = 0;
  double passes = 0;
  std::uint64_t updates = 0;
  std::optional<double> objective;
  std::optional<double> lower_bound;
  std::optional<double> suboptimality;
  std::optional<std::uint64_t> nonzeros;
  std::optional<double> density;
  std::optional<double> train_error;
  std::optional<double> test_error;
  std::string status{run_status::running};
  std::optional<double> dual_value;
  std::optional<double> support_recall;
  std::optional<double> support_false;
  std::optional<double> primal_residual;
  std::optional<double> dual_residual;
  std::optional<std::uint64_t> outer_iterations;
  std::uint64_t entries_touched = 0;
  std::string run_id;
  std::string form = "mean";
  std::optional<double> l2_factor;
  std::string weighting;
  std::optional<std::uint64_t> processes;
  std::optional<std::uint64_t> rounds;
  std::optional<std::uint64_t> bytes_sent;
  std::optional<std::uint64_t> threads;

  /// In several processes or threads, so that its budget is wall time.
  bool works_at_once() const { return processes > 1U || threads > 1U; }
};

/// The columns of a run file, in order: the only place where they are listed.
const std::vector<Column<ResultRow>>& result_columns();

/// Header and rows.
std::string rows_text(std::span<const ResultRow> rows);

/// The rows of one run, as written. Throws ResultFileError ("file:line: column: message") for a wrong header
/// or a field of another kind. A checksum tells whether they are those that were written.
std::vector<ResultRow> read_rows(const std::filesystem::path& path);
/// The same of the text that was read from there.
std::vector<ResultRow> read_rows(const std::filesystem::path& path, std::string text);

/// Gives the rows another bound; rows without proof stay unproven. The overlap with the support of its w* is
/// only known when the run is repeated.
void set_bound(double lower_bound, std::vector<ResultRow>& rows);

}  // namespace descent

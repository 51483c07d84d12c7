#pragma once

#include <filesystem>
#include <optional>

#include "experiments/measure/run_record.hpp"
#include "experiments/plan/plan.hpp"
#include "support/files/atomic_file.hpp"
#include "support/json/read_json.hpp"

// What `descent solve` tells of the run that it has carried out.

namespace descent {

/// How far the objective is from the best lower bound that is known, by a certified optimum or by the
/// method's own dual weights, as a share of the objective; none where no bound is.
std::optional<double> relative_gap_of(const ResultRow& row);

bool is_proved(const ResultRow& row, double gap);

Json solved_run_json(const RunSpec& spec, const ResultRow& last);
void print_solved_run(const RunSpec& spec, const ResultRow& last);

/// The weights as text, one a line, for other programs: numpy.loadtxt and R's scan leave out the lines with
/// #. Throws ResultFileError when the file cannot be written.
class WeightsFile {
 public:
  /// Before hours of work for a file that cannot be written.
  explicit WeightsFile(const std::filesystem::path& path);

  void write(const RunSpec& spec, const RunRecord& record);

 private:
  AtomicFile file_;
};

}  // namespace descent

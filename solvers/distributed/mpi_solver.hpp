#pragma once

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solvers/contract/option.hpp"
#include "solvers/contract/option_json.hpp"
#include "solvers/contract/process_solver.hpp"
#include "solvers/distributed/mpi_job.hpp"
#include "solvers/distributed/mpi_rows.hpp"
#include "solvers/problem/problem.hpp"
#include "solvers/program/exchange_folder.hpp"
#include "support/errors.hpp"
#include "support/json/read_json.hpp"
#include "support/numbers/infinity.hpp"
#include "support/numbers/random.hpp"

namespace descent {

/// A run in several processes connected by MPI (docs/processes.md). The processes read their parts of the
/// training rows from a file, work on request, and hand over their iterate in a file.
class MpiSolver : public ProcessSolver, public Communicating {
 public:
  /// Shares the columns, or else the rows. Throws ConfigError if a process would have no value. The problem
  /// must outlive this object.
  MpiSolver(const std::string& method, bool by_columns, int processes, const Problem& problem,
            const OptionValues& options, Random random)
      : problem_(problem),
        request_(request_of(method, problem, options, random)),
        processes_(processes),
        w_(static_cast<std::size_t>(problem.n()), 0.0),
        a_(static_cast<std::size_t>(problem.m()), 0.0) {
    communication_.processes = processes_;
    const std::vector<Offset> starts_of_columns =
        by_columns ? column_starts(problem.rows()) : std::vector<Offset>();
    const std::span<const Offset> starts = by_columns ? starts_of_columns : problem.rows().starts();
    for (int part = 0; part < processes_; ++part) {
      const RowRange range = rows_of_part(starts, part, processes_);
      if (starts[static_cast<std::size_t>(range.first)] == starts[static_cast<std::size_t>(range.last)]) {
        throw ConfigError(fmt::format(
            "\"processes\": {} are too many for {} {} with {} values: process {} would have no value",
            processes_, starts.size() - 1, by_columns ? "columns" : "rows", problem.rows().nonzeros(), part));
      }
    }
  }

  /// Throws RunError if the processes have ended.
  Progress advance(std::uint64_t nonzeros) override {
    if (!job_) start(infinity);
    const Json answer = job_->ask(fmt::format("advance {}", nonzeros));
    progress_ = {answer.at("nonzeros"), answer.at("updates"),
                 static_cast<Status>(answer.at("status").get<int>())};
    communication_.rounds = answer.at("rounds");
    communication_.bytes_sent = answer.at("bytes_sent");
    cost_.cpu_seconds = answer.at("cpu_seconds");
    cost_.wall_seconds = answer.at("wall_seconds");
    iterate_is_read_ = false;
    return progress_;
  }

  void weights(std::span<double> w) const override {
    read_iterate();
    std::ranges::copy(w_, w.begin());
  }

  std::optional<std::span<const double>> dual() const override {
    read_iterate();
    return a_;
  }

  Communication communication() const override { return communication_; }

  /// CPU seconds of all processes, including waiting for each other; wall seconds from the first start to the
  /// last end. Setup makes their solvers, without reading rows.
  std::optional<ProcessCost> cost() const override { return cost_; }
  /// Throws ConfigError if the processes cannot be had (require_processes).
  void start(double) override {
    require_processes(processes_);
    folder_ = std::make_unique<ExchangeFolder>();
    const std::filesystem::path rows = folder_->path() / "rows";
    const std::filesystem::path request = folder_->path() / "request.json";
    write_rows_for_processes(problem_.sample(), rows);
    request_["rows"] = rows.string();
    request_["iterate"] = (folder_->path() / "iterate").string();
    std::ofstream file(request);
    file << json_text(request_) << '\n';
    finish_file(file, request);
    job_ = std::make_unique<MpiJob>(processes_, request, infinity);
    cost_.setup_seconds = job_->ask("start").at("cpu_seconds");
  }

 private:
  static Json request_of(const std::string& method, const Problem& problem, const OptionValues& options,
                         Random& random) {
    return {{"method", method},
            {"loss", description_of(problem.loss()).name},
            {"regularizer", name_of(problem.regularizer())},
            {"lambda", problem.lambda()},
            {"epsilon", problem.epsilon()},
            {"seed", random.bits()},
            {"options", to_json(options)}};
  }

  /// Has the processes write their iterate to a file, and reads it: w, then a. Does nothing if it was read.
  void read_iterate() const {
    if (iterate_is_read_) return;
    job_->ask("iterate");
    const std::string path = request_.at("iterate");
    const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    const auto w = std::as_writable_bytes(std::span(w_));
    const auto a = std::as_writable_bytes(std::span(a_));
    if (!file.is_open() || file.read_at(0, w) != w.size() || file.read_at(w.size(), a) != a.size())
      throw RunError(
          fmt::format("{}: cannot be read: is the folder on a file system that all processes see?", path));
    iterate_is_read_ = true;
  }

  const Problem& problem_;
  Json request_;
  int processes_;
  std::unique_ptr<ExchangeFolder> folder_;
  std::unique_ptr<MpiJob> job_;  ///< ends before the folder goes
  ProcessCost cost_;
  Communication communication_;
  Progress progress_;
  mutable bool iterate_is_read_ = true;
  mutable std::vector<double> w_;
  mutable std::vector<double> a_;
};

}  // namespace descent

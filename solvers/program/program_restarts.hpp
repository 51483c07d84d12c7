#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "solvers/contract/option_json.hpp"
#include "solvers/contract/process_solver.hpp"
#include "solvers/program/exchange_folder.hpp"
#include "solvers/program/external_program.hpp"
#include "solvers/stopping/falling_tolerances.hpp"
#include "support/errors.hpp"
#include "support/json/json_place.hpp"
#include "support/json/read_json.hpp"
#include "support/numbers/random.hpp"

namespace descent {

/// A run of an external program: one call, from the start, for each of the FallingTolerances. It is trusted
/// only for what it alone can know: its weights are judged like all others, and its time is at most what the
/// system counted for its processes.
class ProgramRestarts : public ProcessSolver {
 public:
  /// `own` are the names of the program's own options. The problem must outlive this object.
  ProgramRestarts(const ExternalProgram& program, const std::vector<std::string>& own, const Problem& problem,
                  const OptionValues& values, Random random)
      : program_(program),
        problem_(problem),
        request_(request_of(problem, own, values, random)),
        tolerances_(values),
        grace_seconds_(values.number("grace_seconds")),
        folder_(problem),
        w_(static_cast<std::size_t>(problem.n()), 0.0) {
    request_["data"] = folder_.data();
    request_["weights"] = (folder_.path() / "weights").string();
  }

  /// Throws RunError for an invalid answer, or if the file has changed since `describe`.
  Progress advance(std::uint64_t) override {
    if (progress_.status != Status::running) return progress_;
    if (sha256_of_program(program_.file) != program_.sha256)
      throw RunError(fmt::format("{}: has changed since it described itself", program_.written));
    const double tolerance = tolerances_.next();
    write_request(tolerance);
    const ProgramCall call = call_program(program_, {"solve", (folder_.path() / "request.json").string()},
                                          folder_.path(), 2 * most_cpu_seconds_ + grace_seconds_);
    // An answer that takes more CPU time than the whole run lies beyond the curve.
    if (call.end.was_late && has_answered_ && call.end.cpu_seconds >= most_cpu_seconds_) {
      cost_.reset();
      return progress_;
    }
    if (!call.failure.empty())
      throw RunError(fmt::format("{}: at tolerance {:.3g}: {}", program_.written, tolerance, call.failure));
    try {
      take_answer(call, tolerance);
    } catch (const ConfigError& error) {  // thrown for the answer's JSON
      throw RunError(error.what());
    }
    read_weights();
    has_answered_ = true;
    return progress_;
  }

  void weights(std::span<double> w) const override { std::ranges::copy(w_, w.begin()); }

  std::optional<ProcessCost> cost() const override { return cost_; }
  void start(double most_cpu_seconds) override { most_cpu_seconds_ = most_cpu_seconds; }

 private:
  /// A tick of the clock that some languages count in.
  static constexpr double clock_tick = 0.01;

  /// Largest amount of work that a program may report.
  static constexpr double most_work = 1e15;

  /// The last feature's value if the same in every row, like a bias; else 0.
  static double constant_last_feature(const Problem& problem) {
    const SparseMatrix& rows = problem.rows();
    const bool has_classes = description_of(problem.loss()).task == Task::classification;
    std::optional<double> constant;
    for (Index i = 0; i < rows.outer_size(); ++i) {
      if (rows[i].empty() || rows[i].back().index != problem.n() - 1) return 0;
      const double sign = has_classes ? problem.sample().labels[static_cast<std::size_t>(i)] : 1;
      const double value = sign * static_cast<double>(rows[i].back().value);
      if (value != constant.value_or(value)) return 0;
      constant = value;
    }
    return constant.value_or(0);
  }

  static Json request_of(const Problem& problem, const std::vector<std::string>& own,
                         const OptionValues& values, Random& random) {
    Json options = Json::object();
    for (const std::string& name : own) options[name] = to_json(values.all().at(name));
    Json request = {{"protocol", program_protocol},
                    {"rows", problem.m()},
                    {"columns", problem.n()},
                    {"nonzeros", problem.rows().nonzeros()},
                    {"loss", name_of(problem.loss())},
                    {"regularizer", name_of(problem.regularizer())},
                    {"lambda", problem.lambda()},
                    {"C", problem.c()},
                    {"bias", constant_last_feature(problem)},
                    {"free_intercept", problem.free_intercept()},
                    {"seed", random.below(1ULL << 31)},
                    {"options", std::move(options)}};
    if (description_of(problem.loss()).has_epsilon) request["epsilon"] = problem.epsilon();
    return request;
  }

  static double amount_at(const JsonPlace& place) {
    const double amount = place.number();
    if (!(amount >= 0 && amount <= most_work))
      place.fail(fmt::format("must be >= 0 and <= {:g}, got {}", most_work, amount));
    return amount;
  }

  void write_request(double tolerance) const {
    std::error_code ignored;
    std::filesystem::remove_all(folder_.path() / "weights", ignored);
    Json request = request_;
    request["tolerance"] = tolerance;
    request["time_limit"] = most_cpu_seconds_;
    std::ofstream file(folder_.path() / "request.json");
    file << json_text(request, 1) << '\n';
    file.flush();
    if (!file)
      throw RunError(fmt::format("{}: the request cannot be written: {}", program_.written, system_reason()));
  }

  void take_answer(const ProgramCall& call, double tolerance) {
    const std::string place = fmt::format("{}: answer at tolerance {:.3g}", program_.written, tolerance);
    const Json json = parse_json(call.output, place);
    const JsonPlace answer(place, json);
    answer.allow_keys({"seconds", "updates", "passes", "status"});
    const double measured = call.end.cpu_seconds;
    double claimed = measured;
    if (const auto seconds = answer.find("seconds")) {
      claimed = amount_at(*seconds);
      if (claimed > measured + clock_tick)
        seconds->fail(fmt::format("claims {:.6g} s of CPU time, and its processes have used {:.6g} s",
                                  claimed, measured));
    }
    const double drawn = std::min(claimed, measured);
    cost_ = {drawn, measured - drawn, drawn + std::max(0.0, call.end.wall_seconds - measured)};

    progress_ = {};
    if (const auto updates = answer.find("updates"))
      progress_.updates = static_cast<std::uint64_t>(amount_at(*updates));
    // An answer takes at least one pass over the data, and so does each update of all weights.
    double passes_done = std::max(1.0, static_cast<double>(progress_.updates));
    if (const auto passes = answer.find("passes")) passes_done = amount_at(*passes);
    progress_.entries_touched = static_cast<std::uint64_t>(
        std::min(most_work, passes_done * static_cast<double>(problem_.rows().nonzeros())));
    const auto status = answer.find("status");
    if (status && status->word("converged", "limit") == "limit")
      progress_.status = Status::limit;
    else if (tolerances_.is_at_end())
      progress_.status = Status::converged;
  }

  void read_weights() {
    const std::filesystem::path path = request_.at("weights").get<std::string>();
    const auto refuse = [&](const std::string& message) {
      throw RunError(fmt::format("{}: {}", program_.written, message));
    };
    // A link or a pipe could lead anywhere, or block.
    const FileDescriptor file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat about {};
    const bool is_link = !file.is_open() && errno == ELOOP;
    if (!is_link && (!file.is_open() || fstat(file.get(), &about) != 0)) refuse("has written no weights");
    if (is_link || !S_ISREG(about.st_mode)) refuse("its weights are not a regular file");
    const auto bytes = std::as_writable_bytes(std::span(w_));
    if (static_cast<std::size_t>(about.st_size) != bytes.size())
      refuse(fmt::format("has written {} bytes of weights; {} weights of 8 bytes are wanted", about.st_size,
                         w_.size()));
    if (file.read_at(0, bytes) != bytes.size()) refuse("its weights cannot be read");
  }

  ExternalProgram program_;
  const Problem& problem_;
  Json request_;  ///< the part that all requests share
  FallingTolerances tolerances_;
  double grace_seconds_;
  double most_cpu_seconds_ = 0;
  ExchangeFolder folder_;
  std::vector<double> w_;
  bool has_answered_ = false;
  std::optional<ProcessCost> cost_;
  Progress progress_;
};

}  // namespace descent

// descent_ranks REQUEST: one process of a run of MpiSolver, which starts it by mpiexec. The first process
// reads commands from standard input, one per line, and answers each with a line of JSON:
//
//   greet       returns an empty object, which shows that all processes are there; reads no request
//   start       reads the request and its rows or columns, makes the solver, returns the CPU seconds of that
//   advance N   calls Solver::advance(N); returns the state of the run and the cost of the call
//   iterate     writes weights and the dual weights of all processes to the file of the request
//
// At the end of its input all processes end. A process that fails ends all others.

#include <sys/prctl.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>

#include "experiments/ranks/mpi_ranks.hpp"
#include "solvers/contract/option_json.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "solvers/distributed/mpi_rows.hpp"
#include "support/errors.hpp"
#include "support/json/json_place.hpp"
#include "support/json/read_json.hpp"
#include "support/memory/huge_pages.hpp"
#include "support/process/processor.hpp"
#include "support/terminal/print.hpp"

namespace descent {
namespace {

enum class Order { greet, start, advance, iterate, end };

struct Command {
  Order order = Order::end;
  std::uint64_t nonzeros = 0;
};

Command next_command() {
  std::string line;
  if (!std::getline(std::cin, line)) return {};
  std::istringstream words(line);
  std::string word;
  Command command;
  words >> word >> command.nonzeros;
  if (word == "greet") command.order = Order::greet;
  if (word == "start") command.order = Order::start;
  if (word == "advance") command.order = Order::advance;
  if (word == "iterate") command.order = Order::iterate;
  return command;
}

OptionValues options_at(const JsonPlace& place, const Method& method) {
  std::map<std::string, OptionValue> values;
  for (const Option& option : method.options) values[option.name] = read_option_value(place.at(option.name));
  return {method.options, values};
}

class RankOfRun {
 public:
  RankOfRun(const std::string& file, MpiRanks& ranks)
      : json_(read_json(file)), request_(file, json_), ranks_(ranks) {
    const LossKind loss = request_.at("loss").description("loss", losses()).kind;
    const RegularizerKind regularizer =
        request_.at("regularizer").description("regularizer", regularizers()).kind;
    const Method& method = find_method(request_.at("method").text());
    const RankCapability& solved = rank_solver(method.name, loss, regularizer);
    shared_ = solved.shared;
    const bool by_rows = shared_ == Shared::rows;
    PartOfRows part =
        read_part_of_rows(request_.at("rows").text(), by_rows ? ranks.rank() : 0, by_rows ? ranks.size() : 1);
    sample_ = by_rows ? std::move(part.sample) : columns_of_part(part.sample, ranks.rank(), ranks.size());
    problem_.emplace(sample_, loss, regularizer, request_.at("lambda").number(),
                     ProblemDetails{.epsilon = request_.at("epsilon").number()});
    const Random random(request_.at("seed").value().get<std::uint64_t>());
    const double start = process_cpu_seconds();
    solver_ = solved.make(ProblemShare::part(*problem_, part.rows, part.nonzeros),
                          options_at(request_.at("options"), method), random, ranks);
    setup_seconds_ = process_cpu_seconds() - start;
  }

  std::string setup() const { return json_text({{"cpu_seconds", ranks_.sum_at_first(setup_seconds_)}}); }

  std::string advance(std::uint64_t nonzeros) {
    ranks_.wait_for_all();
    const double cpu_start = process_cpu_seconds();
    const double wall_start = wall_seconds();
    const Progress progress = solver_->advance(nonzeros);
    ranks_.wait_for_all();
    const double wall = wall_seconds() - wall_start;
    const double cpu = ranks_.sum_at_first(process_cpu_seconds() - cpu_start);
    return json_text({{"nonzeros", progress.entries_touched},
                      {"updates", progress.updates},
                      {"status", static_cast<int>(progress.status)},
                      {"rounds", ranks_.communication().rounds},
                      {"bytes_sent", ranks_.communication().bytes_sent},
                      {"cpu_seconds", cpu},
                      {"wall_seconds", wall}});
  }

  std::string iterate() const {
    std::vector<double> w(static_cast<std::size_t>(problem_->n()));
    solver_->weights(w);
    const bool by_columns = shared_ == Shared::columns;
    if (by_columns) ranks_.sum_at_first(w);
    const bool has_dual = ranks_.rank() == 0 || !by_columns;  // else all have the dual weights of the first
    std::span<const double> own_dual;
    if (has_dual) own_dual = solver_->dual().value_or(own_dual);
    const std::vector<double> a = ranks_.gather(own_dual);
    if (ranks_.rank() != 0) return "";
    const std::string path = request_.at("iterate").text();
    std::ofstream file(path, std::ios::binary);
    for (const std::vector<double>* values : {&std::as_const(w), &a})
      file.write(reinterpret_cast<const char*>(values->data()),
                 static_cast<std::streamsize>(values->size() * sizeof(double)));
    file.flush();
    if (!file) throw RunError(path + ": cannot be written: " + system_reason());
    return "{}";
  }

 private:
  Json json_;
  JsonPlace request_;
  MpiRanks& ranks_;
  Shared shared_ = Shared::rows;
  Sample sample_;
  std::optional<Problem> problem_;
  std::unique_ptr<Solver> solver_;
  double setup_seconds_ = 0;
};

void work(const std::string& request, MpiRanks& ranks) {
  std::optional<RankOfRun> run;
  for (;;) {
    Command command;
    if (ranks.rank() == 0) command = next_command();
    ranks.tell(command);
    if (command.order == Order::end) return;
    std::string answer = "{}";
    if (command.order == Order::greet) ranks.wait_for_all();
    if (command.order == Order::start) answer = run.emplace(request, ranks).setup();
    if (command.order == Order::advance) answer = run.value().advance(command.nonzeros);
    if (command.order == Order::iterate) answer = run.value().iterate();
    if (ranks.rank() != 0) continue;
    print_output("{}\n", answer);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace descent

int main(int count, char** values) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // else nothing would end it without mpiexec
  descent::begin_on_huge_pages();
  MPI_Init(&count, &values);
  descent::MpiRanks ranks;
  try {
    if (count != 2) throw descent::ConfigError("expected the path of a request; descent starts this program");
    descent::work(values[1], ranks);
  } catch (const std::exception& error) {
    std::fflush(stdout);
    descent::print_error("descent_ranks: process {} of {}: {}\n", ranks.rank(), ranks.size(), error.what());
    std::fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}

#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "support/json/json_place.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/solvers/random_problem.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent::test {

/// Classification problem as LIBSVM text: normal features, labels by a hidden rule with a tenth wrong.
inline std::string tiny_data(std::uint64_t seed = 1, int rows = 60, int columns = 8) {
  Random random(seed);
  const Vector rule = random_vector(static_cast<std::size_t>(columns), 1, random);
  std::string text;
  for (int i = 0; i < rows; ++i) {
    double score = 0;
    std::string features;
    for (int j = 0; j < columns; ++j) {
      if (random.uniform() < 0.3) continue;
      const double x = random.normal();
      score += x * rule[static_cast<std::size_t>(j)];
      features += fmt::format(" {}:{:.4f}", j + 1, x);
    }
    const bool wrong = random.uniform() < 0.1;
    text += ((score > 0) != wrong ? "+1" : "-1") + features + '\n';
  }
  return text;
}

/// A folder with the data file `tiny` and the configuration tiny.json.
class TinyExperiment {
 public:
  TinyExperiment() {
    data_ = folder_.write("tiny", tiny_data()).string();
    config = Json::parse(R"({
      "name": "tiny",
      "loss": "hinge",
      "regularizer": "l2",
      "methods": [
        {"name": "nonsmooth_scd"},
        {"name": "permuted_dcd"},
        {"name": "batch_comid"}
      ],
      "seeds": 2,
      "passes": 4,
      "checkpoints": 1
    })");
    config["datasets"] = Json::array({data_});
  }

  /// Writes tiny.json with the current `config`.
  std::string write() const { return folder_.write("tiny.json", config.dump(1)).string(); }

  /// Runs the current experiment by `descent run` with more arguments, into a folder beside its files.
  ProgramRun run(const std::vector<std::string>& more = {}, const std::string& out = "out") const {
    return run_program(
        joined({"run", write(), "--out", path(out), "--references", path("references")}, more));
  }

  const std::string& data() const { return data_; }
  const std::filesystem::path& folder() const { return folder_.path(); }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  std::filesystem::path write(const std::string& name, std::string_view text) const {
    return folder_.write(name, text);
  }

  Json config;

 private:
  TemporaryFolder folder_;
  std::string data_;
};

}  // namespace descent::test

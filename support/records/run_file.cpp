#include "support/records/run_file.hpp"

#include <system_error>
#include <utility>

#include "support/files/contents.hpp"
#include "support/files/file_state.hpp"
#include "support/files/sha256.hpp"
#include "support/json/json_place.hpp"

namespace descent {

namespace {

void require_object(const JsonPlace& place, const RunProvenance&) {
  if (!place.value().is_object()) place.fail("must be an object");
}

/// Requires a text as processor if it is there: it decides whether runs can be compared.
void require_machine(const JsonPlace& place, const RunProvenance& provenance) {
  require_object(place, provenance);
  if (const auto processor = place.find("processor")) processor->text();
}

}  // namespace

Fields<RunChecksums> RunChecksums::fields() {
  using C = RunChecksums;
  return {nonempty(in_json("csv", "of runs/ID.csv", &C::rows))};
}

Fields<RunProvenance> RunProvenance::fields() {
  using P = RunProvenance;
  return {
      in_json("id", "of the run", &P::id),
      may_be_missing(in_json("what", "in words", &P::what)),
      checked(in_json("identity", "from which the id follows", &P::identity), require_object),
      checked(in_json("program", "the build of descent that carried out the run", &P::program),
              require_object),
      checked(in_json("machine", "on which the run was carried out", &P::machine), require_machine),
      in_json("ended", "UTC", &P::ended),
      unless_default(in_json("costs", "of measuring; none for a run that failed", &P::costs)),
      unless_default(in_json("data_file", "path of the data", &P::data_file)),
      unless_default(in_json("test_file", "path of the test rows", &P::test_file)),
      unless_default(in_json("row_weights_file", "path of the row weights", &P::row_weights_file)),
      unless_default(in_json("program_file", "path of the external program", &P::program_file)),
      in_json("sha256", "of the run's rows", &P::checksums),
      unless_default(in_json("decision_line", "w1, w2 and intercept of the last iterate", &P::decision_line)),
      unless_default(in_json("surroundings", "the machine around the run", &P::surroundings))};
}

std::filesystem::path provenance_file(const std::filesystem::path& folder, const std::string& id) {
  return folder / "provenance" / (id + ".json");
}

RunProvenance read_provenance(const std::filesystem::path& folder, const std::string& id) {
  const std::filesystem::path file = provenance_file(folder, id);
  try {
    const Json json = read_written_json(file);
    return read_record<RunProvenance>(JsonPlace(file.string(), json));
  } catch (const ConfigError&) {
    throw DamagedRun(file);
  }
}

Fields<RunSurroundings> RunSurroundings::fields() {
  using S = RunSurroundings;
  return {in_json("load", "processes that wanted to run before it, mean of a minute", &S::load),
          in_json("runs_beside", "other runs of the command at the same time, at most", &S::runs_beside),
          in_json("cache_shared_by", "the most of these on its last-level cache", &S::cache_shared_by),
          in_json("throttles", "of its core for heat, meanwhile", &S::throttles),
          in_json("steal_seconds", "that another virtual machine had its core", &S::steal_seconds),
          in_json("switches", "times that it had to leave its core", &S::switches)};
}

std::filesystem::path run_file(const std::filesystem::path& folder, const std::string& id) {
  return folder / "runs" / (id + ".csv");
}

RunFile read_run(const std::filesystem::path& folder, const std::string& id) {
  const std::filesystem::path file = run_file(folder, id);
  std::string text = text_of_file(file);
  RunFile run{{}, read_provenance(folder, id)};
  if (sha256_of(text) != run.provenance.checksums.rows) throw DamagedRun(file);
  try {
    run.rows = read_rows(file, std::move(text));
  } catch (const ResultFileError& error) {
    throw DamagedRun(error.what());
  }
  return run;
}

std::optional<RunFile> find_run(const std::filesystem::path& folder, const std::string& id) {
  const std::filesystem::path file = run_file(folder, id);
  std::error_code error;
  const bool exists = std::filesystem::exists(file, error);
  if (error) throw ConfigError("{}: cannot be looked up: {}", file.string(), error.message());
  if (!exists) return std::nullopt;
  // Else its rows could not be written there.
  if (!is_file(file))
    throw ResultFileError("{}: is not a regular file; move it away, and the run is carried out again",
                          file.string());
  return read_run(folder, id);
}

void write_run(const std::filesystem::path& folder, RunFile run, AfterPowerFailure wanted) {
  const std::string text = rows_text(run.rows);
  run.provenance.checksums = {sha256_of(text)};
  Json provenance = write_record(run.provenance);
  provenance["costs"] = run.provenance.costs;  // null for a run that failed
  write_atomically(provenance_file(folder, run.provenance.id), json_text(provenance, 1) + '\n', wanted);
  write_atomically(run_file(folder, run.provenance.id), text, wanted);
}

}  // namespace descent

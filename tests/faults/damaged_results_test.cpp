// Files changed after writing, in any field: all readers report it, and `run` restores the results of an
// undisturbed run.

#include <fstream>

#include "experiments/config/tuned_file.hpp"
#include "support/numbers/random.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/faults/damage.hpp"
#include "tests/faults/trial_report.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// A valid field with another value.
std::string other_field(const std::string& field, Random& random) {
  if (field.empty()) return "0.5";
  if (field == "inf" || field.find_first_of("0123456789") == std::string::npos) return field + 'x';
  std::string changed = field;
  std::size_t at = random.below(changed.size());
  while (changed[at] < '0' || changed[at] > '9') at = (at + 1) % changed.size();
  changed[at] = changed[at] == '9' ? '1' : static_cast<char>(changed[at] + 1);
  return changed;
}

/// Text of a run's file with one changed field in one row.
std::string with_other_field(const std::string& text, std::size_t row, std::size_t column, Random& random) {
  std::size_t at = 0;
  for (std::size_t line = 0; line <= row; ++line) at = text.find('\n', at) + 1;
  for (std::size_t comma = 0; comma < column; ++comma) at = text.find(',', at) + 1;
  const std::size_t end = text.find_first_of(",\n", at);
  return text.substr(0, at) + other_field(text.substr(at, end - at), random) + text.substr(end);
}

/// Another value of the same kind.
Json other_value(const Json& value) {
  if (value.is_string()) return value.get<std::string>() + 'x';
  if (value.is_boolean()) return !value.get<bool>();
  if (value.is_number_float()) return std::nextafter(value.get<double>(), 1e300);
  return value.is_number() ? Json(value.get<std::int64_t>() + 1) : Json(1);
}

/// A file that begins with a JSON object, on one line if more follows.
struct JsonFile {
  std::filesystem::path path;
  bool has_more = false;

  Json read() const {
    const std::string text = file_text(path);
    return Json::parse(has_more ? text.substr(0, text.find('\n')) : text);
  }
  void write(const Json& json) const {
    const std::string text = file_text(path);
    std::ofstream(path) << json.dump() << (has_more ? text.substr(text.find('\n')) : "\n");
  }
};

/// Writes constants as `descent tune` could have found them.
void write_constants(const SmallExperiment& experiment) {
  TunedFile file = TunedFile::read(experiment.folder() / "tuned" / "small.json");
  file.put({{"points", "file", 300, 3, "hinge", "l1", "1/m"},
            "nonsmooth_scd",
            "",
            {"passes", 100, 2},
            {{"step", 1.0}},
            {4, 8}});
  file.write({{"grid", "by hand"}}, experiment.folder() / "trials", {});
}

/// Values of the file whose change `words` does not report with the file's name and exit status 2 (0 for a
/// reference). Changes `wanted` values, one at a time, spread over the file.
std::vector<std::string> edits_not_told(const SmallExperiment& experiment, const JsonFile& file,
                                        const std::vector<std::string>& words, std::size_t wanted) {
  const std::string whole = file_text(file.path);
  const Json json = file.read();
  std::vector<std::string> places;
  const Json values = json.flatten();
  for (const auto& [place, value] : values.items()) places.push_back(place);
  std::vector<std::string> missed;
  for (std::size_t k = 0; k < std::min(wanted, places.size()); ++k) {
    const Json::json_pointer place(places[wanted < places.size() ? k * places.size() / wanted : k]);
    Json edited = json;
    edited[place] = other_value(json[place]);
    file.write(edited);
    const ProgramRun told = run_to_end(words, experiment.folder());
    // `run` computes a damaged reference again; other damage is an error.
    if (told.status != (file.has_more ? 0 : 2) ||
        told.err.find(file.path.filename().string()) == std::string::npos)
      missed.push_back(fmt::format("{} {}: {} {}", file.path.filename().string(), place.to_string(),
                                   told.status, told.err));
    std::ofstream(file.path) << whole;
  }
  return missed;
}

}  // namespace

TEST_CASE("faults: an edit of any value of what stands beside the runs is told", "[faults]") {
  const SmallExperiment experiment;
  write_constants(experiment);
  REQUIRE(experiment.run().status == 0);
  const std::filesystem::path out = experiment.results();
  const std::vector<std::string> plot{"plot", "out"};
  const std::vector<std::string> run = SmallExperiment::words();
  const std::filesystem::path run_id = std::filesystem::path(experiment.run_files().front()).stem();
  const std::filesystem::path reference = *std::filesystem::directory_iterator(experiment.references());
  const auto wanted = static_cast<std::size_t>(number_of_trials("DESCENT_DAMAGES", 12));
  for (const auto& [file, words] : std::vector<std::pair<JsonFile, std::vector<std::string>>>{
           {{out / "manifest.json"}, plot},
           {{out / "decision.json"}, plot},
           {{out / "provenance" / run_id.string().append(".json")}, plot},
           {{reference, true}, run},
           {{experiment.folder() / "tuned" / "small.json"}, run}}) {
    const auto missed = edits_not_told(experiment, file, words, wanted);
    CHECK(missed == std::vector<std::string>());
    report_trials(fmt::format("edits of single values of {}: {}, {} not told", file.path.filename().string(),
                              wanted, missed.size()));
  }

  // `run` reports an edited manifest and writes it again.
  const JsonFile manifest{out / "manifest.json"};
  Json edited = manifest.read();
  edited["datasets"][0]["rows"] = 7;
  manifest.write(edited);
  const ProgramRun mended = experiment.run();
  CAPTURE(mended.err);
  CHECK(mended.status == 0);
  CHECK_THAT(mended.err, ContainsSubstring("manifest.json: is damaged: "));
  CHECK(manifest.read()["datasets"][0]["rows"] == 300);
}

TEST_CASE("faults: an edit of any column of any run is told by every reader", "[faults]") {
  const SmallExperiment experiment;
  REQUIRE(experiment.run().status == 0);
  const std::vector<std::string> files = experiment.run_files();
  const std::size_t columns = result_columns().size();
  const auto wanted =
      static_cast<std::size_t>(number_of_trials("DESCENT_DAMAGES", static_cast<int>(columns)));
  Random random(3);
  std::vector<std::string> missed;
  for (std::size_t k = 0; k < wanted; ++k) {
    const std::string& name = files[random.below(files.size())];
    const std::filesystem::path file = experiment.results() / name;
    const std::string whole = file_text(file);
    const auto rows = static_cast<std::size_t>(std::ranges::count(whole, '\n')) - 1;
    std::ofstream(file) << with_other_field(whole, random.below(rows), k % columns, random);
    const ProgramRun plot = run_to_end({"plot", "out"}, experiment.folder());
    if (plot.status != 2 || plot.err.find(name) == std::string::npos)
      missed.push_back(result_columns()[k % columns].name);
    std::ofstream(file) << whole;
  }
  CHECK(missed == std::vector<std::string>());

  // Several at once, and a file of weights.
  for (std::size_t k = 0; k < 4; ++k) {
    const std::filesystem::path file = experiment.results() / files[k];
    const std::string whole = file_text(file);
    std::ofstream(file) << with_other_field(whole, 1, 10 + k, random);
  }
  const ProgramRun mended = experiment.run();
  CAPTURE(mended.err);
  CHECK(mended.status == 0);
  CHECK_THAT(mended.err, ContainsSubstring("4 runs are to be repeated for that"));
  Damage damage;
  damage.look_at_end(experiment.folder());
  INFO(listed(damage));
  CHECK(is_none(damage));
  report_trials(fmt::format("edits of single fields of run files, every column in turn: {}, {} not told; {}",
                            wanted, missed.size(), damage.text()));
}

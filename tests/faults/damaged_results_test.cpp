// Run files that were changed after they were written: whichever field it is, all readers tell, and `run`
// comes back to the results of an undisturbed run.

#include <fstream>

#include "support/numbers/random.hpp"
#include "tests/catch.hpp"
#include "tests/faults/damage.hpp"
#include "tests/faults/trial_report.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// A field that reads as what it was and says something else.
std::string other_field(const std::string& field, Random& random) {
  if (field.empty()) return "0.5";
  if (field == "inf" || field.find_first_of("0123456789") == std::string::npos) return field + 'x';
  std::string changed = field;
  std::size_t at = random.below(changed.size());
  while (changed[at] < '0' || changed[at] > '9') at = (at + 1) % changed.size();
  changed[at] = changed[at] == '9' ? '1' : static_cast<char>(changed[at] + 1);
  return changed;
}

/// The text of a run's file with one field of one row changed.
std::string with_other_field(const std::string& text, std::size_t row, std::size_t column, Random& random) {
  std::size_t at = 0;
  for (std::size_t line = 0; line <= row; ++line) at = text.find('\n', at) + 1;
  for (std::size_t comma = 0; comma < column; ++comma) at = text.find(',', at) + 1;
  const std::size_t end = text.find_first_of(",\n", at);
  return text.substr(0, at) + other_field(text.substr(at, end - at), random) + text.substr(end);
}

}  // namespace

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

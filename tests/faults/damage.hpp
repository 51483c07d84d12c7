#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <string>
#include <vector>

#include "tests/experiments/run_files.hpp"
#include "tests/faults/small_experiment.hpp"
#include "tests/faults/whole_files.hpp"

namespace descent::test {

/// Completed run files of a results folder under final names, without failed runs.
inline std::map<std::string, Version> done_runs(const std::filesystem::path& results) {
  std::map<std::string, Version> done;
  if (!std::filesystem::exists(results)) return done;
  for (const std::string& name : final_files(results)) {
    const std::filesystem::path path = results / name;
    if (!is_run_file(name) || run_status::is_failed(read_rows(path).back().status)) continue;
    done[name] = version_of(path);
  }
  return done;
}

/// Damage found by trials: lost, half-written, left-over or different files. All lists must stay empty.
class Damage {
 public:
  /// Searches a folder with "out" and "references" for incomplete files, and for runs that were done before
  /// and have changed or vanished.
  void look_into(const std::filesystem::path& folder,
                 const std::map<std::string, Version>& done_before = {}) {
    append(half_files, broken_files(folder / "out"));
    append(half_files, broken_files(folder / "references"));
    const auto now = done_runs(folder / "out");
    for (const auto& [name, version] : done_before) {
      if (!now.contains(name) || now.at(name) != version) lost_runs.push_back(name);
    }
  }

  /// The same at the end; also compares with the results of an undisturbed run.
  void look_at_end(const std::filesystem::path& folder,
                   const std::map<std::string, Version>& done_before = {}) {
    look_into(folder, done_before);
    append(different_files, differences(results_without_times(folder / "out"), undisturbed_results()));
    append(left_over, temporary_files(folder));
  }

  std::string text() const {
    return fmt::format("{} half files, {} runs lost, {} files different in the end, {} temporaries left",
                       half_files.size(), lost_runs.size(), different_files.size(), left_over.size());
  }

  std::vector<std::string> half_files;
  std::vector<std::string> lost_runs;
  std::vector<std::string> different_files;
  std::vector<std::string> left_over;

 private:
  static void append(std::vector<std::string>& all, const std::vector<std::string>& more) {
    all.insert(all.end(), more.begin(), more.end());
  }
};

/// Text for test messages.
inline std::string listed(const Damage& damage) {
  return fmt::format("half: {}\nlost: {}\ndifferent: {}\nleft over: {}", fmt::join(damage.half_files, ", "),
                     fmt::join(damage.lost_runs, ", "), fmt::join(damage.different_files, ", "),
                     fmt::join(damage.left_over, ", "));
}

inline bool is_none(const Damage& damage) {
  return damage.half_files.empty() && damage.lost_runs.empty() && damage.different_files.empty() &&
         damage.left_over.empty();
}

}  // namespace descent::test

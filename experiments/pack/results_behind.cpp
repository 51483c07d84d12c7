// Finds and reads the results that `--behind` draws in grey behind others (package.hpp).

#include <algorithm>

#include "experiments/pack/package.hpp"
#include "experiments/run/folder_check.hpp"
#include "plots/figure.hpp"
#include "support/errors.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/terminal/print.hpp"

namespace descent {
namespace {

namespace fs = std::filesystem;

/// Reads a results folder, or from a package the results with this name, or the only results.
ResultsFolder read_other(const std::string& path, const std::string& name) {
  const auto read = [](const fs::path& folder) {
    require_folder_of_runs(folder);
    return read_drawable_results(folder, ProcessorModels::any);
  };
  if (!path.ends_with(package_ending)) return read(path);
  remove_abandoned_temporary_folders();
  const TemporaryFolder unpacked;
  const std::vector<fs::path> folders = unpack_results(path, unpacked.path());
  const auto namesake = std::ranges::find_if(
      folders, [&](const fs::path& folder) { return read_manifest(folder).name == name; });
  if (namesake == folders.end() && folders.size() > 1)
    throw ConfigError("{}: has no results of \"{}\"", path, name);
  return read(namesake == folders.end() ? folders.front() : *namesake);
}

}  // namespace

std::optional<OtherResults> results_behind(const fs::path& folder, const std::optional<std::string>& asked) {
  if (asked == "none") return OtherResults{};
  const Manifest manifest = read_manifest(folder);
  const std::string path = asked ? fs::absolute(*asked).lexically_normal().generic_string() : manifest.behind;
  if (path.empty()) return std::nullopt;
  std::error_code ignored;
  if (asked && fs::equivalent(path, folder, ignored))
    throw ConfigError("--behind {}: these are the results in front", *asked);
  try {
    return OtherResults{path, read_other(path, manifest.name)};
  } catch (const Error& error) {
    if (asked) throw;
    print_error("note: --behind: {}; the figures are drawn without it\n", error.what());
    return std::nullopt;
  }
}

}  // namespace descent

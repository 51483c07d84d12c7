// descent pack DIR...: packs results, their proofs and the means to repeat them into one file.
// descent merge OUT DIR|PACKAGE...: puts runs of one configuration from several machines together.

#include <fmt/format.h>

#include <list>

#include "experiments/commands/command_line.hpp"
#include "experiments/pack/package.hpp"
#include "support/errors.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/records/manifest.hpp"
#include "support/terminal/print.hpp"
#include "support/text/foreign_text.hpp"
#include "support/text/plural.hpp"
#include "support/text/printable.hpp"

namespace descent {

int pack_command(const std::vector<std::string>& arguments) {
  po::options_description options("options");
  add_options(
      options,
      {{"out", text_value("NAME.tar.zst"), "the package; needed"},
       {"license", text_value("URL")->default_value("not stated"), "that the results are given under"},
       {"without-figures", nullptr, "leave out figures and tables, which `descent plot` draws again"},
       {"quiet", nullptr, "do not say what was packed"}});
  const ParsedArguments parsed = parse_arguments(arguments, "pack DIR... --out NAME.tar.zst [options]",
                                                 options, "folder", "results folder");
  if (!parsed.contains("out"))
    throw ConfigError("--out NAME{} is missing\nusage: descent pack DIR... --out NAME{} [options]",
                      package_ending, package_ending);
  const std::string out = parsed["out"].as<std::string>();
  if (!out.ends_with(package_ending))
    throw ConfigError("--out: must be a file NAME{}, got \"{}\"", package_ending, shown(out));
  const auto& license = parsed["license"];
  const std::string url = license.as<std::string>();
  if (!license.defaulted() && !url.starts_with("https://") && !url.starts_with("http://"))
    throw ConfigError("--license: must start with https:// or http://, got \"{}\"", shown(url));
  const PackReport report =
      pack_results({parsed.words.begin(), parsed.words.end()}, out,
                   {.license = url, .with_figures = !parsed.contains("without-figures")});
  for (const std::string& note : report.notes) print_error("note: {}\n", note);
  if (parsed.contains("quiet")) return 0;
  for (const std::string& file : report.missing) print_output("left out, for it is not there: {}\n", file);
  print_output("{}: {}\n", out, plural(report.files, "file"));
  return 0;
}

int merge_command(const std::vector<std::string>& arguments) {
  const std::string usage = "merge OUT DIR|PACKAGE.tar.zst...";
  const po::options_description options("options");
  const ParsedArguments parsed = parse_arguments(arguments, usage, options, "folder", "new folder");
  if (parsed.words.size() < 2) throw ConfigError("merge: nothing to merge\nusage: descent " + usage);
  std::vector<std::filesystem::path> folders;
  std::list<TemporaryFolder> packages;  // unpacked
  remove_abandoned_temporary_folders();
  for (std::size_t k = 1; k < parsed.words.size(); ++k) {
    const std::string& word = parsed.words[k];
    if (!word.ends_with(package_ending))
      folders.emplace_back(word);
    else
      for (const auto& folder : unpack_results(word, packages.emplace_back().path()))
        folders.push_back(folder);
  }
  const std::string& out = parsed.words.front();
  for (const std::string& note : merge_results(folders, out)) print_error("note: {}\n", note);
  print_output("{}: {} from {}; `descent plot {}` draws them\n", out,
               plural(read_manifest(out).runs.size(), "run"), plural(folders.size(), "folder"),
               shell_word(out));
  return 0;
}

}  // namespace descent

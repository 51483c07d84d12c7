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

namespace descent {

int merge_command(const std::vector<std::string>& arguments) {
  const std::string usage = "merge OUT DIR|PACKAGE.tar.zst...";
  const po::options_description options("options");
  const ParsedArguments parsed = parse_arguments(arguments, usage, options, "folder", "new folder");
  if (parsed.helped) return 0;
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

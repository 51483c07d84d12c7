#pragma once

#include <boost/program_options.hpp>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace descent {

struct ResultsFolder;

/// A command of the program. It parses its own arguments (without its name) and throws the errors of
/// support/errors.hpp. Exit status 0: done, 1: some run failed.
struct Command {
  std::string name;
  std::string summary;
  int (*run)(const std::vector<std::string>& arguments);
};

int run_command(const std::vector<std::string>& arguments);
int tune_command(const std::vector<std::string>& arguments);
int status_command(const std::vector<std::string>& arguments);
int plot_command(const std::vector<std::string>& arguments);
int report_command(const std::vector<std::string>& arguments);
int verify_command(const std::vector<std::string>& arguments);
int reference_command(const std::vector<std::string>& arguments);
int crossvalidate_command(const std::vector<std::string>& arguments);
int compare_command(const std::vector<std::string>& arguments);
int merge_command(const std::vector<std::string>& arguments);
int pack_command(const std::vector<std::string>& arguments);
int replay_command(const std::vector<std::string>& arguments);
int solve_command(const std::vector<std::string>& arguments);
int list_command(const std::vector<std::string>& arguments);
int data_command(const std::vector<std::string>& arguments);

/// configs/claims in the current directory, else the program's own, in its repository or installed.
std::filesystem::path claims_folder();

/// Claims files of claims_folder() that the folder's results can answer.
std::vector<std::string> answered_claims(const std::string& folder);

/// Method names that a claims file may use: methods of this program and of the results.
std::vector<std::string> known_methods(const std::vector<ResultsFolder>& results);

/// `descent data fetch`; `arguments` follow "fetch".
int fetch_command(const std::vector<std::string>& arguments);

/// Opening of the manual page: name, synopsis and one line per command. The page is written in the roff of
/// man(7).
std::string man_page_opening(std::span<const Command> commands);

/// Section of a command: its usage ("run CONFIG... [options]") and options.
std::string man_page_part(const std::string& usage,
                          const boost::program_options::options_description& options);

/// End of the manual page: exit status, environment, files.
std::string man_page_ending();

}  // namespace descent

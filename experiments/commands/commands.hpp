#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace descent {

struct ResultsFolder;

/// A command of the program. Each parses its own arguments (without the command's name), throws the errors of
/// support/errors.hpp, and returns the exit status: 0 done, 1 some run failed.
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
int pack_command(const std::vector<std::string>& arguments);
int replay_command(const std::vector<std::string>& arguments);
int solve_command(const std::vector<std::string>& arguments);
int list_command(const std::vector<std::string>& arguments);
int data_command(const std::vector<std::string>& arguments);

/// The configs/claims of the current directory, or else those that come with the program, in its repository
/// or installed.
std::filesystem::path claims_folder();

/// The claims files of claims_folder() that the results of the folder say something to.
std::vector<std::string> answered_claims(const std::string& folder);

/// Names that a claims file may use: of the methods of this program, and of those that results are of.
std::vector<std::string> known_methods(const std::vector<ResultsFolder>& results);

/// `descent data fetch`: `arguments` are those after "fetch".
int fetch_command(const std::vector<std::string>& arguments);
}  // namespace descent

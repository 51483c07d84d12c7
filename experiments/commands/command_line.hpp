#pragma once

#include <boost/program_options.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/jobs/carry_out.hpp"
#include "plots/results/results_folder.hpp"
#include "support/files/output_file.hpp"

namespace descent {

namespace po = boost::program_options;

/// An option of a command.
struct OptionLine {
  const char* name;
  const po::value_semantic* value;  ///< null: the option has none
  std::string text;                 ///< in the help
};

void add_options(po::options_description& options, const std::vector<OptionLine>& lines);

// Values of options, by the name that the help shows.
inline auto* text_value(const char* name = "arg") {
  return po::value<std::string>()->value_name(name);
}
inline auto* texts_value(const char* name) {
  return po::value<std::vector<std::string>>()->value_name(name);
}
inline auto* count_value(const char* name) {
  return po::value<int>()->value_name(name);
}
inline auto* number_value(const char* name = "arg") {
  return po::value<double>()->value_name(name);
}

/// The values of a command's options by their names, and more.
struct ParsedArguments : po::variables_map {
  std::vector<std::string> words;  ///< plain arguments
  std::vector<po::option> given;   ///< options, in the given order

  /// Opens the file of an option for output; null if it is not given. Throws like OutputFile, with all other
  /// arguments as inputs, and for a file of the data folders.
  std::unique_ptr<OutputFile> open_output(const char* option) const;
};

/// Thrown when --help has printed the help: nothing is left to do.
struct HelpPrinted {};

/// Parses a command's arguments. `positional` names the plain arguments (empty: none allowed); `needed` names
/// a required one, if any. Throws HelpPrinted, and ConfigError for unknown or malformed options and missing
/// words.
ParsedArguments parse_arguments(const std::vector<std::string>& arguments, const std::string& usage,
                                po::options_description options, const std::string& positional,
                                const std::string& needed = "");

/// Throws ConfigError, with the nearest word and the usage, unless the word is known.
void require_known_word(const std::string& word, const std::vector<std::string>& known,
                        const std::string& usage);

/// Adds --jobs, --require-real and --quiet for commands that work long; `what` is done "at once".
void add_work_options(po::options_description& options, const std::string& what);

/// Text of the option, if given. Throws ConfigError with `must` if it is empty.
std::optional<std::string> text_of(const po::variables_map& values, const char* name,
                                   const char* must = "not be empty");

/// Number of the option. Throws ConfigError unless it is positive and finite.
double positive_number(const po::variables_map& values, const char* name);

/// --jobs; default: the number of physical cores. Throws ConfigError below 1.
int jobs_of(const po::variables_map& values);

/// --jobs, --brief and --quiet, which prevails.
JobSettings job_settings_of(const po::variables_map& values);

/// `any` with --mixed-processors.
ProcessorModels processor_models_of(const po::variables_map& values);

/// --out, else results/NAME, or results/NAME-quick with --quick.
std::filesystem::path results_folder(const std::string& name, const po::variables_map& values);

/// Adds --out and --references for commands that write results.
void add_folder_options(po::options_description& options);

/// Results folder of each configuration; of several, DIR/NAME with --out. Throws ConfigError if two would
/// share a folder, or if one holds other results, which would be overwritten.
std::vector<std::filesystem::path> results_folders(const std::vector<Config>& configs,
                                                   const po::variables_map& values);

/// --references, else the folder beside the results.
std::filesystem::path optima_folder(const std::filesystem::path& folder, const po::variables_map& values);

/// Bytes in "1500", "512M" or "1.5G", with K, M, G, T for powers of 1024. Empty unless positive and well
/// formed.
std::optional<std::uint64_t> parse_byte_count(const std::string& text);

struct ResultsFolder;

/// A command of the program. It parses its own arguments (without its name) and throws the errors of
/// support/errors.hpp. Exit status 0: done, 1: some run failed.
struct Command {
  std::string name;
  std::string summary;
  int (*run)(const std::vector<std::string>& arguments);
  std::string kept = {};  ///< "complete runs": what the same command goes on from after a signal, if anything
};

int run_command(const std::vector<std::string>& arguments);
int tune_command(const std::vector<std::string>& arguments);
int plot_command(const std::vector<std::string>& arguments);
int report_command(const std::vector<std::string>& arguments);
int verify_command(const std::vector<std::string>& arguments);
int reference_command(const std::vector<std::string>& arguments);
int crossvalidate_command(const std::vector<std::string>& arguments);
int compare_command(const std::vector<std::string>& arguments);
int replay_command(const std::vector<std::string>& arguments);
int solve_command(const std::vector<std::string>& arguments);
int list_command(const std::vector<std::string>& arguments);
int data_command(const std::vector<std::string>& arguments);

/// configs/claims in the current directory, else the program's own, in its repository or installed.
std::filesystem::path claims_folder();

/// Method names that a claims file may use: methods of this program and of the results.
std::vector<std::string> known_methods(const std::vector<ResultsFolder>& results);

/// Prints the datasets of the catalogue and whether their files are here.
void list_datasets(bool verbose);

/// `descent data fetch`; `arguments` follow "fetch".
int fetch_command(const std::vector<std::string>& arguments);

}  // namespace descent

#pragma once

#include <boost/program_options.hpp>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/jobs/carry_out.hpp"
#include "plots/results/results_folder.hpp"

namespace descent {

struct ParsedArguments {
  boost::program_options::variables_map values;
  std::vector<std::string> words;  ///< plain arguments
  bool helped = false;
  std::vector<boost::program_options::option> given;  ///< options, in the given order

  /// Options selected by name, as they were given, as shell words: " --jobs 2 --quick".
  std::string option_words(const std::function<bool(const std::string& name)>& is_repeated) const;
  /// All options except `names`.
  std::string option_words_without(const std::vector<std::string>& names) const;
};

/// Parses a command's arguments. `positional` names the plain arguments (empty: none allowed); `needed` names
/// a required one, if any. For --help, prints the help and sets `helped`. Throws ConfigError for unknown or
/// malformed options and missing words.
ParsedArguments parse_arguments(const std::vector<std::string>& arguments, const std::string& usage,
                                boost::program_options::options_description options,
                                const std::string& positional, const std::string& needed = "");

/// Throws ConfigError, with the nearest word and the usage, unless the word is known.
void require_known_word(const std::string& word, const std::vector<std::string>& known,
                        const std::string& usage);

/// Adds --jobs, --require-real and --quiet for commands that work long; `what` is done "at once".
void add_work_options(boost::program_options::options_description& options, const std::string& what);

/// Text of the option, if given. Throws ConfigError with `must` if it is empty.
std::optional<std::string> text_of(const boost::program_options::variables_map& values, const char* name,
                                   const char* must = "not be empty");

/// Number of the option. Throws ConfigError unless it is positive and finite.
double positive_number(const boost::program_options::variables_map& values, const char* name);

/// --jobs; default: the number of physical cores. Throws ConfigError below 1.
int jobs_of(const boost::program_options::variables_map& values);

/// --jobs, --brief and --quiet, which prevails.
JobSettings job_settings_of(const boost::program_options::variables_map& values);

/// `any` with --mixed-processors.
ProcessorModels processor_models_of(const boost::program_options::variables_map& values);

/// --out, else results/NAME, or results/NAME-quick with --quick.
std::filesystem::path results_folder(const std::string& name,
                                     const boost::program_options::variables_map& values);

/// Adds --out and --references for commands that write results.
void add_folder_options(boost::program_options::options_description& options);

/// Results folder of each configuration; of several, DIR/NAME with --out. With --fresh, a new one. Throws
/// ConfigError if two would share a folder, or if one holds other results, which would be overwritten.
std::vector<std::filesystem::path> results_folders(const std::vector<Config>& configs,
                                                   const boost::program_options::variables_map& values);

/// --references, else the folder beside the results.
std::filesystem::path optima_folder(const std::filesystem::path& folder,
                                    const boost::program_options::variables_map& values);

/// Bytes in "1500", "512M" or "1.5G", with K, M, G, T for powers of 1024. Empty unless positive and well
/// formed.
std::optional<std::uint64_t> parse_byte_count(const std::string& text);

}  // namespace descent

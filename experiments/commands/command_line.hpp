#pragma once

#include <boost/program_options.hpp>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plots/results/processor_models.hpp"

namespace descent {

struct ParsedArguments {
  boost::program_options::variables_map values;
  std::vector<std::string> words;  ///< the plain arguments
  bool helped = false;
  std::vector<boost::program_options::option> given;  ///< options, in the order in which they were given

  /// The options whose names are repeated, as they were given, as words of a shell: " --jobs 2 --quick".
  std::string option_words(const std::function<bool(const std::string& name)>& is_repeated) const;
  /// The same of all but some.
  std::string option_words_without(const std::vector<std::string>& names) const;
};

/// Parses a command's arguments against its options; `positional` says what plain arguments are (empty: there
/// are none), and of what at least one is needed, if at all. Prints the help and leaves `helped` true when
/// --help is asked for. Throws ConfigError for unknown or malformed options, and where a word is missing.
ParsedArguments parse_arguments(const std::vector<std::string>& arguments, const std::string& usage,
                                boost::program_options::options_description options,
                                const std::string& positional, const std::string& needed = "");

/// Throws ConfigError, with the nearest word and the usage, unless the plain argument is one of the known
/// ones.
void require_known_word(const std::string& word, const std::vector<std::string>& known,
                        const std::string& usage);

/// --jobs, --require-real and --quiet, which commands that work for long have; `what` is done "at once".
void add_work_options(boost::program_options::options_description& options, const std::string& what);

/// The option's text, if it is given; throws ConfigError with what it must be when that is empty.
std::optional<std::string> text_of(const boost::program_options::variables_map& values, const char* name,
                                   const char* must = "not be empty");

/// The option's number; throws ConfigError unless it is > 0 and finite.
double positive_number(const boost::program_options::variables_map& values, const char* name);

/// --jobs with its default, the number of physical cores; throws ConfigError below 1.
int jobs_of(const boost::program_options::variables_map& values);

/// Any under --mixed-processors.
ProcessorModels processor_models_of(const boost::program_options::variables_map& values);

/// --out, or results/NAME without it, with -quick behind it under --quick.
std::filesystem::path results_folder(const std::string& name,
                                     const boost::program_options::variables_map& values);

/// "1500", "512M", "1.5G": bytes > 0, with K, M, G or T for powers of 1024; empty for any other text.
std::optional<std::uint64_t> parse_byte_count(const std::string& text);

}  // namespace descent

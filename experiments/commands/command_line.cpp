#include "experiments/commands/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <typeinfo>

#include "datasets/catalog/data_folders.hpp"
#include "experiments/run/folder_check.hpp"
#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/json/read_json.hpp"
#include "support/process/processor.hpp"
#include "support/ranges.hpp"
#include "support/text/did_you_mean.hpp"
#include "support/text/ends_in.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

/// "--jobs: must be a whole number, got …": the library's message does not say what is expected.
std::string complaint_about_value(const po::invalid_option_value& error,
                                  const po::options_description& options) {
  const std::string name = error.get_option_name();
  const auto* const option = options.find_nothrow(name.substr(2), false);
  const auto* const kind =
      option == nullptr ? nullptr : dynamic_cast<const po::typed_value_base*>(option->semantic().get());
  const bool is_real = kind != nullptr && kind->value_type() == typeid(double);
  const std::string_view message = error.what();  // "the argument ('x') for option '--jobs' is invalid"
  const std::size_t start = message.find("('") + 2;
  return fmt::format("{}: must be a {}, got \"{}\"", name, is_real ? "number" : "whole number",
                     shown(message.substr(start, message.rfind("')") - start)));
}

/// Suggests the option nearest to an unknown one, or the key of a configuration; "" if none is near.
std::string nearest_option(const po::unknown_option& error, const po::options_description& options) {
  const auto known = mapped(options.options(), [](const auto& option) { return "--" + option->long_name(); });
  const std::string given = error.get_option_name();  // including "=value"
  const std::string name = given.substr(0, given.find('='));
  std::string nearest = did_you_mean(name, known);
  if (!nearest.empty()) return nearest;
  if (name == "--C" && options.find_nothrow("lambda", false) != nullptr) return ": --lambda C=VALUE gives it";
  for (const char* const key : {"seeds", "cpu-seconds", "passes", "lambdas", "lambda", "C", "checkpoints",
                                "methods", "datasets", "loss", "regularizer", "bias", "standardize"})
    if (name == fmt::format("--{}", key)) return ": that stands in the configuration";
  return "";
}

bool is_configuration(const std::filesystem::path& path) {
  if (!ends_in(path.native(), ".json") || !is_file(path)) return false;
  try {
    const Json json = read_json(path);
    return json.contains("datasets") && (json.contains("methods") || json.contains("models"));
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

std::unique_ptr<OutputFile> ParsedArguments::open_output(const char* option) const {
  const std::optional<std::string> path = text_of(*this, option, "be the path of a file");
  if (!path) return nullptr;
  std::vector<std::filesystem::path> inputs(words.begin(), words.end());
  for (const po::option& other : given) {
    if (other.string_key == option) continue;
    for (const std::string& value : other.value) {
      inputs.emplace_back(value);
      inputs.emplace_back(value.substr(value.find('=') + 1));  // --set program=FILE
    }
  }
  for (const std::filesystem::path& folder : data_folders())
    if (is_file(*path) && is_one_file(std::filesystem::canonical(*path).parent_path(), folder))
      throw ConfigError("--{}: {}: is among the data; write to another file", option, *path);
  if (is_configuration(*path))
    throw ConfigError("--{}: {}: is a configuration; write to another file", option, *path);
  return std::make_unique<OutputFile>(*path, inputs);
}

void add_options(po::options_description& options, const std::vector<OptionLine>& lines) {
  for (const auto& [name, value, text] : lines) {
    if (value == nullptr)
      options.add_options()(name, text.c_str());
    else
      options.add_options()(name, value, text.c_str());
  }
}

ParsedArguments parse_arguments(const std::vector<std::string>& arguments, const std::string& usage,
                                po::options_description options, const std::string& positional,
                                const std::string& needed) {
  options.add_options()("help,h", "this text");
  // The help omits plain arguments.
  po::options_description all = options;
  po::positional_options_description places;
  if (!positional.empty()) {
    all.add_options()(positional.c_str(), texts_value("")->default_value({}, ""));
    places.add(positional.c_str(), -1);
  }
  ParsedArguments parsed;
  try {
    // No abbreviations: their meaning would change when an option is added.
    const auto style = po::command_line_style::default_style & ~po::command_line_style::allow_guessing;
    const po::parsed_options options_and_words =
        po::command_line_parser(arguments).options(all).positional(places).style(style).run();
    po::store(options_and_words, parsed);
    std::ranges::copy_if(options_and_words.options, std::back_inserter(parsed.given),
                         [](const po::option& option) { return option.position_key < 0; });
    // --help works without required options.
    if (!parsed.contains("help")) po::notify(parsed);
  } catch (const po::unknown_option& error) {
    throw ConfigError("{}{}\nusage: descent {}", error.what(), nearest_option(error, options), usage);
  } catch (const po::invalid_option_value& error) {
    throw ConfigError(complaint_about_value(error, options));
  } catch (const po::error& error) {
    throw ConfigError("{}\nusage: descent {}", error.what(), usage);
  }
  if (parsed.contains("help")) {
    std::cout << "usage: descent " << usage << '\n' << options;
    throw HelpPrinted();
  }
  if (!positional.empty()) parsed.words = parsed[positional].as<std::vector<std::string>>();
  if (!needed.empty() && parsed.words.empty())
    throw ConfigError("no {} given\nusage: descent {}", needed, usage);
  return parsed;
}

void require_known_word(const std::string& word, const std::vector<std::string>& known,
                        const std::string& usage) {
  if (contains(known, word)) return;
  throw ConfigError("unknown word \"{}\"{}\nusage: descent {}", shown(word), did_you_mean(word, known),
                    usage);
}

void add_work_options(po::options_description& options, const std::string& what) {
  add_options(options, {{"jobs", count_value("N"),
                         fmt::format("{} at once, each on a core of its own; default: physical cores", what)},
                        {"require-real", nullptr, "stop with an error where only a stand-in is at hand"},
                        {"brief", nullptr, "progress, and one line for each configuration"},
                        {"quiet", nullptr, "no progress"}});
}

std::optional<std::string> text_of(const po::variables_map& values, const char* name, const char* must) {
  if (!values.contains(name)) return std::nullopt;
  const std::string& text = values[name].as<std::string>();
  if (text.empty()) throw ConfigError("--{}: must {}, got \"\"", name, must);
  return text;
}

double positive_number(const po::variables_map& values, const char* name) {
  const double value = values[name].as<double>();
  if (value > 0 && std::isfinite(value)) return value;
  throw ConfigError("--{}: must be > 0 and finite, got {}", name, value);
}

int jobs_of(const po::variables_map& values) {
  if (!values.contains("jobs")) return static_cast<int>(physical_cores().size());
  const int jobs = values["jobs"].as<int>();
  if (jobs < 1) throw ConfigError("--jobs must be >= 1, got {}", jobs);
  return jobs;
}

JobSettings job_settings_of(const po::variables_map& values) {
  return {.at_once = jobs_of(values),
          .output = values.contains("quiet")   ? Output::quiet
                    : values.contains("brief") ? Output::brief
                                               : Output::details};
}

ProcessorModels processor_models_of(const po::variables_map& values) {
  return values.contains(mixed_processors_option) ? ProcessorModels::any : ProcessorModels::one;
}

std::filesystem::path results_folder(const std::string& name, const po::variables_map& values) {
  if (const auto folder = text_of(values, "out", "be a folder")) return *folder;
  return std::filesystem::path("results") / (name + (values.contains("quick") ? "-quick" : ""));
}

std::vector<std::filesystem::path> results_folders(const std::vector<Config>& configs,
                                                   const po::variables_map& values) {
  std::vector<std::filesystem::path> folders;
  for (const Config& config : configs) {
    std::filesystem::path folder = results_folder(config.name, values);
    if (values.contains("out") && configs.size() > 1) folder /= config.name;
    const auto other = std::ranges::find(folders, folder);
    if (other != folders.end()) {
      const Config& first = configs[static_cast<std::size_t>(other - folders.begin())];
      throw ConfigError("{} and {} are both named \"{}\" and would share the folder {}", first.path.string(),
                        config.path.string(), config.name, folder.string());
    }
    require_folder_of(config.name, config.path, folder, ResultsKind::runs);
    folders.push_back(std::move(folder));
  }
  return folders;
}

void add_folder_options(po::options_description& options) {
  add_options(
      options,
      {{"out", text_value("DIR"),
        "results folder (of several configurations: DIR/NAME each); default results/NAME"},
       {"references", text_value("DIR"),
        "folder of the reference optima; default: DIR/references, or results/references without --out"}});
}

std::filesystem::path optima_folder(const std::filesystem::path& folder, const po::variables_map& values) {
  if (const auto references = text_of(values, "references", "be a folder")) return *references;
  if (const auto out = text_of(values, "out")) return std::filesystem::path(*out) / "references";
  return (folder / ".." / "references").lexically_normal();
}

std::optional<std::uint64_t> parse_byte_count(const std::string& text) {
  double number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string unit(rest, text.data() + text.size());
  constexpr std::string_view units = "KMGT";
  if (error != std::errc{} || unit.size() > 1) return std::nullopt;
  if (!unit.empty()) {
    const std::size_t power = units.find(unit);
    if (power == std::string_view::npos) return std::nullopt;
    number *= std::pow(1024.0, static_cast<double>(power + 1));
  }
  if (!(number >= 1) || number > 1e18) return std::nullopt;
  return static_cast<std::uint64_t>(number);
}

}  // namespace descent

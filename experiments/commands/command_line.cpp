#include "experiments/commands/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <iostream>
#include <string_view>

#include "experiments/commands/man_page.hpp"
#include "support/errors.hpp"
#include "support/process/processor.hpp"

namespace descent {

namespace po = boost::program_options;

ParsedArguments parse_arguments(const std::vector<std::string>& arguments, const std::string& usage,
                                po::options_description options, const std::string& positional,
                                const std::string& needed) {
  options.add_options()("help,h", "this text");
  // What a person reads does not list the plain arguments as an option of their own, nor how the manual page
  // is made.
  po::options_description all = options;
  all.add_options()("man-page", "");
  po::positional_options_description places;
  if (!positional.empty()) {
    all.add_options()(positional.c_str(), po::value<std::vector<std::string>>()->default_value({}, ""));
    places.add(positional.c_str(), -1);
  }
  ParsedArguments parsed;
  try {
    // Without guessing: an abbreviation would change its meaning when an option is added.
    const auto style = po::command_line_style::default_style & ~po::command_line_style::allow_guessing;
    po::store(po::command_line_parser(arguments).options(all).positional(places).style(style).run(),
              parsed.values);
    parsed.helped = parsed.values.contains("help") || parsed.values.contains("man-page");
    // Who asks for help need not give what is required.
    if (!parsed.helped) po::notify(parsed.values);
  } catch (const po::error& error) {
    throw ConfigError(fmt::format("{}\nusage: descent {}", error.what(), usage));
  }
  if (parsed.values.contains("man-page"))
    std::cout << man_page_part(usage, options);
  else if (parsed.helped)
    std::cout << "usage: descent " << usage << '\n' << options;
  if (parsed.helped) return parsed;
  if (!positional.empty()) parsed.words = parsed.values[positional].as<std::vector<std::string>>();
  if (!needed.empty() && parsed.words.empty())
    throw ConfigError(fmt::format("no {} given\nusage: descent {}", needed, usage));
  return parsed;
}

void add_work_options(po::options_description& options, const std::string& what) {
  options.add_options()(
      "jobs", po::value<int>()->value_name("N"),
      fmt::format("{} at once, each on a core of its own; default: physical cores", what).c_str())(
      "require-real", "stop with an error where only a stand-in is at hand")("quiet", "no progress");
}

double positive_number(const po::variables_map& values, const char* name) {
  const double value = values[name].as<double>();
  if (value > 0 && std::isfinite(value)) return value;
  throw ConfigError(fmt::format("--{}: must be > 0 and finite, got {}", name, value));
}

int jobs_of(const po::variables_map& values) {
  if (!values.contains("jobs")) return static_cast<int>(physical_cores().size());
  const int jobs = values["jobs"].as<int>();
  if (jobs < 1) throw ConfigError(fmt::format("--jobs must be >= 1, got {}", jobs));
  return jobs;
}

ProcessorModels processor_models_of(const po::variables_map& values) {
  return values.contains(mixed_processors_option) ? ProcessorModels::any : ProcessorModels::one;
}

std::filesystem::path results_folder(const std::string& name, const po::variables_map& values) {
  if (!values.contains("out"))
    return std::filesystem::path("results") / (name + (values.contains("quick") ? "-quick" : ""));
  const auto folder = values["out"].as<std::string>();
  if (folder.empty()) throw ConfigError("--out: must be a folder, got \"\"");
  return folder;
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

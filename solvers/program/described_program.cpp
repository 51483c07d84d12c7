// `PROGRAM describe`: the first half of the protocol of docs/programs.md.

#include "solvers/program/described_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "solvers/contract/option_json.hpp"
#include "solvers/program/program_restarts.hpp"
#include "solvers/stopping/falling_tolerances.hpp"
#include "support/errors.hpp"
#include "support/json/json_place.hpp"

namespace descent {
namespace {

constexpr double longest_description = 60;  // seconds of wall time
constexpr std::size_t most_options = 100;
constexpr std::size_t most_pairs = 100;
constexpr std::size_t longest_text = 200;

std::string short_text(const JsonPlace& place) {
  std::string text = place.text();
  if (text.empty() || text.size() > longest_text)
    place.fail(fmt::format("must have 1 to {} bytes, got {}", longest_text, text.size()));
  return text;
}

std::optional<NumberRange> range_of(const JsonPlace& place, bool is_number) {
  NumberRange range;
  for (const char* key : {"minimum", "above"}) {
    if (const auto bound = place.find(key)) {
      range.lower = bound->number();
      range.lower_allowed = std::string_view(key) == "minimum";
      is_number = true;
    }
  }
  if (const auto bound = place.find("maximum")) {
    range.upper = bound->number();
    is_number = true;
  }
  if (const auto integer = place.find("integer")) {
    range.integer = integer->flag();
    is_number = true;
  }
  return is_number ? std::optional(range) : std::nullopt;
}

Option option_at(const JsonPlace& place) {
  place.allow_keys({"name", "description", "default", "minimum", "above", "maximum", "integer", "choices"});
  const JsonPlace value = place.at("default");
  Option option{.name = short_text(place.at("name")),
                .description = short_text(place.at("description")),
                .default_value = read_option_value(value),
                .range = range_of(place, value.value().is_number())};
  if (const auto choices = place.find("choices")) option.words = choices->list(short_text, 1, most_options);
  if (const auto wrong = complaint(option, option.default_value)) value.fail(*wrong);
  return option;
}

std::vector<Option> options_at(const JsonPlace& description) {
  std::vector<Option> options = options_of_every_program();
  const auto list = description.find("options");
  if (!list) return options;
  for (const JsonPlace& each : list->elements(0, most_options)) {
    Option option = option_at(each);
    if (std::ranges::any_of(options, [&](const Option& other) { return other.name == option.name; }))
      each.at("name").fail(fmt::format("\"{}\" is the name of another option", option.name));
    options.push_back(std::move(option));
  }
  return options;
}

/// A kind of problem, and the option values under which it is solved.
struct Solved {
  LossKind loss;
  RegularizerKind regularizer;
  std::map<std::string, std::vector<OptionValue>> when;

  bool goes_with(const OptionValues& options) const {
    return std::ranges::all_of(when, [&](const auto& condition) {
      const auto& [option, values] = condition;
      return std::ranges::find(values, options.all().at(option)) != values.end();
    });
  }
};

std::vector<OptionValue> condition_at(const JsonPlace& place, const Option& option) {
  const auto read = [&](const JsonPlace& each) {
    OptionValue value = read_option_value(each);
    if (const auto wrong = complaint(option, value)) each.fail(*wrong);
    return value;
  };
  return place.list(read, 1, most_options);
}

std::vector<Solved> solves_at(const JsonPlace& description, const std::vector<Option>& options) {
  std::vector<Solved> all;
  for (const JsonPlace& each : description.at("solves").elements(1, most_pairs)) {
    each.allow_keys({"loss", "regularizer", "when"});
    Solved solved{each.at("loss").description("loss", losses()).kind,
                  each.at("regularizer").description("regularizer", regularizers()).kind,
                  {}};
    if (const auto when = each.find("when")) {
      for (const std::string& name : when->keys()) {
        const auto option = std::ranges::find(options, name, &Option::name);
        if (option == options.end()) when->at(name).fail("is none of the options");
        solved.when[name] = condition_at(when->at(name), *option);
      }
    }
    all.push_back(std::move(solved));
  }
  return all;
}

/// Why the options do not suit the problem, which the program solves with some others.
std::optional<std::string> complaint_about(const std::string& title, const std::vector<Solved>& solves,
                                           LossKind loss, RegularizerKind regularizer,
                                           const OptionValues& options) {
  if (auto wrong = FallingTolerances::complaint(options)) return wrong;
  std::vector<std::string> ways;
  for (const Solved& solved : solves) {
    if (solved.loss != loss || solved.regularizer != regularizer) continue;
    if (solved.goes_with(options)) return std::nullopt;
    std::vector<std::string> conditions;
    for (const auto& [option, values] : solved.when) {
      std::vector<std::string> texts;
      for (const OptionValue& value : values) texts.push_back(to_string(value));
      conditions.push_back(fmt::format("{} = {}", option, fmt::join(texts, " or ")));
    }
    ways.push_back(fmt::format("{}", fmt::join(conditions, " and ")));
  }
  return fmt::format("{} solves {} + {} with {} alone", title, name_of(loss), name_of(regularizer),
                     fmt::join(ways, ", or with "));
}

ProgramMethod method_at(const JsonPlace& description, const ExternalProgram& file) {
  description.allow_keys({"protocol", "name", "version", "free_intercept", "solves", "options"});
  description.at("protocol").integer(program_protocol, program_protocol);
  ProgramMethod method{{.name = std::string(program_method),
                        .title = short_text(description.at("name")),
                        .source = "an external program",
                        .randomized = true,
                        .sampled_by_tolerance = true,
                        .options = options_at(description),
                        .file = "program_restarts.cpp"},
                       file};
  method.program.version = short_text(description.at("version"));
  if (const auto free = description.find("free_intercept")) method.free_intercept = free->flag();
  const std::vector<Solved> solves = solves_at(description, method.options);
  for (const Solved& solved : solves) {
    if (capability(method, solved.loss, solved.regularizer) != nullptr) continue;
    method.solves.push_back(
        {solved.loss, solved.regularizer,
         [program = method.program, own = own_options(method)](
             const Problem& problem, const OptionValues& values, Random random) -> std::unique_ptr<Solver> {
           return std::make_unique<ProgramRestarts>(program, own, problem, values, random);
         }});
  }
  method.complaint = [title = method.title, solves](LossKind loss, RegularizerKind regularizer,
                                                    const OptionValues& options) {
    return complaint_about(title, solves, loss, regularizer, options);
  };
  return method;
}

}  // namespace

std::vector<Option> options_of_every_program() {
  std::vector<Option> options = FallingTolerances::options("the tolerance that is asked for");
  options.push_back(
      number_option("grace_seconds",
                    "wall seconds for its start and for loading, beside twice the budget, after "
                    "which a call is ended",
                    60, NumberRange{.lower = 0, .lower_allowed = false, .upper = 1e6}, "this program"));
  return options;
}

const ExternalProgram* program_of(const Method& method) {
  return method.name == program_method ? &static_cast<const ProgramMethod&>(method).program : nullptr;
}

bool stands_in_set(const Method& method, const Option& option) {
  return method.name == program_method &&
         std::ranges::none_of(options_of_every_program(),
                              [&](const Option& common) { return common.name == option.name; });
}

std::vector<std::string> own_options(const Method& method) {
  std::vector<std::string> own;
  for (const Option& option : method.options)
    if (stands_in_set(method, option)) own.push_back(option.name);
  return own;
}

const ProgramMethod& describe_program(const std::string& written, const std::filesystem::path& file) {
  static std::map<std::array<std::string, 3>, ProgramMethod> described;
  ExternalProgram program{written, file, sha256_of_program(file), ""};
  const std::array key{written, file.string(), program.sha256};
  if (const auto known = described.find(key); known != described.end()) return known->second;
  const ProgramCall call = call_program(program, {"describe"}, ".", longest_description);
  if (!call.failure.empty()) throw ConfigError(fmt::format("{} describe: {}", written, call.failure));
  const std::string place = written + " describe";
  const Json json = parse_json(call.output, place);
  return described.emplace(key, method_at(JsonPlace(place, json), program)).first->second;
}

}  // namespace descent

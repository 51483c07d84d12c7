#include "datasets/stand_ins/stand_in.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>

#include "datasets/stand_ins/stand_in_generator.hpp"
#include "support/errors.hpp"

namespace descent {
namespace {

constexpr Index most_features = 10'000'000;  // takes 2 GB in the text generator

std::vector<StandInGenerator> generators() {
  return {text_generator(),    census_generator(),  forest_generator(),
          abalone_generator(), housing_generator(), plane_generator()};
}

StandInGenerator find_generator(const std::string& name) {
  for (StandInGenerator& generator : generators())
    if (generator.name == name) return generator;
  throw ConfigError("stand-in: there is no generator \"{}\"; there are {}", name,
                    fmt::join(stand_in_generators(), ", "));
}

void check_sizes(const StandIn& stand_in, const StandInGenerator& generator) {
  const auto refuse = [&](const std::string& what, Index got, const std::string& right) {
    throw ConfigError("stand-in {}: {} must be {}, got {}", generator.name, what, right, got);
  };
  if (stand_in.train_rows < 2) refuse("train_rows", stand_in.train_rows, "at least 2");
  if (stand_in.test_rows < 0) refuse("test_rows", stand_in.test_rows, "at least 0");
  if (stand_in.features < 1) refuse("features", stand_in.features, "at least 1");
  if (stand_in.features > most_features)
    refuse("features", stand_in.features, fmt::format("at most {}", most_features));
  if (generator.features != 0 && stand_in.features != generator.features)
    refuse("features", stand_in.features, fmt::format("{}", generator.features));
}

/// All parameters of the generator: the entry's value if it sets one, else the default.
std::map<std::string, double> complete_parameters(const StandIn& stand_in,
                                                  const StandInGenerator& generator) {
  std::map<std::string, double> complete;
  for (const StandInParameter& parameter : generator.parameters)
    complete[parameter.name] = parameter.default_value;
  for (const auto& [name, value] : stand_in.parameters) {
    const auto known = std::ranges::find(generator.parameters, name, &StandInParameter::name);
    if (known == generator.parameters.end()) {
      std::vector<std::string> names;
      for (const StandInParameter& parameter : generator.parameters) names.push_back(parameter.name);
      throw ConfigError("stand-in {}: there is no parameter \"{}\"; there are {}", generator.name, name,
                        fmt::join(names, ", "));
    }
    if (!(value >= known->low && value <= known->high)) {  // also refuses NaN
      throw ConfigError("stand-in {}: parameter \"{}\" ({}) must be within [{}, {}], got {}", generator.name,
                        name, known->description, known->low, known->high, value);
    }
    complete[name] = value;
  }
  return complete;
}

/// The stand-in with all parameters set; checks that the generator can make it.
StandIn completed(StandIn stand_in, const StandInGenerator& generator) {
  check_sizes(stand_in, generator);
  stand_in.parameters = complete_parameters(stand_in, generator);
  return stand_in;
}

}  // namespace

std::vector<std::string> stand_in_generators() {
  std::vector<std::string> names;
  for (const StandInGenerator& generator : generators()) names.push_back(generator.name);
  return names;
}

void check_stand_in(const StandIn& stand_in) {
  completed(stand_in, find_generator(stand_in.generator));
}

StandInSamples make_stand_in(const StandIn& stand_in, Index test_limit) {
  const StandInGenerator generator = find_generator(stand_in.generator);
  assert(test_limit >= 0);
  return generator.make(completed(stand_in, generator), std::min(test_limit, stand_in.test_rows));
}

}  // namespace descent

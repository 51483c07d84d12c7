#include "solvers/contract/method.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "support/errors.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

// Constructed on first use: registrations run before main in no fixed order.
std::map<std::string, Method, std::less<>>& registry() {
  static std::map<std::string, Method, std::less<>> methods_by_name;
  return methods_by_name;
}

}  // namespace

void add_method(Method method) {
  const std::string name = method.name;
  for (Capability solved : std::vector(method.solves)) {
    if (solved.loss != computed_as(LossKind::squared)) continue;
    solved.loss = LossKind::squared;
    method.solves.push_back(std::move(solved));
  }
  if (!registry().emplace(name, std::move(method)).second) {
    throw ConfigError(fmt::format("two methods are registered as \"{}\"; names must be unique", name));
  }
}

const Capability* capability(const Method& method, LossKind loss, RegularizerKind regularizer) {
  const auto found = std::ranges::find_if(method.solves, [&](const Capability& candidate) {
    return candidate.loss == loss && candidate.regularizer == regularizer;
  });
  return found == method.solves.end() ? nullptr : &*found;
}

std::string describe_capabilities(const Method& method) {
  std::vector<std::string> pairs;
  for (const Capability& each : method.solves) {
    pairs.push_back(fmt::format("{} + {}", name_of(each.loss), name_of(each.regularizer)));
  }
  return fmt::format("{}", fmt::join(pairs, ", "));
}

namespace {

/// True if rows with the same label have the same weight, and no weight is 0.
bool are_of_classes(const Sample& sample) {
  std::map<double, double> weights;
  for (std::size_t i = 0; i < sample.labels.size(); ++i) {
    const double weight = sample.row_weights[i];
    if (!(weight > 0) || weights.emplace(sample.labels[i], weight).first->second != weight) return false;
  }
  return true;
}

std::optional<std::string> complaint_about_weights(const Method& method, LossKind loss,
                                                   const Sample& sample) {
  if (sample.row_weights.empty() || method.takes_weights == TakesWeights::of_rows) return std::nullopt;
  if (method.takes_weights == TakesWeights::none) return "does not take weights of rows";
  if (description_of(loss).task != Task::classification)
    return "takes weights of classes only, and regression targets have no classes";
  if (are_of_classes(sample)) return std::nullopt;
  return "takes weights > 0 of whole classes alone; here rows of one class differ, or weigh 0";
}

}  // namespace

std::optional<std::string> misfit(const Method& method, LossKind loss, RegularizerKind regularizer,
                                  const OptionValues& options, const Sample& sample) {
  std::optional<std::string> reason = complaint_about_weights(method, loss, sample);
  if (!reason && method.too_wide)
    reason = method.too_wide(loss, regularizer, options, sample.rows.inner_size());
  if (!reason) return std::nullopt;
  return fmt::format("{} {}", method.name, *reason);
}

std::unique_ptr<Solver> make_solver(const Method& method, const Problem& problem, const OptionValues& options,
                                    Random random) {
  const Capability* found = capability(method, problem.loss(), problem.regularizer());
  if (found == nullptr) {
    throw ConfigError(fmt::format("{} does not solve {} + {}; it solves {}", method.name,
                                  name_of(problem.loss()), name_of(problem.regularizer()),
                                  describe_capabilities(method)));
  }
  if (method.complaint) {
    const auto wrong = method.complaint(problem.loss(), problem.regularizer(), options);
    if (wrong) throw ConfigError(fmt::format("{}: {}", method.name, *wrong));
  }
  if (const auto wrong = misfit(method, problem.loss(), problem.regularizer(), options, problem.sample()))
    throw ConfigError(*wrong);
  if (problem.free_intercept() && !method.free_intercept) {
    throw ConfigError(
        fmt::format("{} regularises every weight; it cannot leave the intercept free", method.name));
  }
  return found->make(problem, options, random);
}

std::vector<const Method*> methods() {
  std::vector<const Method*> all;
  for (const auto& [name, method] : registry()) all.push_back(&method);
  return all;
}

const Method& find_method(std::string_view name) {
  const auto found = registry().find(name);
  if (found != registry().end()) return found->second;
  std::vector<std::string_view> names;
  for (const Method* method : methods()) names.push_back(method->name);
  throw ConfigError(fmt::format("unknown method \"{}\"; known are {}", shown(name), fmt::join(names, ", ")));
}

}  // namespace descent

#include "experiments/commands/method_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "solvers/contract/method.hpp"

namespace descent {

namespace {

using Names = std::vector<std::string_view>;

/// "hinge, squared_hinge + l2": losses with the same regularisers stand together.
std::string problems_of(const Method& method) {
  std::vector<std::pair<Names, Names>> groups;  // regularisers, losses
  for (const LossDescription& loss : losses()) {
    Names solved;
    for (const RegularizerDescription& regularizer : regularizers()) {
      if (capability(method, loss.kind, regularizer.kind) != nullptr) solved.push_back(regularizer.name);
    }
    if (solved.empty()) continue;
    const auto same = std::ranges::find(groups, solved, &std::pair<Names, Names>::first);
    if (same == groups.end())
      groups.push_back({solved, {loss.name}});
    else
      same->second.push_back(loss.name);
  }
  std::vector<std::string> texts;
  for (const auto& [with, loss_names] : groups)
    texts.push_back(fmt::format("{} + {}", fmt::join(loss_names, ", "), fmt::join(with, ", ")));
  return fmt::format("{}{}", fmt::join(texts, "; "), method.free_intercept ? "; free intercept" : "");
}

/// "`selection`: **permuted**, cyclic": words with the default in front; of a number its default.
std::string option_text(const Option& option) {
  const std::string default_value = to_string(option.default_value);
  std::vector<std::string> others;
  for (const std::string& word : option.words) {
    if (word != default_value) others.push_back(word);
  }
  if (option.range && std::holds_alternative<std::string>(option.default_value)) others.push_back("a number");
  if (others.empty()) return fmt::format("`{}` = {}", option.name, default_value);
  return fmt::format("`{}` = {} or {}", option.name, default_value, fmt::join(others, ", "));
}

}  // namespace

std::string method_table() {
  std::string table = "| name | method | problems | options and defaults | source |\n|---|---|---|---|---|\n";
  for (const Method* method : methods()) {
    std::vector<std::string> options;
    for (const Option& option : method->options) options.push_back(option_text(option));
    table += fmt::format("| `{}` | {} | {} | {} | {} |\n", method->name, method->title, problems_of(*method),
                         fmt::join(options, "; "), method->source);
  }
  return table;
}

}  // namespace descent

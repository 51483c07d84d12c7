// The conditions of results in sentences, and as CSV (labels.hpp).

#include "plots/labels/labels.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include "plots/results/results_folder.hpp"
#include "support/ranges.hpp"
#include "support/records/csv_table.hpp"
#include "support/text/plural.hpp"

namespace descent {
namespace {

struct Heading {
  const char* name;
  const char* meaning = "";  ///< after the name
};

/// For each ConditionKind, in their order.
constexpr std::array<Heading, 20> headings{
    {{"Synthetic stand-ins"},
     {"Values rounded to single precision"},
     {"Too small for double precision, read as 0"},
     {"Not tuned", ", at the default"},
     {"Not tuned", ", at the default, beside tuned constants"},
     {"Tuned on other data", ", of another checksum"},
     {"Tuned on other data", ", read or scaled otherwise"},
     {"Tuned with another budget", " than the configuration's"},
     {"Knows the optimum's norm", ", which others must find"},
     {"Without a certified optimum"},
     {"Missing", " runs"},
     {"Failed or diverged"},
     {"Ended by the method's own rule", ", above the certified optimum"},
     {"CPU times are sums over several threads", " (a budget in seconds is wall time)"},
     {"Ended beyond their budget", ", by a step longer than the rest of it"},
     {"Shared their core", ", so that CPU times may be some percent high"},
     {"Shared their last-level cache", " with runs beside them"},
     {"Slowed down", " for heat, or by other virtual machines (over 1 % of the time)"},
     {"CPU times of different processors"},
     {"Runs of different builds of the program"}}};

std::string text_of(const Heading& heading) {
  return std::string(heading.name) + heading.meaning;
}

constexpr std::size_t most_entries = 4;   // of a sentence
constexpr std::size_t most_problems = 3;  // named in an entry

/// True if it is wanted, as everything is without wishes.
bool is_shown(const auto& wanted, const auto& each) {
  return wanted.empty() || std::ranges::find(wanted, each) != wanted.end();
}

/// Conditions of one kind that differ only in their problems.
struct Entry {
  Condition sum;  ///< runs, and the largest excess, over the problems
  std::vector<ProblemKey> problems;
};

bool is_of_data(ConditionKind kind) {
  return kind == ConditionKind::stand_in || kind == ConditionKind::rounded ||
         kind == ConditionKind::underflowed;
}

/// The machine's state changes under all methods in turn.
bool is_of_machine(ConditionKind kind) {
  return kind >= ConditionKind::shared_core && kind <= ConditionKind::hindered;
}

std::vector<Entry> entries_of(std::span<const Condition> conditions) {
  std::vector<Entry> entries;
  for (const Condition& condition : conditions) {
    const auto same = std::ranges::find_if(entries, [&](const Entry& entry) {
      return entry.sum.method == condition.method && entry.sum.detail == condition.detail &&
             (!is_of_data(condition.kind) || entry.sum.problem.dataset == condition.problem.dataset);
    });
    Entry& entry = same == entries.end() ? entries.emplace_back() : *same;
    if (entry.problems.empty()) {
      entry.sum = condition;
    } else {
      entry.sum.runs += condition.runs;
      entry.sum.of_runs += condition.of_runs;
      entry.sum.excess = std::max(entry.sum.excess, condition.excess);
    }
    entry.problems.push_back(condition.problem);
  }
  return entries;
}

/// "a9a, L1, λ = 0.1/m", as far as needed to distinguish the folder's problems.
std::string name_of(const Manifest& manifest, const ProblemKey& problem) {
  const ManifestDataset& dataset = dataset_of(manifest, problem);
  std::string name = panel_name(manifest, dataset, problem.loss, problem.regularizer);
  if (std::ranges::count(manifest.lambdas, problem.dataset, &ManifestLambda::dataset) > 1)
    name += ", λ = " + lambda_title(manifest, dataset, problem.lambda);
  return name;
}

/// "its only run", "all 3 runs", "1 of 3 runs".
std::string runs_text(std::uint64_t runs, std::uint64_t of_runs) {
  if (runs < of_runs) return fmt::format("{} of {} runs", runs, of_runs);
  return runs == 1 ? "its only run" : fmt::format("all {} runs", runs);
}

std::string entry_text(const Manifest& manifest, const Entry& entry, std::size_t problems_shown) {
  const Condition& sum = entry.sum;
  std::vector<std::string> words;
  if (is_of_data(sum.kind)) words.push_back(dataset_title(manifest, dataset_of(manifest, sum.problem)));
  if (sum.method < manifest.methods.size()) words.push_back(manifest.methods[sum.method].label);
  std::vector<std::string> remarks;
  if (!sum.detail.empty()) (is_of_data(sum.kind) ? remarks : words).push_back(sum.detail);
  if (!is_of_data(sum.kind) && entry.problems.size() < problems_shown) {
    std::vector<std::string> names;
    for (const ProblemKey& problem : entry.problems) names.push_back(name_of(manifest, problem));
    if (names.size() > most_problems) {
      const std::size_t more = names.size() - most_problems;
      names.resize(most_problems);
      names.back() += fmt::format("; and {} more", more);
    }
    remarks.push_back(fmt::format("on {}", fmt::join(names, "; ")));
  }
  if (sum.of_runs > 0) remarks.push_back(runs_text(sum.runs, sum.of_runs));
  if (sum.excess > 0) remarks.push_back(fmt::format("up to {} % above", short_number(100 * sum.excess)));
  std::string text = fmt::format("{}", fmt::join(words, " "));
  if (!remarks.empty()) text += fmt::format(" ({})", fmt::join(remarks, ", "));
  return text;
}

/// "3 of 900 runs", of all that are shown.
std::string count_text(const Manifest& manifest, std::uint64_t runs, const ShownPart& shown) {
  const auto of_runs = std::ranges::count_if(manifest.runs, [&](const ManifestRun& run) {
    return is_shown(shown.problems, run) &&
           is_shown(shown.methods, index_of_method(manifest, run.method, run.variant));
  });
  return fmt::format("{} of {} runs", runs, of_runs);
}

std::size_t count_of_problems(const Manifest& manifest, const ShownPart& shown) {
  if (!shown.problems.empty()) return shown.problems.size();
  std::vector<ProblemKey> all;
  for (const ManifestRun& planned : manifest.runs)
    if (std::ranges::find(all, planned) == all.end()) all.push_back(planned);
  return all.size();
}

}  // namespace

std::vector<ConditionWords> condition_words(const Manifest& manifest, const ShownPart& shown) {
  const std::size_t problems = count_of_problems(manifest, shown);
  std::vector<ConditionWords> words;
  for (std::size_t kind = 0; kind < headings.size(); ++kind) {
    std::vector<Condition> conditions;
    std::ranges::copy_if(manifest.conditions, std::back_inserter(conditions), [&](const Condition& each) {
      return static_cast<std::size_t>(each.kind) == kind && is_shown(shown.problems, each.problem) &&
             (each.method == Condition::all_methods || is_shown(shown.methods, each.method));
    });
    if (conditions.empty()) continue;
    std::vector<std::string> texts;
    const std::vector<Entry> entries = entries_of(conditions);
    std::uint64_t runs = 0;
    for (const Entry& entry : entries) runs += entry.sum.runs;
    if (is_of_machine(conditions.front().kind))
      texts.push_back(count_text(manifest, runs, shown));
    else
      for (const Entry& entry : entries) texts.push_back(entry_text(manifest, entry, problems));
    const std::size_t more = texts.size() - std::min(texts.size(), most_entries);
    texts.resize(texts.size() - more);
    words.push_back({headings[kind].name + (runs > 0 ? fmt::format(" ({})", plural(runs, "run")) : ""),
                     fmt::format("{}: {}{}.", text_of(headings[kind]), fmt::join(texts, "; "),
                                 more > 0 ? fmt::format("; {} more in tables/conditions.csv", more) : "")});
  }
  return words;
}

std::vector<std::string> condition_sentences(const Manifest& manifest, const ShownPart& shown) {
  return mapped(condition_words(manifest, shown), &ConditionWords::sentence);
}

std::string conditions_csv(const Manifest& manifest) {
  std::string lines;
  for (const Condition& each : manifest.conditions) {
    const bool is_counted = each.of_runs > 0;
    const bool is_of_method = each.method < manifest.methods.size();
    const ManifestMethod method = is_of_method ? manifest.methods[each.method] : ManifestMethod();
    const std::string fields[] = {field_text(each.problem.dataset),
                                  field_text(each.problem.loss),
                                  field_text(each.problem.regularizer),
                                  field_text(each.problem.lambda),
                                  field_text(method.name),
                                  field_text(method.variant),
                                  field_text(text_of(headings[static_cast<std::size_t>(each.kind)])),
                                  field_text(each.detail),
                                  is_counted ? field_text(each.runs) : "",
                                  is_counted ? field_text(each.of_runs) : "",
                                  each.excess > 0 ? field_text(each.excess) : ""};
    lines += fmt::format("{}\n", fmt::join(fields, ","));
  }
  constexpr auto header =
      "dataset,loss,regularizer,lambda,method,variant,condition,detail,runs,of_runs,excess\n";
  return lines.empty() ? "" : header + lines;
}

}  // namespace descent

#include "plots/results/processor_models.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "support/errors.hpp"
#include "support/text/plural.hpp"

namespace descent {

void require_one_processor(const ResultsFolder& results, const std::filesystem::path& folder) {
  std::map<std::string, std::vector<std::string>> ids;  // by the model
  for (std::size_t k = 0; k < results.processors.size(); ++k) {
    const ResultRow& last = results.runs[k].back();
    if (!results.processors[k].empty() && !run_status::is_failed(last.status))
      ids[results.processors[k]].push_back(last.run_id);
  }
  if (ids.size() < 2) return;
  const auto most = std::ranges::max_element(ids, {}, [](const auto& model) { return model.second.size(); });
  std::vector<std::string> counts{fmt::format("{} on {}", plural(most->second.size(), "run"), most->first)};
  std::vector<std::string> others;
  for (const auto& [model, runs] : ids) {
    if (model == most->first) continue;
    counts.push_back(fmt::format("{} on {}", runs.size(), model));
    others.insert(others.end(), runs.begin(), runs.end());
  }
  constexpr std::size_t shown = 10;
  const std::size_t more = others.size() - std::min(shown, others.size());
  others.resize(others.size() - more);
  throw ResultFileError(
      fmt::format("{}: times of different processors do not compare, and there are {}; to be repeated on the "
                  "first: {}{}; "
                  "`descent run` with --processor '{}' does, there or with --slurm and a --constraint for "
                  "such nodes; --{} "
                  "takes them as they are",
                  folder.string(), fmt::join(counts, ", "), fmt::join(others, " "),
                  more > 0 ? fmt::format(" and {} more", more) : "", most->first, mixed_processors_option));
}

}  // namespace descent

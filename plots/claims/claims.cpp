#include "plots/claims/claims.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "support/errors.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

std::vector<std::string> words_of(const std::string& variant) {
  std::istringstream text(variant);
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(word);
  return words;
}

bool has_options(const std::vector<std::string>& words, const std::vector<std::string>& wanted) {
  return std::ranges::all_of(
      wanted, [&](const std::string& each) { return std::ranges::find(words, each) != words.end(); });
}

}  // namespace

bool Setting::fits(const ObjectiveForm& other, std::string_view regularizer) const {
  return form.is_sum == other.is_sum && (regularizer != "l2" || form.l2_factor == other.l2_factor);
}

std::string text_of(const ClaimedMethod& method) {
  return method.variant.empty() ? method.name : method.name + ' ' + method.variant;
}

const ManifestMethod* entry_for(const Manifest& manifest, const ClaimedMethod& method,
                                const std::string& protocol, const ProblemNames& problem) {
  const std::vector<std::string> wanted = words_of(method.variant);
  const ManifestMethod* found = nullptr;
  const ManifestMethod* other = nullptr;  // equally few other options
  std::size_t fewest = 0;
  for (const ManifestMethod& each : manifest.methods) {
    if (each.name != method.name || !each.takes_part_in(problem)) continue;
    if (protocol.empty() ? each.variant != method.variant : !each.takes_part_under(protocol)) continue;
    const std::vector<std::string> words = words_of(each.variant);
    if (!has_options(words, wanted)) continue;
    if (found == nullptr || words.size() < fewest) {
      found = &each;
      other = nullptr;
      fewest = words.size();
    } else if (words.size() == fewest) {
      other = &each;
    }
  }
  if (other != nullptr)
    throw ConfigError(
        "{} under the protocol \"{}\" is either \"{}\" or \"{}\" on {} with {}: the claims file must name an "
        "option of one of them, or the protocol leave one out",
        shown(text_of(method)), shown(protocol), shown(found->label), shown(other->label), problem[0],
        fmt::join(problem.begin() + 1, problem.end(), " and "));
  return found;
}

std::vector<ClaimedMethod> Claim::methods() const {
  std::vector<ClaimedMethod> all{method};
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

}  // namespace descent

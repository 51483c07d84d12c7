#include "support/records/constant_origin.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/text/plural.hpp"

namespace descent {

std::string ConstantOrigin::text() const {
  if (is_default()) return "default: not tuned";
  if (!trials) return "reference: " + file;
  const auto fewest = static_cast<std::uint64_t>(trials->seeds);
  return fmt::format("tuned: {}, trials of {} {}, {}{} from {}{}{}{}", file, trials->amount,
                     trials->axis == "passes" ? "passes" : "CPU seconds",
                     most_seeds > fewest ? fmt::format("{} to ", fewest) : "",
                     plural(std::max(fewest, most_seeds), "seed"), trials->first_seed,
                     other_budget ? "; those of the configuration have another budget" : "",
                     other_data ? "; the data had another checksum then" : "",
                     other_reading ? "; the data were read or scaled otherwise then" : "");
}

Fields<TrialBudget> TrialBudget::fields() {
  using B = TrialBudget;
  return {in_json("axis", "", &B::axis), positive(in_json("amount", "", &B::amount)),
          member_key("seeds", "", required, whole_number(1, 1'000'000), &B::seeds),
          member_key("first_seed", "", required, whole_number(first_tuning_seed, last_tuning_seed),
                     &B::first_seed)};
}

Fields<ConstantOrigin> ConstantOrigin::fields() {
  using O = ConstantOrigin;
  return {
      unless_default(in_json("file", "of the constants or the optimum; none: the default", &O::file)),
      unless_default(in_json("trials_of", "budget of each trial", &O::trials)),
      unless_default(in_json("most_seeds", "of a trial", &O::most_seeds)),
      unless_default(in_json("other_budget", "than the configuration gives trials", &O::other_budget)),
      unless_default(in_json("other_data", "the trials had, of another checksum", &O::other_data)),
      unless_default(in_json("other_reading", "of the data, or scaling, in the trials", &O::other_reading))};
}

}  // namespace descent

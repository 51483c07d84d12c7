#include <limits>

#include "experiments/config/tuned_file.hpp"
#include "support/records/record.hpp"

namespace descent {

template <>
const std::vector<Field<TunedProblem>>& fields_of() {
  using P = TunedProblem;
  const auto count = whole_number(1, std::numeric_limits<Index>::max());
  static const std::vector<Field<P>> fields{
      in_json("dataset", "", &P::dataset),
      in_json("source", "", &P::source),
      member_key("rows", "", required, count, &P::rows),
      member_key("columns", "", required, count, &P::columns),
      in_json("loss", "", &P::loss),
      in_json("regularizer", "", &P::regularizer),
      in_json("lambda", "", &P::lambda),
      positive(unless_default(in_json("bias", "", &P::bias))),
      unless_default(in_words("mean", "sum",
                              in_json<P>(
                                  "form", "", [](auto& p) -> auto& { return p.form.is_sum; }))),
      positive(unless_default(in_json<P>(
          "l2_factor", "", [](auto& p) -> auto& { return p.form.l2_factor; }))),
      unless_default(in_words("exact", "float", in_json("values", "", &P::is_rounded))),
      nonempty(unless_default(in_json("sha256", "", &P::sha256))),
      nonempty(unless_default(in_json("row_weights_sha256", "", &P::weights_sha256)))};
  return fields;
}

template <>
const std::vector<Field<TrialBudget>>& fields_of() {
  using B = TrialBudget;
  static const std::vector<Field<B>> fields{
      in_json("axis", "", &B::axis), positive(in_json("amount", "", &B::amount)),
      member_key("seeds", "", required, whole_number(1, 1'000'000), &B::seeds),
      member_key("first_seed", "", required, whole_number(first_tuning_seed, last_tuning_seed),
                 &B::first_seed)};
  return fields;
}

template <>
const std::vector<Field<TunedConstants>>& fields_of() {
  using C = TunedConstants;
  static const std::vector<Field<C>> fields{
      in_json("problem", "with the checksums of its data", &C::problem),
      in_json("method", "", &C::method),
      in_json("variant", "", &C::variant),
      in_json("trials_of", "budget of each", &C::budget),
      checked(in_json("constants", "by option name", &C::constants),
              [](const JsonPlace& place, const C& tuned) {
                if (tuned.constants.empty()) place.fail("holds no constant");
                for (const std::string& name : place.keys()) place.at(name).positive();
              }),
      positive(in_json<C>(
          "tuning_cpu_seconds", "of all trials", [](auto& c) -> auto& { return c.cost.cpu_seconds; })),
      positive(in_json<C>(
          "tuning_runs", "of all trials", [](auto& c) -> auto& { return c.cost.runs; })),
      positive(in_json("most_seeds", "of a trial", &C::most_seeds)),
      unless_default(in_json("search", "of its rows among the trials", &C::search))};
  return fields;
}

}  // namespace descent

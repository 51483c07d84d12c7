#include "experiments/config/tuned_json.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/numbers/infinity.hpp"
#include "support/records/record.hpp"

namespace descent {

namespace {

// An objective of a run that diverged is null, because JSON has no infinity.
Json finite_or_null(double objective) {
  return std::isfinite(objective) ? Json(objective) : Json(nullptr);
}

double number_or_infinity(const JsonPlace& place) {
  return place.value().is_null() ? infinity : place.number();
}

/// A record whose members beside its fields are constants, by their option's name.
template <class Record>
Json with_constants(const Record& record) {
  Json json = write_record(record);
  json.update(Json(record.constants));
  return json;
}

template <class Record>
Record read_with_constants(const JsonPlace& place) {
  Record record{};
  const auto& fields = fields_of<Record>();
  for (const std::string& name : place.keys()) {
    if (std::ranges::find(fields, name, &Field<Record>::name) == fields.end())
      record.constants[name] = place.at(name).positive();
  }
  read_fields(place, fields, record);
  if (record.constants.empty()) place.fail("holds no constant");
  return record;
}

/// A list of at least one element.
template <class Record, class Value, class Read, class Write>
Field<Record> list_key(const char* name, std::vector<Value> Record::*member, Read read, Write write) {
  return key<Record>(
      name, "", required, {},
      [=](const JsonPlace& place, Record& record) { record.*member = place.list(read, 1); },
      [=](const Record& record) {
        Json list = Json::array();
        for (const Value& value : record.*member) list.push_back(write(value));
        return list;
      });
}

}  // namespace

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
      unless_default(in_words("exact", "float", in_json("values", "", &P::is_rounded)))};
  return fields;
}

template <>
const std::vector<Field<TunedData>>& fields_of() {
  using D = TunedData;
  static const std::vector<Field<D>> fields{
      nonempty(unless_default(in_json("sha256", "", &D::sha256))),
      nonempty(unless_default(in_json("row_weights_sha256", "", &D::weights_sha256)))};
  return fields;
}

template <>
const std::vector<Field<TrialBudget>>& fields_of() {
  using B = TrialBudget;
  const auto amount_on = [](Axis axis) {
    return key<B>(
        std::string(name_of(axis)), "", optional, {},
        [=](const JsonPlace& place, B& budget) {
          budget = {axis, place.positive()};
        },
        [=](const B& budget) { return budget.axis == axis ? Json(budget.amount) : Json(); });
  };
  static const std::vector<Field<B>> fields{
      amount_on(Axis::cpu_seconds), amount_on(Axis::passes),
      member_key("seeds", "", required, whole_number(1, 1'000'000), &B::seeds),
      member_key("first_seed", "", required, whole_number(first_tuning_seed, last_tuning_seed),
                 &B::first_seed)};
  return fields;
}

template <>
const std::vector<Field<Trial>>& fields_of() {
  static const std::vector<Field<Trial>> fields{
      list_key("objectives", &Trial::objectives, number_or_infinity, finite_or_null)};
  return fields;
}

template <>
const std::vector<Field<TunedConstants>>& fields_of() {
  using C = TunedConstants;
  static const std::vector<Field<C>> fields{
      key<C>(
          "problem", "with the checksums of its data", required, {},
          [](const JsonPlace& place, C& tuned) {
            read_value(place, tuned.problem);
            read_value(place, tuned.data);
          },
          [](const C& tuned) {
            Json problem = write_record(tuned.problem);
            problem.update(write_record(tuned.data));
            return problem;
          }),
      in_json("method", "", &C::method),
      in_json("variant", "", &C::variant),
      checked(in_json("trials_of", "", &C::budget),
              [](const JsonPlace& place, const C& tuned) {
                if (tuned.budget.amount == 0) place.at("cpu_seconds");
              }),
      positive(in_json("tuning_cpu_seconds", "", &C::cpu_seconds)),
      list_key("trials", &C::trials, read_with_constants<Trial>, with_constants<Trial>)};
  return fields;
}

Json to_json(const TunedConstants& tuned) {
  return with_constants(tuned);
}

TunedConstants read_tuned_constants(const JsonPlace& place) {
  return read_with_constants<TunedConstants>(place);
}

Json to_json(const TrialEnds& ends) {
  Json json = Json::array();
  for (const auto& [run, end] : ends)
    json.push_back(
        {{"run", run}, {"objective", finite_or_null(end.objective)}, {"cpu_seconds", end.cpu_seconds}});
  return json;
}

TrialEnds read_trial_ends(const JsonPlace& place) {
  TrialEnds ends;
  for (const JsonPlace& each : place.elements())
    ends.emplace(each.at("run").nonempty_text(),
                 TrialEnd{number_or_infinity(each.at("objective")), each.at("cpu_seconds").number()});
  return ends;
}

}  // namespace descent

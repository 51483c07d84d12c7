#include <fmt/format.h>

#include <limits>

#include "plots/analysis/time_to_target_rows.hpp"

namespace descent {
namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();

TargetScale read_scale(const std::string& field) {
  for (const TargetScale scale : target_scales) {
    if (field == text_of(scale)) return scale;
  }
  throw ResultFileError(fmt::format("expected optimum or start, got '{}'", shown(field)));
}

/// It may be infinite, which a number that a column must have is not.
void read_lower_end(const std::string& field, double& value) {
  std::optional<double> read;
  read_field(field, read);
  if (!read || !(*read >= 0))
    throw ResultFileError(fmt::format("expected a number >= 0 or inf, got '{}'", shown(field)));
  value = *read;
}

/// Infinite where nothing is known from above, which is an empty field.
std::string upper_end_text(double value) {
  return field_text(value < unknown ? std::optional(value) : std::nullopt, Digits::shortest);
}

void read_upper_end(const std::string& field, double& value) {
  std::optional<double> read;
  read_field(field, read);
  value = read.value_or(unknown);
}

bool read_flag(const std::string& field) {
  if (field != "0" && field != "1")
    throw ResultFileError(fmt::format("expected 0 or 1, got '{}'", shown(field)));
  return field == "1";
}

}  // namespace

const std::vector<Column<TimeToTargetRow>>& time_to_target_columns() {
  using R = TimeToTargetRow;
  // The columns of TimeToTarget, which is a part of the row.
  const auto of_time = [](std::string_view name, std::string_view unit, std::string_view description,
                          auto member) {
    return Column<R>{name, unit, description,
                     [=](const R& row) { return field_text(row.time.*member, Digits::shortest); },
                     [=](R& row, const std::string& field) { read_field(field, row.time.*member); }};
  };
  const auto at_most = [](std::string_view name, std::string_view unit, std::string_view description,
                          Bounds TimeToTarget::*member) {
    return Column<R>{
        name, unit, description, [=](const R& row) { return upper_end_text((row.time.*member).high); },
        [=](R& row, const std::string& field) { read_upper_end(field, (row.time.*member).high); }};
  };
  const auto at_least = [](std::string_view name, std::string_view unit, std::string_view description,
                           Bounds TimeToTarget::*member) {
    return Column<R>{
        name, unit, description,
        [=](const R& row) { return field_text(std::optional((row.time.*member).low), Digits::shortest); },
        [=](R& row, const std::string& field) { read_lower_end(field, (row.time.*member).low); }};
  };
  using T = TimeToTarget;
  static const std::vector<Column<R>> columns{
      column("experiment", "", "as in the run files", &R::experiment),
      column("dataset", "", "as in the run files", &R::dataset),
      column("source", "", "as in the run files", &R::source),
      column("loss", "", "as in the run files", &R::loss),
      column("regularizer", "", "as in the run files", &R::regularizer),
      column("lambda", "", "as in the run files", &R::lambda, Digits::seventeen),
      column("method", "", "as in the run files", &R::method),
      column("variant", "", "as in the run files", &R::variant),
      of_time("target", "", "suboptimality to be reached, a share of what the scale says", &T::target),
      Column<R>{"scale", "", "optimum: target of (F(w) − D*)/D*; start: of (F(w) − D*)/(F(0) − D*)",
                [](const R& row) { return std::string(text_of(row.time.scale)); },
                [](R& row, const std::string& field) { row.time.scale = read_scale(field); }},
      of_time("runs", "runs", "all of them, failed ones included", &T::runs),
      of_time("arrived", "runs", "those that got there", &T::arrived),
      at_most("cpu_seconds_median", "s",
              "until then, without setup: at most this; empty where the median run did not get there",
              &T::cpu_seconds_median),
      at_most("cpu_seconds_p10", "s", "10 % quantile", &T::cpu_seconds_p10),
      at_most("cpu_seconds_p90", "s", "90 % quantile; empty where it falls on a run that did not get there",
              &T::cpu_seconds_p90),
      at_most("cpu_seconds_with_setup_median", "s", "with setup: at most this; empty as without",
              &T::cpu_seconds_with_setup_median),
      at_most("cpu_seconds_with_setup_p10", "s", "10 % quantile", &T::cpu_seconds_with_setup_p10),
      at_most("cpu_seconds_with_setup_p90", "s", "90 % quantile", &T::cpu_seconds_with_setup_p90),
      at_most("passes_median", "passes", "the same in passes over the data", &T::passes_median),
      at_most("passes_p10", "passes", "10 % quantile", &T::passes_p10),
      at_most("passes_p90", "passes", "90 % quantile", &T::passes_p90),
      at_least("cpu_seconds_median_at_least", "s",
               "lower end of the median: equal where it is exact, inf where the median run ended by itself "
               "before",
               &T::cpu_seconds_median),
      at_least("cpu_seconds_p10_at_least", "s", "of the 10 % quantile", &T::cpu_seconds_p10),
      at_least("cpu_seconds_p90_at_least", "s", "of the 90 % quantile", &T::cpu_seconds_p90),
      at_least("cpu_seconds_with_setup_median_at_least", "s", "the same with setup",
               &T::cpu_seconds_with_setup_median),
      at_least("cpu_seconds_with_setup_p10_at_least", "s", "of the 10 % quantile",
               &T::cpu_seconds_with_setup_p10),
      at_least("cpu_seconds_with_setup_p90_at_least", "s", "of the 90 % quantile",
               &T::cpu_seconds_with_setup_p90),
      at_least("passes_median_at_least", "passes", "the same in passes over the data", &T::passes_median),
      at_least("passes_p10_at_least", "passes", "of the 10 % quantile", &T::passes_p10),
      at_least("passes_p90_at_least", "passes", "of the 90 % quantile", &T::passes_p90),
      of_time("cpu_seconds_longest", "s", "billed to the longest run", &T::cpu_seconds_longest),
      of_time("cpu_seconds_with_setup_longest", "s", "the same with setup",
              &T::cpu_seconds_with_setup_longest),
      of_time("passes_longest", "passes", "of the longest run", &T::passes_longest),
      column("setup_seconds_median", "s",
             "setup, which is not in the times; empty where all runs have failed", &R::setup_seconds_median),
      column("start_suboptimality", "", "(F(0) − D*)/D*; empty where all runs have failed",
             &R::start_suboptimality),
      Column<R>{"below_certificate", "", "1 where the target lies within the certificate's gap, else 0",
                [](const R& row) { return std::string(row.is_below_certificate ? "1" : "0"); },
                [](R& row, const std::string& field) { row.is_below_certificate = read_flag(field); }},
      column("form", "", "as in the run files", &R::form),
      column("l2_factor", "", "as in the run files", &R::l2_factor),
  };
  return columns;
}

}  // namespace descent

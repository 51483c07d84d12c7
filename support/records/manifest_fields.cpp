#include "support/records/manifest.hpp"
#include "support/text/foreign_text.hpp"

namespace descent {

namespace {

template <class Problem>
Fields<Problem> problem_fields() {
  return {in_json<Problem>("dataset", "title, name in the catalogue, or path", &ProblemKey::dataset),
          in_json<Problem>("loss", "name of the loss", &ProblemKey::loss),
          in_json<Problem>("regularizer", "name of the regulariser", &ProblemKey::regularizer)};
}

template <class OnProblem>
Fields<OnProblem> method_fields() {
  auto fields = problem_fields<OnProblem>();
  fields.push_back(in_json<OnProblem>("method", "name of the method", &MethodOnProblem::method));
  fields.push_back(
      in_json<OnProblem>("variant", "tells entries of one method apart", &MethodOnProblem::variant));
  return fields;
}

template <class Record>
Fields<Record> joined(Fields<Record> fields, Fields<Record> others) {
  fields.insert(fields.end(), others.begin(), others.end());
  return fields;
}

/// An id becomes part of a path, so it has only hexadecimal digits.
void require_run_id(const JsonPlace& place, const ManifestRun& run) {
  if (run.id.empty() || !is_hexadecimal(run.id))
    place.fail("must be lower-case hexadecimal digits, got \"{}\"", run.id);
}

}  // namespace

Fields<ManifestDataset> ManifestDataset::fields() {
  using D = ManifestDataset;
  return {
      in_json("name", "title, name in the catalogue, or path", &D::name),
      in_json("source", "file, or stand-in for synthetic rows", &D::source),
      may_be_missing(in_json("origin", "where the rows came from", &D::origin)),
      may_be_missing(in_json("sha256", "of the files", &D::sha256)),
      in_json("rows", "training rows", &D::rows),
      in_json("columns", "of the rows, with the constant feature", &D::columns),
      in_json("nonzeros", "of the training rows", &D::nonzeros),
      in_json("test_rows", "rows that errors are counted on; 0: none", &D::test_rows),
      may_be_missing(in_json("inexact_values", "numbers of the files that are none of double precision",
                             &D::inexact_values)),
      unless_default(
          in_json("underflows", "numbers of the files that were too small and count as 0", &D::underflows)),
      unless_default(in_json("positive_label", "label in the file that counts as +1", &D::positive_label)),
      unless_default(in_json("negative_label", "label in the file that counts as -1", &D::negative_label)),
      unless_default(in_json("scaling", "how the values were scaled", &D::scaling)),
      unless_default(in_json("shifts", "of scaled columns: x_j became (x_j - shift) / scale", &D::shifts)),
      unless_default(in_json("scales", "the same; 0: a constant column, which became 0", &D::scales)),
      unless_default(in_json("weighting", "weights of the training rows' losses", &D::weighting)),
      unless_default(in_json("sample_of", "the dataset of which this is a random part", &D::sample_of)),
      may_be_missing(
          in_json("catalogued", "the files are those that the catalogue names", &D::is_catalogued)),
      unless_default(
          in_words("exact", "float",
                   in_json("values", "float, if they were rounded to single precision", &D::is_rounded)))};
}

Fields<ManifestMethod> ManifestMethod::fields() {
  using M = ManifestMethod;
  return {in_json("name", "name of the method", &M::name),
          in_json("variant", "tells entries of one method apart", &M::variant),
          in_json("label", "for legends", &M::label),
          in_json("restarts", "each checkpoint is a run of its own, to a smaller tolerance",
                  &M::sampled_by_tolerance),
          in_json("randomized", "draws random numbers", &M::randomized),
          unless_default(
              in_json("keeps_rounds", "needs as many rounds in any number of processes", &M::keeps_rounds)),
          checked(unless_default(in_json("protocols", "under which it takes part; every one if left out",
                                         &M::protocols)),
                  [](const JsonPlace& place, const M&) { place.elements(1); })};
}

Fields<ManifestOptimum> ManifestOptimum::fields() {
  using O = ManifestOptimum;
  return joined(problem_fields<O>(),
                {may_be_missing(in_json("lambda", "as in the configuration", &O::lambda_text)),
                 in_json<O>("lambda_value", "as a number", &ProblemKey::lambda),
                 in_json("objective", "F(w*)", &O::objective), in_json("lower_bound", "D*", &O::lower_bound),
                 may_be_missing(in_json("gap", "(F(w*) - D*)/|F(w*)|", &O::gap)),
                 may_be_missing(in_json("nonzeros", "of w*", &O::nonzeros)),
                 in_json("method", "that found it", &O::method),
                 in_json("cpu_seconds", "of the computation", &O::cpu_seconds),
                 in_json("file", "its path, relative to the folder or absolute", &O::file)});
}

Fields<ManifestLambda> ManifestLambda::fields() {
  using L = ManifestLambda;
  return {in_json("dataset", "whose m it is", &L::dataset),
          in_json("text", "as in the configuration", &L::text), in_json("value", "as a number", &L::value)};
}

Fields<ManifestConstant> ManifestConstant::fields() {
  using C = ManifestConstant;
  return joined(
      method_fields<C>(),
      {may_be_missing(in_json("lambda", "as in the configuration", &C::lambda_text)),
       in_json<C>("lambda_value", "as a number", &ProblemKey::lambda),
       in_json("option", "that the configuration leaves open", &C::option),
       in_json("value", "that the runs use", &C::value),
       in_json("origin", "default, optimum or trials", &C::origin),
       positive(unless_default(in_json("tuning_cpu_seconds", "of all trials", &C::tuning_cpu_seconds))),
       unless_default(in_json("tuning_runs", "of all trials", &C::tuning_runs))});
}

Fields<ManifestRun> ManifestRun::fields() {
  using R = ManifestRun;
  return joined(method_fields<R>(),
                {in_json("lambda", "as in the configuration", &R::lambda_text),
                 checked(in_json("id", "its file is runs/ID.csv", &R::id), require_run_id),
                 may_be_missing(in_json("seed", "of its random numbers", &R::seed))});
}

Fields<LeftOutOfPlan> LeftOutOfPlan::fields() {
  using L = LeftOutOfPlan;
  return {in_json("dataset", "its title or name", &L::dataset),
          in_json("reason", "in words", &L::reason),
          unless_default(in_json("loss", "of the method", &L::loss)),
          unless_default(in_json("regularizer", "of the method", &L::regularizer)),
          unless_default(in_json("method", "none: the dataset is left out", &L::method)),
          key<L>(
              "variant", "of the method", optional, {},
              [](const JsonPlace& place, L& left_out) { left_out.variant = place.text(); },
              [](const L& left_out) { return left_out.method.empty() ? Json() : Json(left_out.variant); })};
}

Fields<Manifest> Manifest::fields() {
  using M = Manifest;
  return {in_json("name", "of the configuration", &M::name),
          in_json("title", "of figures and tables", &M::title),
          in_json("config_file", "absolute path of the configuration", &M::config_file),
          may_be_missing(in_json("config", "the configuration with all defaults", &M::config)),
          in_json("loss", "all losses of the configuration", &M::losses),
          in_json("regularizer", "all regularisers of the configuration", &M::regularizers),
          in_words("mean", "sum",
                   in_json<M>(
                       "form", "of the losses", [](auto& m) -> auto& { return m.form.is_sum; })),
          positive(in_json<M>(
              "l2_factor", "of the squared norm in the l2 regulariser",
              [](auto& m) -> auto& { return m.form.l2_factor; })),
          key<M>(
              "x_axis", "of the budget: cpu_seconds or passes", required, {},
              [](const JsonPlace& place, M& manifest) {
                manifest.x_axis =
                    place.word("cpu_seconds", "passes") == "passes" ? Axis::passes : Axis::cpu_seconds;
              },
              [](const M& manifest) { return Json(name_of(manifest.x_axis)); }),
          in_json("datasets", "that runs are planned on", &M::datasets),
          in_json("methods", "in the order of the configuration", &M::methods),
          unless_default(in_json("protocol_titles", "by the protocol's name", &M::protocol_titles)),
          in_json("references", "certified optima of the problems", &M::optima),
          in_json("lambdas", "of each dataset", &M::lambdas),
          in_json("constants", "that the program has chosen", &M::constants),
          in_json("runs", "that are planned", &M::runs),
          in_json("left_out", "datasets, and methods on a dataset", &M::left_out)};
}

}  // namespace descent

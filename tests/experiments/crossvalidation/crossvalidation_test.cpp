// Results of a cross-validation on a small problem.
#include "experiments/crossvalidation/crossvalidation.hpp"

#include <algorithm>
#include <set>

#include "datasets/load_dataset.hpp"
#include "experiments/config/load_datasets.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/crossvalidation/tiny_crossvalidation.hpp"

using namespace descent;
using namespace descent::test;

namespace {

CrossvalidationConfig parsed(const Json& json) {
  return parse_crossvalidation_config(json, "x");
}

std::string text_of(const std::vector<CrossvalidationRow>& rows) {
  return csv_text(crossvalidation_columns(), rows);
}

/// Rows of a dataset as sortable values.
std::multiset<std::vector<double>> rows_of(const Sample& sample) {
  std::multiset<std::vector<double>> rows;
  for (Index row = 0; row < sample.rows.outer_size(); ++row) {
    std::vector<double> numbers{sample.labels[static_cast<std::size_t>(row)]};
    for (const Entry& entry : sample.rows[row]) {
      numbers.push_back(entry.index);
      numbers.push_back(entry.value);
    }
    rows.insert(numbers);
  }
  return rows;
}

std::uint64_t errors_of(const Sample& sample, const std::vector<double>& w) {
  std::uint64_t errors = 0;
  for (Index row = 0; row < sample.rows.outer_size(); ++row) errors += dot(sample.rows[row], w.data()) <= 0;
  return errors;
}

const RowDivision own{split_kind::own, 0};

Dataset prepared_by(const Config& config, Dataset dataset) {
  prepare(dataset, config);
  return dataset;
}

/// Trains on the rows of the other folds and tests on the rows of this fold.
Dataset without_fold(const Dataset& dataset, const std::vector<Index>& folds, Index fold) {
  std::vector<Index> held_out;
  std::vector<Index> others;
  for (Index i = 0; i < std::ssize(folds); ++i)
    (folds[static_cast<std::size_t>(i)] == fold ? held_out : others).push_back(i);
  Dataset part = dataset;
  part.train = select_rows(dataset.train, others);
  part.test = select_rows(dataset.train, held_out);
  return part;
}

}  // namespace

TEST_CASE("the divisions are the dataset's own and the seeds from 1") {
  TinyCrossvalidation tiny;
  const std::vector<RowDivision> all = divisions_of(parsed(tiny.config));
  REQUIRE(all.size() == 3);
  CHECK(all[0].kind == split_kind::own);
  CHECK(all[2].kind == split_kind::seeded);
  CHECK(all[2].seed == 2);
  tiny.config["splits"]["own"] = false;
  CHECK(divisions_of(parsed(tiny.config)).size() == 2);
}

TEST_CASE("a seeded division has every row once, in parts of the same sizes") {
  const TinyCrossvalidation tiny;
  const Dataset dataset = load_dataset("tiny");
  const Dataset divided = divide(dataset, {split_kind::seeded, 1});
  CHECK(divided.train.rows.outer_size() == 60);
  CHECK(divided.test.rows.outer_size() == 30);
  CHECK(rows_of(concatenate(divided.train, divided.test)) ==
        rows_of(concatenate(dataset.train, dataset.test)));
  CHECK(rows_of(divided.train) != rows_of(dataset.train));
  CHECK(rows_of(divide(dataset, {split_kind::seeded, 1}).train) == rows_of(divided.train));
  CHECK(rows_of(divide(dataset, {split_kind::seeded, 2}).train) != rows_of(divided.train));
  CHECK(rows_of(divide(dataset, own).test) == rows_of(dataset.test));
  for (const auto& [share, rows] : {std::pair{0.001, 1}, {0.25, 23}, {0.95, 86}})  // of 90
    CHECK(divide(load_dataset("testless"), {split_kind::seeded, 1}, share).test.rows.outer_size() == rows);
  CHECK_THROWS_WITH(divide(load_dataset("testless"), {split_kind::seeded, 1}, 0.999),
                    EndsWith("these 1 training rows have one"));  // 89 test rows
}

TEST_CASE("a cross-validation repeats bit for bit, and another seed is another one") {
  const TinyCrossvalidation tiny;
  const CrossvalidationConfig config = parsed(tiny.config);
  const Dataset dataset = load_dataset("tiny");
  const RowDivision first{split_kind::seeded, 1};
  const RowDivision second{split_kind::seeded, 2};
  CHECK(text_of(cross_validate(config, dataset, first)) == text_of(cross_validate(config, dataset, first)));
  CHECK(text_of(cross_validate(config, dataset, first)) != text_of(cross_validate(config, dataset, second)));
}

TEST_CASE("the rows say what fits by hand say") {
  TinyCrossvalidation tiny;
  tiny.config["lambdas"] = Json::array({"2/m"});
  const CrossvalidationConfig config = parsed(tiny.config);
  const bool is_seeded = GENERATE(false, true);
  const RowDivision division = is_seeded ? RowDivision{split_kind::seeded, 3} : own;
  const Dataset whole = load_dataset("tiny");
  const std::vector<CrossvalidationRow> rows = cross_validate(config, whole, division);
  const Dataset dataset = divide(whole, division);
  const std::uint64_t seed = division.seed;
  REQUIRE(rows.size() == 2);
  const CrossvalidationRow& row = rows[1];
  CHECK(row.model == "sparse");
  CHECK(row.regularizer == "l1");
  CHECK(row.rule == "minimum");
  REQUIRE(row.lambda);
  CHECK(*row.lambda == 2.0 / 60);
  CHECK(row.grid_end.empty());  // a single λ has no end
  CHECK(row.fits == 5);
  CHECK(row.unfinished_fits == 0);

  const Dataset prepared = prepared_by(config, dataset);
  const ModelFit last = fit(config, config.models[1], prepared, 2.0 / 60, seed);
  CHECK(row.test_errors == errors_of(prepared.test, last.w));
  CHECK(row.objective == last.objective);
  const auto kept = static_cast<std::uint64_t>(6 - std::count(last.w.begin(), last.w.end() - 1, 0.0));
  CHECK(row.columns == 6);
  CHECK(row.columns_kept == kept);
  CHECK(row.attributes_kept == kept);  // every column is its own attribute
  CHECK((is_seeded || kept < 6));

  // Each fold of the division is left out of its fit, with the same λ: m is the number of all training rows.
  std::uint64_t errors = 0;
  const std::vector<Index> folds = stratified_folds(dataset.train.labels, 4, Random(1'000'000 + seed));
  for (Index fold = 0; fold < 4; ++fold) {
    const Dataset seen = prepared_by(config, without_fold(dataset, folds, fold));
    errors += errors_of(seen.test, fit(config, config.models[1], seen, 2.0 / 60, seed).w);
  }
  CHECK(row.cv_errors == errors);
}

TEST_CASE("folds have the weights of their rows, and balanced classes of their own") {
  TinyCrossvalidation tiny;
  tiny.config["lambdas"] = Json::array({"2/m"});
  tiny.config["class_weights"] = "balanced";
  const CrossvalidationConfig config = parsed(tiny.config);
  Dataset dataset = load_dataset("tiny");
  for (Index i = 0; i < 60; ++i) dataset.train.row_weights.push_back(i % 3 == 0 ? 20 : 0.1);
  const std::vector<CrossvalidationRow> rows = cross_validate(config, dataset, own);

  const auto weighed = [](Dataset part) {
    double of_class[2] = {0, 0};  // sums of the rows' weights: −1, +1
    for (std::size_t i = 0; i < part.train.labels.size(); ++i)
      of_class[part.train.labels[i] > 0] += part.train.row_weights[i];
    for (std::size_t i = 0; i < part.train.labels.size(); ++i)
      part.train.row_weights[i] *= (of_class[0] + of_class[1]) / (2 * of_class[part.train.labels[i] > 0]);
    return part;
  };
  CrossvalidationConfig plain = config;
  plain.weighting = {};
  const auto fit_by_hand = [&](const Dataset& part) {
    const Dataset prepared = prepared_by(plain, weighed(part));
    const ModelFit result = fit(plain, plain.models[1], prepared, 2.0 / 60, 0);
    return std::pair(result.objective, errors_of(prepared.test, result.w));
  };
  const auto [objective, test_errors] = fit_by_hand(dataset);
  CHECK(rows[1].objective == Approx(objective).epsilon(1e-12));
  CHECK(rows[1].test_errors == test_errors);
  std::uint64_t errors = 0;
  const std::vector<Index> folds = stratified_folds(dataset.train.labels, 4, Random(1'000'000));
  for (Index fold = 0; fold < 4; ++fold) {
    errors += fit_by_hand(without_fold(dataset, folds, fold)).second;
  }
  CHECK(rows[1].cv_errors == errors);

  Dataset unweighted = dataset;
  unweighted.train.row_weights.clear();
  CHECK(text_of(cross_validate(config, unweighted, own)) != text_of(rows));
  CHECK(text_of(cross_validate(plain, dataset, own)) != text_of(rows));
}

TEST_CASE("without a regulariser there is no lambda, and all columns are kept") {
  const TinyCrossvalidation tiny;
  const std::vector<CrossvalidationRow> rows = cross_validate(parsed(tiny.config), load_dataset("tiny"), own);
  CHECK(rows[0].model == "plain");
  CHECK_FALSE(rows[0].lambda);
  CHECK(rows[0].rule.empty());
  CHECK(rows[0].columns_kept == 6);
  CHECK(rows[0].kept == "1 2 3 4 5 6");
  CHECK(rows[0].fits == 5);
  CHECK(rows[1].fits == 6 * 4 + 1);
}

TEST_CASE("a lambda that leaves nothing but the intercept predicts the larger class") {
  TinyCrossvalidation tiny;
  tiny.config["lambdas"] = Json::array({"1000/m"});
  const std::vector<CrossvalidationRow> rows = cross_validate(parsed(tiny.config), load_dataset("tiny"), own);
  CHECK(rows[1].columns_kept == 0);
  CHECK(rows[1].kept.empty());
  CHECK(rows[1].grid_end.empty());  // no grid
  CHECK(rows[1].test_errors == rows[1].larger_class_errors);
}

TEST_CASE("an end of the grid is told, and both rules have a row") {
  TinyCrossvalidation tiny;
  tiny.config["lambdas"] = Json::array({"500/m", "1000/m", "2000/m"});  // equal errors: a tie
  tiny.config["rule"] = Json::array({"minimum", "one_standard_error"});
  const std::vector<CrossvalidationRow> rows = cross_validate(parsed(tiny.config), load_dataset("tiny"), own);
  REQUIRE(rows.size() == 3);
  CHECK(rows[1].rule == "minimum");
  CHECK(rows[2].rule == "one_standard_error");
  for (const std::size_t k : {std::size_t{1}, std::size_t{2}}) {
    CHECK(*rows[k].lambda == 2000.0 / 60);  // the largest wins a tie
    CHECK(rows[k].grid_end == "largest");
    CHECK(rows[k].fits == 13);
  }
}

TEST_CASE("columns count as the attributes that they code") {
  const TinyCrossvalidation tiny;
  Dataset dataset = load_dataset("tiny");
  dataset.attribute_of_column = {0, 0, 0, 1, 1, 2};
  const std::vector<CrossvalidationRow> rows = cross_validate(parsed(tiny.config), dataset, own);
  CHECK(rows[0].columns == 6);
  CHECK(rows[0].columns_kept == 6);
  CHECK(rows[0].attributes == 3);
  CHECK(rows[0].attributes_kept == 3);
  CHECK(rows[0].kept == "1 2 3");
}

TEST_CASE("scaling a column changes nothing when columns are standardised") {
  const TinyCrossvalidation tiny;
  const CrossvalidationConfig config = parsed(tiny.config);
  const Dataset dataset = load_dataset("tiny");
  Dataset scaled = dataset;
  for (Sample* sample : {&scaled.train, &scaled.test}) {
    std::vector<Offset> starts(sample->rows.starts().begin(), sample->rows.starts().end());
    std::vector<Entry> entries(sample->rows.entries().begin(), sample->rows.entries().end());
    for (Entry& entry : entries) {
      if (entry.index == 2) entry.value *= 1024;  // exact
    }
    sample->rows = {std::move(starts), std::move(entries), 6};
  }
  CHECK(text_of(cross_validate(config, scaled, own)) == text_of(cross_validate(config, dataset, own)));
}

TEST_CASE("fits that the limit of passes ends are counted") {
  TinyCrossvalidation tiny;
  tiny.config["passes"] = 1;
  const std::vector<CrossvalidationRow> rows = cross_validate(parsed(tiny.config), load_dataset("tiny"), own);
  CHECK(rows[0].unfinished_fits == rows[0].fits);
  tiny.config["free_bias"] = false;
  tiny.config["lambdas"] = Json::array({"1/m"});
  tiny.config["models"] =
      Json::parse(R"([{"name": "dual_cd_logistic", "label": "l2", "regularizer": "l2"}])");
  std::set<double> objectives;  // after parts of a pass
  for (const double passes : {0.25, 0.5, 1.0}) {
    tiny.config["passes"] = passes;
    objectives.insert(cross_validate(parsed(tiny.config), load_dataset("tiny"), own).at(0).objective);
  }
  CHECK(objectives.size() == 3);
}

// Rows of a cross-validation as files and tables.
#include "plots/tables/crossvalidation_table.hpp"

#include "support/text/text_table.hpp"
#include "tests/catch.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

CrossvalidationRow row(const std::string& split, std::uint64_t seed, const std::string& model,
                       std::uint64_t test_errors) {
  CrossvalidationRow result;
  result.experiment = "credit";
  result.dataset = "german";
  result.source = "file";
  result.split = split;
  result.seed = seed;
  result.train_rows = 700;
  result.test_rows = 300;
  result.model = model;
  result.method = "solver";
  result.regularizer = "none";
  result.cv_errors = 175;
  result.cv_standard_error = 0.0125;
  result.test_errors = test_errors;
  result.larger_class_errors = 90;
  result.columns = result.attributes = 20;
  result.columns_kept = result.attributes_kept = 20;
  result.kept = "1 2";
  result.objective = 0.5;
  result.fits = 6;
  return result;
}

CrossvalidationRow with_lambda(CrossvalidationRow result, const std::string& rule, double lambda_m,
                               const std::string& grid_end = "") {
  result.regularizer = "l1";
  result.rule = rule;
  result.lambda = lambda_m / 700;
  result.grid_end = grid_end;
  result.columns_kept = result.attributes_kept = 16;
  return result;
}

std::vector<std::string> texts(const std::vector<TextTable::Cell>& cells) {
  std::vector<std::string> all;
  for (const TextTable::Cell& cell : cells)
    all.push_back(cell.text + (cell.detail.empty() ? "" : " " + cell.detail));
  return all;
}

using Texts = std::vector<std::string>;

const CrossvalidationTexts about{"Credit", {{"L1", "63/300, 17 (Zhao)"}}, {"A note."}};

}  // namespace

TEST_CASE("rows of a cross-validation read back as they were written") {
  std::vector<CrossvalidationRow> rows{
      row("own", 0, "plain", 64), with_lambda(row("seeded", 3, "a, \"b\"", 58), "minimum", 0.1, "smallest")};
  rows[1].objective = 0.1 + 0.2;
  rows[1].weighting = "class weights -1: 0.5, 1: 2";
  const test::TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "splits");
  const Store<CrossvalidationRow> store = splits_in(folder.path());
  store.put("a", rows);
  const auto back = store.read("a");
  REQUIRE(back.size() == 2);
  CHECK(csv_text(crossvalidation_columns(), back) == csv_text(crossvalidation_columns(), rows));
  CHECK(back[1].objective == rows[1].objective);
  CHECK(back[1].lambda == rows[1].lambda);
  CHECK_FALSE(back[0].lambda);
  CHECK(back[1].model == "a, \"b\"");
  CHECK(back[0].weighting.empty());
  CHECK(back[1].weighting == rows[1].weighting);
  store.put("b", {});
  CHECK_THROWS_WITH(store.read("b"), EndsWith("splits/b.csv: has no rows"));
  CHECK(
      header_text(crossvalidation_columns()) ==
      "experiment,dataset,source,split,seed,train_rows,test_rows,model,method,variant,regularizer,rule,"
      "lambda,"
      "grid_end,cv_errors,cv_standard_error,test_errors,larger_class_errors,columns,columns_kept,attributes,"
      "attributes_kept,kept,objective,fits,unfinished_fits,weighting\n");
}

TEST_CASE("the own split: errors as counted, beside what was published") {
  const std::vector<CrossvalidationRow> rows{row("own", 0, "plain", 64),
                                             with_lambda(row("own", 0, "L1", 58), "minimum", 5, "largest")};
  const std::vector<TextTable> tables = crossvalidation_tables(rows, about);
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].title == "german: 700 training and 300 test rows, as the dataset divides them");
  CHECK(tables[0].header == Texts{"model", "λ m", "CV errors (%)", "test errors", "features of 20",
                                  "published: errors, features"});
  REQUIRE(tables[0].rows.size() == 3);
  CHECK(texts(tables[0].rows[0]) == Texts{"plain", "–", "25.0 ± 1.2", "64/300", "20", "–"});
  CHECK(texts(tables[0].rows[1]) ==
        Texts{"L1", "5 (end of the grid)", "25.0 ± 1.2", "58/300", "16", "63/300, 17 (Zhao)"});
  CHECK(texts(tables[0].rows[2]) == Texts{"always the larger class", "–", "–", "90/300", "0", "–"});
}

TEST_CASE("seeded splits: means, deviations, and differences on the same split") {
  std::vector<CrossvalidationRow> rows;
  const std::vector<std::uint64_t> plain{60, 70, 80};
  const std::vector<std::uint64_t> sparse{61, 71, 84};
  for (std::size_t k = 0; k < 3; ++k) {
    rows.push_back(row("seeded", k + 1, "plain", plain[k]));
    rows.push_back(with_lambda(row("seeded", k + 1, "L1", sparse[k]), "minimum",
                               std::vector{8.0, 2.0, 4.0}[k], k == 2 ? "smallest" : ""));
    rows.back().columns = 63;
    rows.back().columns_kept = 30 + k;
  }
  const TextTable table = crossvalidation_tables(rows, about).at(0);
  CHECK(table.title == "german: 700 training and 300 test rows, 3 seeded splits");
  CHECK(table.header[4] == "against plain");
  CHECK(texts(table.rows[0]) == Texts{"plain", "–", "25.0 ± 0.0", "70.0 ± 10.0", "–", "20.0 ± 0.0", "–"});
  CHECK(texts(table.rows[1]) == Texts{"L1", "4 (2–8) (1 at an end of the grid)", "25.0 ± 0.0", "72.0 ± 11.5",
                                      "2.0 ± 1.7", "16.0 ± 0.0 (31.0 ± 1.0 of 63 columns)",
                                      "63/300, 17 (Zhao)"});
  CHECK(texts(table.rows[2]) ==
        Texts{"always the larger class", "–", "–", "90.0 ± 0.0", "20.0 ± 10.0", "0", "–"});
}

TEST_CASE("a table for each dataset and kind of split; rules are named where there are two") {
  std::vector<CrossvalidationRow> rows{
      row("own", 0, "plain", 64), with_lambda(row("own", 0, "L1", 58), "minimum", 5),
      with_lambda(row("own", 0, "L1", 59), "one_standard_error", 9), row("seeded", 1, "plain", 70)};
  CrossvalidationRow other = row("own", 0, "plain", 63);
  other.dataset = "credit";
  other.source = "stand-in";
  rows.push_back(other);
  const std::vector<TextTable> tables = crossvalidation_tables(rows, about);
  REQUIRE(tables.size() == 3);
  CHECK(tables[0].rows[1][0].text == "L1, fewest errors");
  CHECK(tables[0].rows[2][0].text == "L1, one standard error");
  CHECK(tables[1].title == "german: 700 training and 300 test rows, 1 seeded split");
  CHECK(tables[1].rows[0][3].text == "70.0");
  CHECK(tables[2].title.starts_with("credit (stand-in): "));
}

TEST_CASE("the Markdown has title, explanation, tables and notes; unfinished fits are told") {
  std::vector<CrossvalidationRow> rows{row("own", 0, "plain", 64), row("seeded", 1, "plain", 70)};
  rows[1].unfinished_fits = 2;
  const std::string markdown = crossvalidation_markdown(rows, about);
  const std::string remark =
      "german, plain: 2 of 12 fits were stopped by the limit of passes before solver had converged.";
  CHECK(markdown.starts_with("## Credit\n\nEach model chooses λ"));
  CHECK_THAT(markdown, ContainsSubstring("\n### german: 700 training"));
  CHECK_THAT(markdown, ContainsSubstring("| plain | – | 25.0 ± 1.2 | 64/300 | 20 | – |"));
  CHECK(markdown.ends_with("\n- " + remark + "\n- A note.\n"));
  CHECK(crossvalidation_text(rows, about).ends_with("\n\n" + remark + "\n"));
  rows.push_back(rows[1]);  // the same fits
  rows.back().rule = "one_standard_error";
  CHECK_THAT(crossvalidation_text(rows, about), ContainsSubstring(remark));
  rows.pop_back();
  rows[1].unfinished_fits = 0;
  CHECK(crossvalidation_text(rows, about).find("stopped") == std::string::npos);
}

TEST_CASE("a table on a terminal has columns as wide as their widest cell") {
  const TextTable table{
      "Title", {"model", "λ", "last"}, {{{"a"}, {"10"}, {"x"}}, {{"longer"}, {"5", false, "(±)"}, {"yy"}}}};
  CHECK(to_terminal(table) ==
        "Title\n"
        "  model       λ  last\n"
        "  a          10  x\n"
        "  longer  5 (±)  yy\n");
}

// Facts of real files, counted by scikit-learn's reader or a few lines of Python. DESCENT_DATA names the
// folder of the files.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include "datasets/catalog/data_folders.hpp"
#include "datasets/load_dataset.hpp"
#include "datasets/readers/reader.hpp"
#include "tests/catch.hpp"
#include "tests/support/environment_variable.hpp"

using namespace descent;

namespace {

/// True if all files exist; otherwise notes it in the log.
bool at_hand(std::initializer_list<const char*> files) {
  for (const char* const file : files) {
    if (!find_data_file(file)) {
      WARN("skipped: no file " << file << " in the data folders (set DESCENT_DATA)");
      return false;
    }
  }
  return true;
}

struct Facts {
  const char* file;
  Index rows, width;
  Offset nonzeros, positive_labels;
  double sum, sum_by_index;  // Σ value, Σ index · value with indices from 1
};

}  // namespace

TEST_CASE("Real files are read to the last entry") {
  const Facts facts =
      GENERATE(Facts{"a9a", 32'561, 123, 451'592, 7'841, 451592.0, 22513357.0},
               Facts{"a9a.t", 16'281, 122, 225'731, 3'846, 225731.0, 11254800.0},
               Facts{"covtype-15k", 15'000, 54, 179'208, 7'292, 98521.65494119503, 1161743.5325756257},
               Facts{"covtype-15k-raw", 15'000, 54, 179'079, 7'292, 124818213.0, 643601358.0},
               Facts{"ijcnn1", 49'990, 22, 649'869, 4'853, 61689.710320995815, 419429.6598770099},
               Facts{"ijcnn1.t", 91'701, 22, 1'192'101, 8'712, 95065.71736699999, 585033.7537469522},
               Facts{"reuters-money", 7'770, 8'315, 339'837, 538, 41018.986200485546, 172951724.5055301},
               Facts{"reuters-money.t", 3'299, 8'315, 136'821, 179, 17008.588809990386, 71953427.49737404},
               Facts{"rcv1-small", 1'000, 47'117, 77'739, 459, 7115.0328324928, 33121410.31887959},
               Facts{"rcv1-small.t", 500, 47'042, 39'448, 245, 3556.6095375088, 16230526.846651893},
               Facts{"news20-tech", 11'315, 86'173, 1'542'597, 5'894, 99205.33064713994, 4178708627.006586},
               Facts{"news20-tech.t", 7'532, 86'172, 974'964, 3'924, 64295.068741169984, 2699667365.891752},
               Facts{"heart_scale", 270, 13, 3'378, 120, -666.4008603, -7168.5296029},
               Facts{"abalone", 4'177, 10, 33'414, 4'177, 15366.865, 81943.2565},
               Facts{"cadata", 20'640, 8, 165'103, 20'640, -88699.69726013103, -490552.6140436007});
  if (!at_hand({facts.file})) return;
  INFO(facts.file);
  const RawSample sample = read_libsvm(*find_data_file(facts.file));
  CHECK(sample.rows.outer_size() == facts.rows);
  CHECK(sample.rows.inner_size() == facts.width);
  CHECK(sample.rows.nonzeros() == facts.nonzeros);
  CHECK(std::count_if(sample.labels.begin(), sample.labels.end(), [](double label) { return label > 0; }) ==
        facts.positive_labels);
  double sum = 0;
  double sum_by_index = 0;
  for (const Entry& entry : sample.rows.entries()) {
    sum += entry.value;
    sum_by_index += entry.value * (entry.index + 1);
  }
  CHECK(sum == Approx(facts.sum).epsilon(1e-7));
  CHECK(sum_by_index == Approx(facts.sum_by_index).epsilon(1e-7));
}

TEST_CASE("a9a is divided as the paper counts it") {
  if (!at_hand({"a9a"})) return;
  const test::EnvironmentVariable own_catalog("DESCENT_CATALOG", "");
  const Dataset dataset = load_dataset("a9a", {.require_real = true});
  CHECK(dataset.source == "file");
  CHECK(dataset.sha256 == "f5d5ffd8d865ff41328e7ee043e4b020816914ff6843ff15b98905ddbedce906");
  CHECK(dataset.train.rows.outer_size() == 24'703);
  CHECK(dataset.test.rows.outer_size() == 7'858);
  CHECK(dataset.train.rows.inner_size() == 123);
  CHECK(dataset.test.rows.inner_size() == 123);
  CHECK(dataset.train.rows.nonzeros() + dataset.test.rows.nonzeros() == 451'592);
  const auto positives = [](const Sample& sample) {
    return std::count(sample.labels.begin(), sample.labels.end(), 1.0);
  };
  CHECK(positives(dataset.train) + positives(dataset.test) == 7'841);
  CHECK(std::abs(positives(dataset.test) - 7'858 * 7'841 / 32'561) < 200);  // as many as expected by chance
}

TEST_CASE("Catalogue datasets with files load whole") {
  if (!at_hand({"a9a", "a9a.t", "news20-tech", "news20-tech.t", "abalone"})) return;
  const test::EnvironmentVariable own_catalog("DESCENT_CATALOG", "");
  const Dataset adult = load_dataset("a9a-public");
  CHECK(adult.train.rows.outer_size() == 32'561);
  CHECK(adult.test.rows.outer_size() == 16'281);
  CHECK(adult.test.rows.inner_size() == 123);
  const Dataset text = load_dataset("news20-tech");
  CHECK(text.train.rows.nonzeros() == 1'542'597);
  CHECK(text.test.rows.outer_size() == 7'532);
  CHECK(text.test.rows.inner_size() == 86'173);
  const Dataset abalone = load_dataset("abalone");
  CHECK(abalone.task == Task::regression);
  double rings = 0;
  for (const double label : abalone.train.labels) rings += label;
  CHECK(rings == 41'493);
}

#include "datasets/readers/sample_writer.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "datasets/readers/reader.hpp"
#include "support/numbers/random.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/classified.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

Sample small_sample() {
  return {{{0, 2, 2, 3}, {{0, 0.1}, {2, -3}, {1, 1e-7}}, 3}, {-1, 1, 1}};
}

std::string written(const Sample& sample, Task task) {
  std::string text;
  write_libsvm(sample, task, [&](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace

TEST_CASE("A classification sample is written as x with its label") {
  CHECK(written(small_sample(), Task::classification) == "-1 1:-0.1 3:3\n+1\n+1 2:1e-07\n");
}

TEST_CASE("A regression sample is written as it is") {
  CHECK(written(small_sample(), Task::regression) == "-1 1:0.1 3:-3\n1\n1 2:1e-07\n");
}

TEST_CASE("What is written reads back bit for bit") {
  Random random(7);
  std::vector<Offset> starts{0};
  std::vector<Entry> entries;
  std::vector<double> labels;
  for (int row = 0; row < 3000; ++row) {
    for (Index column = 0; column < 40; ++column) {
      if (random.below(4) == 0) entries.push_back({column, random.normal() * 1e3});
    }
    starts.push_back(static_cast<Offset>(entries.size()));
    labels.push_back(random.below(2) == 0 ? -1 : 1);
  }
  const Sample sample{{starts, entries, 40}, labels};
  const test::TemporaryFolder folder;

  const auto as_classes = folder.write("classes", written(sample, Task::classification));
  RawSample raw = read_libsvm(as_classes);
  CHECK(raw.rows[0][0].value == sample.rows[0][0].value * labels[0]);
  const Sample again = test::classified(std::move(raw.rows), std::move(raw.labels), "again");
  CHECK(again.labels == labels);
  CHECK(std::vector(again.rows.entries().begin(), again.rows.entries().end()) == entries);
  CHECK(std::vector(again.rows.starts().begin(), again.rows.starts().end()) == starts);

  Sample targets = sample;
  for (double& target : targets.labels) target = random.normal();
  const RawSample numbers = read_libsvm(folder.write("targets", written(targets, Task::regression)));
  CHECK(numbers.labels == targets.labels);
  CHECK(std::vector(numbers.rows.entries().begin(), numbers.rows.entries().end()) == entries);
}

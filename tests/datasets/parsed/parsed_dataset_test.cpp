// Whole datasets, from text and from parsed files.
#include <string>
#include <vector>

#include "datasets/load_dataset.hpp"
#include "support/json/read_json.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/parsed/parsed_samples.hpp"
#include "tests/datasets/readers/compressed_text.hpp"
#include "tests/datasets/readers/german_credit_text.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/rested_file.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::EnvironmentVariable;
using test::same_bits;

namespace {

bool same_but_for_parsed_files(const Dataset& left, const Dataset& right) {
  return left.name == right.name && left.source == right.source && left.origin == right.origin &&
         left.sha256 == right.sha256 && left.task == right.task && same_bits(left.train, right.train) &&
         same_bits(left.test, right.test) && left.attribute_of_column == right.attribute_of_column;
}

Dataset load(const std::string& name, const std::string& parsed, const LoadOptions& options = {}) {
  const EnvironmentVariable variable("DESCENT_PARSED", parsed);
  return load_dataset(name, options);
}

Json entry(const std::string& name, const std::string& train, const Json& more) {
  Json keys{
      {"name", name}, {"title", name}, {"description", name}, {"task", "classification"}, {"train", train}};
  keys.update(more);
  return keys;
}

}  // namespace

TEST_CASE("A dataset is the same in every bit from text and from parsed files") {
  const test::TemporaryFolder folder;
  const Json catalog{{"datasets",
                      {entry("two-files", "rows", {{"test", "rows.t"}}),
                       entry("other-training", "rows.t", {{"test", "rows"}}),
                       entry("compressed", "packed", {{"test", "rows.t"}}),
                       entry("split", "rows", {{"split", {{"train", 3}, {"test", 2}, {"seed", 4}}}}),
                       entry("targets", "rows", {{"task", "regression"}, {"test", "rows.t"}}),
                       entry("credit", "credit", {{"format", "german-numeric"}}),
                       entry("credit-one-hot", "credit", {{"format", "german-onehot"}}),
                       entry("credit-codes", "credit", {{"format", "german-codes"}})}}};
  const EnvironmentVariable catalog_variable("DESCENT_CATALOG",
                                             folder.write("catalog.json", catalog.dump()).string());
  const EnvironmentVariable data_variable("DESCENT_DATA", folder.path().string());
  folder.write("rows", "3 1:0.1 4:-2\n7 2:0.3\n3\n7 1:1 2:1e-50 3:1\n7 5:0\n");
  folder.write("packed.bz2", test::compressed("7 1:0.1\n3 2:1 9:1e-3\n", ".bz2"));
  folder.write("credit", test::first_applicant + test::second_applicant + test::third_applicant);
  const auto last = folder.write("rows.t", "3 7:0.7\n7 1:1\n");
  test::wait_until_rested(last);

  std::vector<std::string> names{(folder.path() / "rows").string(), (folder.path() / "packed.bz2").string()};
  for (const Json& dataset : catalog["datasets"]) names.push_back(dataset["name"]);
  for (const int test_limit : {20'000, 1}) {
    for (const std::string& name : names) {
      INFO(name);
      const LoadOptions options{.test_limit = test_limit};
      const Dataset from_text = load(name, "off", options);
      CHECK(from_text.parsed_files.empty());
      CHECK(same_but_for_parsed_files(load(name, "on", options), from_text));
      const Dataset from_parsed = load(name, "on", options);
      CHECK(from_parsed.parsed_files.size() ==
            (name == "two-files" || name == "other-training" || name == "compressed" || name == "targets"
                 ? 2
                 : 1));
      CHECK(same_but_for_parsed_files(from_parsed, from_text));
    }
  }
}

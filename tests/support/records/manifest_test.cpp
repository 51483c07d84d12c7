#include "support/records/manifest.hpp"

#include <fmt/format.h>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

const std::string good = R"({
  "name": "figure1", "title": "Figure 1", "loss": ["hinge"], "regularizer": ["l1"], "x_axis": "passes",
  "form": "mean", "l2_factor": 0.5, "cpu": "known to others", "config_file": "x.json",
  "datasets": [{"name": "a9a", "source": "file", "rows": 32561, "columns": 123, "nonzeros": 451592, "test_rows": 7}],
  "methods": [{"name": "l1_psa", "variant": "", "label": "L1-PSA", "restarts": false, "randomized": true},
              {"name": "l1_psa", "variant": "full", "label": "L1-PSA, full", "restarts": false, "randomized": false}],
  "references": [{"dataset": "a9a", "loss": "hinge", "regularizer": "l1", "lambda": "1/m", "lambda_value": 0.5, "objective": 0.25,
                  "lower_bound": 0.125, "method": "interior_point", "cpu_seconds": 3, "file": "x.reference"}],
  "lambdas": [{"dataset": "a9a", "text": "1/m", "value": 0.5}],
  "constants": [], "left_out": [],
  "runs": [{"id": "0123abcdef", "dataset": "a9a", "loss": "hinge", "regularizer": "l1", "lambda": "1/m",
            "method": "l1_psa", "variant": ""},
           {"id": "ff", "dataset": "a9a", "loss": "hinge", "regularizer": "l1", "lambda": "1/m",
            "method": "l1_psa", "variant": "full"}]
})";

Manifest read_text(const std::string& text) {
  const test::TemporaryFolder folder;
  folder.write("manifest.json", text);
  return read_manifest(folder.path());
}

std::string changed(const std::string& from, const std::string& to) {
  std::string text = good;
  const auto place = text.find(from);
  REQUIRE(place != std::string::npos);
  return text.replace(place, from.size(), to);
}

}  // namespace

TEST_CASE("a manifest is read, keys of others are left alone") {
  const Manifest manifest = read_text(good);
  CHECK(manifest.name == "figure1");
  CHECK(manifest.title == "Figure 1");
  CHECK(manifest.losses == std::vector<std::string>{"hinge"});
  CHECK(manifest.regularizers == std::vector<std::string>{"l1"});
  CHECK(manifest.x_axis == Axis::passes);
  REQUIRE(manifest.datasets.size() == 1);
  CHECK(manifest.datasets[0].name == "a9a");
  CHECK(manifest.datasets[0].source == "file");
  CHECK(manifest.datasets[0].rows == 32561);
  CHECK(manifest.datasets[0].columns == 123);
  CHECK(manifest.datasets[0].nonzeros == 451592);
  CHECK(manifest.datasets[0].test_rows == 7);
  REQUIRE(manifest.methods.size() == 2);
  CHECK(manifest.methods[1].name == "l1_psa");
  CHECK(manifest.methods[1].variant == "full");
  CHECK(manifest.methods[1].label == "L1-PSA, full");
  REQUIRE(manifest.optima.size() == 1);
  CHECK(manifest.optima[0].dataset == "a9a");
  CHECK(manifest.optima[0].loss == "hinge");
  CHECK(manifest.optima[0].regularizer == "l1");
  CHECK(manifest.optima[0].lambda == 0.5);
  CHECK(manifest.optima[0].objective == 0.25);
  CHECK(manifest.optima[0].lower_bound == 0.125);
  CHECK(manifest.optima[0].method == "interior_point");
  CHECK(manifest.optima[0].cpu_seconds == 3);
  CHECK(run_ids(manifest) == std::vector<std::string>{"0123abcdef", "ff"});
  REQUIRE(manifest.runs.size() == 2);
  CHECK(manifest.runs[1] == ProblemKey{"a9a", "hinge", "l1", 0.5});
  CHECK(manifest.runs[1].variant == "full");
  CHECK(manifest.methods[0].randomized);
  CHECK_FALSE(manifest.methods[1].randomized);
  CHECK_FALSE(manifest.datasets[0].is_rounded);
  CHECK(
      read_text(changed(R"("test_rows": 7)", R"("test_rows": 7, "values": "float")")).datasets[0].is_rounded);
}

TEST_CASE("a manifest is written as it is read") {
  const test::TemporaryFolder folder;
  const Manifest manifest = read_text(good);
  write_manifest(folder.path(), manifest);
  CHECK(write_record(read_manifest(folder.path())) == write_record(manifest));
}

TEST_CASE("a method takes part in the problems of its runs, and in those that it was left out of") {
  const Manifest manifest =
      read_text(changed(R"("left_out": [])", R"("left_out": [{"dataset": "ccat", "reason": "no file"},
                      {"dataset": "ccat", "loss": "hinge", "regularizer": "l1", "method": "l1_psa",
                       "variant": "full", "reason": "too wide"}])"));
  REQUIRE(manifest.left_out.size() == 2);
  CHECK(manifest.left_out[0].dataset == "ccat");
  CHECK(manifest.left_out[0].method.empty());
  for (const ManifestMethod& method : manifest.methods) {
    CHECK(method.takes_part_in({"a9a", "hinge", "l1"}));
    CHECK_FALSE(method.takes_part_in({"a9a", "hinge", "l2"}));
    CHECK(method.takes_part_in({"ccat", "hinge", "l1"}) == (method.variant == "full"));
  }
}

TEST_CASE("protocols of a manifest's methods are those that entries name; others take part under all") {
  const Manifest manifest =
      read_text(changed(R"("label": "L1-PSA")", R"("label": "L1-PSA", "protocols": ["own", "published"])"));
  REQUIRE(manifest.methods.size() == 2);
  CHECK(manifest.methods[0].protocols == std::vector<std::string>{"own", "published"});
  CHECK(manifest.methods[0].takes_part_under("own"));
  CHECK_FALSE(manifest.methods[0].takes_part_under("tuned"));
  CHECK(manifest.methods[1].protocols.empty());
  CHECK(manifest.methods[1].takes_part_under("tuned"));
  CHECK(protocols_of(manifest) == std::vector<std::string>{"own", "published"});
  CHECK(protocols_of(read_text(good)).empty());
}

TEST_CASE("each protocol makes a part of its methods, with its title") {
  const std::string titles = R"("protocol_titles": {"own": "SCD tuned"}, )";
  std::string text =
      changed(R"("label": "L1-PSA")", R"("label": "L1-PSA", "protocols": ["own", "published"])");
  text.insert(text.find("\"runs\""), titles);
  const auto parts = parts_of(read_text(text));
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].suffix == "-own");
  CHECK(parts[0].remark == " (SCD tuned)");
  CHECK(parts[0].methods == std::vector<std::size_t>{0, 1});
  CHECK(parts[1].suffix == "-published");
  CHECK(parts[1].remark == " (protocol: published)");

  const auto whole = parts_of(read_text(good));
  REQUIRE(whole.size() == 1);
  CHECK(whole[0].suffix.empty());
  CHECK(whole[0].remark.empty());
  CHECK(whole[0].has(1));
}

TEST_CASE("files of an only protocol are named after the experiment alone") {
  const auto parts =
      parts_of(read_text(changed(R"("label": "L1-PSA")", R"("label": "L1-PSA", "protocols": ["own"])")));
  REQUIRE(parts.size() == 1);
  CHECK(parts[0].suffix.empty());
  CHECK(parts[0].remark == " (protocol: own)");
}

TEST_CASE("the cost of tuning is found by method and problem") {
  const std::string constants =
      R"("constants": [{"dataset": "a9a", "loss": "hinge", "regularizer": "l1", "lambda_value": 0.5, "value": 1,
        "method": "l1_psa", "variant": "full", "option": "step", "origin": {"file": "tuned"}, "tuning_cpu_seconds": 12.5}])";
  const Manifest manifest = read_text(changed(R"("constants": [])", constants));
  GroupKey group{{"a9a", "hinge", "l1", 0.5}, "figure1", "file", "l1_psa", "full"};
  CHECK(tuning_cpu_seconds(manifest, group) == 12.5);
  group.lambda = 0.25;
  CHECK_FALSE(tuning_cpu_seconds(manifest, group));
  group.lambda = 0.5;
  group.variant = "";
  CHECK_FALSE(tuning_cpu_seconds(manifest, group));
}

TEST_CASE("a method that restarts says so in its label") {
  const Manifest manifest = read_text(changed("\"restarts\": false", "\"restarts\": true"));
  CHECK(manifest.methods[0].sampled_by_tolerance);
  CHECK(manifest.methods[0].label == "L1-PSA (restarted)");
  CHECK_FALSE(manifest.methods[1].sampled_by_tolerance);
}

TEST_CASE("a wrong manifest is refused with the JSON path") {
  const auto refused = [](const std::string& from, const std::string& to, const std::string& message) {
    INFO(from << " -> " << to);
    CHECK_THROWS_WITH(read_text(changed(from, to)), ContainsSubstring("manifest.json: " + message));
  };
  refused("\"title\"", "\"titel\"", "/: the key \"title\" is missing");
  refused("\"Figure 1\"", "1", "/title: must be a text, got 1");
  refused("\"passes\"", "\"days\"", "/x_axis: must be \"cpu_seconds\" or \"passes\", got \"days\"");
  refused("32561", "-1", "/datasets/0/rows: must be a whole number from 0");
  refused("32561", "1.5", "/datasets/0/rows: must be a whole number from 0");
  refused("\"variant\": \"full\", ", "", "/methods/1: the key \"variant\" is missing");
  refused("\"restarts\": false", "\"restarts\": 1", "/methods/0/restarts: must be true or false, got 1");
  refused("0.125", "\"0.125\"", "/references/0/lower_bound: must be a number, got \"0.125\"");
  refused("[\"l1\"]", "[1]", "/regularizer/0: must be a text, got 1");
  refused("\"runs\": [", "\"runs\": [\"ff\", ", "/runs/0: must be an object, got \"ff\"");
  refused("\"text\": \"1/m\"", "\"text\": \"2/m\"",
          "/runs/0/lambda: is not among the lambdas of its dataset");
  for (const char* const key : {"form", "l2_factor", "lambdas", "constants", "left_out"})
    refused(fmt::format("\"{}\"", key), "\"other\"", fmt::format("/: the key \"{}\" is missing", key));
  refused("\"file\":", "\"other\":", "/references/0: the key \"file\" is missing");
  refused("\"ff\"", "\"../ff\"", "/runs/1/id: must be lower-case hexadecimal digits, got \"../ff\"");
  refused("\"name\": \"figure1\",", "\"name\" \"figure1\",", "not JSON");
  CHECK_THROWS_WITH(read_text(changed("\"name\": \"figure1\",", "\"name\" \"figure1\",")),
                    ContainsSubstring("line 2"));
  refused("32561", "1e400", "/datasets/0/rows: not JSON: ");
}

TEST_CASE("a folder in the manifest's place is refused as one") {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "manifest.json");
  CHECK_THROWS_AS(read_manifest(folder.path()), ResultFileError);
  CHECK_THROWS_WITH(read_manifest(folder.path()), ContainsSubstring("manifest.json: is a folder"));
}

TEST_CASE("a folder without a manifest is refused by name") {
  const test::TemporaryFolder folder;
  CHECK_THROWS_AS(read_manifest(folder.path()), ResultFileError);
  CHECK_THROWS_WITH(
      read_manifest(folder.path()),
      ContainsSubstring(folder.path().string() +
                        "/manifest.json: cannot be opened: No such file or directory; is this"));
}

}  // namespace descent

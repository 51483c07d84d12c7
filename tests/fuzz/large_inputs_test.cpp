// Inputs of a megabyte made of the text that takes the most memory for its length: far above the constant
// that a target allows to every input.

#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "datasets/readers/reader.hpp"
#include "support/errors.hpp"
#include "support/records/result_schema.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/readers/compressed_text.hpp"
#include "tests/fuzz/memory_watch.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using namespace descent::test;

namespace {

constexpr std::size_t bytes = 1 << 20;

/// Repeats the piece up to the size.
std::string repeated(const std::string& piece) {
  std::string text;
  text.reserve(bytes + piece.size());
  while (text.size() < bytes) text += piece;
  return text;
}

/// Repeats the piece with a number in place of {}.
std::string numbered(const std::string& piece) {
  std::string text;
  for (int number = 0; text.size() < bytes; ++number) text += fmt::format(fmt::runtime(piece), number);
  return text;
}

int run(std::string_view target, const std::string& text) {
  INFO(target << ": " << text.substr(0, 60));
  int answer = -1;
  CHECK_NOTHROW(answer =
                    target_of(target).run({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
  return answer;
}

}  // namespace

TEST_CASE("LIBSVM text takes no more memory than 20 times its size", "[fuzz]") {
  CHECK(run("libsvm", repeated("1\n")) == 0);
  CHECK(run("libsvm", repeated("1 1:1\n")) == 0);
  CHECK(run("libsvm", "1 " + numbered("{0}1:1 ")) == 0);
  CHECK(run("libsvm", repeated("\n") + "1 1:1") == 0);
  CHECK(run("libsvm", repeated("#") + "\n1 1:1") == 0);
  CHECK(run("libsvm", repeated("1")) == 1);
  CHECK(run("libsvm", repeated("1 2147483647:1\n")) == 0);
}

TEST_CASE("an archive that unpacks to millions of rows is refused before it fills the memory", "[fuzz]") {
  std::string rows;
  while (rows.size() < std::size_t{24} << 20) rows += "1 1:1\n";
  const TemporaryFolder folder;
  for (const std::string ending : {".bz2", ".gz", ".xz"}) {
    const auto path = folder.write("rows" + ending, compressed(rows, ending));
    const MemoryWatch watch;
    CHECK_THROWS_AS(read_libsvm(path), DataError);
    CHECK(watch.peak_bytes() < std::size_t{160} << 20);
  }
}

TEST_CASE("JSON takes no more memory than 40 times its size", "[fuzz]") {
  const std::vector<std::string> values{repeated("1,") + "1",
                                        repeated("[],") + "1",
                                        repeated("{},") + "1",
                                        repeated("\"\",") + "1",
                                        numbered("{{\"a\":{}}},") + "1",
                                        numbered("{{\"{}\":[]}},") + "1",
                                        repeated("[[[[1]]]],") + "1",
                                        repeated("{\"name\":\"tron\"},") + "1",
                                        repeated("1.5,") + "1"};
  const std::map<std::string, std::vector<std::string>> keys{
      {"config", {"name", "datasets", "methods", "lambdas"}}, {"claims", {"datasets", "claims"}}};
  for (const auto& [target, keys_of_target] : keys) {
    for (const std::string& value : values) {
      for (const std::string& key : keys_of_target)
        CHECK(run(target, fmt::format("{{\"{}\":[{}]}}", key, value)) == 1);
    }
    CHECK(run(target, '{' + numbered("\"{}\":1,") + "\"x\":1}") == 1);
    CHECK(run(target, "{\"name\":\"" + repeated("x") + "\"}") == 1);
    CHECK(run(target, "{\"" + repeated("x") + "\":1}") == 1);
    CHECK(run(target, repeated("[")) == 1);
    CHECK(run(target, repeated("{\"a\":")) == 1);
    CHECK(run(target, "{\"name\": 1" + repeated("0") + "}") == 1);
    CHECK(run(target, '"' + repeated("\\u0000")) == 1);
  }
}

TEST_CASE("configurations with long lists take no more memory than 20 times their size", "[fuzz]") {
  const std::string start = R"({"name":"x","loss":"hinge","regularizer":"l2",)";
  const std::string methods = R"("methods":[{"name":"pegasos"}],)";
  const std::string datasets = R"("datasets":["a"],)";
  CHECK(run("config", start + methods + "\"datasets\":[" + numbered("\"{}\",") + "\"x\"]}") == 1);
  CHECK(run("config", start + datasets + "\"methods\":[" + repeated("{\"name\":\"pegasos\"},") + "1]}") == 1);
  CHECK(run("config", start + datasets + methods + "\"seeds\":[" + numbered("{},") + "0]}") == 1);
  CHECK(run("config", start + datasets + methods + "\"lambdas\":[" + numbered("1{},") + "1]}") == 1);
  CHECK(run("config",
            start + datasets + methods + "\"passes\":{" + numbered("\"{}\":1,") + "\"default\":1}}") == 1);
  CHECK(run("config", R"({"name":"x","regularizer":"l2",)" + datasets + methods + "\"loss\":[" +
                          repeated("\"hinge\",") + "\"hinge\"]}") == 1);
}

TEST_CASE("the longest configuration that is accepted takes no more memory than 20 times its size",
          "[fuzz]") {
  std::string datasets;
  std::string lambdas;
  std::string methods;
  for (int k = 0; k < 1000; ++k) {
    const char* const comma = k == 0 ? "" : ",";
    datasets += fmt::format("{}\"{}\"", comma, k);
    lambdas += fmt::format("{}{}", comma, k + 1);
    methods += fmt::format("{}{{\"name\":\"batch_comid\",\"step\":{}}}", comma, k + 1);
  }
  CHECK(run("config", fmt::format(R"({{"name":"x","loss":"hinge","regularizer":"l1","seeds":10000,)"
                                  R"("datasets":[{}],"lambdas":[{}],"methods":[{}]}})",
                                  datasets, lambdas, methods)) == 0);
}

TEST_CASE("results take no more memory than 20 times their size", "[fuzz]") {
  const std::string header = header_text(result_columns());
  const std::string shortest = ",,,,,0,,,0,{},0,0,0,0,0,,,,,,,,running,,,,,,,0,,mean,,,,,,\n";
  std::string rows = header + numbered(shortest);
  rows.replace(rows.rfind("running"), 7, "budget");
  CHECK(run("results", rows) == 0);
  CHECK(run("results", header + repeated("\n")) == 1);
  CHECK(run("results", header + repeated(",")) == 1);
  CHECK(run("results", repeated(",")) == 1);
  CHECK(run("results", repeated("\n")) == 1);
  CHECK(run("results", repeated("\"\"\"\"\n")) == 1);
  CHECK(run("results", header + '"' + repeated("x")) == 1);
  CHECK(run("results", header + std::string(std::ranges::count(header, ','), ',') + '\n' + repeated(",\n")) ==
        1);
}

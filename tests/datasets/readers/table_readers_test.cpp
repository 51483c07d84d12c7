// Tables: CSV, and arrays of NumPy and SciPy.

#include <fmt/format.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "datasets/load_dataset.hpp"
#include "datasets/matrix/classes.hpp"
#include "datasets/readers/reader.hpp"
#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using namespace descent::test;

namespace {

using Numbers = std::vector<double>;

class Tables {
 public:
  RawSample read(const std::string& text, const ReadSettings& settings = {.label = "y"},
                 const std::string& name = "t.csv") const {
    return read_sample(folder_.write(name, text), settings);
  }
  std::string error(const std::string& text, const ReadSettings& settings = {.label = "y"}) const {
    const auto path = folder_.write("t.csv", text);
    return error_after<Error>(
        path.string() + ":", [&] { read_sample(path, settings); }, "");
  }
  std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    return folder_.write(name, text);
  }

 private:
  TemporaryFolder folder_;
};

Numbers dense(const RawSample& sample) {
  Numbers all;
  for (Index i = 0; i < sample.rows.outer_size(); ++i) {
    Numbers row(static_cast<std::size_t>(sample.rows.inner_size()));
    for (const Entry& entry : sample.rows[i]) row[static_cast<std::size_t>(entry.index)] = entry.value;
    all.insert(all.end(), row.begin(), row.end());
  }
  return all;
}

}  // namespace

TEST_CASE("A table is read with any separator, quotes, line ends and place of its labels") {
  const Tables tables;
  const Numbers values{1.5, 0, -2, 1e-3};
  for (const std::string text :
       {"a,b,y\n1.5,0,yes\n-2,1e-3,no\n", "a;y;b\r\n1.5;yes;0\r\n-2;no;0.001\r\n",
        "y\ta\tb\nyes\t+1.5\t0\nno\t-2\t1e-3", "a b,\"b;\",y\n1.5,0,yes\n-2,1e-3,no\n",
        "\"a\",\"b, \"\"c\"\"\",y\n\"1.5\", 0 ,\"yes\"\n\n-2,.001,no\n",
        "\xEF\xBB\xBFy,a,b\ryes,1.5,0\rno,-2,.001\r"}) {
    CAPTURE(text);
    const RawSample sample = tables.read(text);
    CHECK(dense(sample) == values);
    CHECK(sample.words == std::vector<std::string>{"no", "yes"});
    CHECK(sample.labels == Numbers{1, 0});
    CHECK(sample.columns.size() == 2);
  }
  CHECK(tables.read("3,1,2\n4,0,5\n", {.label = "1"}).labels == Numbers{3, 4});
  CHECK(tables.read("3,1,2\n4,0,5\n", {.label = "1", .header = true}).labels == Numbers{0});  // a name
  const RawSample named_rows = tables.read(",a,y\n0,5,1\n1,6,0\n", {.label = "y"});  // as pandas writes them
  CHECK(dense(named_rows) == Numbers{5, 6});
  CHECK(named_rows.columns == std::vector<std::string>{"a"});
  CHECK(named_rows.remarks.size() == 1);
  CHECK(dense(tables.read("\"\",a,y\nx,5,1\nz,6,0\n", {.label = "y"})) == Numbers{5, 6});
  CHECK(tables.read(",a\n1,5\n0,6\n", {.label = "1"}).labels == Numbers{1, 0});
  CHECK(tables.read("about: this\n9 9\n3,1,2\n", {.label = "3", .skip_lines = 2}).labels == Numbers{2});
  CHECK(dense(tables.read("a;y\n-0,5;1\n", {.label = "y", .decimal_comma = true})) == Numbers{-0.5});
  CHECK(tables.read("a;y\n0,5;u,v,w\n2;1\n", {.label = "y", .decimal_comma = true}).words ==
        std::vector<std::string>{"1", "u,v,w"});
  CHECK(tables.read("a,y\n1e-400,1\n0,0\n").underflows == 1);
  CHECK(tables.read("1 2 3\n", {.label = "2"}, "adult.data").labels == Numbers{2});
}

TEST_CASE("Tables in the shapes that people have are read, or refused with what to do") {
  struct Case {
    std::string text;
    ReadSettings settings;
    Index rows;  ///< 0: refused
    std::string message = {};
  };
  const std::vector<Case> cases{
      {"0,1,2,y\n.1,.2,.3,1\n.4,.5,.6,0\n", {.label = "y"}, 2},  // pandas names columns 0, 1, 2
      {"0,1,2,y\n.1,.2,.3,a\n.4,.5,.6,b\n", {.label = "4"}, 2},
      {"0,1,2,3\n.1,.2,.3,1\n.4,.5,.6,0\n", {.label = "3"}, 2},
      {"0,1,2,3\n.1,.2,.3,1\n.4,.5,.6,0\n", {.label = "4"}, 2},
      {"\"2019\",\"2020\",\"y\"\n1,2,1\n3,4,0\n", {.label = "y"}, 2},
      {"Unnamed: 0,a,y\n0,5,1\n1,6,0\n", {.label = "y"}, 2},
      {",Unnamed: 0,Unnamed: 0.1,a,y\n0,0,0,5,1\n1,1,1,6,0\n", {.label = "y"}, 2},
      {"a,y\n1,nan\n", {.label = "y"}, 0, "column 'y' has no value: 'nan'"},
      {"0,1\n5,1\n", {.label = "2"}, 0, "1: is it a row, or are these the names of columns? \"header\""},
      {"0,1\n5,1\n", {.label = "2", .header = false}, 2},
      {"3,1\n5,2\n", {.label = "z"}, 0, "\"header\": true says that the first line names them"},
      {"colour,y\nred,1\n",
       {.label = "y"},
       0,
       "2: column 'colour' holds 'red', expected a number; make columns"},
      {"a,y\n1,1\n1.x,0\n",
       {.label = "y"},
       0,
       "3: column 'a' holds '1.x', expected a number as in the 1 row above"},
      {"a,y\n\"1,234\",1\n", {.label = "y"}, 0, "thousands separators are not read, write 1234"},
      {"a;y\n1,5;1\n", {.label = "y"}, 0, "\"decimal\": \",\" reads it as a number (--read decimal=,)"},
      {"1 1:0.5 2:3\n", {.label = "1"}, 0, "LIBSVM text has no columns to name: leave \"label\""},
      {"a,y,y\n1,1,2\n", {.label = "y"}, 0, "has two columns 'y' for the labels"},
      {"a,y\n1,NA\n", {.label = "y"}, 0, "write the labels into a file of \"labels\""},
  };
  const Tables tables;
  for (const Case& each : cases) {
    CAPTURE(each.text);
    if (each.rows == 0)
      CHECK_THAT(tables.error(each.text, each.settings), ContainsSubstring(each.message));
    else
      CHECK(tables.read(each.text, each.settings).rows.outer_size() == each.rows);
  }
  const RawSample twice = tables.read(",Unnamed: 0,a,y\n0,0,5,1\n1,1,6,0\n");
  CHECK(twice.columns == std::vector<std::string>{"a"});
  CHECK(twice.remarks.size() == 2);
  CHECK(tables.read("a,b,a,y\n1,2,3,1\n3,4,5,0\n").remarks ==
        std::vector<std::string>{"columns 1 and 3 are both 'a'"});
  const auto booleans = tables.write("b.csv", "a,y\n1,True\n2,False\n").string();
  CHECK(load_dataset(booleans, {.reading = {.label = "y"}}).classes->positive == "True");
}

TEST_CASE("Endings of files count in capital letters, and foreign ones are refused") {
  CHECK(format_of("x.NPZ", {}) == FileFormat::numpy);
  CHECK(format_of("X.Csv.GZ", {}) == FileFormat::csv);
  for (const char* const name : {"x.zip", "X.csv.ZST", "x.tar.gz"})
    CHECK_THROWS_WITH(format_of(name, {}), ContainsSubstring("unpack it first"));
  const Tables tables;
  for (const char* const name : {"x", "x.csv", "german.data"}) {
    for (const std::string& front : {std::string("\xFF\xFE"), std::string("1\0", 2), std::string("\0", 1)}) {
      const auto path = tables.write(name, front + "1 1:1\n");
      CHECK_THROWS_WITH(read_sample(path, {.label = std::string(name).ends_with("csv") ? "1" : ""}),
                        StartsWith(path.string() + ": is UTF-16 text") && EndsWith("; save it as UTF-8"));
    }
  }
}

TEST_CASE("What is wrong in a table is told with line and column") {
  const Tables tables;
  CHECK_THAT(tables.error("a,y\n1,1\n,1\n"), StartsWith("3: column 'a' has no value: ''"));
  CHECK_THAT(tables.error("a,y\n1,1\n2,NA\n"), StartsWith("3: column 'y' has no value: 'NA'"));
  CHECK(tables.error("a,y\n1,1\n2,1,3\n") == "3: has 3 cells, expected 2");
  CHECK(tables.error("about: this\na,y\n1,1\n2,1,3\n", {.label = "y", .skip_lines = 1}) ==
        "4: has 3 cells, expected 2");
  CHECK(tables.error("a,y\n\"1,1\n2,1\n") == "4: a quote is not closed");
  CHECK_THAT(tables.error("a,y\n1\"2,1\n"), StartsWith("2: a quote inside a cell"));
  CHECK_THAT(tables.error("a,y\ninf,1\n"), StartsWith("2: column 'a' holds 'inf', expected a number"));
  CHECK(tables.error("a,y\n") == " has names of columns and no rows");
  CHECK(tables.error("") == " has no rows");
  CHECK(tables.error("a,b\n1,2\n") ==
        " has no column 'y' for the labels (2 columns, separated by commas: a, b)");
  CHECK_THAT(tables.error("a,b\n1,2\n", {.label = "0"}), StartsWith(" has no column '0' for the labels"));
  CHECK_THAT(tables.error("a,b\n1,2\n", {}), StartsWith(" which column has the labels?"));
  CHECK_THAT(tables.error("a,y\n1,2\n", {.label = "y", .index_base = 0}),
             EndsWith("\"index_base\" has no meaning for a file of the format csv"));
  CHECK_THAT(tables.error("\xFF\xFE"
                          "a"),
             EndsWith("is UTF-16 text; save it as UTF-8"));
  CHECK_THROWS_WITH(read_sample(tables.write("x.arff", "@relation x\n"), {}),
                    ContainsSubstring("scipy.io.arff"));
}

TEST_CASE("A table from a pipe loses no row, and has no checksum") {
  const Tables tables;
  for (const int rows : {2, 100'000}) {
    std::string text = "x,y\n";
    for (int i = 0; i < rows; ++i) text += fmt::format("{},{}\n", i + 1, i % 2);
    const auto pipe = tables.path(fmt::format("pipe{}", rows));
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    std::thread writer([&] { std::ofstream(pipe) << text; });
    const Dataset dataset = load_dataset(pipe.string(), {.reading = {.label = "y"}});
    writer.join();
    CHECK(dataset.train.rows.outer_size() == rows);
    CHECK(dataset.sha256.empty());
  }
}

TEST_CASE("Labels may be in a file of their own") {
  const Tables tables;
  const auto y = tables.write("y.txt", "1\n a word \n\n");
  const RawSample sample = tables.read("a,b\n1,2\n3,4\n", {.labels = "y.txt"});
  CHECK(sample.words == std::vector<std::string>{"1", "a word"});
  CHECK(dense(sample) == Numbers{1, 2, 3, 4});
  const auto table = tables.write("t.csv", "a,b\n1,2\n");
  CHECK_THROWS_WITH(read_sample(table, {.labels = "y.txt"}),
                    y.string() + ": has 2 labels, and " + table.string() + " has 1 rows");
}

TEST_CASE("A test file is read as its training file: base of indices, columns and classes") {
  const Tables tables;
  const auto load = [&](const std::string& train, const std::string& test, const ReadSettings& reading = {}) {
    return load_dataset(train, {.reading = reading, .test_file = test});
  };
  const std::string zero = tables.write("zero", "1 0:1 2:1\n2 1:1\n").string();
  const std::string one = tables.write("one", "1 1:1 2:1\n2 1:1\n").string();
  const Dataset dataset = load(zero, one);
  CHECK(dataset.test.rows[0].size() == 2);
  CHECK((*dataset.test.rows[0].begin()).index == 1);
  CHECK_THROWS_WITH(load(one, zero), zero + ": has an index 0, and " + one +
                                         " has none: does one of them count from 1? If both count from 0, "
                                         "\"index_base\": 0 says so");
  // Rows from 0 in training, from 1 in the test: every feature would be another.
  CHECK_THROWS_WITH(load(zero, tables.write("shifted", "1 1:1 3:1\n2 2:1\n").string()),
                    ContainsSubstring("shifted: counts features from 1 to 3, as it seems"));
  CHECK(load(zero, tables.write("wider", "1 0:1 3:1\n2 2:1\n").string()).test.rows.inner_size() == 4);
  const std::string train = tables.write("train.csv", "a,b,y\n1,2,1\n3,4,0\n").string();
  const std::string test = tables.write("test.csv", "a,c,y\n1,2,1\n3,4,0\n").string();
  CHECK_THROWS_WITH(
      load(train, test, {.label = "y"}),
      test + ": column 2 of 2 features is 'c', and 'b' in " + train +
          ", of 2; both need the same, in one order (in pandas: get_dummies for words, then reindex)");
}

TEST_CASE("Numbers with two commas or a point are no decimals") {
  const Tables tables;
  for (const char* const cell : {"1,234,567", "1.234,5"})
    CHECK_THAT(tables.error(std::string("a;y\n") + cell + ";1\n", {.label = "y", .decimal_comma = true}),
               StartsWith(std::string("2: column 'a' holds '") + cell + "', expected a number"));
  CHECK_THAT(tables.error("a,b,c,d,e,f,g,h,i,j,k,l,m\n1,1,1,1,1,1,1,1,1,1,1,1,1\n", {}),
             ContainsSubstring("k, l, …, m)"));
}

TEST_CASE("A line of a table that blocks cut is one line") {
  const Tables tables;
  const std::string row(100'000, '1');
  std::string text = "a,y\n";
  for (int k = 0; k < 9; ++k) text += "0.5,\"" + row + "\"\n";
  CHECK_THAT(tables.error(text + "x,1\n"), StartsWith("11: column 'a' holds 'x'"));
}

TEST_CASE("Labels are the same in all forms of a number, and no line of theirs is empty") {
  const Tables tables;
  tables.write("y.txt", "word\n1.0\n+1\n1\n");
  CHECK(tables.read("a\n1\n2\n3\n4\n", {.labels = "y.txt"}).words == std::vector<std::string>{"1", "word"});
  for (const std::string word : {"nan", "-inf"}) {
    const auto wrong = tables.write("y.txt", "1\n" + word + "\n");
    CHECK_THROWS_WITH(tables.read("a\n1\n2\n", {.labels = "y.txt"}),
                      wrong.string() + ":2: expected a label that is finite, got '" + word + "'");
  }
  tables.write("y.txt", "NA\nUS\n");
  CHECK(tables.read("a\n1\n2\n", {.labels = "y.txt"}).words == std::vector<std::string>{"NA", "US"});
  const auto y = tables.write("y.txt", "1\n\n2\n");
  CHECK_THROWS_WITH(tables.read("a\n1\n2\n", {.labels = "y.txt"}), y.string() + ":3: line 2 has no label");
  CHECK_THAT(tables.error("a,y\n1,1\n", {.label = "y", .labels = "y.txt"}),
             EndsWith("has both \"label\" and \"labels\", expected one of them"));
}

// Tables: CSV, and arrays of NumPy and SciPy.

#include <cmath>

#include "datasets/load_dataset.hpp"
#include "datasets/matrix/classes.hpp"
#include "datasets/readers/reader.hpp"
#include "datasets/readers/sample_writer.hpp"
#include "support/errors.hpp"
#include "support/numbers/random.hpp"
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

TEST_CASE("Words become columns if asked for, and are refused with their place if not") {
  const Tables tables;
  const std::string text = "colour,x,y\nred,0,1\n3,1,-1\nblue,2,1\n";
  const RawSample sample = tables.read(text, {.label = "y", .one_hot = true});
  CHECK(sample.columns == std::vector<std::string>{"colour=3", "colour=blue", "colour=red", "x"});
  CHECK(dense(sample) == Numbers{0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 2});
  CHECK(sample.attribute_of_column == std::vector<Index>{0, 0, 0, 1});
  CHECK(tables.read("x,y\n1,a\n2,b\n", {.label = "y", .one_hot = true}).attribute_of_column.empty());
  CHECK_THAT(tables.error(text),
             StartsWith("2: column 'colour' holds 'red', expected a number; \"categories\""));
  CHECK_THAT(tables.error("a;y\n1,5;1\n"),
             EndsWith("\"decimal\": \",\" reads it as a number (--read decimal=,)"));
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

TEST_CASE("Labels may be in a file of their own") {
  const Tables tables;
  const auto y = tables.write("y.txt", "1\nword\n\n");
  const RawSample sample = tables.read("a,b\n1,2\n3,4\n", {.labels = "y.txt"});
  CHECK(sample.words == std::vector<std::string>{"1", "word"});
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
  const std::string train = tables.write("train.csv", "c,y\nred,1\nblue,0\n").string();
  const std::string test = tables.write("test.csv", "c,y\nred,1\ngreen,0\n").string();
  CHECK_THROWS_WITH(
      load(train, test, {.label = "y", .one_hot = true}),
      test + ": column 1 of 2 features is 'c=green', and 'c=blue' in " + train +
          ", of 2; both need the same, in one order (in pandas: get_dummies for words, then reindex)");
}

TEST_CASE("Every format gives back what was written, with words and extreme values") {
  const Tables tables;
  Random random(1);
  for (int k = 0; k < 30; ++k) {
    std::vector<Offset> starts{0};
    std::vector<Entry> entries;
    RawSample sample;
    const Index width = 1 + static_cast<Index>(random.below(7));
    const auto rows = 1 + static_cast<Index>(random.below(9));
    if (k % 2 == 0) sample.words = {"a \"b\", c", "\xC3\xA4", "z"};
    for (Index i = 0; i < rows; ++i) {
      for (Index j = 0; j < width; ++j)
        if (random.uniform() < 0.6)
          entries.push_back({j, random.normal() * std::pow(10, random.normal() * 80)});
      starts.push_back(static_cast<Offset>(entries.size()));
      sample.labels.push_back(sample.words.empty() ? random.normal() : static_cast<double>(random.below(3)));
    }
    sample.rows = SparseMatrix(starts, entries, width);
    const std::string ending = k % 3 == 0 ? ".csv" : k % 3 == 1 ? ".npz" : ".svm";
    const auto path = tables.path("out" + ending);
    if (ending == ".svm" && !sample.words.empty()) {
      sample.labels[0] = 0;
      CHECK_THROWS_WITH(write_sample_file(sample, path),
                        StartsWith("row 1: the label \"a \"b\", c\" is no word"));
      sample.words[0] = "a";
    }
    std::filesystem::remove(path);
    write_sample_file(sample, path);
    RawSample read = read_sample(path, {.label = ending == ".csv" ? "label" : ""});
    read.rows.widen(ending == ".svm" ? width : 0);
    CAPTURE(path);
    CHECK(dense(read) == dense(sample));
    const auto texts = [](const RawSample& of) {
      std::vector<std::string> all;
      for (const double label : of.labels) all.push_back(label_text(label, of.words));
      return all;
    };
    CHECK(texts(read) == texts(sample));
  }
}

TEST_CASE(
    "Numbers with two commas or a point are no decimals, and a label's column is none of the attributes") {
  const Tables tables;
  for (const char* const cell : {"1,234,567", "1.234,5"})
    CHECK_THAT(tables.error(std::string("a;y\n") + cell + ";1\n", {.label = "y", .decimal_comma = true}),
               StartsWith(std::string("2: column 'a' holds '") + cell + "', expected a number"));
  CHECK(tables.read("y,c,x\n1,red,2\n0,blue,3\n", {.label = "y", .one_hot = true}).attribute_of_column ==
        std::vector<Index>{0, 0, 1});
  std::string text = "c,y\n";
  for (int word = 0; word < 1000; ++word) text += "w" + std::to_string(word) + ",1\n";
  CHECK(tables.read(text, {.label = "y", .one_hot = true}).columns.size() == 1000);
  CHECK_THAT(tables.error(text + "more,1\n", {.label = "y", .one_hot = true}),
             StartsWith("1002: column 'c' has more than 1000 different words"));
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
  const auto y = tables.write("y.txt", "1\n\n2\n");
  CHECK_THROWS_WITH(tables.read("a\n1\n2\n", {.labels = "y.txt"}), y.string() + ":3: line 2 has no label");
  CHECK_THAT(tables.error("a,y\n1,1\n", {.label = "y", .labels = "y.txt"}),
             EndsWith("has both \"label\" and \"labels\", expected one of them"));
}

TEST_CASE("LIBSVM text takes no label with one of its signs, by any of its endings") {
  const Tables tables;
  RawSample sample;
  sample.rows = SparseMatrix({0, 1}, {{0, 1}}, 1);
  sample.labels = {0};
  for (const char sign : std::string("\t#:,; ")) {
    sample.words = {std::string("a") + sign + "b"};
    CHECK_THROWS_WITH(write_sample_file(sample, tables.path("out.svm")), ContainsSubstring("is no word"));
  }
  for (const char* const word : {"3rd", "1", "", "-a", "nan", "a\nb"}) {  // which the reader does not take
    sample.words = {word};
    CHECK_THROWS_WITH(write_sample_file(sample, tables.path("out.svm")),
                      ContainsSubstring("is no word of LIBSVM text"));
  }
  CHECK_FALSE(std::filesystem::exists(tables.path("out.svm")));
  sample.words = {"infected"};
  for (const char* const name : {"out.svm", "out.libsvm", "out.txt"}) {
    write_sample_file(sample, tables.path(name));
    CHECK(read_sample(tables.path(name), {}).words == sample.words);
  }
}

// Arrays of NumPy and SciPy as other programs write them.

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "datasets/readers/reader.hpp"
#include "support/errors.hpp"
#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/readers/compressed_text.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using namespace descent::test;

namespace {

template <class Number>
std::string bytes_of(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

std::string number_in(int bytes, std::size_t value) {
  std::string text;
  for (int k = 0; k < bytes; ++k) text += static_cast<char>(value >> 8 * k & 255);
  return text;
}

/// An .npy file.
std::string array(const std::string& type, const std::string& shape, const std::string& bytes,
                  char version = 1) {
  const std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }\n";
  return "\x93NUMPY" + std::string{version, 0} + number_in(version == 1 ? 2 : 4, header.size()) + header +
         bytes;
}
std::string doubles(const std::string& shape, const std::vector<double>& numbers) {
  return array("<f8", shape, bytes_of(numbers));
}

std::uint32_t checksum_of(const std::string& text) {
  std::uint32_t sum = ~0U;
  for (const char letter : text) {
    sum ^= static_cast<unsigned char>(letter);
    for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ ((sum & 1) != 0 ? 0xEDB88320U : 0U);
  }
  return ~sum;
}

using NumpyArrays = std::vector<std::pair<std::string, std::string>>;

/// An .npz file: an uncompressed archive.
std::string archive_of(const NumpyArrays& files) {
  std::string text;
  std::string directory;
  for (const auto& [name, content] : files) {
    const std::string file = name + ".npy";
    const std::string about = number_in(8, 0) + number_in(4, checksum_of(content)) +
                              number_in(4, content.size()) + number_in(4, content.size()) +
                              number_in(2, file.size()) + number_in(2, 0);
    directory += "PK\1\2" + number_in(2, 20) + number_in(2, 20) + about + number_in(10, 0) +
                 number_in(4, text.size()) + file;
    text += "PK\3\4" + number_in(2, 20) + about + file + content;
  }
  const std::size_t start = text.size();
  return text + directory + "PK\5\6" + number_in(4, 0) + number_in(2, files.size()) +
         number_in(2, files.size()) + number_in(4, directory.size()) + number_in(4, start) + number_in(2, 0);
}

struct NumpyFiles {
  RawSample read(const std::string& name, const std::string& bytes, const ReadSettings& settings = {}) const {
    return read_sample(folder.write(name, bytes), settings);
  }
  std::string error_in(const std::string& name, const std::string& bytes,
                       const ReadSettings& settings = {}) const {
    const auto path = folder.write(name, bytes);
    return error_after<Error>(
        path.string() + ": ", [&] { read_sample(path, settings); }, "");
  }
  std::string error(const NumpyArrays& files) const { return error_in("x.npz", archive_of(files)); }

  TemporaryFolder folder;
};

std::vector<double> values_of(const RawSample& sample) {
  std::vector<double> values;
  for (Index i = 0; i < sample.rows.outer_size(); ++i)
    for (const Entry& entry : sample.rows[i]) values.push_back(entry.value);
  return values;
}

/// The arrays of a matrix of SciPy with labels.
NumpyArrays sparse(const std::string& format, const std::vector<std::int32_t>& indices,
                   const std::vector<std::int32_t>& starts, const std::vector<std::int64_t>& shape) {
  const auto whole = [](const auto& numbers, const std::string& type) {
    return array(type, std::to_string(numbers.size()) + ",", bytes_of(numbers));
  };
  return {{"data", doubles(std::to_string(indices.size()) + ",", std::vector<double>(indices.size(), 2))},
          {"indices", whole(indices, "<i4")},
          {"indptr", whole(starts, "<i4")},
          {"shape", whole(shape, "<i8")},
          {"format", array("|S3", "", format)},
          {"y", doubles(std::to_string(shape[0]) + ",", std::vector<double>(shape[0] == 1 ? 1 : 2, 1))}};
}

}  // namespace

TEST_CASE("numbers of any type and byte order are read, and headers of any version") {
  const NumpyFiles arrays;
  arrays.folder.write("y.txt", "1\n2\n");
  const ReadSettings settings{.labels = "y.txt"};
  const auto values = [&](const std::string& bytes) {
    return values_of(arrays.read("x.npy", bytes, settings));
  };
  const std::string big("\0\1\377\376\1\1\177\377", 8);
  CHECK(values(array(">i2", "2, 2", big, 2)) == std::vector<double>{1, -2, 257, 32767});
  CHECK(values(array("<i2", "2, 2", big)) == std::vector<double>{256, -257, 257, -129});
  CHECK(values(array("|i1", "2, 1", "\377\1")) == std::vector<double>{-1, 1});
  CHECK(values(array("|u1", "2, 1", "\377\1")) == std::vector<double>{255, 1});
}

TEST_CASE("labels are words of any alphabet, in an array that is called as usual") {
  const NumpyFiles arrays;
  const std::vector<std::uint32_t> words{0xE4, 'b', 0x20AC, 0, 0x1F600, 0};
  const RawSample sample = arrays.read(
      "x.npz",
      archive_of({{"X", doubles("3, 1", {1, 2, 3})}, {"target", array("<U2", "3,", bytes_of(words))}}));
  CHECK(values_of(sample) == std::vector<double>{1, 2, 3});
  std::vector<std::string> labels;
  for (const double label : sample.labels) labels.push_back(sample.words.at(static_cast<std::size_t>(label)));
  CHECK(labels == std::vector<std::string>{"\xC3\xA4"
                                           "b",
                                           "\xE2\x82\xAC", "\xF0\x9F\x98\x80"});
}

TEST_CASE("arrays that make no sample are refused with what is wrong") {
  const NumpyFiles arrays;
  const std::string two = doubles("2, 2", {1, 2, 3, 4});
  const std::string labels = doubles("2,", {1, 2});
  CHECK_THAT(
      arrays.error({{"A", two}, {"B", two}, {"y", labels}}),
      StartsWith("has no array X, nor the arrays of scipy.sparse.save_npz (it has A (2 x 2), B (2 x 2)"));
  CHECK_THAT(arrays.error({{"X", doubles("2, 2", {1, 2, 3, -infinity})}, {"y", labels}}),
             StartsWith("row 2, column 2: holds -inf;"));
  CHECK_THAT(arrays.error({{"X", two}, {"y", doubles("3,", {1, 2, 1})}}),
             EndsWith("has 3 labels, expected one for each of the 2 rows"));
}

TEST_CASE("a sparse matrix of SciPy is read in the format CSR, if it is one") {
  const NumpyFiles arrays;
  const RawSample sample = arrays.read("x.npz", archive_of(sparse("csr", {2, 0, 1}, {0, 2, 3}, {2, 3})));
  CHECK(values_of(sample) == std::vector<double>{2, 2, 2});
  CHECK(sample.rows[0].front().index == 0);
  CHECK_THAT(arrays.error(sparse("csc", {2, 0, 1}, {0, 2, 3}, {2, 3})), ContainsSubstring("save X.tocsr()"));
  CHECK_THROWS_AS(arrays.read("x.npz", archive_of(sparse("csr", {1, 1}, {0, 2}, {1, 3}))), Error);
  CHECK_THAT(arrays.error(sparse("csr", {0, 1}, {0, 2, 2}, {1, 3})),
             EndsWith("indptr must have one more item than rows"));
  CHECK_THAT(arrays.error(sparse("csr", {3}, {0, 1}, {1, 3})), EndsWith("an index must be below the width"));
  // An item far beyond the values, before indptr falls.
  CHECK_THAT(arrays.error(sparse("csr", {0}, {0, 1 << 30, 1}, {2, 3})), EndsWith("indptr must not fall"));
}

TEST_CASE("a damaged .npz file is refused with the name of the file and of the array") {
  const NumpyFiles arrays;
  const std::string table = doubles("2, 1", {1, 2}), labels = doubles("2,", {1, 2});
  const std::string whole = archive_of({{"X", table}, {"y", labels}});
  REQUIRE(arrays.read("x.npz", whole).rows.outer_size() == 2);
  for (const auto& [member, content] : {std::pair("X.npy", table), std::pair("y.npy", labels)}) {
    std::string damaged = whole;
    damaged[whole.find(content) + content.size() - 2] ^= 1;  // in the exponent of the last number
    const std::string error = arrays.error_in("x.npz", damaged);
    CHECK_THAT(error, StartsWith(std::string(member) + ": is damaged (ZIP bad CRC"));
    CHECK_THAT(error, EndsWith("; fetch or save the file again"));
  }
  for (const std::size_t lost : {std::size_t{1}, std::size_t{60}, whole.size() - whole.find("PK\1\2")})
    CHECK_THAT(arrays.error_in("x.npz", whole.substr(0, whole.size() - lost)),
               StartsWith("is no .npz file, damaged or cut off ("));
}

TEST_CASE("a NumPy file has nothing after its array, and an archive its checksum") {
  const NumpyFiles arrays;
  const std::string table = doubles("1, 1", {1}), labels = doubles("1,", {1});
  const std::string longer = "has bytes after its array, expected its end; fetch or save it again";
  arrays.folder.write("y.txt", "1\n");
  const ReadSettings settings{.labels = "y.txt"};
  CHECK(arrays.error({{"X", table + "x"}, {"y", labels}}) == "X.npy: " + longer);
  CHECK(arrays.error_in("x.npy", table + table, settings) == longer);
  std::string archive = compressed(table, ".gz");
  CHECK(values_of(arrays.read("x.npy", archive, settings)) == std::vector<double>{1});
  archive[archive.size() - 8] ^= 1;
  CHECK_THAT(arrays.error_in("x.npy", archive, settings),
             StartsWith("damaged, cut off or no archive at all"));
}

TEST_CASE("labels in NumPy arrays are finite numbers, or any words") {
  const NumpyFiles arrays;
  const std::string table = doubles("3, 1", {1, 2, 3});
  const std::string advice = "; fill such rows in or leave them out";
  const std::vector<float> singles{1, std::numeric_limits<float>::infinity(), 2};
  CHECK(arrays.error({{"X", table}, {"y", doubles("3,", {1, 1, std::nan("")})}}) ==
        "y.npy: row 3: expected a label that is finite, got nan" + advice);
  CHECK(arrays.error({{"X", table}, {"y", doubles("3,", {-infinity, 1, 1})}}) ==
        "y.npy: row 1: expected a label that is finite, got -inf" + advice);
  CHECK(arrays.error({{"X", table}, {"y", array("<f4", "3,", bytes_of(singles))}}) ==
        "y.npy: row 2: expected a label that is finite, got inf" + advice);
  const auto file = arrays.folder.write("y.npy", doubles("3,", {1, std::nan(""), 2}));
  const auto path = arrays.folder.write("x.npy", table);
  CHECK(error_of([&] { read_sample(path, {.labels = "y.npy"}); }) ==
        file.string() + ": row 2: expected a label that is finite, got nan" + advice);
  const auto words_of = [&](const std::string& type, const std::string& labels) {
    return arrays.read("x.npz", archive_of({{"X", table}, {"y", array(type, "3,", labels)}})).words;
  };
  const std::vector<std::uint32_t> letters{'n', 'a', 'n', 'i', 'n', 'f', 'o', 'k', 0};
  CHECK(words_of("<U3", bytes_of(letters)) == std::vector<std::string>{"inf", "nan", "ok"});
  CHECK(words_of("|S8", std::string("infected"
                                    "nan\0\0\0\0\0"
                                    "infected",
                                    24)) == std::vector<std::string>{"infected", "nan"});
}

TEST_CASE("positions of a sparse NumPy matrix are integers, in numbers of any type") {
  const NumpyFiles arrays;
  const NumpyArrays whole = {{"data", doubles("2,", {5, 7})},
                             {"indices", doubles("2,", {2, 0})},
                             {"indptr", doubles("3,", {0, 1, 2})},
                             {"shape", doubles("2,", {2, 3})},
                             {"y", doubles("2,", {1, 2})}};
  const RawSample sample = arrays.read("x.npz", archive_of(whole));
  CHECK(values_of(sample) == std::vector<double>{5, 7});
  CHECK(sample.rows[0].front().index == 2);
  const auto error = [&](std::size_t k, const std::string& content) {
    NumpyArrays files = whole;
    files[k].second = content;
    return arrays.error(files);
  };
  const std::string expected = ", expected an integer of at least 0";
  CHECK(error(1, doubles("2,", {2, 0.5})) == "indices.npy: item 2 is 0.5" + expected);
  CHECK(error(1, doubles("2,", {-1, 0})) == "indices.npy: item 1 is -1" + expected);
  CHECK(error(2, doubles("3,", {0, 1.5, 2})) == "indptr.npy: item 2 is 1.5" + expected);
  CHECK(error(2, doubles("3,", {0, 1, 2.5})) == "indptr.npy: item 3 is 2.5" + expected);
  CHECK(error(3, doubles("2,", {2.5, 3})) == "shape.npy: item 1 is 2.5" + expected);
  CHECK(error(3, doubles("2,", {2, std::nan("")})) == "shape.npy: item 2 is nan" + expected);
  CHECK(error(3, doubles("2,", {2, 1e300})) == "shape.npy: item 2 is 1e+300" + expected);
}

TEST_CASE("whole numbers of 64 bits in NumPy arrays are read if doubles, and named if not") {
  const NumpyFiles arrays;
  arrays.folder.write("y.txt", "1\n2\n");
  const ReadSettings settings{.labels = "y.txt"};
  const auto values = [&](const std::string& type, const std::vector<std::uint64_t>& numbers) {
    return values_of(arrays.read("x.npy", array(type, "2, 1", bytes_of(numbers)), settings));
  };
  const auto error = [&](const std::string& type, std::uint64_t second) {
    return arrays.error_in("x.npy", array(type, "2, 1", bytes_of(std::vector<std::uint64_t>{1, second})),
                           settings);
  };
  constexpr std::uint64_t half = std::uint64_t{1} << 63, most = ~std::uint64_t{0};
  CHECK(values("<u8", {half, most - 2047}) == std::vector<double>{0x1p63, 0x1p64 - 2048});
  CHECK(values("<i8", {half, half - 1024}) == std::vector<double>{-0x1p63, 0x1p63 - 1024});
  const std::string which = ", which no double is; convert the array to float64 to round it";
  CHECK(error("<u8", half + 1) == "item 2 is 9223372036854775809" + which);
  CHECK(error("<u8", most) == "item 2 is 18446744073709551615" + which);
  CHECK(error("<i8", half - 1) == "item 2 is 9223372036854775807" + which);
  CHECK(error("<i8", half + 1) == "item 2 is -9223372036854775807" + which);
}

// Arrays of NumPy and SciPy as other programs write them.

#include <cstdint>
#include <string>
#include <vector>

#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/readers/numpy_files.hpp"

using namespace descent;
using namespace descent::test;

namespace {

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
  CHECK(arrays.error({{"X", "no array: a text"}, {"y", labels}}) == "X.npy: is no array of NumPy");
  CHECK(arrays.error({{"X", doubles("9223372036854775807, 4", {1})}, {"y", labels}}) ==
        "X.npy: has an impossible shape");
  CHECK(arrays.error({{"X", array("|S1", "2, 1", "ab")}, {"y", labels}}) ==
        "X.npy: holds texts, expected numbers");
}

TEST_CASE("a sparse matrix of SciPy is read in the format CSR, if it is one") {
  const NumpyFiles arrays;
  const RawSample sample = arrays.read("x.npz", archive_of(sparse("csr", {2, 0, 1}, {0, 2, 3}, {2, 3})));
  CHECK(values_of(sample) == std::vector<double>{2, 2, 2});
  CHECK(sample.rows[0].front().index == 0);
  CHECK_THAT(arrays.error(sparse("csc", {2, 0, 1}, {0, 2, 3}, {2, 3})), ContainsSubstring("save X.tocsr()"));
  for (const std::vector<std::int32_t>& twice : {std::vector{1, 1, 2}, {1, 0, 1}, {0, 1, 1}})
    CHECK_THAT(arrays.error(sparse("csr", twice, {0, 3}, {1, 3})),
               ContainsSubstring("has column 2 twice; call X.sum_duplicates()"));
  CHECK_THAT(arrays.error(sparse("csr", {0, 1}, {0, 2, 2}, {1, 3})),
             EndsWith("indptr must have one more item than rows"));
  CHECK_THAT(arrays.error(sparse("csr", {3}, {0, 1}, {1, 3})), EndsWith("an index must be below the width"));
  CHECK_THAT(arrays.error(sparse("csr", {0}, {0, 1}, {1, 3, 1})), EndsWith("shape must have two numbers"));
  // An item far beyond the values, before indptr falls.
  CHECK_THAT(arrays.error(sparse("csr", {0}, {0, 1 << 30, 1}, {2, 3})), EndsWith("indptr must not fall"));
}

// Damaged files of NumPy, and numbers in them that are none of a sample.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/readers/compressed_text.hpp"
#include "tests/datasets/readers/numpy_files.hpp"

using namespace descent;
using namespace descent::test;

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
  for (const char* const name : {"x.npy", "x.npy.gz"})
    CHECK(values_of(arrays.read(name, archive, settings)) == std::vector<double>{1});
  arrays.folder.write("y.npy.gz", compressed(doubles("1,", {7}), ".gz"));
  CHECK(arrays.read("x.npy", table, {.labels = "y.npy.gz"}).labels == std::vector<double>{7});
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
  const std::vector<std::string> with_zeros{std::string("a\0b", 3), "b"};
  CHECK(words_of("|S3", std::string("a\0bb\0\0a\0b", 9)) == with_zeros);
  const std::vector<std::uint32_t> wide{'a', 0, 'b', 'b', 0, 0, 'a', 0, 'b'};
  CHECK(words_of("<U3", bytes_of(wide)) == with_zeros);
  CHECK(arrays.read("x.npz", archive_of({{"X", table}, {"y", doubles("3, 1", {1, 2, 1})}})).labels ==
        std::vector<double>{1, 2, 1});
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

#include "datasets/parsed/parsed_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/errors.hpp"
#include "support/json/read_json.hpp"
#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/matrix/stored_lines.hpp"
#include "tests/datasets/parsed/parsed_samples.hpp"
#include "tests/support/error_of.hpp"

using namespace descent;
using test::Bytes;
using test::bytes_of;
using test::random_parsed;
using test::read_copy;
using test::same_bits;
using test::seal_parsed;
using test::some_source;

namespace {

ParsedFile small_file() {
  return {some_source(), random_parsed(6, 5, Task::classification, 1)};
}

std::string error_of(const Bytes& bytes) {
  return test::error_of<DataError>([&] { read_copy(bytes); }, "");
}

/// A file with other arrays than the small file, unchecked by the writer.
std::string error_of(std::vector<Offset> starts, std::vector<Entry> entries, Index width,
                     std::vector<double> labels, std::optional<Classes> classes = {}) {
  ParsedFile file = small_file();
  file.parsed.sample = {{std::move(starts), test::stored_in(test::in_doubles, entries), width},
                        std::move(labels)};
  file.parsed.classes = classes;
  return error_of(bytes_of(file));
}

/// True if the matrix keeps the promises of its type.
bool is_sound(const Sample& sample) {
  Offset seen = 0;
  for (Index row = 0; row < sample.rows.outer_size(); ++row) {
    Index before = -1;
    for (const Entry& entry : sample.rows[row]) {
      if (entry.index <= before || entry.index >= sample.rows.inner_size()) return false;
      if (entry.value == 0 || !std::isfinite(entry.value)) return false;
      before = entry.index;
      ++seen;
    }
  }
  return seen == sample.rows.nonzeros() && std::ssize(sample.labels) == sample.rows.outer_size();
}

/// The bytes with a changed start and the right checksum.
template <class Change>
Bytes with_start(Bytes bytes, Change change) {
  ParsedStart start;
  std::memcpy(&start, bytes.data(), sizeof(start));
  change(start);
  std::memcpy(bytes.data(), &start, sizeof(start));
  seal_parsed(bytes);
  return bytes;
}

/// The same with changed facts.
template <class Change>
Bytes with_facts(const Bytes& bytes, Change change) {
  const auto aligned = [](std::size_t size) { return (size + 7) / 8 * 8; };
  ParsedStart start;
  std::memcpy(&start, bytes.data(), sizeof(start));
  const auto* const text = reinterpret_cast<const char*>(bytes.data() + sizeof(start));
  Json facts = Json::parse(text, text + start.facts);
  const auto rest = std::span(bytes).subspan(sizeof(start) + aligned(start.facts));
  change(facts);
  std::string changed = facts.dump();
  start.facts = changed.size();
  changed.resize(aligned(changed.size()));
  Bytes whole(sizeof(start) + changed.size());
  std::memcpy(whole.data(), &start, sizeof(start));
  std::memcpy(whole.data() + sizeof(start), changed.data(), changed.size());
  whole.insert(whole.end(), rest.begin(), rest.end());
  seal_parsed(whole);
  return whole;
}

}  // namespace

TEST_CASE("A parsed file is read back in every bit") {
  const Task task = GENERATE(Task::classification, Task::regression);
  const Index rows = GENERATE(1, 2, 7, 300);
  const Index width = GENERATE(1, 5, 40);
  ParsedFile file{some_source(), random_parsed(rows, width, task, 7)};
  if (task == Task::regression) file.parsed.sample.labels[0] = -0.0;
  if (width == 5) file.parsed.attribute_of_column = {0, 1, 1, 1, 2};
  const Bytes bytes = bytes_of(file);
  const ParsedFile again = read_copy(bytes);
  CHECK(again.source == file.source);
  CHECK(same_bits(again.parsed, file.parsed));
  CHECK(is_sound(again.parsed.sample));
  CHECK(bytes_of(again) == bytes);
}

TEST_CASE("Rows without entries, a width beyond all indices and missing digests are read back") {
  ParsedFile file = small_file();
  file.source.train_sha256.clear();
  file.source.joined_sha256.clear();
  file.parsed.sample = {{{0, 0, 0}, std::vector<Entry>(), 0}, {1, -1}};
  CHECK(same_bits(read_copy(bytes_of(file)).parsed, file.parsed));
  CHECK(read_copy(bytes_of(file)).source == file.source);
  file.parsed.sample = {{{0, 0, 1, 1}, {{3, 2}}, 2'000'000'000}, {1, -1, 1}};
  CHECK(same_bits(read_copy(bytes_of(file)).parsed, file.parsed));
}

TEST_CASE("A matrix that is read is a view of the bytes, and keeps their owner alive") {
  const auto owner = std::make_shared<const Bytes>(bytes_of(small_file()));
  const std::weak_ptr<const Bytes> watched = owner;
  std::optional<ParsedFile> file = read_parsed(*owner, owner);
  const std::byte* const first = file->parsed.sample.rows.stored().data();
  CHECK(first >= owner->data());
  CHECK(first < owner->data() + owner->size());
  std::optional<SparseMatrix> copy = file->parsed.sample.rows;
  file.reset();
  CHECK(watched.use_count() == 2);
  copy.reset();
  CHECK(watched.use_count() == 1);
}

TEST_CASE("A parsed file of any other length is refused") {
  const Bytes whole = bytes_of(small_file());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    REQUIRE(!error_of(cut).empty());
    seal_parsed(cut);
    REQUIRE(!error_of(cut).empty());
  }
  for (Bytes longer = whole; longer.size() < whole.size() + 40;) {
    longer.push_back(std::byte{0});
    REQUIRE(!error_of(longer).empty());
    seal_parsed(longer);
    REQUIRE(!error_of(longer).empty());
  }
  CHECK(error_of(whole).empty());
}

TEST_CASE("A parsed file with one byte changed is refused") {
  Bytes bytes = bytes_of(small_file());
  for (std::byte& byte : bytes) {
    for (const int mask : {0x01, 0x80, 0xff}) {
      byte ^= static_cast<std::byte>(mask);
      REQUIRE(!error_of(bytes).empty());
      byte ^= static_cast<std::byte>(mask);
    }
  }
  CHECK(error_of(bytes).empty());
}

TEST_CASE("Whatever a parsed file with a right checksum says, a matrix that is read is sound") {
  Random random(11);
  const Bytes whole = bytes_of({some_source(), random_parsed(9, 6, Task::classification, 3)});
  int accepted = 0;
  for (int trial = 0; trial < 20'000; ++trial) {
    Bytes bytes = whole;
    for (std::uint64_t change = 1 + random.below(3); change > 0; --change) {
      const std::byte byte{static_cast<unsigned char>(random.below(256))};
      bytes[random.below(bytes.size())] = random.below(2) == 0 ? byte : byte & std::byte{0x03};
    }
    seal_parsed(bytes);
    try {
      const ParsedFile file = read_copy(bytes);
      REQUIRE(is_sound(file.parsed.sample));
      ++accepted;
    } catch (const DataError&) {
    }
  }
  CHECK(accepted > 100);  // values and times may be anything
}

TEST_CASE("A parsed file of another program, version, machine or build is refused, and told so") {
  const Bytes bytes = bytes_of(small_file());
  const auto error_with = [&](auto change) { return error_of(with_start(bytes, change)); };
  CHECK(error_with([](ParsedStart& start) { start.magic[7] = 'Q'; }) == "is not a parsed dataset");
  CHECK(error_with([](ParsedStart& start) { ++start.version; }) == "is of another version of the format");
  CHECK(error_with([](ParsedStart& start) { start.byte_order = 0x04030201; }) ==
        "is of a machine with another byte order");
  CHECK(error_with([](ParsedStart& start) { start.facts = ~std::uint64_t{0}; }) ==
        "is shorter than its counts say");
  CHECK(error_with([](ParsedStart&) {}).empty());
}

TEST_CASE("Counts that do not fit the bytes are refused before anything is made of them") {
  const Bytes bytes = bytes_of(small_file());
  const auto error_with = [&](const char* fact, const Json& value) {
    return error_of(with_facts(bytes, [&](Json& facts) { facts[fact] = value; }));
  };
  const std::uint64_t huge = GENERATE(std::uint64_t{1} << 31, (std::uint64_t{1} << 31) - 1,
                                      std::uint64_t{1} << 60, std::uint64_t{1} << 61, std::uint64_t{1} << 63,
                                      ~std::uint64_t{0}, ~std::uint64_t{0} - 7, 0, 1000);
  for (const char* const fact : {"rows", "nonzeros", "attributes"}) {
    if (huge != 0 || fact != std::string("attributes")) CHECK(!error_with(fact, huge).empty());
  }
  CHECK(error_with("width", std::int64_t{1} << 31) ==
        "facts: /width: must be a whole number from 0 to 2147483647, got 2147483648");
  CHECK(error_with("storage", 4) == "facts: /storage: must be a whole number from 0 to 3, got 4");
  CHECK(error_with("decimals", 1) == "facts: /decimals: must be a whole number from 0 to 0, got 1");
  CHECK(error_with("underflows", -1).starts_with("facts: /underflows: must be"));
  CHECK(error_of(with_facts(bytes, [](Json& facts) {
          facts["storage"] = static_cast<int>(Storage::decimal);
          facts["decimals"] = 23;
        })) == "facts: /decimals: must be a whole number from 0 to 22, got 23");
  CHECK(error_of(with_facts(bytes, [](Json& facts) { facts.erase("sha256"); })) ==
        "facts: /: the key \"sha256\" is missing");
  CHECK(error_of(with_facts(bytes, [](Json&) {})).empty());
}

TEST_CASE("Arrays that no reader yields are refused in spite of a right checksum") {
  const std::vector<Entry> three{{0, 1}, {2, 1}, {1, 1}};
  CHECK(error_of({0, 2, 3}, three, 3, {1, 2}).empty());
  const std::string no_matrix = "has rows that are no matrix";
  CHECK(error_of({0, 1, 3}, three, 3, {1, 2}) == no_matrix);  // 2 before 1; more in parsed_checks_test.cpp
  const std::string no_labels = "has impossible labels";
  CHECK(error_of({0, 2, 3}, three, 3, {1, infinity}) == no_labels);
  CHECK(error_of({0, 2, 3}, three, 3, {1, std::numeric_limits<double>::quiet_NaN()}) == no_labels);
  CHECK(error_of({0, 2, 3}, three, 3, {1, 2}, Classes{"0", "1"}) == no_labels);
  CHECK(error_of({0, 2, 3}, three, 3, {1, -1}, Classes{"0", "1"}).empty());
  CHECK(error_of({0, 2, 3}, three, 3, {1, -1}, Classes{"1", "1"}) == "has impossible classes");

  ParsedFile file = small_file();
  for (const std::vector<Index>& attributes :
       std::vector<std::vector<Index>>{{1, 2, 3, 4, 5}, {0, 1, 3, 4, 5}, {0, 1, 0, 1, 2}, {0, -1, 0, 0, 0}}) {
    file.parsed.attribute_of_column = attributes;
    CHECK(error_of(bytes_of(file)) == "has attributes that do not ascend");
  }
  file.parsed.attribute_of_column = {0, 0};
  CHECK(error_of(bytes_of(file)) == "has attributes for other columns");
  file.parsed.attribute_of_column.clear();
  file.source.sha256 = "abc";
  CHECK(error_of(bytes_of(file)) == "has no SHA-256");
  file.source.sha256 = std::string(64, 'G');
  CHECK(error_of(bytes_of(file)) == "has no SHA-256");
}

TEST_CASE("Bytes at an odd address are refused") {
  const Bytes bytes = bytes_of(small_file());
  Bytes shifted(bytes.size() + 1);
  std::copy(bytes.begin(), bytes.end(), shifted.begin() + 1);
  CHECK_THROWS_WITH(read_parsed(std::span(shifted).subspan(1), nullptr), "is not aligned to 8 bytes");
}

TEST_CASE("parts of a parsed file are its rows, each of them in one part") {
  for (const Task task : {Task::classification, Task::regression}) {
    const ParsedFile file{some_source(), random_parsed(40, 9, task, 3)};
    const auto bytes = std::make_shared<const Bytes>(bytes_of(file));
    for (const int parts : {1, 2, 5}) {
      Sample all{{{0}, std::vector<Entry>(), 9}, {}};
      for (int part = 0; part < parts; ++part) {
        const ParsedPart read = read_parsed_part(*bytes, bytes, part, parts);
        CHECK(read.rows == 40);
        CHECK(read.nonzeros == file.parsed.sample.rows.nonzeros());
        all = concatenate(all, read.sample);
      }
      CHECK(same_bits(all, file.parsed.sample));
    }
  }
  // The other part's rows are not checked, the own rows are.
  ParsedFile file{some_source(), random_parsed(40, 9, Task::regression, 4)};
  file.parsed.sample.labels.back() = std::numeric_limits<double>::quiet_NaN();
  const auto damaged = std::make_shared<const Bytes>(bytes_of(file));
  CHECK_NOTHROW(read_parsed_part(*damaged, damaged, 0, 2));
  CHECK_THROWS_AS(read_parsed_part(*damaged, damaged, 1, 2), DataError);
  const auto cut = std::make_shared<const Bytes>(damaged->begin(), damaged->end() - 64);
  CHECK_THROWS_AS(read_parsed_part(*cut, cut, 0, 2), DataError);
}

// Runs every kept input, seeds and fuzzing's findings, in every build of the tests.

#include <algorithm>
#include <filesystem>
#include <type_traits>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"
#include "tests/catch.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/file_text.hpp"

using namespace descent;
using namespace descent::test;

namespace {

const std::filesystem::path kept = "tests/fuzz";

std::vector<std::filesystem::path> files_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  if (!std::filesystem::exists(folder)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

int run(const Target& target, const std::filesystem::path& file) {
  INFO(file.string());
  const std::string text = file_text(file);
  int answer = -1;
  CHECK_NOTHROW(answer = target.run({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
  return answer;
}

}  // namespace

TEST_CASE("every kept input is read or refused as the reader says", "[fuzz]") {
  for (const Target& target : targets()) {
    INFO(target.name);
    int accepted = 0;
    int refused = 0;
    for (const auto& file : files_of(kept / "corpus" / target.name)) {
      const int answer = run(target, file);
      accepted += answer == 0 ? 1 : 0;
      refused += answer == 1 ? 1 : 0;
    }
    CHECK(accepted > 0);
    CHECK(refused > 0);
    for (const auto& file : files_of(kept / "found" / target.name)) run(target, file);
  }
}

TEST_CASE("every folder of kept inputs belongs to a target", "[fuzz]") {
  for (const char* const folder : {"corpus", "found"}) {
    for (const auto& each : files_of(kept / folder)) {
      if (std::filesystem::is_directory(each)) CHECK_NOTHROW(target_of(each.filename().string()));
    }
  }
}

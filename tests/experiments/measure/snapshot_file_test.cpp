#include "experiments/measure/snapshot_file.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

TEST_CASE("iterates come back bit for bit and in any order, with and without dual weights") {
  const bool with_dual = GENERATE(false, true);
  const test::TemporaryFolder folder;
  SnapshotFile snapshots(folder.path());
  std::vector<std::vector<double>> iterates;
  std::vector<std::vector<double>> duals;
  for (int k = 0; k < 4; ++k) {
    iterates.push_back({0.1 * k, -0.0, 1.0 / 3, 5e-324});
    duals.push_back({1e300 * k, 0.7});
    snapshots.append(iterates.back(),
                     with_dual ? std::optional<std::span<const double>>(duals.back()) : std::nullopt);
  }
  std::vector<double> w{1, 2, 3, 4, 5, 6};  // another length
  std::vector<double> dual{9};
  for (const std::size_t k : {3U, 0U, 2U, 1U}) {
    w = snapshots.weights(k);
    dual = snapshots.dual(k);
    CHECK(w == iterates[k]);
    CHECK(std::signbit(w[1]));
    CHECK(dual == (with_dual ? duals[k] : std::vector<double>{}));
  }
}

TEST_CASE("dual weights come back with the iterates that had them, and with no others") {
  const test::TemporaryFolder folder;
  SnapshotFile snapshots(folder.path());
  const std::vector<double> dual_weights{7, 8, 9};
  for (int k = 0; k < 5; ++k) {
    const std::vector<double> iterate{1.0 * k, 2.0 * k};
    snapshots.append(iterate,
                     k % 2 == 1 ? std::optional<std::span<const double>>(dual_weights) : std::nullopt);
  }
  std::vector<double> w;
  std::vector<double> dual;
  for (int k = 4; k >= 0; --k) {
    w = snapshots.weights(static_cast<std::size_t>(k));
    dual = snapshots.dual(static_cast<std::size_t>(k));
    CHECK(w == std::vector<double>{1.0 * k, 2.0 * k});
    CHECK(dual == (k % 2 == 1 ? dual_weights : std::vector<double>{}));
  }
}

TEST_CASE("large iterates are written and read whole") {
  const test::TemporaryFolder folder;
  SnapshotFile snapshots(folder.path());
  std::vector<double> large(300'000);
  for (std::size_t j = 0; j < large.size(); ++j) large[j] = static_cast<double>(j);
  snapshots.append(large, std::nullopt);
  std::reverse(large.begin(), large.end());
  snapshots.append(large, std::nullopt);
  std::vector<double> w;
  std::vector<double> dual;
  w = snapshots.weights(1);
  dual = snapshots.dual(1);
  CHECK(w == large);
}

TEST_CASE("iterates set aside leave no file behind, even while they are there") {
  const test::TemporaryFolder folder;
  const SnapshotFile snapshots(folder.path());
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("a folder that is not there is refused") {
  const test::TemporaryFolder folder;
  CHECK_THROWS_AS(SnapshotFile(folder.path() / "none"), RunError);
  CHECK_THROWS_WITH(
      SnapshotFile(folder.path() / "none"),
      ContainsSubstring((folder.path() / "none").string() + ": cannot be written: No such file"));
}

#include "experiments/slurm/shares.hpp"

#include <numeric>

#include "tests/catch.hpp"

using namespace descent;

namespace {

using Shares = std::vector<std::vector<std::size_t>>;

Shares dealt(const std::vector<double>& seconds, std::size_t most) {
  return deal_out(seconds, most);
}

}  // namespace

TEST_CASE("work is dealt out whole, in its order, in shares of about the same time") {
  CHECK(dealt({}, 3).empty());
  CHECK(dealt({5}, 3) == Shares{{0}});
  CHECK(dealt({1, 1, 1, 1}, 2) == Shares{{0, 1}, {2, 3}});
  CHECK(dealt({1, 1, 1, 1, 1, 1}, 4).size() == 4);
  CHECK(dealt({0, 0, 0, 0}, 2) == Shares{{0, 1}, {2, 3}});
  CHECK(dealt({1, 1, 1, 1, 1, 1, 6}, 2) == Shares{{0, 1, 2, 3, 4, 5}, {6}});
  CHECK(dealt({1, 1, 1, 9}, 2) == Shares{{0, 1, 2}, {3}});
  CHECK(dealt({100, 1, 1}, 3) == Shares{{0}, {1, 2}});  // a task without any is none
  const std::vector<double> seconds(1000, 0.3);
  const Shares shares = dealt(seconds, 7);
  REQUIRE(shares.size() == 7);
  std::size_t next = 0;
  for (const auto& share : shares) {
    CHECK((share.size() == 142 || share.size() == 143));
    for (const std::size_t place : share) CHECK(place == next++);
  }
  CHECK(next == 1000);
}

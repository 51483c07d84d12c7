#include "solvers/contract/looping_solver.hpp"

#include "tests/catch.hpp"

using namespace descent;

namespace {

/// Walks of three entries, an update every second walk, and ten updates.
class TwoWalks : public LoopingSolver {
 public:
  void weights(std::span<double>) const override {}

  std::uint64_t updates_before_cut = 1000;
  std::shared_ptr<int> held = std::make_shared<int>();

 private:
  Loop loop() override {
    const std::shared_ptr<int> in_frame = held;
    while (progress_.updates < 10) {
      co_await walked(3);
      if (progress_.updates == updates_before_cut) throw OutOfTime{};
      if (++progress_.updates == 10) progress_.status = Status::converged;
      co_await walked(3);
    }
  }
};

}  // namespace

TEST_CASE("a loop goes on where a slice ended, and its work does not depend on the slices") {
  TwoWalks solver;
  CHECK(solver.advance(0).entries_touched == 0);
  CHECK(solver.advance(1).entries_touched == 3);
  CHECK(solver.advance(3).updates == 1);
  CHECK(solver.advance(4).entries_touched == 12);
  CHECK(solver.advance(12).entries_touched == 24);
  const Progress all = solver.advance(1000);
  CHECK(all.entries_touched == 60);
  CHECK(all.updates == 10);
  CHECK(all.status == Status::converged);
  CHECK(solver.advance(1000).entries_touched == 60);
}

TEST_CASE("a loop that is cut off keeps the work of its whole walks, and gives back what it held") {
  auto solver = std::make_unique<TwoWalks>();
  const std::shared_ptr<int> held = solver->held;
  solver->updates_before_cut = 2;
  const Progress cut = solver->advance(1000);
  CHECK(cut.entries_touched == 15);
  CHECK(cut.updates == 2);
  CHECK(cut.status == Status::running);
  CHECK(solver->advance(1000).entries_touched == 15);  // it cannot go on
  solver.reset();
  CHECK(held.use_count() == 1);

  auto paused = std::make_unique<TwoWalks>();
  const std::shared_ptr<int> in_loop = paused->held;
  paused->advance(1);
  CHECK(in_loop.use_count() == 3);
  paused.reset();
  CHECK(in_loop.use_count() == 1);
}

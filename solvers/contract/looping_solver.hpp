#pragma once

#include <coroutine>
#include <cstdint>
#include <memory>

#include "solvers/contract/solver.hpp"

namespace descent {

/// A solver whose loop is one function, as its paper has it: a coroutine that pauses where a slice of
/// `advance` is used up, and goes on there in the next. It has one frame, made by the first `advance`. A loop
/// that was cut off at the deadline has ended.
class LoopingSolver : public SteppingSolver {
 public:
  Progress advance(std::uint64_t entries) final {
    goal_ = progress_.entries_touched + entries;
    if (!loop_.frame) loop_ = loop();
    const auto handle = std::coroutine_handle<>::from_address(loop_.frame.get());
    return handle.done() ? progress_ : work(entries, [=] { handle.resume(); });
  }

 protected:
  /// A coroutine's frame, paused at its beginning or at a `co_await`.
  struct Loop {
    struct promise_type {
      Loop get_return_object() {
        return {{std::coroutine_handle<promise_type>::from_promise(*this).address(), {}}};
      }
      std::suspend_always initial_suspend() const noexcept { return {}; }
      std::suspend_always final_suspend() const noexcept { return {}; }
      void return_void() const {}
      void unhandled_exception() const { throw; }
    };
    struct Destroy {
      void operator()(void* address) const { std::coroutine_handle<>::from_address(address).destroy(); }
    };
    std::unique_ptr<void, Destroy> frame;
  };

  struct PauseIf : std::suspend_always {
    bool is_due;
    bool await_ready() const noexcept { return !is_due; }
  };

  /// Works until the run ends, with `co_await walked(…)` after each walk or step.
  virtual Loop loop() = 0;

  /// Counts the entries of a walk, after updates and status. Pauses if the slice is used up or the run ended.
  PauseIf walked(std::uint64_t entries) {
    progress_.entries_touched += entries;
    return {{}, progress_.entries_touched >= goal_ || progress_.status != Status::running};
  }

 private:
  std::uint64_t goal_ = 0;
  Loop loop_;
};

}  // namespace descent

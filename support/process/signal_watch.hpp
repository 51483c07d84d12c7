#pragma once

#include <csignal>

#include "support/files/file_descriptor.hpp"

namespace descent {

/// Holds back the signals that tell the program to stop, while it lives, so that what is at work can be ended
/// in good order. Signals that are ignored (nohup) stay so.
class SignalWatch {
 public:
  /// Throws RunError when the system refuses.
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  /// For poll(): readable once a signal has come.
  int descriptor() const { return file_.get(); }

  /// The signal that has come, which is then no longer held back; 0 when there is none. Does not wait.
  int take() const;

  /// To be called in a child. What a terminal sends to all its processes is left to the parent to answer; a
  /// signal to the child alone ends it.
  static void end_in_child();

 private:
  FileDescriptor file_;
  sigset_t former_;
};

}  // namespace descent

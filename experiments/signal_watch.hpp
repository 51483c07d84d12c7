#pragma once

#include <string>

#include "datasets/errors.hpp"
#include "datasets/file_descriptor.hpp"

namespace descent {

/// The program was told to stop (SIGINT, SIGTERM or SIGHUP) while jobs were at work.
class Interruption : public RunError {
 public:
  Interruption(int signal, const std::string& message) : RunError(message), signal_(signal) {}
  int signal() const { return signal_; }

 private:
  int signal_;
};

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
};

}  // namespace descent

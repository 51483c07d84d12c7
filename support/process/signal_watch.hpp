#pragma once

#include <csignal>
#include <stdexcept>
#include <string>
#include <string_view>

#include "support/files/file_descriptor.hpp"

namespace descent {

/// Holds back the signals that stop the program, so that running work can be ended in good order. Ignored
/// signals (nohup) stay ignored.
class SignalWatch {
 public:
  /// Throws RunError if the system refuses.
  SignalWatch();
  ~SignalWatch();

  /// For poll(): readable once a signal has come.
  int descriptor() const { return file_.get(); }

  /// The signal that has come, no longer held back; 0 if none. Does not wait.
  int take() const;

  /// Call it in a child: the parent handles signals that a terminal sends to all its processes; a signal to
  /// the child alone ends it.
  static void end_in_child();

 private:
  FileDescriptor file_;
  sigset_t former_;
};

/// The program was asked to stop (SIGINT, SIGTERM or SIGHUP) while jobs were running. Not an Error: nothing
/// is wrong.
class Interruption : public std::runtime_error {
 public:
  Interruption(int signal, const std::string& message) : std::runtime_error(message), signal_(signal) {}
  int signal() const { return signal_; }

 private:
  int signal_;
};

/// From now on SIGINT, SIGTERM and SIGHUP write "descent: stopped by a signal (NAME); WORDS" to standard
/// error and remove unfinished files before they end this process; its children stay silent. Ignored signals
/// (nohup) stay ignored. SignalWatch holds the signals back while runs are active.
void give_last_word(std::string_view words);

}  // namespace descent

#pragma once

#include <stdexcept>
#include <string>

namespace descent {

/// The program was asked to stop (SIGINT, SIGTERM or SIGHUP) while jobs were running. Not an Error: nothing
/// is wrong.
class Interruption : public std::runtime_error {
 public:
  /// `way_on` says how to continue, unless the message does.
  Interruption(int signal, const std::string& message, const char* way_on = "")
      : std::runtime_error(message), signal_(signal), way_on_(way_on) {}
  int signal() const { return signal_; }
  const char* way_on() const { return way_on_; }

 private:
  int signal_;
  const char* way_on_;
};

}  // namespace descent

#pragma once

#include <stdexcept>
#include <string>

namespace descent {

/// The program was told to stop (SIGINT, SIGTERM or SIGHUP) while jobs were at work. No Error: nothing is
/// wrong.
class Interruption : public std::runtime_error {
 public:
  Interruption(int signal, const std::string& message) : std::runtime_error(message), signal_(signal) {}
  int signal() const { return signal_; }

 private:
  int signal_;
};

}  // namespace descent

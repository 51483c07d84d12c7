#include "support/process/signal_watch.hpp"

#include <fmt/format.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>

#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"

namespace descent {

namespace {

bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

sigset_t stopping_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (!is_ignored(signal)) sigaddset(&signals, signal);
  }
  return signals;
}

constexpr std::array word_signals{SIGINT, SIGTERM, SIGHUP};

struct LastWord {
  std::array<char, 400> text;
  std::size_t size;
};

// Formatted before a signal can come: a handler may call neither fmt nor strsignal. Not std::string: a signal
// may come after static objects are destroyed.
std::array<LastWord, word_signals.size()> last_words;
pid_t speaking_process = 0;

/// SA_RESETHAND has restored the default action, so the raised signal ends the process.
void speak_and_end(int signal) {
  remove_temporaries();
  for (std::size_t k = 0; k < word_signals.size(); ++k) {
    if (word_signals[k] != signal || getpid() != speaking_process) continue;
    [[maybe_unused]] const auto written = write(STDERR_FILENO, last_words[k].text.data(), last_words[k].size);
  }
  raise(signal);
}

}  // namespace

SignalWatch::SignalWatch() {
  const sigset_t signals = stopping_signals();
  file_ = FileDescriptor(signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!file_.is_open()) throw RunError("cannot watch for signals: {}", system_reason());
  sigprocmask(SIG_BLOCK, &signals, &former_);
}

SignalWatch::~SignalWatch() {
  sigprocmask(SIG_SETMASK, &former_, nullptr);
}

int SignalWatch::take() const {
  signalfd_siginfo info{};
  return read(file_.get(), &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo) : 0;
}

void SignalWatch::end_in_child() {
  const sigset_t signals = stopping_signals();
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGHUP, SIG_IGN);
  sigprocmask(SIG_UNBLOCK, &signals, nullptr);
}

void give_last_word(std::string_view words) {
  speaking_process = getpid();
  for (std::size_t k = 0; k < word_signals.size(); ++k) {
    struct sigaction action {};
    if (sigaction(word_signals[k], nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    // Leave a possible progress line on a terminal.
    const char* const start = isatty(STDERR_FILENO) == 0 ? "" : "\n";
    auto& [text, size] = last_words[k];
    const auto whole = fmt::format_to_n(text.data(), text.size(), "{}descent: stopped by a signal ({}); {}\n",
                                        start, strsignal(word_signals[k]), words);
    size = std::min(whole.size, text.size());
    action = {};
    action.sa_handler = speak_and_end;
    for (const int other : word_signals) sigaddset(&action.sa_mask, other);  // one message, not two
    sigdelset(&action.sa_mask, word_signals[k]);
    action.sa_flags = SA_RESETHAND | SA_NODEFER;
    sigaction(word_signals[k], &action, nullptr);
  }
}

}  // namespace descent

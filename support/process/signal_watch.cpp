#include "support/process/signal_watch.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

#include "support/errors.hpp"

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

}  // namespace descent

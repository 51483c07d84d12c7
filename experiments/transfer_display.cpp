#include "experiments/transfer_display.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "experiments/processor.hpp"
#include "experiments/tell.hpp"

namespace descent {

TransferDisplay::TransferDisplay(bool quiet) : quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1) {}

TransferDisplay::~TransferDisplay() {
  clear_line();
}

void TransferDisplay::progress(const std::string& file, std::uint64_t received,
                               std::optional<std::uint64_t> size) {
  if (quiet_) return;
  const double now = wall_seconds();
  if (file != file_ || received < first_) {
    file_ = file;
    first_ = received;
    start_ = now;
    last_told_ = terminal_ ? 0 : now;  // a log has a line on where the file comes from already
  }
  constexpr double seconds_between_drawings = 0.1;
  constexpr double seconds_between_lines = 15;
  const bool done = terminal_ && received == size;
  if (!done && now - last_told_ < (terminal_ ? seconds_between_drawings : seconds_between_lines)) return;
  last_told_ = now;

  const double rate = static_cast<double>(received - first_) / std::max(now - start_, 1e-9);
  std::string amount = readable_bytes(received);
  std::string bar;
  if (size && *size > 0) {
    constexpr std::size_t width = 24;
    const double share = std::min(static_cast<double>(received) / static_cast<double>(*size), 1.0);
    const auto filled = static_cast<std::size_t>(share * static_cast<double>(width));
    bar = "[" + std::string(filled, '#') + std::string(width - filled, '.') + "] ";
    amount += " of " + readable_bytes(*size);
  }
  amount += fmt::format(", {}/s", readable_bytes(static_cast<std::uint64_t>(rate)));
  if (size && rate > 0 && !done) {
    const double left = static_cast<double>(*size - std::min(received, *size)) / rate;
    const auto seconds = static_cast<long>(std::ceil(std::min(left, 359'999.0)));
    amount += fmt::format(", {}:{:02} to go", seconds / 60, seconds % 60);
  }
  if (terminal_) {
    tell("\r\x1b[K{}{:.40}  {}", bar, file, amount);
    std::fflush(stderr);
    drawn_ = true;
  } else {
    tell("{}: {}\n", file, amount);
  }
}

void TransferDisplay::note(const std::string& message) {
  if (quiet_) return;
  clear_line();
  tell("{}\n", message);
}

void TransferDisplay::clear_line() {
  if (!drawn_) return;
  tell("\r\x1b[K");
  std::fflush(stderr);
  drawn_ = false;
}

std::string readable_bytes(std::uint64_t bytes) {
  const auto number = static_cast<double>(bytes);
  if (number < 1e3) return fmt::format("{} B", bytes);
  if (number < 1e6) return fmt::format("{:.1f} kB", number / 1e3);
  if (number < 1e9) return fmt::format("{:.1f} MB", number / 1e6);
  return fmt::format("{:.2f} GB", number / 1e9);
}

}  // namespace descent

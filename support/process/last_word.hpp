#pragma once

#include <string_view>

namespace descent {

/// From now on SIGINT, SIGTERM and SIGHUP write "descent: stopped by a signal (NAME); WORDS" to standard
/// error before they end this process; its children stay silent. Ignored signals (nohup) stay ignored.
/// SignalWatch holds the signals back while runs are active.
void give_last_word(std::string_view words);

}  // namespace descent

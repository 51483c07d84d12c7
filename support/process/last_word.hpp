#pragma once

#include <string_view>

namespace descent {

/// From now on SIGINT, SIGTERM and SIGHUP write "descent: stopped by a signal (NAME); WORDS" to standard
/// error before they end this process; its children stay silent. Signals that are ignored (nohup) stay so,
/// and SignalWatch holds the others back while runs are at work.
void give_last_word(std::string_view words);

}  // namespace descent

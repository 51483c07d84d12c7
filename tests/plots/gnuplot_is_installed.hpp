#pragma once

#include <cstdlib>

namespace descent::test {

/// Whether there is a gnuplot to run.
inline bool gnuplot_is_installed() {
  return std::system("gnuplot --version > /dev/null 2>&1") == 0;
}

}  // namespace descent::test

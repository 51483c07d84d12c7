#pragma once

#include <cstdlib>

namespace descent::test {

/// True if gnuplot can be run.
inline bool gnuplot_is_installed() {
  return std::system("gnuplot --version > /dev/null 2>&1") == 0;
}

}  // namespace descent::test

#pragma once

#include "plots/gnuplot/pictures.hpp"

namespace descent::test {

using descent::gnuplot_is_installed;

}  // namespace descent::test

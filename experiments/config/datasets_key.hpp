#pragma once

#include "experiments/config/config.hpp"
#include "experiments/config/config_key.hpp"

namespace descent {

/// "datasets": names, paths, and objects that give a file a title, take a sample of the rows or weigh them.
ConfigKey<Config> datasets_key();

}  // namespace descent

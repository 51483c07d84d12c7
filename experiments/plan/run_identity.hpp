#pragma once

#include <string>

#include "experiments/plan/plan.hpp"
#include "support/json/json_place.hpp"
#include "support/process/processor.hpp"

namespace descent {

/// Everything that determines what a run computes, and nothing else.
///   config     a configuration of this run alone, with every option and chosen constant as a value
///   variant    of its method in the original configuration
///   dataset    source, origin and sha256 of the data, and of the file of its rows' weights
///   code       hashes of the sources, compiler, flags, type of the stored values
///   processor  if it matters: CPU time ends the run, or code is compiled for this processor
Json run_identity(const RunSpec& spec, const std::string& processor = processor_model());

/// Hash of an identity: 16 hexadecimal digits. A run with a known id is not repeated.
std::string run_id(const Json& identity);
inline std::string run_id(const RunSpec& spec) {
  return run_id(run_identity(spec));
}

}  // namespace descent

#include "support/records/run_surroundings.hpp"

namespace descent {

template <>
const std::vector<Field<RunSurroundings>>& fields_of() {
  using S = RunSurroundings;
  static const std::vector<Field<S>> fields{
      in_json("load", "processes that wanted to run before it, mean of a minute", &S::load),
      in_json("runs_beside", "other runs of the command at the same time, at most", &S::runs_beside),
      in_json("cache_shared_by", "the most of these on its last-level cache", &S::cache_shared_by),
      in_json("throttles", "of its core for heat, meanwhile", &S::throttles),
      in_json("steal_seconds", "that another virtual machine had its core", &S::steal_seconds),
      in_json("switches", "times that it had to leave its core", &S::switches),
      in_json("streaming_seconds", "calibration: a fixed walk over its rows", &S::streaming_seconds),
      in_json("arithmetic_seconds", "calibration: a fixed chain of multiplications", &S::arithmetic_seconds)};
  return fields;
}

}  // namespace descent

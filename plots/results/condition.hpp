#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "plots/results/group_key.hpp"

namespace descent {

/// The kinds of conditions, in the order in which readers are told of them.
enum class ConditionKind {
  stand_in,             ///< synthetic rows
  rounded,              ///< the rows' values were rounded to single precision
  underflowed,          ///< numbers of the files are too small for double precision and count as 0
  untuned,              ///< a constant stands at its default, and none of the folder is tuned
  untuned_among_tuned,  ///< a constant stands at its default, and others of the folder are tuned
  tuned_on_other_data,  ///< a constant was tuned on data with another checksum
  tuned_otherwise,      ///< a constant was tuned by trials of another budget than the configuration's
  missing,              ///< runs are planned and not done
  failed,               ///< runs failed or diverged
  own_end,              ///< the method ended its runs by itself, away from the certified optimum
  shared_core,          ///< wall time shows that runs shared their core
  processors            ///< the runs' times are those of different processors
};

/// Something that the numbers of a problem cannot be read without.
struct Condition {
  static constexpr std::size_t all_methods = static_cast<std::size_t>(-1);

  ConditionKind kind = ConditionKind::stand_in;
  ProblemKey problem{};
  std::size_t method = all_methods;  ///< its place in the manifest
  std::string detail{};              ///< "step = 1", "the file a9a here was not used"
  std::uint64_t runs = 0;            ///< that it holds for, of `of_runs`; 0: for all numbers
  std::uint64_t of_runs = 0;
  double excess = 0;  ///< of `own_end`: (F(w) − F(w*))/F(w*), the largest of the runs
};

}  // namespace descent

#pragma once

namespace descent {

/// A closed interval; `high` may be infinite, and `low` too where the quantity surely is.
struct Bounds {
  double low = 0;
  double high = 0;
  bool is_exact() const { return low == high; }
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

/// A number that runs were measured for. What runs leave open (one that has not arrived yet, or had arrived
/// before the first checkpoint) makes `value` an interval; what the choice of seeds leaves open makes the
/// 95 % interval around it.
struct Estimate {
  Bounds value;
  Bounds interval;
};

}  // namespace descent

#pragma once

namespace descent {

/// A closed interval. `high` may be infinite; `low` too, if the quantity certainly is.
struct Bounds {
  double low = 0;
  double high = 0;
  bool is_exact() const { return low == high; }
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

/// A number measured by runs. `value` is an interval if runs leave it open, by not arriving or by arriving
/// before the first checkpoint. `interval` is the 95 % interval over the choice of seeds.
struct Estimate {
  Bounds value;
  Bounds interval;
};

}  // namespace descent

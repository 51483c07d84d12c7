#pragma once

namespace descent {

/// Interface of solvers that can estimate their gap from what they have computed anyway; read between calls
/// of `advance`.
class EstimatesGap {
 public:
  virtual ~EstimatesGap() = default;

  /// About (F(w) − D(a))/F(w); ∞ if unknown. Takes no walk over the rows, at times one over m and n numbers.
  virtual double estimated_gap() const = 0;
};

}  // namespace descent

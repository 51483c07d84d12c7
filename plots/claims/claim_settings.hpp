#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plots/results/lambda.hpp"
#include "plots/results/objective_form.hpp"

namespace descent {

class JsonPlace;

/// One way to read the problem that a paper states: results count for it only if they are of this form and λ.
struct Reading {
  std::string name;
  ObjectiveForm form;          ///< its factor of ‖w‖² matters under L2 alone
  Lambda lambda{1, 1, "1/m"};  ///< left so by claims about models alone

  /// Whether results of that form are results of this reading.
  bool fits(const ObjectiveForm& other, std::string_view regularizer) const;
};

/// An entry of a configuration's methods, as results name it.
struct ClaimedMethod {
  std::string name;
  std::string variant{};  ///< empty for the plain method
  friend bool operator==(const ClaimedMethod&, const ClaimedMethod&) = default;
};

/// One way to choose the methods' constants: which variant stands for a method that a claim names plainly.
struct Protocol {
  struct Replacement {
    std::string regularizer;  ///< of the claims that it is for
    /// With the variant that replaces the empty one. With an empty one the method is left out where it is one
    /// of several that are compared with another: with these constants it is the same as one of the rest.
    ClaimedMethod method;
    bool leaves_out() const { return method.variant.empty(); }
  };
  std::string name;  ///< empty where the claims file has no protocols
  std::vector<Replacement> replacements;

  /// What stands for that method of a claim about problems with that regulariser; nothing where it is left
  /// out.
  std::optional<ClaimedMethod> applied_to(const ClaimedMethod& method, std::string_view regularizer) const;
};

/// "readings" of a claims file, or the only one, of which "lambda", "form" and "l2_factor" stand at the top.
std::vector<Reading> read_readings(const JsonPlace& root);

/// "protocols" of a claims file; without them one that replaces nothing.
std::vector<Protocol> read_protocols(const JsonPlace& root);

}  // namespace descent

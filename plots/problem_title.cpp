#include "plots/problem_title.hpp"

#include <algorithm>

namespace descent {

std::string problem_title(const Manifest& manifest, const std::string& loss, const std::string& regularizer) {
  std::string title;
  if (manifest.losses.size() > 1) title = loss_title(loss);
  if (manifest.regularizers.size() > 1) title += (title.empty() ? "" : ", ") + regularizer_title(regularizer);
  return title;
}

std::string regularizer_title(const std::string& name) {
  if (name == "l1") return "L1";
  if (name == "l2") return "L2";
  if (name == "l_half") return "L1/2";
  return name;
}

std::string loss_title(const std::string& name) {
  std::string title = name;
  std::ranges::replace(title, '_', ' ');
  return title;
}

}  // namespace descent

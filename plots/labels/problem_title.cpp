#include "plots/labels/labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plots/results/results_folder.hpp"
#include "support/text/plural.hpp"

namespace descent {
namespace {

/// Short name for the title of a panel: "ε-insensitive²", or the name with spaces for underscores.
std::string loss_title(const std::string& name) {
  if (name == "squared_hinge") return "hinge²";
  if (name == "epsilon_insensitive") return "ε-insensitive";
  if (name == "squared_epsilon_insensitive") return "ε-insensitive²";
  if (name == "squared") return "squared loss";
  std::string title = name;
  std::ranges::replace(title, '_', ' ');
  return title;
}

}  // namespace

std::string problem_title(const Manifest& manifest, const std::string& loss, const std::string& regularizer) {
  std::string title;
  if (manifest.losses.size() > 1) title = loss_title(loss);
  if (manifest.regularizers.size() > 1) title += (title.empty() ? "" : ", ") + regularizer_title(regularizer);
  return title;
}

std::string dataset_title(const Manifest& manifest, const ManifestDataset& dataset) {
  const auto is_title_of = [](const std::string& title, const std::string& name) {
    return name == title || name.ends_with('/' + title);
  };
  const std::string& name = dataset.name;
  for (std::size_t end = name.size();;) {
    const std::size_t slash = end == 0 ? std::string::npos : name.rfind('/', end - 1);
    if (slash == std::string::npos) return name;
    const std::string title = name.substr(slash + 1);
    const bool is_unique = std::ranges::none_of(manifest.datasets, [&](const ManifestDataset& other) {
      return other.name != name && is_title_of(title, other.name);
    });
    if (is_unique) return title;
    end = slash;
  }
}

std::string panel_name(const Manifest& manifest, const ManifestDataset& dataset, const std::string& loss,
                       const std::string& regularizer) {
  std::string name = dataset_title(manifest, dataset);
  const std::string problem = problem_title(manifest, loss, regularizer);
  if (!problem.empty()) name += ", " + problem;
  return name;
}

std::string marked_name(const std::string& name, const ManifestDataset& dataset) {
  std::string marks = dataset.source == "stand-in" ? "stand-in" : "";
  const auto add = [&](const char* mark) { marks += (marks.empty() ? "" : ", ") + std::string(mark); };
  if (!dataset.weighting.empty()) add("weighted");
  if (dataset.is_rounded) add("values rounded");
  return marks.empty() ? name : fmt::format("{} ({})", name, marks);
}

std::string panel_title(const Manifest& manifest, const ManifestDataset& dataset, const std::string& loss,
                        const std::string& regularizer) {
  return marked_name(panel_name(manifest, dataset, loss, regularizer), dataset);
}

std::string size_text(const ManifestDataset& dataset) {
  return fmt::format("{} × {}", with_thousands(dataset.rows), with_thousands(dataset.columns));
}

std::string lambda_text(double lambda, std::uint64_t rows) {
  const auto m = static_cast<double>(rows);
  const auto is_short = [](double factor) {
    const double rounded = std::stod(fmt::format("{:.2g}", factor));
    return factor > 1e-6 && factor < 1e6 && std::abs(factor - rounded) <= 1e-9 * factor;
  };
  const auto short_text = [](double factor) {
    return factor < 99.5 ? fmt::format("{:.2g}", factor) : fmt::format("{:.0f}", factor);
  };
  if (rows > 1 && is_short(lambda * m)) return short_text(lambda * m) + "/m";
  if (rows > 1 && is_short(lambda * m * m)) return short_text(lambda * m * m) + "/m²";
  return fmt::format("{:.4g}", lambda);
}

std::string lambda_title(std::string text, double lambda, std::uint64_t rows) {
  if (text.empty()) return lambda_text(lambda, rows);
  if (text.starts_with("C=")) return fmt::format("{} (C = {})", lambda_text(lambda, rows), text.substr(2));
  if (text.ends_with("^2")) text.replace(text.size() - 2, 2, "²");
  return text;
}

std::string lambda_title(const Manifest& manifest, const ManifestDataset& dataset, double lambda) {
  const auto found = std::ranges::find_if(manifest.lambdas, [&](const ManifestLambda& each) {
    return each.dataset == dataset.name && each.value == lambda;
  });
  return lambda_title(found == manifest.lambdas.end() ? "" : found->text, lambda, dataset.rows);
}

std::string problem_text(const Manifest& manifest, const ProblemKey& problem) {
  const ManifestDataset& dataset = dataset_of(manifest, problem);
  return fmt::format("{}, {} + {}, λ = {}", marked_name(dataset_title(manifest, dataset), dataset),
                     problem.loss, problem.regularizer, lambda_title(manifest, dataset, problem.lambda));
}

std::string regularizer_title(const std::string& name) {
  if (name == "l1") return "L1";
  if (name == "l2") return "L2";
  if (name == "l_half") return "L1/2";
  return name;
}

std::string objective_formula(const ObjectiveForm& form, const std::string& loss,
                              const std::string& regularizer) {
  std::string penalty;
  if (regularizer == "l1") penalty = " + λ‖w‖₁";
  if (regularizer == "l2") penalty = form.l2_factor == 1 ? " + λ‖w‖²" : " + ½λ‖w‖²";
  if (regularizer == "l_half") penalty = " + λ Σ√|w_j|";
  return (form.is_sum ? "Σ " : "mean ") + loss_title(loss) + penalty;
}

std::string short_number(double value) {
  if (value < 999.5 || value > 1e15) return fmt::format("{:.3g}", value);
  return with_thousands(static_cast<std::uint64_t>(std::llround(value)));
}

std::string target_text(double target) {
  return fmt::format("1e{}", std::lround(std::log10(target)));
}

}  // namespace descent

#pragma once

#include <cstdint>
#include <string>

#include "plots/results/manifest.hpp"

namespace descent {

/// What tells a problem of the folder apart from its others, for titles of panels: "L1", "hinge²",
/// "hinge², L1"; empty when all have one loss and one regulariser.
std::string problem_title(const Manifest& manifest, const std::string& loss, const std::string& regularizer);

/// Name of a dataset, which may be a file's path, for people: "a9a". Of a path it has the file's name, and as
/// many of its folders as tell it from the manifest's other datasets: "old/train".
std::string dataset_title(const Manifest& manifest, const ManifestDataset& dataset);

/// Name of a panel: "a9a", with the problem_title() if there is one: "a9a, L1".
std::string panel_name(const Manifest& manifest, const ManifestDataset& dataset, const std::string& loss,
                       const std::string& regularizer);

/// The name with a remark where the rows are synthetic, their losses weighed or their values rounded: "a9a,
/// L1 (stand-in, weighted)".
std::string marked_name(const std::string& name, const ManifestDataset& dataset);

/// Rows and columns: "24,703 × 123".
std::string size_text(const ManifestDataset& dataset);

/// λ as a reader of the papers knows it: "1/m", "0.1/m", "1/m²", else the number with four digits.
std::string lambda_text(double lambda, std::uint64_t rows);

/// λ as the configuration writes it, "1/m²"; from its value where the manifest does not say: "0.5/m".
std::string lambda_title(const Manifest& manifest, const ManifestDataset& dataset, double lambda);

/// What tells a problem apart from all others, for titles of tables: "a9a (stand-in), hinge + l1, λ = 1/m".
std::string problem_text(const Manifest& manifest, const ProblemKey& problem);

/// "L1", "L2", "L1/2" or the name itself.
std::string regularizer_title(const std::string& name);

/// For people: "Σ hinge + λ‖w‖²", "mean hinge + λ‖w‖₁". Names as in configurations; of several losses "loss".
std::string objective_formula(const ObjectiveForm& form, const std::string& loss,
                              const std::string& regularizer);

}  // namespace descent

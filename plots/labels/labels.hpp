#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/records/manifest.hpp"

namespace descent {

/// Distinguishes the folder's problems in titles of panels: "L1", "hinge²", "hinge², L1". Empty if all have
/// the same loss and regulariser.
std::string problem_title(const Manifest& manifest, const std::string& loss, const std::string& regularizer);

/// Display name of a dataset: "a9a". For a path, the file's name with as many folders as distinguish it from
/// the manifest's other datasets: "old/train".
std::string dataset_title(const Manifest& manifest, const ManifestDataset& dataset);

/// Name of a panel: "a9a", or with problem_title(): "a9a, L1".
std::string panel_name(const Manifest& manifest, const ManifestDataset& dataset, const std::string& loss,
                       const std::string& regularizer);

/// The name with a remark for synthetic rows, weighted losses or rounded values: "a9a, L1 (stand-in,
/// weighted)".
std::string marked_name(const std::string& name, const ManifestDataset& dataset);

/// panel_name() with these remarks.
std::string panel_title(const Manifest& manifest, const ManifestDataset& dataset, const std::string& loss,
                        const std::string& regularizer);

/// Rows and columns: "24,703 × 123".
std::string size_text(const ManifestDataset& dataset);

/// λ as in the papers: "1/m", "0.1/m", "1/m²", else the number with four digits.
std::string lambda_text(double lambda, std::uint64_t rows);

/// λ as its text in a configuration: "1/m²", "0.1/m (C = 10)". Without a text, from its value: "0.5/m".
std::string lambda_title(std::string text, double lambda, std::uint64_t rows);

/// The same with the manifest's text, if it has one.
std::string lambda_title(const Manifest& manifest, const ManifestDataset& dataset, double lambda);

/// Distinguishes a problem in titles of tables: "a9a (stand-in), hinge + l1, λ = 1/m".
std::string problem_text(const Manifest& manifest, const ProblemKey& problem);

/// "L1", "L2", "L1/2" or the name itself.
std::string regularizer_title(const std::string& name);

/// Display formula: "Σ hinge + λ‖w‖²", "mean hinge + λ‖w‖₁". Names are as in configurations; several losses
/// become "loss".
std::string objective_formula(const ObjectiveForm& form, const std::string& loss,
                              const std::string& regularizer);

/// "1e-3".
std::string target_text(double target);

/// Three digits, without an exponent up to 10¹⁵, since passes may reach thousands.
std::string short_number(double value);

/// Part of a results folder that a figure or table shows.
struct ShownPart {
  std::vector<ProblemKey> problems{};  ///< none: all
  std::vector<std::size_t> methods{};  ///< indices in the manifest; empty: all
};

/// A kind of condition of results in words.
struct ConditionWords {
  std::string heading;   ///< "Shared their core (3 runs)"
  std::string sentence;  ///< with everything: "Not tuned, at the default: SCD step = 1 (a9a)."
};

/// The manifest's conditions by kind. At most four entries, with three problems each, are named. Problems are
/// named if a condition does not hold for all that are shown. Runs on a changing machine are only counted.
/// Empty without conditions.
std::vector<ConditionWords> condition_words(const Manifest& manifest, const ShownPart& shown = {});

/// The sentences of condition_words().
std::vector<std::string> condition_sentences(const Manifest& manifest, const ShownPart& shown = {});

/// Content of tables/conditions.csv, a row for each condition of a problem or of a method on it. A condition
/// of all methods has no method, and a condition of all numbers no runs. Empty without conditions.
std::string conditions_csv(const Manifest& manifest);

}  // namespace descent

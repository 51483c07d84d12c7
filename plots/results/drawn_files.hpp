#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "plots/results/unproven.hpp"

namespace descent {

/// What a kind of table or figure has left in a results folder.
struct DrawnFiles {
  std::vector<std::filesystem::path> tables{};    ///< DIR/tables/*
  std::vector<std::filesystem::path> scripts{};   ///< DIR/figures/*.gp
  std::vector<std::filesystem::path> pictures{};  ///< .pdf, .svg and .png of scripts that were drawn
  std::vector<std::filesystem::path> removed{};   ///< drawn before, and not any more
  std::vector<std::string> kept{};                ///< the same, but changed since: a sentence each
  std::vector<std::string> conditions{};          ///< that the numbers were found under: a sentence each
  Unproven unproven{};                            ///< what these were made from all the same

  void add(const DrawnFiles& other) {
    tables.insert(tables.end(), other.tables.begin(), other.tables.end());
    scripts.insert(scripts.end(), other.scripts.begin(), other.scripts.end());
    pictures.insert(pictures.end(), other.pictures.begin(), other.pictures.end());
    unproven.add(other.unproven);
  }
};

}  // namespace descent

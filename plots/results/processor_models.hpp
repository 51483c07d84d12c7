#pragma once

#include <filesystem>

#include "plots/results/results_folder.hpp"

namespace descent {

/// Of how many processor models the runs may be that are drawn or compared: times of several say more of the
/// processors than of the methods.
enum class ProcessorModels { one, any };

/// The option of commands that takes `any`, with its description.
inline constexpr const char* mixed_processors_option = "mixed-processors";
inline constexpr const char* mixed_processors_text = "take runs of several processor models together";

/// Throws ResultFileError unless all runs that have times are of one processor model, and says which are to
/// be repeated: those that are not of the model with the most runs. Runs whose model is not known pass.
void require_one_processor(const ResultsFolder& results, const std::filesystem::path& folder);

}  // namespace descent

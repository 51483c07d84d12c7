#include "experiments/commands/solution_files.hpp"

#include <system_error>

#include "experiments/commands/command_line.hpp"
#include "experiments/solve/solved_run.hpp"
#include "support/errors.hpp"

namespace descent {

namespace fs = std::filesystem;

namespace {

bool is_one_file(const fs::path& first, const fs::path& second) {
  std::error_code ignored;
  return fs::equivalent(first, second, ignored) ||
         fs::weakly_canonical(first, ignored) == fs::weakly_canonical(second, ignored);
}

}  // namespace

void add_file_options(po::options_description& options) {
  options.add_options()("out", po::value<std::string>()->value_name("WEIGHTS"),
                        "write the weights to this file, one a line")(
      "model", po::value<std::string>()->value_name("FILE"), "write them as a model file of LIBLINEAR")(
      "predict", po::value<std::string>()->value_name("FILE"),
      "score the rows of this file, and count errors if labels are in it")(
      "predictions", po::value<std::string>()->value_name("FILE"),
      "write predicted label and score of these rows to this file, one row a line");
}

SolutionFiles::SolutionFiles(const po::variables_map& values) {
  constexpr auto must = "be the path of a file";
  if (const auto file = text_of(values, "predict", must)) predicted_ = *file;
  if (values.contains("predictions") && !predicted_)
    throw ConfigError("--predictions: needs the rows to predict; give them with --predict FILE");
  for (const char* const option : {"out", "model", "predictions"}) {
    const auto file = text_of(values, option, must);
    if (!file) continue;
    for (const auto& [other, output] : outputs_) {
      if (is_one_file(output.path(), *file))
        throw ConfigError("--{}: {}: is the file of --{}, too", option, *file, other);
    }
    remove_abandoned_files(folder_of(*file), fs::path(*file).filename().string());
    outputs_.try_emplace(option, *file);
  }
}

void SolutionFiles::prepare(const Dataset& dataset, const ReadSettings& reading) {
  for (const auto& [option, file] : outputs_) {
    for (const fs::path& data :
         {fs::path(dataset.file), fs::path(dataset.weights_file), predicted_.value_or("")}) {
      if (!data.empty() && is_one_file(file.path(), data))
        throw ConfigError("--{}: {}: holds the data; write to a file of its own", option,
                          file.path().string());
    }
    if (option == "model") require_liblinear_labels(dataset);
  }
  if (predicted_) sample_ = read_rows_like(dataset, *predicted_, reading);
}

std::optional<Predictions> SolutionFiles::write(const RunSpec& spec, const RunRecord& record) {
  std::optional<Predictions> predictions;
  if (predicted_) predictions = predict(*predicted_, sample_, *spec.dataset, record.final_weights);
  for (auto& [option, file] : outputs_) {
    file.write(option == "out"     ? weights_text(spec, record)
               : option == "model" ? liblinear_model(spec, record.final_weights)
                                   : predictions->text());
    file.commit();
  }
  return predictions;
}

}  // namespace descent

#include "support/records/run_file.hpp"

#include <utility>

#include "support/files/contents.hpp"
#include "support/files/sha256.hpp"

namespace descent {

std::filesystem::path run_file(const std::filesystem::path& folder, const std::string& id) {
  return folder / "runs" / (id + ".csv");
}

RunFile read_run(const std::filesystem::path& folder, const std::string& id) {
  const std::filesystem::path file = run_file(folder, id);
  std::string text = text_of_file(file);
  RunFile run{{}, read_provenance(folder, id)};
  if (sha256_of(text) != run.provenance.checksums.rows) throw DamagedRun(file);
  try {
    run.rows = read_rows(file, std::move(text));
  } catch (const ResultFileError& error) {
    throw DamagedRun(error.what());
  }
  return run;
}

}  // namespace descent

#include "plots/results/result_json.hpp"

#include "support/json/seal.hpp"

namespace descent {

Json read_result_json(const std::filesystem::path& path) {
  Json json = read_written_json(path);
  if (json.is_object()) has_seal(json, path.string());
  return json;
}

}  // namespace descent

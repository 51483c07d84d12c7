#include "plots/results/run_provenance.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <system_error>
#include <utility>

#include "plots/results/result_json.hpp"
#include "support/files/atomic_file.hpp"
#include "support/json/json_place.hpp"
#include "support/json/json_text.hpp"
#include "support/json/seal.hpp"

namespace descent {
namespace {

std::string text_at(const JsonPlace& place, const char* key) {
  const auto member = place.find(key);
  return member ? member->text() : std::string();
}

Json json_at(const JsonPlace& place, const char* key) {
  const auto member = place.find(key);
  return member ? member->value() : Json();
}

RunChecksums checksums_at(const JsonPlace& place) {
  const RunChecksums checksums{place.at("csv").text(), text_at(place, "former_csv"),
                               text_at(place, "weights")};
  if (checksums.rows.empty()) place.at("csv").fail("must not be empty");
  return checksums;
}

AllreduceProbe allreduce_at(const JsonPlace& place) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  const auto count = [](const JsonPlace& at) { return static_cast<std::uint64_t>(at.integer(1, most)); };
  AllreduceProbe probe{
      count(place.at("processes")), {}, place.at("cpu_seconds").number(), place.at("wall_seconds").number()};
  for (const JsonPlace& time : place.at("times").elements())
    probe.times.push_back({count(time.at("numbers")), time.at("seconds").positive()});
  return probe;
}

RunProvenance provenance_at(const JsonPlace& place) {
  RunProvenance provenance{.exists = true,
                           .id = text_at(place, "id"),
                           .identity = json_at(place, "identity"),
                           .program = json_at(place, "program"),
                           .machine = json_at(place, "machine"),
                           .processor = {},
                           .ended = text_at(place, "ended"),
                           .data_file = text_at(place, "data_file"),
                           .row_weights_file = text_at(place, "row_weights_file"),
                           .program_file = text_at(place, "program_file"),
                           .checksums = {}};
  provenance.has_seal = place.find(seal_key).has_value();
  if (const auto machine = place.find("machine")) provenance.processor = text_at(*machine, "processor");
  if (const auto checksums = place.find(checksums_key)) provenance.checksums = checksums_at(*checksums);
  if (const auto allreduce = place.find("allreduce")) provenance.allreduce = allreduce_at(*allreduce);
  return provenance;
}

}  // namespace

std::filesystem::path provenance_file(const std::filesystem::path& folder, const std::string& id) {
  return folder / "provenance" / (id + ".json");
}

Json to_json(const RunChecksums& checksums) {
  Json json = {{"csv", checksums.rows}};
  if (!checksums.former_rows.empty()) json["former_csv"] = checksums.former_rows;
  if (!checksums.weights.empty()) json["weights"] = checksums.weights;
  return json;
}

RunProvenance read_provenance(const std::filesystem::path& folder, const std::string& id) {
  const std::filesystem::path file = provenance_file(folder, id);
  std::error_code unknown;
  if (!std::filesystem::exists(file, unknown)) return {};
  try {
    const Json json = read_result_json(file);
    return provenance_at(JsonPlace(file.string(), json));
  } catch (const ConfigError& error) {
    throw DamagedRun(error.what());
  }
}

void require_provenance_file(const RunProvenance& provenance, const std::filesystem::path& folder,
                             const std::string& id) {
  if (!provenance.exists)
    throw DamagedRun(
        fmt::format("{}: is missing, which says what the run was", provenance_file(folder, id).string()));
}

void write_provenance(const std::filesystem::path& folder, const std::string& id, Json provenance,
                      const RunChecksums& checksums) {
  provenance[checksums_key] = to_json(checksums);
  write_atomically(provenance_file(folder, id), json_text(sealed(std::move(provenance)), 1) + '\n');
}

void replace_checksums(const std::filesystem::path& folder, const std::string& id,
                       const RunChecksums& checksums) {
  try {
    write_provenance(folder, id, read_result_json(provenance_file(folder, id)), checksums);
  } catch (const ConfigError& error) {
    throw ResultFileError(error.what());
  }
}

}  // namespace descent

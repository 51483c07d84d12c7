#include "support/records/run_provenance.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <system_error>
#include <utility>

#include "support/files/atomic_file.hpp"
#include "support/json/json_place.hpp"
#include "support/json/json_text.hpp"
#include "support/json/seal.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

std::string text_at(const JsonPlace& place, const char* key) {
  const auto member = place.find(key);
  return member ? member->text() : std::string();
}

Json object_at(const JsonPlace& place, const char* key) {
  const JsonPlace member = place.at(key);
  if (!member.value().is_object()) member.fail("must be an object");
  return member.value();
}

RunChecksums checksums_at(const JsonPlace& place) {
  return {place.at("csv").nonempty_text(), text_at(place, "former_csv"), text_at(place, "weights")};
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
  RunProvenance provenance{.id = place.at("id").text(),
                           .identity = object_at(place, "identity"),
                           .program = object_at(place, "program"),
                           .machine = object_at(place, "machine"),
                           .processor = text_at(place.at("machine"), "processor"),
                           .ended = place.at("ended").text(),
                           .data_file = text_at(place, "data_file"),
                           .row_weights_file = text_at(place, "row_weights_file"),
                           .program_file = text_at(place, "program_file"),
                           .checksums = checksums_at(place.at(checksums_key))};
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
  if (!std::filesystem::exists(file, unknown))
    throw DamagedRun(fmt::format("{}: is missing, which says what the run was", file.string()));
  try {
    const Json json = read_sealed_json(file);
    RunProvenance provenance = provenance_at(JsonPlace(file.string(), json));
    if (provenance.id != id)
      throw DamagedRun(fmt::format("{}: is that of run {}", file.string(), shown(provenance.id)));
    return provenance;
  } catch (const ConfigError& error) {
    throw DamagedRun(error.what());
  }
}

void write_provenance(const std::filesystem::path& folder, const std::string& id, Json provenance,
                      const RunChecksums& checksums) {
  provenance[checksums_key] = to_json(checksums);
  write_atomically(provenance_file(folder, id), json_text(sealed(std::move(provenance)), 1) + '\n');
}

void replace_checksums(const std::filesystem::path& folder, const std::string& id,
                       const RunChecksums& checksums) {
  try {
    write_provenance(folder, id, read_sealed_json(provenance_file(folder, id)), checksums);
  } catch (const ConfigError& error) {
    throw ResultFileError(error.what());
  }
}

}  // namespace descent

#include "support/records/decision_file.hpp"

#include "support/errors.hpp"
#include "support/files/own_files.hpp"

namespace descent {
namespace {

/// The points of one part, [x1, x2, class] each.
Field<DecisionData> part_key(const char* name, bool is_test) {
  const auto read = [=](const JsonPlace& place, DecisionData& data) {
    for (const JsonPlace& point : place.elements()) {
      const auto numbers = point.elements(3);
      if (numbers.size() != 3) point.fail("must be [x1, x2, class]");
      const double label = numbers[2].number();
      if (label != 1 && label != -1) numbers[2].fail("must be 1 or -1");
      data.points.push_back({numbers[0].number(), numbers[1].number(), label > 0, is_test});
    }
  };
  const auto write = [=](const DecisionData& data) {
    Json points = Json::array();
    for (const DecisionPoint& point : data.points)
      if (point.is_test == is_test) points.push_back({point.x1, point.x2, point.is_positive ? 1 : -1});
    return points;
  };
  return key<DecisionData>(name, "", required, {}, read, write);
}

}  // namespace

Fields<DecisionData> DecisionData::fields() {
  return {in_json("name", "", &DecisionData::dataset), part_key("train", false), part_key("test", true)};
}

Fields<DecisionFile> DecisionFile::fields() {
  return {in_json("datasets", "", &DecisionFile::datasets)};
}

std::filesystem::path decision_path(const std::filesystem::path& folder) {
  return folder / "decision.json";
}

void write_decisions(const std::filesystem::path& folder, const DecisionFile& decisions) {
  OwnFiles(folder).write("decision.json", json_text(write_record(decisions)) + '\n');
}

std::optional<DecisionFile> read_decisions(const std::filesystem::path& folder) {
  const auto path = decision_path(folder);
  if (!std::filesystem::exists(path)) return std::nullopt;
  try {
    const Json json = read_written_json(path);
    return read_record<DecisionFile>(JsonPlace(path.string(), json));
  } catch (const ConfigError& error) {
    throw ResultFileError("{}; `descent run` with the configuration writes it again", error.what());
  }
}

}  // namespace descent

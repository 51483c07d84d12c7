#include "support/records/decision_file.hpp"

#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/json/seal.hpp"

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

void read_weights(const JsonPlace& place, DecisionLine& line) {
  const auto weights = place.elements(2);
  if (weights.size() != 2) place.fail("must be [w1, w2]");
  line.w1 = weights[0].number();
  line.w2 = weights[1].number();
}

}  // namespace

Fields<DecisionData> DecisionData::fields() {
  return {in_json("name", "", &DecisionData::dataset), part_key("train", false), part_key("test", true)};
}

Fields<DecisionLine> DecisionLine::fields() {
  using L = DecisionLine;
  return {in_json("dataset", "", &L::dataset),
          in_json("loss", "", &L::loss),
          in_json("regularizer", "", &L::regularizer),
          in_json("method", "", &L::method),
          in_json("variant", "", &L::variant),
          in_json("lambda_value", "", &L::lambda),
          in_json("seed", "", &L::seed),
          key<L>("weights", "", required, {}, read_weights,
                 [](const L& line) {
                   return Json{line.w1, line.w2};
                 }),
          in_json("intercept", "", &L::intercept)};
}

Fields<DecisionFile> DecisionFile::fields() {
  return {in_json("datasets", "", &DecisionFile::datasets), in_json("lines", "", &DecisionFile::lines)};
}

std::filesystem::path decision_path(const std::filesystem::path& folder) {
  return folder / "decision.json";
}

void write_decisions(const std::filesystem::path& folder, const DecisionFile& decisions) {
  write_atomically(decision_path(folder), json_text(sealed(write_record(decisions))) + '\n');
}

std::optional<DecisionFile> read_decisions(const std::filesystem::path& folder) {
  const auto path = decision_path(folder);
  if (!std::filesystem::exists(path)) return std::nullopt;
  try {
    const Json json = read_sealed_json(path);
    return read_record<DecisionFile>(JsonPlace(path.string(), json));
  } catch (const ConfigError& error) {
    throw ResultFileError("{}; `descent run` with the configuration writes it again", error.what());
  }
}

}  // namespace descent

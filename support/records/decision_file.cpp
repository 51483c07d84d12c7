#include "support/records/decision_file.hpp"

#include <limits>

#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/json/json_place.hpp"
#include "support/json/read_json.hpp"
#include "support/json/seal.hpp"

namespace descent {
namespace {

constexpr auto train_key = "train";
constexpr auto test_key = "test";

/// [x1, x2, class] for each point of one part.
Json part_of(const DecisionData& data, bool is_test) {
  Json points = Json::array();
  for (const DecisionPoint& point : data.points) {
    if (point.is_test == is_test) points.push_back({point.x1, point.x2, point.is_positive ? 1 : -1});
  }
  return points;
}

void read_part(const JsonPlace& place, bool is_test, DecisionData& data) {
  for (const JsonPlace& point : place.elements()) {
    const auto numbers = point.elements(3);
    if (numbers.size() != 3) point.fail("must be [x1, x2, class]");
    const double label = numbers[2].number();
    if (label != 1 && label != -1) numbers[2].fail("must be 1 or -1");
    data.points.push_back({numbers[0].number(), numbers[1].number(), label > 0, is_test});
  }
}

DecisionFile read_decisions(const JsonPlace& root) {
  DecisionFile decisions;
  for (const JsonPlace& place : root.at("datasets").elements()) {
    DecisionData data{place.at("name").text(), {}};
    read_part(place.at(train_key), false, data);
    read_part(place.at(test_key), true, data);
    decisions.datasets.push_back(std::move(data));
  }
  for (const JsonPlace& place : root.at("lines").elements()) {
    const auto seed = place.at("seed").integer(0, std::numeric_limits<std::int64_t>::max());
    const auto weights = place.at("weights").elements(2);
    if (weights.size() != 2) place.at("weights").fail("must be [w1, w2]");
    decisions.lines.push_back({place.at("dataset").text(), place.at("loss").text(),
                               place.at("regularizer").text(), place.at("method").text(),
                               place.at("variant").text(), place.at("lambda_value").number(),
                               static_cast<std::uint64_t>(seed), weights[0].number(), weights[1].number(),
                               place.at("intercept").number()});
  }
  return decisions;
}

}  // namespace

std::filesystem::path decision_path(const std::filesystem::path& folder) {
  return folder / "decision.json";
}

void write_decisions(const std::filesystem::path& folder, const DecisionFile& decisions) {
  Json datasets = Json::array();
  for (const DecisionData& data : decisions.datasets) {
    datasets.push_back(
        {{"name", data.dataset}, {train_key, part_of(data, false)}, {test_key, part_of(data, true)}});
  }
  Json lines = Json::array();
  for (const DecisionLine& line : decisions.lines) {
    lines.push_back({{"dataset", line.dataset},
                     {"loss", line.loss},
                     {"regularizer", line.regularizer},
                     {"lambda_value", line.lambda},
                     {"method", line.method},
                     {"variant", line.variant},
                     {"seed", line.seed},
                     {"weights", {line.w1, line.w2}},
                     {"intercept", line.intercept}});
  }
  const Json json = sealed({{"datasets", std::move(datasets)}, {"lines", std::move(lines)}});
  write_atomically(decision_path(folder), json_text(json) + '\n');
}

std::optional<DecisionFile> read_decisions(const std::filesystem::path& folder) {
  const auto path = decision_path(folder);
  if (!std::filesystem::exists(path)) return std::nullopt;
  try {
    const Json json = read_sealed_json(path);
    return read_decisions(JsonPlace(path.string(), json));
  } catch (const ConfigError& error) {
    throw ResultFileError("{}; `descent run` with the configuration writes it again", error.what());
  }
}

}  // namespace descent

#include "datasets/json_place.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <system_error>

#include "datasets/did_you_mean.hpp"
#include "datasets/errors.hpp"

namespace descent {

namespace {

/// A stream of a folder can be opened, and only complains when it is read.
void refuse_what_is_no_file(const std::filesystem::path& path) {
  std::error_code unknown;
  const auto status = std::filesystem::status(path, unknown);
  if (!std::filesystem::exists(status)) return;  // opening it tells
  if (std::filesystem::is_directory(status)) {
    throw ConfigError(fmt::format("{}: is a folder, not a JSON file", path.string()));
  }
  // A pipe or a terminal may stand for standard input.
  if (!std::filesystem::is_regular_file(status) && !std::filesystem::is_fifo(status) &&
      !std::filesystem::is_character_file(status)) {
    throw ConfigError(fmt::format("{}: is not a JSON file", path.string()));
  }
}

}  // namespace

Json read_json(const std::filesystem::path& path) {
  refuse_what_is_no_file(path);
  std::ifstream stream(path);
  if (!stream) throw ConfigError(fmt::format("{}: cannot be opened", path.string()));
  std::vector<std::set<std::string>> keys_of_open_objects;
  const auto refuse_repeated_keys = [&](int, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) keys_of_open_objects.emplace_back();
    if (event == Json::parse_event_t::object_end) keys_of_open_objects.pop_back();
    if (event == Json::parse_event_t::key &&
        !keys_of_open_objects.back().insert(parsed.get<std::string>()).second) {
      throw ConfigError(
          fmt::format("{}: the key {} stands twice in one object", path.string(), parsed.dump()));
    }
    return true;
  };
  try {
    return Json::parse(stream, refuse_repeated_keys);
  } catch (const Json::exception& error) {  // parse_error, or out_of_range for a number like 1e400
    // "[json.exception.parse_error.101] parse error at line 3, column 5: …": what follows the bracket is for
    // people.
    const std::string_view text = error.what();
    throw ConfigError(fmt::format("{}: not JSON: {}", path.string(), text.substr(text.find("] ") + 2)));
  }
}

void JsonPlace::fail(std::string_view message) const {
  throw ConfigError(fmt::format("{}: {}: {}", file_, path_.empty() ? "/" : path_, message));
}

void JsonPlace::require(bool holds, std::string_view what) const {
  if (holds) return;
  if (value_->is_discarded()) fail(fmt::format("must be {}", what));
  // A text from the command line need not be UTF-8.
  fail(fmt::format("must be {}, got {}", what, value_->dump(-1, ' ', false, Json::error_handler_t::replace)));
}

JsonPlace JsonPlace::at(const std::string& key) const {
  if (const auto member = find(key)) return *member;
  fail(fmt::format("the key \"{}\" is missing", key));
}

std::optional<JsonPlace> JsonPlace::find(const std::string& key) const {
  require(value_->is_object(), "an object");
  const auto member = value_->find(key);
  if (member == value_->end()) return std::nullopt;
  return JsonPlace(file_, path_ + '/' + key, *member);
}

std::vector<JsonPlace> JsonPlace::elements(std::size_t fewest) const {
  require(value_->is_array(), "an array");
  if (value_->size() < fewest)
    fail(fmt::format("must have at least {} element{}", fewest, fewest == 1 ? "" : "s"));
  std::vector<JsonPlace> places;
  for (std::size_t i = 0; i < value_->size(); ++i) {
    places.push_back(JsonPlace(file_, fmt::format("{}/{}", path_, i), (*value_)[i]));
  }
  return places;
}

std::vector<std::pair<std::string, JsonPlace>> JsonPlace::members() const {
  require(value_->is_object(), "an object");
  std::vector<std::pair<std::string, JsonPlace>> places;
  for (const auto& [key, member] : value_->items())
    places.emplace_back(key, JsonPlace(file_, path_ + '/' + key, member));
  return places;
}

void JsonPlace::allow_keys(const std::vector<std::string>& known) const {
  for (const auto& [key, place] : members()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      place.fail(fmt::format("unknown key \"{}\"{}; known are {}", key, did_you_mean(key, known),
                             fmt::join(known, ", ")));
    }
  }
}

std::string JsonPlace::text() const {
  require(value_->is_string(), "a text");
  return value_->get<std::string>();
}

bool JsonPlace::flag() const {
  require(value_->is_boolean(), "true or false");
  return value_->get<bool>();
}

double JsonPlace::number() const {
  require(value_->is_number() && std::isfinite(value_->get<double>()), "a number");
  return value_->get<double>();
}

double JsonPlace::positive() const {
  require(value_->is_number() && std::isfinite(value_->get<double>()) && value_->get<double>() > 0,
          "a number > 0");
  return value_->get<double>();
}

std::int64_t JsonPlace::integer(std::int64_t lowest, std::int64_t highest) const {
  // Whole numbers compare exactly; one written with a point or an exponent may be so large that it is not
  // exact.
  constexpr double largest_exact = 9007199254740992.0;
  bool within = false;
  if (value_->is_number_unsigned()) {
    within = value_->get<std::uint64_t>() <= static_cast<std::uint64_t>(std::max<std::int64_t>(highest, 0)) &&
             value_->get<std::int64_t>() >= lowest && value_->get<std::int64_t>() <= highest;
  } else if (value_->is_number_integer()) {
    within = value_->get<std::int64_t>() >= lowest && value_->get<std::int64_t>() <= highest;
  } else if (value_->is_number()) {
    const double number = value_->get<double>();
    within = number == std::floor(number) && std::abs(number) <= largest_exact &&
             static_cast<std::int64_t>(number) >= lowest && static_cast<std::int64_t>(number) <= highest;
  }
  require(within, fmt::format("a whole number from {} to {}", lowest, highest));
  return value_->get<std::int64_t>();
}

}  // namespace descent

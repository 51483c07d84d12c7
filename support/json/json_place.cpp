#include "support/json/json_place.hpp"

#include <algorithm>
#include <cmath>

#include "support/errors.hpp"
#include "support/ranges.hpp"
#include "support/text/did_you_mean.hpp"
#include "support/text/plural.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

// Bytes of a message's parts: a wrong value may be the whole of a large file.
constexpr std::size_t longest_path = 120;
constexpr std::size_t longest_advice = 1500;

std::string unknown_text(std::string_view what, std::string_view given,
                         const std::vector<std::string>& known) {
  return fmt::format("unknown {} \"{}\"{}; known are {}", what, shown(given), did_you_mean(given, known),
                     shown_list(known));
}

}  // namespace

void JsonPlace::fail(std::string_view message) const {
  throw ConfigError("{}: {}: {}", file_, path_.empty() ? "/" : printable(path_, longest_path),
                    printable(message, longest_advice));
}

void JsonPlace::require(bool holds, std::string_view what) const {
  if (holds) return;
  if (value_->is_discarded()) fail("must be {}", what);
  // A text from the command line need not be UTF-8.
  const std::string text = json_text(*value_);
  fail("must be {}, got {}", what, shown(text));
}

JsonPlace JsonPlace::at(const std::string& key) const {
  if (const auto member = find(key)) return *member;
  fail("the key \"{}\" is missing", key);
}

std::optional<JsonPlace> JsonPlace::find(const std::string& key) const {
  require(value_->is_object(), "an object");
  const auto member = value_->find(key);
  if (member == value_->end()) return std::nullopt;
  return JsonPlace(file_, path_ + '/' + key, *member);
}

JsonElements JsonPlace::elements(std::size_t fewest, std::size_t most) const {
  require(value_->is_array(), "an array");
  const auto fail_at = [this](const char* bound, std::size_t count) {
    fail("must have at {} {}", bound, plural(count, "element"));
  };
  if (value_->size() < fewest) fail_at("least", fewest);
  if (value_->size() > most) fail_at("most", most);
  return JsonElements(*this);
}

JsonPlace JsonElements::operator[](std::size_t i) const {
  return {array_.file_, fmt::format("{}/{}", array_.path_, i), (*array_.value_)[i]};
}

std::vector<std::string> JsonPlace::keys() const {
  require(value_->is_object(), "an object");
  return mapped(value_->get_ref<const Json::object_t&>(), [](const auto& member) { return member.first; });
}

void JsonPlace::allow_keys(const std::vector<std::string>& known) const {
  for (const std::string& key : keys())
    if (!contains(known, key)) at(key).fail(unknown_text("key", key, known));
}

std::string JsonPlace::text() const {
  require(value_->is_string(), "a text");
  return value_->get<std::string>();
}

std::string JsonPlace::nonempty_text() const {
  std::string found = text();
  if (found.empty()) fail("must not be empty");
  return found;
}

std::string JsonPlace::word(const char* one, const char* other) const {
  std::string found = text();
  if (found != one && found != other) fail("must be \"{}\" or \"{}\", got \"{}\"", one, other, shown(found));
  return found;
}

void JsonPlace::fail_unknown(std::string_view what, const std::vector<std::string>& known) const {
  fail(unknown_text(what, text(), known));
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
  // Whole numbers compare exactly. A number with a point or an exponent may be too large to be exact.
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

#include "support/json/json_builder.hpp"

#include <fmt/format.h>

#include <utility>

#include "support/errors.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

constexpr std::size_t longest_message = 400;

/// What the system takes for so many bytes of the heap: a length before them, and multiples of 16.
constexpr std::size_t heap_bytes(std::size_t bytes) {
  return bytes == 0 ? 0 : (bytes + 23) / 16 * 16;
}

/// A text's characters, where they do not lie in the string itself.
std::size_t character_bytes(const std::string& text) {
  return text.size() <= std::string().capacity() ? 0 : heap_bytes(text.size() + 1);
}

/// A node of the map that an object is has three pointers and a colour.
constexpr std::size_t member_bytes = heap_bytes(sizeof(Json::object_t::value_type) + 4 * sizeof(void*));

std::size_t element_bytes(std::size_t capacity) {
  return heap_bytes(capacity * sizeof(Json));
}

}  // namespace

bool JsonBuilder::null() {
  add(nullptr, 4);
  return true;
}

bool JsonBuilder::boolean(bool value) {
  add(value, 4);
  return true;
}

bool JsonBuilder::number_integer(std::int64_t value) {
  add(value, fmt::formatted_size("{}", value));
  return true;
}

bool JsonBuilder::number_unsigned(std::uint64_t value) {
  add(value, fmt::formatted_size("{}", value));
  return true;
}

bool JsonBuilder::number_float(double value, const std::string& text) {
  add(value, text.size());
  return true;
}

bool JsonBuilder::string(std::string& value) {
  text_bytes_ += value.size() + 2;
  take(heap_bytes(sizeof(std::string)) + character_bytes(value));
  add(std::move(value), 0);
  return true;
}

bool JsonBuilder::binary(Json::binary_t&) {
  return false;  // text has none
}

bool JsonBuilder::start_object(std::size_t) {
  text_bytes_ += 2;
  take(heap_bytes(sizeof(Json::object_t)));
  open(Json::object());
  return true;
}

bool JsonBuilder::key(std::string& name) {
  Open& object = open_.back();
  text_bytes_ += name.size() + 3 + (object.container->empty() ? 0 : 1);
  take(member_bytes + character_bytes(name));
  const auto [place, is_new] =
      object.container->get_ref<Json::object_t&>().try_emplace(std::move(name), nullptr);
  object.member = &place->second;
  object.key = &place->first;
  if (!is_new) fail(fmt::format("the key \"{}\" stands twice in one object", *object.key));
  return true;
}

bool JsonBuilder::end_object() {
  open_.pop_back();
  return true;
}

bool JsonBuilder::start_array(std::size_t) {
  text_bytes_ += 2;
  take(heap_bytes(sizeof(Json::array_t)));
  open(Json::array());
  return true;
}

bool JsonBuilder::end_array() {
  open_.pop_back();
  return true;
}

bool JsonBuilder::parse_error(std::size_t, const std::string&, const Json::exception& error) {
  // "[json.exception.parse_error.101] parse error at line 3, column 5: …": what follows the bracket is for
  // people.
  std::string_view text = error.what();
  text = text.substr(text.find("] ") + 2);
  const std::string message = fmt::format("not JSON: {}", text);
  if (!text.starts_with("parse error at line")) fail(message);  // a number like 1e400
  throw ConfigError(fmt::format("{}: {}", file_, printable(message, longest_message)));
}

Json& JsonBuilder::add(Json value, std::size_t text_bytes) {
  text_bytes_ += text_bytes;
  if (open_.empty()) return root_ = std::move(value);
  Open& open = open_.back();
  if (open.container->is_object()) return *open.member = std::move(value);
  auto& array = open.container->get_ref<Json::array_t&>();
  if (!array.empty()) ++text_bytes_;  // the comma
  const std::size_t before = array.capacity();
  if (array.size() == before) require_room(element_bytes(2 * before));  // beside the old elements
  array.push_back(std::move(value));
  if (array.capacity() != before) take(element_bytes(array.capacity()) - element_bytes(before));
  return array.back();
}

void JsonBuilder::open(Json value) {
  if (open_.size() == most_levels) fail(fmt::format("is nested deeper than {} levels", most_levels));
  Json& container = add(std::move(value), 0);
  open_.push_back({&container});
}

void JsonBuilder::take(std::size_t bytes) {
  require_room(bytes);
  held_bytes_ += bytes;
}

void JsonBuilder::require_room(std::size_t bytes) const {
  if (held_bytes_ + bytes <= most_bytes_a_byte * text_bytes_ + bytes_for_all) return;
  fail(fmt::format("so many values in so little text would take over {} times the text's memory",
                   most_bytes_a_byte));
}

std::string JsonBuilder::path() const {
  std::string path;
  for (const Open& open : open_) {
    if (open.key != nullptr) path += '/' + *open.key;
    if (!open.container->is_array()) continue;
    // The element that is open, or the one that comes next.
    const bool is_inside = &open != &open_.back();
    path += fmt::format("/{}", open.container->size() - (is_inside ? 1 : 0));
  }
  return path.empty() ? "/" : path;
}

void JsonBuilder::fail(std::string_view message) const {
  throw ConfigError(fmt::format("{}: {}: {}", file_, printable(path(), longest_message),
                                printable(message, longest_message)));
}

}  // namespace descent

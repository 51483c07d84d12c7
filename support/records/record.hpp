#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/records/field.hpp"

// Records in JSON: reading and writing of the types that their members have.

namespace descent {

/// The fields of a record, in the order of reading: the table that it has, or a specialisation.
template <class Record>
const Fields<Record>& fields_of() {
  static const Fields<Record> fields = Record::fields();
  return fields;
}

template <class Value>
Json written(const Value& value);
template <class Value>
void read_value(const JsonPlace& place, Value& value);

/// The object of a record.
template <class Record>
Json write_record(const Record& record) {
  return write_keys(fields_of<Record>(), record);
}

/// Throws ConfigError with file and JSON path if a field is missing or malformed.
template <class Record>
Record read_record(const JsonPlace& place) {
  Record record{};
  read_fields(place, fields_of<Record>(), record);
  return record;
}

template <class Value>
constexpr bool is_list = false;
template <class Element>
constexpr bool is_list<std::vector<Element>> = true;
template <class Value>
constexpr bool is_map = false;
template <class Element>
constexpr bool is_map<std::map<std::string, Element>> = true;
template <class Value>
constexpr bool is_optional = false;
template <class Element>
constexpr bool is_optional<std::optional<Element>> = true;

template <class Value>
constexpr bool is_plain =
    std::is_arithmetic_v<Value> || std::is_same_v<Value, std::string> || std::is_same_v<Value, Json>;

template <class Value>
Json written(const Value& value) {
  if constexpr (is_plain<Value>) {
    return value;
  } else if constexpr (is_list<Value>) {
    Json list = Json::array();
    for (const auto& each : value) list.push_back(written(each));
    return list;
  } else if constexpr (is_map<Value>) {
    Json object = Json::object();
    for (const auto& [name, each] : value) object[name] = written(each);
    return object;
  } else if constexpr (is_optional<Value>) {
    return value ? written(*value) : Json();
  } else {
    return write_record(value);
  }
}

template <class Value>
void read_value(const JsonPlace& place, Value& value) {
  if constexpr (std::is_same_v<Value, Json>) {
    value = place.value();
  } else if constexpr (std::is_same_v<Value, std::string>) {
    value = place.text();
  } else if constexpr (std::is_same_v<Value, bool>) {
    value = place.flag();
  } else if constexpr (std::is_floating_point_v<Value>) {
    value = place.number();
  } else if constexpr (std::is_integral_v<Value>) {
    constexpr auto most = static_cast<std::int64_t>(
        std::min<std::uint64_t>(std::numeric_limits<Value>::max(), std::numeric_limits<std::int64_t>::max()));
    value = static_cast<Value>(place.integer(0, most));
  } else if constexpr (is_list<Value>) {
    value = place.list([](const JsonPlace& each) {
      typename Value::value_type element{};
      read_value(each, element);
      return element;
    });
  } else if constexpr (is_map<Value>) {
    for (const std::string& name : place.keys()) read_value(place.at(name), value[name]);
  } else if constexpr (is_optional<Value>) {
    read_value(place, value.emplace());
  } else {
    value = read_record<Value>(place);
  }
}

/// A required key. `of` leads to its value: a member of the record or of its base, or a function to a part of
/// a member.
template <class Record, class Of>
Field<Record> in_json(std::string name, std::string description, Of of) {
  return key<Record>(
      std::move(name), std::move(description), required, {},
      [of](const JsonPlace& place, Record& record) { read_value(place, std::invoke(of, record)); },
      [of](const Record& record) { return written(std::invoke(of, record)); });
}
template <class Record, class Member>
Field<Record> in_json(std::string name, std::string description, Member Record::*member) {
  return in_json<Record, Member Record::*>(std::move(name), std::move(description), member);
}

/// A key that is left out if the value is the default, and may be missing.
template <class Record>
Field<Record> unless_default(Field<Record> field) {
  field.is_required = false;
  field.write = [write = field.write, common = field.write(Record{})](const Record& record) {
    Json value = write(record);
    return value == common ? Json() : value;
  };
  return field;
}

/// A key of two words instead of true and false.
template <class Record>
Field<Record> in_words(const char* no, const char* yes, Field<Record> field) {
  field.read = [=, read = std::move(field.read)](const JsonPlace& place, Record& record) {
    const Json flag = place.word(no, yes) == yes;
    read(JsonPlace(place.file(), flag), record);
  };
  field.write = [=, write = std::move(field.write)](const Record& record) {
    return Json(write(record).template get<bool>() ? yes : no);
  };
  field.schema = {{"enum", {no, yes}}};
  return field;
}

/// A key that is always written, and may be missing.
template <class Record>
Field<Record> may_be_missing(Field<Record> field) {
  field.is_required = false;
  return field;
}

/// The field, with an additional check of the value's form.
template <class Record>
Field<Record> nonempty(Field<Record> field) {
  return checked(std::move(field), [](const JsonPlace& place, const Record&) { place.nonempty_text(); });
}
template <class Record>
Field<Record> positive(Field<Record> field) {
  return checked(std::move(field), [](const JsonPlace& place, const Record&) { place.positive(); });
}

}  // namespace descent

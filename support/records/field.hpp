#pragma once

#include <concepts>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "support/ranges.hpp"
#include "support/records/field_values.hpp"

namespace descent {

/// A field of a record. A table of fields is the only description of a record: the header, reader and writer
/// of CSV files, the reader and writer of JSON objects, JSON Schema and documentation all come from it.
template <class Record>
struct Field {
  std::string name;
  std::string unit;  ///< empty for a text or a pure number
  std::string description;

  // In a CSV file.
  std::function<std::string(const Record&)> text{};  ///< quoted where needed
  /// Throws ResultFileError without the place. Empty in files that are only written.
  std::function<void(Record&, const std::string&)> assign{};

  // In a JSON object. A field may depend on fields before it.
  bool is_required = false;
  Json schema{};  ///< of its value
  std::function<void(const JsonPlace& value, Record&)> read{};
  std::function<Json(const Record&)> write{};  ///< null result or no function: the key is left out

  /// The same field of a record that has more.
  template <std::derived_from<Record> Richer>
  operator Field<Richer>() const {
    return {name, unit, description, text, assign, is_required, schema, read, write};
  }
};

template <class Record>
using Fields = std::vector<Field<Record>>;

constexpr bool required = true;
constexpr bool optional = false;

/// A key of a JSON object.
template <class Record>
Field<Record> key(std::string name, std::string description, bool is_required, Json schema,
                  std::type_identity_t<std::function<void(const JsonPlace&, Record&)>> read,
                  std::type_identity_t<std::function<Json(const Record&)>> write = {}) {
  return {.name = std::move(name),
          .unit = "",
          .description = std::move(description),
          .is_required = is_required,
          .schema = std::move(schema),
          .read = std::move(read),
          .write = std::move(write)};
}

/// A key whose value is stored in a member.
template <class Record, class Value, class Member>
Field<Record> member_key(std::string name, std::string description, bool is_required, ValueKind<Value> kind,
                         Member Record::*member) {
  return key<Record>(
      std::move(name), std::move(description), is_required, std::move(kind.schema),
      [read = std::move(kind.read), member](const JsonPlace& value, Record& record) {
        record.*member = static_cast<Member>(read(value));
      },
      [member](const Record& record) { return Json(record.*member); });
}

/// Adds a check to a key whose value depends on more than itself; `check` fails at the value.
template <class Record, class Check>
Field<Record> checked(Field<Record> field, Check check) {
  field.read = [read = std::move(field.read), check](const JsonPlace& value, Record& record) {
    read(value, record);
    check(value, record);
  };
  return field;
}

/// Reads the fields of an object; other keys are ignored. Throws ConfigError for a missing one.
template <class Record>
void read_fields(const JsonPlace& place, const Fields<Record>& fields, Record& record) {
  for (const Field<Record>& field : fields) {
    if (field.is_required)
      field.read(place.at(field.name), record);
    else if (const auto value = place.find(field.name))
      field.read(*value, record);
  }
}

/// The same of an object that people write. Throws ConfigError for an unknown key, too.
template <class Record>
void read_keys(const JsonPlace& place, const Fields<Record>& fields, Record& record) {
  place.allow_keys(mapped(fields, &Field<Record>::name));
  read_fields(place, fields, record);
}

/// The object, with all defaults.
template <class Record>
Json write_keys(const Fields<Record>& fields, const Record& record) {
  Json json = Json::object();
  for (const Field<Record>& field : fields) {
    Json value = field.write ? field.write(record) : Json();
    if (!value.is_null()) json[field.name] = std::move(value);
  }
  return json;
}

template <class Record>
Json object_schema(const Fields<Record>& fields) {
  Json schema = {{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
  for (const Field<Record>& field : fields) {
    schema["properties"][field.name] = field.schema;
    if (!field.description.empty()) schema["properties"][field.name]["description"] = field.description;
    if (field.is_required) schema["required"].push_back(field.name);
  }
  return schema;
}

/// A key whose value is an object with keys of the same record.
template <class Record>
Field<Record> object_key(std::string name, std::string description, Fields<Record> fields) {
  Json schema = object_schema(fields);
  return key<Record>(
      std::move(name), std::move(description), optional, std::move(schema),
      [fields](const JsonPlace& value, Record& record) { read_keys(value, fields, record); },
      [fields](const Record& record) { return write_keys(fields, record); });
}

/// A key of a part of the record, as a key of the record.
template <class Record, class Part, class Owner>
Field<Record> key_of_part(const Field<Part>& field, Part Owner::*part) {
  return key<Record>(
      field.name, field.description, field.is_required, field.schema,
      [part, read = field.read](const JsonPlace& value, Record& record) { read(value, record.*part); },
      [part, write = field.write](const Record& record) { return write(record.*part); });
}

/// The key that both kinds of configurations begin with.
template <class AnyConfig>
Field<AnyConfig> name_key(std::string description) {
  return checked(member_key("name", std::move(description), required, plain_name(), &AnyConfig::name),
                 [](const JsonPlace&, AnyConfig& config) { config.title = config.name; });
}

}  // namespace descent

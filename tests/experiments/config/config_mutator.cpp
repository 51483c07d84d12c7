#include "tests/experiments/config/config_mutator.hpp"

#include <array>
#include <iterator>
#include <utility>

namespace descent::test {
namespace {

using Pointer = Json::json_pointer;

/// Finds non-empty objects and arrays, the whole first.
void find_containers(const Json& value, const Pointer& place, std::vector<Pointer>& places) {
  if (!value.is_structured() || value.empty()) return;
  places.push_back(place);
  for (const auto& member : value.items()) {
    const Pointer inner = value.is_array() ? place / std::stoul(member.key()) : place / member.key();
    find_containers(member.value(), inner, places);
  }
}

const std::vector<std::string> words = [] {
  std::vector<std::string> all = Json::parse(R"json([
    "", "hinge", "squared_hinge", "logistic", "epsilon_insensitive", "l1", "l2", "l_half", "none", "newton", "gradient",
    "fixed", "optimum", "auto", "full", "permuted", "uniform", "nonsmooth_scd", "pegasos", "tron", "admm", "liblinear",
    "interior_point", "0.5/m", "1/m^2", "1e-300/m", "1e300", "nan", "inf", "C=1", "../up", "a/b", "Größe",
    "\u0001\u001b[0m", "a\u0000b"
  ])json");
  all.emplace_back(3000, 'x');
  return all;
}();

const std::vector<std::string> keys = Json::parse(R"json([
  "name", "datasets", "loss", "regularizer", "lambdas", "methods", "seeds", "passes", "step", "label", "checkpoints",
  "tuning", "bias", "epsilon", "models", "C", "", "none of these"
])json");

const std::vector<Json> numbers = Json::parse(R"([
  0, -1, 1, 2, 3, 1000, 0.5, -0.5, -0.0, 1e-9, 1e-320, 1e308, -1e308, 1e18, 1e6, 999999, 4e9, 2147483648.0, 0.1, 10001,
  0.3333333333333333, 1000000, 1e-300, 18446744073709551615
])");

}  // namespace

Json ConfigMutator::change_values(Json config) {
  for (std::size_t changes = 1 + below(3); changes > 0; --changes) change_once(config);
  return config;
}

void ConfigMutator::change_once(Json& config) {
  std::vector<Pointer> places;
  find_containers(config, Pointer(), places);
  if (places.empty()) {
    config = other_value(config);
    return;
  }
  Json& container = config[one_of(places)];
  if (container.is_object())
    change_member(container);
  else
    change_element(container);
}

void ConfigMutator::change_member(Json& object) {
  const auto member = std::next(object.begin(), static_cast<std::ptrdiff_t>(below(object.size())));
  const std::string key = member.key();
  switch (below(6)) {
    case 0:
      object.erase(key);
      break;
    case 1: {  // renamed
      Json value = std::move(member.value());
      object.erase(key);
      object[below(2) == 0 ? other_word(key) : one_of(keys)] = std::move(value);
      break;
    }
    case 2:  // one more, with a value from elsewhere
      object[one_of(keys)] = Json(member.value());
      break;
    case 3: {  // two exchanged
      const auto other = std::next(object.begin(), static_cast<std::ptrdiff_t>(below(object.size())));
      if (other != member) std::swap(member.value(), other.value());
      break;
    }
    default:
      member.value() = other_value(member.value());
  }
}

void ConfigMutator::change_element(Json& array) {
  const std::size_t i = below(array.size());
  switch (below(5)) {
    case 0:
      array.erase(i);
      break;
    case 1:
      array.push_back(Json(array[i]));
      break;
    case 2: {  // many of them
      const Json element = array[i];
      for (std::size_t count = below(2) == 0 ? 5 : 1500; count > 0; --count) array.push_back(element);
      break;
    }
    default:
      array[i] = other_value(array[i]);
  }
}

Json ConfigMutator::other_value(const Json& value) {
  switch (below(8)) {
    case 0: {  // another type
      const std::array<Json, 8> others{nullptr, true,          false,          7,
                                       "word",  Json::array(), Json::object(), Json::array({1, "a"})};
      return one_of(others);
    }
    case 1: {
      Json nested = value;
      constexpr std::array<std::size_t, 4> depths{1, 2, 60, 300};
      for (std::size_t level = one_of(depths); level > 0; --level) nested = Json::array({std::move(nested)});
      return nested;
    }
    case 2:
      return {{one_of(keys), value}};
    default:
      if (value.is_string()) return below(2) == 0 ? other_word(value) : one_of(words);
      if (value.is_number()) return one_of(numbers);
      if (value.is_boolean()) return !value.get<bool>();
      return below(2) == 0 ? Json(one_of(words)) : one_of(numbers);
  }
}

std::string ConfigMutator::other_word(std::string word) {
  if (word.empty()) return "x";
  const std::size_t i = below(word.size());
  switch (below(4)) {
    case 0:
      word.erase(i, 1);
      break;
    case 1:
      word.insert(i, 1, word[i]);
      break;
    case 2:
      std::swap(word[i], word[below(word.size())]);
      break;
    default:
      word += '_';
  }
  // A multibyte letter may be broken.
  return Json::parse('"' + word + '"', nullptr, false).is_discarded() ? "x" : word;
}

std::string ConfigMutator::change(const Json& config) {
  std::string text = change_values(config).dump(below(2) == 0 ? -1 : 2);
  if (below(4) == 0) change_text(text);
  return text;
}

void ConfigMutator::change_text(std::string& text) {
  const std::size_t i = below(text.size());
  switch (below(6)) {
    case 0:
      text[i] = static_cast<char>(text[i] ^ (1 << below(8)));
      break;
    case 1:
      text.resize(i);
      break;
    case 2: {
      const std::vector<std::string> pieces{
          "\xff",  std::string(1, '\0'), ",", "}",    "{",       "[",  "]", "\"",
          "1e400", "// a comment",       "'", "\r\n", "\\ud800", "NaN"};
      text.insert(i, one_of(pieces));
      break;
    }
    case 3:
      text.erase(i, 1 + below(10));
      break;
    case 4:
      text += text;
      break;
    default: {  // a repeated key: copies the text after the first brace
      const std::size_t brace = text.find('{');
      const std::size_t comma = text.find(',', brace);
      if (comma != std::string::npos) text.insert(brace + 1, text.substr(brace + 1, comma - brace));
    }
  }
}

}  // namespace descent::test

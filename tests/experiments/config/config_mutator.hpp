#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/json/json_place.hpp"
#include "support/numbers/random.hpp"

namespace descent::test {

/// Makes wrong, odd and harmless configurations of a right one, the same for the same seed.
class ConfigMutator {
 public:
  explicit ConfigMutator(std::uint64_t seed) : random_(seed) {}

  /// One to three changes to the values: members and elements dropped, doubled, renamed, exchanged or nested,
  /// other types, other words, numbers from all ends of their ranges.
  Json change_values(Json config);

  /// The text of change_values(), or in one of four cases changed as text: bytes flipped, cut off, inserted,
  /// keys repeated.
  std::string change(const Json& config);

 private:
  void change_once(Json& config);
  void change_member(Json& object);
  void change_element(Json& array);
  Json other_value(const Json& value);
  std::string other_word(std::string word);
  void change_text(std::string& text);
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_.below(bound)); }
  template <class List>
  const auto& one_of(const List& list) {
    return list[below(list.size())];
  }

  Random random_;
};

}  // namespace descent::test

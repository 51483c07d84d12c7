#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/json/json_place.hpp"
#include "support/numbers/random.hpp"

namespace descent::test {

/// Makes wrong, odd and harmless variants of a correct configuration, reproducible by seed.
class ConfigMutator {
 public:
  explicit ConfigMutator(std::uint64_t seed) : random_(seed) {}

  /// Applies one to three changes: members and elements are dropped, doubled, renamed, exchanged or nested;
  /// values get other types, words, or numbers from the ends of their ranges.
  Json change_values(Json config);

  /// Text of change_values(). In one of four cases the text is changed too: bytes are flipped, cut off or
  /// inserted, keys repeated.
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

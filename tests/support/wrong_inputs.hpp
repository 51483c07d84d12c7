#pragma once

#include <fstream>
#include <string>
#include <string_view>

#include "support/json/json_place.hpp"
#include "tests/support/error_of.hpp"

namespace descent::test {

/// Checks each line `CHANGE => MESSAGE` of a file; other lines are headings. CHANGE is {"/place": value, …}.
/// `complaint` must return "accepted" for `right`, and MESSAGE with these values in it. A MESSAGE that ends
/// in … is only the beginning.
template <class Complaint>
void check_wrong_inputs(const std::string& file, const Json& right, const Complaint& complaint) {
  REQUIRE(complaint(right) == "accepted");
  std::ifstream lines(file);
  REQUIRE(lines);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('{')) continue;
    CAPTURE(line);
    const std::size_t arrow = line.find(" => ");
    REQUIRE(arrow != std::string::npos);
    Json wrong = right;
    const Json change = Json::parse(line.substr(0, arrow));
    for (const auto& [place, value] : change.items()) wrong[Json::json_pointer(place)] = value;
    std::string expected = line.substr(arrow + std::string_view(" => ").size());
    std::string message = complaint(wrong);
    if (constexpr std::string_view more = "…"; expected.ends_with(more)) {
      expected.resize(expected.size() - more.size());
      message = message.substr(0, expected.size());
    }
    CHECK(message == expected);
  }
}

}  // namespace descent::test

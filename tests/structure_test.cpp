#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "experiments/program/build_info.hpp"
#include "solvers/contract/method.hpp"
#include "tests/catch.hpp"

// The layers and their rooms, see docs/architecture.md. Run in the folder of the sources.

namespace descent {
namespace {

namespace fs = std::filesystem;
using Graph = std::map<std::string, std::set<std::string>>;

/// Layers that each layer may include besides itself.
const std::map<std::string, std::set<std::string>> layers{
    {"support", {}},
    {"datasets", {"support"}},
    {"solvers", {"support", "datasets"}},
    {"plots", {"support"}},
    {"experiments", {"support", "datasets", "solvers", "plots"}},
};

constexpr std::size_t most_units_in_a_room = 25;

/// "solvers/problem/loss.hpp" → "solvers/problem/loss": a header and its source file are one unit.
std::string unit_of(const fs::path& file) {
  return fs::path(file).replace_extension().generic_string();
}

std::string layer_of(const std::string& unit) {
  return unit.substr(0, unit.find('/'));
}

/// Every unit of the layers, or of their tests in "tests/", with the units that it includes.
Graph includes(const std::string& root = "") {
  Graph graph;
  for (const auto& [layer, allowed] : layers) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root + layer)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".cpp" && extension != ".hpp") continue;
      std::set<std::string>& included = graph[unit_of(entry.path())];
      std::ifstream stream(entry.path());
      for (std::string line; std::getline(stream, line);) {
        constexpr std::string_view begin = "#include \"";
        if (!line.starts_with(begin)) continue;
        included.insert(unit_of(line.substr(begin.size(), line.rfind('"') - begin.size())));
      }
      included.erase(unit_of(entry.path()));
    }
  }
  return graph;
}

/// Some way round that leads back to where it began, "a - b - a"; "" when there is none.
std::string circle_in(const Graph& graph) {
  std::set<std::string> done;
  std::vector<std::string> way;
  std::string circle;
  const std::function<void(const std::string&)> visit = [&](const std::string& place) {
    if (!circle.empty() || done.contains(place)) return;
    const auto before = std::ranges::find(way, place);
    if (before != way.end()) {
      for (auto each = before; each != way.end(); ++each) circle += *each + " - ";
      circle += place;
      return;
    }
    way.push_back(place);
    if (const auto found = graph.find(place); found != graph.end()) {
      for (const std::string& next : found->second) visit(next);
    }
    way.pop_back();
    done.insert(place);
  };
  for (const auto& [place, next] : graph) visit(place);
  return circle;
}

}  // namespace

TEST_CASE("a layer includes itself and those below it") {
  for (const auto& [unit, included] : includes()) {
    const std::string layer = layer_of(unit);
    for (const std::string& other : included) {
      INFO(unit << " includes " << other);
      CHECK((layer_of(other) == layer || layers.at(layer).contains(layer_of(other))));
    }
  }
}

TEST_CASE("the tests of a layer include that layer, those below it, and their tests") {
  for (const auto& [unit, included] : includes("tests/")) {
    const auto without_root = [](const std::string& path) {
      return path.starts_with("tests/") ? path.substr(6) : path;
    };
    const std::string layer = layer_of(without_root(unit));
    for (const std::string& other : included) {
      const std::string there = layer_of(without_root(other));
      if (!layers.contains(there)) continue;  // tests/faults, or tests/catch
      INFO(unit << " includes " << other);
      CHECK((there == layer || layers.at(layer).contains(there) || other.starts_with("tests/support/")));
    }
  }
}

TEST_CASE("neither files nor folders include each other in a circle") {
  const Graph units = includes();
  REQUIRE(units.size() > 100);
  CHECK(circle_in(units) == "");
  Graph rooms;
  for (const auto& [unit, included] : units) {
    const std::string room = fs::path(unit).parent_path().generic_string();
    for (const std::string& other : included) {
      const std::string there = fs::path(other).parent_path().generic_string();
      if (there != room) rooms[room].insert(there);
    }
  }
  CHECK(circle_in(rooms) == "");
  CHECK(circle_in({{"a", {"b"}}, {"b", {"c"}}, {"c", {"b"}}}) == "b - c - b");
}

TEST_CASE("a room has no more units than one finds one's way in") {
  std::map<std::string, std::size_t> units;
  for (const auto& [unit, included] : includes()) ++units[fs::path(unit).parent_path().generic_string()];
  for (const auto& [room, count] : units) {
    INFO(room);
    CHECK(count <= most_units_in_a_room);
  }
}

TEST_CASE("every method's runs are told apart by the source file that registers it") {
  const auto& hashes = build_info().method_source_hashes;
  CHECK_FALSE(build_info().shared_source_hash.empty());
  for (const Method* method : methods()) {
    INFO(method->name << ", registered by " << method->file);
    CHECK(hashes.contains(fs::path(method->file).filename().string()));
  }
}

}  // namespace descent

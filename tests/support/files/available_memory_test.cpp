#include "support/files/available_memory.hpp"

#include <map>
#include <string>

#include "tests/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

/// What the system shows in files, by their names.
struct System {
  const char* what;
  std::map<std::string, std::string> files;
  std::uint64_t available;
};

const std::string meminfo = "MemTotal: 4000 kB\nMemFree: 10 kB\nMemAvailable: 1000 kB\nBuffers: 1 kB\n";
constexpr std::uint64_t machine = 1000 * 1024;

std::string anon(int bytes) {
  return "anon " + std::to_string(bytes) + "\nfile 777777\ninactive_anon 5\n";
}

std::string total_rss(int bytes) {
  return "rss 1\nhierarchical_memory_limit 30000\ntotal_cache 777777\ntotal_rss " + std::to_string(bytes) +
         "\n";
}

}  // namespace

TEST_CASE("Available memory is what the machine and all control groups of the process leave") {
  const std::string version_1 = "5:cpu:/elsewhere\n4:memory:/jobs/mine\n0::/\n";
  const std::string without_limit = "9223372036854771712\n";
  const System systems[]{
      {"nothing is told", {}, 0},
      {"a machine without groups", {{"proc/meminfo", meminfo}}, machine},
      {"version 2, the root of a container's namespace",
       {{"proc/meminfo", meminfo},
        {"proc/self/cgroup", "0::/\n"},
        {"groups/memory.max", "50000\n"},
        {"groups/memory.stat", anon(20000)}},
       30000},
      {"version 2, a root that has no limit",
       {{"proc/meminfo", meminfo}, {"proc/self/cgroup", "0::/\n"}, {"groups/memory.stat", anon(20000)}},
       machine},
      {"version 2, the inner group is the tighter",
       {{"proc/meminfo", meminfo},
        {"proc/self/cgroup", "0::/jobs/mine\n"},
        {"groups/jobs/memory.max", "90000\n"},
        {"groups/jobs/memory.stat", anon(60000)},
        {"groups/jobs/mine/memory.max", "12000\n"},
        {"groups/jobs/mine/memory.stat", anon(2000)}},
       10000},
      {"version 2, siblings have taken what the outer group allows",
       {{"proc/meminfo", meminfo},
        {"proc/self/cgroup", "0::/jobs/mine\n"},
        {"groups/jobs/memory.max", "90000\n"},
        {"groups/jobs/memory.stat", anon(85000)},
        {"groups/jobs/mine/memory.max", "max\n"},
        {"groups/jobs/mine/memory.stat", anon(2000)}},
       5000},
      {"version 2, a namespace's root around a nested group",
       {{"proc/meminfo", meminfo},
        {"proc/self/cgroup", "0::/mine\n"},
        {"groups/memory.max", "40000\n"},
        {"groups/memory.stat", anon(1000)},
        {"groups/mine/memory.max", "max\n"},
        {"groups/mine/memory.stat", anon(1000)}},
       39000},
      {"version 2, no limit anywhere",
       {{"proc/meminfo", meminfo}, {"proc/self/cgroup", "0::/mine\n"}, {"groups/mine/memory.max", "max\n"}},
       machine},
      {"version 2, more is used than allowed",
       {{"proc/meminfo", meminfo},
        {"proc/self/cgroup", "0::/mine\n"},
        {"groups/mine/memory.max", "1000\n"},
        {"groups/mine/memory.stat", anon(2000)}},
       0},
      {"version 1, siblings under the group with the limit",
       {{"proc/meminfo", meminfo},
        {"proc/self/cgroup", version_1},
        {"groups/memory/memory.limit_in_bytes", without_limit},
        {"groups/memory/memory.stat", total_rss(900000)},
        {"groups/memory/jobs/memory.limit_in_bytes", "30000\n"},
        {"groups/memory/jobs/memory.stat", total_rss(26000)},
        {"groups/memory/jobs/mine/memory.limit_in_bytes", without_limit},
        {"groups/memory/jobs/mine/memory.stat", total_rss(1000)}},
       4000},
      {"version 1, a container sees its group at the root, under another name",
       {{"proc/meminfo", meminfo},
        {"proc/self/cgroup", "4:memory:/docker/0123abcd\n"},
        {"groups/memory/memory.limit_in_bytes", "30000\n"},
        {"groups/memory/memory.stat", total_rss(6000)}},
       24000},
      {"the machine has less than the group may take",
       {{"proc/meminfo", meminfo},
        {"proc/self/cgroup", "0::/mine\n"},
        {"groups/mine/memory.max", "50000000\n"},
        {"groups/mine/memory.stat", anon(2000)}},
       machine},
  };
  for (const System& system : systems) {
    CAPTURE(system.what);
    const test::TemporaryFolder folder;
    for (const auto& [name, text] : system.files) {
      std::filesystem::create_directories((folder.path() / name).parent_path());
      folder.write(name, text);
    }
    CHECK(available_memory(folder.path() / "proc", folder.path() / "groups") == system.available);
  }
}

TEST_CASE("This machine tells how much memory is available") {
  CHECK(available_memory() > 0);
}

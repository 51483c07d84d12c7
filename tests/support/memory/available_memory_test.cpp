#include "support/memory/available_memory.hpp"

#include "tests/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

TEST_CASE("Available memory is read from the system") {
  const auto kilobytes = static_cast<double>(number_after("/proc/meminfo", "MemAvailable:"));
  CHECK(static_cast<double>(available_memory()) == Approx(1024 * kilobytes).epsilon(0.5));
  const test::TemporaryFolder folder;
  const auto file = folder.write("meminfo", "MemTotal: 4000 kB\nMemAvailable: 1000 kB\n");
  CHECK(number_after(file, "MemAvailable:") == 1000);
  CHECK(number_after(file, "Buffers:") == 0);
}

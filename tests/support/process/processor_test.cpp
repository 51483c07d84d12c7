#include "support/process/processor.hpp"

#include <fstream>
#include <regex>

#include "tests/catch.hpp"

namespace descent::test {

TEST_CASE("the processor has the name that the system gives it, without blanks around it") {
  std::ifstream file("/proc/cpuinfo");
  std::smatch found;
  for (std::string line; found.empty() && std::getline(file, line);) {
    static const std::regex named("model name\\s*:\\s*(\\S.*\\S)\\s*");
    if (std::regex_match(line, found, named)) CHECK(processor_model() == found[1].str());
  }
  if (found.empty()) WARN("the system does not name its processor");
}

TEST_CASE("the setting of huge pages is the one of three that the system has in brackets") {
  std::ifstream file("/sys/kernel/mm/transparent_hugepage/enabled");
  std::string line;
  std::string written;
  if (!std::getline(file, line)) CHECK(huge_page_setting() == "unknown");
  if (line.empty()) return;
  for (const std::string setting : {"always", "madvise", "never"})
    written += setting == huge_page_setting() ? "[" + setting + "] " : setting + " ";
  CHECK(line + " " == written);
}

}  // namespace descent::test

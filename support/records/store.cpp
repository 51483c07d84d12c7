#include "support/records/store.hpp"

#include <string_view>

#include "support/errors.hpp"
#include "support/files/contents.hpp"
#include "support/files/sha256.hpp"
#include "support/terminal/print.hpp"

namespace descent {
namespace {

constexpr std::string_view seal = "# sha256 ";

}  // namespace

std::string sealed_text(const std::string& rows) {
  return rows + std::string(seal) + sha256_of(rows) + '\n';
}

std::string unsealed_text(const std::filesystem::path& path) {
  std::string text = text_of_file(path);
  const std::string rows = text.substr(0, text.rfind(seal));
  if (text != sealed_text(rows)) throw ResultFileError("{}: damaged, not as it was written", path.string());
  return rows;
}

void report_damage(const std::string& what) {
  print_error("descent: {}; it will be repeated\n", what);
}

}  // namespace descent

#include "tests/fuzz/judged_reader.hpp"

#include <fstream>

#include "tests/support/temporary_folder.hpp"

namespace descent::test {
namespace {

constexpr std::size_t longest_message = 2000;

/// True if the character may go to a terminal: no control character.
bool prints(char character) {
  return static_cast<unsigned char>(character) >= ' ' && character != '\x7f';
}

}  // namespace

std::filesystem::path input_file(const std::string& name, Input input) {
  static const TemporaryFolder folder;
  return folder.write(name, {reinterpret_cast<const char*>(input.data()), input.size()});
}

void judge_memory(std::size_t peak, std::size_t input_bytes, std::size_t constant) {
  const std::size_t most = most_bytes_a_byte * input_bytes + constant;
  must(peak <= most,
       fmt::format("{} bytes were held at once for an input of {}; {} are allowed", peak, input_bytes, most));
}

void judge_message(std::string_view message, const std::string& file) {
  must(message.starts_with(file + ':'), fmt::format("the message does not name the file: {}", message));
  must(message.size() <= longest_message,
       fmt::format("the message has {} bytes: {}", message.size(), message.substr(0, longest_message)));
  for (const char character : message)
    must(prints(character), fmt::format("the message has control characters: {}", message));
}

}  // namespace descent::test

#include "datasets/readers/libsvm_writer.hpp"

#include <fmt/format.h>

#include <iterator>

namespace descent {

void write_libsvm(const Sample& sample, Task task, const TextSink& sink) {
  constexpr std::size_t block_bytes = 1 << 16;
  fmt::memory_buffer text;
  for (Index row = 0; row < sample.rows.outer_size(); ++row) {
    const double label = sample.labels[static_cast<std::size_t>(row)];
    const bool negative_class = task == Task::classification && label < 0;
    if (task == Task::classification) {
      fmt::format_to(std::back_inserter(text), "{}", negative_class ? "-1" : "+1");
    } else {
      fmt::format_to(std::back_inserter(text), "{}", label);
    }
    for (const Entry& entry : sample.rows[row]) {
      fmt::format_to(std::back_inserter(text), " {}:{}", entry.index + 1,
                     negative_class ? -entry.value : entry.value);
    }
    text.push_back('\n');
    if (text.size() >= block_bytes || row + 1 == sample.rows.outer_size()) {
      sink({text.data(), text.size()});
      text.clear();
    }
  }
}

}  // namespace descent

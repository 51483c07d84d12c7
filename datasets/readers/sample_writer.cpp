#include "datasets/readers/sample_writer.hpp"

#include <fmt/format.h>

#include <iterator>

namespace descent {

void write_libsvm(const Sample& sample, Task task, const TextSink& sink) {
  constexpr std::size_t block_bytes = 1 << 16;
  fmt::memory_buffer text;
  const auto end = std::back_inserter(text);
  for (Index row = 0; row < sample.rows.outer_size(); ++row) {
    const double label = sample.labels[static_cast<std::size_t>(row)];
    const bool is_negative = task == Task::classification && label < 0;
    if (task == Task::regression)
      fmt::format_to(end, "{}", label);
    else
      fmt::format_to(end, "{}", is_negative ? "-1" : "+1");
    for (const Entry& entry : sample.rows[row])
      fmt::format_to(end, " {}:{}", entry.index + 1, is_negative ? -entry.value : entry.value);
    text.push_back('\n');
    if (text.size() < block_bytes && row + 1 < sample.rows.outer_size()) continue;
    sink({text.data(), text.size()});
    text.clear();
  }
}

}  // namespace descent

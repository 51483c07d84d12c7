#include "datasets/readers/sample_writer.hpp"

#include <fmt/format.h>

#include <functional>
#include <iterator>
#include <string>

namespace descent {
namespace {

/// Writes rows with their labels piece by piece, those negated with the opposite signs.
void write_libsvm_rows(const SparseMatrix& rows, const std::function<std::string(Index)>& label_of,
                       const std::function<bool(Index)>& is_negated, const TextSink& sink) {
  constexpr std::size_t block_bytes = 1 << 16;
  fmt::memory_buffer text;
  for (Index row = 0; row < rows.outer_size(); ++row) {
    fmt::format_to(std::back_inserter(text), "{}", label_of(row));
    const bool negated = is_negated(row);
    for (const Entry& entry : rows[row])
      fmt::format_to(std::back_inserter(text), " {}:{}", entry.index + 1,
                     negated ? -entry.value : entry.value);
    text.push_back('\n');
    if (text.size() >= block_bytes || row + 1 == rows.outer_size()) {
      sink({text.data(), text.size()});
      text.clear();
    }
  }
}

}  // namespace

void write_libsvm(const Sample& sample, Task task, const TextSink& sink) {
  const bool has_classes = task == Task::classification;
  const auto label = [&](Index row) { return sample.labels[static_cast<std::size_t>(row)]; };
  write_libsvm_rows(
      sample.rows,
      [&](Index row) {
        return !has_classes ? fmt::format("{}", label(row)) : std::string(label(row) < 0 ? "-1" : "+1");
      },
      [&](Index row) { return has_classes && label(row) < 0; }, sink);
}

}  // namespace descent

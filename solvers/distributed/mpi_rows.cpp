#include "solvers/distributed/mpi_rows.hpp"

#include <fcntl.h>

#include <cstdint>
#include <fstream>
#include <utility>

#include "solvers/program/exchange_folder.hpp"
#include "support/errors.hpp"
#include "support/files/file_descriptor.hpp"

namespace descent {
namespace {

/// The start of the file. The arrays follow: starts, labels, entries.
struct Counts {
  std::int64_t rows = 0;
  std::int64_t width = 0;
  std::int64_t nonzeros = 0;
  ValueFormat format = {};
};

}  // namespace

void write_rows_for_processes(const Sample& sample, const std::filesystem::path& path) {
  const SparseMatrix& rows = sample.rows;
  const Counts counts{rows.outer_size(), rows.inner_size(), rows.nonzeros(), rows.format()};
  std::ofstream file(path, std::ios::binary);
  for (const std::span<const std::byte> bytes :
       {std::as_bytes(std::span(&counts, 1)), std::as_bytes(rows.starts()),
        std::as_bytes(std::span(sample.labels)),
        rows.stored().first(rows.entry_bytes() * rows.entries().size())})
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  finish_file(file, path);
}

PartOfRows read_part_of_rows(const std::filesystem::path& path, int part, int parts) {
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const auto read = [&](std::size_t position, std::span<std::byte> bytes) {
    if (!file.is_open() || file.read_at(position, bytes) != bytes.size())
      throw RunError("{}: cannot be read: is the folder on a file system that all processes see?",
                     path.string());
  };
  Counts counts;
  read(0, std::as_writable_bytes(std::span(&counts, 1)));
  std::vector<Offset> all_starts(static_cast<std::size_t>(counts.rows) + 1);
  const std::span<const Offset> starts = all_starts;
  read(sizeof(counts), std::as_writable_bytes(std::span(all_starts)));
  const auto [begin, end] = rows_of_part(starts, part, parts);
  const auto first = static_cast<std::size_t>(begin);
  const auto last = static_cast<std::size_t>(end);
  std::vector<double> labels(last - first);
  const std::size_t labels_begin = sizeof(counts) + starts.size_bytes();
  read(labels_begin + first * sizeof(double), std::as_writable_bytes(std::span(labels)));
  const Offset before = starts[first];
  StoredValues values = room_for_entries(counts.format, static_cast<std::size_t>(starts[last] - before));
  const std::size_t entries_begin = labels_begin + static_cast<std::size_t>(counts.rows) * sizeof(double);
  read(entries_begin + static_cast<std::size_t>(before) * bytes_of_entry(counts.format.storage),
       values.bytes);
  std::vector<Offset> own_starts;
  for (const Offset start : starts.subspan(first, last - first + 1)) own_starts.push_back(start - before);
  return {.sample = {{std::move(own_starts), std::move(values), static_cast<Index>(counts.width)},
                     std::move(labels)},
          .rows = static_cast<Index>(counts.rows),
          .nonzeros = counts.nonzeros};
}

}  // namespace descent

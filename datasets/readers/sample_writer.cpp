#include "datasets/readers/sample_writer.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <csv.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <span>
#include <vector>

#include "datasets/matrix/classes.hpp"
#include "datasets/readers/libsvm_parser.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"

namespace descent {
namespace {

std::string label_of(const RawSample& sample, Index row) {
  return label_text(sample.labels[static_cast<std::size_t>(row)], sample.words);
}

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

void write_libsvm_text(const RawSample& sample, AtomicFile& file) {
  const auto label_word = [&](Index row) {
    std::string label = label_of(sample, row);
    if (!sample.words.empty() && !LibsvmParser::is_word(label))
      throw ConfigError("row {}: the label \"{}\" is no word of LIBSVM text; write .csv or .npz", row + 1,
                        label);
    return label;
  };
  write_libsvm_rows(
      sample.rows, label_word, [](Index) { return false; }, [&](std::string_view text) { file.write(text); });
}

/// A cell, with quotes around a text.
std::string cell_of(const std::string& text) {
  std::string quoted(2 * text.size() + 2, '\0');
  quoted.resize(csv_write(quoted.data(), quoted.size(), text.data(), text.size()));
  return quoted;
}

void write_table(const RawSample& sample, AtomicFile& file) {
  const Index width = sample.rows.inner_size();
  std::string text;
  for (Index j = 0; j < width; ++j)
    text += cell_of(sample.columns.empty() ? fmt::format("x{}", j + 1)
                                           : sample.columns[static_cast<std::size_t>(j)]) +
            ',';
  file.write(text + "label\n");
  for (Index row = 0; row < sample.rows.outer_size(); ++row) {
    text.clear();
    Index next = 0;
    for (const Entry& entry : sample.rows[row]) {
      for (; next < entry.index; ++next) text += "0,";
      text += fmt::format("{},", entry.value);
      ++next;
    }
    for (; next < width; ++next) text += "0,";
    const std::string label = label_of(sample, row);
    file.write(text + (sample.words.empty() ? label : cell_of(label)) + '\n');
  }
}

/// An .npz file in memory order: arrays of numbers and texts.
class NpzWriter {
 public:
  explicit NpzWriter(AtomicFile& file) : file_(file), zip_(archive_write_new(), &archive_write_free) {
    if (zip_ == nullptr) throw std::bad_alloc();
    require(archive_write_set_format_zip(zip_.get()));
    const auto write = [](archive*, void* self, const void* bytes, std::size_t count) -> la_ssize_t {
      auto& writer = *static_cast<NpzWriter*>(self);
      try {
        writer.file_.write(std::span(static_cast<const std::byte*>(bytes), count));
        return static_cast<la_ssize_t>(count);
      } catch (const Error& error) {  // must not pass through C code
        writer.error_ = error.what();
        return -1;
      }
    };
    require(archive_write_open(zip_.get(), this, nullptr, write, nullptr));
  }

  template <class Item>
  void add(const std::string& name, const char* type, std::span<const Item> items, const std::string& shape) {
    std::string header =
        fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, shape);
    while ((header.size() + 11) % 64 != 0) header += ' ';
    header += '\n';
    const auto bytes = static_cast<std::uint16_t>(header.size());
    const std::string start = std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(bytes & 0xFF) +
                              static_cast<char>(bytes >> 8) + header;
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                         &archive_entry_free);
    archive_entry_set_pathname(entry.get(), (name + ".npy").c_str());
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(start.size() + items.size_bytes()));
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    require(archive_write_header(zip_.get(), entry.get()));
    write(start.data(), start.size());
    write(items.data(), items.size_bytes());
  }

  void close() { require(archive_write_close(zip_.get())); }

 private:
  void write(const void* bytes, std::size_t count) {
    const la_ssize_t written = count == 0 ? 0 : archive_write_data(zip_.get(), bytes, count);
    require(written == static_cast<la_ssize_t>(count) ? ARCHIVE_OK : ARCHIVE_FATAL);
  }
  void require(int result) const {
    if (result >= ARCHIVE_WARN) return;
    const char* const reason = archive_error_string(zip_.get());
    throw ResultFileError(!error_.empty()     ? error_
                          : reason == nullptr ? "the archive cannot be written"
                                              : reason);
  }

  AtomicFile& file_;
  std::string error_;
  std::unique_ptr<archive, int (*)(archive*)> zip_;
};

void write_npz(const RawSample& sample, AtomicFile& file) {
  const SparseMatrix& rows = sample.rows;
  std::vector<std::int32_t> indices;
  std::vector<double> values;
  for (const Entry& entry : rows.entries()) {
    indices.push_back(entry.index);
    values.push_back(entry.value);
  }
  const std::vector<std::int64_t> starts(rows.starts().begin(), rows.starts().end());
  const std::vector<std::int64_t> shape{rows.outer_size(), rows.inner_size()};
  const std::string format = "csr";
  NpzWriter npz(file);
  const auto length = [](const auto& items) { return fmt::format("{},", items.size()); };
  npz.add("indices", "<i4", std::span<const std::int32_t>(indices), length(indices));
  npz.add("indptr", "<i8", std::span<const std::int64_t>(starts), length(starts));
  npz.add("format", "|S3", std::span<const char>(format), "");
  npz.add("shape", "<i8", std::span<const std::int64_t>(shape), length(shape));
  npz.add("data", "<f8", std::span<const double>(values), length(values));
  if (sample.words.empty()) {
    npz.add("y", "<f8", std::span<const double>(sample.labels), length(sample.labels));
  } else {
    const std::size_t width = std::ranges::max(sample.words, {}, &std::string::size).size();
    std::string texts;
    for (Index row = 0; row < rows.outer_size(); ++row) {
      texts += label_of(sample, row);
      texts.resize(width * static_cast<std::size_t>(row + 1), '\0');
    }
    npz.add("y", fmt::format("|S{}", width).c_str(), std::span<const char>(texts), length(sample.labels));
  }
  npz.close();
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

void write_sample_file(const RawSample& sample, const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  const auto write = ending == ".csv"                                              ? write_table
                     : ending == ".npz"                                            ? write_npz
                     : ending == ".svm" || ending == ".libsvm" || ending == ".txt" ? write_libsvm_text
                                                                                   : nullptr;
  if (write == nullptr)
    throw ConfigError(
        "{}: the ending says what to write: .svm, .libsvm or .txt (LIBSVM text), .csv "
        "or .npz",
        path.string());
  remove_abandoned_files(folder_of(path), path.filename().string());
  AtomicFile file(path);
  write(sample, file);
  file.commit();
}

}  // namespace descent

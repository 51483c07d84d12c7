#include "datasets/readers/reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "datasets/readers/compressed_input.hpp"
#include "support/errors.hpp"
#include "support/records/record.hpp"
#include "support/text/ends_in.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

/// Refuses a setting that the format does not have: it would be ignored.
void require_settings_of(FileFormat format, const std::filesystem::path& path, ReadSettings settings) {
  settings.format = std::nullopt;
  settings.positive.clear();
  if (format == FileFormat::libsvm) settings.index_base = std::nullopt;
  if (format == FileFormat::numpy) settings.label = settings.labels = "";
  if (format == FileFormat::csv) {
    const ReadSettings given = settings;
    settings = {.index_base = given.index_base};
    if (!given.label.empty() && !given.labels.empty())
      throw ConfigError(path.string() + ": has both \"label\" and \"labels\", expected one of them");
  }
  const Json wrong = write_keys(read_settings_keys(), settings);
  if (!wrong.empty())
    throw ConfigError("{}: \"{}\" has no meaning for a file of the format {}", path.string(),
                      wrong.begin().key(), name_of(format));
}

}  // namespace

FileFormat format_of(const std::filesystem::path& path, const ReadSettings& settings) {
  if (settings.format) return *settings.format;
  const std::string name = plain_name(path.filename().string());
  const auto ends_with = [&](auto... endings) { return (ends_in(name, endings) || ...); };
  if (ends_with(".arff"))
    throw DataError(
        path.string() +
        ": ARFF is not read; scipy.io.arff.loadarff reads it in Python, and numpy.savez writes .npz");
  if (ends_with(".zip", ".zst", ".tar", ".tgz", ".7z"))
    throw DataError(path.string() + ": is not unpacked (.gz, .bz2 and .xz are); unpack it first");
  if (ends_with(".parquet", ".feather", ".xlsx", ".mat", ".pkl", ".h5"))
    throw DataError(path.string() +
                    ": this format is not read; write CSV, LIBSVM text, or .npz by numpy.savez");
  if (ends_with(".npz", ".npy")) return FileFormat::numpy;
  return ends_with(".csv", ".tsv") || !settings.label.empty() ? FileFormat::csv : FileFormat::libsvm;
}

void require_indices_from_0(const std::filesystem::path& path, const SparseMatrix& rows,
                            Index training_columns) {
  if (rows.inner_size() != training_columns + 1) return;
  for (Index i = 0; i < rows.outer_size(); ++i) {
    for (const Entry& entry : rows[i])
      if (entry.index == 0) return;
  }
  throw DataError(
      "{}: counts features from 1 to {}, as it seems, and the training rows from 0 to {}; "
      "write both from the same first index",
      path.string(), training_columns, training_columns - 1);
}

std::string difference_of_columns(std::span<const std::string> columns,
                                  std::span<const std::string> training_columns,
                                  const std::string& training) {
  const auto [own, other] = std::ranges::mismatch(columns, training_columns);
  const auto name = [](auto column, auto end) { return column == end ? "missing" : quoted_token(*column); };
  return fmt::format(
      "column {} of {} features is {}, and {} in {}, of {}; both need the same, in one order "
      "(in pandas: get_dummies for words, then reindex)",
      own - columns.begin() + 1, columns.size(), name(own, columns.end()),
      name(other, training_columns.end()), training, training_columns.size());
}

RawSample read_sample(const std::filesystem::path& path, const ReadSettings& settings) {
  const FileFormat format = format_of(path, settings);
  require_settings_of(format, path, settings);
  switch (format) {
    case FileFormat::libsvm:
      return read_libsvm(path, {.index_base = settings.index_base});
    case FileFormat::csv:
      return read_csv(path, settings);
    case FileFormat::numpy:
      return read_numpy(path, settings);
    default:
      return read_german_credit(path, format);
  }
}

}  // namespace descent

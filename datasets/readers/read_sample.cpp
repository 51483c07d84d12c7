#include "datasets/readers/read_sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>

#include "datasets/catalog/data_folders.hpp"
#include "datasets/readers/csv_reader.hpp"
#include "datasets/readers/german_credit_reader.hpp"
#include "datasets/readers/libsvm_reader.hpp"
#include "datasets/readers/line_reader.hpp"
#include "datasets/readers/numpy_reader.hpp"
#include "datasets/readers/read_settings_keys.hpp"
#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/numbers/number_of.hpp"
#include "support/text/plural.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

constexpr auto nowhere = std::string_view::npos;

/// The first place where `find`, given a line's text before a comment, returns a position other than
/// `nowhere`.
template <class Find>
std::string place_where(const std::filesystem::path& path, const Find& find) {
  if (!is_file(path)) return path.string();
  try {
    LineReader lines(path);
    while (const auto line = lines.next()) {
      const std::size_t position = find(line->substr(0, line->find('#')));
      if (position != nowhere) return fmt::format("{}:{}:{}", path.string(), lines.number(), position + 1);
    }
  } catch (const DataError&) {  // the error is reported without its line
  }
  return path.string();
}

/// The place of the first entry with an index, from 1, of LIBSVM text.
std::string place_of_index(const std::filesystem::path& path, Index index) {
  return place_where(path, [&](std::string_view text) {
    for (std::size_t colon = text.find(':'); colon != nowhere; colon = text.find(':', colon + 1)) {
      const std::size_t start = text.find_last_of(" \t", colon) + 1;
      Index found = 0;
      std::from_chars(text.data() + start, text.data() + colon, found);
      if (found == index) return start;
    }
    return nowhere;
  });
}

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
    throw ConfigError(fmt::format("{}: \"{}\" has no meaning for a file of the format {}", path.string(),
                                  wrong.begin().key(), name_of(format)));
}

}  // namespace

FileFormat format_of(const std::filesystem::path& path, const ReadSettings& settings) {
  if (settings.format) return *settings.format;
  const std::string name = plain_name(path.filename().string());
  const auto ends_with = [&](auto... endings) { return (name.ends_with(endings) || ...); };
  if (ends_with(".arff"))
    throw DataError(
        path.string() +
        ": ARFF is not read; scipy.io.arff.loadarff reads it in Python, and numpy.savez writes .npz");
  if (ends_with(".parquet", ".feather", ".xlsx", ".mat", ".pkl", ".h5"))
    throw DataError(path.string() +
                    ": this format is not read; write CSV, LIBSVM text, or .npz by numpy.savez");
  if (ends_with(".npz", ".npy")) return FileFormat::numpy;
  return ends_with(".csv", ".tsv") || !settings.label.empty() ? FileFormat::csv : FileFormat::libsvm;
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

std::string place_of_row(const std::filesystem::path& path, Index row) {
  Index rows = 0;
  return place_where(path, [&](std::string_view text) {
    const std::size_t label = text.find_first_not_of(" \t");
    return label == nowhere || rows++ < row ? nowhere : label;
  });
}

void require_usual_width(const std::filesystem::path& path, const SparseMatrix& rows) {
  constexpr std::int64_t always_taken = 10'000'000;
  const char* const chosen = std::getenv("DESCENT_MAX_FEATURES");
  constexpr Index largest_index = std::numeric_limits<Index>::max();
  Index most = static_cast<Index>(std::clamp<std::int64_t>(rows.nonzeros(), always_taken, largest_index));
  if (chosen != nullptr && *chosen != '\0') {
    most = number_of<Index>(chosen).value_or(0);
    if (most < 1) {
      throw ConfigError(fmt::format(
          "the environment variable DESCENT_MAX_FEATURES must be a whole number from 1 to {}, got {}",
          largest_index, quoted_token(chosen)));
    }
  }
  if (rows.inner_size() <= most) return;
  throw DataError(fmt::format(
      "{}: has an index of {}, and memory grows with the largest; at most {} features are taken, or as many "
      "as there are nonzeros: DESCENT_MAX_FEATURES={} in the environment allows it",
      place_of_index(path, rows.inner_size()), rows.inner_size(),
      with_thousands(static_cast<std::uint64_t>(most)), rows.inner_size()));
}

}  // namespace descent

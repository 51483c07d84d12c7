#include "datasets/kept_stand_in.hpp"

#include <fmt/format.h>
#include <gnu/libc-version.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "datasets/catalog/data_folders.hpp"
#include "datasets/matrix/classes.hpp"
#include "datasets/readers/reader.hpp"
#include "datasets/readers/sample_writer.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/file_state.hpp"
#include "support/files/sha256.hpp"
#include "support/json/read_json.hpp"

namespace descent {
namespace {

using Path = std::filesystem::path;

/// Hash of everything that determines the rows. The mathematics library is part of it, as its last bits are.
std::string key_of(const StandIn& stand_in, Task task, Index test_rows) {
  Sha256 key;
  key.add(
      json_text(Json{stand_in_version, gnu_get_libc_version(), name_of(task), stand_in.generator,
                     stand_in.seed, stand_in.features, stand_in.train_rows, test_rows, stand_in.parameters}));
  return key.hex().substr(0, 12);
}

Sample read_text(const Path& path, Task task, Index features) {
  RawSample raw = read_libsvm(path);
  raw.rows.widen(features);
  if (task == Task::regression) return {std::move(raw.rows), std::move(raw.labels)};
  return make_classification_sample(std::move(raw.rows), std::move(raw.labels), Classes{}, path.string());
}

/// Hashes the values as floats: stand-ins have values of single precision.
void add_sample(Sha256& digest, const Sample& sample) {
  digest.add(std::as_bytes(sample.rows.starts()));
  digest.add(std::as_bytes(std::span(sample.labels)));
  std::vector<Index> indices;
  std::vector<float> values;
  for (Index row = 0; row < sample.rows.outer_size(); ++row) {
    indices.clear();
    values.clear();
    for (const Entry& entry : sample.rows[row]) {
      indices.push_back(entry.index);
      values.push_back(static_cast<float>(entry.value));
    }
    digest.add(std::as_bytes(std::span(indices)));
    digest.add(std::as_bytes(std::span(values)));
  }
}

}  // namespace

void use_stand_in(Dataset& dataset, const StandIn& stand_in, Index test_limit) {
  const Path folder = data_folders().back() / "stand-ins";
  const Index test_rows = std::min(test_limit, stand_in.test_rows);
  std::optional<StandInSamples> made;
  const auto load = [&](Sample StandInSamples::*part, const std::string& ending, Index rows) {
    const Path path =
        folder / fmt::format("{}-{}{}", dataset.name, key_of(stand_in, dataset.task, rows), ending);
    if (is_file(path)) return read_text(path, dataset.task, stand_in.features);
    if (!made) made = make_stand_in(stand_in, test_rows);
    try {
      make_folder(folder);
      write_text(*made.*part, dataset.task, path);
    } catch (const ResultFileError&) {  // works without it
    }
    return *made.*part;
  };
  dataset.train = load(&StandInSamples::train, "", 0);
  if (test_rows > 0)
    dataset.test = load(&StandInSamples::test, ".t", test_rows);
  else
    dataset.test.rows.widen(stand_in.features);
  if (dataset.task == Task::classification) dataset.classes = Classes{};
  Sha256 digest;
  for (const Sample* sample : {&dataset.train, &dataset.test}) add_sample(digest, *sample);
  dataset.sha256 = digest.hex();
  dataset.source = "stand-in";
  dataset.origin = fmt::format("synthetic: generator {} with seed {}", stand_in.generator, stand_in.seed);
  if (test_rows < stand_in.test_rows)
    dataset.origin += fmt::format(", the first {} of {} test rows", test_rows, stand_in.test_rows);
}

void write_text(const Sample& sample, Task task, const Path& path) {
  remove_abandoned_files(folder_of(path), path.filename().string());
  AtomicFile file(path);
  write_libsvm(sample, task, [&](std::string_view text) { file.write(text); });
  file.commit();
}

}  // namespace descent

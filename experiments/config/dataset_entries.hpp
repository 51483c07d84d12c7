#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "datasets/readers/reader.hpp"
#include "support/json/json_place.hpp"
#include "support/records/field.hpp"

namespace descent {

/// A dataset for which a configuration gives more than a name or path.
struct TitledDataset {
  std::string of;                      ///< name in the catalogue or path, as in the configuration
  bool is_file = false;                ///< true for a path
  std::string test_file = {};          ///< path of test rows, if the dataset is a path; else empty
  ReadSettings reading = {};           ///< of a catalogue's dataset only `positive`
  Index rows = 0;                      ///< size of a random sample of the training rows; 0: all rows
  std::vector<Index> attributes = {};  ///< attributes of the original data to use, from 1; empty: all
  RowWeighting weighting = {};
  friend bool operator==(const TitledDataset&, const TitledDataset&) = default;
};

/// The datasets of a configuration, which load_datasets.hpp loads, and what is done with all of them.
struct DatasetList {
  std::vector<std::string> datasets = {};            ///< names in the catalogue, paths, or titles
  std::map<std::string, TitledDataset> titled = {};  ///< datasets that have titles, by title
  Scaling scaling = Scaling::none;
  double bias = 0;              ///< value of a constant feature that every row gets; 0: none
  bool free_bias = false;       ///< the weight of the constant feature is not regularised
  RowWeighting weighting = {};  ///< of datasets without a weighting of their own

  /// Null for a dataset that is only a name or path.
  const TitledDataset* find_titled(const std::string& dataset) const;
};

/// Keys of an entry beside "name", "file" and "title".
const Fields<TitledDataset>& titled_keys();

/// A text, or {"file": PATH, …} or {"name": NAME, …}.
Json dataset_schema();
void read_datasets(const JsonPlace& place, DatasetList& list);
Json write_datasets(const DatasetList& list);
/// The dataset's entry without weights and without paths, since the place of a file changes nothing: the name
/// alone if nothing else is left, or if `titled` is null.
Json entry_without_paths(const std::string& name, const TitledDataset* titled);

Field<DatasetList> standardize_key();
Field<DatasetList> bias_key();
Field<DatasetList> free_bias_key();

/// Keys "class_weights" and "row_weights" of a configuration or of one of its datasets.
Fields<RowWeighting> row_weighting_keys();

}  // namespace descent

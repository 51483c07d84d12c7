#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "datasets/stand_ins/stand_in.hpp"
#include "support/numbers/random.hpp"

namespace descent {

/// A number that a catalogue entry may set for its generator.
struct StandInParameter {
  std::string name;
  std::string description;
  double default_value;  ///< used if the entry does not set it
  double low;            ///< smallest legal value
  double high;           ///< largest legal value
};

/// One way to make synthetic data. `make` gets a checked description: every parameter of the table is set and
/// within its bounds, train_rows and features are positive, 0 ≤ test_limit ≤ test_rows.
struct StandInGenerator {
  std::string name;
  Index features = 0;  ///< the only number of features it makes; 0: any
  std::function<StandInSamples(const StandIn& stand_in, Index test_limit)> make;
  std::vector<StandInParameter> parameters = {};
};

StandInGenerator text_generator();
StandInGenerator census_generator();
StandInGenerator forest_generator();
StandInGenerator abalone_generator();
StandInGenerator housing_generator();
StandInGenerator plane_generator();

/// The independent random streams of one stand-in: its common structure, its training rows, its test rows.
enum class Stream : std::uint64_t { world = 1, train = 2, test = 3 };

/// A generator for one stream. SplitMix64 (Steele, Lea and Flood 2014) mixes the seed, so that neighbouring
/// seeds give unrelated streams.
inline Random stream(std::uint64_t seed, Stream which) {
  std::uint64_t mixed = seed * 4 + static_cast<std::uint64_t>(which);
  mixed += 0x9e3779b97f4a7c15;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return Random(mixed ^ (mixed >> 31));
}

/// Collects rows with labels in the form of Sample: entries of a classification row are multiplied by the
/// label.
class SampleBuilder {
 public:
  explicit SampleBuilder(Index features) : features_(features), starts_{0} {}

  /// Adds a value, rounded to single precision, to the current row. Indices ascend, and zeros are dropped, as
  /// in the originals' files.
  void add(Index index, double value) {
    if (value != 0) entries_.push_back({index, static_cast<double>(static_cast<float>(value))});
  }

  void finish_row(bool positive) {
    if (!positive) {
      for (auto k = static_cast<std::size_t>(starts_.back()); k < entries_.size(); ++k)
        entries_[k].value = -entries_[k].value;
    }
    finish_row_with_target(positive ? 1 : -1);
  }

  /// Finishes a row of a regression problem, which stays unchanged.
  void finish_row_with_target(double target) {
    starts_.push_back(static_cast<Offset>(entries_.size()));
    labels_.push_back(target);
  }

  Sample finish() { return {SparseMatrix(std::move(starts_), entries_, features_), std::move(labels_)}; }

 private:
  Index features_;
  std::vector<Offset> starts_;
  std::vector<Entry> entries_;
  std::vector<double> labels_;
};

/// Returns a function that makes training and test rows in order, from separate streams.
/// add_row(sample, random) adds a row's entries and finishes it.
template <class AddRow>
auto row_by_row(AddRow add_row) {
  return [=](const StandIn& stand_in, Index test_limit) -> StandInSamples {
    const auto make = [&](Index rows, Random random) {
      SampleBuilder sample(stand_in.features);
      for (Index i = 0; i < rows; ++i) add_row(sample, random);
      return sample.finish();
    };
    return {make(stand_in.train_rows, stream(stand_in.seed, Stream::train)),
            make(test_limit, stream(stand_in.seed, Stream::test))};
  };
}

}  // namespace descent

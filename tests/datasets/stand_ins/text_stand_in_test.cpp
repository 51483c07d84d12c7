// The stand-ins for text collections have the originals' shape and behave like text. Parameters are the
// catalogue's.
#include <algorithm>
#include <cmath>
#include <vector>

#include "datasets/catalog/catalog.hpp"
#include "datasets/stand_ins/stand_in.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/stand_ins/stand_in_statistics.hpp"
#include "tests/support/environment_variable.hpp"

using namespace descent;
using namespace descent::test;

namespace {

StandIn from_catalog(const std::string& name) {
  const EnvironmentVariable own_catalog("DESCENT_CATALOG", "");
  for (const CatalogEntry& entry : read_catalog()) {
    if (entry.name == name) return entry.stand_in.value();
  }
  FAIL("the catalogue has no dataset " << name);
  return {};
}

/// The number of rows in which each column occurs, in descending order.
std::vector<double> document_frequencies(const Sample& sample) {
  std::vector<double> counts(static_cast<std::size_t>(sample.rows.inner_size()));
  for (const Entry& entry : sample.rows.entries()) ++counts[static_cast<std::size_t>(entry.index)];
  std::sort(counts.rbegin(), counts.rend());
  return counts;
}

double share_of_words_in(double rows, const std::vector<double>& frequencies) {
  return static_cast<double>(std::count(frequencies.begin(), frequencies.end(), rows)) /
         static_cast<double>(frequencies.size());
}

/// A quantile of the number of nonzeros in a row.
double quantile(const Sample& sample, double share) {
  std::vector<double> lengths;
  for (Index i = 0; i < sample.rows.outer_size(); ++i)
    lengths.push_back(static_cast<double>(sample.rows[i].size()));
  std::sort(lengths.begin(), lengths.end());
  return lengths[static_cast<std::size_t>(share * static_cast<double>(lengths.size()))];
}

double largest_deviation_from_unit_length(const Sample& sample) {
  double largest = 0;
  for (Index i = 0; i < sample.rows.outer_size(); ++i) {
    largest = std::max(largest, std::fabs(squared_norm(sample.rows[i]) - 1));
  }
  return largest;
}

Sample first_rows(const Sample& sample, Index rows) {
  std::vector<Index> chosen;
  for (Index i = 0; i < rows; ++i) chosen.push_back(i);
  return select_rows(sample, chosen);
}

}  // namespace

TEST_CASE("text: the stand-in for ccat at full size") {
  const StandInSamples samples = make_stand_in(from_catalog("ccat"), 3'000);
  REQUIRE(samples.train.rows.outer_size() == 23'149);
  REQUIRE(samples.train.rows.inner_size() == 47'236);
  REQUIRE(samples.test.rows.outer_size() == 3'000);
  CHECK(largest_deviation_from_unit_length(samples.train) < 1e-5);
  CHECK(largest_deviation_from_unit_length(samples.test) < 1e-5);
  CHECK(nonzeros_a_row(samples.train) == Approx(76).margin(1));
  CHECK(nonzeros_a_row(samples.test) == Approx(76).margin(3));
  CHECK(positive_share(samples.train) == Approx(0.47).margin(0.003));
  CHECK(positive_share(samples.test) == Approx(0.47).margin(0.03));
  CHECK(quantile(samples.train, 0.95) / quantile(samples.train, 0.5) == Approx(3).margin(0.3));

  const std::vector<double> frequencies = document_frequencies(samples.train);
  CHECK(frequencies[0] / 23'149 < 0.6);
  CHECK(share_of_words_in(0, frequencies) < 0.01);
  CHECK(share_of_words_in(1, frequencies) == Approx(0.43).margin(0.05));

  const double test_error = error(samples.test, averaged_perceptron(samples.train, 5));
  CHECK(test_error > 0.045);
  CHECK(test_error < 0.08);
}

TEST_CASE("text: the stand-in for astro-physics at full size") {
  const StandInSamples samples = make_stand_in(from_catalog("astro-physics"), 32'487);
  REQUIRE(samples.train.rows.outer_size() == 29'882);
  REQUIRE(samples.train.rows.inner_size() == 99'757);
  REQUIRE(samples.test.rows.outer_size() == 32'487);
  const double nonzeros = static_cast<double>(samples.train.rows.nonzeros() + samples.test.rows.nonzeros());
  CHECK(nonzeros == Approx(4'834'550).epsilon(0.01));
  CHECK(positive_share(samples.train) == Approx(0.5).margin(0.003));
  const double test_error = error(samples.test, averaged_perceptron(samples.train, 5));
  CHECK(test_error > 0.02);
  CHECK(test_error < 0.045);
}

TEST_CASE("text: the first 1,000 rows resemble 1,000 real rows of ccat") {
  const std::optional<Sample> found = real_sample("rcv1-small", 47'236);
  const std::optional<Sample> real_test = real_sample("rcv1-small.t", 47'236);
  if (!found || !real_test) return;
  const Sample& real = *found;
  const StandInSamples samples = make_stand_in(from_catalog("ccat"), 3'000);
  const Sample made = first_rows(samples.train, 1'000);

  CHECK(nonzeros_a_row(made) == Approx(nonzeros_a_row(real)).epsilon(0.08));
  for (const double share : {0.05, 0.25, 0.5, 0.75, 0.95}) {
    CAPTURE(share);
    CHECK(quantile(made, share) == Approx(quantile(real, share)).epsilon(0.15));
  }
  const std::vector<double> real_frequencies = document_frequencies(real);
  const std::vector<double> made_frequencies = document_frequencies(made);
  for (const std::size_t rank : std::vector<std::size_t>{1, 3, 10, 30, 100, 300, 1'000}) {
    CAPTURE(rank);
    CHECK(made_frequencies[rank - 1] == Approx(real_frequencies[rank - 1]).epsilon(0.25));
  }
  CHECK(share_of_words_in(0, made_frequencies) ==
        Approx(share_of_words_in(0, real_frequencies)).margin(0.04));
  CHECK(share_of_words_in(1, made_frequencies) ==
        Approx(share_of_words_in(1, real_frequencies)).margin(0.03));
  const double real_error = error(*real_test, averaged_perceptron(real, 10));
  const double made_error = error(samples.test, averaged_perceptron(made, 10));
  CHECK(made_error == Approx(real_error).margin(0.04));
}

TEST_CASE("text: flipped labels cannot be learnt, and the positive class is as large as asked for") {
  StandIn stand_in{"text", 2'000, 2'000, 5'000, 7, {{"flips", 1}, {"positives", 0.3}}};
  StandInSamples samples = make_stand_in(stand_in, 2'000);
  CHECK(positive_share(samples.train) == Approx(0.3).margin(0.04));
  const double blind = error(samples.test, averaged_perceptron(samples.train, 3));
  CHECK(blind > 0.28);

  stand_in.parameters["flips"] = 0;
  samples = make_stand_in(stand_in, 2'000);
  CHECK(positive_share(samples.train) == Approx(0.3).margin(0.002));
  CHECK(error(samples.test, averaged_perceptron(samples.train, 3)) < 0.6 * blind);
}

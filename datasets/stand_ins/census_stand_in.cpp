// Stand-in for a9a (UCI Adult in binary form): 14 groups of one-hot columns, dependent on each other through
// a small network of conditional frequencies, and a label from a logistic rule over the categories. Tables
// are frequencies of the original in per cent; weights are from a logistic fit to it, to one digit.

#include <array>
#include <cmath>
#include <numeric>
#include <span>

#include "datasets/stand_ins/stand_in_generator.hpp"

namespace descent {
namespace {

enum Group { age, work, survey, school, grade, marital, job, kin, race, sex, gain, loss, hours, country };

/// The first column of each group, then the number of columns.
constexpr std::array<int, 15> first_column = {0, 5, 13, 18, 34, 39, 46, 60, 66, 71, 73, 75, 77, 82, 123};
constexpr int columns = first_column.back();

constexpr std::array<double, 5> age_share = {19.7, 18.0, 21.0, 19.6, 21.7};
/// Rows with neither occupation nor class of work, by age group; mostly the young and the old.
constexpr std::array<double, 5> without_work = {10.3, 3.4, 2.5, 2.0, 9.6};
constexpr double without_country = 1.8;

constexpr double kin_given_age[5][6] = {{2, 55, 8, 25, 6, 5},
                                        {6, 14, 34, 32, 4, 10},
                                        {6, 6, 48, 25, 2, 13},
                                        {6, 3, 53, 22, 2, 14},
                                        {4, 1, 58, 25, 2, 10}};
constexpr double marital_given_kin[6][7] = {{99, 0, 0, 0, 0, 0, 1},     {2, 6, 88, 2, 0.2, 1, 0.1},
                                            {99.9, 0, 0, 0, 0, 0, 0.1}, {0, 29, 57, 5, 7, 3, 0},
                                            {13, 11, 62, 6, 5, 3, 0.1}, {0, 46, 26, 13, 11, 4, 0}};
constexpr double man_given_kin[6] = {0.2, 56, 99.99, 53, 56, 23};
constexpr double grade_given_age[5][5] = {
    {20, 29, 34, 5, 11}, {10, 33, 21, 9, 27}, {9, 34, 20, 10, 28}, {9, 30, 20, 8, 32}, {17, 34, 17, 5, 26}};
/// The grade, one of five, of each schooling, then its frequency.
constexpr int grade_of_school[16] = {4, 2, 0, 1, 4, 3, 3, 0, 0, 0, 4, 0, 0, 4, 0, 0};
constexpr double school_share[16] = {16.45, 22.39, 3.61, 32.25, 1.77, 3.28, 4.24, 1.58,
                                     1.98,  1.33,  5.29, 0.52,  2.87, 1.27, 1.02, 0.16};
constexpr double job_given_grade[5][14] = {{0.5, 16, 20, 8, 3, 1, 9, 12, 4, 6, 8, 2, 1, 0.02},
                                           {2, 18, 12, 10, 8, 2, 6, 10, 13, 4, 8, 0.4, 2, 0.03},
                                           {4, 12, 11, 14, 12, 6, 4, 4, 18, 2, 4, 0.2, 3, 0.03},
                                           {8, 15, 8, 10, 12, 13, 2, 4, 15, 3, 3, 0.2, 3, 0.03},
                                           {3, 3, 3, 12, 25, 39, 1, 1, 7, 1, 1, 0.1, 1, 0.02}};
/// A factor on the table above: women's, then men's share of an occupation.
constexpr double job_given_sex[2][14] = {
    {1.1, 0.16, 1.7, 1.1, 0.9, 1.1, 0.5, 0.8, 2.1, 0.3, 0.2, 3, 0.5, 0.3},
    {1, 1.4, 0.7, 1, 1.05, 0.95, 1.4, 1.1, 0.5, 1.3, 1.4, 0.1, 1.4, 1.3}};
constexpr double work_given_job[14][8] = {
    {79, 3, 0.4, 7, 4, 6, 0, 0},  {78, 13, 3, 2, 4, 1, 0.1, 0}, {83, 5, 1, 1, 6, 4, 0, 0},
    {81, 11, 8, 0, 0, 0, 0.1, 0}, {66, 10, 10, 4, 5, 5, 0, 0},  {56, 9, 4, 4, 17, 10, 0.1, 0},
    {93, 1, 1, 2, 3, 1, 0, 0},    {96, 2, 1, 1, 1, 1, 0.1, 0},  {75, 1, 1, 8, 8, 7, 0.1, 0},
    {46, 43, 5, 1, 3, 2, 1, 0},   {79, 8, 2, 2, 7, 3, 0, 0},    {99, 1, 0, 0, 0, 0, 0, 0},
    {29, 1, 1, 4, 47, 18, 0, 0},  {0, 0, 0, 100, 0, 0, 0, 0}};
constexpr double never_worked = 0.4;  // of the rows without occupation; they have the eighth class of work
constexpr double hours_given_age[5][5] = {
    {39, 8, 40, 4, 9}, {10, 6, 52, 9, 23}, {8, 6, 48, 10, 27}, {8, 7, 49, 10, 27}, {20, 7, 45, 6, 21}};
/// A factor on the table above, by relationship.
constexpr double hours_given_kin[6][5] = {{1.7, 1.8, 0.9, 0.7, 0.5}, {1.4, 1.2, 1, 0.5, 0.6},
                                          {0.5, 0.6, 1, 1.3, 1.3},   {1.1, 1.2, 1, 1.1, 0.9},
                                          {1.5, 1.3, 1, 0.5, 0.6},   {1.3, 1.6, 1.1, 0.9, 0.55}};
constexpr double race_at_home[5] = {88, 1, 0.9, 0.4, 10};
constexpr double race_abroad[5] = {65, 22, 0.4, 4, 9};
constexpr double gain_given_grade[5] = {4.3, 6.4, 5.9, 8.6, 13.9};
constexpr double loss_given_grade[5] = {3.0, 3.7, 3.9, 4.4, 7.3};
constexpr double gain_if_married = 1.35;  // gain_if_not applies to the others and keeps the total
constexpr double gain_if_not = 0.7;
constexpr double country_share[41] = {  // in hundredths of a per cent
    8959, 6, 28, 35, 37, 42, 4,  31, 19, 9, 25, 23, 29, 13, 4, 61, 22, 18, 25, 21, 197,
    11,   7, 9,  21, 6,  9,  16, 14, 18, 4, 20, 10, 4,  6,  5, 33, 6,  10, 6,  0.3};

constexpr std::array<double, columns> weights = {
    -1.3, -0.3, 0.3,  0.6,  0.6,                                                                    // age
    0.3,  -0.1, 0.5,  0.7,  0.0,  -0.1, -0.9, -0.2,                                                 // work
    -0.2, 0.0,  0.0,  0.0,  0.1,                                                                    // survey
    -0.3, 0.0,  0.2,  -0.1, 0.6,  0.1,  0.1,  -0.2, -0.4, 0.6,  0.0,  -0.3, 0.1, 0.8,  -0.2, -0.9,  // school
    -1.1, -0.1, 0.0,  0.1,  1.1,                                                                    // grade
    1.4,  -0.7, -0.9, -0.7, -0.2, -0.6, 1.7,                                                        // marital
    0.8,  0.2,  -0.6, 0.4,  0.9,  0.7,  -0.5, -0.2, 0.2,  -0.7, 0.0,  -1.1, 0.8, -0.3,              // job
    1.2,  -0.7, -0.2, 0.2,  -0.5, 0.0,                                                              // kin
    0.2,  0.3,  -0.3, -0.2, 0.0,                                                                    // race
    -0.4, 0.4,  -0.8, 0.8,  -0.5, 0.6,  // sex, gain, loss
    -0.9, -0.1, 0.1,  0.4,  0.6,        // hours
    0.4,  0.9,  0.5,  -0.2, 0.6,  0.6,  -0.6, -0.2, 0.4,  -0.5, -0.6, -0.5, 0.5, 0.2,  -0.2, 0.5,  // country
    0.9,  0.2,  0.2,  -0.8, -0.3, 0.1,  0.6,  0.5,  -0.6, -0.2, 0.0,  0.2,  0.0, -1.3, 0.0,  0.0,
    -0.3, 0.1,  -0.2, 0.6,  -0.4, -0.2, -0.4, 0.1,  0.0};

int draw(std::span<const double> shares, Random& random) {
  double left = random.uniform() * std::accumulate(shares.begin(), shares.end(), 0.0);
  int last = 0;
  for (int k = 0; k < static_cast<int>(shares.size()); ++k) {
    if (shares[static_cast<std::size_t>(k)] <= 0) continue;
    last = k;
    left -= shares[static_cast<std::size_t>(k)];
    if (left < 0) break;
  }
  return last;
}

/// Draws in proportion to the product of two tables.
template <std::size_t size>
int draw_product(const double (&left)[size], const double (&right)[size], Random& random) {
  std::array<double, size> product;
  for (std::size_t k = 0; k < size; ++k) product[k] = left[k] * right[k];
  return draw(product, random);
}

bool happens(double per_cent, Random& random) {
  return 100 * random.uniform() < per_cent;
}

constexpr int missing = -1;
using Person = std::array<int, 14>;  // the category in each group, or missing

Person draw_person(Random& random) {
  Person person;
  person[age] = draw(age_share, random);
  person[survey] = static_cast<int>(random.below(5));
  person[kin] = draw(kin_given_age[person[age]], random);
  person[marital] = draw(marital_given_kin[person[kin]], random);
  person[sex] = happens(man_given_kin[person[kin]], random) ? 1 : 0;

  person[grade] = draw(grade_given_age[person[age]], random);
  std::array<double, 16> schools{};
  for (std::size_t k = 0; k < schools.size(); ++k)
    if (grade_of_school[k] == person[grade]) schools[k] = school_share[k];
  person[school] = draw(schools, random);

  if (happens(without_work[static_cast<std::size_t>(person[age])], random)) {
    person[job] = missing;
    person[work] = happens(never_worked, random) ? 7 : missing;
  } else {
    person[job] = draw_product(job_given_grade[person[grade]], job_given_sex[person[sex]], random);
    person[work] = draw(work_given_job[person[job]], random);
  }
  person[hours] = draw_product(hours_given_age[person[age]], hours_given_kin[person[kin]], random);

  person[country] = happens(without_country, random) ? missing : draw(country_share, random);
  person[race] = person[country] == 0 ? draw(race_at_home, random) : draw(race_abroad, random);
  const double married = person[marital] == 0 ? gain_if_married : gain_if_not;
  person[gain] = happens(married * gain_given_grade[person[grade]], random) ? 1 : 0;
  person[loss] = person[gain] == 0 && happens(married * loss_given_grade[person[grade]], random) ? 1 : 0;
  return person;
}

void add_row(SampleBuilder& sample, Random& random) {
  const Person person = draw_person(random);
  double rule = -2.337;
  for (std::size_t group = 0; group < person.size(); ++group) {
    if (person[group] == missing) continue;
    const int column = first_column[group] + person[group];
    sample.add(column, 1);
    rule += weights[static_cast<std::size_t>(column)];
  }
  const double chance = 1 / (1 + std::exp(-1.105 * rule));
  sample.finish_row(random.uniform() < chance);
}

}  // namespace

StandInGenerator census_generator() {
  return {"census", columns, row_by_row(add_row)};
}

}  // namespace descent

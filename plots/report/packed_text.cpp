#include "plots/report/packed_text.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <bit>
#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <cmath>
#include <limits>
#include <vector>

namespace descent {
namespace {

static_assert(std::endian::native == std::endian::little, "browsers read the bytes as they lie in memory");

/// Whether a float has nearly all of its digits left, or the number is 0 or not finite.
bool fits_float(double number) {
  if (number == 0 || !std::isfinite(number)) return true;
  const double size = std::abs(number);
  return size >= std::numeric_limits<float>::min() && size <= std::numeric_limits<float>::max();
}

template <class Number>
std::string base64_of(std::span<const std::optional<double>> numbers) {
  std::vector<Number> packed;
  packed.reserve(numbers.size());
  for (const auto& number : numbers)
    packed.push_back(static_cast<Number>(number.value_or(std::numeric_limits<double>::quiet_NaN())));
  return base64({reinterpret_cast<const char*>(packed.data()), packed.size() * sizeof(Number)});
}

}  // namespace

std::string base64(std::string_view bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');  // and the 0 that OpenSSL writes behind it
  EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                  reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  text.pop_back();
  return text;
}

std::string gzipped(std::string_view text) {
  namespace io = boost::iostreams;
  std::string bytes;
  io::filtering_ostream stream;
  stream.push(io::gzip_compressor(io::gzip_params(io::gzip::best_compression)));
  stream.push(io::back_inserter(bytes));
  stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream.reset();  // writes what is left
  return bytes;
}

std::string packed_numbers(std::span<const std::optional<double>> numbers, bool exact) {
  if (std::ranges::none_of(numbers, [](const auto& number) { return number.has_value(); })) return "";
  const bool fit =
      std::ranges::all_of(numbers, [](const auto& number) { return !number || fits_float(*number); });
  return exact || !fit ? 'd' + base64_of<double>(numbers) : 'f' + base64_of<float>(numbers);
}

}  // namespace descent

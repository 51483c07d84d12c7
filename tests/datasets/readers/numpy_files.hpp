#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "datasets/readers/reader.hpp"
#include "support/errors.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent::test {

template <class Number>
std::string bytes_of(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

inline std::string number_in(int bytes, std::size_t value) {
  std::string text;
  for (int k = 0; k < bytes; ++k, value >>= 8) text += static_cast<char>(value & 255);
  return text;
}

/// An .npy file.
inline std::string array(const std::string& type, const std::string& shape, const std::string& bytes,
                         char version = 1) {
  const std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }\n";
  return "\x93NUMPY" + std::string{version, 0} + number_in(version == 1 ? 2 : 4, header.size()) + header +
         bytes;
}
inline std::string doubles(const std::string& shape, const std::vector<double>& numbers) {
  return array("<f8", shape, bytes_of(numbers));
}

inline std::uint32_t checksum_of(const std::string& text) {
  std::uint32_t sum = ~0U;
  for (const char letter : text) {
    sum ^= static_cast<unsigned char>(letter);
    for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ ((sum & 1) != 0 ? 0xEDB88320U : 0U);
  }
  return ~sum;
}

using NumpyArrays = std::vector<std::pair<std::string, std::string>>;

/// An .npz file: an uncompressed archive.
inline std::string archive_of(const NumpyArrays& files) {
  std::string text;
  std::string directory;
  for (const auto& [name, content] : files) {
    const std::string file = name + ".npy";
    const std::string about = number_in(8, 0) + number_in(4, checksum_of(content)) +
                              number_in(4, content.size()) + number_in(4, content.size()) +
                              number_in(2, file.size()) + number_in(2, 0);
    directory += "PK\1\2" + number_in(2, 20) + number_in(2, 20) + about + number_in(10, 0) +
                 number_in(4, text.size()) + file;
    text += "PK\3\4" + number_in(2, 20) + about + file + content;
  }
  const std::size_t start = text.size();
  return text + directory + "PK\5\6" + number_in(4, 0) + number_in(2, files.size()) +
         number_in(2, files.size()) + number_in(4, directory.size()) + number_in(4, start) + number_in(2, 0);
}

struct NumpyFiles {
  RawSample read(const std::string& name, const std::string& bytes, const ReadSettings& settings = {}) const {
    return read_sample(folder.write(name, bytes), settings);
  }
  std::string error_in(const std::string& name, const std::string& bytes,
                       const ReadSettings& settings = {}) const {
    const auto path = folder.write(name, bytes);
    return error_after<Error>(
        path.string() + ": ", [&] { read_sample(path, settings); }, "");
  }
  std::string error(const NumpyArrays& files) const { return error_in("x.npz", archive_of(files)); }

  TemporaryFolder folder;
};

inline std::vector<double> values_of(const RawSample& sample) {
  std::vector<double> values;
  for (Index i = 0; i < sample.rows.outer_size(); ++i)
    for (const Entry& entry : sample.rows[i]) values.push_back(entry.value);
  return values;
}

}  // namespace descent::test

#include "plots/report/packed_text.hpp"

#include <openssl/evp.h>

#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>

namespace descent {

std::string base64(std::string_view bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');  // and OpenSSL's terminating 0
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
  stream.reset();  // writes the rest
  return bytes;
}

}  // namespace descent

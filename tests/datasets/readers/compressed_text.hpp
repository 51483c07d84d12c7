#pragma once

#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <string>
#include <string_view>

namespace descent::test {

/// The text as an archive; `ending` is ".bz2", ".gz", ".xz", or "" for the text itself.
inline std::string compressed(std::string_view text, const std::string& ending) {
  namespace io = boost::iostreams;
  std::string bytes;
  {
    io::filtering_ostream stream;
    if (ending == ".bz2") stream.push(io::bzip2_compressor());
    if (ending == ".gz") stream.push(io::gzip_compressor());
    if (ending == ".xz") stream.push(io::lzma_compressor());
    stream.push(io::back_inserter(bytes));
    stream << text;
  }
  return bytes;
}

}  // namespace descent::test

#pragma once

#include <curl/curl.h>

#include <memory>
#include <string>

#include "datasets/transfer_limits.hpp"

namespace descent {

/// Sets libcurl up at its first call. Throws RunError when that fails.
void set_up_curl();

struct FreeCurl {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
using CurlHandle = std::unique_ptr<CURL, FreeCurl>;

/// A handle for a GET of the address. What holds for every transfer is set: http and https only, redirections
/// of https to https only, certificates verified, the limits. Throws RunError when libcurl cannot be set up.
CurlHandle make_curl_handle(const std::string& url, const TransferLimits& limits);

/// Throws RunError when libcurl refuses an option.
void require(CURLcode code);

/// Whether a transfer that ended like this never got to the server.
bool is_unreachable(CURL* handle, CURLcode code);

/// The host of an address, with the port when the address names it.
std::string host_of(const std::string& url);

}  // namespace descent

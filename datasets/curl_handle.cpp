#include "datasets/curl_handle.hpp"

#include <fmt/format.h>

#include "datasets/errors.hpp"

namespace descent {
namespace {

constexpr long most_redirections = 5;
constexpr long stalled_bytes_a_second = 100;

struct FreeUrl {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};

std::string part_of(CURLU* url, CURLUPart part) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, 0) != CURLUE_OK) return "";
  const std::unique_ptr<char, void (*)(void*)> owner(text, curl_free);
  return text;
}

}  // namespace

void set_up_curl() {
  static const CURLcode outcome = curl_global_init(CURL_GLOBAL_DEFAULT);
  require(outcome);
}

void require(CURLcode code) {
  if (code != CURLE_OK) throw RunError(fmt::format("libcurl: {}", curl_easy_strerror(code)));
}

CurlHandle make_curl_handle(const std::string& url, const TransferLimits& limits) {
  set_up_curl();
  CurlHandle handle(curl_easy_init());
  if (!handle) throw RunError("libcurl cannot be set up");
  CURL* const curl = handle.get();
  require(curl_easy_setopt(curl, CURLOPT_URL, url.c_str()));
  require(curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https"));
  const bool secure = url.starts_with("https:");
  require(curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, secure ? "https" : "http,https"));
  require(curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L));
  require(curl_easy_setopt(curl, CURLOPT_MAXREDIRS, most_redirections));
  require(curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L));
  require(curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L));
  if (!limits.certificates.empty())
    require(curl_easy_setopt(curl, CURLOPT_CAINFO, limits.certificates.c_str()));
  require(curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(limits.connect.count())));
  require(curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, stalled_bytes_a_second));
  require(curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, static_cast<long>(limits.stall.count())));
  require(curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L));
  // Without it the end of a transfer waits for a name server that does not answer, beyond the time-out.
  require(curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L));
  require(curl_easy_setopt(curl, CURLOPT_USERAGENT, "descent"));
  require(curl_easy_setopt(curl, CURLOPT_HTTP_CONTENT_DECODING, 0L));  // checksums are those of the file
  return handle;
}

bool is_unreachable(CURL* handle, CURLcode code) {
  if (code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_RESOLVE_PROXY ||
      code == CURLE_COULDNT_CONNECT)
    return true;
  if (code != CURLE_OPERATION_TIMEDOUT) return false;
  curl_off_t connected = 0;  // microseconds until a request could be sent; 0: it never could
  require(curl_easy_getinfo(handle, CURLINFO_PRETRANSFER_TIME_T, &connected));
  return connected == 0;
}

std::string host_of(const std::string& url) {
  const std::unique_ptr<CURLU, FreeUrl> parts(curl_url());
  if (!parts || curl_url_set(parts.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK) return url;
  const std::string port = part_of(parts.get(), CURLUPART_PORT);
  return part_of(parts.get(), CURLUPART_HOST) + (port.empty() ? "" : ":" + port);
}

}  // namespace descent

#include "datasets/reachable_hosts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <memory>

#include "datasets/curl_handle.hpp"
#include "datasets/errors.hpp"

namespace descent {
namespace {

void require_multi(CURLMcode code) {
  if (code != CURLM_OK) throw RunError(fmt::format("libcurl: {}", curl_multi_strerror(code)));
}

struct FreeMulti {
  void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};

/// Attempts to connect, all at the same time.
class Attempts {
 public:
  Attempts() {
    set_up_curl();
    multi_.reset(curl_multi_init());
    if (!multi_) throw RunError("libcurl cannot be set up");
  }
  ~Attempts() {
    for (const Attempt& attempt : attempts_) curl_multi_remove_handle(multi_.get(), attempt.handle.get());
  }
  Attempts(const Attempts&) = delete;
  Attempts& operator=(const Attempts&) = delete;

  void add(const std::string& url, const TransferLimits& limits) {
    const std::string host = host_of(url);
    const auto same = [&](const Attempt& attempt) { return attempt.host == host; };
    if (std::any_of(attempts_.begin(), attempts_.end(), same)) return;
    CurlHandle handle = make_curl_handle(url, limits);
    require(curl_easy_setopt(handle.get(), CURLOPT_CONNECT_ONLY, 1L));
    require_multi(curl_multi_add_handle(multi_.get(), handle.get()));
    attempts_.push_back({host, std::move(handle)});
  }

  std::map<std::string, std::string> failures() {
    constexpr int longest_wait = 1000;  // milliseconds; libcurl wakes up earlier when something happens
    for (int running = 1; running > 0;) {
      require_multi(curl_multi_perform(multi_.get(), &running));
      if (running > 0) require_multi(curl_multi_poll(multi_.get(), nullptr, 0, longest_wait, nullptr));
    }
    std::map<std::string, std::string> failed;
    int more = 0;
    while (const CURLMsg* const message = curl_multi_info_read(multi_.get(), &more)) {
      if (message->msg != CURLMSG_DONE || !is_unreachable(message->easy_handle, message->data.result))
        continue;
      for (const Attempt& attempt : attempts_) {
        if (attempt.handle.get() == message->easy_handle)
          failed[attempt.host] = curl_easy_strerror(message->data.result);
      }
    }
    return failed;
  }

 private:
  struct Attempt {
    std::string host;
    CurlHandle handle;
  };
  std::unique_ptr<CURLM, FreeMulti> multi_;
  std::list<Attempt> attempts_;
};

}  // namespace

std::map<std::string, std::string> find_unreachable_hosts(std::span<const std::string> urls,
                                                          const TransferLimits& limits) {
  Attempts attempts;
  for (const std::string& url : urls) attempts.add(url, limits);
  return attempts.failures();
}

}  // namespace descent

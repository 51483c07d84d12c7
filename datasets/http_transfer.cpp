#include "datasets/http_transfer.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <exception>

#include "datasets/curl_handle.hpp"

namespace descent {
namespace {

constexpr long ok = 200;
constexpr long partial_content = 206;

struct FreeList {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};

std::string header(CURL* curl, const char* name) {
  constexpr int last_answer = -1;
  curl_header* found = nullptr;
  return curl_easy_header(curl, name, 0, CURLH_HEADER, last_answer, &found) == CURLHE_OK ? found->value : "";
}

/// The whole number at the front of the text, which goes; nothing when there is none.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return number;
}

/// `bytes FIRST-LAST/SIZE`, where the size may be a star.
void read_content_range(std::string_view text, ResponseHead& head) {
  constexpr std::string_view unit = "bytes ";
  if (!text.starts_with(unit)) return;
  text.remove_prefix(unit.size());
  const auto first = take_number(text);
  if (!first || !text.starts_with('-')) return;
  text.remove_prefix(1);
  if (!take_number(text) || !text.starts_with('/')) return;
  text.remove_prefix(1);
  head.from = first;
  head.size = take_number(text);
}

/// The state that libcurl's callbacks share.
class Exchange {
 public:
  Exchange(CURL* curl, const TransferReceiver& receiver) : curl_(curl), receiver_(receiver) {}

  long status() const {
    long code = 0;
    require(curl_easy_getinfo(curl_, CURLINFO_RESPONSE_CODE, &code));
    return code;
  }
  bool is_not_wanted() const { return not_wanted_; }
  bool has_file() const { return status() == ok || status() == partial_content; }

  /// Whether the bytes that follow are wanted.
  bool begin() {
    if (begun_) return !not_wanted_;
    begun_ = true;
    ResponseHead head;
    head.etag = header(curl_, "ETag");
    head.last_modified = header(curl_, "Last-Modified");
    if (status() == partial_content) {
      read_content_range(header(curl_, "Content-Range"), head);
    } else {
      head.from = 0;
      curl_off_t length = -1;
      require(curl_easy_getinfo(curl_, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length));
      if (length >= 0) head.size = static_cast<std::uint64_t>(length);
    }
    not_wanted_ = !receiver_.begin(head);
    return !not_wanted_;
  }

  static std::size_t take(char* bytes, std::size_t, std::size_t count, void* self) {
    Exchange& exchange = *static_cast<Exchange*>(self);
    try {
      // The text of an error page is of no use.
      if (!exchange.has_file() || !exchange.begin()) return CURL_WRITEFUNC_ERROR;
      exchange.receiver_.bytes({bytes, count});
      return count;
    } catch (...) {  // not through libcurl, which is C
      exchange.thrown_ = std::current_exception();
      return CURL_WRITEFUNC_ERROR;
    }
  }

  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  CURL* curl_;
  const TransferReceiver& receiver_;
  std::exception_ptr thrown_;
  bool begun_ = false;
  bool not_wanted_ = false;
};

TransferEnd::Kind kind_of_failure(CURL* curl, CURLcode code) {
  if (is_unreachable(curl, code)) return TransferEnd::Kind::unreachable;
  switch (code) {
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT:
    case CURLE_TOO_MANY_REDIRECTS:
      return TransferEnd::Kind::not_acceptable;
    default:
      return TransferEnd::Kind::broken;
  }
}

std::string effective_host(CURL* curl) {
  const char* url = nullptr;
  require(curl_easy_getinfo(curl, CURLINFO_EFFECTIVE_URL, &url));
  return url == nullptr ? "" : host_of(url);
}

}  // namespace

TransferEnd transfer(const TransferRequest& request, const TransferReceiver& receiver,
                     const TransferLimits& limits) {
  // These two must outlive the handle that is told of them.
  std::unique_ptr<curl_slist, FreeList> headers;
  std::array<char, CURL_ERROR_SIZE> complaint{};
  const CurlHandle handle = make_curl_handle(request.url, limits);
  CURL* const curl = handle.get();
  if (request.from > 0) {
    require(curl_easy_setopt(curl, CURLOPT_RANGE, fmt::format("{}-", request.from).c_str()));
    headers.reset(curl_slist_append(nullptr, fmt::format("If-Range: {}", request.validator).c_str()));
    require(curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers.get()));
  }
  require(curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, complaint.data()));
  Exchange exchange(curl, receiver);
  require(curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &Exchange::take));
  require(curl_easy_setopt(curl, CURLOPT_WRITEDATA, &exchange));

  const CURLcode code = curl_easy_perform(curl);
  exchange.rethrow();
  TransferEnd end;
  end.host = effective_host(curl);
  end.status = exchange.status();
  const bool answered = code == CURLE_OK || code == CURLE_WRITE_ERROR;
  if (answered && !exchange.has_file()) {
    end.kind = TransferEnd::Kind::refused;
    end.reason = fmt::format("{} answers with HTTP status {}", end.host, end.status);
    curl_off_t seconds = 0;
    require(curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &seconds));
    end.wait_for = std::chrono::seconds(seconds);
  } else if (answered && !exchange.begin()) {  // an empty file has not begun yet
    end.kind = TransferEnd::Kind::not_wanted;
    end.reason = fmt::format("{} sends another part of the file than it was asked for", end.host);
  } else if (code != CURLE_OK) {
    end.kind = kind_of_failure(curl, code);
    end.reason = complaint.front() != '\0' ? complaint.data() : curl_easy_strerror(code);
  }
  return end;
}

}  // namespace descent

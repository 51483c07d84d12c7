#include "datasets/partial_download.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

namespace descent {
namespace {

using Json = nlohmann::json;

/// Whether both, where both are known, are the same.
bool agree(const std::string& one, const std::string& other) {
  return one.empty() || other.empty() || one == other;
}

/// What tells a server exactly which file is meant: a weak ETag does not.
std::string validator_of(const ResponseHead& head) {
  if (!head.etag.empty() && !head.etag.starts_with("W/")) return head.etag;
  return head.last_modified;
}

}  // namespace

PartialDownload::PartialDownload(const std::filesystem::path& path, std::string url,
                                 const std::function<void()>& waiting)
    : url_(std::move(url)), bytes_(path, "download", waiting), note_path_(bytes_.temporary()) {
  note_path_ += ".json";
  read_note();
  const bool larger = remote_.size && bytes_.size() > *remote_.size;
  if (bytes_.size() > 0 && (validator_of(remote_).empty() || larger)) start_over();
}

TransferRequest PartialDownload::next_request() const {
  const std::string validator = validator_of(remote_);
  return {url_, validator.empty() ? 0 : bytes_.size(), validator};
}

bool PartialDownload::begin(const ResponseHead& head) {
  if (head.from == 0) {
    bytes_.clear();
    remote_ = head;
    write_note();
    return true;
  }
  const bool same_size = !head.size || !remote_.size || head.size == remote_.size;
  if (head.from == bytes_.size() && same_size && agree(head.etag, remote_.etag) &&
      agree(head.last_modified, remote_.last_modified))
    return true;
  start_over();
  return false;
}

void PartialDownload::start_over() {
  bytes_.clear();
  remote_ = {};
  remove_note();
}

void PartialDownload::publish() {
  bytes_.publish();  // should it fail, the note is what the next attempt goes on by
  remove_note();
}

/// A note that cannot be read, or that is of another address, is as good as none.
void PartialDownload::read_note() {
  std::ifstream stream(note_path_);
  if (!stream) return;
  try {
    const Json note = Json::parse(stream);
    if (note.at("url") != url_) return;
    ResponseHead head;
    head.etag = note.at("etag").get<std::string>();
    head.last_modified = note.at("last_modified").get<std::string>();
    if (!note.at("size").is_null()) head.size = note.at("size").get<std::uint64_t>();
    remote_ = head;
  } catch (const Json::exception&) {
  }
}

void PartialDownload::write_note() const {
  const Json note{{"url", url_},
                  {"etag", remote_.etag},
                  {"last_modified", remote_.last_modified},
                  {"size", remote_.size ? Json(*remote_.size) : Json()}};
  // A server's text need not be UTF-8.
  write_staged(note_path_, "new", note.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void PartialDownload::remove_note() const {
  std::error_code not_there;
  std::filesystem::remove(note_path_, not_there);
}

}  // namespace descent

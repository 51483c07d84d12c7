#include "experiments/run/manifest_file.hpp"

#include <array>
#include <fstream>

#include "support/files/atomic_file.hpp"
#include "support/text/utc_now.hpp"

namespace descent {

namespace {

constexpr std::array session_keys{"started", "ended", "program", "machine"};

Json measured(const Json& from) {
  Json session = Json::object();
  for (const char* key : session_keys) {
    if (from.contains(key)) session[key] = from[key];
  }
  return session;
}

/// One that is missing or not JSON has nothing to keep.
Json former_manifest(const std::filesystem::path& path) {
  std::ifstream stream(path);
  Json manifest = Json::parse(stream, nullptr, false);
  return manifest.is_object() ? manifest : Json::object();
}

}  // namespace

ManifestFile::ManifestFile(const std::filesystem::path& folder, Json planned)
    : path_(folder / "manifest.json"), manifest_(std::move(planned)) {
  session_ = {{"program", manifest_["program"]}, {"machine", manifest_["machine"]}};
  former_ = former_manifest(path_);
  sessions_ = former_.value("sessions", Json());
  if (!sessions_.is_array()) {
    sessions_ = Json::array();
    if (former_.contains("started")) sessions_.push_back(measured(former_));
  }
}

void ManifestFile::keep_sessions() {
  for (const char* key : session_keys) manifest_.erase(key);
  if (!sessions_.empty()) manifest_.update(measured(sessions_.back()));
  manifest_["sessions"] = sessions_;
  if (manifest_ != former_) write();
}

void ManifestFile::start_session() {
  session_["started"] = utc_now();
  write_session();
}

void ManifestFile::end_session(std::size_t runs) {
  session_["ended"] = utc_now();
  session_["runs"] = runs;
  write_session();
}

void ManifestFile::write_session() {
  manifest_.update(measured(session_));
  manifest_["sessions"] = sessions_;
  manifest_["sessions"].push_back(session_);
  write();
}

void ManifestFile::write() const {
  write_atomically(path_, manifest_.dump(1) + '\n');
}

}  // namespace descent

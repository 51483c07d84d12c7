#include "datasets/made_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "datasets/covtype_conversion.hpp"
#include "datasets/rcv1_conversion.hpp"
#include "datasets/staged_file.hpp"

namespace descent {
namespace {

using Path = std::filesystem::path;
using Names = std::vector<std::string>;

/// Text on its way into a file, in larger pieces than rows.
class Rows {
 public:
  explicit Rows(StagedFile& file) : file_(file) {}

  void add(std::string_view row) {
    constexpr std::size_t piece = 1 << 16;
    text_ += row;
    if (text_.size() >= piece) flush();
  }
  void flush() {
    file_.append(text_);
    text_.clear();
  }

 private:
  StagedFile& file_;
  std::string text_;
};

/// Makes the files of one dataset.
class Maker {
 public:
  Maker(const Conversion& conversion, std::function<Path(const std::string&)> input)
      : conversion_(conversion), input_(std::move(input)) {}

  void make(const Names& downloads, StagedFile& file) {
    std::vector<Path> paths;
    for (const std::string& download : downloads) paths.push_back(input_(download));
    Rows rows(file);
    const TextSink sink = [&](std::string_view row) { rows.add(row); };
    if (conversion_.kind == Conversion::Kind::covtype) {
      convert_covtype(paths.front(), conversion_.positive_class, sink);
    } else {
      if (!rcv1_) rcv1_.emplace(input_(conversion_.topics), conversion_.topic);
      rcv1_->write(paths, sink);
    }
    rows.flush();
  }

 private:
  const Conversion& conversion_;
  std::function<Path(const std::string&)> input_;
  std::optional<Rcv1Conversion> rcv1_;  // its topics serve both files
};

}  // namespace

std::vector<Path> make_files(const CatalogEntry& entry, std::span<const std::string> wanted,
                             const Path& folder, const std::function<Path(const std::string&)>& input,
                             const std::function<void(const std::string&)>& note) {
  struct Made {
    Path path;
    std::unique_ptr<StagedFile> file;
  };
  std::vector<Made> files;
  Maker maker(*entry.made_by, input);
  try {
    for (const std::string& name : wanted) {
      const Names& downloads = name == entry.test_file ? entry.made_by->test : entry.made_by->train;
      auto file = std::make_unique<StagedFile>(folder / name, "conversion", [&] {
        note(fmt::format("{}: another process is making it; waiting for that", name));
      });
      file->clear();  // of what a process left that was killed
      if (file->is_published()) continue;
      note(fmt::format("{}: made of {}", name, fmt::join(downloads, ", ")));
      files.push_back({folder / name, std::move(file)});
      maker.make(downloads, *files.back().file);
    }
  } catch (...) {
    for (const Made& made : files) made.file->clear();
    throw;
  }
  std::vector<Path> paths;
  for (const Made& made : files) {
    made.file->publish();
    paths.push_back(made.path);
  }
  return paths;
}

}  // namespace descent

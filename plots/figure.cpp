#include "plots/figure.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string_view>

#include "plots/aggregate.hpp"
#include "plots/atomic_file.hpp"
#include "plots/errors.hpp"
#include "plots/figure_script.hpp"
#include "plots/gnuplot.hpp"
#include "plots/gnuplot_text.hpp"

namespace descent {
namespace {

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw ResultFileError(fmt::format("{}: cannot be made: {}", folder.string(), error.message()));
}

/// gnuplot does not always report a full disk, but then the end of the picture is missing.
bool is_complete(const std::filesystem::path& picture, std::string_view format) {
  std::ifstream stream(picture, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  const std::string_view end = format == "pdf" ? "%%EOF" : format == "svg" ? "</svg>" : "IEND";
  const std::string_view tail =
      std::string_view(bytes).substr(bytes.size() - std::min<std::size_t>(bytes.size(), 64));
  return tail.find(end) != std::string_view::npos;
}

/// A legend lists what can be seen: not the methods that nothing was run of yet.
void keep_methods_with_curves(Manifest& manifest, std::span<const CurvePoint> curves) {
  std::erase_if(manifest.methods, [&](const ManifestMethod& method) {
    return std::none_of(curves.begin(), curves.end(), [&](const CurvePoint& point) {
      return point.method == method.name && point.variant == method.variant;
    });
  });
}

/// Pictures under their temporary names, removed unless renamed.
class PictureDrafts {
 public:
  explicit PictureDrafts(const std::filesystem::path& script)
      : folder_(script.parent_path()),
        stem_(script.stem().string()),
        prefix_(fmt::format(".partial-{}-", getpid())) {}
  ~PictureDrafts() {
    std::error_code ignored;
    for (const char* format : figure_formats) std::filesystem::remove(draft(format), ignored);
  }
  PictureDrafts(const PictureDrafts&) = delete;
  PictureDrafts& operator=(const PictureDrafts&) = delete;

  const std::string& prefix() const { return prefix_; }

  std::vector<std::filesystem::path> commit() const {
    for (const char* format : figure_formats) {
      if (!is_complete(draft(format), format)) {
        throw ResultFileError(fmt::format("{}: gnuplot has not written it whole; is the disk full?",
                                          final_name(format).string()));
      }
    }
    std::vector<std::filesystem::path> pictures;
    for (const char* format : figure_formats) {
      std::error_code error;
      std::filesystem::rename(draft(format), final_name(format), error);
      if (error) {
        throw ResultFileError(
            fmt::format("{}: cannot be given its name: {}", final_name(format).string(), error.message()));
      }
      pictures.push_back(final_name(format));
    }
    return pictures;
  }

 private:
  std::filesystem::path draft(const char* format) const { return folder_ / (prefix_ + stem_ + '.' + format); }
  std::filesystem::path final_name(const char* format) const { return folder_ / (stem_ + '.' + format); }

  std::filesystem::path folder_;
  std::string stem_;
  std::string prefix_;
};

}  // namespace

std::filesystem::path write_figure_script(const std::filesystem::path& folder, const Manifest& manifest,
                                          std::span<const CurvePoint> curves) {
  const std::string name = file_name_text(manifest.name);
  const auto figures = folder / "figures";
  make_folder(figures / name);
  const auto panels = make_panels(manifest, curves);
  for (const Panel& panel : panels) {
    for (const PanelCurve& curve : panel.curves) {
      if (curve.points.empty()) continue;
      write_atomically(figures / curve_file(name, panel, curve, manifest),
                       curve_file_text(curve, manifest.x_axis));
    }
  }
  const auto script = figures / (name + ".gp");
  write_atomically(script, figure_script(name, manifest, panels));
  return script;
}

std::vector<std::filesystem::path> draw_script(const std::filesystem::path& script) {
  const PictureDrafts drafts(script);
  run_gnuplot(script, fmt::format("output_prefix = '{}'", drafts.prefix()));
  return drafts.commit();
}

FigureFiles draw_figure(const std::filesystem::path& folder) {
  auto results = read_results_folder(folder);
  if (results.runs.empty()) {
    throw ResultFileError(
        fmt::format("{}: none of its {} runs is done yet", folder.string(), results.missing.size()));
  }
  FigureFiles files;
  files.missing_runs = results.missing.size();
  const auto curves = aggregate(results);
  write_curves(folder, curves);
  files.curves = folder / "curves.csv";
  keep_methods_with_curves(results.manifest, curves);
  files.script = write_figure_script(folder, results.manifest, curves);
  files.pictures = draw_script(files.script);
  return files;
}

}  // namespace descent

// What experiments/program/write_build_info.cmake says of the code that a program is made from.

#include <fmt/format.h>

#include "tests/catch.hpp"
#include "tests/experiments/program_run.hpp"

using namespace descent;
using test::run_script;

namespace {

/// A repository with one committed solver.
class SmallRepository {
 public:
  SmallRepository() {
    std::filesystem::create_directories(folder_.path() / "solvers");
    folder_.write("solvers/committed.cpp", "int one;\n");
    folder_.write(".gitignore", "/build_info.cpp\n/solvers/ignored.cpp\n");
    const auto made = run_script(
        "git init -q && git add . && "
        "git -c user.name=n -c user.email=e@e -c commit.gpgsign=false commit -q -m first",
        folder_.path());
    REQUIRE(made.status == 0);
  }

  void write(const std::string& name, const std::string& text) const { folder_.write(name, text); }

  /// The line of build_info.cpp that says whether the commit is all that there is.
  std::string dirty_line() const {
    const auto script = std::filesystem::absolute("experiments/program/write_build_info.cmake").string();
    const auto written = run_script(
        fmt::format(
            "cmake -DSOURCE_DIR=\"$PWD\" -DOUTPUT=\"$PWD/build_info.cpp\" -DVERSION=1 -DCOMPILER=c -DFLAGS=f "
            "-DVALUE=float -P {}",
            test::shell_quoted(script)),
        folder_.path());
    CAPTURE(written.err);
    REQUIRE(written.status == 0);
    const std::string text = test::file_text(folder_.path() / "build_info.cpp");
    const std::size_t start = text.find(".dirty");
    return text.substr(start, text.find('\n', start) - start);
  }

 private:
  test::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("code is as committed while no source differs and none is added, whatever else lies there") {
  const SmallRepository repository;
  CHECK(repository.dirty_line() == ".dirty = false,");
  repository.write("notes.txt", "not compiled\n");
  CHECK(repository.dirty_line() == ".dirty = false,");
}

TEST_CASE("a source that is compiled in and not committed makes the code differ from the commit") {
  const SmallRepository repository;
  repository.write(GENERATE("solvers/untracked.cpp", "solvers/ignored.cpp", "solvers/committed.cpp"),
                   "int two;\n");
  CHECK(repository.dirty_line() == ".dirty = true,");
}

// Facts about the code by experiments/program/write_build_info.cmake.

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
    write("solvers/committed.cpp", "int one;\n");
    write(".gitignore", "/build_info.cpp\n/solvers/ignored.cpp\n");
    const auto made = run_script(
        "git init -q && git add . && "
        "git -c user.name=n -c user.email=e@e -c commit.gpgsign=false commit -q -m first",
        folder_.path());
    REQUIRE(made.status == 0);
  }

  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder_.path() / name).parent_path());
    folder_.write(name, text);
  }

  /// First line of build_info.cpp that contains the words. `options` are the compiler's.
  std::string line_with(const std::string& words, const std::string& options = "") const {
    const auto script = std::filesystem::absolute("experiments/program/write_build_info.cmake").string();
    const auto written = run_script(
        fmt::format(
            "cmake -DSOURCE_DIR=\"$PWD\" -DOUTPUT=\"$PWD/build_info.cpp\" -DVERSION=1 -DCOMPILER=c -DFLAGS=f "
            "-DOPTIONS={} -P {}",
            test::shell_quoted(options), test::shell_quoted(script)),
        folder_.path());
    CAPTURE(written.err);
    REQUIRE(written.status == 0);
    const std::string text = test::file_text(folder_.path() / "build_info.cpp");
    const std::size_t start = text.find(words);
    REQUIRE(start != std::string::npos);
    return text.substr(start, text.find('\n', start) - start);
  }

  const std::filesystem::path& path() const { return folder_.path(); }

  /// Line that says if the code differs from the commit.
  std::string dirty_line() const { return line_with(".dirty"); }

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

TEST_CASE("a source that decides numbers is in the hash of the runs, whichever room it lies in") {
  const auto [source, hash] = GENERATE(
      table<std::string, std::string>({{"datasets/weigh_rows.cpp", ".shared_source_hash"},
                                       {"experiments/config/load_datasets.cpp", ".shared_source_hash"},
                                       {"support/numbers/number_of.hpp", ".shared_source_hash"},
                                       {"support/process/adoption.cpp", "\"program_restarts.cpp\""}}));
  CAPTURE(source);
  REQUIRE(std::filesystem::exists(source));
  const SmallRepository repository;
  repository.write(source, "int one;\n");
  const std::string before = repository.line_with(hash);
  repository.write(source, "int two;\n");
  CHECK(repository.line_with(hash) != before);
}

TEST_CASE("comments, line breaks and the folder of a source are not part of what identifies runs") {
  const std::string code = "#include \"solvers/problem/loss.hpp\"\nint one = 1;\nint two = 2;\n";
  const SmallRepository repository;
  repository.write("solvers/problem/steps.cpp", code);
  const std::string before = repository.line_with(".shared_source_hash");
  SECTION("a comment") {
    repository.write("solvers/problem/steps.cpp", "// Steps.\n" + code + "int three();  // later\n");
    CHECK(repository.line_with(".shared_source_hash") != before);
    repository.write("solvers/problem/steps.cpp", "// Steps.\n" + code + "// later\n");
  }
  SECTION("a line break") {
    repository.write("solvers/problem/steps.cpp",
                     "#include \"solvers/loss.hpp\"\nint one =\n    1;\n\nint two = 2;\n");
  }
  SECTION("the folder") {
    std::filesystem::remove(repository.path() / "solvers/problem/steps.cpp");
    repository.write("solvers/contract/steps.cpp", code);
  }
  CHECK(repository.line_with(".shared_source_hash") == before);
}

TEST_CASE("warnings, and what the flags tell, are not part of what identifies runs") {
  const SmallRepository repository;
  const auto hash_with = [&](const char* options) {
    return repository.line_with(".shared_source_hash", options);
  };
  const std::string before = hash_with("-Wall  --param=a=1");
  CHECK(hash_with("-Wall -Wextra -Werror -march=native --param=a=1 -Wno-restrict") == before);
  CHECK(hash_with("-Wall --param=a=2") != before);
}

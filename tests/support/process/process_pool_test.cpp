#include "support/process/process_pool.hpp"

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <set>
#include <stdexcept>

#include "support/errors.hpp"
#include "support/process/child_program.hpp"
#include "support/process/processor.hpp"
#include "support/process/signal_watch.hpp"
#include "tests/catch.hpp"
#include "tests/sanitizers.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

/// The reports of run_in_children, in order.
std::vector<JobResult> results_of(std::size_t count, int at_once,
                                  const std::function<std::string(std::size_t)>& work) {
  std::vector<JobResult> results;
  run_in_children(
      count, at_once, [](std::size_t) {}, work, [&](const JobResult& result) { results.push_back(result); });
  return results;
}

}  // namespace

TEST_CASE("jobs one at a time are done in order, each in a process of its own") {
  const std::string here = std::to_string(getpid());
  const auto results = results_of(
      5, 1, [](std::size_t job) { return std::to_string(job * job) + " " + std::to_string(getpid()); });
  REQUIRE(results.size() == 5);
  std::set<std::string> processes{here};
  for (std::size_t k = 0; k < results.size(); ++k) {
    CHECK(results[k].job == k);
    CHECK(results[k].failure.empty());
    const std::string& answer = results[k].answer;
    CHECK(answer.starts_with(std::to_string(k * k) + " "));
    processes.insert(answer.substr(answer.find(' ') + 1));
  }
  CHECK(processes.size() == 6);
}

TEST_CASE("results come in the order of completion, under their job's number") {
  if (physical_cores().size() < 2) {
    WARN("one core only: jobs cannot overtake each other here");
    return;
  }
  const test::TemporaryFolder folder;
  const auto sign = folder.path() / "the second result is in";
  std::vector<JobResult> results;
  run_in_children(
      2, 2, [](std::size_t) {},
      [&](std::size_t job) -> std::string {
        if (job == 1) return "second";
        for (int wait = 0; !std::filesystem::exists(sign); ++wait) {
          if (wait == 3000) throw std::runtime_error("the second result never came in");
          usleep(10'000);
        }
        return "first";
      },
      [&](const JobResult& result) {
        results.push_back(result);
        if (result.job == 1) folder.write("the second result is in", "");
      });
  REQUIRE(results.size() == 2);
  CHECK(results[0].job == 1);
  CHECK(results[0].answer == "second");
  CHECK(results[1].job == 0);
  CHECK(results[1].answer == "first");
}

TEST_CASE("preparations run here before each job, and their effects reach the child of that job") {
  std::vector<std::size_t> prepared;
  std::vector<std::string> answers(4);
  run_in_children(
      4, 2, [&](std::size_t job) { prepared.push_back(job); },
      [&](std::size_t) { return std::to_string(prepared.size()); },
      [&](const JobResult& result) { answers[result.job] = result.answer; });
  CHECK(prepared == std::vector<std::size_t>{0, 1, 2, 3});
  CHECK(answers == std::vector<std::string>{"1", "2", "3", "4"});
}

TEST_CASE("more jobs than cores: never more children than cores or than asked for") {
  for (const int at_once : {1, 2, 1000}) {
    int running = 0;
    int most = 0;
    std::set<std::size_t> seen;
    run_in_children(
        30, at_once,
        [&](std::size_t) {
          ++running;
          most = std::max(most, running);
        },
        [](std::size_t) { return std::string("done"); },
        [&](const JobResult& result) {
          --running;
          CHECK(result.answer == "done");
          seen.insert(result.job);
        });
    CHECK(seen.size() == 30);
    CHECK(most <= at_once);
    CHECK(most <= static_cast<int>(physical_cores().size()));
  }
  CHECK(results_of(0, 2, [](std::size_t) { return std::string(); }).empty());
}

TEST_CASE("a child is bound to one of the physical cores") {
  const std::vector<int> cores = physical_cores();
  const auto results = results_of(4, 1000, [](std::size_t) {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    sched_getaffinity(0, sizeof allowed, &allowed);
    return std::to_string(CPU_COUNT(&allowed)) + " " + std::to_string(sched_getcpu());
  });
  for (const JobResult& result : results) {
    CHECK(result.answer.starts_with("1 "));
    CHECK(std::find(cores.begin(), cores.end(), std::stoi(result.answer.substr(2))) != cores.end());
  }
}

TEST_CASE("answers longer than a pipe holds come back whole") {
  const std::size_t length = 1'000'000;
  const auto results = results_of(3, 2, [&](std::size_t job) {
    return std::string(length, static_cast<char>('a' + job)) + '\0' + "end";
  });
  for (const JobResult& result : results) {
    REQUIRE(result.answer.size() == length + 4);
    CHECK(result.answer.substr(0, length) == std::string(length, static_cast<char>('a' + result.job)));
    CHECK(result.answer.substr(length + 1) == "end");
  }
}

TEST_CASE("the text of an exception comes back as the failure of that job alone") {
  const auto results = results_of(3, 2, [](std::size_t job) -> std::string {
    if (job == 1) throw RunError("cannot set an iterate aside: No space left on device");
    return "fine";
  });
  REQUIRE(results.size() == 3);
  for (const JobResult& result : results) {
    if (result.job == 1)
      CHECK(result.failure == "cannot set an iterate aside: No space left on device");
    else
      CHECK((result.failure.empty() && result.answer == "fine"));
  }
}

TEST_CASE("a child that is killed, crashes or leaves on its own ends alone, and the reason is told") {
  std::vector<std::string> failures(6);
  for (const JobResult& result : results_of(6, 2, [](std::size_t job) -> std::string {
         // Remove the test program's own handler.
         std::signal(SIGSEGV, SIG_DFL);
         if (job == 1) std::raise(SIGKILL);
         if (job == 2) std::raise(SIGSEGV);
         if (job == 3) _exit(7);
         if (job == 5) _exit(0);  // ends without an answer too
         return "fine";
       })) {
    failures[result.job] = result.failure;
    if (result.job == 0 || result.job == 4) CHECK(result.answer == "fine");
  }
  const std::vector<std::string> expected{
      "", "ended by signal 9 (Killed)", "ended by signal 11 (Segmentation fault)", "ended with exit status 7",
      "", "ended with exit status 0"};
  CHECK(failures == expected);
}

TEST_CASE("memory that a child cannot have is that child's failure") {
  const auto results = results_of(2, 1, [](std::size_t job) -> std::string {
    if (job == 0) throw std::bad_alloc();
    return "fine";
  });
  CHECK(results[0].failure == "out of memory");
  CHECK(results[1].answer == "fine");
}

TEST_CASE("an answer that cannot be handed back whole is a failure, not a shorter answer") {
  const auto results = results_of(2, 1, [](std::size_t job) -> std::string {
    for (int descriptor = 3; job == 0 && descriptor < 256; ++descriptor) close(descriptor);
    return "fine";
  });
  CHECK(results[0].failure == "its answer could not be handed back");
  CHECK(results[1].failure.empty());
  CHECK(results[1].answer == "fine");
}

TEST_CASE("what prepare or finished throws comes out, and leaves neither children nor pipes behind") {
  const auto open_descriptors = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                         std::filesystem::directory_iterator());
  };
  const auto before = open_descriptors();
  CHECK_THROWS_AS(run_in_children(
                      3, 1, [](std::size_t) {}, [](std::size_t) { return std::string(); },
                      [](const JobResult&) { throw RunError("no room for the result"); }),
                  RunError);
  CHECK(open_descriptors() == before);
  if (physical_cores().size() < 2) {
    WARN("one core only: no child runs while another is prepared");
    return;
  }
  const test::TemporaryFolder folder;
  const auto sign = folder.path() / "process";
  CHECK_THROWS_AS(run_in_children(
                      2, 2,
                      [&](std::size_t job) {
                        for (int wait = 0; job == 1 && !std::filesystem::exists(sign) && wait < 3000;
                             ++wait) {
                          usleep(10'000);
                        }
                        if (job == 1) throw RunError("not prepared");
                      },
                      [&](std::size_t) -> std::string {
                        // Renamed into place, so that no reader sees a part of it.
                        std::filesystem::rename(folder.write("unnamed", std::to_string(getpid())), sign);
                        for (;;) pause();
                      },
                      [](const JobResult&) {}),
                  RunError);
  CHECK(open_descriptors() == before);
  std::ifstream stream(sign);
  pid_t process = 0;
  REQUIRE(stream >> process);
  CHECK((kill(process, 0) == -1 && errno == ESRCH));
}

TEST_CASE("a job beyond its time limit is killed, the others go on") {
  std::vector<JobResult> results;
  run_in_children(
      3, 2, [](std::size_t) {},
      [](std::size_t job) -> std::string {
        while (job == 1) usleep(1000);
        return "done";
      },
      [&](const JobResult& result) { results.push_back(result); }, {.memory_bytes = {}, .wall_seconds = 0.5});
  REQUIRE(results.size() == 3);
  for (const JobResult& result : results)
    CHECK(result.failure == (result.job == 1 ? "killed at its time limit of 0.5 s" : ""));
}

TEST_CASE("what a killed job's program has started is killed before the job's end is reported") {
  const test::TemporaryFolder folder;
  const std::string sign = (folder.path() / "sign").string();
  const std::string script = "sleep 600 & echo $! > " + sign + "; kill -9 $PPID; wait";
  const auto ended = [&](const JobResult& result) {
    CHECK(result.failure == "ended by signal 9 (Killed)");
    std::ifstream stream(sign);
    pid_t process = 0;
    REQUIRE(stream >> process);
    CHECK((kill(process, 0) == -1 && errno == ESRCH));
  };
  run_in_children(
      1, 1, [](std::size_t) {},
      [&](std::size_t) -> std::string {
        run_to_end({.words = {"/bin/sh", "-c", script}}, [](std::string_view) {});
        return "done";
      },
      ended);
}

TEST_CASE("a signal that is ignored, as SIGHUP under nohup, stops nothing") {
  const auto before = std::signal(SIGHUP, SIG_IGN);
  CHECK_NOTHROW(results_of(2, 1, [](std::size_t) {
    kill(getppid(), SIGHUP);
    return std::string("done");
  }));
  std::signal(SIGHUP, before);
}

TEST_CASE("a job beyond its memory limit fails, the others go on") {
  if (test::is_sanitized) {
    WARN("a sanitizer's own memory is beyond any limit");
    return;
  }
  constexpr std::size_t megabyte = 1 << 20;
  std::vector<JobResult> results;
  run_in_children(
      2, 1, [](std::size_t) {},
      [](std::size_t job) -> std::string {
        const std::vector<char> block((job == 0 ? 900 : 10) * megabyte, 'x');
        return std::string(1, block.back());
      },
      [&](const JobResult& result) { results.push_back(result); },
      {.memory_bytes = 600 * megabyte, .wall_seconds = {}});
  REQUIRE(results.size() == 2);
  CHECK(results[0].failure == "out of memory at its memory limit of 600 MB");
  CHECK(results[1].answer == "x");
}

TEST_CASE("a memory limit below what a child begins with is told as such") {
  std::vector<JobResult> results;
  run_in_children(
      1, 1, [](std::size_t) {}, [](std::size_t) { return std::string("done"); },
      [&](const JobResult& result) { results.push_back(result); },
      {.memory_bytes = 1 << 12, .wall_seconds = {}});
  REQUIRE(results.size() == 1);
  const std::string begin =
      "out of memory at its memory limit of 0.003906 MB: the program and the data take ";
  REQUIRE_THAT(results[0].failure, StartsWith(begin) && ContainsSubstring(" MB before it begins"));
  CHECK(std::stod(results[0].failure.substr(begin.size())) > 1);
}

TEST_CASE("a job that ends by the signal that stops all is no failed job") {
  if (physical_cores().size() < 2) return;
  std::vector<std::size_t> reported;
  const auto stop = [&] {
    run_in_children(
        2, 2,
        [](std::size_t job) {
          if (job == 0) return;
          siginfo_t ended{};
          waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT);
          raise(SIGTERM);  // to be seen with the end of the first job
        },
        [](std::size_t job) {
          if (job == 0) raise(SIGKILL);
          while (true) pause();
          return std::string();
        },
        [&](const JobResult& result) { reported.push_back(result.job); });
  };
  CHECK_THROWS_AS(stop(), Interruption);
  CHECK(reported.empty());
}

TEST_CASE("told to stop, it ends its children and says how far it was") {
  const int signal = GENERATE(SIGTERM, SIGINT, SIGHUP);
  const test::TemporaryFolder folder;
  const auto stop = [&] {
    run_in_children(
        3, 1, [](std::size_t) {},
        [&](std::size_t job) {
          if (job == 1) {
            folder.write("child", std::to_string(getpid()));
            raise(SIGINT);  // as from a terminal, which sends it to all; the parent must handle it
            kill(getppid(), signal);
            while (true) pause();
          }
          return std::string("done");
        },
        [](const JobResult&) {});
  };
  try {
    stop();
    FAIL("it was not stopped");
  } catch (const Interruption& interruption) {
    CHECK(interruption.signal() == signal);
    CHECK_THAT(interruption.what(),
               StartsWith("stopped by a signal (") && EndsWith(") when 1 of 3 were done"));
  }
  pid_t child = 0;
  std::ifstream(folder.path() / "child") >> child;
  REQUIRE(child > 0);
  CHECK(kill(child, 0) == -1);
  sigset_t blocked;
  sigprocmask(SIG_SETMASK, nullptr, &blocked);
  CHECK_FALSE(sigismember(&blocked, signal));
}

TEST_CASE("a job has the cores that it asks for to itself, in the order of the jobs") {
  const std::vector<int> cores = physical_cores();
  const std::size_t many = std::min<std::size_t>(2, cores.size());
  std::vector<std::string> answers(4);
  run_in_children(
      4, 2, [](std::size_t) {},
      [](std::size_t) {
        usleep(20'000);
        std::string text;
        for (const int core : physical_cores()) text += std::to_string(core) + ' ';
        return text;
      },
      [&](const JobResult& result) { answers[result.job] = result.answer; }, {},
      [](std::size_t job) { return job % 2 == 0 ? std::size_t{1} : std::size_t{1000}; });
  for (std::size_t k = 0; k < answers.size(); ++k) {
    CAPTURE(k, answers[k]);
    CHECK(std::ranges::count(answers[k], ' ') == static_cast<std::ptrdiff_t>(k % 2 == 0 ? 1 : many));
  }
}

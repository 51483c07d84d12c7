// The program `descent`: finds the command, and turns errors into one message and an exit status.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <new>

#include "experiments/commands/command_line.hpp"
#include "experiments/program/build_info.hpp"
#include "support/errors.hpp"
#include "support/process/signal_watch.hpp"
#include "support/ranges.hpp"
#include "support/terminal/print.hpp"
#include "support/text/did_you_mean.hpp"
#include "support/text/printable.hpp"

namespace {

using descent::Command;
using descent::print_error;

const std::array commands{
    Command{"run", "carry out experiments and draw their figures", descent::run_command,
            "complete runs and optima"},
    Command{"plot", "aggregate results and draw their figures again", descent::plot_command},
    Command{"report", "one page of HTML with everything that results hold, to explore",
            descent::report_command},
    Command{"verify", "answer the findings of a paper from results", descent::verify_command},
    Command{"tune", "choose the step-size constants of a configuration's methods", descent::tune_command,
            "constants and complete trials"},
    Command{"reference", "compute the certified optima of a configuration's problems",
            descent::reference_command, "complete optima"},
    Command{"crossvalidate", "choose lambda by cross-validation and count errors on test rows",
            descent::crossvalidate_command, "complete splits"},
    Command{"compare", "times of two machines or two builds of the program, method by method",
            descent::compare_command},
    Command{"replay", "carry a kept run out again and compare it bit for bit", descent::replay_command},
    Command{"solve", "one run of one method", descent::solve_command},
    Command{"list", "what there is: methods, datasets, losses, keys, columns, ...", descent::list_command},
    Command{"data", "datasets: what they are, downloads, stand-ins", descent::data_command, "complete files"},
};

void print_usage(std::FILE* stream) {
  fmt::print(stream, "usage: descent COMMAND ...; descent COMMAND --help tells its options\n\n");
  for (const Command& command : commands) fmt::print(stream, "  {:13} {}\n", command.name, command.summary);
  fmt::print(stream, "\n  {:13} {}\n", "--version", "the program's version, commit, compiler and flags");
}

int dispatch(const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    print_usage(stderr);
    return 2;
  }
  const std::string& name = arguments.front();
  if (name == "help" && arguments.size() > 1) {
    std::vector<std::string> words(arguments.begin() + 1, arguments.end());
    words.emplace_back("--help");
    return dispatch(words);
  }
  if (name == "--help" || name == "-h" || name == "help") {
    print_usage(stdout);
    return 0;
  }
  if (name == "--version") {
    const descent::BuildInfo& info = descent::build_info();
    fmt::print("descent {} ({}{}), {}, {}\n", info.version, info.commit, info.dirty ? ", changed" : "",
               info.compiler, info.flags);
    return 0;
  }
  const auto command = std::ranges::find(commands, name, &Command::name);
  if (command == commands.end()) {
    print_error("descent: unknown command \"{}\"{}\n", descent::shown(name),
                descent::did_you_mean(name, descent::mapped(commands, &Command::name)));
    print_usage(stderr);
    return 2;
  }
  const std::string last_word = command->kept.empty()
                                    ? "nothing that was complete is changed; the same command begins again"
                                    : command->kept + " are kept, and the same command goes on from there";
  descent::give_last_word(last_word);
  try {
    return command->run({arguments.begin() + 1, arguments.end()});
  } catch (const descent::HelpPrinted&) {
    return 0;
  } catch (const descent::Interruption& stop) {
    throw descent::Interruption(stop.signal(), fmt::format("{}; {}", stop.what(), last_word));
  }
}

/// True if all output has reached standard output.
bool output_is_written() {
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
}

int complain_about_output() {
  print_error("descent: standard output cannot be written: {}\n",
              errno == EPIPE   ? "who was to read it has ended"
              : errno == EFBIG ? "its file has reached the limit on the size of files (ulimit -f)"
                               : descent::system_reason());
  return 1;
}

}  // namespace

int main(int count, char** values) {
  // Ignore SIGPIPE and SIGXFSZ so that the failing write reports the error.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    const int status = dispatch({values + 1, values + count});
    return output_is_written() ? status : complain_about_output();
  } catch (const descent::Interruption& stop) {
    print_error("descent: {}\n", stop.what());
    // Shells and scripts must see that a signal ended the program.
    std::signal(stop.signal(), SIG_DFL);
    std::raise(stop.signal());
    return 128 + stop.signal();
  } catch (const descent::RunError& error) {
    print_error("descent: {}\n", error.what());
    return 1;
  } catch (const descent::Error& error) {
    print_error("descent: {}\n", error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    print_error("descent: {}\n", error.what());
  } catch (const std::bad_alloc&) {
    print_error("descent: out of memory\n");
    return 1;
  } catch (const std::exception& error) {
    // Printing throws when output beyond the buffer is refused.
    if (std::ferror(stdout) != 0) return complain_about_output();
    print_error("descent: unexpected: {}\n", error.what());
    return 1;
  }
  return 2;
}

// Preloaded into `descent`, refuses every lock, as file systems do that know none (Lustre without -o flock,
// NFS without a lock service).

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstdarg>

namespace {

int refuse() {
  errno = ENOLCK;
  return -1;
}

template <class... Arguments>
int next_fcntl(const char* name, Arguments... arguments) {
  using Function = int(Arguments...);
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name))(arguments...);
}

bool is_about_locks(int command) {
  return command == F_SETLK || command == F_SETLKW || command == F_GETLK;
}

}  // namespace

extern "C" {

int fcntl(int file, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void* const argument = va_arg(arguments, void*);
  va_end(arguments);
  return is_about_locks(command) ? refuse() : next_fcntl("fcntl", file, command, argument);
}

int fcntl64(int file, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void* const argument = va_arg(arguments, void*);
  va_end(arguments);
  return is_about_locks(command) ? refuse() : next_fcntl("fcntl64", file, command, argument);
}

int flock(int, int) noexcept {
  return refuse();
}

}  // extern "C"

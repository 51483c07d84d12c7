// Preloaded into `descent`, lets the clock of the day jump back and forth by hours and days from one reading
// to the next, as if somebody kept setting it. Monotonic clocks and those of CPU time are left alone, as a
// system does.

#include <dlfcn.h>
#include <sys/time.h>

#include <array>
#include <atomic>
#include <ctime>

namespace {

constexpr time_t hour = 3600;
constexpr std::array<time_t, 8> jumps{3 * hour, -2 * hour,  72 * hour,       -240 * hour,
                                      hour + 1, -50 * hour, 24 * 400 * hour, -5};

time_t jump() {
  static std::atomic<unsigned> readings{0};
  return jumps[readings++ % jumps.size()];
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* now) noexcept {
  const int result = next<int(clockid_t, timespec*)>("clock_gettime")(clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += jump();
  return result;
}

time_t time(time_t* where) noexcept {
  const time_t now = next<time_t(time_t*)>("time")(nullptr) + jump();
  if (where != nullptr) *where = now;
  return now;
}

int gettimeofday(timeval* now, void* zone) noexcept {
  const int result = next<int(timeval*, void*)>("gettimeofday")(now, zone);
  if (result == 0) now->tv_sec += jump();
  return result;
}

}  // extern "C"

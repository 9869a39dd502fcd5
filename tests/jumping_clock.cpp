// SPDX-License-Identifier: MIT
//
// A time of day that jumps by nine years, forth and back, each time it is asked for. LD_PRELOAD puts it in
// place of the system's; the clocks that only go on are left as they are.
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <ctime>

namespace {

std::time_t jump() {
  static std::atomic<unsigned> calls;
  constexpr std::time_t nine_years = 284'000'000;
  return calls++ % 2 == 0 ? nine_years : -nine_years;
}

}  // namespace

// Parameters are called as the system calls them.
extern "C" {

int clock_gettime(clockid_t clock_id, timespec* tp) noexcept {
  const auto result = static_cast<int>(syscall(SYS_clock_gettime, clock_id, tp));
  if (result == 0 && (clock_id == CLOCK_REALTIME || clock_id == CLOCK_REALTIME_COARSE)) tp->tv_sec += jump();
  return result;
}

std::time_t time(std::time_t* timer) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (timer != nullptr) *timer = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(timeval* tv, void* /*tz*/) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  *tv = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}
}

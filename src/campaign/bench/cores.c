// See cores.h.
#include "campaign/bench/cores.h"
#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static bool take(struct bench_cores *cores, int core) {
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  int length = snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "clew-bench-core-%d", core);
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return false;
  if (bind(fd, (struct sockaddr *)&name, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length))) {
    close(fd);
    return false;
  }
  vec_u64_push(&cores->sockets, (uint64_t)fd);
  return true;
}

void bench_cores_take(struct bench_cores *cores, cpu_set_t *sets, uint32_t n, uint32_t each) {
  cpu_set_t all, used;
  uint64_t found = 0, wanted = (uint64_t)n * each;
  for (uint32_t i = 0; i < n; i++) CPU_ZERO(&sets[i]);
  CPU_ZERO(&used);
  if (!each || sched_getaffinity(0, sizeof all, &all)) return;
  for (int shared = 0; shared < 2; shared++)
    for (int core = 0; core < CPU_SETSIZE && found < wanted; core++) {
      if (!CPU_ISSET(core, &all) || CPU_ISSET(core, &used) || (!shared && !take(cores, core))) continue;
      CPU_SET(core, &used);
      CPU_SET(core, &sets[found++ / each]);
    }
}

void bench_cores_release(struct bench_cores *cores) {
  for (uint32_t i = 0; i < cores->sockets.size; i++) close((int)cores->sockets.data[i]);
  vec_u64_release(&cores->sockets);
}

// See machine.h.
#include "base/process/machine.h"
#include <dlfcn.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// What only the archive that goes with the shared C library has.
static const char *const archived[] = {"atexit", "at_quick_exit", "pthread_atfork"};

bool machine_has(const char *function) {
  static const char *const libraries[] = {"libc.so.6", "libm.so.6", "libgcc_s.so.1"};
  for (size_t i = 0; i < sizeof archived / sizeof *archived; i++)
    if (strcmp(function, archived[i]) == 0) return true;
  bool found = false;
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries && !found; i++) {
    void *library = dlopen(libraries[i], RTLD_LAZY);
    if (!library) continue;
    found = dlsym(library, function) != NULL;
    dlclose(library);
  }
  return found;
}

// The folder of this process's control group below that of all; false: it has none.
static bool control_group(char *folder, size_t size) {
  FILE *f = fopen("/proc/self/cgroup", "r");
  char line[4096];
  bool found = false;
  while (f && !found && fgets(line, sizeof line, f)) {
    if (strncmp(line, "0::/", 4) != 0) continue;
    line[strcspn(line, "\n")] = 0;
    found = snprintf(folder, size, "%s", line + 3) < (int)size;
  }
  if (f) fclose(f);
  return found;
}

// How many processors the group has time for, rounded up; 0: no bound.
static uint32_t cores_of_group(const char *folder) {
  char path[4200];
  snprintf(path, sizeof path, "/sys/fs/cgroup%s/cpu.max", folder);
  FILE *f = fopen(path, "r");
  unsigned long quota, period;
  uint32_t cores = 0;
  if (f && fscanf(f, "%lu %lu", &quota, &period) == 2 && period) cores = (uint32_t)((quota + period - 1) / period);
  if (f) fclose(f);
  return cores;
}

uint32_t machine_cores(void) {
  cpu_set_t set;
  uint32_t cores = sched_getaffinity(0, sizeof set, &set) == 0 ? (uint32_t)CPU_COUNT(&set) : 1;
  char folder[4096];
  if (!control_group(folder, sizeof folder)) return cores;
  for (;;) { // a group has no more than the groups around it
    uint32_t most = cores_of_group(folder);
    if (most && most < cores) cores = most;
    char *last = strrchr(folder, '/');
    if (!last || !folder[0]) return cores;
    *last = 0;
  }
}

// See machine.h.
#include "campaign/bench/machine.h"
#include "base/process/control_group.h"
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static void read_processor(char *out, size_t size) {
  FILE *f = fopen("/proc/cpuinfo", "re");
  char line[512];
  snprintf(out, size, "unknown");
  while (f && fgets(line, sizeof line, f)) {
    const char *colon = strchr(line, ':');
    if (strncmp(line, "model name", 10) != 0 || !colon) continue;
    snprintf(out, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
    break;
  }
  if (f) fclose(f);
}

void bench_machine_read(struct bench_machine *machine) {
  struct utsname name;
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE), cores = sysconf(_SC_NPROCESSORS_ONLN);
  *machine = (struct bench_machine){.cores = cores > 0 ? (uint32_t)cores : 1};
  machine->memory = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
  read_processor(machine->processor, sizeof machine->processor);
  if (uname(&name)) return;
  snprintf(machine->host, sizeof machine->host, "%s", name.nodename);
  snprintf(machine->kernel, sizeof machine->kernel, "%s %s", name.sysname, name.release);
}

#define CPU "cpu: user and system time of all processes of the run, by the kernel"
#define REST                                                                                                           \
  "wall: monotonic clock, from fork to end; memory: sampled from /proc, sum of PSS (of one process: RSS), "            \
  "at least the largest RSS of one process (getrusage); "                                                              \
  "limits: kept by the supervisor between samples, with RLIMIT_CPU behind it"

const char *bench_measured(void) {
  return control_group_works() ? CPU " (control group); " REST : CPU " (getrusage, no control groups); " REST;
}

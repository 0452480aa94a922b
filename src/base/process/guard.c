// See guard.h.
#include "base/process/guard.h"
#include "base/process/child.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

_Noreturn static void watch(int from, struct temp *temp) {
  setpgid(0, 0); // what is sent to the run's group is not for it
  limits_become_child();
  child_silence();
  prctl(PR_SET_NAME, "clew guard");
  char byte;
  ssize_t n;
  while ((n = read(from, &byte, 1)) > 0 || (n < 0 && errno == EINTR)) continue;
  temp_remove(temp);
  _exit(0);
}

void guard_start(struct guard *guard, struct limits *limits, struct temp *temp) {
  int ends[2];
  *guard = (struct guard){.limits = limits, .hold = -1};
  if (!temp->path[0] || pipe2(ends, O_CLOEXEC)) return;
  int pid = fork();
  if (pid == 0) {
    close(ends[1]);
    watch(ends[0], temp);
  }
  close(ends[0]);
  if (pid < 0) {
    close(ends[1]);
    return;
  }
  setpgid(pid, pid);
  limits_add_worker(limits, pid);
  guard->pid = pid;
  guard->hold = ends[1];
}

void guard_end(struct guard *guard) {
  if (!guard->pid) return;
  kill(guard->pid, SIGKILL);
  limits_remove_worker(guard->limits, guard->pid);
  while (waitpid(guard->pid, NULL, 0) < 0 && errno == EINTR) continue;
  close(guard->hold);
  guard->pid = 0;
}

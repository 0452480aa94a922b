// See guard.h.
#include "base/process/guard.h"
#include "base/process/child.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// What is sent to the run's group is not for it.
static void become_guard(void) {
  setpgid(0, 0);
  limits_become_child();
  child_silence();
  prctl(PR_SET_NAME, "clew guard");
}

_Noreturn static void watch(int from, struct temp *temp) {
  char byte;
  ssize_t n;
  while ((n = read(from, &byte, 1)) > 0 || (n < 0 && errno == EINTR)) continue;
  temp_remove(temp);
  _exit(0);
}

static void adopt(struct guard *guard, int pid, int hold) {
  setpgid(pid, pid);
  limits_add_worker(guard->limits, pid);
  guard->pid = pid;
  guard->hold = hold;
}

void guard_start(struct guard *guard, struct limits *limits, struct temp *temp) {
  int ends[2];
  *guard = (struct guard){.limits = limits, .hold = -1};
  if (!temp->path[0] || pipe2(ends, O_CLOEXEC)) return;
  int pid = fork();
  if (pid == 0) {
    close(ends[1]);
    become_guard();
    watch(ends[0], temp);
  }
  close(ends[0]);
  if (pid < 0) close(ends[1]);
  else adopt(guard, pid, ends[1]);
}

_Noreturn static void make_and_watch(int from, int to, struct temp *temp) {
  struct error error = {0};
  become_guard();
  bool made = temp_make(temp, &error);
  const char *said = made ? temp->path : error.message;
  (void)!write(to, made ? "+" : "-", 1);
  (void)!write(to, said, strlen(said));
  close(to);
  if (!made) _exit(1);
  watch(from, temp);
}

bool guard_start_and_make(struct guard *guard, struct limits *limits, struct temp *temp, struct error *error) {
  int hold[2], answer[2];
  char said[sizeof temp->path + 1];
  *guard = (struct guard){.limits = limits, .hold = -1};
  temp->path[0] = 0;
  int pid = pipe2(hold, O_CLOEXEC) == 0 && pipe2(answer, O_CLOEXEC) == 0 ? fork() : -1;
  if (pid == 0) {
    close(hold[1]);
    close(answer[0]);
    make_and_watch(hold[0], answer[1], temp);
  }
  if (pid < 0) {
    error_set(error, EXIT_INTERNAL, "the guard of the temporary folder cannot be started: %s", strerror(errno));
    return false;
  }
  close(hold[0]);
  close(answer[1]);
  adopt(guard, pid, hold[1]);
  size_t size = 0;
  for (ssize_t n; size < sizeof said - 1 && (n = read(answer[0], said + size, sizeof said - 1 - size)) != 0;) {
    if (n < 0 && errno != EINTR) break;
    size += n > 0 ? (size_t)n : 0;
  }
  close(answer[0]);
  said[size] = 0;
  if (said[0] == '+') {
    memcpy(temp->path, said + 1, size);
    return true;
  }
  error_set(error, EXIT_INTERNAL, "%s", size ? said + 1 : "the guard of the temporary folder died");
  return false;
}

void guard_end(struct guard *guard) {
  if (!guard->pid) return;
  kill(guard->pid, SIGKILL);
  limits_remove_worker(guard->limits, guard->pid);
  while (waitpid(guard->pid, NULL, 0) < 0 && errno == EINTR) continue;
  close(guard->hold);
  guard->pid = 0;
}

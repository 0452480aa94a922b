// See supervise.h.
#include "base/process/supervise.h"
#include "base/file/temp.h"
#include "base/process/child.h"
#include "base/process/control_group.h"
#include "base/process/tree.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// A sample may take one part in so many of the time, so that it does not slow down what it measures.
#define SAMPLE_SHARE 50
#define SAMPLE_SHORTEST 0.02
#define SAMPLE_LONGEST 0.5
#define CPU_BACKSTOP 5 // seconds beyond the limit after which the kernel ends a single process by itself

struct supervisor {
  const struct supervise_command *command;
  int lifeline, handle, pid; // the program's; handle: that one can be waited for with poll; -1: there is none
  double started;
  struct tree tree;
  struct control_group group; // of the program, where there may be one
  struct supervise_result result;
  bool ended; // the program
};

// --- the program -----------------------------------------------------------------------------------------------------

static bool redirect(int stream, const char *file, int flags) {
  int fd = open(file, flags, 0666);
  if (fd < 0) return false;
  if (fd == stream) return true;
  dup2(fd, stream);
  close(fd);
  return true;
}

static void default_signals(void) {
  static const int changed[] = {SIGINT, SIGHUP, SIGQUIT, SIGTERM, SIGPIPE};
  for (size_t i = 0; i < sizeof changed / sizeof *changed; i++) signal(changed[i], SIG_DFL);
}

// Kernels kill this before anything else when the machine has no memory left.
static void offer_to_kernel(void) {
  int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (fd < 0) return;
  (void)!write(fd, "1000", 4);
  close(fd);
}

_Noreturn static void become_program(const struct supervisor *s, int parent, int failure) {
  const struct supervise_command *command = s->command;
  control_group_enter(&s->group);
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  default_signals();
  offer_to_kernel();
  child_limit(RLIMIT_CORE, 0);
  if (command->cpu > 0) child_limit(RLIMIT_CPU, (uint64_t)command->cpu + CPU_BACKSTOP);
  if (command->cores) sched_setaffinity(0, sizeof *command->cores, command->cores);
  setenv("TMPDIR", command->folder, 1);
  if (redirect(0, "/dev/null", O_RDONLY) && redirect(1, command->output, O_WRONLY | O_CREAT | O_APPEND | O_EXCL) &&
      dup2(1, 2) == 2 && chdir(command->folder) == 0)
    execvp(command->argv[0], (char *const *)command->argv);
  int why = errno;
  (void)!write(failure, &why, sizeof why);
  _exit(127);
}

// 0: it runs; otherwise errno.
static int start_program(struct supervisor *s) {
  int ends[2], why = 0, self = getpid();
  unlink(s->command->output);
  if (pipe2(ends, O_CLOEXEC)) return errno;
  s->started = clock_now();
  s->pid = fork();
  if (s->pid == 0) become_program(s, self, ends[1]);
  if (s->pid < 0) why = errno;
  close(ends[1]);
  // The other end closes when the program is executed.
  ssize_t got;
  while (!why && (got = read(ends[0], &why, sizeof why)) < 0 && errno == EINTR) continue;
  close(ends[0]);
  return why;
}

// --- the tree --------------------------------------------------------------------------------------------------------

// Reaps whatever has ended; notes the end of the program.
static void reap(struct supervisor *s) {
  int raw, pid;
  while ((pid = waitpid(-1, &raw, WNOHANG)) > 0) {
    if (pid != s->pid) continue;
    s->ended = true;
    s->result.wall = clock_now() - s->started;
    if (s->result.end != SUPERVISE_EXITED) continue; // killed at a limit
    if (WIFSIGNALED(raw)) s->result.end = SUPERVISE_SIGNALLED;
    s->result.status = WIFSIGNALED(raw) ? WTERMSIG(raw) : WEXITSTATUS(raw);
  }
}

static bool has_children(void) {
  siginfo_t info;
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

// Those whose parent is killed become children of this process, so that the end is there when it has none.
static void kill_all(struct supervisor *s) {
  int raw, pid;
  control_group_kill(&s->group);
  while (has_children()) {
    tree_kill(&s->tree);
    while ((pid = waitpid(-1, &raw, WNOHANG)) > 0)
      if (pid == s->pid && !s->ended) {
        s->ended = true;
        s->result.wall = clock_now() - s->started;
      }
    if (pid < 0 && errno == ECHILD) return;
    usleep(1000);
  }
}

static double reaped_cpu(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_CHILDREN, &usage)) return 0;
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

// `living`: what processes that live have used. Without a control group those that nobody waited for are missed.
static double used_cpu(const struct supervisor *s, double living) {
  double counted = 0, reaped = reaped_cpu() + living;
  return control_group_cpu(&s->group, &counted) && counted > reaped ? counted : reaped;
}

static uint64_t output_size(const char *file) {
  struct stat status;
  return stat(file, &status) == 0 ? (uint64_t)status.st_size : 0;
}

// The limit that is passed; SUPERVISE_EXITED: none.
static enum supervise_end passed_limit(struct supervisor *s, const struct tree_use *use) {
  const struct supervise_command *c = s->command;
  if (c->memory && use->memory > c->memory) return SUPERVISE_MEMORY;
  if (c->cpu > 0 && used_cpu(s, use->cpu) > c->cpu) return SUPERVISE_CPU;
  if (c->wall > 0 && clock_now() - s->started > c->wall) return SUPERVISE_WALL;
  if (c->output_most && output_size(c->output) > c->output_most) return SUPERVISE_OUTPUT;
  return SUPERVISE_EXITED;
}

// How many seconds until the next one.
static double sample(struct supervisor *s) {
  double begin = clock_now(), pause;
  struct tree_use use;
  tree_look(&s->tree, &use);
  s->result.samples++;
  if (use.memory > s->result.memory) s->result.memory = use.memory;
  if (use.processes > s->result.processes) s->result.processes = use.processes;
  enum supervise_end end = passed_limit(s, &use);
  if (end != SUPERVISE_EXITED) {
    s->result.end = end;
    kill_all(s);
  }
  pause = (clock_now() - begin) * SAMPLE_SHARE;
  return pause < SAMPLE_SHORTEST ? SAMPLE_SHORTEST : pause > SAMPLE_LONGEST ? SAMPLE_LONGEST : pause;
}

// False: whoever asked for the run is gone.
static bool wait_for_event(struct supervisor *s, double seconds) {
  struct pollfd events[2] = {{.fd = s->lifeline, .events = POLLIN}, {.fd = s->handle, .events = POLLIN}};
  double left = s->command->wall > 0 ? s->started + s->command->wall - clock_now() : seconds;
  if (left < seconds) seconds = left < 0 ? 0 : left;
  if (s->handle < 0 && seconds > 0.001) seconds = 0.001; // an old kernel: looked at often
  poll(events, s->handle < 0 ? 1 : 2, (int)(seconds * 1000) + 1);
  return !events[0].revents;
}

static bool watch(struct supervisor *s) {
  double next = clock_now() + SAMPLE_SHORTEST;
  for (;;) {
    double now = clock_now();
    if (!wait_for_event(s, next > now ? next - now : 0)) return false;
    reap(s);
    if (s->ended) return true;
    now = clock_now();
    if (now < next) continue;
    next = now + sample(s);
    if (s->ended) return true;
  }
}

// --- the supervisor --------------------------------------------------------------------------------------------------

static void finish(struct supervisor *s) {
  struct tree_use use;
  struct rusage usage;
  if (s->result.end <= SUPERVISE_SIGNALLED && has_children()) {
    tree_look(&s->tree, &use);
    s->result.left_behind = use.processes;
  }
  kill_all(s);
  s->result.cpu = used_cpu(s, 0);
  if (getrusage(RUSAGE_CHILDREN, &usage) == 0 && (uint64_t)usage.ru_maxrss * 1024 > s->result.memory)
    s->result.memory = (uint64_t)usage.ru_maxrss * 1024;
  if (!s->result.processes) s->result.processes = 1;
}

// Nobody else is left to do it.
static void remove_folder(const char *folder) {
  struct temp temp;
  int n = snprintf(temp.path, sizeof temp.path, "%s", folder);
  if (n > 0 && (size_t)n < sizeof temp.path) temp_remove(&temp);
}

_Noreturn static void supervise(const struct supervise_command *command, int lifeline, int to) {
  struct supervisor s = {.command = command, .lifeline = lifeline, .handle = -1};
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_NAME, "clew-supervise");
  tree_open(&s.tree, getpid());
  control_group_make(&s.group);
  int why = start_program(&s);
  if (why) {
    kill_all(&s);
    s.result.end = SUPERVISE_NOT_STARTED;
    s.result.status = why;
  } else {
    s.handle = pidfd_open(s.pid, 0);
    if (!watch(&s)) {
      kill_all(&s);
      control_group_remove(&s.group);
      remove_folder(command->folder);
      _exit(1);
    }
    finish(&s);
  }
  control_group_remove(&s.group);
  (void)!write(to, &s.result, sizeof s.result);
  _exit(0);
}

bool supervise_open(struct supervise_lifeline *lifeline) { return pipe2(lifeline->ends, O_CLOEXEC) == 0; }

void supervise_close(struct supervise_lifeline *lifeline) {
  for (int i = 0; i < 2; i++)
    if (lifeline->ends[i] >= 0) close(lifeline->ends[i]);
  lifeline->ends[0] = lifeline->ends[1] = -1;
}

// Signals of the terminal are for the process that asked for the runs: it ends them by the lifeline.
static void ignore_signals(void) {
  static const int ignored[] = {SIGINT, SIGHUP, SIGQUIT, SIGTERM, SIGPIPE};
  sigset_t none;
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

int supervise_start(const struct supervise_lifeline *lifeline, const struct supervise_command *command, int *from) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return 0;
  int pid = fork();
  if (pid == 0) {
    setpgid(0, 0);
    ignore_signals();
    close(lifeline->ends[1]);
    supervise(command, lifeline->ends[0], ends[1]);
  }
  int why = errno;
  close(ends[1]);
  if (pid > 0) {
    *from = ends[0];
    return pid;
  }
  close(ends[0]);
  errno = why;
  return 0;
}

bool supervise_finish(int pid, int from, struct supervise_result *out) {
  ssize_t got;
  while ((got = read(from, out, sizeof *out)) < 0 && errno == EINTR) continue;
  close(from);
  while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
  return got == (ssize_t)sizeof *out;
}

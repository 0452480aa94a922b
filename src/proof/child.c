// Child processes with limits: the compiler and the linker, and the program under test, which may do anything.
//
// The program under test is locked in: no network and no processes of its own (seccomp), nothing is opened for
// writing, removed or renamed, no other process is signalled, limits on time, memory and file sizes, no environment,
// standard streams at /dev/null, and everything it started dies with its process group. Where the kernel cannot lock
// it in, it is not run.
//
// What is denied fails as it may fail anywhere: a program goes on as it would for a user without rights. Where such a
// failure could not happen (a signal to itself), the run ends: what would come then shows nothing.
#include "proof/internal.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// --- tools --------------------------------------------------------------------------

static void quiet_stream(int stream, const char *file, int flags) {
  int fd = open(file, flags, 0600);
  if (fd < 0) _exit(127);
  if (fd != stream) {
    dup2(fd, stream);
    close(fd);
  }
}

int child_start_tool(struct limits *limits, char *const *argv, const char *output) {
  int pid = fork();
  if (pid < 0) return 0;
  if (pid == 0) {
    setpgid(0, 0);
    quiet_stream(0, "/dev/null", O_RDONLY);
    quiet_stream(1, output, O_WRONLY | O_CREAT | O_TRUNC);
    dup2(1, 2);
    execvp(argv[0], argv);
    _exit(127);
  }
  setpgid(pid, pid); // in both, so that no one can come too late
  limits_add_child(limits, pid);
  return pid;
}

static void child_kill(struct limits *limits, int pid) {
  kill(-pid, SIGKILL);
  kill(pid, SIGKILL);
  waitpid(pid, NULL, 0);
  limits_remove_child(limits, pid);
}

static enum child_end child_status(int raw, int *status) {
  if (WIFSIGNALED(raw)) {
    *status = WTERMSIG(raw);
    return CHILD_SIGNALLED;
  }
  *status = WEXITSTATUS(raw);
  return CHILD_EXITED;
}

enum child_end child_wait(struct limits *limits, int pid, double seconds, int *status) {
  double end = clock_now() + seconds;
  *status = 0;
  // Tools end within milliseconds: look often at first.
  for (useconds_t pause = 500;; pause = pause < 20000 ? pause + pause / 4 : pause) {
    int raw, got = waitpid(pid, &raw, WNOHANG);
    if (got == pid) {
      limits_remove_child(limits, pid);
      return child_status(raw, status);
    }
    if (got < 0 && errno != EINTR) {
      limits_remove_child(limits, pid);
      *status = errno;
      return CHILD_NOT_STARTED;
    }
    if (limits_stopped(limits) || clock_now() > end) {
      child_kill(limits, pid);
      return limits_stopped(limits) ? CHILD_STOPPED : CHILD_TIMED_OUT;
    }
    usleep(pause);
  }
}

// --- the lock -----------------------------------------------------------------------

struct denied {
  uint16_t x64, x86;
};   // system call numbers; 0xffff: there is none

// clang-format off
static const struct denied denied_calls[] = {
  {41, 359}, {53, 360}, {0xffff, 102},                          // socket, socketpair, socketcall
  {87, 10}, {263, 301}, {82, 38}, {264, 302}, {316, 353},       // unlink, unlinkat, rename, renameat, renameat2
  {83, 39}, {258, 296}, {84, 40}, {86, 9}, {265, 303},          // mkdir, mkdirat, rmdir, link, linkat
  {88, 83}, {266, 304}, {133, 14}, {259, 297},                  // symlink, symlinkat, mknod, mknodat
  {76, 92}, {77, 93}, {0xffff, 193}, {0xffff, 194}, {285, 324}, // truncate, ftruncate, (64), fallocate
  {90, 15}, {91, 94}, {268, 306}, {452, 452},                   // chmod, fchmod, fchmodat, fchmodat2
  {92, 182}, {93, 95}, {94, 16}, {260, 298}, {0xffff, 212}, {0xffff, 207}, {0xffff, 198}, // chown and its kin
  {132, 30}, {235, 271}, {261, 299}, {280, 320},                // utime, utimes, futimesat, utimensat
  {188, 226}, {189, 227}, {190, 228}, {197, 235}, {198, 236}, {199, 237}, // setxattr, removexattr
  {85, 8}, {437, 437}, {425, 425}, {304, 342},                  // creat, openat2, io_uring_setup, open_by_handle_at
  {57, 2}, {58, 190}, {435, 435},                               // fork, vfork, clone3
  {101, 26}, {310, 347}, {311, 348}, {434, 434},                // ptrace, process_vm_readv and _writev, pidfd_open
  {165, 21}, {166, 52}, {155, 217}, {161, 61}, {272, 310}, {308, 346}, // mount, umount2, pivot_root, chroot, unshare, setns
  {169, 88}, {170, 74}, {171, 121}, {164, 79}, {227, 264}, {159, 124}, // reboot, sethostname, setdomainname, settimeofday …
  {175, 128}, {313, 350}, {176, 129}, {246, 283}, {320, 0xffff}, // modules, kexec
  {167, 87}, {168, 115}, {172, 110}, {173, 101}, {321, 357}, {298, 336}, // swap, iopl, ioperm, bpf, perf_event_open
  {109, 57}, {112, 66},                                         // setpgid, setsid: it stays in its group
  {163, 51}, {153, 111}, {179, 131}, {305, 343},                // acct, vhangup, quotactl, clock_adjtime
  {428, 428}, {429, 429}, {430, 430}, {432, 432}, {442, 442},   // open_tree, move_mount, fsopen, fsmount, mount_setattr
  {438, 438}, {440, 440}, {448, 448},                           // pidfd_getfd, process_madvise, process_mrelease
};
// The run ends there.
static const struct denied ending_calls[] = {
  {62, 37}, {129, 178}, {297, 335}, {424, 424}, {200, 238},     // kill, rt_sigqueueinfo, its thread's, pidfd_send_signal, tkill
  {29, 395}, {64, 393}, {68, 399}, {0xffff, 117}, {240, 277}, {250, 288}, {248, 286}, // System V IPC, mq_open, keys
};
// clang-format on

#define LOCK_MAX 1024
struct lock {
  struct sock_filter code[LOCK_MAX];
  unsigned short size;
};

static void lock_add(struct lock *lock, uint16_t op, uint8_t yes, uint8_t no, uint32_t k) {
  if (lock->size < LOCK_MAX) lock->code[lock->size++] = (struct sock_filter){op, yes, no, k};
}

static void lock_load(struct lock *lock, size_t offset) {
  lock_add(lock, BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)offset);
}

#define LOCK_DENY (SECCOMP_RET_ERRNO | EPERM)

#define LOCK_END SECCOMP_RET_KILL_PROCESS

static void lock_deny(struct lock *lock, uint32_t call, uint32_t how) {
  lock_add(lock, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, call);
  lock_add(lock, BPF_RET | BPF_K, 0, 0, how);
}

// How a denied call fails: too many processes, a kernel without the call, or no rights.
static uint32_t lock_failure(uint32_t call, bool is64) {
  if (is64 ? call == 57 || call == 58 : call == 2 || call == 190) return SECCOMP_RET_ERRNO | EAGAIN;
  return call == 435 || call == 437 ? SECCOMP_RET_ERRNO | ENOSYS : LOCK_DENY;
}

// Denies `call`, as `how` says, unless its argument is the value.
static void lock_need_value(struct lock *lock, uint32_t call, uint32_t argument, uint32_t value, uint32_t how) {
  lock_add(lock, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, call);
  lock_load(lock, offsetof(struct seccomp_data, args) + 8 * argument);
  lock_add(lock, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, value);
  lock_add(lock, BPF_RET | BPF_K, 0, 0, how);
  lock_add(lock, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
}

// Denies `call`, as `how` says, if its argument has (or has not all of) the given bits.
static void lock_deny_bits(struct lock *lock, uint32_t call, uint32_t argument, uint32_t bits, bool when_set,
                           uint32_t how) {
  lock_add(lock, BPF_JMP | BPF_JEQ | BPF_K, 0, when_set ? 4 : 5, call);
  lock_load(lock, offsetof(struct seccomp_data, args) + 8 * argument); // the low half: little-endian
  if (when_set) {
    lock_add(lock, BPF_JMP | BPF_JSET | BPF_K, 0, 1, bits);
    lock_add(lock, BPF_RET | BPF_K, 0, 0, how);
  } else {
    lock_add(lock, BPF_ALU | BPF_AND | BPF_K, 0, 0, bits);
    lock_add(lock, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, bits);
    lock_add(lock, BPF_RET | BPF_K, 0, 0, how);
  }
  lock_add(lock, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
}

// Of a terminal or another device, only what it is can be asked.
static void lock_ioctl(struct lock *lock, uint32_t call) {
  static const uint32_t asking[] = {TCGETS, TIOCGWINSZ, TIOCGPGRP, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX};
  uint8_t n = sizeof asking / sizeof *asking;
  lock_add(lock, BPF_JMP | BPF_JEQ | BPF_K, 0, (uint8_t)(n + 3), call);
  lock_load(lock, offsetof(struct seccomp_data, args) + 8);
  for (uint8_t i = 0; i < n; i++) lock_add(lock, BPF_JMP | BPF_JEQ | BPF_K, (uint8_t)(n - i), 0, asking[i]);
  lock_add(lock, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | ENOTTY);
  lock_add(lock, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
}

static void lock_architecture(struct lock *lock, uint32_t architecture) {
  bool is64 = architecture == AUDIT_ARCH_X86_64;
  lock_load(lock, offsetof(struct seccomp_data, nr));
  // Numbers of the x32 interface are another way to the same calls.
  if (is64) {
    lock_add(lock, BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000);
    lock_add(lock, BPF_RET | BPF_K, 0, 0, LOCK_DENY);
  }
  for (size_t i = 0; i < sizeof denied_calls / sizeof *denied_calls; i++) {
    uint16_t call = is64 ? denied_calls[i].x64 : denied_calls[i].x86;
    if (call != 0xffff) lock_deny(lock, call, lock_failure(call, is64));
  }
  for (size_t i = 0; i < sizeof ending_calls / sizeof *ending_calls; i++) {
    uint16_t call = is64 ? ending_calls[i].x64 : ending_calls[i].x86;
    if (call != 0xffff) lock_deny(lock, call, LOCK_END);
  }
  uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
  lock_deny_bits(lock, is64 ? 2 : 5, 1, writing, true, LOCK_DENY);       // open
  lock_deny_bits(lock, is64 ? 257 : 295, 2, writing, true, LOCK_DENY);   // openat
  // clone: threads only
  lock_deny_bits(lock, is64 ? 56 : 120, 0, CLONE_VM | CLONE_THREAD, false, SECCOMP_RET_ERRNO | EAGAIN);
  lock_need_value(lock, is64 ? 234 : 270, 0, (uint32_t)getpid(), LOCK_END); // tgkill: to itself, as raise and abort do
  lock_need_value(lock, is64 ? 302 : 340, 0, 0, LOCK_DENY); // prlimit64: its own
  lock_ioctl(lock, is64 ? 16 : 54);
  lock_add(lock, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
}

// False if the kernel does not do that.
static bool lock_calls(void) {
  struct lock lock64 = {.size = 0}, lock86 = {.size = 0}, all = {.size = 0};
  lock_architecture(&lock64, AUDIT_ARCH_X86_64);
  lock_architecture(&lock86, AUDIT_ARCH_I386);
  lock_load(&all, offsetof(struct seccomp_data, arch));
  lock_add(&all, BPF_JMP | BPF_JEQ | BPF_K, 3, 0, AUDIT_ARCH_X86_64);
  lock_add(&all, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, AUDIT_ARCH_I386);
  lock_add(&all, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_KILL_PROCESS);
  lock_add(&all, BPF_JMP | BPF_JA, 0, 0, lock64.size);
  for (unsigned i = 0; i < lock64.size; i++)
    lock_add(&all, lock64.code[i].code, lock64.code[i].jt, lock64.code[i].jf, lock64.code[i].k);
  for (unsigned i = 0; i < lock86.size; i++)
    lock_add(&all, lock86.code[i].code, lock86.code[i].jt, lock86.code[i].jf, lock86.code[i].k);
  struct sock_fprog program = {.len = all.size, .filter = all.code};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void lock_resource(int resource, rlim_t soft) {
  struct rlimit limit;
  if (getrlimit(resource, &limit)) return;
  if (limit.rlim_max != RLIM_INFINITY && soft > limit.rlim_max) soft = limit.rlim_max;
  limit.rlim_cur = limit.rlim_max = soft;
  setrlimit(resource, &limit);
}

#define LOCKED_MEMORY ((rlim_t)4 << 30)
#define LOCKED_STACK ((rlim_t)512 << 20)

static void lock_limits(double seconds) {
  lock_resource(RLIMIT_CPU, (rlim_t)ceil(seconds) + 1);
  lock_resource(RLIMIT_AS, LOCKED_MEMORY);
  lock_resource(RLIMIT_STACK, LOCKED_STACK);
  lock_resource(RLIMIT_FSIZE, 0);
  lock_resource(RLIMIT_CORE, 0);
  // Threads of the program count too, and so do all other processes of the user: no lower than that.
  lock_resource(RLIMIT_NPROC, 4096);
}

#define UNLOCKED "not locked in" // said by the child when the kernel has no locks

_Noreturn static void locked_child(const char *program, const char *folder, double seconds, int from, int descriptor) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  quiet_stream(0, "/dev/null", O_RDONLY);
  quiet_stream(1, "/dev/null", O_WRONLY);
  dup2(1, 2);
  if (dup2(from, descriptor) < 0 || chdir(folder)) _exit(127);
  for (int fd = 3; fd < descriptor; fd++) close(fd);
  for (int fd = descriptor + 1; fd < 1024; fd++) close(fd);
  signal(SIGPIPE, SIG_DFL);
  personality(ADDR_NO_RANDOMIZE); // the same addresses each time
  lock_limits(seconds);
  if (!lock_calls()) { // nothing is run that could do harm
    if (write(descriptor, UNLOCKED "\n", sizeof UNLOCKED) < 0) _exit(126);
    _exit(127);
  }
  char *argv[] = {(char *)"program", NULL}, *environment[] = {NULL};
  execve(program, argv, environment);
  _exit(127);
}

// Reads until a line is complete, the other end is closed or time is up. Returns true when a line is complete.
static bool read_line(struct limits *limits, int fd, double end, char *said, size_t size) {
  size_t length = 0;
  said[0] = 0;
  while (length + 1 < size && !limits_stopped(limits)) {
    double left = end - clock_now();
    if (left <= 0) return false;
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    int ready = poll(&wait, 1, left > 0.1 ? 100 : (int)(left * 1000) + 1);
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) continue;
    ssize_t got = read(fd, said + length, size - 1 - length);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    length += (size_t)got;
    said[length] = 0;
    char *newline = memchr(said, '\n', length);
    if (!newline) continue;
    *newline = 0;
    return true;
  }
  return false;
}

enum child_end child_run_locked(struct limits *limits, const char *program, const char *folder, double seconds,
                                int descriptor, char *said, size_t size, int *status) {
  int ends[2];
  *status = 0;
  said[0] = 0;
  if (pipe2(ends, O_CLOEXEC)) {
    *status = errno;
    return CHILD_NOT_STARTED;
  }
  double end = clock_now() + seconds;
  int pid = fork();
  if (pid < 0) {
    *status = errno;
    close(ends[0]);
    close(ends[1]);
    return CHILD_NOT_STARTED;
  }
  if (pid == 0) locked_child(program, folder, seconds, ends[1], descriptor);
  setpgid(pid, pid);
  limits_add_child(limits, pid);
  close(ends[1]);
  bool complete = read_line(limits, ends[0], end, said, size);
  close(ends[0]);
  enum child_end how;
  if (complete) {
    child_kill(limits, pid);
    bool unlocked = strcmp(said, UNLOCKED) == 0;
    how = unlocked ? CHILD_NOT_STARTED : CHILD_EXITED;
    if (unlocked) *status = ENOSYS;
  } else {
    said[0] = 0;
    double left = end - clock_now();
    how = child_wait(limits, pid, left > 0 ? left : 0, status);
    kill(-pid, SIGKILL); // what it may have left behind
  }
  return how;
}

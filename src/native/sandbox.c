// The program under test, which may do anything, is run locked in.
//
// No network and no processes of its own, no other program, nothing is opened for writing, removed or renamed, no other
// process is signalled, nothing is reported to clew but by the harness (origin.c) (seccomp, through libseccomp); limits
// on time, memory and file sizes, no environment but the time zone UTC, standard streams at /dev/null; everything it
// started dies with its process group. Where the kernel cannot lock it in, it is not run.
//
// What is denied fails as it may fail anywhere: a program goes on as it would for a user without rights. Where such a
// failure could not happen (a signal to itself), the run ends: what would come then shows nothing.
#include "base/process/child.h"
#include "native/sandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <math.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// --- the lock -----------------------------------------------------------------------

#define CALL(name) SCMP_SYS(name)

// clang-format off
// No rights.
static const int denied[] = {
    CALL(socket), CALL(socketpair), CALL(socketcall),
    // files and folders
    CALL(unlink), CALL(unlinkat), CALL(rename), CALL(renameat), CALL(renameat2), CALL(mkdir), CALL(mkdirat),
    CALL(rmdir), CALL(link), CALL(linkat), CALL(symlink), CALL(symlinkat), CALL(mknod), CALL(mknodat), CALL(truncate),
    CALL(ftruncate), CALL(truncate64), CALL(ftruncate64), CALL(fallocate), CALL(chmod), CALL(fchmod), CALL(fchmodat),
    CALL(chown), CALL(fchown), CALL(lchown), CALL(fchownat), CALL(chown32), CALL(fchown32),
    CALL(lchown32), CALL(utime), CALL(utimes), CALL(futimesat), CALL(utimensat), CALL(utimensat_time64), CALL(setxattr),
    CALL(lsetxattr), CALL(fsetxattr), CALL(removexattr), CALL(lremovexattr), CALL(fremovexattr), CALL(creat),
    CALL(io_uring_setup), CALL(open_by_handle_at),
    // other processes; it stays in its group
    CALL(ptrace), CALL(process_vm_readv), CALL(process_vm_writev), CALL(pidfd_open), CALL(pidfd_getfd),
    CALL(process_madvise), CALL(process_mrelease), CALL(setpgid), CALL(setsid), CALL(setpriority), CALL(ioprio_set),
    CALL(sched_setaffinity), CALL(sched_setscheduler), CALL(sched_setparam), CALL(sched_setattr), CALL(migrate_pages),
    CALL(move_pages),
    // the machine
    CALL(mount), CALL(umount), CALL(umount2), CALL(pivot_root), CALL(chroot), CALL(unshare), CALL(setns),
    CALL(open_tree), CALL(move_mount), CALL(fsopen), CALL(fsmount), CALL(mount_setattr), CALL(reboot),
    CALL(sethostname), CALL(setdomainname), CALL(settimeofday), CALL(stime), CALL(clock_settime), CALL(clock_settime64),
    CALL(adjtimex), CALL(clock_adjtime), CALL(clock_adjtime64), CALL(init_module), CALL(finit_module),
    CALL(delete_module), CALL(kexec_load), CALL(kexec_file_load), CALL(swapon), CALL(swapoff), CALL(iopl), CALL(ioperm),
    CALL(bpf), CALL(perf_event_open), CALL(acct), CALL(vhangup), CALL(quotactl), CALL(syslog), CALL(fanotify_init),
    // its own code
    CALL(userfaultfd), CALL(modify_ldt)};
static const int too_many[] = {CALL(fork), CALL(vfork)};
static const int unknown_to_kernel[] = {CALL(clone3), CALL(openat2), CALL(io_setup), CALL(io_submit)};
// The run ends there: signals, System V IPC (also by numbers that are not asked for), message queues, keys.
static const int ending[] = {
    CALL(kill), CALL(rt_sigqueueinfo), CALL(rt_tgsigqueueinfo), CALL(pidfd_send_signal), CALL(tkill), CALL(shmget),
    CALL(shmat), CALL(shmctl), CALL(semget), CALL(semop), CALL(semtimedop), CALL(semtimedop_time64), CALL(semctl),
    CALL(msgget), CALL(msgsnd), CALL(msgrcv), CALL(msgctl), CALL(ipc), CALL(mq_open), CALL(mq_unlink), CALL(keyctl),
    CALL(add_key), CALL(request_key)};
// clang-format on

#define DENY SCMP_ACT_ERRNO(EPERM)

static bool lock_all(scmp_filter_ctx lock, uint32_t how, size_t n, const int *calls) {
  for (size_t i = 0; i < n; i++)
    if (seccomp_rule_add(lock, how, calls[i], 0)) return false;
  return true;
}

#define LOCK_ALL(lock, how, calls) lock_all(lock, how, sizeof(calls) / sizeof *(calls), calls)

static bool lock_if(scmp_filter_ctx lock, uint32_t how, int call, struct scmp_arg_cmp condition) {
  return seccomp_rule_add_array(lock, how, call, 1, &condition) == 0;
}

// Files are opened for reading only.
static bool lock_open(scmp_filter_ctx lock, int call, unsigned argument) {
  static const unsigned writing[] = {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC};
  for (size_t i = 0; i < sizeof writing / sizeof *writing; i++)
    if (!lock_if(lock, DENY, call, SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, writing[i], writing[i]))) return false;
  return true;
}

// The kernel looks at the lower half of an int only, so that is what is compared.
static bool lock_command(scmp_filter_ctx lock, int call, unsigned argument, unsigned command) {
  return lock_if(lock, DENY, call, SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, UINT32_MAX, command));
}

// A descriptor sends signals to whom it is said to belong.
static bool lock_owners(scmp_filter_ctx lock) {
  static const unsigned owning[] = {F_SETOWN, F_SETOWN_EX, F_SETSIG};
  for (size_t i = 0; i < sizeof owning / sizeof *owning; i++)
    if (!lock_command(lock, CALL(fcntl), 1, owning[i]) || !lock_command(lock, CALL(fcntl64), 1, owning[i]))
      return false;
  return true;
}

// Where the harness speaks, as if it were not open: no other way to write there, and no other number for it.
static bool lock_descriptor(scmp_filter_ctx lock, int descriptor) {
  static const struct {
    int call;
    unsigned argument;
  } uses[] = {{CALL(writev), 0},   {CALL(pwrite64), 0}, {CALL(pwritev), 0},   {CALL(pwritev2), 0},
              {CALL(sendfile), 0}, {CALL(vmsplice), 0}, {CALL(tee), 1},       {CALL(splice), 2},
              {CALL(dup), 0},      {CALL(dup2), 0},     {CALL(dup3), 0},      {CALL(copy_file_range), 2},
              {CALL(fcntl), 0},    {CALL(fcntl64), 0},  {CALL(sendfile64), 0}};
  for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
    if (!lock_if(lock, SCMP_ACT_ERRNO(EBADF), uses[i].call,
                 SCMP_CMP(uses[i].argument, SCMP_CMP_MASKED_EQ, UINT32_MAX, (scmp_datum_t)descriptor)))
      return false;
  return true;
}

static bool lock_rules(scmp_filter_ctx lock, int descriptor) {
  const uint32_t again = SCMP_ACT_ERRNO(EAGAIN), end = SCMP_ACT_KILL_PROCESS;
  // 32-bit programs run on a 64-bit machine; what comes in by any other way ends the run.
  if (seccomp_arch_native() == SCMP_ARCH_X86_64 && seccomp_arch_add(lock, SCMP_ARCH_X86)) return false;
  return seccomp_attr_set(lock, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0 && LOCK_ALL(lock, DENY, denied) &&
         LOCK_ALL(lock, again, too_many) && LOCK_ALL(lock, SCMP_ACT_ERRNO(ENOSYS), unknown_to_kernel) &&
         LOCK_ALL(lock, end, ending) && lock_open(lock, CALL(open), 1) && lock_open(lock, CALL(openat), 2) &&
         // threads only
         lock_if(lock, again, CALL(clone), SCMP_CMP(0, SCMP_CMP_MASKED_EQ, CLONE_VM, 0)) &&
         lock_if(lock, again, CALL(clone), SCMP_CMP(0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0)) &&
         // signals to itself, as raise and abort send them
         lock_if(lock, end, CALL(tgkill), SCMP_CMP(0, SCMP_CMP_NE, (scmp_datum_t)getpid(), 0)) && lock_owners(lock) &&
         // it does not outlive its parent
         lock_command(lock, CALL(prctl), 0, PR_SET_PDEATHSIG) && lock_command(lock, CALL(prctl), 0, PR_SET_MM) &&
         lock_descriptor(lock, descriptor) &&
         // its own limits
         lock_if(lock, DENY, CALL(prlimit64), SCMP_CMP(0, SCMP_CMP_NE, 0, 0));
}

// The library denies calls by their names: what is newer than it, like fchmodat2, is as in a kernel that does not have
// it. From this number on all machines have the same ones.
static bool lock_newer(void) {
  enum { FIRST_UNKNOWN = 451 };
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FIRST_UNKNOWN, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof code / sizeof *code, .filter = code};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

// Of a terminal or another device, only what it is can be asked. The library can say what is denied only, and would
// take a rule for each number between those that are allowed.
static bool lock_ioctl(void) {
  enum { X86_64_IOCTL = 16, X86_IOCTL = 54 };
#define NUMBER BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define IF(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      IF(AUDIT_ARCH_X86_64, 0, 2),
      NUMBER,
      IF(X86_64_IOCTL, 2, 11),
      NUMBER,
      IF(X86_IOCTL, 0, 9),
      // The kernel looks at the lower half of the command only.
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
      IF(TCGETS, 7, 0),
      IF(TIOCGPGRP, 6, 0),
      IF(TIOCGWINSZ, 5, 0),
      IF(FIONREAD, 4, 0),
      IF(FIONBIO, 3, 0),
      IF(FIONCLEX, 2, 0),
      IF(FIOCLEX, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOTTY),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
#undef IF
#undef NUMBER
  struct sock_fprog program = {.len = sizeof code / sizeof *code, .filter = code};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

// False if the kernel does not do that.
static bool lock_calls(const struct sandbox_image *image, int descriptor, uint64_t ticket) {
  scmp_filter_ctx lock = seccomp_init(SCMP_ACT_ALLOW);
  return lock && lock_rules(lock, descriptor) && seccomp_load(lock) == 0 && lock_newer() && lock_ioctl() &&
         sandbox_lock_report(image, descriptor, ticket); // not released: the process becomes another
}

static const rlim_t memory_bytes = (rlim_t)4 << 30, stack_bytes = (rlim_t)512 << 20;
#define SERVED_SECONDS 1e6 // its runs are short, and who serves is ended by its parent

static void lock_limits(double seconds) {
  struct rlimit stack;
  if (getrlimit(RLIMIT_STACK, &stack) == 0) { // more than usual, if that is possible
    if (stack.rlim_max > stack_bytes) stack.rlim_max = stack_bytes;
    stack.rlim_cur = stack.rlim_max;
    setrlimit(RLIMIT_STACK, &stack);
  }
  child_limit(RLIMIT_CPU, (uint64_t)ceil(seconds) + 1);
  child_limit(RLIMIT_AS, memory_bytes);
  child_limit(RLIMIT_FSIZE, 0);
  child_limit(RLIMIT_CORE, 0);
  // Threads of the program count too, and so do all other processes of the user: no lower than that.
  child_limit(RLIMIT_NPROC, 4096);
}

// --- the run ------------------------------------------------------------------------

#define UNLOCKED "not locked in" // said by the child when the kernel has no locks

struct prisoner {
  const char *program, *folder;
  double seconds;
  int descriptor; // where it speaks
  int shared; // a file that it gets as the next one, or -1
  int control; // what it reads from, behind that, or -1
  struct sandbox_image image;
};

// Also what clew itself was started with. Kept are those from `kept` to `last`.
static void close_others(int kept, int last) {
  if (close_range(last + 1, UINT_MAX, 0) == 0 && close_range(3, kept - 1, 0) == 0) return;
  for (int fd = 3; fd < 1024; fd++) // an old kernel
    if (fd < kept || fd > last) close(fd);
}

static void run_locked(void *context, int to) {
  const struct prisoner *prisoner = context;
  child_silence();
  if (dup2(to, prisoner->descriptor) < 0 || chdir(prisoner->folder)) _exit(127);
  bool shares = prisoner->shared >= 0;
  if (shares && dup2(prisoner->shared, prisoner->descriptor + 1) < 0) _exit(127);
  bool serves = prisoner->control >= 0;
  if (serves && dup2(prisoner->control, prisoner->descriptor + 2) < 0) _exit(127);
  close_others(prisoner->descriptor, prisoner->descriptor + shares + serves);
  personality(ADDR_NO_RANDOMIZE); // the same addresses each time
  uint64_t ticket;
  bool drawn = getrandom(&ticket, sizeof ticket, 0) == (ssize_t)sizeof ticket;
  if (!drawn || !lock_calls(&prisoner->image, prisoner->descriptor, ticket)) { // nothing is run that could do harm
    if (write(prisoner->descriptor, UNLOCKED "\n", sizeof UNLOCKED) < 0) _exit(126);
    _exit(127);
  }
  lock_limits(prisoner->seconds); // now: the lock takes memory
  // Local time is UTC, as the automaton has it; what the program asks of its environment is an input.
  char *argv[] = {(char *)"program", NULL}, *environment[] = {(char *)"TZ=UTC0", NULL};
  syscall(SYS_execve, prisoner->program, argv, environment, NULL, NULL, ticket);
  _exit(127);
}

enum child_end sandbox_run(struct limits *limits, const char *program, const char *folder, double seconds,
                           int descriptor, int shared, struct text *said, int *status) {
  struct prisoner prisoner = {program, folder, seconds, descriptor, shared, -1, {0}};
  double end = clock_now() + seconds;
  text_clear(said);
  *status = 0;
  if (!sandbox_image_read(program, &prisoner.image)) {
    *status = errno;
    return CHILD_NOT_STARTED;
  }
  int from, pid = child_start_fork(limits, run_locked, &prisoner, &from);
  if (!pid) {
    *status = errno;
    return CHILD_NOT_STARTED;
  }
  bool complete = child_hear(limits, from, end, '\n', SANDBOX_LINE, said);
  close(from);
  if (complete) {
    child_kill(limits, pid);
    if (strcmp(text_cstr(said), UNLOCKED)) return CHILD_EXITED;
    *status = ENOSYS;
    return CHILD_NOT_STARTED;
  }
  text_clear(said);
  double left = end - clock_now();
  return child_wait(limits, pid, left > 0 ? left : 0, status);
}

bool sandbox_serve(struct limits *limits, const char *program, const char *folder, int descriptor, int shared,
                   struct sandbox_server *server) {
  int ends[2];
  *server = (struct sandbox_server){.control = -1, .from = -1};
  struct prisoner prisoner = {program, folder, SERVED_SECONDS, descriptor, shared, -1, {0}};
  if (!sandbox_image_read(program, &prisoner.image)) return false;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) return false;
  prisoner.control = ends[1];
  server->pid = child_start_fork(limits, run_locked, &prisoner, &server->from);
  close(ends[1]);
  server->control = ends[0];
  if (!server->pid) sandbox_dismiss(limits, server);
  return server->pid;
}

void sandbox_dismiss(struct limits *limits, struct sandbox_server *server) {
  if (server->pid) child_kill(limits, server->pid);
  if (server->control >= 0) close(server->control);
  if (server->from >= 0) close(server->from);
  *server = (struct sandbox_server){.control = -1, .from = -1};
}

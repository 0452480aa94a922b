// Functions of the C library that have no model: reaching a call of one makes TRUE impossible, instead of taking it for
// a function that changes nothing. That is every function that the machine's library has, but for those that are known
// to change nothing that a program can see; and some that are named here, whatever the machine has.
#include "base/machine.h"
#include "front/internal.h"
#include <stdlib.h>

// Sorted: looked up by bisection.
static const char *const unmodelled[] = {
    "__sysv_signal", "a64l", "accept", "accept4", "adjtime", "aio_read", "aio_return", "brk", "bsd_signal",
    "call_once", "canonicalize_file_name", "chroot", "clock_nanosleep", "clock_settime", "closedir", "cnd_wait",
    "confstr", "crypt", "dlclose", "dlopen", "dlsym", "drand48_r", "duplocale", "ecvt", "ecvt_r", "epoll_pwait",
    "epoll_wait", "erand48_r", "error_at_line", "ether_ntoa", "execl", "execle", "execlp", "execv", "execve",
    "execvp", "execvpe", "fcntl", "fcvt", "fcvt_r", "fdopendir", "fedisableexcept", "feenableexcept", "feholdexcept",
    "fexecve", "fork", "fstat", "fstat64", "fstatat", "fstatat64", "fstatfs", "fstatvfs", "ftime", "ftw", "gamma",
    "gammaf", "gammal", "gcvt", "getaddrinfo", "getcontext", "getgrent", "getgrgid", "getgrgid_r", "getgrnam",
    "getgrnam_r", "getgroups", "gethostbyaddr", "gethostbyname", "getifaddrs", "getitimer", "getloadavg", "getlogin",
    "getlogin_r", "getnameinfo", "getopt_long", "getopt_long_only", "getpeername", "getpwent", "getpwnam",
    "getpwnam_r", "getpwuid", "getpwuid_r", "getresgid", "getresuid", "getrlimit", "getrlimit64", "getrusage",
    "getsockname", "getsockopt", "getsubopt", "glob", "hcreate", "hcreate_r", "hdestroy", "hdestroy_r", "hsearch",
    "hsearch_r", "iconv", "iconv_open", "inet_aton", "inet_ntoa", "inet_ntop", "inet_pton", "initstate",
    "initstate_r", "insque", "ioctl", "jrand48_r", "l64a", "lcong48_r", "lgamma_r", "lgammaf_r", "lgammal_r",
    "localeconv", "lrand48_r", "lstat", "lstat64", "makecontext", "mallopt", "mcheck", "memfrob", "mkdtemp",
    "mkostemp", "mkstemp", "mktemp", "mmap", "mmap64", "mq_receive", "mrand48_r", "mremap", "msgrcv", "mtrace",
    "newlocale", "nftw", "nl_langinfo", "nrand48_r", "obstack_free", "opendir", "personality", "pipe", "pipe2",
    "poll", "posix_spawn", "posix_spawnp", "ppoll", "prctl", "pselect", "pthread_attr_getstack",
    "pthread_attr_getstacksize", "pthread_barrier_wait", "pthread_cleanup_push", "pthread_cond_timedwait",
    "pthread_getschedparam", "pthread_getspecific", "pthread_key_create", "pthread_mutex_timedlock",
    "pthread_setspecific", "pthread_sigmask", "ptrace", "ptsname", "qecvt", "qfcvt", "qgcvt", "random_r", "readdir",
    "readdir_r", "readlink", "readlinkat", "realpath", "recv", "recvfrom", "recvmmsg", "recvmsg", "regcomp",
    "regerror", "regexec", "regfree", "remque", "sbrk", "scandir", "seed48_r", "select", "sem_getvalue", "sem_open",
    "sem_timedwait", "sem_trywait", "setcontext", "setegid", "seteuid", "setgid", "setitimer", "setpgid", "setregid",
    "setresgid", "setresuid", "setreuid", "setrlimit", "setsid", "setstate", "setstate_r", "settimeofday", "setuid",
    "shmat", "sigaltstack", "sigpending", "sigprocmask", "sigset", "sigstack", "sigsuspend", "sigtimedwait",
    "sigwait", "sigwaitinfo", "socketpair", "srand48_r", "srandom_r", "stat", "stat64", "statfs", "statvfs", "stime",
    "strfmon", "strfromd", "strfromf", "strfroml", "strfry", "strptime", "swapcontext", "syscall", "sysctl",
    "sysinfo", "sysv_signal", "tdelete", "tdestroy", "tfind", "thrd_join", "timer_create", "timer_gettime",
    "timer_settime", "times", "tsearch", "tss_create", "tss_get", "tss_set", "ttyname", "ttyname_r", "twalk", "tzset",
    "uname", "uselocale", "vfork", "wait", "wait3", "wait4", "waitid", "waitpid", "wcsftime", "wcsxfrm", "wordexp",
};

// Their results are arbitrary; they write nothing, call nothing of the program and leave errno alone. Sorted.
static const char *const harmless[] = {
    "closelog", "err", "errx", "get_avphys_pages", "get_nprocs", "get_nprocs_conf", "get_phys_pages", "getdtablesize",
    "gethostid", "getpagesize", "gettid", "gnu_dev_major", "gnu_dev_makedev", "gnu_dev_minor", "malloc_stats",
    "pthread_cond_broadcast", "pthread_cond_destroy", "pthread_cond_signal", "pthread_detach", "pthread_exit",
    "pthread_testcancel", "pthread_yield", "sync", "syslog", "thrd_equal", "thrd_yield", "umask", "verr", "verrx",
    "vsyslog", "wcwidth",
};

static int compare_name(const void *key, const void *entry) { return strcmp(key, *(const char *const *)entry); }

#define HAS(table, name) (bsearch(name, table, sizeof table / sizeof *table, sizeof *table, compare_name) != NULL)

static const char mark[] = "clew-unmodelled";

bool is_unmodelled(LLVMValueRef function) {
  size_t n;
  return HAS(unmodelled, LLVMGetValueName2(function, &n)) ||
         LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, mark, sizeof mark - 1) != NULL;
}

// Once, when the models are linked: the machine is slow to ask.
void unmodelled_mark(struct front *f) {
  LLVMAttributeRef attribute = LLVMCreateStringAttribute(f->context, mark, sizeof mark - 1, "", 0);
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g)) {
    uint32_t detail;
    size_t n;
    if (LLVMCountBasicBlocks(g) || !LLVMGetFirstUse(g) || builtin_of(f, g, &detail) != BUILTIN_NONE) continue;
    const char *name = LLVMGetValueName2(g, &n);
    if (!HAS(harmless, name) && machine_has(name)) LLVMAddAttributeAtIndex(g, LLVMAttributeFunctionIndex, attribute);
  }
}

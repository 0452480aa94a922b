// Functions of the C library and of POSIX that change memory, processes or the state of the library, and have no model:
// reaching a call of one makes TRUE impossible, instead of taking it for a function that changes nothing.
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

static int compare_name(const void *key, const void *entry) { return strcmp(key, *(const char *const *)entry); }

bool is_unmodelled(const char *name) {
  return bsearch(name, unmodelled, sizeof unmodelled / sizeof *unmodelled, sizeof *unmodelled, compare_name) != NULL;
}

// See run_process.h.
#include "library/run_process.h"
#include "base/process/inherited.h"
#include "library/verify.h"
#include "portfolio/portfolio.h"
#include "report/emergency.h"
#include "report/present.h"
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { FD_DOCUMENT = 3, FD_MESSAGES, FD_PROGRESS, N_FD }; // where the process has its channels
enum {
  STACK_BYTES = 120 << 20
}; // as the command's own may grow to (base/process/limits.c); pages that are not used take no memory

// --- what the run tells ----------------------------------------------------------------------------------------------

static void send_line(void *context, const char *line, size_t size) {
  (void)context;
  char buffer[512];
  size_t n = size < sizeof buffer - 1 ? size : sizeof buffer - 1;
  memcpy(buffer, line, n);
  buffer[n] = '\n';
  ssize_t ignored = write(FD_PROGRESS, buffer, n + 1);
  (void)ignored;
}

static void erase_nothing(void *context) { (void)context; }

static void complain(void *context, const char *message) {
  (void)context;
  dprintf(FD_MESSAGES, "%s\n", message);
}

// A part of the document is no document: the host takes it for a process that died.
static void send_document(void *context, const struct text *document) {
  (void)context;
  for (size_t at = 0; at < document->size;) {
    ssize_t n = write(FD_DOCUMENT, document->data + at, document->size - at);
    if (n <= 0) return;
    at += (size_t)n;
  }
}

static int report_emergency(struct job *job, enum reason why) {
  int status = emergency_report_write(job, why);
  (void)!ftruncate(FD_DOCUMENT, 0);
  lseek(FD_DOCUMENT, 0, SEEK_SET);
  emergency_report_document(job, why, FD_DOCUMENT);
  return status;
}

static int finish_with_mistake(int status) {
  (void)!write(FD_DOCUMENT, "{}", 2);
  return status;
}

// --- the run ---------------------------------------------------------------------------------------------------------

// What means something to a command only.
static bool check_options(struct options *options, struct error *error) {
  if (options->json && strcmp(options->json, "-") == 0) options->json = NULL; // the host has the document anyway
#define OUTPUT(field, name, ...)                                                                                       \
  if (options->field && strcmp(options->field, "-") == 0)                                                              \
    error_set(error, EXIT_USAGE, "%s -: a library has no standard output; name a file", name);
#include "run/request/outputs.def"
#undef OUTPUT
  if (options->help) error_set(error, EXIT_USAGE, "--help is for the command line");
  return !error->status;
}

static int verify_words(int n, char **words) {
  struct request request;
  struct error error = {0};
  bool good = request_read(&request, &request_forms[REQUEST_verify], &strategy_portfolio, n, words, &error) &&
              check_options(&request.options, &error);
  dprintf(FD_MESSAGES, "%s", text_cstr(&request.notes));
  if (!good) {
    dprintf(FD_MESSAGES, "%s\n", error.message);
    return finish_with_mistake(error.status);
  }
  struct job job;
  job_init(&job, &request);
  job.n_arguments = (uint32_t)n;
  job.arguments = (const char *const *)words;
  job.progress.wanted = true;
  job.listener = (struct job_listener){.progress = send_line,
                                       .erase = erase_nothing,
                                       .complain = complain,
                                       .document = send_document,
                                       .explain = present_explanation,
                                       .emergency_report = report_emergency};
  int status = verify_job(&job);
  job_end(&job);
  return lseek(FD_DOCUMENT, 0, SEEK_END) > 0 ? status : finish_with_mistake(status);
}

// --- inherited from the host ----------------------------------------------------------------------------------------

static void use_own_signals(void) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigset_t none;
  for (int number = 1; number < NSIG; number++) sigaction(number, &action, NULL);
  sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
}

static void close_all_but(const struct run_channels *channels) {
  const int kept[] = {channels->document, channels->messages, channels->progress};
  for (unsigned from = 0;;) {
    unsigned next = ~0u;
    for (int i = 0; i < 3; i++)
      if ((unsigned)kept[i] >= from && (unsigned)kept[i] < next) next = (unsigned)kept[i];
    if (next > from) close_range(from, next == ~0u ? next : next - 1, 0);
    if (next == ~0u) return;
    from = next + 1;
  }
}

// The host's streams have text in their buffers that the host will write itself: with their descriptors closed,
// flushing loses it. The standard streams are new ones: those of the host may be closed, or of wide characters.
static void use_own_streams(const struct run_channels *channels) {
  close_all_but(channels);
  fflush(NULL);
  int null = open("/dev/null", O_RDWR), high[N_FD];
  const int from[N_FD] = {null, null, null, channels->document, channels->messages, channels->progress};
  for (int i = 0; i < N_FD; i++) high[i] = fcntl(from[i], F_DUPFD, 16);
  for (int i = 0; i < N_FD; i++) dup2(high[i], i);
  for (int i = FD_DOCUMENT; i < N_FD; i++) fcntl(i, F_SETFD, FD_CLOEXEC);
  close_range(N_FD, ~0u, 0);
  stdin = fdopen(STDIN_FILENO, "r");
  stdout = fdopen(STDOUT_FILENO, "w");
  stderr = fdopen(STDERR_FILENO, "w");
  if (!stdin || !stdout || !stderr) _exit(EXIT_INTERNAL);
  setvbuf(stderr, NULL, _IONBF, 0);
}

// Numbers are read and written with a point, and computed as C says, whatever the calling thread of the host does.
// newlocale and uselocale of "C" take no lock, which another thread of the host might have had.
static void use_own_arithmetic(void) {
  uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
  fesetenv(FE_DFL_ENV);
}

struct command_line {
  int n;
  char **words;
};

static void *run_and_exit(void *context) {
  const struct command_line *line = context;
  use_own_signals();
  use_own_arithmetic();
  _exit(verify_words(line->n, line->words));
}

// The stack of the host's thread may be small: the run gets a thread with a larger one. Signals are for that one.
_Noreturn void run_process(int n, char **words, const struct run_channels *channels, pid_t host) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != host) _exit(EXIT_INTERNAL);
  inherited_leave_out();
  use_own_streams(channels);
  struct command_line line = {n, words};
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  if (pthread_create(&thread, &attributes, run_and_exit, &line)) run_and_exit(&line); // a limit of the address space
  pthread_join(thread, NULL);
  _exit(EXIT_INTERNAL);
}

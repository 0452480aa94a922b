// A host of libclew with habits that must not reach a run: text in buffers, streams of wide characters, a decimal
// comma, another rounding mode, floating-point traps, threads with little stack, closed standard streams, ignored
// children, functions with names that clew uses itself; and stops at every moment. habits SAFE UNSAFE FLOATS HARD.
// Prints what it found wrong.
#include <clew.h>
#include <fenv.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wchar.h>

static int wrong;

// Names of clew's own, which a host may have, too.
int job_init(void) { return 1; }
int term_add(void) { return 2; }
int text_add(void) { return 3; }
const char models_64[] = "the host's";

static struct clew_request *request_of(const char *word, ...) {
  struct clew_request *request = clew_request_new();
  va_list words;
  va_start(words, word);
  for (; word; word = va_arg(words, const char *)) clew_request_add(request, word);
  va_end(words);
  return request;
}

static void expect(const char *what, struct clew_request *request, enum clew_verdict verdict, const char *text,
                   const char *message) {
  struct clew_result *result = clew_run(request, NULL);
  bool good = result && clew_result_verdict(result) == verdict && !strcmp(clew_result_text(result), text) &&
              (*message ? strstr(clew_result_message(result), message) != NULL : !*clew_result_message(result));
  if (!good)
    wrong += fprintf(stderr, "%s: verdict %d, %s, %s\n", what, result ? (int)clew_result_verdict(result) : -1,
                     result ? clew_result_text(result) : "no result", result ? clew_result_message(result) : "") >= 0;
  clew_result_free(result);
  clew_request_free(request);
}

struct task {
  const char *file;
  char text[100];
};

static void *verify(void *context) {
  struct task *task = context;
  struct clew_request *request = request_of("--check", "assert", task->file, NULL);
  struct clew_result *result = clew_run(request, NULL);
  snprintf(task->text, sizeof task->text, "%s", result ? clew_result_text(result) : "no result");
  clew_result_free(result);
  clew_request_free(request);
  return NULL;
}

static void verify_on_small_stack(const char *file, const char *expected) {
  struct task task = {.file = file};
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 64 << 10);
  pthread_create(&thread, &attributes, verify, &task);
  pthread_join(thread, NULL);
  if (strcmp(task.text, expected)) wrong += fprintf(stderr, "%s on a small stack: %s\n", file, task.text) >= 0;
}

struct stop {
  struct clew_request *request;
  useconds_t after;
};

static void *stop_later(void *context) {
  const struct stop *stop = context;
  usleep(stop->after);
  clew_request_stop(stop->request);
  return NULL;
}

static int handled[2];
static void on_interrupt(int number) {
  (void)number;
  (void)!write(handled[1], "!", 1); // also where the handler runs in another process
}

// Without a stop the run would take as long as the test may.
static void stop_at_every_moment(const char *file) {
  static const useconds_t moments[] = {0, 50, 200, 1000, 3000, 10000, 20000, 40000, 80000, 150000, 300000, 600000};
  for (unsigned i = 0; i < sizeof moments / sizeof *moments; i++) {
    struct stop stop = {request_of("--check", "assert", file, NULL), moments[i]};
    pthread_t thread;
    if (i) pthread_create(&thread, NULL, stop_later, &stop);
    else clew_request_stop(stop.request); // before the run
    struct clew_result *result = clew_run(stop.request, NULL);
    if (!result || strcmp(clew_result_text(result), "unknown(interrupted)") ||
        clew_result_verdict(result) != CLEW_UNKNOWN)
      wrong += fprintf(stderr, "stopped after %u us: %s\n", (unsigned)moments[i],
                       result ? clew_result_text(result) : "no result") >= 0;
    clew_result_free(result);
    if (i) pthread_join(thread, NULL);
    clew_request_free(stop.request);
  }
}

static void stop_at_once(void *context, const char *line) {
  (void)line;
  clew_request_stop(context);
}

static void stop_from_progress(const char *file) {
  struct clew_request *request = request_of("--check", "assert", file, NULL);
  struct clew_result *result = clew_run(request, &(struct clew_listener){request, stop_at_once});
  if (!result || strcmp(clew_result_text(result), "unknown(interrupted)"))
    wrong += fprintf(stderr, "stopped from progress: %s\n", result ? clew_result_text(result) : "no result") >= 0;
  clew_result_free(result);
  clew_request_free(request);
}

// The process of the run dies.
static void *kill_child(void *context) {
  char command[100];
  (void)context;
  usleep(500000);
  snprintf(command, sizeof command, "kill -KILL $(ps -o pid= --ppid %d | head -1)", (int)getpid());
  (void)!system(command);
  return NULL;
}

static void try_words(const char *safe, const char *unsafe) {
  char directory[PATH_MAX + 20];
  snprintf(directory, sizeof directory, "%s/no/out.json", safe);
  expect("--json into an input", request_of("--json", safe, safe, NULL), CLEW_MISTAKE, "", "write over");
  expect("--json into nothing", request_of("--json", directory, safe, NULL), CLEW_MISTAKE, "", "cannot be written");
  expect("--json -", request_of("--json", "-", safe, NULL), CLEW_TRUE, "true", "");
  static const char *const outputs[] = {"--sarif",   "--report",      "--harness",
                                        "--witness", "--certificate", "--save-precision"};
  for (unsigned i = 0; i < sizeof outputs / sizeof *outputs; i++)
    expect(outputs[i], request_of(outputs[i], "-", unsafe, NULL), CLEW_MISTAKE, "", "no standard output");
  expect("--help", request_of("--help", NULL), CLEW_MISTAKE, "", "--help");
  expect("no file", request_of(NULL, NULL), CLEW_MISTAKE, "", "no file");
  expect("--all", request_of("--all", "--check", "assert", unsafe, NULL), CLEW_FALSE, "false(unreach-call)", "");
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  const char *safe = argv[1], *unsafe = argv[2], *floats = argv[3], *hard = argv[4];
  pthread_t thread;
  FILE *files[4]; // they have the descriptors that a run has for its own
  for (int i = 0; i < 4; i++) fprintf(files[i] = tmpfile(), "the host's text in file %d", i);
  printf("the host's text");
  expect("text in buffers", request_of(safe, NULL), CLEW_TRUE, "true", "");
  expect("text in buffers", request_of("--check", "assert", unsafe, NULL), CLEW_FALSE, "false(unreach-call)", "");
  try_words(safe, unsafe);
  if (setlocale(LC_ALL, "de_DE.UTF-8"))
    expect("a decimal comma", request_of("--timeout", "20.5", "--check", "assert", floats, NULL), CLEW_FALSE,
           "false(unreach-call)", "");
  setlocale(LC_ALL, "C");
  fesetround(FE_UPWARD);
  expect("another rounding mode", request_of("--check", "assert", floats, NULL), CLEW_FALSE, "false(unreach-call)", "");
  feenableexcept(FE_DIVBYZERO | FE_OVERFLOW | FE_INVALID);
  expect("floating-point traps", request_of("--check", "assert", floats, NULL), CLEW_FALSE, "false(unreach-call)", "");
  fesetenv(FE_DFL_ENV);
  static char large[300 << 20]; // more than the run may have
  memset(large, 1, sizeof large);
  expect("a large host", request_of("--memory", "250", "--check", "assert", unsafe, NULL), CLEW_FALSE,
         "false(unreach-call)", "");
  verify_on_small_stack(safe, "true");
  verify_on_small_stack(floats, "false(unreach-call)");
  (void)!pipe(handled);
  signal(SIGINT, on_interrupt);
  stop_at_every_moment(hard);
  stop_from_progress(hard);
  close(handled[1]);
  if (read(handled[0], &(char){0}, 1)) wrong += fputs("the host's handler of SIGINT was called\n", stderr) >= 0;
  pthread_create(&thread, NULL, kill_child, NULL);
  expect("a run that dies", request_of("--check", "assert", hard, NULL), CLEW_UNKNOWN, "unknown(internal)", "");
  pthread_join(thread, NULL);
  signal(SIGCHLD, SIG_IGN);
  expect("ignored children", request_of(safe, NULL), CLEW_TRUE, "true", "");
  signal(SIGCHLD, SIG_DFL);
  if (job_init() + term_add() + text_add() != 6 || strcmp(models_64, "the host's"))
    wrong += fputs("a name is not ours\n", stderr) >= 0;
  rewind(files[0]);
  char back[40];
  if (!fgets(back, sizeof back, files[0]) || strcmp(back, "the host's text in file 0"))
    wrong += fputs("the host's file has another text\n", stderr) >= 0;
  fflush(stdout);
  close(0), close(1);
  expect("closed standard streams", request_of(safe, NULL), CLEW_TRUE, "true", "");
  return wrong != 0;
}

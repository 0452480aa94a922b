// The library's functions (include/clew.h): what happens in the host.
//
// A run is a fork of the calling process (run_process.h). Its JSON document and its complaints are files in memory,
// progress comes through a pipe. The host may wait for the child itself, or ignore its children: the child is known by
// a descriptor, and its exit status is not needed.
#include "clew.h"
#include "base/process/limits.h"
#include "library/run_process.h"
#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define PUBLIC __attribute__((visibility("default")))

// --- requests --------------------------------------------------------------------------------------------------------

struct clew_request {
  char **words;
  int n, room;
  _Atomic bool stopped;
};

PUBLIC struct clew_request *clew_request_new(void) { return calloc(1, sizeof(struct clew_request)); }

PUBLIC void clew_request_free(struct clew_request *request) {
  for (int i = 0; request && i < request->n; i++) free(request->words[i]);
  if (request) free(request->words);
  free(request);
}

PUBLIC bool clew_request_add(struct clew_request *request, const char *word) {
  if (request->n == request->room) {
    int room = request->room ? 2 * request->room : 16;
    char **words = realloc(request->words, (size_t)room * sizeof *words);
    if (!words) return false;
    request->words = words;
    request->room = room;
  }
  char *copy = strdup(word);
  if (!copy) return false;
  request->words[request->n++] = copy;
  return true;
}

// It stays until a run has ended: a stop must not be lost because it comes before the run.
PUBLIC void clew_request_stop(struct clew_request *request) { atomic_store(&request->stopped, true); }

// --- results ---------------------------------------------------------------------------------------------------------

struct clew_result {
  enum clew_verdict verdict;
  char *json, *messages;
  json_t *root; // NULL: there is no document
  char **lines; // of the counterexample
  size_t n_lines;
};

// A file in memory, as a string; NULL: no memory.
static char *read_file(int file) {
  off_t size = lseek(file, 0, SEEK_END);
  char *text = malloc((size_t)(size > 0 ? size : 0) + 1);
  ssize_t n, at = 0;
  while (text && at < size && (n = pread(file, text + at, (size_t)(size - at), at)) > 0) at += n;
  if (text) text[at] = '\0';
  return text;
}

static const char *string_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

static uint32_t number_of(const json_t *object, const char *key) {
  return (uint32_t)json_integer_value(json_object_get(object, key));
}

// "file:line: source", and of the error what it is.
static char *line_of(const json_t *row) {
  char *line = NULL;
  const char *source = string_of(row, "source"), *error = string_of(row, "text");
  int n = asprintf(&line, "%s:%u: %s%s%s", string_of(row, "file"), number_of(row, "line"), source,
                   *source && *error ? ": " : "", error);
  return n < 0 ? NULL : line;
}

static void read_lines(struct clew_result *result) {
  const json_t *first = json_array_get(json_object_get(result->root, "counterexamples"), 0);
  const json_t *trace = json_object_get(json_object_get(first, "trace"), "rows");
  result->lines = calloc(json_array_size(trace) + 1, sizeof *result->lines);
  for (size_t i = 0; result->lines && i < json_array_size(trace); i++) {
    char *line = line_of(json_array_get(trace, i));
    if (line) result->lines[result->n_lines++] = line;
  }
}

// Of an empty document: nothing was run.
static enum clew_verdict verdict_of(const json_t *root) {
  const char *verdict = string_of(root, "verdict");
  return !strcmp(verdict, "true")    ? CLEW_TRUE
         : !strcmp(verdict, "false") ? CLEW_FALSE
         : *verdict                  ? CLEW_UNKNOWN
                                     : CLEW_MISTAKE;
}

// The run has no document: its process died, or was stopped before it could write one.
static char *lost_document(bool stopped) {
  enum reason why = stopped ? REASON_INTERRUPTED : REASON_INTERNAL;
  char *text = NULL;
  int n =
      asprintf(&text,
               "{\n  \"tool\": {\n    \"name\": \"clew\",\n    \"version\": \"%s\"\n  },\n  \"verdict\": \"unknown\",\n"
               "  \"result\": \"unknown(%s)\",\n  \"reason\": \"%s\",\n  \"explanation\": \"%s\"\n}\n",
               CLEW_VERSION, reason_name(why), reason_name(why), reason_sentence(why));
  return n < 0 ? NULL : text;
}

static struct clew_result *read_result(const struct run_channels *channels, bool stopped) {
  struct clew_result *result = calloc(1, sizeof *result);
  if (!result) return NULL;
  result->json = read_file(channels->document);
  result->messages = read_file(channels->messages);
  result->root = result->json ? json_loads(result->json, 0, NULL) : NULL;
  if (!result->root) {
    free(result->json);
    result->json = lost_document(stopped);
    result->root = result->json ? json_loads(result->json, 0, NULL) : NULL;
  }
  if (!result->root || !result->messages) {
    clew_result_free(result);
    return NULL;
  }
  result->verdict = verdict_of(result->root);
  if (result->verdict == CLEW_MISTAKE) result->json[0] = '\0';
  read_lines(result);
  return result;
}

PUBLIC void clew_result_free(struct clew_result *result) {
  if (!result) return;
  for (size_t i = 0; i < result->n_lines; i++) free(result->lines[i]);
  free(result->lines);
  json_decref(result->root);
  free(result->json);
  free(result->messages);
  free(result);
}

PUBLIC enum clew_verdict clew_result_verdict(const struct clew_result *result) { return result->verdict; }
PUBLIC const char *clew_result_text(const struct clew_result *result) { return string_of(result->root, "result"); }
PUBLIC const char *clew_result_message(const struct clew_result *result) { return result->messages; }
PUBLIC const char *clew_result_json(const struct clew_result *result) { return result->json; }

PUBLIC const char *clew_result_reason(const struct clew_result *result) {
  return result->verdict == CLEW_UNKNOWN ? string_of(result->root, "explanation") : "";
}

PUBLIC size_t clew_result_checks(const struct clew_result *result) {
  return json_array_size(json_object_get(result->root, "assertions"));
}

PUBLIC struct clew_check clew_result_check(const struct clew_result *result, size_t number) {
  const json_t *check = json_array_get(json_object_get(result->root, "assertions"), number);
  return (struct clew_check){.file = string_of(check, "file"),
                             .function = string_of(check, "function"),
                             .line = number_of(check, "line"),
                             .column = number_of(check, "column"),
                             .kind = string_of(check, "kind"),
                             .text = string_of(check, "text"),
                             .status = string_of(check, "status")};
}

PUBLIC size_t clew_result_lines(const struct clew_result *result) { return result->n_lines; }
PUBLIC const char *clew_result_line(const struct clew_result *result, size_t number) {
  return number < result->n_lines ? result->lines[number] : "";
}

PUBLIC size_t clew_result_assumptions(const struct clew_result *result) {
  return json_array_size(json_object_get(result->root, "assumptions"));
}

PUBLIC const char *clew_result_assumption(const struct clew_result *result, size_t number) {
  return string_of(json_array_get(json_object_get(result->root, "assumptions"), number), "text");
}

// --- the run ---------------------------------------------------------------------------------------------------------

// Whole lines go to the listener; what follows the last one stays.
static size_t tell_lines(const struct clew_listener *listener, char *buffer, size_t size) {
  char *start = buffer, *end = buffer + size, *newline;
  while ((newline = memchr(start, '\n', (size_t)(end - start)))) {
    *newline = '\0';
    if (listener && listener->progress) listener->progress(listener->context, start);
    start = newline + 1;
  }
  memmove(buffer, start, (size_t)(end - start));
  return (size_t)(end - start);
}

struct process {
  pid_t pid;
  int descriptor; // of it; -1: the host has waited for it already, or the kernel has none
};

static struct process start(const struct clew_request *request, struct run_channels *channels) {
  int ends[2];
  sigset_t all, before;
  if (pipe2(ends, O_CLOEXEC)) return (struct process){-1, -1};
  *channels = (struct run_channels){channels->document, channels->messages, ends[1]};
  // A handler of the host must not run in the child.
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t host = getpid(), child = fork();
  if (child == 0) run_process(request->n, request->words, channels, host);
  struct process process = {child, child > 0 ? pidfd_open(child, 0) : -1};
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(ends[1]);
  channels->progress = ends[0];
  return process;
}

static void interrupt(struct process process) {
  if (process.descriptor >= 0) pidfd_send_signal(process.descriptor, SIGINT, NULL, 0);
  else kill(process.pid, SIGINT);
}

// Until the pipe ends, which only the child and its own children hold open. A fork that another thread of the host made
// may hold it, too: nothing more is awaited when the child is gone and the pipe is empty. True: the run was stopped.
static bool await(struct clew_request *request, const struct clew_listener *listener, struct process process,
                  int progress) {
  char buffer[1024];
  size_t size = 0;
  bool stopped = false, gone = false;
  for (;;) {
    if (!stopped && atomic_load(&request->stopped)) {
      interrupt(process);
      stopped = true;
    }
    struct pollfd ready[] = {{.fd = progress, .events = POLLIN}, {.fd = process.descriptor, .events = POLLIN}};
    int n_ready = poll(ready, gone ? 1 : 2, 50);
    if (n_ready == 0 && gone) return stopped;
    if (n_ready <= 0) continue;
    gone |= ready[1].revents != 0;
    if (!ready[0].revents) continue;
    ssize_t n = read(progress, buffer + size, sizeof buffer - size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return stopped;
    size = tell_lines(listener, buffer, size + (size_t)n);
    if (size == sizeof buffer) size = 0;
  }
}

// ECHILD: the host has waited for it.
static void release(struct process process) {
  siginfo_t info;
  if (process.descriptor < 0)
    while (waitpid(process.pid, NULL, 0) < 0 && errno == EINTR) continue;
  else {
    while (waitid(P_PIDFD, (id_t)process.descriptor, &info, WEXITED) < 0 && errno == EINTR) continue;
    close(process.descriptor);
  }
}

static struct clew_result *run(struct clew_request *request, const struct clew_listener *listener,
                               struct run_channels *channels) {
  struct process process = start(request, channels);
  struct clew_result *result = NULL;
  if (process.pid > 0) {
    bool stopped = await(request, listener, process, channels->progress);
    release(process);
    result = read_result(channels, stopped);
  }
  if (channels->progress >= 0) close(channels->progress);
  return result;
}

PUBLIC struct clew_result *clew_run(struct clew_request *request, const struct clew_listener *listener) {
  struct run_channels channels = {memfd_create("clew-result", MFD_CLOEXEC), memfd_create("clew-messages", MFD_CLOEXEC),
                                  -1};
  struct clew_result *result = NULL;
  if (channels.document >= 0 && channels.messages >= 0) result = run(request, listener, &channels);
  if (channels.document >= 0) close(channels.document);
  if (channels.messages >= 0) close(channels.messages);
  atomic_store(&request->stopped, false);
  return result;
}

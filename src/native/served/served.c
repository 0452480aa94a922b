// See served.h.
#include "native/served/served.h"
#include "base/memory/alloc.h"
#include "native/exchange.h"
#include "native/sandbox.h"
#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define RUN_SECONDS 2.0 // a run that is not cut by the number of its edges waits for something
#define MOST_RUNS 65536u // of a process: what is not memory is tidied up by its end
#define SHORT_LIVES 8u // so many processes that ended after a run or two: each run gets its own

_Static_assert(offsetof(struct served_exchange, values) == 136 + 64 * 64 + 1024 + 4096 * 24 + 256 * 72, "as there");

struct served_program {
  struct cfa *cfa;
  struct limits *limits;
  char *file, *folder;
  int shared;
  struct served_exchange *exchange;
  struct sandbox_server server;
  uint32_t runs, short_lives;
  double seconds; // of processes that ended
  bool alone;
};

static bool share_memory(struct served_program *p) {
  p->shared = memfd_create("clew-served", MFD_CLOEXEC);
  if (p->shared < 0 || ftruncate(p->shared, sizeof *p->exchange)) return false;
  void *memory = mmap(NULL, sizeof *p->exchange, PROT_READ | PROT_WRITE, MAP_SHARED, p->shared, 0);
  if (memory == MAP_FAILED) return false;
  p->exchange = memory;
  return true;
}

struct served_program *served_program_new(struct cfa *cfa, struct limits *limits, const struct replay_options *options,
                                          uint32_t edges, bool alone, struct text *message) {
  struct text file = {0};
  text_printf(&file, "%s/served", options->temp_dir);
  struct served_program *p = mem_zalloc(1, sizeof *p);
  *p = (struct served_program){.cfa = cfa,
                               .limits = limits,
                               .file = mem_strdup(text_cstr(&file)),
                               .folder = mem_strdup(options->temp_dir),
                               .shared = -1,
                               .alone = alone,
                               .server = {.control = -1, .from = -1}};
  text_release(&file);
  bool good = false;
  if (edges > SERVED_EDGES) text_add(message, "the program has too many branches");
  else if (!share_memory(p)) text_printf(message, "no shared memory: %s", strerror(errno));
  else good = replay_link(cfa, limits, options, HARNESS_SERVED, p->file, message);
  if (good) return p;
  served_program_free(p);
  return NULL;
}

void served_program_free(struct served_program *p) {
  if (!p) return;
  sandbox_dismiss(p->limits, &p->server);
  if (p->exchange) munmap(p->exchange, sizeof *p->exchange);
  if (p->shared >= 0) close(p->shared);
  mem_free(p->file);
  mem_free(p->folder);
  mem_free(p);
}

struct served_exchange *served_exchange(struct served_program *p) { return p->exchange; }
bool served_alone(const struct served_program *p) { return p->alone; }

static double seconds_of(int pid) {
  clockid_t clock;
  struct timespec t;
  if (!pid || clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &t)) return 0;
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double served_seconds(const struct served_program *p) { return p->seconds + seconds_of(p->server.pid); }

static void dismiss(struct served_program *p) {
  p->seconds += seconds_of(p->server.pid);
  sandbox_dismiss(p->limits, &p->server);
  p->runs = 0;
}

static bool start(struct served_program *p) {
  if (p->server.pid && p->runs >= MOST_RUNS) dismiss(p);
  if (p->server.pid) return true;
  p->exchange->once = p->alone;
  return sandbox_serve(p->limits, p->file, p->folder, REPLAY_DESCRIPTOR, p->shared, &p->server);
}

// What the run before has left.
static void begin(struct served_exchange *e, uint64_t edges, uint32_t most, bool compares) {
  uint32_t touched = e->n_touched < SERVED_EDGES ? e->n_touched : SERVED_EDGES;
  for (uint32_t i = 0; i < touched; i++) e->map[e->touched[i] % SERVED_EDGES] = 0;
  e->n_touched = e->n_compared = e->n_texts = e->blocks = e->taken = 0;
  for (uint32_t i = 0; i < e->sources && i < SERVED_SOURCES; i++) e->source[i].asked = 0;
  e->end = SERVED_DIED;
  e->line = e->status = 0;
  e->most = most;
  e->compares = compares;
  e->left = edges < INT64_MAX ? (int64_t)edges : INT64_MAX;
}

// Waits for the end of a run.
static enum served_end wait(struct served_program *p) {
  struct pollfd wait = {.fd = p->server.from, .events = POLLIN};
  double end = clock_now() + RUN_SECONDS;
  for (char byte;;) {
    int ready = poll(&wait, 1, 50);
    if (ready > 0) return read(p->server.from, &byte, 1) == 1 ? (enum served_end)p->exchange->end : SERVED_DIED;
    if (limits_stopped(p->limits)) return SERVED_STOPPED;
    if (clock_now() > end) return SERVED_TIMED_OUT;
  }
}

enum served_end served_run(struct served_program *p, uint64_t edges, uint32_t most, bool compares) {
  if (!start(p)) return SERVED_FAILED;
  begin(p->exchange, edges, most, compares);
  bool sent = send(p->server.control, "r", 1, MSG_NOSIGNAL) == 1;
  enum served_end how = sent ? wait(p) : SERVED_DIED;
  if (how > SERVED_FAILED) how = SERVED_DIED;
  p->runs++;
  // The program may have written there.
  if (p->exchange->sources > SERVED_SOURCES) p->exchange->sources = SERVED_SOURCES;
  if (p->exchange->n_touched > SERVED_EDGES) p->exchange->n_touched = SERVED_EDGES;
  bool dead = how >= SERVED_DIED;
  if (dead && how == SERVED_DIED && p->runs <= 2 && ++p->short_lives == SHORT_LIVES) p->alone = true;
  if (dead || p->exchange->once) dismiss(p);
  return how;
}

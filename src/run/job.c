// See job.h.
#include "run/job.h"
#include "base/memory/alloc.h"
#include "base/process/inherited.h"
#include "run/subject.h"
#include "run/request/files.h"
#include <gmp.h>
#include <malloc.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

void job_init(struct job *job, const struct request *request) {
  *job = (struct job){.request = request};
  const struct stats_table *own = request->options.strategy.statistics;
  job->statistics = mem_zalloc(1, own ? own->size : 1);
  job->program.checked = request->specification.checked;
  outputs_empty_old(&request->options, false, &job->emptied);
}

void job_complain(const struct job *job, const char *message) {
  if (job->listener.complain) job->listener.complain(job->listener.context, message);
}

void job_statistics(const struct job *job, void (*each)(void *context, const struct stats_entry *entry, double value),
                    void *context) {
  stats_each(&stats_of_run, &job->stats, each, context);
  if (job->statistics) stats_each(job->request->options.strategy.statistics, job->statistics, each, context);
}

// --- progress and the emergency report -------------------------------------------------------------------------------

#define PROGRESS_SECONDS 0.05

static void show_progress(struct job *job, const char *line, size_t size) {
  atomic_store(&job->progress.shown, true);
  job->listener.progress(job->listener.context, line, size);
}

static bool progress_is_due(struct job *job) {
  double now = clock_now();
  if (!job->progress.wanted || !job->listener.progress || now < job->progress.next) return false;
  job->progress.next = now + PROGRESS_SECONDS;
  return true;
}

void job_progress(void *context, const struct stats *stats, uint32_t depth) {
  struct job *job = context;
  if (!job->progress.wanted || !job->listener.progress) return;
  char line[160];
  int n = snprintf(line, sizeof line, "%.1f s  %llu paths  %llu states  %llu queries  depth %u",
                   limits_elapsed(&job->limits), (unsigned long long)stats->paths, (unsigned long long)stats->states,
                   (unsigned long long)stats->queries, depth);
  show_progress(job, line, (size_t)n);
}

void job_progress_line(struct job *job, const char *line) {
  if (progress_is_due(job)) show_progress(job, line, strlen(line));
}

void job_progress_of(struct job *job, const struct report_timeline *timeline) {
  if (!progress_is_due(job)) return;
  struct text line = {0};
  uint32_t width = job->listener.width ? job->listener.width(job->listener.context) : 0;
  report_progress_line(timeline, limits_elapsed(&job->limits), width, &line);
  show_progress(job, text_cstr(&line), line.size);
  text_release(&line);
}

void job_erase_progress(struct job *job) {
  if (atomic_exchange(&job->progress.shown, false)) job->listener.erase(job->listener.context);
}

void job_prepare_emergency(struct job *job, const char *text) {
  int next = atomic_load(&job->emergency.at) == 1 ? 2 : 1;
  size_t n = strlen(text), most = sizeof job->emergency.words[0] - 1;
  if (n > most) // whole lines
    for (n = most; n && text[n - 1] != '\n';) n--;
  memcpy(job->emergency.words[next - 1], text, n);
  job->emergency.words[next - 1][n] = '\0';
  atomic_store(&job->emergency.at, next);
}

int job_emergency_report(void *context, enum reason why) {
  struct job *job = context;
  if (job->listener.emergency_report) return job->listener.emergency_report(job, why);
  temp_remove(&job->temp);
  return why == REASON_INTERNAL ? EXIT_INTERNAL : EXIT_UNKNOWN;
}

// --- loading ---------------------------------------------------------------------------------------------------------

static size_t read_bytes_file(const char *file) {
  FILE *stream = fopen(file, "re");
  if (!stream) return 0;
  unsigned long long bytes = 0;
  if (fscanf(stream, "%llu", &bytes) != 1) bytes = 0; // "max"
  fclose(stream);
  return bytes;
}

// 90 % of the machine's memory, or of the container's, less the part that is in use already.
static size_t default_mebibytes(void) {
  size_t bytes = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
  size_t group = read_bytes_file("/sys/fs/cgroup/memory.max");
  if (group && group < bytes) bytes = group;
  size_t most = bytes / 10 * 9, inherited = inherited_bytes();
  return (inherited < most / 2 ? most - inherited : most / 2) >> 20;
}

static void *gmp_realloc(void *old, size_t old_bytes, size_t bytes) {
  (void)old_bytes;
  return mem_realloc(old, bytes);
}

static void gmp_free(void *block, size_t bytes) {
  (void)bytes;
  mem_free(block);
}

static void ignore_signal(int number) { (void)number; }

// Libraries must end a run without memory as clew does, and a closed pipe is an error of writing, not a death.
static void prepare_process(void) {
  mp_set_memory_functions(mem_alloc, gmp_realloc, gmp_free);
  json_set_alloc_funcs(mem_alloc, mem_free);
  // One heap: a second thread's own heap would take 64 MiB of an address-space limit.
  mallopt(M_ARENA_MAX, 1);
  // A handler instead of SIG_IGN: children start with the default again.
  signal(SIGPIPE, ignore_signal);
}

bool job_read(struct job *job, struct error *error) {
  const struct options *options = &job->request->options;
  prepare_process();
  size_t mebibytes = options->memory > 0 ? (size_t)ceil(options->memory) : default_mebibytes();
  limits_on_emergency(&job->limits, job_emergency_report, job);
  limits_leave_out_waiting(options->discount_waiting);
  limits_start(&job->limits, options->timeout, mebibytes);
  if (job->request->kind != INPUT_FILE_CFA && !temp_make(&job->temp, error)) return false;
  const struct job_hooks *hooks = &job->hooks;
  if (hooks->before && !hooks->before(job, hooks->context, error)) return false;
  job->program.tm = terms_new();
  job_prepare_emergency(job, "What was tried:\n  nothing yet: the program was being read\n");
  if (!subject_load(job, error)) return false;
  if (hooks->after) hooks->after(job, hooks->context);
  for (uint32_t i = 0; i < job->program.cfa->locations.size; i++)
    job->program.n_errors += job->program.cfa->locations.data[i].kind == LOC_ERROR;
  cfa_find_assertions(job->program.cfa, &job->program.assertions);
  return !limits_stopped(&job->limits);
}

bool job_load(struct job *job, struct error *error) { return job_read(job, error) && job_reduce(job, error); }

bool job_enter_folder(struct job *job, const char *name) {
  if (!name || !job->temp.path[0]) return true;
  struct text path = {0};
  text_printf(&path, "%s/%s", job->temp.path, name);
  if (mkdir(text_cstr(&path), 0700) || path.size >= sizeof job->temp.path) return false;
  strcpy(job->temp.path, text_cstr(&path));
  const char *slash = job->program.front.bitcode ? strrchr(job->program.front.bitcode, '/') : NULL;
  if (slash) {
    text_add(&path, slash);
    job->program.front.bitcode = mem_strdup(text_cstr(&path));
  }
  text_release(&path);
  return true;
}

bool job_enter_child(struct job *job, const struct job_child *child) {
  struct limits *limits = &job->limits;
  limits_on_emergency(limits, child->emergency_report, child->context);
  if (child->deadline > 0 && (!limits->deadline || child->deadline < limits->deadline))
    limits->deadline = child->deadline;
  limits_go_on(limits);
  job->progress.wanted &= child->shows_progress;
  return job_enter_folder(job, child->folder);
}

void job_decide(struct job *job, enum verdict verdict, enum property violated) {
  job->emergency.violated = violated;
  atomic_store(&job->emergency.decided, (int)verdict);
}

void job_start_phase(struct job *job, double seconds, size_t mebibytes) {
  double started = job->limits.started;
  limits_finish(&job->limits);
  limits_start(&job->limits, seconds, mebibytes);
  job->limits.started = started;
}

void job_count(struct job *job) {
  struct rusage usage;
  uint64_t peak = getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_maxrss : 0;
  if (peak > job->stats.memory_peak) job->stats.memory_peak = peak; // a worker that decided may have had more
  uint64_t terms = job->program.tm ? terms_count(job->program.tm) : 0;
  if (terms > job->stats.terms) job->stats.terms = terms;
  job->stats.time_total = limits_elapsed(&job->limits);
}

void job_finish(struct job *job) {
  job_erase_progress(job);
  job_count(job);
  limits_finish(&job->limits);
  temp_remove(&job->temp);
}

void job_end(struct job *job) {
  fflush(NULL);
  outputs_remove_emptied(&job->request->options, &job->emptied);
}

void job_release(struct job *job) {
  outputs_remove_emptied(&job->request->options, &job->emptied);
  subject_release(&job->program);
  subject_release(&job->parked);
  mem_free(job->statistics);
}

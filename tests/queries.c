// random-queries: solvers against Z3 on random scripts; a failure is made small and written to a file.
//
// usage: random-queries [--seed N] [--from K] [--count N] [--seconds S] [--solver NAME] [--kinds LIST] [--mutate
// RULE]
//                       [--out FOLDER] [--failures N] [--query-seconds S] [--refused N]
//        random-queries [--solver NAME] FILE…      asks again what a file holds
//
// NAME: native (the default, together with `default`), z3: that back end alone, with nothing in front;
//       default: what `clew verify` uses, with caches and all stages; NAME/caches: a back end with caches and all
//       stages.
// LIST: bool, bv, array, float, int with commas; the first four by default, as not every back end has integers.
// RULE: ult, store, float, core: mutation testing: what is given to the solvers under test is changed, to see that
//       this is found.
//
// A model that a solver itself refuses is an UNKNOWN, which is counted; with --refused 1 it is a failure of the solver
// under test.
//
// Exit status: 0 all agree, 1 a solver under test is wrong, 3 only the reference is, 2 wrong usage.
//
// Scripts come in batches that share a table of terms and the solvers. A batch is generated before it is run, so that
// its terms are the same each time. A worker process runs them; when it dies or finds a failure, the script at hand is
// tried again alone, and if that is not enough after those of its batch before it.
#include "queries.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE = 30 }; // seconds for a script or a batch to be generated

// What the worker tells, also when it dies.
struct progress {
  uint64_t at, batch, batch_end, scripts, checks, failures, reference_failures;
  struct tally tallies[MAX_SUBJECTS];
  bool finished;
};

struct run {
  uint64_t seed, from, count, most_failures;
  double seconds, deadline, shrink_seconds;
  uint32_t kinds;
  const char *out;
  struct setup setup;
  struct progress *progress;
};

// --- failures --------------------------------------------------------------------------------------------

static bool write_file(const char *name, const struct text *text) {
  FILE *f = fopen(name, "w");
  bool ok = f && fputs(text_cstr(text), f) >= 0;
  if (f && fclose(f)) ok = false;
  if (!ok) fprintf(stderr, "%s: %s\n", name, strerror(errno));
  return ok;
}

struct batch {
  struct terms *tm;
  uint64_t from, end;
  struct script scripts[BATCH];
  struct witnesses witnesses[BATCH];
  struct term wrong[BATCH];
};

static void batch_make(struct run *run, struct batch *b, uint64_t from, uint64_t end) {
  *b = (struct batch){.tm = terms_new(), .from = from, .end = end};
  for (uint64_t k = from; k < end; k++) {
    run->progress->at = k;
    script_generate(b->tm, run->seed, k, run->kinds, &b->scripts[k - from], &b->witnesses[k - from],
                    &b->wrong[k - from]);
  }
}

static void batch_free(struct batch *b) {
  for (uint64_t i = 0; i < b->end - b->from; i++) {
    script_release(&b->scripts[i]);
    witnesses_release(&b->witnesses[i]);
  }
  terms_free(b->tm);
}

// Reads the file as a new script and tries it: is it still a failure?
static bool reproduces(struct run *run, const char *file, enum failure failure) {
  struct terms *tm = terms_new();
  struct script s = {0};
  bool same = script_read(tm, file, &s) && script_try(tm, &run->setup, &s, NULL) == failure;
  script_release(&s);
  terms_free(tm);
  return same;
}

static void report_value(struct run *run, uint64_t k, struct terms *tm, struct term wrong) {
  struct text text = {0};
  text_printf(&text, "seed %llu, query %llu: %s\n", (unsigned long long)run->seed, (unsigned long long)k,
              failure_name(FAIL_VALUE));
  term_print_smt(tm, wrong, &text);
  printf("%s\n", text_cstr(&text));
  text_release(&text);
  run->progress->failures++;
}

// The script that fails, alone or after those before it, as the first of the batch's; false: none does.
static bool reproduce(struct run *run, struct batch *b, uint64_t k, bool whole, enum failure *failure) {
  uint64_t from = whole ? run->progress->batch : k, end = whole ? run->progress->batch_end : k + 1;
  batch_make(run, b, from, end);
  for (uint64_t i = 1; i <= k - from; i++) {
    script_add(&b->scripts[0], OP_RESET, 0, NULL);
    script_append(&b->scripts[0], &b->scripts[i]);
  }
  *failure = script_try(b->tm, &run->setup, &b->scripts[0], &b->witnesses[k - from]);
  if (!*failure) batch_free(b);
  return *failure != FAIL_NONE;
}

static void write_failure(struct run *run, struct terms *tm, const struct script *s, uint64_t k, enum failure failure) {
  struct text text = {0};
  char name[400];
  snprintf(name, sizeof name, "%s/failure-%llu-%llu.smt2", run->out, (unsigned long long)run->seed,
           (unsigned long long)k);
  text_printf(&text, "; %s; seed %llu, query %llu\n", failure_name(failure), (unsigned long long)run->seed,
              (unsigned long long)k);
  script_print(tm, s, &text);
  if (write_file(name, &text))
    printf("  %s: %u operations, %u terms%s\n", name, s->ops.size, script_nodes(tm, s),
           reproduces(run, name, failure) ? "" : " (the file alone does not fail)");
  if (text.size < 1500) printf("%s", text_cstr(&text));
  text_release(&text);
}

static void report_failure(struct run *run, uint64_t k, enum failure expected, const char *by) {
  struct progress *p = run->progress;
  if (expected == FAIL_REFERENCE) p->reference_failures++;
  else p->failures++;
  printf("seed %llu, query %llu: %s%s%s\n", (unsigned long long)run->seed, (unsigned long long)k,
         failure_name(expected), *by ? ", " : "", by);
  struct batch b;
  enum failure failure;
  if (reproduce(run, &b, k, false, &failure) || reproduce(run, &b, k, true, &failure)) {
    script_shrink(b.tm, &run->setup, &b.scripts[0], &b.witnesses[k - b.from], failure, run->shrink_seconds);
    write_failure(run, b.tm, &b.scripts[0], k, failure);
    batch_free(&b);
  } else {
    printf("  does not happen again in new solvers; --seed %llu --from %llu --count %llu runs the batch\n",
           (unsigned long long)run->seed, (unsigned long long)p->batch, (unsigned long long)(p->batch_end - p->batch));
  }
  p->at = k;
  fflush(stdout);
}

// --- the worker ------------------------------------------------------------------------------------------

static bool enough(const struct run *run) {
  const struct progress *p = run->progress;
  return p->failures + p->reference_failures >= run->most_failures || (run->seconds > 0 && clock_now() > run->deadline);
}

// Runs what it can of a batch; it ends early when something is wrong. The script to go on with.
static uint64_t run_batch(struct run *run, struct batch *b) {
  struct progress *p = run->progress;
  struct bench *bench = bench_new(b->tm, &run->setup);
  struct outcome o = {0};
  bool right = true;
  uint64_t k = b->from;
  for (; k < b->end && right && !o.failure && !enough(run); k++) {
    p->at = k;
    p->scripts++;
    right = term_none(b->wrong[k - b->from]);
    alarm(PATIENCE);
    if (right) o = bench_run(bench, &b->scripts[k - b->from], &b->witnesses[k - b->from], p->tallies, &p->checks);
    else report_value(run, k, b->tm, b->wrong[k - b->from]);
    alarm(0);
  }
  bench_free(bench);
  if (o.failure) report_failure(run, k - 1, o.failure, run->setup.subjects[o.subject].name);
  return k;
}

static void work(struct run *run, uint64_t from) {
  struct progress *p = run->progress;
  struct batch b;
  for (uint64_t k = from, end = run->from + run->count; k < end && !enough(run);) {
    p->batch = k;
    p->batch_end = k - k % BATCH + BATCH < end ? k - k % BATCH + BATCH : end;
    alarm(PATIENCE);
    batch_make(run, &b, k, p->batch_end);
    k = run_batch(run, &b);
    batch_free(&b);
  }
  p->finished = true;
}

static void supervise(struct run *run) {
  struct progress *p = run->progress;
  for (uint64_t from = run->from; !p->finished && from < run->from + run->count && !enough(run); from = p->at + 1) {
    fflush(NULL);
    pid_t worker = fork();
    if (worker == 0) {
      work(run, from);
      exit(0);
    }
    int status;
    if (worker < 0 || waitpid(worker, &status, 0) != worker) {
      perror("random-queries");
      exit(2);
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) break;
    if (p->finished) { // a sanitizer's word at the end
      printf("the worker ended with status %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
      p->failures++;
      break;
    }
    p->scripts++;
    report_failure(run, p->at, FAIL_CRASH, WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "a sanitizer");
  }
}

static int summary(const struct run *run, double seconds) {
  const struct progress *p = run->progress;
  printf("%llu queries (%llu checks), seed %llu, from %llu, %.1f s, %.0f queries/s", (unsigned long long)p->scripts,
         (unsigned long long)p->checks, (unsigned long long)run->seed, (unsigned long long)run->from, seconds,
         (double)p->scripts / seconds);
  for (uint32_t i = 0; i < run->setup.n_subjects; i++) {
    const struct tally *t = &p->tallies[i];
    printf("; %s: %llu sat, %llu unsat, %llu unknown, %.1f s (slowest %.2f)", run->setup.subjects[i].name,
           (unsigned long long)t->sat, (unsigned long long)t->unsat, (unsigned long long)t->unknown, t->seconds,
           t->slowest);
    if (t->refused) printf(", %llu models refused", (unsigned long long)t->refused);
  }
  printf("; %llu disagreements, %llu faults of the reference\n", (unsigned long long)p->failures,
         (unsigned long long)p->reference_failures);
  return p->failures ? 1 : p->reference_failures ? 3 : 0;
}

// --- files -----------------------------------------------------------------------------------------------

static int replay(struct run *run, const char *file) {
  struct terms *tm = terms_new();
  struct script s = {0};
  int status = 2;
  if (script_read(tm, file, &s)) {
    run->setup.verbose = true;
    struct bench *b = bench_new(tm, &run->setup);
    struct outcome o = bench_run(b, &s, NULL, run->progress->tallies, &run->progress->checks);
    bench_free(b);
    if (o.failure)
      printf("%s: operation %u: %s, %s\n", file, o.op + 1, failure_name(o.failure),
             run->setup.subjects[o.subject].name);
    else printf("%s: no disagreement\n", file);
    status = o.failure == FAIL_REFERENCE ? 3 : o.failure ? 1 : 0;
  }
  script_release(&s);
  terms_free(tm);
  return status;
}

// --- the command line ------------------------------------------------------------------------------------

static const char *default_backend(void) {
#define FLAG(field, long_name, short_name, help, ...)
#define VALUE(field, long_name, short_name, metavar, otherwise, help, ...)                                             \
  if (!strcmp(#field, "solver")) return otherwise;
#define NUMBER(field, long_name, short_name, metavar, otherwise, help, ...)
#define WHOLE(field, long_name, short_name, metavar, otherwise, help, ...)
#define CHOICE(field, long_name, short_name, words, otherwise, help, ...)
#define SET(field, long_name, short_name, words, otherwise, help, ...)
#define LIST(field, long_name, short_name, metavar, help, ...)
#include "base/table/options.def"
#include "base/table/option_end.h"
  return NULL;
}

static bool add_subject(struct setup *setup, const char *name) {
  static const char *const backends[] = {"z3", "native"};
  if (setup->n_subjects == MAX_SUBJECTS) return false;
  struct subject *s = &setup->subjects[setup->n_subjects];
  snprintf(s->name, sizeof s->name, "%s", name);
  const char *slash = strchr(name, '/');
  size_t length = slash ? (size_t)(slash - name) : strlen(name);
  s->caches = slash && !strcmp(slash, "/caches");
  if (slash && !s->caches) return false;
  if (!strcmp(name, "default")) s->backend = default_backend(), s->caches = true;
  for (size_t i = 0; i < sizeof backends / sizeof *backends; i++)
    if (strlen(backends[i]) == length && !memcmp(backends[i], name, length)) s->backend = backends[i];
  if (!s->backend) return false;
  setup->n_subjects++;
  return true;
}

static bool read_kinds(const char *list, uint32_t *kinds) {
  static const char *const names[] = {"bool", "bv", "array", "float", "int"};
  *kinds = 0;
  for (const char *at = list; *at;) {
    size_t length = strcspn(at, ","), i = 0;
    while (i < 5 && (strlen(names[i]) != length || memcmp(names[i], at, length))) i++;
    if (i == 5) return false;
    *kinds |= 1u << i;
    at += length + (at[length] == ',');
  }
  return *kinds != 0;
}

static bool read_mutation(const char *name, enum mutation *mutation) {
  for (*mutation = MUTATION_NONE; *mutation < MUTATION_KINDS; ++*mutation)
    if (!strcmp(mutation_name(*mutation), name)) return true;
  return false;
}

static bool read_option(struct run *run, const char *name, const char *value) {
  char *end;
  double number = strtod(value, &end);
  bool is_number = end != value && !*end && number >= 0;
  if (!strcmp(name, "--solver")) return add_subject(&run->setup, value);
  if (!strcmp(name, "--kinds")) return read_kinds(value, &run->kinds);
  if (!strcmp(name, "--mutate")) return read_mutation(value, &run->setup.mutation);
  if (!strcmp(name, "--out")) return run->out = value, true;
  if (!is_number) return false;
  if (!strcmp(name, "--seed")) return run->seed = (uint64_t)number, true;
  if (!strcmp(name, "--from")) return run->from = (uint64_t)number, true;
  if (!strcmp(name, "--count")) return run->count = (uint64_t)number, true;
  if (!strcmp(name, "--failures")) return run->most_failures = (uint64_t)number, true;
  if (!strcmp(name, "--seconds")) return run->seconds = number, true;
  if (!strcmp(name, "--refused")) return run->setup.refused_fails = number > 0, true;
  if (!strcmp(name, "--query-seconds")) return run->setup.query_seconds = number, true;
  return false;
}

int main(int argc, char **argv) {
  struct run run = {.seed = 1,
                    .count = 1000,
                    .most_failures = 10,
                    .kinds = KIND_BOOL | KIND_BV | KIND_ARRAY | KIND_FLOAT,
                    .out = ".",
                    .shrink_seconds = 30};
  run.setup.query_seconds = 0.25;
  add_subject(&run.setup, "z3");
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; i += 2) {
    if (i + 1 < argc && read_option(&run, argv[i], argv[i + 1])) continue;
    fprintf(stderr, "random-queries: wrong option: %s %s\n", argv[i], i + 1 < argc ? argv[i + 1] : "");
    return 2;
  }
  if (run.setup.n_subjects == 1) add_subject(&run.setup, "native"), add_subject(&run.setup, "default");
  run.progress = mmap(NULL, sizeof *run.progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (run.progress == MAP_FAILED) return perror("random-queries"), 2;
  if (i < argc) {
    int worst = 0;
    for (; i < argc; i++) {
      int status = replay(&run, argv[i]);
      if (!worst || status == 1) worst = status;
    }
    return worst;
  }
  double start = clock_now();
  run.deadline = start + run.seconds;
  supervise(&run);
  return summary(&run, clock_now() - start);
}

// Asks the queries of a recording (clew verify --record-queries) again, of a chosen solver, and tells how long they
// take.
//
// A query about a path is asked as the engine asked it: of a path condition that shares its beginning with others, and
// with a model of it. Recorded are only queries that the engine's model did not answer. Another solver finds other
// models, so a model at hand may satisfy a side of a branch that the engine had to ask for, and fail on the one it had
// for nothing; then the engine would have had to ask for that, and so it is asked here ("repairs").
//
// Times of queries are processor time, as others may use the machine, too. What a back end needs to start is told apart
// ("start"): it is asked one trivial query before.
#include "base/memory/map.h"
#include "queries_z3.h"
#include "solve/solver.h"
#include "solve/path.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const char usage[] =
    "usage: queries [OPTION…] FILE\n"
    "  --level path|backend   which queries: those about paths (default), or those that reached the back end\n"
    "  --mode pipeline|bare   with all stages in front of the back end (default), or the whole conjunction to the back "
    "end alone\n"
    "  --solver NAME          a back end: native (default), z3, or Z3 as scopes, scopes-qfbv, oneshot\n"
    "  --query-seconds S      for one query; default 2\n"
    "  --seconds S            for all; what is left then is skipped; default 60, 0: no limit\n"
    "  --first N              no more than N queries\n"
    "  --each                 a line for each query: its number, the answer, microseconds of processor time\n"
    "The last line has the totals.\n";

struct settings {
  bool backend_level, bare, each;
  const char *solver, *file;
  double query_seconds, seconds;
  uint32_t first;
};

struct totals {
  uint64_t answers[3], skipped, repairs;
  double start, asking, slowest;
  uint64_t slowest_at;
};

// A list of conjuncts as a path.
struct place {
  struct path *path; // NULL: not made yet
  struct model *model; // NULL: none known
  uint32_t last_use; // the last query that needs it or what grows from it, + 1
  bool looked; // for a model
};

struct replay {
  const struct settings *settings;
  struct terms *tm;
  struct limits limits;
  struct stats stats;
  struct solver *solver;
  struct recording recording;
  struct vec_recorded_query queries; // those of the level
  struct place *places; // for each list
  struct map_u32 grown; // list and term added → list
  uint32_t *by_use; // lists, by ascending last use
  uint32_t n_dropped; // of by_use
  struct vec_u32 way; // scratch
  struct vec_term conjuncts;
  struct totals totals;
};

// --- the command line ---------------------------------------------------------------------

static bool read_seconds(const char *word, double *out) {
  char *end;
  errno = 0;
  *out = strtod(word, &end);
  return end != word && !*end && !errno && *out >= 0 && *out < 1e6;
}

// The value of an option; false: it is not one of the option's.
static bool set_option(struct settings *s, const char *option, const char *value) {
  if (!strcmp(option, "--level")) {
    s->backend_level = !strcmp(value, "backend");
    return s->backend_level || !strcmp(value, "path");
  }
  if (!strcmp(option, "--mode")) {
    s->bare = !strcmp(value, "bare");
    return s->bare || !strcmp(value, "pipeline");
  }
  if (!strcmp(option, "--solver")) {
    s->solver = value;
    return true;
  }
  if (!strcmp(option, "--query-seconds")) return read_seconds(value, &s->query_seconds);
  if (!strcmp(option, "--seconds")) return read_seconds(value, &s->seconds);
  char *end;
  unsigned long n = strtoul(value, &end, 10);
  s->first = n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
  return !strcmp(option, "--first") && end != value && !*end;
}

static bool read_arguments(struct settings *s, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--each")) {
      s->each = true;
    } else if (argv[i][0] == '-') {
      if (i + 1 == argc || !set_option(s, argv[i], argv[i + 1])) {
        fprintf(stderr, "queries: %s: no such option or value\n", argv[i]);
        return false;
      }
      i++;
    } else if (s->file) {
      fprintf(stderr, "queries: more than one file\n");
      return false;
    } else {
      s->file = argv[i];
    }
  }
  if (!s->file) fputs(usage, stderr);
  return s->file;
}

// --- paths --------------------------------------------------------------------------------

static uint64_t growth(uint32_t list, struct term t) { return (uint64_t)list << 32 | t.id; }

static int compare_uses(const void *x, const void *y, void *context) {
  const struct place *places = context;
  uint32_t a = places[*(const uint32_t *)x].last_use, b = places[*(const uint32_t *)y].last_use;
  return a < b ? -1 : a > b;
}

static void places_init(struct replay *r) {
  const struct vec_recorded_list *lists = &r->recording.lists;
  r->places = mem_zalloc(lists->size, sizeof *r->places);
  r->by_use = mem_alloc(lists->size * sizeof *r->by_use);
  for (uint32_t i = 0; i < r->queries.size; i++) r->places[r->queries.data[i].list].last_use = i + 1;
  for (uint32_t i = lists->size; i-- > 1;) {
    struct place *rest = &r->places[lists->data[i].rest];
    if (rest->last_use < r->places[i].last_use) rest->last_use = r->places[i].last_use;
    map_u32_put(&r->grown, growth(lists->data[i].rest, lists->data[i].last), i);
  }
  for (uint32_t i = 0; i < lists->size; i++) r->by_use[i] = i;
  qsort_r(r->by_use, lists->size, sizeof *r->by_use, compare_uses, r->places);
  r->places[0].path = path_new(r->tm);
  r->places[0].model = model_new(r->tm);
  r->places[0].looked = true;
}

// Drops what no query after the first `done` ones needs: models keep what they evaluated.
static void places_drop(struct replay *r, uint32_t done) {
  for (; r->n_dropped < r->recording.lists.size && r->places[r->by_use[r->n_dropped]].last_use <= done;
       r->n_dropped++) {
    struct place *place = &r->places[r->by_use[r->n_dropped]];
    path_unref(place->path);
    model_unref(place->model);
    place->path = NULL;
    place->model = NULL;
  }
}

static struct path *path_of(struct replay *r, uint32_t list) {
  vec_u32_clear(&r->way);
  for (uint32_t at = list; !r->places[at].path; at = r->recording.lists.data[at].rest) vec_u32_push(&r->way, at);
  while (r->way.size) {
    uint32_t at = vec_u32_pop(&r->way);
    const struct recorded_list *l = &r->recording.lists.data[at];
    r->places[at].path = path_add(r->places[l->rest].path, l->last);
  }
  return r->places[list].path;
}

// A model of the path, by asking where the one at hand fails; NULL if none was found. Its path has been made.
static struct model *model_of(struct replay *r, uint32_t list) {
  vec_u32_clear(&r->way);
  for (uint32_t at = list; !r->places[at].looked; at = r->recording.lists.data[at].rest) vec_u32_push(&r->way, at);
  while (r->way.size) {
    uint32_t at = vec_u32_pop(&r->way);
    const struct recorded_list *l = &r->recording.lists.data[at];
    struct place *place = &r->places[at], *rest = &r->places[l->rest];
    place->looked = true;
    if (rest->model && model_holds(rest->model, l->last)) {
      place->model = model_ref(rest->model);
    } else if (rest->model) {
      r->totals.repairs++;
      path_check(r->solver, rest->path, l->last, rest->model, &place->model);
    }
  }
  return r->places[list].model;
}

// The model of an answer is that of the path on which the condition was taken, if there is one. So many queries were
// asked.
static void keep_model(struct replay *r, const struct recorded_query *q, struct model *model, uint32_t asked) {
  struct vec_term parts = {0};
  uint32_t at = q->list, *next = NULL;
  solver_split(r->tm, q->condition, &parts);
  bool found = true;
  for (uint32_t i = 0; i < parts.size && found; i++) {
    if (path_contains(r->places[q->list].path, parts.data[i])) continue;
    found = (next = map_u32_find(&r->grown, growth(at, parts.data[i])));
    if (found) at = *next;
  }
  // A place that no later query needs may have been dropped already.
  if (found && next && !r->places[at].looked && r->places[at].last_use > asked) {
    r->places[at].model = model_ref(model);
    r->places[at].looked = true;
  }
  vec_term_release(&parts);
}

// --- asking -------------------------------------------------------------------------------

static double processor_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void warm_up(struct replay *r) {
  double start = processor_now();
  struct term x = term_fresh(r->tm, sort_bv(r->tm, 8), "warm"), y = term_fresh(r->tm, sort_bv(r->tm, 8), "warm"),
              t = term_ult(r->tm, x, y);
  r->solver->ops->check(r->solver->backend, 1, &t, 0, NULL, r->settings->query_seconds);
  r->totals.start = processor_now() - start;
}

static enum answer ask_path(struct replay *r, const struct recorded_query *q, double *seconds) {
  struct path *path = path_of(r, q->list);
  double start = processor_now();
  struct model *out = NULL, *model = model_of(r, q->list);
  enum answer answer = path_check(r->solver, path, q->condition, model, &out);
  *seconds = processor_now() - start;
  if (out) keep_model(r, q, out, (uint32_t)(q - r->queries.data) + 1);
  model_unref(out);
  return answer;
}

static enum answer ask_conjunction(struct replay *r, const struct recorded_query *q, double *seconds) {
  recording_conjuncts(&r->recording, q, &r->conjuncts);
  if (!term_none(q->condition)) vec_term_push(&r->conjuncts, q->condition);
  double start = processor_now();
  enum answer answer = solver_check(r->solver, r->conjuncts.size, r->conjuncts.data);
  *seconds = processor_now() - start;
  return answer;
}

static void ask_all(struct replay *r) {
  static const char *const names[] = {[ANSWER_UNSAT] = "unsat", [ANSWER_SAT] = "sat", [ANSWER_UNKNOWN] = "unknown"};
  const struct settings *s = r->settings;
  bool as_paths = !s->backend_level && !s->bare;
  if (as_paths) places_init(r);
  warm_up(r);
  double start = clock_now();
  for (uint32_t i = 0; i < r->queries.size; i++) {
    if (s->seconds > 0 && clock_now() - start > s->seconds) {
      r->totals.skipped = r->queries.size - i;
      break;
    }
    double seconds;
    enum answer answer = as_paths ? ask_path(r, &r->queries.data[i], &seconds)
                                  : ask_conjunction(r, &r->queries.data[i], &seconds);
    if (as_paths) places_drop(r, i + 1);
    r->totals.answers[answer]++;
    r->totals.asking += seconds;
    if (seconds > r->totals.slowest) r->totals.slowest = seconds, r->totals.slowest_at = i;
    if (s->each) printf("%u %s %.1f\n", i, names[answer], seconds * 1e6);
  }
  const struct totals *t = &r->totals;
  printf("queries=%u sat=%llu unsat=%llu unknown=%llu skipped=%llu repairs=%llu seconds=%.6f start=%.6f asking=%.6f "
         "backend=%.6f slowest=%.6f slowest_at=%llu\n",
         r->queries.size, (unsigned long long)t->answers[ANSWER_SAT], (unsigned long long)t->answers[ANSWER_UNSAT],
         (unsigned long long)t->answers[ANSWER_UNKNOWN], (unsigned long long)t->skipped, (unsigned long long)t->repairs,
         clock_now() - start, t->start, t->asking, r->stats.time_solver, t->slowest, (unsigned long long)t->slowest_at);
}

static void choose_queries(struct replay *r) {
  for (uint32_t i = 0; i < r->recording.queries.size && r->queries.size < r->settings->first; i++) {
    const struct recorded_query *q = &r->recording.queries.data[i];
    if (term_none(q->condition) == r->settings->backend_level) vec_recorded_query_push(&r->queries, *q);
  }
}

static void release(struct replay *r) {
  if (r->places) places_drop(r, UINT32_MAX);
  mem_free(r->places);
  mem_free(r->by_use);
  map_u32_release(&r->grown);
  vec_u32_release(&r->way);
  vec_term_release(&r->conjuncts);
  vec_recorded_query_release(&r->queries);
  recording_release(&r->recording);
  solver_free(r->solver);
  terms_free(r->tm);
}

int main(int argc, char **argv) {
  struct settings settings = {.solver = "native", .query_seconds = 2, .seconds = 60, .first = UINT32_MAX};
  if (!read_arguments(&settings, argc, argv)) return EXIT_USAGE;
  struct replay r = {.settings = &settings, .tm = terms_new()};
  // Bare, nothing is remembered of earlier answers, nor left out of the question; but what the native solver does to a
  // question before it makes circuits is a part of it, as Z3's preprocessing is of Z3.
  bool native = !strcmp(settings.solver, "native");
  uint32_t memory = 1u << STAGE_MODEL | 1u << STAGE_COMPONENTS | 1u << STAGE_RANGE | 1u << STAGE_CACHE;
  struct solver_config config = {.backend = settings.solver,
                                 .other_backend = z3_way_find(settings.solver),
                                 .caches = !settings.bare || native,
                                 .without = settings.bare ? memory : 0,
                                 .query_seconds = settings.query_seconds};
  r.solver = solver_new(r.tm, &r.limits, &r.stats, &config);
  struct error error = {0};
  int status = 0;
  if (strcmp(r.solver->ops->name, settings.solver) != 0) {
    fprintf(stderr, "queries: there is no solver '%s'\n", settings.solver);
    status = EXIT_USAGE;
  } else if (!recording_read(&r.recording, r.tm, settings.file, &error)) {
    fprintf(stderr, "queries: %s\n", error.message);
    status = error.status;
  } else {
    choose_queries(&r);
    ask_all(&r);
  }
  error_release(&error);
  release(&r);
  return status;
}

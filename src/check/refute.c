// See refute.h.
#include "check/refute.h"
#include "base/memory/hash.h"
#include "check/ring.h"
#include <stdlib.h>

#define GUIDE_SECONDS 0.2
#define QUICK_SECONDS 1.0
#define CORE_SECONDS 5.0

struct refuted {
  struct refuted *next;
  uint32_t n;
  uint32_t ids[];              // ascending
};

void refuter_init(struct refuter *r, struct terms *tm, struct limits *limits, struct stats *stats, double seconds) {
  *r = (struct refuter){.tm = tm, .limits = limits, .stats = stats, .seconds = seconds};
  struct solver_config config = {.backend = "z3", .caches = false, .query_seconds = seconds};
  r->solver = solver_new(tm, limits, stats, &config);
  if (!(seconds > 0 && seconds < QUICK_SECONDS)) config.query_seconds = QUICK_SECONDS;
  r->quick = solver_new(tm, limits, stats, &config);
  arena_init(&r->arena);
}

void refuter_release(struct refuter *r) {
  solver_free(r->solver);
  solver_free(r->quick);
  solver_free(r->finder);
  solver_free(r->guide);
  map_u32_release(&r->concerned);
  vec_term_release(&r->path);
  vec_u32_release(&r->scopes);
  map_ptr_release(&r->known);
  arena_release(&r->arena);
  vec_term_release(&r->chosen);
  map_u32_release(&r->wanted);
  vec_u32_release(&r->taken);
}

void refuter_push(struct refuter *r) { vec_u32_push(&r->scopes, r->path.size); }
void refuter_pop(struct refuter *r) { r->path.size = vec_u32_pop(&r->scopes); }

void refuter_assume(struct refuter *r, struct term condition) {
  if (term_kind(r->tm, condition) == TERM_AND) {
    for (uint32_t i = 0; i < term_arity(r->tm, condition); i++)
      vec_term_push(&r->path, term_child(r->tm, condition, i));
  } else if (!term_is_true(r->tm, condition)) {
    vec_term_push(&r->path, condition);
  }
}

static void want_vars(struct refuter *r, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(r->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) map_u32_put(&r->wanted, vars[i], 1);
}

static bool wants(struct refuter *r, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(r->tm, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (map_u32_find(&r->wanted, vars[i])) return true;
  return false;
}

// The conjuncts connected with the condition.
static void choose_connected(struct refuter *r, struct term condition) {
  vec_term_clear(&r->chosen);
  map_u32_clear(&r->wanted);
  vec_u32_clear(&r->taken);
  vec_u32_resize(&r->taken, r->path.size);
  vec_term_push(&r->chosen, condition);
  want_vars(r, condition);
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = r->path.size; i-- > 0;) {
      if (r->taken.data[i] || !wants(r, r->path.data[i])) continue;
      r->taken.data[i] = 1;
      vec_term_push(&r->chosen, r->path.data[i]);
      want_vars(r, r->path.data[i]);
      again = true;
    }
  }
}

static int by_id(const void *a, const void *b) {
  uint32_t x = ((const struct term *)a)->id, y = ((const struct term *)b)->id;
  return x < y ? -1 : x > y;
}

static uint64_t hash_chosen(const struct refuter *r) {
  uint64_t h = r->chosen.size;
  for (uint32_t i = 0; i < r->chosen.size; i++) h = hash_mix(h, r->chosen.data[i].id);
  h = hash_u64(h);
  return h == MAP_EMPTY ? 0 : h;
}

static bool same_set(const struct refuter *r, const struct refuted *set) {
  if (set->n != r->chosen.size) return false;
  for (uint32_t i = 0; i < set->n; i++)
    if (set->ids[i] != r->chosen.data[i].id) return false;
  return true;
}

static void remember(struct refuter *r, uint64_t h) {
  struct refuted *set = arena_alloc(&r->arena, sizeof *set + r->chosen.size * sizeof *set->ids);
  set->next = map_ptr_get_or(&r->known, h, NULL);
  set->n = r->chosen.size;
  for (uint32_t i = 0; i < set->n; i++) set->ids[i] = r->chosen.data[i].id;
  map_ptr_put(&r->known, h, set);
}

// What the search for identities leaves to a solver. What it says is asked again when the proof is checked.
static bool contradict(void *context, const struct vec_term *formulas, bool last, struct vec_term *core) {
  (void)last;
  struct refuter *r = context;
  struct solver_config config = {.caches = true, .query_seconds = GUIDE_SECONDS};
  if (!r->guide) r->guide = solver_new(r->tm, r->limits, r->stats, &config);
  if (solver_check(r->guide, formulas->size, formulas->data) != ANSWER_UNSAT) return false;
  uint32_t n;
  const struct term *conflict = solver_core(r->guide, &n);
  for (uint32_t i = 0; i < n; i++) vec_term_push(core, conflict[i]);
  return true;
}

// Hard for the check's solver: another one, which is not trusted, may know a few of the formulas that contradict each
// other, and these are asked about instead.
static enum answer check_chosen(struct refuter *r) {
  enum answer answer = solver_check(r->quick, r->chosen.size, r->chosen.data);
  if (answer != ANSWER_UNKNOWN || limits_stopped(r->limits)) return answer;
  struct vec_term core = {0};
  double seconds = r->seconds > 0 && r->seconds < CORE_SECONDS ? r->seconds : CORE_SECONDS;
  struct solver_config config = {.caches = true, .query_seconds = seconds};
  if (!r->finder) r->finder = solver_new(r->tm, r->limits, r->stats, &config);
  if (solver_check(r->finder, r->chosen.size, r->chosen.data) == ANSWER_UNSAT) {
    uint32_t n;
    const struct term *conflict = solver_core_minimise(r->finder, seconds, &n);
    for (uint32_t i = 0; i < n; i++) vec_term_push(&core, conflict[i]);
  }
  bool fewer = core.size && core.size < r->chosen.size;
  if (fewer) answer = solver_check(r->solver, core.size, core.data);
  vec_term_release(&core);
  return fewer && answer == ANSWER_UNSAT ? answer : solver_check(r->solver, r->chosen.size, r->chosen.data);
}

static bool refuted_by_identity(struct refuter *r) {
  if (!ring_concerns(r->tm, &r->concerned, r->chosen.size, r->chosen.data)) return false;
  struct vec_term core = {0}, formulas = {0};
  struct ring_proof *proof = ring_prove(r->tm, r->limits, r->chosen.size, r->chosen.data, contradict, r, &core);
  for (uint32_t i = 0; i < r->chosen.size && proof; i++) ring_add(r->tm, r->chosen.data[i], &formulas);
  bool good = proof && ring_check(r->tm, r->solver, &formulas, proof);
  ring_proof_free(proof);
  vec_term_release(&core);
  vec_term_release(&formulas);
  return good;
}

enum answer refuter_check(struct refuter *r, struct term condition) {
  choose_connected(r, condition);
  qsort(r->chosen.data, r->chosen.size, sizeof *r->chosen.data, by_id);
  uint64_t h = hash_chosen(r);
  for (const struct refuted *set = map_ptr_get_or(&r->known, h, NULL); set; set = set->next)
    if (same_set(r, set)) return ANSWER_UNSAT;
  enum answer answer = refuted_by_identity(r) ? ANSWER_UNSAT : check_chosen(r);
  if (answer == ANSWER_UNSAT) remember(r, h);
  if (answer == ANSWER_UNSAT || r->chosen.size == r->path.size + 1) return answer;
  vec_term_clear(&r->chosen);
  for (uint32_t i = 0; i < r->path.size; i++) vec_term_push(&r->chosen, r->path.data[i]);
  vec_term_push(&r->chosen, condition);
  return solver_check(r->solver, r->chosen.size, r->chosen.data);
}

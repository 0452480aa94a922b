// The native back end: circuits in CaDiCaL for what is Bool and bit-vectors, Z3 for the rest. The mixed one asks Z3 first,
// which is as quick on the many small queries and learns from one to the next, and gives the few hard ones to CaDiCaL.
//
// A conjunct is a literal of the circuit and is switched on by assuming it; circuits are made once and stay, with what
// CaDiCaL learnt about them. When they have grown far beyond what queries need they are dropped and made anew.
#include "solve/backend.h"
#include "solve/blast.h"
#include <assert.h>

struct backend {
  struct terms *tm;
  struct limits *limits;
  struct blaster blaster;
  bool open;
  struct map_u32 covered;
  struct map_u32 facts;          // asserted for ever
  struct vec_u32 stack, core;
  struct map_u32 needed;         // scratch: terms of a query
  double deadline;
  uint32_t polls;
  enum reason reason;
  struct backend *z3;            // for what is not covered
  bool by_z3;                    // the last answer
  bool z3_first;
};

static int must_stop(void *context) {
  struct backend *b = context;
  if (limits_stopped(b->limits)) return 1;
  return b->deadline > 0 && ++b->polls % 64 == 0 && clock_now() > b->deadline;
}

static struct backend *native_open(struct terms *tm, struct limits *limits) {
  struct backend *b = mem_zalloc(1, sizeof *b);
  b->tm = tm;
  b->limits = limits;
  b->z3 = z3_backend.open(tm, limits);
  return b;
}

static struct backend *mixed_open(struct terms *tm, struct limits *limits) {
  struct backend *b = native_open(tm, limits);
  b->z3_first = true;
  return b;
}

static void drop(struct backend *b) {
  if (b->open) blaster_release(&b->blaster);
  map_u32_clear(&b->facts);
  b->open = false;
}

static void native_close(struct backend *b) {
  drop(b);
  map_u32_release(&b->covered);
  map_u32_release(&b->facts);
  map_u32_release(&b->needed);
  vec_u32_release(&b->stack);
  vec_u32_release(&b->core);
  z3_backend.close(b->z3);
  mem_free(b);
}

static void start(struct backend *b) {
  blaster_init(&b->blaster, b->tm);
  ccadical_set_terminate(b->blaster.gates.sat, b, must_stop);
  b->open = true;
}

// CaDiCaL gives a value to every variable it has, needed or not, so circuits that are several times what a query needs are dropped.
enum { KEEP_SLACK = 400, KEEP_FACTOR = 3 };

// How many literals the terms of a query have.
static uint64_t literals_needed(struct backend *b, uint32_t n, const struct term *terms) {
  uint64_t sum = 0;
  map_u32_clear(&b->needed);
  vec_u32_clear(&b->stack);
  for (uint32_t i = 0; i < n; i++) vec_u32_push(&b->stack, terms[i].id);
  while (b->stack.size) {
    struct term t = {vec_u32_pop(&b->stack)};
    if (map_u32_find(&b->needed, t.id)) continue;
    map_u32_put(&b->needed, t.id, 1);
    sum += sort_kind(b->tm, term_sort(b->tm, t)) == SORT_BV ? term_width(b->tm, t) : 1;
    for (uint32_t i = 0; i < term_arity(b->tm, t); i++) vec_u32_push(&b->stack, term_child(b->tm, t, i).id);
  }
  return sum;
}

static void drop_if_large(struct backend *b, uint32_t n, const struct term *conjuncts) {
  if (!b->open || b->blaster.lits.size <= KEEP_FACTOR * KEEP_SLACK) return;
  if ((uint64_t)b->blaster.lits.size > KEEP_FACTOR * (literals_needed(b, n, conjuncts) + KEEP_SLACK)) drop(b);
}

// Seconds that Z3 gets before CaDiCaL has its turn.
static const double z3_patience = 0.03;

static enum answer native_check(struct backend *b, uint32_t n, const struct term *conjuncts, uint32_t n_facts, const struct term *facts, double seconds) {
  bool covered = true;
  for (uint32_t i = 0; i < n && covered; i++) covered = blast_covers(b->tm, conjuncts[i], &b->covered, &b->stack);
  for (uint32_t i = 0; i < n_facts && covered; i++) covered = blast_covers(b->tm, facts[i], &b->covered, &b->stack);
  b->by_z3 = !covered;
  if (!covered) return z3_backend.check(b->z3, n, conjuncts, n_facts, facts, seconds);
  if (b->z3_first && (seconds == 0 || seconds > z3_patience)) {
    enum answer quick = z3_backend.check(b->z3, n, conjuncts, n_facts, facts, z3_patience);
    b->by_z3 = quick != ANSWER_UNKNOWN || limits_stopped(b->limits);
    if (b->by_z3) return quick;
  }
  drop_if_large(b, n, conjuncts);
  if (!b->open) start(b);
  CCaDiCaL *sat = b->blaster.gates.sat;
  vec_u32_clear(&b->core);
  b->deadline = seconds > 0 ? clock_now() + seconds : 0;
  for (uint32_t i = 0; i < n_facts; i++) {
    if (map_u32_find(&b->facts, facts[i].id)) continue;
    map_u32_put(&b->facts, facts[i].id, 1);
    ccadical_add(sat, blast_formula(&b->blaster, facts[i]));
    ccadical_add(sat, 0);
  }
  struct vec_lit literals = {0};
  for (uint32_t i = 0; i < n; i++) {
    lit l = blast_formula(&b->blaster, conjuncts[i]);
    if (l == LIT_FALSE) {
      vec_u32_push(&b->core, i);
      vec_lit_release(&literals);
      return ANSWER_UNSAT;
    }
    vec_lit_push(&literals, l);
    if (limits_stopped(b->limits)) break;
  }
  int result = 0;
  if (!limits_stopped(b->limits)) {
    for (uint32_t i = 0; i < n; i++) ccadical_assume(sat, literals.data[i]);
    result = ccadical_solve(sat);
  }
  if (result == 20)
    for (uint32_t i = 0; i < n; i++)
      if (ccadical_failed(sat, literals.data[i])) vec_u32_push(&b->core, i);
  vec_lit_release(&literals);
  if (result == 0) b->reason = limits_stopped(b->limits) ? limits_reason(b->limits) : REASON_SOLVER;
  return result == 10 ? ANSWER_SAT : result == 20 ? ANSWER_UNSAT : ANSWER_UNKNOWN;
}

static struct term native_value(struct backend *b, struct term var) {
  if (b->by_z3) return z3_backend.value(b->z3, var);
  struct sort sort = term_sort(b->tm, var);
  const lit *bits = blast_find(&b->blaster, var);
  if (sort_kind(b->tm, sort) == SORT_BOOL) return term_bool(b->tm, bits && ccadical_val(b->blaster.gates.sat, *bits) > 0);
  if (sort_kind(b->tm, sort) != SORT_BV) return TERM_NONE;
  uint32_t w = sort_width(b->tm, sort);
  mpz_t value;
  mpz_init(value);
  for (uint32_t i = 0; bits && i < w; i++)
    if (ccadical_val(b->blaster.gates.sat, bits[i]) > 0) mpz_setbit(value, i);
  struct term t = term_bv_big(b->tm, w, value);
  mpz_clear(value);
  return t;
}

static const uint32_t *native_core(struct backend *b, uint32_t *n) {
  if (b->by_z3) return z3_backend.core(b->z3, n);
  *n = b->core.size;
  return b->core.data;
}

static enum reason native_reason(const struct backend *b) { return b->by_z3 ? z3_backend.reason(b->z3) : b->reason; }

static void native_interrupt(struct backend *b) { z3_backend.interrupt(b->z3); }

const struct backend_ops mixed_backend = {
    .name = "mixed", .arrays = true, .integers = true, .open = mixed_open, .close = native_close, .check = native_check,
    .value = native_value, .core = native_core, .reason = native_reason, .interrupt = native_interrupt,
};

const struct backend_ops native_backend = {
    .name = "native", .arrays = true, .integers = true, .open = native_open, .close = native_close, .check = native_check,
    .value = native_value, .core = native_core, .reason = native_reason, .interrupt = native_interrupt,
};

// What the tests of the unfolded program share: an automaton from text with all that runs it, and one with recursion.
#ifndef CLEW_UNFOLD_WORLD_H
#define CLEW_UNFOLD_WORLD_H
#include "state/formula.h"
#include "state/program.h"
#include "fixture.h"
#include "random.h"

struct world {
  struct terms *tm;
  struct cfa *cfa;
  struct limits limits;
  struct stats stats;
  struct program *program;
  struct unfold *u; // the program's
  struct solver *solver;
  struct rng random;
  bool any_heap;     // walks do not compare the bump pointer
};

static inline struct world *world_new(const char *text) {
  struct world *w = mem_zalloc(1, sizeof *w);
  w->tm = terms_new();
  w->cfa = cfa_from_text(w->tm, text);
  w->program = program_new(w->cfa, &w->limits, &w->stats);
  w->u = program_unfold(w->program);
  w->solver = solver_new(w->tm, &w->limits, &w->stats, &(struct solver_config){.caches = true});
  w->random = rng_new(0);
  return w;
}

static inline void world_free(struct world *w) {
  solver_free(w->solver);
  program_free(w->program);
  cfa_free(w->cfa);
  terms_free(w->tm);
  mem_free(w);
}

static inline uint64_t next_random(struct world *w) { return rng_next(&w->random) >> 7; }
static inline uint32_t below(struct world *w, uint32_t n) { return (uint32_t)(next_random(w) % n); }

static inline uint32_t var_named(struct world *w, const char *name) {
  uint32_t v = cfa_var_named(w->cfa, name);
  assert_int_not_equal(v, CFA_NONE);
  return v;
}
static inline struct term var(struct world *w, const char *name) { return w->cfa->vars.data[var_named(w, name)].term; }
static inline struct term num(struct world *w, uint64_t n) { return term_bv(w->tm, 32, n); }
static inline struct term byte(struct world *w, uint64_t n) { return term_bv(w->tm, 8, n); }

static inline struct location location_named(struct world *w, const char *name) {
  for (uint32_t i = 0; i < w->cfa->locations.size; i++)
    if (!strcmp(w->cfa->locations.data[i].text, name)) return (struct location){i};
  fail_msg("no location %s", name);
  return LOCATION_NONE;
}

// The first edge from one location to another.
static inline struct edge edge_between(struct world *w, const char *from, const char *to) {
  struct location a = location_named(w, from), b = location_named(w, to);
  for (uint32_t i = 0; i < w->cfa->edges.size; i++)
    if (location_same(w->cfa->edges.data[i].from, a) && location_same(w->cfa->edges.data[i].to, b))
      return (struct edge){i};
  fail_msg("no edge from %s to %s", from, to);
  return EDGE_NONE;
}

// The n-th edge after it, in the order in which they were made.
static inline struct edge edge_after(struct edge e, uint32_t n) { return (struct edge){e.id + n}; }

#define SAME(a, b) assert_int_equal((a).id, (b).id)

static inline struct term random_value(struct world *w, struct sort sort) {
  switch (sort_kind(w->tm, sort)) {
  case SORT_BOOL: return term_bool(w->tm, below(w, 2));
  case SORT_ARRAY: {
    // Anything that is not the same everywhere.
    struct term a = term_array_const(w->tm, sort, random_value(w, sort_element(w->tm, sort)));
    uint32_t width = sort_width(w->tm, sort_index(w->tm, sort));
    uint64_t base = width == 32 ? 0xA0000000u : (uint64_t)1 << (46 - (64 - width));
    for (uint32_t i = 0; i < 64; i++)
      a = term_store(w->tm, a, term_bv(w->tm, width, base + below(w, 200)), random_value(w, sort_element(w->tm, sort)));
    return a;
  }
  default: return term_bv(w->tm, sort_width(w->tm, sort), below(w, 4) ? below(w, 16) : next_random(w));
  }
}

// Recursion with a stack object in each frame, a branch to the exit, and a call whose end is the exit.
static const char *const recursive =
    "cfa \"recursive\"\npointer-bits 32\nheap-start 0x10000\n"
    "global mem (Array (_ BitVec 32) (_ BitVec 8)) region\n"
    "global g (_ BitVec 32)\n"
    "function main\n  local n (_ BitVec 32)\n  local r (_ BitVec 32)\n  local i (_ BitVec 32)\n"
    "  edge start -> head\n    input m0 (Array (_ BitVec 32) (_ BitVec 8)) uninit \"mem\"\n    mem := m0\n"
    "  location head complete\n"
    "  edge head -> ready [(bvult i #x00000005)]\n    input n0 (_ BitVec 32) nondet \"n\"\n"
    "    n := (bvand n0 #x00000003)\n"
    "  edge head -> end [(bvuge i #x00000005)]\n"
    "  edge ready -> back [(not (= n #x00000002))]  call f (n i) -> r\n"
    "  edge ready -> back [(= n #x00000002)]  call tail (n) -> r\n"
    "  edge back -> head  i := (bvadd i #x00000001)  g := (bvadd g r)\n"
    "  location end exit\n"
    "function f\n  param k (_ BitVec 32)\n  param seed (_ BitVec 32)\n  local at (_ BitVec 32)\n"
    "  local below (_ BitVec 32)\n  result ret (_ BitVec 32)\n"
    "  edge f0 -> f1\n    alloc buf size #x00000005 stack \"buf\"\n    at := buf\n"
    "    mem := (store mem buf ((_ extract 7 0) (bvadd k seed)))\n"
    "  edge f1 -> f2 [(not (= k #x00000000))]  call f ((bvsub k #x00000001) (bvadd seed #x00000007)) -> below\n"
    "  edge f1 -> f3 [(= k #x00000000)]  ret := ((_ zero_extend 24) (select mem at))\n"
    "  edge f2 -> f3 [(bvult below #x00000040)]  ret := (bvadd below ((_ zero_extend 24) (select mem at)))\n"
    "  edge f2 -> f3 [(bvuge below #x00000040)]  ret := below\n"
    "  location f3 exit\n"
    "function tail\n  param k (_ BitVec 32)\n  local deep (_ BitVec 32)\n  result ret (_ BitVec 32)\n"
    "  edge t0 -> t1\n    alloc own size #x00000021 align 64 stack \"own\"\n"
    "    mem := (store mem (bvadd own #x00000020) #x2a)\n    deep := own\n"
    "  edge t1 -> t2 [(= #x2a (select mem (bvadd deep #x00000020)))]  call f (k k) -> ret\n"
    "  location t2 exit\n";

#endif

// Invariants at cut points: random systems compared with Houdini on explicit states and with houdini.h; programs whose
// proof needs what the sources and the targets give; calls; and that nothing is kept when there is no time.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "explore/strengthen.h"
#include "explore/suggest.h"
#include "solve/interpolate/houdini.h"
#include "check/check.h"
#include "fixture.h"
#include "random.h"

struct world {
  struct terms *tm;
  struct cfa *cfa;
  struct limits limits;
  struct stats stats;
  struct program *program;
  struct solver *solver;
  struct rng random;
};

static struct world *world_new(const char *text) {
  struct world *w = mem_zalloc(1, sizeof *w);
  w->tm = terms_new();
  w->cfa = cfa_from_text(w->tm, text);
  w->program = program_new(w->cfa, &w->limits, &w->stats);
  w->solver = solver_new(w->tm, &w->limits, &w->stats, &(struct solver_config){.caches = true});
  return w;
}

static void world_free(struct world *w) {
  solver_free(w->solver);
  program_free(w->program);
  cfa_free(w->cfa);
  terms_free(w->tm);
  mem_free(w);
}

static uint32_t below(struct world *w, uint32_t n) { return (uint32_t)rng_below(&w->random, n); }
static struct term var(struct world *w, const char *name) {
  uint32_t v = cfa_var_named(w->cfa, name);
  assert_int_not_equal(v, CFA_NONE);
  return w->cfa->vars.data[v].term;
}
static struct term byte(struct world *w, uint64_t n) { return term_bv(w->tm, 8, n); }

static struct location location_named(struct world *w, const char *name) {
  for (uint32_t i = 0; i < w->cfa->locations.size; i++)
    if (!strcmp(w->cfa->locations.data[i].text, name)) return (struct location){i};
  fail_msg("no location %s", name);
  return LOCATION_NONE;
}

#define SAME(a, b) assert_int_equal((a).id, (b).id)

struct strong {
  struct world *w;
  struct facts *facts;
  struct claim claim;
  struct run run;
  struct expansion *x;
  struct strengthening s;
};

static void open_strong(struct strong *t, const char *text) {
  *t = (struct strong){.w = world_new(text)};
  t->facts = facts_new(t->w->cfa, t->w->program, &t->w->limits, 1);
  claim_init(&t->claim);
  struct run_setting setting = {.cfa = t->w->cfa,
                                .program = t->w->program,
                                .limits = &t->w->limits,
                                .stats = &t->w->stats,
                                .solver = {.caches = true},
                                .seed = 1,
                                .facts = t->facts};
  run_init(&t->run, &setting, NULL, &t->claim);
  t->x = expansion_new(&t->run, 0);
  assert_non_null(t->x);
}

static void close_strong(struct strong *t) {
  strengthening_release(&t->s);
  expansion_free(t->x);
  run_release(&t->run);
  claim_release(&t->claim);
  facts_free(t->facts);
  world_free(t->w);
}

// The annotation with these invariants passes the check.
static bool proves(struct strong *t, const struct vec_term *invariants) {
  struct annotation *a = &t->claim.certificate.annotation;
  t->claim.certificate.kind = CERTIFICATE_ANNOTATION;
  for (uint32_t i = 0; i < a->points.size; i++) vec_term_clear(&a->points.data[i].conjuncts);
  for (uint32_t i = 0; i < t->x->cuts.size; i++) {
    const struct expanded_point *p = expansion_at(t->x, t->x->cuts.data[i]);
    const struct vec_term *kept = &invariants[t->x->cuts.data[i].id];
    struct cut_point *cut = annotation_at(a, p->context, p->location);
    for (uint32_t k = 0; k < kept->size; k++) vec_term_push(&cut->conjuncts, kept->data[k]);
  }
  const char *message = "";
  return certificate_check(t->w->cfa, &t->w->limits, &t->w->stats, &t->claim.certificate, false, NULL, &message);
}

// --- random systems --------------------------------------------------------------------------------------------------

enum { BITS = 3, STATES = 1 << 2 * BITS, INPUTS = 1 << BITS, PLACES = 4, MAX_CANDIDATES = 6 };

// `from`: the place, whose input is called after it.
static void random_number(struct world *w, struct text *out, const char *from) {
  uint32_t k = below(w, 7), bits = below(w, 8);
  if (k < 4) text_printf(out, "%s", k % 2 ? "x" : "y");
  else if (k == 4) text_printf(out, "in_%s", from);
  else text_printf(out, "#b%u%u%u", bits >> 2 & 1, bits >> 1 & 1, bits & 1);
}

static void random_sum(struct world *w, struct text *out, const char *from) {
  static const char *const operations[] = {"bvadd", "bvand", "bvsub", "bvadd"};
  if (!below(w, 3)) {
    random_number(w, out, from);
    return;
  }
  text_printf(out, "(%s ", operations[below(w, 4)]);
  random_number(w, out, from);
  text_printf(out, " ");
  random_number(w, out, from);
  text_printf(out, ")");
}

static void random_condition(struct world *w, struct text *out, const char *from) {
  static const char *const relations[] = {"bvule", "=", "bvult", "bvuge"};
  text_printf(out, "(%s ", relations[below(w, 4)]);
  random_number(w, out, from);
  text_printf(out, " ");
  random_number(w, out, from);
  text_printf(out, ")");
}

static void random_edge(struct world *w, struct text *out, const char *from, const char *to) {
  text_printf(out, "  edge %s -> %s [", from, to);
  random_condition(w, out, from);
  text_printf(out, "]\n    input in_%s (_ BitVec 3) nondet \"in\"\n", from);
  for (uint32_t v = 0; v < 2; v++) {
    if (!below(w, 3)) continue;
    text_printf(out, "    %s := ", v ? "y" : "x");
    random_sum(w, out, from);
    text_printf(out, "\n");
  }
}

// `heads`: every place has an edge to itself, and so is a cut point.
static void random_system(struct world *w, bool heads, struct text *out) {
  static const char *const names[PLACES] = {"p0", "p1", "p2", "p3"};
  text_printf(out, "cfa \"random\"\npointer-bits 32\nheap-start 0x10000\n"
                   "function main\n  local x (_ BitVec 3)\n  local y (_ BitVec 3)\n  entry start\n"
                   "  edge start -> p0\n");
  if (below(w, 4)) text_printf(out, "    x := #b00%u\n", below(w, 2));
  if (below(w, 4)) text_printf(out, "    y := #b00%u\n", below(w, 2));
  for (uint32_t i = 0; i < PLACES; i++) {
    if (heads) random_edge(w, out, names[i], names[i]);
    for (uint32_t k = 0; k < 2; k++) random_edge(w, out, names[i], names[below(w, PLACES)]);
    if (i + 1 < PLACES) random_edge(w, out, names[i], names[i + 1]);
  }
}

static struct term random_candidate(struct world *w, struct term x, struct term y) {
  struct terms *tm = w->tm;
  struct term c = term_bv(tm, BITS, below(w, 8));
  switch (below(w, 7)) {
  case 0: return term_ule(tm, x, y);
  case 1: return term_eq(tm, x, y);
  case 2: return term_ule(tm, y, c);
  case 3: return term_ule(tm, c, x);
  case 4: return term_eq(tm, term_bvand(tm, x, term_bv(tm, BITS, 1)), term_bv(tm, BITS, below(w, 2)));
  case 5: return term_or(tm, term_ule(tm, x, c), term_eq(tm, y, term_bv(tm, BITS, below(w, 8))));
  default: return term_ule(tm, x, c);
  }
}

// The candidates that are left, by location, on explicit states.
struct explicit {
  struct strong *t;
  struct term x, y;
  struct vec_term left[64];
  struct model *values[STATES]; // of x and y
};

static uint32_t state_number(struct explicit *e, struct model *m, const struct cfa_edge *edge) {
  struct term x = e->x, y = e->y;
  for (uint32_t i = 0; i < edge->updates.size; i++) {
    struct term var = e->t->w->cfa->vars.data[edge->updates.data[i].var].term;
    if (term_same(var, e->x)) x = edge->updates.data[i].value;
    if (term_same(var, e->y)) y = edge->updates.data[i].value;
  }
  uint64_t a, b;
  assert_true(term_value64(e->t->w->tm, model_eval(m, x), &a));
  assert_true(term_value64(e->t->w->tm, model_eval(m, y), &b));
  return (uint32_t)(a << BITS | b);
}

static struct model *values_of(struct explicit *e, uint32_t state) {
  struct model *m = model_new(e->t->w->tm);
  model_set(m, e->x, term_bv(e->t->w->tm, BITS, state >> BITS));
  model_set(m, e->y, term_bv(e->t->w->tm, BITS, state & (INPUTS - 1)));
  return m;
}

static bool is_cut(struct explicit *e, struct location location) {
  return e->t->w->cfa->locations.data[location.id].loop_head;
}

static bool remove_false(struct explicit *e, struct location location, uint32_t state) {
  return houdini_refute(&e->left[location.id], e->values[state], NULL);
}

// What a segment from the state breaks at its end is removed. `seen`: states on the way, by location.
static bool remove_broken(struct explicit *e, struct location from, uint32_t state, unsigned char *seen) {
  bool removed = false;
  const struct cfa_location *at = cfa_location(e->t->w->cfa, from);
  for (uint32_t i = 0; i < at->out.size; i++) {
    const struct cfa_edge *edge = cfa_edge(e->t->w->cfa, at->out.data[i]);
    for (uint32_t input = 0; input < (edge->inputs.size ? INPUTS : 1); input++) {
      struct model *m = values_of(e, state);
      if (edge->inputs.size) model_set(m, edge->inputs.data[0].term, term_bv(e->t->w->tm, BITS, input));
      uint32_t next = state_number(e, m, edge);
      bool taken = model_holds(m, edge->guard);
      model_unref(m);
      if (!taken) continue;
      if (is_cut(e, edge->to)) {
        removed = remove_false(e, edge->to, next) || removed;
      } else if (!seen[edge->to.id * STATES + next]) {
        seen[edge->to.id * STATES + next] = 1;
        removed = remove_broken(e, edge->to, next, seen) || removed;
      }
    }
  }
  return removed;
}

static bool all_hold(struct explicit *e, struct location location, uint32_t state) {
  for (uint32_t i = 0; i < e->left[location.id].size; i++)
    if (!model_holds(e->values[state], e->left[location.id].data[i])) return false;
  return true;
}

static void explicit_houdini(struct explicit *e) {
  struct expansion *x = e->t->x;
  struct location entry = expansion_at(x, x->entry)->location;
  unsigned char *seen = mem_zalloc(e->t->w->cfa->locations.size * STATES, 1);
  for (uint32_t state = 0; state < STATES; state++) {
    if (is_cut(e, entry)) remove_false(e, entry, state);
    else remove_broken(e, entry, state, seen);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < x->cuts.size; i++) {
      struct location from = expansion_at(x, x->cuts.data[i])->location;
      memset(seen, 0, e->t->w->cfa->locations.size * STATES);
      for (uint32_t state = 0; state < STATES; state++)
        if (all_hold(e, from, state)) changed = remove_broken(e, from, state, seen) || changed;
    }
  }
  mem_free(seen);
}

static void expect_left(struct explicit *e) {
  struct strong *t = e->t;
  for (uint32_t i = 0; i < t->x->cuts.size; i++) {
    const struct vec_term *left = &e->left[expansion_at(t->x, t->x->cuts.data[i])->location.id];
    const struct vec_term *kept = &t->s.at[t->x->cuts.data[i].id];
    assert_int_equal(kept->size, left->size);
    for (uint32_t k = 0; k < kept->size; k++) { // equations may come first
      bool found = false;
      for (uint32_t j = 0; j < left->size && !found; j++) found = term_same(kept->data[k], left->data[j]);
      assert_true(found);
    }
  }
}

static enum answer ask(void *context, const struct vec_term *conjuncts, struct model **model) {
  struct strong *t = context;
  enum answer answer = solver_check(t->w->solver, conjuncts->size, conjuncts->data);
  if (answer == ANSWER_SAT) *model = solver_model(t->w->solver);
  return answer;
}

// By houdini.h, where every place but the entry is a cut point: steps are edges.
static void symbolic_houdini(struct explicit *e, struct vec_term *left) {
  struct strong *t = e->t;
  const struct cfa *cfa = t->w->cfa;
  struct vec_term *lists[64], guards[64] = {0};
  struct houdini_step steps[64];
  uint32_t n = 0;
  for (uint32_t i = 0; i < cfa->locations.size; i++) lists[i] = &left[i];
  for (uint32_t i = 0; i < t->x->steps.size; i++) {
    const struct expanded_step *s = &t->x->steps.data[i];
    const struct cfa_edge *edge = cfa_edge(cfa, s->step->edge);
    struct substitution *end = substitution_new(t->w->tm);
    for (uint32_t k = 0; k < edge->updates.size; k++)
      substitution_set(end, cfa->vars.data[edge->updates.data[k].var].term, edge->updates.data[k].value);
    vec_term_push(&guards[n], edge->guard);
    uint32_t from = point_same(s->from, t->x->entry) ? HOUDINI_OUTSIDE : edge->from.id;
    steps[n] = (struct houdini_step){from, edge->to.id, &guards[n], end};
    n++;
  }
  struct houdini h = {.tm = t->w->tm,
                      .candidates = lists,
                      .n_steps = n,
                      .steps = steps,
                      .ask = ask,
                      .context = t,
                      .max_questions = 10000};
  assert_true(houdini_run(&h));
  for (uint32_t i = 0; i < n; i++) {
    substitution_free(steps[i].end);
    vec_term_release(&guards[i]);
  }
}

static void add_new(struct vec_term *list, struct term t) {
  for (uint32_t i = 0; i < list->size; i++)
    if (term_same(list->data[i], t)) return;
  vec_term_push(list, t);
}

// Cut points of a component have the candidates of all of them, their own first.
static void share(struct explicit *e, struct vec_term *out) {
  struct expansion *x = e->t->x;
  for (uint32_t i = 0; i < x->cuts.size; i++) {
    const struct expanded_point *at = expansion_at(x, x->cuts.data[i]);
    struct vec_term *all = &out[at->location.id];
    for (uint32_t k = 0; k < e->left[at->location.id].size; k++) add_new(all, e->left[at->location.id].data[k]);
    for (uint32_t n = 0; n < x->cuts.size; n++) {
      const struct expanded_point *other = expansion_at(x, x->cuts.data[n]);
      const struct vec_term *own = &e->left[other->location.id];
      for (uint32_t k = 0; at->component == other->component && k < own->size; k++) add_new(all, own->data[k]);
    }
  }
  for (uint32_t i = 0; i < 64; i++) {
    vec_term_clear(&e->left[i]);
    for (uint32_t k = 0; k < out[i].size; k++) vec_term_push(&e->left[i], out[i].data[k]);
  }
}

static void random_round(uint64_t seed, uint64_t *kept, uint64_t *dropped) {
  struct world *dice = world_new("cfa \"dice\"\npointer-bits 32\nheap-start 0x10000\nfunction main\n  edge a -> b\n");
  dice->random = rng_new(seed);
  struct text text = {0};
  bool heads = seed % 2;
  random_system(dice, heads, &text);
  struct strong t;
  open_strong(&t, text_cstr(&text));
  struct explicit e = {.t = &t, .x = var(t.w, "main::x"), .y = var(t.w, "main::y")};
  struct vec_term left[64] = {0};
  t.w->random = rng_new(seed + 1000000);
  for (uint32_t i = 0; i < STATES; i++) e.values[i] = values_of(&e, i);
  for (uint32_t i = 0; i < t.x->cuts.size; i++)
    for (uint32_t k = 0; k < MAX_CANDIDATES; k++) {
      struct location at = expansion_at(t.x, t.x->cuts.data[i])->location;
      struct term c = random_candidate(t.w, e.x, e.y);
      if (facts_offer(t.facts, at, c, SOURCE_FILE)) vec_term_push(&e.left[at.id], c);
    }
  share(&e, left);
  strengthen(t.x, SOURCE_FILE, 1000, &t.s);
  explicit_houdini(&e);
  expect_left(&e);
  if (heads) {
    symbolic_houdini(&e, left);
    for (uint32_t i = 0; i < 64; i++) {
      assert_int_equal(left[i].size, e.left[i].size);
      for (uint32_t k = 0; k < left[i].size; k++) SAME(left[i].data[k], e.left[i].data[k]);
    }
  }
  assert_true(t.s.kept <= t.s.candidates);
  *kept += t.s.kept;
  *dropped += t.s.candidates - t.s.kept;
  for (uint32_t i = 0; i < 64; i++) {
    vec_term_release(&e.left[i]);
    vec_term_release(&left[i]);
  }
  for (uint32_t i = 0; i < STATES; i++) model_unref(e.values[i]);
  close_strong(&t);
  text_release(&text);
  world_free(dice);
}

static void is_the_largest_inductive_subset(void **unused) {
  (void)unused;
  uint64_t kept = 0, dropped = 0;
  for (uint64_t seed = 1; seed <= 300; seed++) random_round(seed, &kept, &dropped);
  assert_true(kept > 300);
  assert_true(dropped > 300);
}

// --- programs --------------------------------------------------------------------------------------------------------

#define TOP "cfa \"test\"\npointer-bits 32\nheap-start 0x10000\n"

// x = y = 0; while (*) { x++; y++; } if (x != y) error: the assertion itself is inductive, no source is needed.
static const char equal[] = TOP "function main\n  local x (_ BitVec 32)\n  local y (_ BitVec 32)\n"
                                "  edge start -> head  x := #x00000000  y := #x00000000\n"
                                "  edge head -> head [(= c #b1)]\n    input c (_ BitVec 1) nondet \"c\"\n"
                                "    x := (bvadd x #x00000001)\n    y := (bvadd y #x00000001)\n"
                                "  edge head -> test [(= c #b0)]\n    input c (_ BitVec 1) nondet \"c\"\n"
                                "  edge test -> err [(not (= x y))]\n  edge test -> out [(= x y)]\n"
                                "  location err error\n  location out stop\n";

// while (*) { x, y, z = even, 0, 0 or v, 1, 0 or v, 0, 1 } if (*) assert(y || z || even(x)): the clause is inductive,
// no part of it is, and whether the assertion is reached is an input.
static const char clause[] = TOP
    "function main\n  local x (_ BitVec 8)\n  local y (_ BitVec 8)\n  local z (_ BitVec 8)\n"
    "  edge start -> head  y := #x01  z := #x01\n"
    "  edge head -> head [(= c #b00)]\n    input c (_ BitVec 2) nondet \"c\"\n    input v (_ BitVec 8) nondet \"v\"\n"
    "    x := (bvand v #xfe)\n    y := #x00\n    z := #x00\n"
    "  edge head -> head [(= c #b01)]\n    input c (_ BitVec 2) nondet \"c\"\n    input v (_ BitVec 8) nondet \"v\"\n"
    "    x := v\n    y := #x01\n    z := #x00\n"
    "  edge head -> head [(= c #b10)]\n    input c (_ BitVec 2) nondet \"c\"\n    input v (_ BitVec 8) nondet \"v\"\n"
    "    x := v\n    y := #x00\n    z := #x01\n"
    "  edge head -> test [(= c #b11)]\n    input c (_ BitVec 2) nondet \"c\"\n"
    "  edge test -> err [(and (= d #b1) (= y #x00) (= z #x00) (= (bvand x #x01) #x01))]\n"
    "    input d (_ BitVec 1) nondet \"d\"\n"
    "  edge test -> out [(not (= y #x00))]\n"
    "  location err error\n  location out stop\n";

// i = 0; while (*) { j = 0; while (j < 10 && i < 100) { assert(i >= 0); i++; j++; } }: the outer loop has no target.
static const char nested[] = TOP
    "function main\n  local i (_ BitVec 32)\n  local j (_ BitVec 32)\n"
    "  edge start -> outer  i := #x00000000\n"
    "  edge outer -> inner [(= c #b1)]\n    input c (_ BitVec 1) nondet \"c\"\n    j := #x00000000\n"
    "  edge outer -> out [(= c #b0)]\n    input c (_ BitVec 1) nondet \"c\"\n"
    "  edge inner -> body [(and (bvslt j #x0000000a) (bvslt i #x00000064))]\n"
    "  edge inner -> outer [(not (and (bvslt j #x0000000a) (bvslt i #x00000064)))]\n"
    "  edge body -> err [(bvslt i #x00000000)]\n"
    "  edge body -> inner [(bvsge i #x00000000)]  i := (bvadd i #x00000001)  j := (bvadd j #x00000001)\n"
    "  location err error\n  location out stop\n";

// x = 0; while (*) x += 2; y = 0; while (*) { assert(even(x)); y++; }: the first loop needs what the second does.
static const char later[] = TOP "function main\n  local x (_ BitVec 32)\n  local y (_ BitVec 32)\n"
                                "  edge start -> one  x := #x00000000\n"
                                "  edge one -> one [(= c #b1)]\n    input c (_ BitVec 1) nondet \"c\"\n"
                                "    x := (bvadd x #x00000002)\n"
                                "  edge one -> two [(= c #b0)]\n    input c (_ BitVec 1) nondet \"c\"\n"
                                "    y := #x00000000\n"
                                "  edge two -> err [(= (bvand x #x00000001) #x00000001)]\n"
                                "  edge two -> two [(= (bvand x #x00000001) #x00000000)]  y := (bvadd y #x00000001)\n"
                                "  location err error\n";

// z = 7; x = 0; while (x < 700) x += z; assert(x % 7 == 0).
static const char constant[] = TOP "function main\n  local x (_ BitVec 32)\n  local z (_ BitVec 32)\n"
                                   "  edge start -> head  x := #x00000000  z := #x00000007\n"
                                   "  edge head -> head [(bvult x #x000002bc)]  x := (bvadd x z)\n"
                                   "  edge head -> test [(bvuge x #x000002bc)]\n"
                                   "  edge test -> err [(not (= (bvurem x #x00000007) #x00000000))]\n"
                                   "  edge test -> out [(= (bvurem x #x00000007) #x00000000)]\n"
                                   "  location err error\n  location out stop\n";

// i = k = 0; while (i < n) { i++; k++; } j = 0; while (j < n) { assert(k > 0); j++; k--; }
static const char sums[] = TOP
    "function main\n  local i (_ BitVec 32)\n  local j (_ BitVec 32)\n  local k (_ BitVec 32)\n"
    "  local n (_ BitVec 32)\n"
    "  edge start -> up  i := #x00000000  k := #x00000000\n"
    "  edge up -> up [(bvslt i n)]  i := (bvadd i #x00000001)  k := (bvadd k #x00000001)\n"
    "  edge up -> down [(bvsge i n)]  j := #x00000000\n"
    "  edge down -> test [(bvslt j n)]\n  edge down -> out [(bvsge j n)]\n"
    "  edge test -> err [(bvsle k #x00000000)]\n"
    "  edge test -> down [(bvsgt k #x00000000)]  j := (bvadd j #x00000001)  k := (bvsub k #x00000001)\n"
    "  location err error\n  location out stop\n";

static void proves_programs(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    uint32_t sources; // 0: the targets alone
  } programs[] = {{equal, 0}, {clause, 0}, {nested, 0}, {later, 0}, {constant, 0}, {sums, SOURCES_ALL}};
  for (uint32_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    struct strong t;
    open_strong(&t, programs[i].text);
    strengthen(t.x, programs[i].sources, 1000, &t.s);
    if (!proves(&t, t.s.at)) fail_msg("program %u is not proved", i);
    assert_true(t.s.excludes);
    if (!proves(&t, t.s.needed)) fail_msg("program %u is not proved by what is needed", i);
    close_strong(&t);
  }
}

// Disjunctions of what was suggested, but for what is known to hold.
static void suggests_pairs(void **unused) {
  (void)unused;
  struct strong t;
  open_strong(&t, equal);
  struct terms *tm = t.w->tm;
  struct point head = t.x->cuts.data[0];
  struct term x = var(t.w, "main::x"), y = var(t.w, "main::y"), zero = term_bv(tm, 32, 0);
  struct term a = term_eq(tm, x, zero), b = term_sle(tm, y, zero), c = term_sle(tm, x, y);
  struct suggest s;
  suggest_init(&s, t.x, 0);
  suggest_one(&s, head, a);
  suggest_one(&s, head, b);
  suggest_one(&s, head, c);
  suggest_one(&s, head, a); // is there
  suggest_one(&s, head,
              term_eq(tm, term_var(tm, sort_bool(tm), "unknown"), term_true(tm))); // no variable of the program
  struct vec_term kept = {0};
  vec_term_push(&kept, c);
  suggest_pairs(&s, head, &kept);
  const struct vec_term *found = &s.at[head.id].candidates;
  assert_int_equal(found->size, 4);
  SAME(found->data[3], term_or(tm, a, b));
  vec_term_release(&kept);
  suggest_release(&s);
  close_strong(&t);
}

static void has_nothing_without_time(void **unused) {
  (void)unused;
  struct strong t;
  open_strong(&t, equal);
  strengthen(t.x, SOURCES_ALL, -1, &t.s);
  assert_int_equal(t.s.kept, 0);
  assert_false(t.s.excludes);
  close_strong(&t);
}

// A function with a loop that is called twice: what holds in both contexts is a fact, what holds in one is not.
static const char callee[] = TOP "function main\n  local r (_ BitVec 8)\n"
                                 "  edge start -> one\n"
                                 "  edge one -> two call down(#x09) -> r\n"
                                 "  edge two -> three call down(#x05) -> r\n"
                                 "  edge three -> err [(bvugt r #x01)]\n  edge three -> out [(bvule r #x01)]\n"
                                 "  location err error\n  location out stop\n"
                                 "function down\n  param p (_ BitVec 8)\n  result q (_ BitVec 8)\n"
                                 "  edge in -> head  q := #x00\n"
                                 "  edge head -> head [(not (= p #x00))]  p := (bvsub p #x01)  q := (bvor q #x01)\n"
                                 "  edge head -> done [(= p #x00)]\n  location done exit\n";

static void proves_facts_that_hold_in_all_contexts(void **unused) {
  (void)unused;
  struct strong t;
  open_strong(&t, callee);
  struct location head = location_named(t.w, "head");
  struct term p = var(t.w, "down::p"), q = var(t.w, "down::q");
  struct term nine = term_ule(t.w->tm, p, byte(t.w, 9)), five = term_ule(t.w->tm, p, byte(t.w, 5));
  struct term one = term_ule(t.w->tm, q, byte(t.w, 1));
  assert_true(facts_offer(t.facts, head, five, SOURCE_FILE));
  assert_true(facts_offer(t.facts, head, nine, SOURCE_FILE));
  assert_true(facts_offer(t.facts, head, one, SOURCE_FILE));
  strengthen(t.x, SOURCE_FILE, 1000, &t.s);
  const struct vec_term *proven = facts_proven(t.facts, head);
  assert_non_null(proven);
  bool has_nine = false, has_one = false;
  for (uint32_t i = 0; i < proven->size; i++) {
    assert_int_not_equal(proven->data[i].id, five.id);
    has_nine = has_nine || term_same(proven->data[i], nine);
    has_one = has_one || term_same(proven->data[i], one);
  }
  assert_true(has_nine);
  assert_true(has_one);
  assert_true(proves(&t, t.s.at));
  close_strong(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(is_the_largest_inductive_subset),
      cmocka_unit_test(proves_programs),
      cmocka_unit_test(suggests_pairs),
      cmocka_unit_test(has_nothing_without_time),
      cmocka_unit_test(proves_facts_that_hold_in_all_contexts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

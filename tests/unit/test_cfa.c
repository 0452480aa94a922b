// The automaton module: construction, loops, compression, slicing and the text format.
//
// Transformations are tested by running random automata concretely before
// and after: the same inputs must lead to the same error, or to none.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
// cmocka wants these first.
#include <cmocka.h>

#include "cfa/cfa.h"
#include "term/model.h"
#include "random.h"
#include "timing.h"
#include <stdio.h>
#include <stdlib.h>
#include "cfa/pass/reduce.h"

static void merge_everywhere(struct cfa *cfa) {
  cfa_sweep(cfa);
  cfa_reduce(cfa, REDUCE_BLOCKS);
}

// --- randomness ---------------------------------------------------------------------------

static uint32_t pick(struct rng *r, uint32_t below) { return (uint32_t)rng_below(r, below); }

static void must_be_sound(struct cfa *cfa, const char *what) {
  struct error error = {0};
  if (cfa_check(cfa, &error)) return;
  struct text t = {0};
  cfa_print(cfa, &t);
  fprintf(stderr, "%s\n%s: %s\n", text_cstr(&t), what, error.message);
  fail();
}

// --- a concrete interpreter -----------------------------------------------------------------
// Variables start as zero. The k-th input of a run has the value input_value(seed, k).

struct frame {
  uint32_t function;
  struct location return_to;
  uint32_t result;
  struct term *locals;
};
VEC_TYPE(vec_frame, struct frame)

struct run {
  struct cfa *cfa;
  uint64_t seed;
  uint32_t inputs;         // read so far
  uint64_t addresses;      // the next address
  struct term *globals;
  struct vec_frame frames;
  uint32_t steps;
};

static struct term input_value(struct terms *tm, uint64_t seed, uint32_t k, struct sort s) {
  if (sort_kind(tm, s) != SORT_BV) return term_zero(tm, s);
  struct rng r = rng_new(seed * 1000003 + k);
  return term_bv(tm, sort_width(tm, s), pick(&r, 1u << 16));
}

static struct term *slot_of(struct run *r, uint32_t v) {
  const struct cfa_var *var = &r->cfa->vars.data[v];
  return var->function == CFA_NONE ? &r->globals[var->slot] : &r->frames.data[r->frames.size - 1].locals[var->slot];
}

static void set_vars(struct run *r, struct model *m, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(r->cfa->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t v = cfa_var_of(r->cfa, (struct term){vars[i]});
    if (v != CFA_NONE && !model_has(m, (struct term){vars[i]})) model_set(m, (struct term){vars[i]}, *slot_of(r, v));
  }
}

static void push_frame(struct run *r, uint32_t function, struct location return_to, uint32_t result) {
  const struct cfa_function *f = &r->cfa->functions.data[function];
  struct frame frame = {function, return_to, result, mem_zalloc(f->locals.size + 1, sizeof(struct term))};
  for (uint32_t i = 0; i < f->locals.size; i++)
    frame.locals[i] = term_zero(r->cfa->tm, r->cfa->vars.data[f->locals.data[i]].sort);
  vec_frame_push(&r->frames, frame);
}

// A model of the edge's inputs and of the variables its guard and effects speak of.
static struct model *edge_model(struct run *r, const struct cfa_edge *e) {
  struct terms *tm = r->cfa->tm;
  struct model *m = model_new(tm);
  for (uint32_t i = 0; i < e->inputs.size; i++)
    model_set(m, e->inputs.data[i].term,
              input_value(tm, r->seed, r->inputs + i, term_sort(tm, e->inputs.data[i].term)));
  set_vars(r, m, e->guard);
  for (uint32_t i = 0; i < e->updates.size; i++) set_vars(r, m, e->updates.data[i].value);
  for (uint32_t i = 0; i < e->args.size; i++) set_vars(r, m, e->args.data[i]);
  return m;
}

// Does what the edge does; gives the location control is at then.
static struct location take_edge(struct run *r, const struct cfa_edge *e, struct model *m) {
  struct term values[64];
  assert_true(e->updates.size <= 64 && e->args.size <= 64);
  for (uint32_t i = 0; i < e->updates.size; i++) values[i] = model_eval(m, e->updates.data[i].value);
  for (uint32_t i = 0; i < e->updates.size; i++) *slot_of(r, e->updates.data[i].var) = values[i];
  for (uint32_t i = 0; i < e->args.size; i++) values[i] = model_eval(m, e->args.data[i]);
  r->inputs += e->inputs.size;
  if (e->callee == CFA_NONE) return e->to;
  push_frame(r, e->callee, e->to, e->result);
  for (uint32_t i = 0; i < e->args.size; i++) *slot_of(r, r->cfa->functions.data[e->callee].params.data[i]) = values[i];
  return r->cfa->functions.data[e->callee].entry;
}

static struct location leave_function(struct run *r) {
  struct frame f = r->frames.data[r->frames.size - 1];
  uint32_t result = r->cfa->functions.data[f.function].result;
  struct term value = result == CFA_NONE ? TERM_NONE : *slot_of(r, result);
  r->frames.size--;
  if (f.result != CFA_NONE) *slot_of(r, f.result) = value;
  mem_free(f.locals);
  return f.return_to;
}

// One step from `at`; LOCATION_NONE when the path ends.
static struct location step(struct run *r, struct location at) {
  const struct cfa_location *l = cfa_location(r->cfa, at);
  struct location next = LOCATION_NONE;
  for (uint32_t k = 0; k < l->out.size && location_none(next); k++) {
    const struct cfa_edge *e = cfa_edge(r->cfa, l->out.data[k]);
    struct model *m = edge_model(r, e);
    if (model_holds(m, e->guard)) next = take_edge(r, e, m);
    model_unref(m);
  }
  return next;
}

// The text of the error reached, "" if the path ends without, NULL if it takes more than `limit` steps or 40 frames.
static const char *run_cfa(struct cfa *cfa, uint64_t seed, uint32_t limit) {
  struct run r = {.cfa = cfa, .seed = seed, .globals = mem_zalloc(cfa->globals.size + 1, sizeof(struct term))};
  for (uint32_t i = 0; i < cfa->globals.size; i++)
    r.globals[i] = term_zero(cfa->tm, cfa->vars.data[cfa->globals.data[i]].sort);
  push_frame(&r, cfa->main, LOCATION_NONE, CFA_NONE);
  const char *outcome = NULL;
  struct location at = cfa->functions.data[cfa->main].entry;
  for (; !outcome && r.steps < limit && r.frames.size < 40; r.steps++) {
    const struct cfa_location *l = cfa_location(cfa, at);
    if (l->kind == LOC_ERROR || l->kind == LOC_UNSUPPORTED) outcome = l->text;
    else if (l->kind == LOC_STOP) outcome = "";
    else if (l->kind == LOC_EXIT) at = leave_function(&r);
    else at = step(&r, at);
    if (!outcome && location_none(at)) outcome = "";
  }
  while (r.frames.size) mem_free(r.frames.data[--r.frames.size].locals);
  vec_frame_release(&r.frames);
  mem_free(r.globals);
  return outcome;
}

// --- random automata --------------------------------------------------------------------------

enum { WIDTH = 4 };

struct maker {
  struct cfa *cfa;
  struct rng rng;
  struct vec_u32 scope;     // variables of bit-vector sort
  struct vec_u32 regions;
  struct vec_term inputs;   // of the edge at hand
};

static struct term random_value(struct maker *m, uint32_t depth);

static struct term random_condition(struct maker *m, uint32_t depth) {
  struct terms *tm = m->cfa->tm;
  if (depth && !pick(&m->rng, 4)) {
    struct term a = random_condition(m, depth - 1), b = random_condition(m, depth - 1);
    return pick(&m->rng, 2) ? term_and(tm, a, b) : term_or(tm, a, b);
  }
  struct term a = random_value(m, depth), b = random_value(m, depth);
  switch (pick(&m->rng, 4)) {
  case 0: return term_eq(tm, a, b);
  case 1: return term_ult(tm, a, b);
  case 2: return term_sle(tm, a, b);
  default: return term_not(tm, term_eq(tm, a, b));
  }
}

static struct term random_value(struct maker *m, uint32_t depth) {
  struct terms *tm = m->cfa->tm;
  uint32_t choice = pick(&m->rng, depth ? 10 : 4);
  if (choice == 0) return term_bv(tm, WIDTH, pick(&m->rng, 16));
  if (choice == 1 && m->inputs.size) return m->inputs.data[pick(&m->rng, m->inputs.size)];
  if (choice < 4) return m->cfa->vars.data[m->scope.data[pick(&m->rng, m->scope.size)]].term;
  if (choice == 4)
    return term_select(tm, m->cfa->vars.data[m->regions.data[pick(&m->rng, m->regions.size)]].term,
                       random_value(m, depth - 1));
  struct term a = random_value(m, depth - 1), b = random_value(m, depth - 1);
  switch (choice) {
  case 5: return term_sub(tm, a, b);
  case 6: return term_mul(tm, a, b);
  case 7: return term_bvxor(tm, a, b);
  case 8: return term_ite(tm, random_condition(m, depth - 1), a, b);
  default: return term_add(tm, a, b);
  }
}

static void random_input(struct maker *m, struct edge edge) {
  struct term t = cfa_edge_term(m->cfa, sort_bv(m->cfa->tm, WIDTH), "in");
  struct cfa_input i = {.term = t,
                        .kind = (enum cfa_input_kind)pick(&m->rng, 4),
                        .name = "nondet",
                        .ctype = pick(&m->rng, 2) ? "int" : "",
                        .is_unsigned = pick(&m->rng, 2),
                        .place = {0, pick(&m->rng, 3), 7}};
  vec_input_push(&cfa_edge(m->cfa, edge)->inputs, i);
  vec_term_push(&m->inputs, t);
}

static void random_updates(struct maker *m, struct edge edge) {
  struct vec_update *u = &cfa_edge(m->cfa, edge)->updates;
  for (uint32_t n = pick(&m->rng, 4); n; n--) {
    bool region = !pick(&m->rng, 5);
    uint32_t v = region ? m->regions.data[pick(&m->rng, m->regions.size)] : m->scope.data[pick(&m->rng, m->scope.size)];
    bool taken = false;
    for (uint32_t i = 0; i < u->size; i++) taken |= u->data[i].var == v;
    if (taken) continue;
    struct term value = region
                            ? term_store(m->cfa->tm, m->cfa->vars.data[v].term, random_value(m, 1), random_value(m, 1))
                            : random_value(m, 2);
    vec_update_push(u, (struct cfa_update){v, value});
  }
}

// The first edge of a function sets all its variables but the parameters, so that a frame holds nothing from before.
static struct location random_prologue(struct maker *m, uint32_t function, struct location entry) {
  struct cfa *cfa = m->cfa;
  struct location first = cfa_add_location(cfa, function, LOC_PLAIN);
  struct edge e = cfa_add_edge(cfa, entry, first);
  const struct cfa_function *f = &cfa->functions.data[function];
  for (uint32_t i = f->params.size; i < f->locals.size; i++) {
    struct term value = term_zero(cfa->tm, cfa->vars.data[f->locals.data[i]].sort);
    if (sort_kind(cfa->tm, term_sort(cfa->tm, value)) == SORT_BV) value = term_bv(cfa->tm, WIDTH, i);
    vec_update_push(&cfa_edge(cfa, e)->updates, (struct cfa_update){f->locals.data[i], value});
  }
  return first;
}

static void random_call(struct maker *m, struct edge edge, uint32_t callee) {
  struct cfa *cfa = m->cfa;
  struct cfa_edge *e = cfa_edge(cfa, edge);
  e->callee = callee;
  for (uint32_t i = 0; i < cfa->functions.data[callee].params.size; i++) vec_term_push(&e->args, random_value(m, 1));
  if (cfa->functions.data[callee].result != CFA_NONE && pick(&m->rng, 2))
    e->result = m->scope.data[pick(&m->rng, m->scope.size)];
}

static void random_out_edges(struct maker *m, struct location from, const struct vec_location *targets) {
  struct cfa *cfa = m->cfa;
  uint32_t kind = pick(&m->rng, 10);
  struct location to = targets->data[pick(&m->rng, targets->size)], other = targets->data[pick(&m->rng, targets->size)];
  vec_term_clear(&m->inputs);
  struct edge e = cfa_add_edge(cfa, from, to);
  cfa_edge(cfa, e)->first = (struct source_place){0, from.id + 1, 1};
  cfa_edge(cfa, e)->last = (struct source_place){0, from.id + 1, 9};
  if (pick(&m->rng, 3) == 0) random_input(m, e);
  if (kind < 4) {              // a straight line, maybe with a check
    if (pick(&m->rng, 12) == 0) cfa_edge(cfa, e)->guard = random_condition(m, 1);
    random_updates(m, e);
    cfa_location(cfa, from)->complete = true;
  } else if (kind < 9) {       // a branch; sometimes both sides do the same
    struct term c = random_condition(m, 2), check = pick(&m->rng, 12) ? term_true(cfa->tm) : random_condition(m, 1);
    if (pick(&m->rng, 4) == 0) other = to;
    struct edge f = cfa_add_edge(cfa, from, other);
    for (uint32_t i = 0; i < cfa_edge(cfa, e)->inputs.size; i++)
      vec_input_push(&cfa_edge(cfa, f)->inputs, cfa_edge(cfa, e)->inputs.data[i]);
    cfa_edge(cfa, e)->guard = term_and(cfa->tm, check, c);
    cfa_edge(cfa, f)->guard = term_and(cfa->tm, check, term_not(cfa->tm, c));
    random_updates(m, e);
    random_updates(m, f);
    cfa_location(cfa, from)->complete = true;
  } else {
    uint32_t callee = pick(&m->rng, cfa->functions.size);
    random_call(m, e, callee ? callee : cfa->functions.size - 1);
  }
}

static void random_body(struct maker *m, uint32_t function, struct location entry, uint32_t size) {
  struct cfa *cfa = m->cfa;
  struct vec_location plain = {0}, targets = {0};
  vec_location_push(&plain, random_prologue(m, function, entry));
  for (uint32_t i = 0; i < size; i++) vec_location_push(&plain, cfa_add_location(cfa, function, LOC_PLAIN));
  for (uint32_t i = 0; i < plain.size; i++) vec_location_push(&targets, plain.data[i]);
  struct location exit = cfa_add_location(cfa, function, LOC_EXIT);
  vec_location_push(&targets, exit);
  static const enum cfa_location_kind kinds[] = {LOC_ERROR, LOC_STOP, LOC_ERROR, LOC_UNSUPPORTED};
  for (uint32_t i = pick(&m->rng, 4) + 1; i--;) {
    struct location l = cfa_add_location(cfa, function, kinds[i]);
    char text[32];
    snprintf(text, sizeof text, i == 2 ? "error in line %u" : "err%u", l.id);
    cfa_location(cfa, l)->text = cfa_string(cfa, text);
    vec_location_push(&targets, l);
  }
  for (uint32_t i = 0; i < plain.size; i++) {
    // Mostly onwards, so that runs end; often enough into an error.
    struct vec_location near = {0};
    for (uint32_t k = 0; k < 7; k++) vec_location_push(&near, targets.data[i + 1]);
    vec_location_push(&near, targets.data[pick(&m->rng, targets.size)]);
    vec_location_push(&near, targets.data[plain.size + pick(&m->rng, targets.size - plain.size)]);
    random_out_edges(m, plain.data[i], &near);
    vec_location_release(&near);
  }
  vec_location_release(&plain);
  vec_location_release(&targets);
}

static struct cfa *random_cfa(struct terms *tm, uint64_t seed) {
  struct maker m = {.cfa = cfa_new(tm), .rng = rng_new(seed)};
  struct cfa *cfa = m.cfa;
  struct sort bv = sort_bv(tm, WIDTH), array = sort_array(tm, bv, bv);
  cfa->name = "random \"automaton\"";
  cfa_add_file(cfa, "random.c");
  vec_string_push(&cfa->undefined, "foo");
  cfa_add_assumption(cfa, "alignment", "objects are aligned", (struct source_place){0, 3, 1});
  cfa_add_assumption(cfa, "alignment", "objects are aligned", (struct source_place){0, 4, 1});
  uint32_t functions = 1 + pick(&m.rng, 3);
  static const char *const names[] = {"main", "f", "a function"};
  uint32_t globals[3];
  for (uint32_t i = 0; i < 2; i++) globals[i] = cfa_add_var(cfa, CFA_NONE, VAR_PROGRAM, i ? "g" : "s.f", "int", bv);
  globals[2] = cfa_add_var(cfa, CFA_NONE, VAR_REGION, "heap", "", array);
  for (uint32_t f = 0; f < functions; f++) {
    cfa_add_function(cfa, names[f]);
    for (uint32_t i = 0; f && i < pick(&m.rng, 3); i++)
      vec_u32_push(&cfa->functions.data[f].params, cfa_add_var(cfa, f, VAR_PROGRAM, i ? "p" : "q", "unsigned", bv));
    cfa_add_var(cfa, f, VAR_PROGRAM, "x", "char", bv);
    cfa_add_var(cfa, f, VAR_PROGRAM, "x", "char", bv);   // another, in an inner block
    cfa_add_var(cfa, f, VAR_PROGRAM, "g", "", bv);       // hides the global
    cfa_add_var(cfa, f, VAR_REGION, "a[0]", "", array);
    if (f) cfa_add_var(cfa, f, VAR_RESULT, "return", "int", bv);
    cfa->functions.data[f].address = pick(&m.rng, 2) * 0x4000;
    cfa->functions.data[f].is_model = f == 2;
  }
  cfa->main = 0;
  for (uint32_t f = 0; f < functions; f++) {
    vec_u32_clear(&m.scope);
    vec_u32_clear(&m.regions);
    for (uint32_t i = 0; i < 2; i++) vec_u32_push(&m.scope, globals[i]);
    vec_u32_push(&m.regions, globals[2]);
    for (uint32_t i = 0; i < cfa->functions.data[f].locals.size; i++) {
      uint32_t v = cfa->functions.data[f].locals.data[i];
      vec_u32_push(cfa->vars.data[v].kind == VAR_REGION ? &m.regions : &m.scope, v);
    }
    random_body(&m, f, cfa_add_location(cfa, f, LOC_PLAIN), 2 + pick(&m.rng, 12));
  }
  vec_u32_release(&m.scope);
  vec_u32_release(&m.regions);
  vec_term_release(&m.inputs);
  must_be_sound(cfa, "as made");
  return cfa;
}

// --- construction -----------------------------------------------------------------------------

// A front end makes thousands of temporaries of one name: each takes the next number, with no search from the first.
static uint64_t searches_for_names(uint32_t n) {
  struct terms *tm = terms_new();
  struct cfa *cfa = cfa_new(tm);
  uint32_t f = cfa_add_function(cfa, "f");
  for (uint32_t i = 0; i < n; i++) {
    uint32_t v = cfa_add_var(cfa, f, VAR_TEMP, "t", "", sort_bv(tm, 8 + i % 3));
    char name[32] = "f::t";
    if (i) snprintf(name, sizeof name, "f::t#%u", i + 1);
    assert_string_equal(term_var_name(tm, cfa->vars.data[v].term), name);
  }
  uint64_t searches = cfa->name_searches;
  cfa_free(cfa);
  terms_free(tm);
  return searches;
}

static void test_names(void **state) {
  (void)state;
  for (uint32_t n = 10; n <= 10000; n *= 10) assert_true(searches_for_names(n) <= 3 * n);
}

static void test_construction(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct cfa *cfa = cfa_new(tm);
  struct sort bv = sort_bv(tm, 32);
  uint32_t f = cfa_add_function(cfa, "f");
  uint32_t g = cfa_add_var(cfa, CFA_NONE, VAR_PROGRAM, "x", "int", bv);
  uint32_t a = cfa_add_var(cfa, f, VAR_PROGRAM, "x", "int", bv);
  uint32_t b = cfa_add_var(cfa, f, VAR_PROGRAM, "x", "char", sort_bv(tm, 8));
  uint32_t r = cfa_add_var(cfa, f, VAR_RESULT, "return", "int", bv);
  assert_string_equal(term_var_name(tm, cfa->vars.data[g].term), "x");
  assert_string_equal(term_var_name(tm, cfa->vars.data[a].term), "f::x");
  assert_string_equal(term_var_name(tm, cfa->vars.data[b].term), "f::x#2");
  assert_string_equal(cfa->vars.data[b].name, "x");
  assert_int_equal(cfa->vars.data[b].slot, 1);
  assert_int_equal(cfa->functions.data[f].result, r);
  assert_int_equal(cfa_var_of(cfa, cfa->vars.data[b].term), b);
  assert_int_equal(cfa_var_of(cfa, term_true(tm)), CFA_NONE);
  assert_int_equal(cfa_var_named(cfa, "f::x"), a);
  assert_int_equal(cfa_var_named(cfa, "f::y"), CFA_NONE);
  assert_int_equal(cfa_add_file(cfa, "a.c"), 0);
  assert_int_equal(cfa_add_file(cfa, "b.c"), 1);
  assert_int_equal(cfa_add_file(cfa, "a.c"), 0);

  struct location l0 = cfa_add_location(cfa, f, LOC_PLAIN), l1 = cfa_add_location(cfa, f, LOC_EXIT);
  struct edge e = cfa_add_edge(cfa, l0, l1);
  assert_true(location_same(cfa->functions.data[f].entry, l0));
  assert_true(location_same(cfa->functions.data[f].exit, l1));
  assert_true(edge_same(cfa_location(cfa, l1)->in.data[0], e));
  assert_true(term_is_true(tm, cfa_edge(cfa, e)->guard));

  struct error error = {0};
  assert_false(cfa_check(cfa, &error));   // no main
  error_release(&error);
  cfa->main = f;
  must_be_sound(cfa, "built");
  vec_update_push(&cfa_edge(cfa, e)->updates, (struct cfa_update){b, term_bv(tm, 32, 1)});
  assert_false(cfa_check(cfa, &error));
  assert_non_null(strstr(error.message, "wrong sort"));
  error_release(&error);

  struct text t = {0};
  cfa_place_print(cfa, (struct source_place){1, 3, 4}, &t);
  assert_string_equal(text_cstr(&t), "b.c:3:4");
  text_release(&t);
  cfa_free(cfa);
  terms_free(tm);
}

// --- loops ----------------------------------------------------------------------------------------

static struct cfa *graph_cfa(struct terms *tm, uint32_t n, const struct location (*edges)[2], uint32_t m) {
  struct cfa *cfa = cfa_new(tm);
  cfa->main = cfa_add_function(cfa, "main");
  for (uint32_t i = 0; i < n; i++) cfa_add_location(cfa, 0, LOC_PLAIN);
  for (uint32_t i = 0; i < m; i++) cfa_add_edge(cfa, edges[i][0], edges[i][1]);
  cfa_find_loops(cfa);
  return cfa;
}

static void test_loops_by_hand(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  // Two nested loops, then one of a single location.
  static const struct location nested[][2] = {{{0}, {1}}, {{1}, {2}}, {{2}, {3}}, {{3}, {2}},
                                              {{3}, {1}}, {{1}, {4}}, {{4}, {4}}, {{4}, {5}}};
  struct cfa *cfa = graph_cfa(tm, 6, nested, 8);
  const struct cfa_location *l = cfa->locations.data;
  static const bool heads[] = {false, true, true, false, true, false};
  const struct location loops[] = {LOCATION_NONE, {1}, {2}, {2}, {4}, LOCATION_NONE};
  static const uint32_t depths[] = {0, 1, 2, 2, 1, 0};
  for (uint32_t i = 0; i < 6; i++) {
    assert_int_equal(l[i].loop_head, heads[i]);
    assert_true(location_same(l[i].loop, loops[i]));
    assert_int_equal(l[i].loop_depth, depths[i]);
    assert_false(l[i].irreducible);
  }
  assert_int_equal(l[2].loop_parent.id, 1);
  assert_true(location_none(l[1].loop_parent));
  cfa_free(cfa);

  // A loop entered at two places.
  static const struct location two[][2] = {{{0}, {1}}, {{0}, {2}}, {{1}, {2}}, {{2}, {1}}, {{2}, {3}}};
  cfa = graph_cfa(tm, 4, two, 5);
  l = cfa->locations.data;
  assert_true(l[1].loop_head && l[1].irreducible);
  assert_false(l[2].loop_head);
  assert_int_equal(l[2].loop.id, 1);
  cfa_free(cfa);
  terms_free(tm);
}

// reach[a][b]: a path of at least one edge inside `inside`.
static void close_paths(uint32_t n, bool reach[16][16]) {
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t j = 0; j < n; j++) reach[i][j] |= reach[i][k] && reach[k][j];
}

static bool in_loop(const struct cfa *cfa, struct location l, struct location head) {
  for (struct location h = cfa_location(cfa, l)->loop; !location_none(h); h = cfa_location(cfa, h)->loop_parent)
    if (location_same(h, head)) return true;
  return false;
}

// The loops inside the loop of `head` (LOCATION_NONE: at top) must be the strongly connected parts of its body without
// the head.
static void check_nesting(const struct cfa *cfa, struct location head) {
  uint32_t n = cfa->locations.size;
  bool reach[16][16] = {0}, inside[16];
  for (uint32_t i = 0; i < n; i++) {
    struct location l = {i};
    inside[i] = !location_same(l, head) && (location_none(head) || in_loop(cfa, l, head));
  }
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    struct location a = cfa->edges.data[i].from, b = cfa->edges.data[i].to;
    if (inside[a.id] && inside[b.id]) reach[a.id][b.id] = true;
  }
  close_paths(n, reach);
  for (uint32_t i = 0; i < n; i++) {
    if (!inside[i]) continue;
    struct location own = LOCATION_NONE;   // the loop i is in, one level below `head`
    for (struct location h = cfa->locations.data[i].loop; !location_same(h, head);
         h = cfa_location(cfa, h)->loop_parent)
      own = h;
    assert_int_equal(!location_none(own), reach[i][i]);
    for (uint32_t j = 0; j < n && !location_none(own); j++)
      if (inside[j]) assert_int_equal(in_loop(cfa, (struct location){j}, own), reach[i][j] && reach[j][i]);
  }
}

static void check_heads_cover(const struct cfa *cfa) {
  // Without heads there must be no cycle: peel off locations without in-edges.
  uint32_t n = cfa->locations.size;
  uint32_t *in = mem_zalloc(n + 1, sizeof *in);
  struct vec_location work = {0};
  for (uint32_t i = 0; i < n; i++) {
    if (cfa->locations.data[i].loop_head) continue;
    for (uint32_t k = 0; k < cfa->locations.data[i].in.size; k++)
      in[i] += !cfa_location(cfa, cfa_edge(cfa, cfa->locations.data[i].in.data[k])->from)->loop_head;
    if (!in[i]) vec_location_push(&work, (struct location){i});
  }
  uint32_t peeled = 0, plain = 0;
  for (; peeled < work.size; peeled++) {
    const struct cfa_location *l = cfa_location(cfa, work.data[peeled]);
    for (uint32_t k = 0; k < l->out.size; k++) {
      struct location to = cfa_edge(cfa, l->out.data[k])->to;
      if (!cfa_location(cfa, to)->loop_head && !--in[to.id]) vec_location_push(&work, to);
    }
  }
  for (uint32_t i = 0; i < n; i++) plain += !cfa->locations.data[i].loop_head;
  assert_int_equal(peeled, plain);
  vec_location_release(&work);
  mem_free(in);
}

static void test_loops_random(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  for (uint32_t round = 0; round < 3000; round++) {
    struct rng r = {round};
    uint32_t n = 2 + pick(&r, 11), m = pick(&r, 2 * n) + n / 2;
    struct location edges[64][2];
    for (uint32_t i = 0; i < m; i++) edges[i][0].id = pick(&r, n), edges[i][1].id = pick(&r, n);
    struct cfa *cfa = graph_cfa(tm, n, edges, m);
    check_heads_cover(cfa);
    check_nesting(cfa, LOCATION_NONE);
    for (uint32_t i = 0; i < n; i++) {
      const struct cfa_location *l = &cfa->locations.data[i];
      if (l->loop_head) check_nesting(cfa, (struct location){i});
      uint32_t depth = 0;
      for (struct location h = l->loop; !location_none(h); h = cfa_location(cfa, h)->loop_parent) depth++;
      assert_int_equal(depth, l->loop_depth);
    }
    cfa_free(cfa);
  }
  terms_free(tm);
}

// --- compression and slicing ---------------------------------------------------------------------

enum { STEPS = 150, SEEDS = 10 };

static void check_same_outcomes(struct cfa *cfa, void (*transform)(struct cfa *), const char *what) {
  const char *before[SEEDS];
  for (uint32_t s = 0; s < SEEDS; s++) {
    const char *outcome = run_cfa(cfa, s, STEPS);
    before[s] = outcome ? mem_strdup(outcome) : NULL;
  }
  struct text original = {0};
  cfa_print(cfa, &original);
  transform(cfa);
  must_be_sound(cfa, what);
  check_heads_cover(cfa);
  for (uint32_t s = 0; s < SEEDS; s++) {
    if (!before[s]) continue;   // ran too long to say
    const char *after = run_cfa(cfa, s, STEPS);
    if (!after || strcmp(after, before[s])) {
      struct text t = {0};
      cfa_print(cfa, &t);
      fprintf(stderr, "%s\n-----\n%s\n%s, inputs %u: '%s' became '%s'\n", text_cstr(&original), text_cstr(&t), what, s,
              before[s], after ? after : "(too long)");
      fail();
    }
    mem_free((void *)before[s]);
  }
  text_release(&original);
}

static void slice_after_compress(struct cfa *cfa) {
  cfa_compress(cfa);
  cfa_slice(cfa);
}

static void test_transformations(void **state) {
  (void)state;
  for (uint32_t seed = 0; seed < 300 / LESS; seed++) {
    struct terms *tm = terms_new();
    struct cfa *cfa = random_cfa(tm, seed);
    check_same_outcomes(cfa, cfa_compress, "compress");
    check_same_outcomes(cfa, merge_everywhere, "merge");
    check_same_outcomes(cfa, cfa_slice, "slice");
    cfa_free(cfa);
    cfa = random_cfa(tm, seed);
    check_same_outcomes(cfa, slice_after_compress, "compress, slice");
    uint32_t locations = cfa->locations.size, edges = cfa->edges.size;
    cfa_slice(cfa);
    assert_int_equal(cfa->locations.size, locations);   // nothing is left to do
    assert_int_equal(cfa->edges.size, edges);
    check_same_outcomes(cfa, merge_everywhere, "slice, merge");
    cfa_free(cfa);
    terms_free(tm);
  }
}

static struct cfa *read_text(struct terms *tm, const char *content) {
  struct cfa *cfa = NULL;
  struct error error = {0};
  if (!cfa_read(tm, "test.cfa", content, &cfa, &error)) {
    fprintf(stderr, "%s\n", error.message);
    fail();
  }
  return cfa;
}

static void expect_text(struct cfa *cfa, const char *wanted) {
  struct text t = {0};
  cfa_print(cfa, &t);
  const char *body = strstr(text_cstr(&t), "function");
  assert_string_equal(body ? body : "", wanted);
  text_release(&t);
}

static void test_compress_by_hand(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  struct cfa *cfa = read_text(tm, "global x Int\n"
                                  "function main\n"
                                  "  edge a -> b  x := 1\n"
                                  "  edge b -> c  x := (+ x 2)\n"
                                  "  location c complete\n"
                                  "  edge c -> d [(> x 3)]\n"
                                  "  edge c -> e [(<= x 3)]\n"
                                  "  edge d -> end\n"
                                  "  edge e -> end  x := (* x 5)\n"
                                  "  location end error\n");
  cfa_compress(cfa);
  expect_text(cfa, "function main\n"
                   "  location a complete\n"
                   "  edge a -> end  x := 15\n"
                   "  location end error\n");
  cfa_free(cfa);
  terms_free(tm);
}

static void test_slice_by_hand(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  // y, z and the branch on z do not matter, nor does what follows the error's branch; the empty loop on i does.
  struct cfa *cfa = read_text(tm, "global i Int\nglobal x Int\nglobal y Int\nglobal z Int\n"
                                  "function main\n"
                                  "  edge a -> l\n"
                                  "    input i0 Int nondet \"in\"\n"
                                  "    i := i0\n"
                                  "    z := i0\n"
                                  "  location l complete\n"
                                  "  edge l -> body [(> i 0)]\n"
                                  "  edge l -> after [(<= i 0)]\n"
                                  "  location body complete\n"
                                  "  edge body -> then [(= z 3)]\n"
                                  "  edge body -> else [(not (= z 3))]\n"
                                  "  edge then -> join  y := (+ y z)\n"
                                  "  edge else -> join  y := 7\n"
                                  "  edge join -> l\n"
                                  "    i := (- i 1)\n"
                                  "    z := (+ z 1)\n"
                                  "  location after complete\n"
                                  "  edge after -> f1 [(= x 5)]\n"
                                  "  edge after -> f2 [(not (= x 5))]\n"
                                  "  edge f1 -> err  call useless (y)\n"
                                  "  edge f2 -> f2b  call useless (z)\n"
                                  "  edge f2b -> done\n"
                                  "  location done exit\n"
                                  "  location err error\n"
                                  "function useless\n"
                                  "  param p Int\n"
                                  "  local q Int\n"
                                  "  edge u -> v  q := p\n"
                                  "  location v exit\n");
  cfa_slice(cfa);
  expect_text(cfa, "function main\n"
                   "  location a\n"
                   "  edge a -> l\n"
                   "    input i0 Int nondet \"in\"\n"
                   "    i := i0\n"
                   "  location l\n"
                   "  edge l -> l [(< 0 i)]  i := (+ (- 1) i)\n"
                   "  edge l -> err [(and (<= i 0) (= 5 x))]\n"
                   "  location err error\n");
  cfa_free(cfa);

  // An object on the heap stays where it was even if nobody looks at it, one on the stack does not.
  cfa = read_text(tm, "function main\n"
                      "  local n (_ BitVec 64)\n"
                      "  local p (_ BitVec 64)\n"
                      "  edge a -> b\n"
                      "    input i0!64 (_ BitVec 64) nondet \"in\"\n"
                      "    n := i0!64\n"
                      "  edge b -> c\n"
                      "    alloc h size n align 16 \"block\"\n"
                      "    alloc s size n stack\n"
                      "    p := h\n"
                      "  edge c -> c [(= n #x0000000000000007)]  p := (bvadd p n)\n"
                      "  edge c -> err [(not (= n #x0000000000000007))]\n"
                      "  location err error\n");
  cfa_slice(cfa);
  expect_text(cfa, "function main\n"
                   "  local n (_ BitVec 64)\n"
                   "  local p (_ BitVec 64)\n"
                   "  location a complete\n"
                   "  edge a -> c\n"
                   "    input i0!64 (_ BitVec 64) nondet \"in\"\n"
                   "    alloc h size i0!64 align 16 \"block\"\n"
                   "    n := i0!64\n"
                   "  location c\n"
                   "  edge c -> c [(= #x0000000000000007 n)]\n"
                   "  edge c -> err [(not (= #x0000000000000007 n))]\n"
                   "  location err error\n");
  cfa_free(cfa);

  // No error: nothing matters.
  cfa = read_text(tm, "function main\n  edge a -> a\n");
  cfa_slice(cfa);
  expect_text(cfa, "function main\n  location a stop\n");
  cfa_free(cfa);
  terms_free(tm);
}

// --- text ------------------------------------------------------------------------------------------------

static void test_text_random(void **state) {
  (void)state;
  for (uint32_t seed = 0; seed < 150; seed++) {
    struct terms *tm = terms_new(), *other = terms_new();
    struct cfa *cfa = random_cfa(tm, seed);
    if (seed % 3 == 1) cfa_compress(cfa);
    struct text a = {0}, b = {0};
    cfa_print(cfa, &a);
    struct cfa *again = read_text(tm, text_cstr(&a)), *elsewhere = read_text(other, text_cstr(&a));
    cfa_print(again, &b);
    assert_string_equal(text_cstr(&a), text_cstr(&b));
    for (uint32_t s = 0; s < 4; s++) {
      const char *x = run_cfa(cfa, s, STEPS), *y = run_cfa(elsewhere, s, STEPS);
      assert_int_equal(!x, !y);
      if (x) assert_string_equal(x, y);
    }
    text_release(&a);
    text_release(&b);
    cfa_free(cfa);
    cfa_free(again);
    cfa_free(elsewhere);
    terms_free(tm);
    terms_free(other);
  }
}

static void test_text_details(void **state) {
  (void)state;
  struct terms *tm = terms_new();
  static const char text[] = "cfa \"all \\\"there\\\" is\"\n"
                             "pointer-bits 32\n"
                             "heap-start 0x100000\n"
                             "file \"a.c\"\n"
                             "file \"dir/b.c\"\n"
                             "undefined foo\n"
                             "approximated sin\n"
                             "assumption alignment \"objects are aligned\" at 3:1\n"
                             "assumption extern-size \"a is small\"\n"
                             "main |the one|\n"
                             "\n"
                             "global x (_ BitVec 32) \"unsigned int\" unsigned at 3:4\n"
                             "global x (_ BitVec 8) \"char\" as |x#2| at 1:5:6\n"
                             "global edge (Array (_ BitVec 32) (_ BitVec 8)) region\n"
                             "\n"
                             "function |the one| address 0x4010 model at 9:1\n"
                             "  param p (_ BitVec 32) \"char *\" unsigned\n"
                             "  local x (_ BitVec 32) temp\n"
                             "  result ret (_ BitVec 32) \"int\"\n"
                             "  location L0 complete at 10:2\n"
                             "  edge L0 -> L1 [(not (= #x00000000 p))] at 10:3 .. 10:20\n"
                             "    input |in 1| (_ BitVec 32) nondet \"__VERIFIER_nondet_int\" \"int\" at 10:4\n"
                             "    input |in 2| (_ BitVec 8) uninit \"c\" \"char\" unsigned\n"
                             "    alloc new!1 size |in 1| align 16 stack space 4096 \"buffer\"\n"
                             "    |the one::x| := |in 1|\n"
                             "    |x#2| := |in 2|\n"
                             "    edge := (store edge new!1 |in 2|)\n"
                             "    x := new!1\n"
                             "  edge L0 -> L1 [(= #x00000000 p)]\n"
                             "  location L1\n"
                             "  edge L1 -> L2  call main ((select edge #x00000000) x) -> ret at ? .. 12:1\n"
                             "  location L2 exit\n"
                             "\n"
                             "function main\n"
                             "  param a (_ BitVec 8)\n"
                             "  param b (_ BitVec 32)\n"
                             "  result r (_ BitVec 32)\n"
                             "  entry L1\n"
                             "  location assertion error\n"
                             "  location L1 unsupported \"inline assembly\"\n"
                             "  location L2\n"
                             "  edge L2 -> assertion  r := (bvadd #x00000001 b)\n";
  struct cfa *cfa = read_text(tm, text);
  assert_int_equal(cfa->main, 0);
  assert_int_equal(cfa->vars.data[cfa_var_named(cfa, "x#2")].place.file, 1);
  assert_true(cfa->edges.data[0].allocs.data[0].is_stack);
  struct text t = {0};
  cfa_print(cfa, &t);
  assert_string_equal(text_cstr(&t), text);
  text_clear(&t);
  cfa_print_dot(cfa, &t);
  assert_non_null(strstr(text_cstr(&t), "digraph"));
  text_release(&t);
  cfa_free(cfa);
  terms_free(tm);
}

static void expect_error(const char *content, const char *place, const char *what) {
  struct terms *tm = terms_new();
  struct cfa *cfa = NULL;
  struct error error = {0};
  bool fine = cfa_read(tm, "bad.cfa", content, &cfa, &error);
  if (fine || error.status != EXIT_DATA || strncmp(error.message, place, strlen(place)) ||
      !strstr(error.message, what)) {
    fprintf(stderr, "%s\nexpected %s … %s\ngot %s\n", content, place, what, fine ? "no error" : error.message);
    fail();
  }
  error_release(&error);
  terms_free(tm);
}

static void test_text_errors(void **state) {
  (void)state;
  expect_error("", "bad.cfa:1:1:", "at least one function");
  expect_error("wrong", "bad.cfa:1:1:", "expected 'cfa'");
  expect_error("cfa name", "bad.cfa:1:5:", "string");
  expect_error("cfa \"name", "bad.cfa:1:5:", "does not end");
  expect_error("global x Foo", "bad.cfa:1:10:", "sort");
  expect_error("global x Int\nglobal x Int", "bad.cfa:2:8:", "already");
  expect_error("global x Int extra", "bad.cfa:1:14:", "end of the line");
  expect_error("edge a -> b", "bad.cfa:1:1:", "'function'");
  expect_error("function f\nfunction g\n", "bad.cfa:2:9:", "no locations");
  expect_error("function f\n  edge a b\n", "bad.cfa:2:10:", "'->'");
  expect_error("function f\n  edge -> b\n", "bad.cfa:2:8:", "name of a location");
  expect_error("function f\n  edge a -> b [(= 1 2]\n", "bad.cfa:2:22:", "in a term");
  expect_error("function f\n  edge a -> b [3]\n", "bad.cfa:2:16:", "sort Bool");
  expect_error("function f\n  edge a -> b [true\n", "bad.cfa:2:15:", "does not end");
  expect_error("function f\n  edge a -> b [x]\n", "bad.cfa:2:16:", "in a term");
  expect_error("function f\n  edge a -> b\n    x := 3\n", "bad.cfa:3:5:", "no variable x");
  expect_error("function f\n  local x Int\n  edge a -> b  x := true\n", "bad.cfa:3:21:", "sort Int");
  expect_error("function f\n  local x Int\n  edge a -> b  x := 1 x := 2\n", "bad.cfa:3:23:", "twice");
  expect_error("function f\n  location a\n  location a\n", "bad.cfa:3:12:", "twice");
  expect_error("function f\n  location a error\n  edge a -> b\n", "bad.cfa:3:8:", "no edge can start");
  expect_error("function f\n  location a exit\n  location b exit\n", "bad.cfa:3:12:", "one exit");
  expect_error("function f\n  edge a -> b  call g ()\n", "bad.cfa:2:21:", "no function g");
  expect_error("function f\n  edge a -> b  call f (1)\n", "bad.cfa:2:21:", "0 parameters");
  expect_error("function f\n  local x Int\n  param y Int\n", "bad.cfa:3:3:", "before other");
  expect_error("function f\n  edge a -> b at 3:4\n", "bad.cfa:2:18:", "file number 0");
  expect_error("function f\n  edge a -> b\nfunction g\n  edge a -> b\n", "bad.cfa:5:1:", "main");
  expect_error("function f\n  edge a -> b\n    input i Int\n  edge b -> a\n    input i Int\n",
               "bad.cfa:5:11:", "another location");
  expect_error("function f\n  edge a -> b\nglobal x Int\n", "bad.cfa:3:1:", "before the first function");
  expect_error("pointer-bits 99", "bad.cfa:1:14:", "too large");
}

static void test_figure_1(void **state) {
  (void)state;
  FILE *f = fopen(CLEW_SOURCE_DIR "/tests/programs/files/input/fig1.cfa", "r");
  assert_non_null(f);
  char content[4096] = {0};
  assert_true(fread(content, 1, sizeof content - 1, f) > 100);
  fclose(f);
  struct terms *tm = terms_new();
  struct cfa *cfa = read_text(tm, content);
  assert_int_equal(cfa->locations.size, 10);
  uint32_t heads = 0;
  for (uint32_t i = 0; i < cfa->locations.size; i++) heads += cfa->locations.data[i].loop_head;
  assert_int_equal(heads, 1);
  struct text a = {0}, b = {0};
  cfa_print(cfa, &a);
  struct cfa *again = read_text(tm, text_cstr(&a));
  cfa_print(again, &b);
  assert_string_equal(text_cstr(&a), text_cstr(&b));
  text_release(&a);
  text_release(&b);
  cfa_free(again);
  cfa_slice(cfa);
  must_be_sound(cfa, "figure 1");
  cfa_free(cfa);
  terms_free(tm);
}

// --- the heap -----------------------------------------------------------------------------------------------------

static bool is_wide(const char *bits, const char *size, const char *freeing, bool exact) {
  struct terms *tm = terms_new();
  struct text text = {0};
  struct error error = {0};
  struct cfa *cfa = NULL;
  text_printf(&text,
              "pointer-bits %s\nfunction main\n local n (_ BitVec %s)\n local p (_ BitVec %s)\n"
              " edge start -> head [true]\n"
              " edge head -> made call make()\n edge made -> head [true]\n edge head -> used [true]\n"
              " edge used -> used2 [true]\n edge used2 -> end [true]\n location end exit\n"
              "function make\n local m (_ BitVec %s)\n"
              " edge begin -> got alloc a size %s\n edge got -> back [true]\n location back exit\n",
              bits, bits, bits, bits, size);
  if (!cfa_read(tm, "heap.cfa", text_cstr(&text), &cfa, &error)) fail_msg("%s", error.message);
  struct map_u32 free = {0}, blocks = {0};
  for (uint32_t i = 0; i < cfa->edges.size; i++)
    for (uint32_t k = 0; exact && k < cfa->edges.data[i].allocs.size; k++)
      map_u32_put(&blocks, cfa->edges.data[i].allocs.data[k].term.id, 1);
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    bool in_make = cfa_location(cfa, e->from)->function == cfa_function_named(cfa, "make");
    bool found = !strcmp(freeing, "make")    ? in_make && cfa_location(cfa, e->to)->kind == LOC_EXIT
                 : !strcmp(freeing, "after") ? !in_make && cfa_location(cfa, e->to)->kind == LOC_EXIT
                 : !strcmp(freeing, "loop")  ? !in_make && e->callee != CFA_NONE
                                             : false;
    if (found) map_u32_put(&free, e->from.id, 1);
  }
  cfa_widen_heap(cfa, &free, &blocks);
  bool wide = cfa->wide_heap;
  map_u32_release(&free);
  map_u32_release(&blocks);
  cfa_free(cfa);
  text_release(&text);
  terms_free(tm);
  return wide;
}

// With 32 bits nothing may be freed before an allocation, and sizes are numbers of exact blocks; with 64 bits only
// their size matters.
static void test_wide_heap(void **state) {
  (void)state;
  assert_true(is_wide("32", "#x00000008", "nowhere", true));
  assert_true(is_wide("32", "#x00000008", "after", true));
  assert_false(is_wide("32", "#x00000008", "make", true)); // comes back with the next iteration
  assert_false(is_wide("32", "#x00000008", "loop", true));
  assert_false(is_wide("32", "#x00000008", "nowhere", false));
  assert_false(is_wide("32", "|make::m|", "nowhere", true));
  assert_true(is_wide("64", "#x0000000000000008", "loop", false));
  assert_true(is_wide("64", "|make::m|", "make", false));
  assert_false(is_wide("64", "#x0000100000000000", "nowhere", true));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),           cmocka_unit_test(test_construction),
      cmocka_unit_test(test_loops_by_hand),   cmocka_unit_test(test_loops_random),
      cmocka_unit_test(test_transformations), cmocka_unit_test(test_compress_by_hand),
      cmocka_unit_test(test_slice_by_hand),   cmocka_unit_test(test_text_random),
      cmocka_unit_test(test_text_details),    cmocka_unit_test(test_text_errors),
      cmocka_unit_test(test_figure_1),        cmocka_unit_test(test_wide_heap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

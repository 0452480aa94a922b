// Pieces of paths as one step: random paths of random automata against the same steps one after the other, inputs,
// contradictions, frames, long loops.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "state/compose.h"
#include "unfold_world.h"
#include "timing.h"

// --- random automata -----------------------------------------------------------------------------

static void add_value(struct world *r, struct text *t, const char *local, const char *input, uint32_t depth) {
  if (!depth || below(r, 4) == 0) {
    const char *const leaves[] = {"a", "b", local, input};
    if (below(r, 3) == 0) text_printf(t, "#x%02x", below(r, 2) ? below(r, 4) : below(r, 256));
    else text_add(t, leaves[below(r, 4)]);
    return;
  }
  static const char *const kinds[] = {"(bvadd ", "(bvmul ", "(bvxor ", "(select m (concat #xa00000 ", "(ite (bvult "};
  uint32_t kind = below(r, 5);
  text_add(t, kinds[kind]);
  add_value(r, t, local, input, depth - 1);
  if (kind != 3) text_addc(t, ' ');
  if (kind != 3) add_value(r, t, local, input, depth - 1);
  if (kind == 4) {
    text_add(t, ") ");
    add_value(r, t, local, input, depth - 1);
    text_addc(t, ' ');
    add_value(r, t, local, input, depth - 1);
  }
  text_add(t, kind == 3 ? "))" : ")");
}

static void add_edge(struct world *r, struct text *t, const char *function, uint32_t from, uint32_t to,
                     const char *local) {
  bool call = below(r, 4) == 0;
  char name[32];
  snprintf(name, sizeof name, "v_%s%u", function, from); // edges of one location share inputs
  const char *input = below(r, 2) ? name : "a";
  text_printf(t, "  edge %s%u -> %s%u [(%s ", function, from, function, to, below(r, 3) ? "bvule" : "=");
  add_value(r, t, local, input, 1);
  text_addc(t, ' ');
  add_value(r, t, local, input, 1);
  text_add(t, ")]\n");
  if (input == name) text_printf(t, "    input %s (_ BitVec 8) nondet \"v\"\n", name);
  if (call) {
    text_add(t, "    call f (");
    add_value(r, t, local, input, 2);
    text_printf(t, ") -> %s\n", below(r, 2) ? local : "a");
    return;
  }
  const char *const variables[] = {"a", "b", local};
  for (uint32_t i = 0; i < 3; i++) {
    if (below(r, 2)) continue;
    text_printf(t, "    %s := ", variables[i]);
    add_value(r, t, local, input, 2);
    text_addc(t, '\n');
  }
  if (below(r, 2)) return;
  text_add(t, "    m := (store m (concat #xa00000 ");
  add_value(r, t, local, input, 1);
  text_add(t, ") ");
  add_value(r, t, local, input, 1);
  text_add(t, ")\n");
}

static void add_function(struct world *r, struct text *t, const char *name, const char *local) {
  enum { N = 5 };
  for (uint32_t from = 0; from < N; from++)
    for (uint32_t i = 0; i < 3; i++) add_edge(r, t, name, from, i ? below(r, N + 1) : from + 1, local);
  text_printf(t, "  location %s%u exit\n", name, N);
}

static void random_automaton(struct world *r, struct text *t) {
  text_clear(t);
  text_add(t,
           "cfa \"random\"\nglobal m (Array (_ BitVec 32) (_ BitVec 8))\nglobal a (_ BitVec 8)\nglobal b (_ BitVec 8)\n"
           "function main\n  local x (_ BitVec 8)\n");
  add_function(r, t, "main", "x");
  text_add(t, "function f\n  param y (_ BitVec 8)\n  result z (_ BitVec 8)\n");
  add_function(r, t, "f", "z");
}

// --- one step after the other --------------------------------------------------------------------

struct run {
  struct world *w;
  struct context context;
  struct location location;
  bool holds;                  // all guards so far
  struct map_u32 times;        // of an input
  struct model *begin;         // the piece's variables at its beginning and its inputs by the names they must have
  struct model *now;           // variables
  struct vec_context contexts;
  struct vec_edge edges;
};

static struct term named(struct world *w, struct term input, uint32_t time) {
  if (time == 1) return input;
  struct text name = {0};
  text_printf(&name, "%s#%u", term_var_name(w->tm, input), time);
  struct term t = term_var(w->tm, term_sort(w->tm, input), text_cstr(&name));
  text_release(&name);
  return t;
}

// Variables that may be mentioned at the place.
static void collect(struct run *r, struct vec_term *out) {
  struct world *w = r->w;
  vec_term_clear(out);
  for (uint32_t i = 0; i < w->cfa->globals.size; i++)
    vec_term_push(out, unfold_var(w->u, CONTEXT_ROOT, w->cfa->globals.data[i]));
  for (struct context c = r->context; !context_none(c); c = unfold_parent(w->u, c)) {
    const struct vec_u32 *locals = &w->cfa->functions.data[unfold_function(w->u, c)].locals;
    for (uint32_t i = 0; i < locals->size; i++) vec_term_push(out, unfold_var(w->u, c, locals->data[i]));
  }
  vec_term_push(out, unfold_heap(w->u));
}

static struct model *model_of(struct run *r, const struct vec_term *variables) {
  struct model *m = model_new(r->w->tm);
  for (uint32_t i = 0; i < variables->size; i++)
    model_set(m, variables->data[i], model_get(r->now, variables->data[i]));
  return m;
}

// An edge that can be taken, mostly.
static struct edge choose(struct run *r, struct model *before) {
  struct world *w = r->w;
  const struct vec_edge *out = &cfa_location(w->cfa, r->location)->out;
  struct edge chosen = out->data[below(w, out->size)];
  uint32_t enabled = 0;
  if (below(w, 40) == 0) return chosen;
  for (uint32_t i = 0; i < out->size; i++)
    if (model_holds(before, unfold_step(w->u, r->context, out->data[i])->step.guard) && below(w, ++enabled) == 0)
      chosen = out->data[i];
  return chosen;
}

static void advance(struct run *r) {
  struct world *w = r->w;
  struct vec_term variables = {0};
  collect(r, &variables);
  struct model *before = model_of(r, &variables);
  const struct vec_edge *out = &cfa_location(w->cfa, r->location)->out;
  // The inputs of the location's edges have the same names; those that make a frame arbitrary are the edge's own.
  for (uint32_t i = 0; i < out->size; i++) {
    const struct step *s = &unfold_step(w->u, r->context, out->data[i])->step;
    for (uint32_t k = 0; k < s->n_inputs; k++)
      if (!model_has(before, s->inputs[k]))
        model_set(before, s->inputs[k], random_value(w, term_sort(w->tm, s->inputs[k])));
  }
  struct edge edge = choose(r, before);
  const struct unfold_step *step = unfold_step(w->u, r->context, edge);
  assert_true(step->known);
  for (uint32_t i = 0; i < step->step.n_inputs; i++) {
    struct term input = step->step.inputs[i];
    uint32_t time = map_u32_get_or(&r->times, input.id, 0) + 1;
    map_u32_put(&r->times, input.id, time);
    model_set(r->begin, named(w, input, time), model_get(before, input));
  }
  vec_context_push(&r->contexts, r->context);
  vec_edge_push(&r->edges, edge);
  r->holds = r->holds && model_holds(before, step->step.guard);
  r->context = step->context;
  r->location = step->location;
  collect(r, &variables);
  struct model *after = model_new(w->tm);
  for (uint32_t i = 0; i < variables.size; i++)
    model_set(after, variables.data[i], model_eval(before, substitution_apply(step->back, variables.data[i])));
  model_unref(before);
  model_unref(r->now);
  r->now = after;
  vec_term_release(&variables);
}

// The step speaks about what was there at the beginning and its own inputs, has no two updates of a variable and no two
// inputs alike.
static void assert_step(struct run *r, const struct step *s) {
  struct world *w = r->w;
  struct map_u32 inputs = {0}, updated = {0};
  for (uint32_t i = 0; i < s->n_inputs; i++) {
    assert_null(map_u32_find(&inputs, s->inputs[i].id));
    map_u32_put(&inputs, s->inputs[i].id, 1);
  }
  for (uint32_t i = 0; i <= s->n_updates; i++) {
    uint32_t n;
    const uint32_t *ids = term_free_vars(w->tm, i ? s->updates[i - 1].value : s->guard, &n);
    for (uint32_t k = 0; k < n; k++)
      if (!model_has(r->begin, (struct term){ids[k]}))
        fail_msg("%s is not of the step", term_var_name(w->tm, (struct term){ids[k]}));
    if (!i) continue;
    assert_null(map_u32_find(&updated, s->updates[i - 1].var.id));
    map_u32_put(&updated, s->updates[i - 1].var.id, 1);
  }
  map_u32_release(&inputs);
  map_u32_release(&updated);
}

static void compare(struct run *r, uint32_t *held) {
  struct world *w = r->w;
  struct arena arena;
  struct step s;
  struct vec_term variables = {0};
  arena_init(&arena);
  assert_true(compose_steps(w->tm, w->u, &arena, r->edges.size, r->contexts.data, r->edges.data, &s));
  assert_step(r, &s);
  assert_int_equal(r->holds, model_holds(r->begin, s.guard));
  collect(r, &variables);
  for (uint32_t i = 0; r->holds && i < variables.size; i++) {
    struct term value = variables.data[i];
    for (uint32_t k = 0; k < s.n_updates; k++)
      if (term_same(s.updates[k].var, variables.data[i])) value = s.updates[k].value;
    if (!term_is_true(w->tm, term_eq(w->tm, model_eval(r->begin, value), model_get(r->now, variables.data[i]))))
      fail_msg("%s differs", term_var_name(w->tm, variables.data[i]));
  }
  // Of frames that are gone nothing is said.
  for (uint32_t k = 0; k < s.n_updates; k++) {
    bool there = false;
    for (uint32_t i = 0; i < variables.size && !there; i++) there = term_same(s.updates[k].var, variables.data[i]);
    assert_true(there);
  }
  held[r->holds]++;
  vec_term_release(&variables);
  arena_release(&arena);
}

// Goes some way, then composes a piece that begins there with arbitrary values.
static void try_piece(struct world *w, uint32_t *held) {
  struct run r = {.w = w, .context = CONTEXT_ROOT, .holds = true, .begin = model_new(w->tm), .now = model_new(w->tm)};
  r.location = w->cfa->functions.data[w->cfa->main].entry;
  uint32_t skip = below(w, 8), n = 1 + below(w, 12);
  for (uint32_t i = 0; i < skip && cfa_location(w->cfa, r.location)->out.size; i++) advance(&r);
  struct vec_term variables = {0};
  collect(&r, &variables);
  model_unref(r.begin);
  r.begin = model_new(w->tm);
  for (uint32_t i = 0; i < variables.size; i++)
    model_set(r.begin, variables.data[i], random_value(w, term_sort(w->tm, variables.data[i])));
  model_unref(r.now);
  r.now = model_new(w->tm);
  for (uint32_t i = 0; i < variables.size; i++)
    model_set(r.now, variables.data[i], model_get(r.begin, variables.data[i]));
  vec_context_clear(&r.contexts);
  vec_edge_clear(&r.edges);
  map_u32_clear(&r.times);
  r.holds = true;
  for (uint32_t i = 0; i < n && cfa_location(w->cfa, r.location)->out.size; i++) advance(&r);
  compare(&r, held);
  vec_term_release(&variables);
  vec_context_release(&r.contexts);
  vec_edge_release(&r.edges);
  map_u32_release(&r.times);
  model_unref(r.begin);
  model_unref(r.now);
}

static void pieces_do_what_their_steps_do(void **unused) {
  (void)unused;
  struct world random = {.random = rng_new(362436069)};
  struct text text = {0};
  uint32_t held[2] = {0};
  for (uint32_t i = 0; i < 60; i++) {
    random_automaton(&random, &text);
    struct world *w = world_new(text_cstr(&text));
    w->random = rng_new(i);
    for (uint32_t k = 0; k < 20; k++) try_piece(w, held);
    world_free(w);
  }
  text_release(&text);
  assert_true(held[0] > 200 && held[1] > 300);
  // Stack objects, whose memory is arbitrary when their frame is gone.
  held[0] = held[1] = 0;
  struct world *w = world_new(recursive);
  for (uint32_t k = 0; k < 200; k++) try_piece(w, held);
  world_free(w);
  assert_true(held[0] > 5 && held[1] > 100);
}

// --- by hand -----------------------------------------------------------------------------------

struct composed {
  struct arena arena;
  struct step step;
};

static struct composed compose(struct world *w, uint32_t n, const struct context *contexts, const struct edge *edges) {
  struct composed c;
  struct vec_context root = {0};
  arena_init(&c.arena);
  for (uint32_t i = 0; i < n; i++) vec_context_push(&root, contexts ? contexts[i] : CONTEXT_ROOT);
  assert_true(compose_steps(w->tm, w->u, &c.arena, n, root.data, edges, &c.step));
  vec_context_release(&root);
  return c;
}

static struct term updated(const struct composed *c, struct term var) {
  for (uint32_t i = 0; i < c->step.n_updates; i++)
    if (term_same(c->step.updates[i].var, var)) return c->step.updates[i].value;
  return var;
}

static void inputs_are_distinct(void **unused) {
  (void)unused;
  struct world *w =
      world_new("cfa \"inputs\"\nglobal |v#2| (_ BitVec 32)\nglobal s (_ BitVec 32)\nfunction main\n"
                "  local unused (_ BitVec 32)\n"
                "  edge a -> a\n    input v (_ BitVec 32) nondet \"v\"\n    input w (_ BitVec 32) nondet \"w\"\n"
                "    s := (bvadd s v)\n    unused := s\n"
                "  edge a -> b\n    input |v#3| (_ BitVec 32) nondet \"v\"\n    s := (bvmul s |v#3|)\n"
                "  location b exit\n");
  struct edge loop = edge_between(w, "a", "a"), out = edge_between(w, "a", "b");
  struct composed c = compose(w, 4, NULL, (struct edge[]){loop, loop, loop, out});
  // v, then neither the program's v#2 nor twice the v#3 that is an input of its own; w occurs nowhere.
  assert_int_equal(c.step.n_inputs, 4);
  for (uint32_t i = 0; i < 4; i++) {
    assert_int_not_equal(c.step.inputs[i].id, var(w, "v#2").id);
    for (uint32_t k = 0; k < i; k++) assert_int_not_equal(c.step.inputs[i].id, c.step.inputs[k].id);
  }
  struct term sum = var(w, "s");
  for (uint32_t i = 0; i < 3; i++) sum = term_add(w->tm, sum, c.step.inputs[i]);
  SAME(updated(&c, var(w, "s")), term_mul(w->tm, sum, c.step.inputs[3]));
  // The same again is the same.
  struct composed again = compose(w, 4, NULL, (struct edge[]){loop, loop, loop, out});
  SAME(updated(&c, var(w, "s")), updated(&again, var(w, "s")));
  arena_release(&c.arena);
  arena_release(&again.arena);
  world_free(w);
}

static void contradictions_end_it(void **unused) {
  (void)unused;
  struct world *w = world_new("cfa \"false\"\nglobal x (_ BitVec 32)\nglobal y (_ BitVec 32)\nfunction main\n"
                              "  edge a -> b [(bvult x #x00000005)]  y := #x00000003  x := (bvadd x y)\n"
                              "  edge b -> c [(= y #x00000004)]\n    input v (_ BitVec 32) nondet \"v\"\n    x := v\n"
                              "  edge b -> c [(bvult y #x00000004)]  y := (bvadd y #x00000001)\n"
                              "  edge c -> d [(= y #x00000004)]  y := x\n  location d exit\n");
  struct edge ab = edge_between(w, "a", "b"), bc = edge_between(w, "b", "c"), cd = edge_between(w, "c", "d");
  struct composed bad = compose(w, 3, NULL, (struct edge[]){ab, bc, cd});
  assert_true(term_is_false(w->tm, bad.step.guard));
  assert_int_equal(bad.step.n_updates + bad.step.n_inputs, 0);
  struct composed good = compose(w, 3, NULL, (struct edge[]){ab, edge_after(bc, 1), cd});
  SAME(good.step.guard, term_ult(w->tm, var(w, "x"), num(w, 5)));
  SAME(updated(&good, var(w, "y")), term_add(w->tm, var(w, "x"), var(w, "y")));
  assert_int_equal(good.step.n_updates, 2);
  struct composed none = compose(w, 0, NULL, NULL);
  assert_true(term_is_true(w->tm, none.step.guard) && !none.step.n_updates && !none.step.n_inputs);
  arena_release(&bad.arena);
  arena_release(&good.arena);
  arena_release(&none.arena);
  world_free(w);
}

static void unknown_steps_are_told(void **unused) {
  (void)unused;
  // Two sizes of the frame below a stack object.
  struct world *w =
      world_new("cfa \"frame\"\npointer-bits 32\nglobal m (Array (_ BitVec 32) (_ BitVec 8)) region\nfunction main\n"
                "  local n (_ BitVec 32)\n"
                "  edge a -> b [(= n #x00000001)]\n  edge a -> c [(not (= n #x00000001))]\n"
                "  edge b -> c\n    alloc x size #x00000004 stack\n"
                "  edge c -> d\n    alloc y size #x00000004 stack\n"
                "  location d exit\n");
  struct edge edges[] = {edge_between(w, "a", "b"), edge_between(w, "b", "c"), edge_between(w, "c", "d")};
  struct context contexts[] = {CONTEXT_ROOT, CONTEXT_ROOT, CONTEXT_ROOT};
  struct arena arena;
  struct step s;
  arena_init(&arena);
  assert_true(compose_steps(w->tm, w->u, &arena, 1, contexts, edges, &s));
  assert_false(unfold_step(w->u, CONTEXT_ROOT, edges[2])->known);
  assert_false(compose_steps(w->tm, w->u, &arena, 3, contexts, edges, &s));
  arena_release(&arena);
  world_free(w);
}

static void frames_that_are_gone(void **unused) {
  (void)unused;
  struct world *w =
      world_new("cfa \"frames\"\nglobal g (_ BitVec 32)\nfunction main\n  local r (_ BitVec 32)\n"
                "  edge a -> b  call f (g) -> r\n  edge b -> c  call f (r) -> g\n  location c exit\n"
                "function f\n  param k (_ BitVec 32)\n  local l (_ BitVec 32)\n  result z (_ BitVec 32)\n"
                "  edge f0 -> f1  l := (bvmul k k)\n  edge f1 -> f2  z := (bvadd l #x00000001)\n  location f2 exit\n");
  struct edge ab = edge_between(w, "a", "b"), bc = edge_between(w, "b", "c"), f0 = edge_between(w, "f0", "f1"),
              f1 = edge_between(w, "f1", "f2");
  struct context one = unfold_enter(w->u, CONTEXT_ROOT, ab), two = unfold_enter(w->u, CONTEXT_ROOT, bc);
  struct context contexts[] = {CONTEXT_ROOT, one, one, CONTEXT_ROOT, two, two};
  struct edge edges[] = {ab, f0, f1, bc, f0, f1};
  struct composed all = compose(w, 6, contexts, edges), inside = compose(w, 5, contexts, edges);
  struct term g = var(w, "g"), r = term_add(w->tm, term_mul(w->tm, g, g), num(w, 1));
  assert_int_equal(all.step.n_updates, 2);
  SAME(updated(&all, var(w, "main::r")), r);
  SAME(updated(&all, g), term_add(w->tm, term_mul(w->tm, r, r), num(w, 1)));
  // The first frame is gone, the second is there: r, k, l, z.
  assert_int_equal(inside.step.n_updates, 4);
  SAME(updated(&inside, unfold_var(w->u, two, var_named(w, "f::l"))), term_mul(w->tm, r, r));
  arena_release(&all.arena);
  arena_release(&inside.arena);
  world_free(w);
}

// --- long pieces ---------------------------------------------------------------------------------

enum { ROUNDS = 1000, IDLE = 400 };

// The first edge gives many variables a value that nothing reads; then a loop with known values that fills an array.
static struct world *world_of_rounds(void) {
  struct text t = {0};
  text_add(
      &t,
      "cfa \"rounds\"\nglobal m (Array (_ BitVec 32) (_ BitVec 32))\nglobal x (_ BitVec 32)\nglobal i (_ BitVec 32)\n"
      "global sum (_ BitVec 32)\n");
  for (uint32_t i = 0; i < IDLE; i++) text_printf(&t, "global idle%u (_ BitVec 32)\n", i);
  text_add(&t, "function main\n  edge a -> h\n    i := #x00000000\n    sum := #x00000000\n");
  for (uint32_t i = 0; i < IDLE; i++) text_printf(&t, "    idle%u := (bvmul idle%u (bvadd x #x%08x))\n", i, i, i);
  text_printf(&t,
              "  edge h -> h [(bvult i #x%08x)]\n    m := (store m i (bvadd x i))\n"
              "    sum := (bvadd sum (bvmul i i))\n    i := (bvadd i #x00000001)\n",
              ROUNDS);
  text_printf(&t, "  edge h -> e [(and (bvuge i #x%08x) (= (select m #x00000007) #x00000009))]\n  location e exit\n",
              ROUNDS);
  struct world *w = world_new(text_cstr(&t));
  text_release(&t);
  return w;
}

static void long_pieces_are_quick(void **unused) {
  (void)unused;
  struct world *w = world_of_rounds();
  struct vec_edge edges = {0};
  vec_edge_push(&edges, edge_between(w, "a", "h"));
  for (uint32_t i = 0; i < ROUNDS; i++) vec_edge_push(&edges, edge_between(w, "h", "h"));
  vec_edge_push(&edges, edge_between(w, "h", "e"));
  for (uint32_t i = 0; i < edges.size; i++) unfold_step(w->u, CONTEXT_ROOT, edges.data[i]);
  uint32_t before = terms_count(w->tm);
  double begin = processor_seconds();
  struct composed c = compose(w, edges.size, NULL, edges.data);
  double seconds = processor_seconds() - begin;
  // Terms of its own in each iteration: the index, the cell, the array, a square and a sum. The store's other variables
  // are not looked at again.
  assert_true(terms_count(w->tm) - before < 12 * ROUNDS);
  if (seconds > 0.5 * SLOWER) fail_msg("%u iterations took %.2f s", ROUNDS, seconds);
  SAME(updated(&c, var(w, "i")), num(w, ROUNDS));
  SAME(c.step.guard, term_eq(w->tm, var(w, "x"), num(w, 2)));
  uint32_t sum = 0;
  for (uint32_t i = 0; i < ROUNDS; i++) sum += i * i;
  SAME(updated(&c, var(w, "sum")), num(w, sum));
  assert_true(term_dag_size(w->tm, updated(&c, var(w, "m"))) < 8 * ROUNDS);
  // One iteration too few.
  edges.data[ROUNDS] = edges.data[ROUNDS + 1];
  struct composed early = compose(w, ROUNDS + 1, NULL, edges.data);
  assert_true(term_is_false(w->tm, early.step.guard));
  arena_release(&c.arena);
  arena_release(&early.arena);
  vec_edge_release(&edges);
  world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_do_what_their_steps_do), cmocka_unit_test(inputs_are_distinct),
      cmocka_unit_test(contradictions_end_it),         cmocka_unit_test(unknown_steps_are_told),
      cmocka_unit_test(frames_that_are_gone),          cmocka_unit_test(long_pieces_are_quick),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

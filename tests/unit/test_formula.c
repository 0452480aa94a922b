// Formulas about states: against substitution of their values, violations, states after havoc, single steps.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "state/convert.h"
#include "term/quantified.h"
#include "unfold_world.h"

// --- formulas about states -------------------------------------------------------------------------

// Cells at known and unknown places with known and unknown content; x and z are unknown, y is known.
static const char *const memory_text =
    "cfa \"memory\"\npointer-bits 32\n"
    "global mem (Array (_ BitVec 32) (_ BitVec 8)) region\nglobal other (Array (_ BitVec 32) (_ BitVec 8)) region\n"
    "global zero (Array (_ BitVec 32) (_ BitVec 8)) region\n"
    "global x (_ BitVec 32)\nglobal y (_ BitVec 32)\nglobal z (_ BitVec 32)\nglobal b Bool\n"
    "function main\n"
    "  edge start -> next\n    input m0 (Array (_ BitVec 32) (_ BitVec 8)) uninit \"m\"\n"
    "    input o0 (Array (_ BitVec 32) (_ BitVec 8)) uninit \"o\"\n"
    "    input x0 (_ BitVec 32) nondet \"x\"\n    input z0 (_ BitVec 32) nondet \"z\"\n    input b0 Bool nondet \"b\"\n"
    "    mem := (store (store (store m0 #x00000100 ((_ extract 7 0) x0)) #x00000101 #x05) #x00000103 #x06)\n"
    "    other := (store (store o0 #x00000102 #x09) #x00000104 ((_ extract 15 8) x0))\n"
    "    x := x0\n    y := #x00000101\n    z := (bvand z0 #x00000107)\n    b := b0\n"
    "  edge next -> low [(bvult x #x0000000a)]\n  edge next -> end [(bvuge x #x0000000a)]\n"
    "  edge low -> end\n  location end exit\n";

static struct term random_index(struct world *w) {
  switch (below(w, 6)) {
  case 0: return var(w, "y");
  case 1: return var(w, "z");
  case 2: return term_add(w->tm, var(w, "y"), num(w, below(w, 4)));
  case 3: return term_ite(w->tm, term_ult(w->tm, var(w, "x"), num(w, 5)), var(w, "y"), num(w, 0x100 + below(w, 8)));
  default: return num(w, 0x100 + below(w, 8));
  }
}

static struct term random_array(struct world *w, uint32_t depth);

static struct term random_byte(struct world *w, uint32_t depth) {
  switch (below(w, depth ? 3 : 2)) {
  case 0: return byte(w, below(w, 16));
  case 1: return term_extract(w->tm, 7, 0, var(w, "x"));
  default: return term_select(w->tm, random_array(w, depth - 1), random_index(w));
  }
}

static struct term random_array(struct world *w, uint32_t depth) {
  static const char *const names[] = {"mem", "other", "zero"};
  if (!depth) return var(w, names[below(w, 3)]);
  struct term a = random_array(w, depth - 1);
  switch (below(w, 6)) {
  case 0: {
    struct term n = below(w, 2) ? num(w, below(w, 4)) : term_bvand(w->tm, var(w, below(w, 2) ? "y" : "z"), num(w, 3)),
                d = random_index(w);
    return term_copy(w->tm, a, d, random_array(w, depth - 1), random_index(w), n);
  }
  case 1:
    return term_copy(w->tm, a, random_index(w), random_array(w, depth - 1), random_index(w), num(w, 70 + below(w, 9)));
  case 2:
    return term_ite(w->tm, below(w, 2) ? var(w, "b") : term_ult(w->tm, num(w, 0x100), var(w, "y")), a,
                    random_array(w, depth - 1));
  default: {
    struct term at = random_index(w);
    return term_store(w->tm, a, at, random_byte(w, depth - 1));
  }
  }
}

static struct state *state_at(struct world *w, const char *location) {
  struct state *s = state_initial(w->program);
  struct edge edge;
  struct location to = location_named(w, location);
  while (!location_same(state_location(s), to)) assert_int_equal(state_run_once(s, &edge), STATE_BUDGET);
  return s;
}

static const char *const all_globals[] = {"mem", "other", "zero", "x", "y", "z", "b"};

static void formulas_are_values(void **unused) {
  (void)unused;
  struct world *w = world_new(memory_text);
  for (uint32_t round = 0; round < 400; round++) {
    struct state *s = state_at(w, "next");
    struct memory *mem = state_slot(s, true, w->cfa->vars.data[var_named(w, "mem")].slot)->memory;
    uint64_t frozen = memory_frozen(mem), top = s->uninit_top;
    size_t held = memory_cells(mem);
    struct term t = random_byte(w, 4), by_formula = state_formula(s, t);
    // Asking changes nothing.
    assert_true(memory_frozen(mem) == frozen && memory_cells(mem) == held && s->uninit_top == top);
    struct term from[7], to[7];
    for (uint32_t i = 0; i < 7; i++) {
      from[i] = var(w, all_globals[i]);
      to[i] = state_value(s, var_named(w, all_globals[i]));
    }
    struct term by_value = term_substitute(w->tm, t, 7, from, to);
    uint32_t n;
    const uint32_t *vars = term_free_vars(w->tm, by_formula, &n);
    for (uint32_t i = 0; i < n; i++) assert_int_equal(cfa_var_of(w->cfa, (struct term){vars[i]}), CFA_NONE);
    for (uint32_t k = 0; k < 4; k++) {
      struct model *m = model_new(w->tm);
      for (uint32_t i = 0; i < 5; i++) {
        struct sort sort = i < 2   ? w->cfa->vars.data[var_named(w, "mem")].sort
                           : i < 4 ? sort_bv(w->tm, 32)
                                   : sort_bool(w->tm);
        struct term a = random_value(w, sort);
        if (i < 2) // where the terms look
          for (uint32_t j = 0; j < 16; j++) a = term_store(w->tm, a, num(w, 0xfc + j), byte(w, below(w, 256)));
        model_set(m, inputs_variable(w->program, sort, i), a);
      }
      assert_int_equal(model_eval(m, by_formula).id, model_eval(m, by_value).id);
      model_unref(m);
    }
    state_free(s);
  }
  world_free(w);
}

// Reads at places that are known, through a thousand layers that become known: cells are looked up, and a memory of
// many cells stays out of it.
static void cells_are_looked_up(void **unused) {
  (void)unused;
  struct world *w = world_new(memory_text);
  struct state *s = state_at(w, "next");
  struct value *slot = state_slot_own(s, true, w->cfa->vars.data[var_named(w, "mem")].slot);
  for (uint32_t i = 0; i < 20000; i++)
    slot->memory = memory_write(w->tm, slot->memory, 0x10000 + i, (struct value){.bits = i & 255});
  struct term a = var(w, "mem"), y = var(w, "y");
  for (uint32_t i = 0; i < 1000; i++) a = term_store(w->tm, a, term_mul(w->tm, y, num(w, 2 * i + 3)), byte(w, i));
  struct term t = term_select(w->tm, a, term_add(w->tm, y, num(w, 0x10000 + 7 - 0x101)));
  uint32_t terms = terms_count(w->tm);
  SAME(state_formula(s, t), byte(w, 7));
  assert_true(terms_count(w->tm) < terms + 10000);
  // The stores are seen, too.
  SAME(state_formula(s, term_select(w->tm, a, num(w, 0x101 * 5))), byte(w, 1));
  state_free(s);
  world_free(w);
}

static void violations(void **unused) {
  (void)unused;
  struct world *w = world_new(memory_text);
  struct state *s = state_at(w, "next");
  state_take_edge(s, state_open(s, &(uint32_t){0})[0], state_model(s));
  struct term x = var(w, "x"), mem = var(w, "mem");
  struct model *m = NULL;
  assert_int_equal(state_violates(s, w->solver, term_ult(w->tm, x, num(w, 10)), &m), ANSWER_UNSAT);
  assert_null(m);
  assert_int_equal(state_violates(s, w->solver, term_ult(w->tm, x, num(w, 9)), &m), ANSWER_SAT);
  struct vec_term path = {0};
  path_conjuncts(state_path(s), &path);
  for (uint32_t i = 0; i < path.size; i++) assert_true(model_holds(m, path.data[i]));
  SAME(model_eval(m, state_formula(s, x)), num(w, 9));
  vec_term_release(&path);
  model_unref(m);
  // By constants, and by memory.
  assert_int_equal(state_violates(s, w->solver, term_eq(w->tm, var(w, "y"), num(w, 0x101)), NULL), ANSWER_UNSAT);
  assert_int_equal(state_violates(s, w->solver, term_eq(w->tm, var(w, "y"), num(w, 0x102)), &m), ANSWER_SAT);
  model_unref(m);
  struct term cell = term_select(w->tm, mem, term_sub(w->tm, var(w, "y"), num(w, 1)));
  assert_int_equal(state_violates(s, w->solver, term_ult(w->tm, cell, byte(w, 10)), NULL), ANSWER_UNSAT);
  cell = term_select(w->tm, mem, num(w, 0x77));
  assert_int_equal(state_violates(s, w->solver, term_ult(w->tm, cell, byte(w, 10)), NULL), ANSWER_SAT);
  state_free(s);
  world_free(w);
}

// --- states after havoc -----------------------------------------------------------------------------

// Can the state's variables have these values?
static bool possible(struct world *w, struct state *s, struct term condition) {
  struct model *m = NULL;
  enum answer a = path_check(w->solver, state_path(s), state_formula(s, condition), state_model(s), &m);
  assert_int_not_equal(a, ANSWER_UNKNOWN);
  model_unref(m);
  return a == ANSWER_SAT;
}

// The same with what is known of every cell.
static bool possible_known(struct world *w, struct state *s, struct term condition) {
  struct model *m = NULL;
  struct term value = state_instances(s, state_formula(s, condition));
  enum answer a = path_check(w->solver, state_path(s), value, state_model(s), &m);
  assert_int_not_equal(a, ANSWER_UNKNOWN);
  model_unref(m);
  return a == ANSWER_SAT;
}

static void assert_model(struct state *s) {
  struct vec_term path = {0};
  path_conjuncts(state_path(s), &path);
  for (uint32_t i = 0; i < path.size; i++) assert_true(model_holds(state_model(s), path.data[i]));
  vec_term_release(&path);
}

static void abstraction_is_the_formula(void **unused) {
  (void)unused;
  struct world *w = world_new(memory_text);
  struct term x = var(w, "x"), y = var(w, "y"), z = var(w, "z");
  for (int alone = 0; alone < 2; alone++) {
    struct state *s = state_at(w, "next");
    struct model *m = NULL;
    struct open_edge low = state_open(s, &(uint32_t){0})[0];
    assert_int_equal(path_check(w->solver, state_path(s), low.condition, state_model(s), &m), ANSWER_SAT);
    state_take_edge(s, low, m);
    model_unref(m);
    struct state *before = state_copy(s);
    // x < 10 and z is in the formula, too, but keeps its value.
    struct term parts[] = {term_ult(w->tm, y, num(w, 4)), term_ule(w->tm, x, num(w, 20)),
                           term_ule(w->tm, z, term_add(w->tm, y, num(w, 0x100)))};
    struct term formula = term_and_n(w->tm, 3, parts);
    enum answer answer;
    assert_true(state_abstract(s, w->solver, 1, &y, formula, alone, &answer));
    assert_int_equal(answer, ANSWER_SAT);
    assert_model(s);
    assert_int_equal(state_violates(s, w->solver, formula, NULL), ANSWER_UNSAT);
    // Exactly the formula, and the path condition unless it stands alone. z's values are those with bits in 0x107.
    for (uint32_t i = 0; i < 25; i += 3)
      for (uint32_t j = 0; j < 6; j++)
        for (uint32_t k = 0x100; k < 0x108; k += 3) {
          struct term here[3] = {term_eq(w->tm, x, num(w, i)), term_eq(w->tm, y, num(w, j)),
                                 term_eq(w->tm, z, num(w, k))};
          bool expected = j < 4 && i <= 20 && k <= j + 0x100 && (alone || i < 10);
          assert_int_equal(possible(w, s, term_and_n(w->tm, 3, here)), expected);
        }
    // Where the state satisfies the formula, its model goes on without a question.
    struct state *known = state_copy(before);
    uint64_t queries = w->stats.queries;
    assert_true(state_abstract(known, w->solver, 1, &y, term_eq(w->tm, y, num(w, 0x101)), alone, &answer));
    assert_int_equal(w->stats.queries, queries);
    assert_model(known);
    state_free(known);
    // A copy does not see it.
    SAME(state_formula(before, y), num(w, 0x101));
    assert_false(possible(w, before, term_eq(w->tm, x, num(w, 11))));
    // What cannot be is not made.
    struct term never = term_and(w->tm, term_ult(w->tm, y, num(w, 4)), term_ult(w->tm, num(w, 9), y));
    assert_false(state_abstract(s, w->solver, 1, &y, never, alone, &answer));
    assert_int_equal(answer, ANSWER_UNSAT);
    state_free(s);
    state_free(before);
  }
  world_free(w);
}

// Variables further out and whole arrays, in a state that shares its frames.
static void abstraction_in_frames(void **unused) {
  (void)unused;
  struct world *w = world_new(recursive);
  struct state *s = state_at(w, "ready");
  struct edge call = edge_between(w, "ready", "back"), again = edge_between(w, "f1", "f2");
  struct context c = unfold_enter(w->u, CONTEXT_ROOT, call), d = unfold_enter(w->u, c, again);
  state_force_edge(s, call);
  state_force_edge(s, edge_between(w, "f0", "f1"));
  state_force_edge(s, again);
  struct state *before = state_copy(s);
  struct term r = var(w, "main::r"), seed = unfold_var(w->u, c, var_named(w, "f::seed")),
              k = unfold_var(w->u, d, var_named(w, "f::k")), mem = var(w, "mem");
  SAME(state_instance(s, seed), num(w, 0));
  struct term which[] = {r, seed, k, mem}, cell = term_select(w->tm, mem, num(w, 0x50));
  struct term parts[] = {term_eq(w->tm, r, num(w, 5)), term_ult(w->tm, seed, k), term_eq(w->tm, cell, byte(w, 9))};
  enum answer answer;
  assert_true(state_abstract(s, w->solver, 4, which, term_and_n(w->tm, 3, parts), true, &answer));
  assert_model(s);
  for (uint32_t i = 0; i < 3; i++) assert_int_equal(state_violates(s, w->solver, parts[i], NULL), ANSWER_UNSAT);
  assert_true(possible(w, s, term_eq(w->tm, seed, num(w, 77))));
  assert_false(possible(w, s, term_eq(w->tm, k, num(w, 0))));
  assert_true(possible(w, s, term_eq(w->tm, term_select(w->tm, mem, num(w, 0x51)), byte(w, 9))));
  SAME(state_instance(before, seed), num(w, 0));
  SAME(state_instance(before, r), num(w, 0));
  state_free(s);
  state_free(before);
  world_free(w);
}

// What a state in f with stack object `buf` has left of memory when it returns: nothing, or what is said of a cell, or
// of every cell.
enum said { SAID_NOTHING, SAID_CELL, SAID_EVERY };

static struct state *havoc_and_return(struct world *w, enum said said, struct term *cell) {
  struct state *s = state_at(w, "ready");
  struct edge call = edge_between(w, "ready", "back");
  state_force_edge(s, call);
  state_force_edge(s, edge_between(w, "f0", "f1"));
  struct term mem = var(w, "mem"), formula = term_true(w->tm);
  *cell = term_select(w->tm, mem, num(w, 0xA0000000));
  if (said == SAID_CELL) formula = term_eq(w->tm, *cell, byte(w, 7));
  enum answer answer;
  assert_true(state_is_static(s));
  assert_true(state_abstract(s, w->solver, 1, &mem, formula, true, &answer));
  if (said == SAID_EVERY) {
    struct term every = term_eq(w->tm, term_select(w->tm, mem, quantified_variable(w->tm, 32)), byte(w, 7));
    state_know(s, every);
    assert_false(possible_known(w, s, term_eq(w->tm, *cell, byte(w, 8))));
  }
  // A way out of f that reads nothing.
  s->location = location_named(w, "f2");
  state_force_edge(s, edge_after(edge_between(w, "f2", "f3"), 1));
  SAME(state_location(s), location_named(w, "back"));
  return s;
}

struct counted {
  uint32_t of_edges, of_returns;
  struct return_point left;
};

static void count_input(void *context, const struct state_input *input) {
  struct counted *c = context;
  assert_int_equal(c->of_returns, 0); // they come last, and there is one at most
  if (!input->left.depth) {
    c->of_edges++;
    return;
  }
  assert_int_equal(input->input->kind, INPUT_UNINIT);
  assert_string_equal(input->input->name, "mem");
  c->left = input->left;
  c->of_returns++;
}

// The address is used again, and what was known is not known of what comes there: where something was said of a cell of
// the base, the cells are those of a new input.
static void havocked_frames_are_arbitrary(void **unused) {
  (void)unused;
  struct world *w = world_new(recursive);
  struct term cell;
  for (enum said said = SAID_NOTHING; said <= SAID_EVERY; said++) {
    struct state *s = havoc_and_return(w, said, &cell);
    assert_true(state_is_static(s));
    for (uint32_t value = 7; value < 9; value++)
      assert_true(possible_known(w, s, term_eq(w->tm, cell, byte(w, value))));
    struct term below = term_select(w->tm, var(w, "mem"), num(w, 0x50));
    assert_int_equal(possible_known(w, s, term_eq(w->tm, below, byte(w, 8))), said != SAID_EVERY);
    struct counted c = {0};
    state_inputs(s, count_input, &c);
    assert_int_equal(c.of_edges, 2);
    assert_int_equal(c.of_returns, said != SAID_NOTHING);
    if (c.of_returns) assert_true(c.left.depth == 2 && c.left.steps == state_steps(s));
    state_free(s);
  }
  world_free(w);
}

// Frames that are read before they are written, at places that are known and at others, between frames and in
// recursion.
static const char *const frames_text =
    "cfa \"frames\"\npointer-bits 32\nheap-start 0x10000\n"
    "global mem (Array (_ BitVec 32) (_ BitVec 8)) region\nglobal other (Array (_ BitVec 32) (_ BitVec 8)) region\n"
    "global g (_ BitVec 8)\nglobal h (_ BitVec 8)\n"
    "function main\n  local i (_ BitVec 32)\n  local k (_ BitVec 32)\n  local r (_ BitVec 8)\n"
    "  edge start -> head\n    input m0 (Array (_ BitVec 32) (_ BitVec 8)) uninit \"mem\"\n"
    "    input o0 (Array (_ BitVec 32) (_ BitVec 8)) uninit \"other\"\n    mem := m0\n    other := o0\n"
    "  edge head -> ready [(bvult i #x00000004)]\n    input k0 (_ BitVec 32) nondet \"k\"\n"
    "    k := (bvand k0 #x00000007)\n"
    "  edge head -> end [(bvuge i #x00000004)]\n"
    "  edge ready -> back [(bvult k #x00000003)]  call f (k #x00000002) -> r\n"
    "  edge ready -> back [(bvuge k #x00000003)]  call f (#x00000001 k) -> r\n"
    "  edge back -> head  i := (bvadd i #x00000001)  g := (bvadd (bvmul g #x03) r)\n"
    "  location end exit\n"
    "function f\n  param k (_ BitVec 32)\n  param n (_ BitVec 32)\n  local at (_ BitVec 32)\n  local b (_ BitVec 8)\n"
    "  result ret (_ BitVec 8)\n"
    "  edge f0 -> f1\n    alloc buf size #x00000008 stack \"buf\"\n    at := buf\n    mem := (store mem buf #x07)\n"
    "  edge f1 -> f2 [(bvult #x00000000 n)]  call f ((bvand (bvadd k #x00000001) #x00000003) "
    "(bvand (bvsub n #x00000001) #x00000001)) -> b\n"
    "  edge f1 -> f2 [(= n #x00000000)]  b := (select other at)\n"
    "  edge f2 -> f3 [(bvult b #x80)]  ret := (bvadd (select mem (bvadd at k)) b)  h := (select mem at)\n"
    "  edge f2 -> f3 [(bvuge b #x80)]  ret := b  mem := (store mem (bvadd at #x00000001) b)\n"
    "  location f3 exit\n";

struct given {
  struct world *w;
  struct model *model;
};

static void give_value(void *context, const struct state_input *input) {
  struct given *c = context;
  if (term_none(input->variable) || model_has(c->model, input->variable)) return;
  model_set(c->model, input->variable, random_value(c->w, term_sort(c->w->tm, input->variable)));
}

// A path with random values of its inputs, those for stack memory that is used again included: a concrete run with them
// takes the same edges and ends with the same values.
static void replays_are_exact(void **unused) {
  (void)unused;
  struct world *w = world_new(frames_text);
  uint32_t of_returns = 0;
  for (uint32_t round = 0; round < 200; round++) {
    struct state *s = state_initial(w->program), *last;
    struct given c = {w, model_new(w->tm)};
    enum state_event event;
    for (;;) {
      event = state_run(s, UINT64_MAX);
      struct model *more = model_merge(w->tm, c.model, NULL);
      model_unref(c.model);
      c.model = more;
      state_inputs(s, give_value, &c);
      if (event != STATE_BRANCH) break;
      // The inputs of the branch itself are not read yet.
      uint32_t n, i = 0;
      const struct open_edge *open = state_open(s, &n);
      while (i < n && !model_holds(c.model, open[i].condition)) i++;
      assert_true(i < n);
      state_take_edge(s, open[i], c.model);
    }
    assert_int_equal(event, STATE_END);
    state_set_model(s, c.model);
    struct vec_input_value values = {0};
    state_input_values(s, &values);
    for (uint32_t i = 0; i < values.size; i++) of_returns += values.data[i].left.depth != 0;
    assert_int_equal(state_replay(w->program, values.size, values.data, UINT64_MAX, NULL, NULL, &last), STATE_END);
    assert_int_equal(state_steps(last), state_steps(s));
    SAME(model_eval(c.model, state_formula(s, var(w, "g"))), state_formula(last, var(w, "g")));
    SAME(model_eval(c.model, state_formula(s, var(w, "h"))), state_formula(last, var(w, "h")));
    for (uint32_t i = 0; i < 120; i++) {
      struct term cell = term_select(w->tm, var(w, i % 2 ? "mem" : "other"), num(w, 0xA0000000u + i));
      SAME(model_eval(c.model, state_formula(s, cell)), state_formula(last, cell));
    }
    vec_input_value_release(&values);
    model_unref(c.model);
    state_free(last);
    state_free(s);
  }
  assert_true(of_returns > 500);
  world_free(w);
}

// --- what is known of every cell -------------------------------------------------------------------

static const char *const guarded_text =
    "cfa \"guarded\"\npointer-bits 32\n"
    "global mem (Array (_ BitVec 32) (_ BitVec 8)) region\nglobal other (Array (_ BitVec 32) (_ BitVec 8)) region\n"
    "global x (_ BitVec 32)\nglobal z (_ BitVec 32)\n"
    "function main\n"
    "  edge start -> next\n    input m0 (Array (_ BitVec 32) (_ BitVec 8)) uninit \"m\"\n"
    "    input o0 (Array (_ BitVec 32) (_ BitVec 8)) uninit \"o\"\n"
    "    input x0 (_ BitVec 32) nondet \"x\"\n    input z0 (_ BitVec 32) nondet \"z\"\n    mem := m0\n    other := o0\n"
    "    x := x0\n    z := z0\n"
    "  edge next -> low [(and (bvult z x) (= (select mem z) #x08))]\n"
    "  edge next -> end [(not (and (bvult z x) (= (select mem z) #x08)))]\n"
    "  edge low -> end\n  location end exit\n";

// Every cell below x is 7.
static struct term filled(struct world *w) {
  struct term k = quantified_variable(w->tm, 32);
  return term_implies(w->tm, term_ult(w->tm, k, var(w, "x")),
                      term_eq(w->tm, term_select(w->tm, var(w, "mem"), k), byte(w, 7)));
}

static void known_of_every_cell(void **unused) {
  (void)unused;
  struct world *w = world_new(guarded_text);
  struct terms *tm = w->tm;
  struct state *s = state_at(w, "next"), *before;
  struct term mem = var(w, "mem"), other = var(w, "other"), x = var(w, "x"), z = var(w, "z"),
              inside = term_ult(tm, z, x), eight = byte(w, 8);
  before = state_copy(s);
  struct path *path = state_path(s);
  state_know(s, filled(w));
  assert_ptr_equal(state_path(s), path);
  struct state *copy = state_copy(s);
  struct {
    struct term cell;
    bool known;
  } cells[] = {
      {term_select(tm, mem, z), true},
      {term_select(tm, mem, term_sub(tm, z, num(w, 0))), true},
      {term_select(tm, term_store(tm, mem, x, eight), z), true}, // z is not x
      {term_select(tm, term_store(tm, mem, num(w, 5), eight), z), false}, // but may be 5
      {term_select(tm, other, z), false},
      {term_select(tm, mem, term_add(tm, z, num(w, 1))), false}, // may be x
      {term_select(tm, mem, term_lshr(tm, z, num(w, 1))), true},
  };
  for (uint32_t i = 0; i < sizeof cells / sizeof *cells; i++) {
    struct term condition = term_and(tm, inside, term_eq(tm, cells[i].cell, eight));
    assert_true(possible(w, s, condition) && possible_known(w, before, condition));
    assert_int_equal(possible_known(w, s, condition), !cells[i].known);
    assert_int_equal(possible_known(w, copy, condition), !cells[i].known);
    assert_true(possible_known(w, s, term_and(tm, inside, term_eq(tm, cells[i].cell, byte(w, 7)))));
    assert_true(possible_known(w, s, term_eq(tm, cells[i].cell, eight)));
  }
  // What is known stays what it was when memory changes, and holds for all that follows from it: a second fact leads to
  // the first.
  struct term k = quantified_variable(tm, 32);
  state_know(copy, term_eq(tm, term_select(tm, other, k), term_select(tm, mem, k)));
  struct term far = term_and(tm, inside, term_eq(tm, term_select(tm, other, z), eight));
  assert_false(possible_known(w, copy, far));
  assert_true(possible_known(w, s, far));
  state_havoc(copy, 1, &mem);
  assert_false(possible_known(w, copy, far));
  assert_true(possible_known(w, copy, term_and(tm, inside, term_eq(tm, term_select(tm, mem, z), eight))));
  state_free(s);
  state_free(copy);
  state_free(before);
  world_free(w);
}

// Nothing but the values of the condition's variables comes into an instance, and a value that a query is about stays
// what it is.
static void instances_are_over_inputs(void **unused) {
  (void)unused;
  struct world *w = world_new(guarded_text);
  struct terms *tm = w->tm;
  struct state *s = state_at(w, "next");
  state_know(s, filled(w));
  struct term k = quantified_variable(tm, 32), mem = var(w, "mem"), read = term_select(tm, mem, var(w, "z"));
  struct term t = state_instances(s, state_formula(s, term_eq(tm, read, byte(w, 3))));
  assert_true(term_none(quantified_in(tm, t)));
  // Is every cell below x a 7? And below x + 1?
  for (int more = 0; more < 2; more++) {
    struct term bound = more ? term_add(tm, var(w, "x"), num(w, 1)) : var(w, "x");
    struct term parts[] = {term_ult(tm, k, bound), term_not(tm, term_eq(tm, term_select(tm, mem, k), byte(w, 7))),
                           term_ult(tm, num(w, 0), bound)};
    assert_int_equal(possible_known(w, s, term_and_n(tm, 3, parts)), more);
  }
  // Constants need nothing.
  SAME(state_instances(s, term_true(tm)), term_true(tm));
  // What says nothing of a cell is not kept.
  struct state *plain = state_at(w, "next");
  state_know(plain, term_eq(tm, read, byte(w, 3)));
  assert_null(plain->facts);
  state_free(plain);
  state_free(s);
  world_free(w);
}

static void branches_know(void **unused) {
  (void)unused;
  struct world *w = world_new(guarded_text);
  struct state *s = state_at(w, "next"), *before = state_copy(s);
  for (int known = 0; known < 2; known++) {
    // The second time the edges were evaluated before.
    if (known) state_know(s, filled(w));
    uint32_t n;
    const struct open_edge *open = state_open(s, &n);
    assert_int_equal(n, 2);
    struct term conditions[] = {open[0].condition, open[1].condition};
    for (uint32_t i = 0; i < 2; i++) {
      struct model *m = NULL;
      assert_int_equal(path_check(w->solver, state_path(s), conditions[i], NULL, &m),
                       known && i == 0 ? ANSWER_UNSAT : ANSWER_SAT);
      model_unref(m);
    }
  }
  struct model *m = NULL;
  struct open_edge first = state_open(before, &(uint32_t){0})[0];
  assert_int_equal(path_check(w->solver, state_path(before), first.condition, NULL, &m), ANSWER_SAT);
  model_unref(m);
  state_free(s);
  state_free(before);
  world_free(w);
}

// A stack pointer that is right by chance does not make a state static: frames further out must be where they belong.
static void frames_must_agree(void **unused) {
  (void)unused;
  struct world *w = world_new(recursive);
  struct state *s = state_at(w, "ready");
  s->stack += 1;
  assert_false(state_is_static(s));
  struct edge call = edge_after(edge_between(w, "ready", "back"), 1);
  struct context c = unfold_enter(w->u, CONTEXT_ROOT, call);
  s->stack += 31; // not what any object left
  state_force_edge(s, call);
  s->stack = 0xA0000000u;
  state_force_edge(s, edge_between(w, "t0", "t1"));
  assert_int_equal(s->stack, unfold_stack(w->u, c, location_named(w, "t1")));
  assert_false(state_is_static(s));
  state_free(s);
  world_free(w);
}

// --- single steps ----------------------------------------------------------------------------------

static void single_steps(void **unused) {
  (void)unused;
  struct world *w =
      world_new("cfa \"steps\"\npointer-bits 32\nglobal i (_ BitVec 32)\nglobal j (_ BitVec 32)\nfunction main\n"
                "  edge start -> head  i := #x00000001\n  location head complete\n"
                "  edge head -> head [(bvult i #x00000003)]  i := (bvadd i #x00000001)  j := (bvadd i j)\n"
                "  edge head -> call [(bvuge i #x00000003)]  j := (ite (bvuge i #x00000003) (bvadd j #x00000064) "
                "(bvadd j #x000000c8))\n"
                "  edge call -> bad  call f ()\n  location bad error\n"
                "function f\n  edge f0 -> f1\n  location f1 exit\n");
  const char *const ends[] = {"head", "head", "head", "call", "f0", "bad"};
  struct state *s = state_initial(w->program);
  struct edge edge;
  for (uint32_t i = 0; i < 6; i++) {
    assert_int_equal(state_run_once(s, &edge), STATE_BUDGET);
    SAME(state_location(s), location_named(w, ends[i]));
    assert_false(edge_none(edge));
    assert_int_equal(state_steps(s), i + 1);
  }
  // The last step took the return with it.
  assert_int_equal(state_depth(s), 1);
  assert_int_equal(state_run_once(s, &edge), STATE_ERROR);
  assert_true(edge_none(edge));
  SAME(state_formula(s, var(w, "j")), num(w, 103));
  state_free(s);
  // The other edge at once: its body needs what its guard computes.
  s = state_at(w, "head");
  state_force_edge(s, edge_between(w, "head", "call"));
  SAME(state_formula(s, var(w, "j")), num(w, 200));
  assert_int_equal(path_size(state_path(s)), 0);
  state_free(s);
  world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(formulas_are_values),
      cmocka_unit_test(cells_are_looked_up),
      cmocka_unit_test(violations),
      cmocka_unit_test(abstraction_is_the_formula),
      cmocka_unit_test(abstraction_in_frames),
      cmocka_unit_test(havocked_frames_are_arbitrary),
      cmocka_unit_test(replays_are_exact),
      cmocka_unit_test(known_of_every_cell),
      cmocka_unit_test(instances_are_over_inputs),
      cmocka_unit_test(branches_know),
      cmocka_unit_test(frames_must_agree),
      cmocka_unit_test(single_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

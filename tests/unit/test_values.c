// Explicit and symbolic values: on random straight-line programs over small numbers, all runs are looked at, and
// compared with what closed states say, exactly or not; how identifiers are named; what is live; order and domains.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "engine/cpa/analysis/live.h"
#include "engine/cpa/composite.h"
#include "cpa_world.h"

static void begin(struct cpa_world *v, const char *automaton, const char *analyses) {
  cpa_world_init(v, automaton);
  struct error error = {0};
  if (!composite_open(&v->cpa, analyses, &error)) fail_msg("%s", error.message);
}

static void end(struct cpa_world *v) {
  composite_close_all(&v->cpa);
  cpa_world_release(v);
}

static struct place place_named(struct cpa_world *v, const char *name) {
  return (struct place){location_named(v->w, name), CONTEXT_ROOT};
}

static bool take(struct cpa_world *v, const char *from, const char *to, struct composite *state) {
  struct composite before = *state;
  const struct unfold_step *step = unfold_step(v->w->u, CONTEXT_ROOT, edge_between(v->w, from, to));
  return composite_transfer(&v->cpa, place_named(v, from), &before, step, 1, state);
}

static bool closes(struct cpa_world *v, const char *at, struct composite *state) {
  struct composite before = *state;
  bool exact;
  composite_close(&v->cpa, place_named(v, at), &before, NULL, state, &exact);
  return exact;
}

static const char *printed(struct cpa_world *v, const struct composite *state, uint32_t part, struct text *out) {
  text_clear(out);
  v->cpa.analyses[part]->print(v->cpa.selves[part], state->parts[part], out);
  return text_cstr(out);
}

// --- all runs --------------------------------------------------------------------------------------------------------

enum { STEPS_MAX = 4 };

struct program_text {
  struct rng random;
  struct text text;
  uint32_t steps;
  bool array;
};

static uint32_t pick(struct program_text *p, uint32_t n) { return (uint32_t)((rng_next(&p->random) >> 7) % n); }

static void add_value(struct program_text *p, uint32_t step, uint32_t depth) {
  static const char *const unary[] = {"(bvneg ", "(bvnot ", "((_ zero_extend 1) ((_ extract 0 0) ",
                                      "((_ sign_extend 1) ((_ extract 0 0) ", "(select m "};
  static const char *const binary[] = {"(bvadd ", "(bvxor ", "(bvmul ", "(bvand ", "(ite (bvult "};
  if (!depth || pick(p, 5) == 0) {
    const char *const leaves[] = {"a", "b", p->array ? "b" : "c"};
    if (pick(p, 4) == 0) text_printf(&p->text, "#b%u%u", pick(p, 2), pick(p, 2));
    else if (pick(p, 4) == 0) text_printf(&p->text, "v%u", step);
    else text_add(&p->text, leaves[pick(p, 3)]);
    return;
  }
  uint32_t kind = pick(p, p->array ? 5 : 4);
  if (pick(p, 2)) {
    text_add(&p->text, unary[kind]);
    add_value(p, step, depth - 1);
    text_add(&p->text, kind == 2 || kind == 3 ? "))" : ")");
    return;
  }
  kind = pick(p, 5);
  text_add(&p->text, binary[kind]);
  add_value(p, step, depth - 1);
  text_addc(&p->text, ' ');
  add_value(p, step, depth - 1);
  if (kind == 4) text_add(&p->text, ") a b");
  text_addc(&p->text, ')');
}

static void add_guard(struct program_text *p, uint32_t step) {
  static const char *const relations[] = {"(= ", "(bvult ", "(bvsle ", "(not (= "};
  uint32_t relation = pick(p, 4);
  text_add(&p->text, relations[relation]);
  add_value(p, step, 1);
  text_addc(&p->text, ' ');
  add_value(p, step, 1);
  text_add(&p->text, relation == 3 ? "))" : ")");
}

static void add_step(struct program_text *p, uint32_t step) {
  text_printf(&p->text, "  edge l%u -> l%u [", step, step + 1);
  if (pick(p, 2)) add_guard(p, step);
  else text_add(&p->text, "true");
  text_printf(&p->text, "]\n    input v%u (_ BitVec 2) nondet \"v\"\n", step);
  const char *const variables[] = {"a", "b", "c"};
  for (uint32_t i = 0; i < (p->array ? 2u : 3u); i++) {
    if (pick(p, 2)) continue;
    text_printf(&p->text, "    %s := ", variables[i]);
    if (pick(p, 3)) add_value(p, step, 2);
    else text_printf(&p->text, "v%u", step);
    text_add(&p->text, "\n");
  }
  if (!p->array || pick(p, 3) == 0) return;
  text_add(&p->text, "    m := (store m ");
  add_value(p, step, 0);
  text_addc(&p->text, ' ');
  add_value(p, step, 1);
  text_add(&p->text, ")\n");
}

static void random_program(struct program_text *p, uint64_t seed, bool array) {
  *p = (struct program_text){.random = rng_new(seed), .array = array};
  p->steps = 1 + pick(p, array ? 2 : STEPS_MAX - 1);
  text_add(&p->text, "cfa \"random\"\npointer-bits 32\nheap-start 0x10000\n"
                     "global a (_ BitVec 2)\nglobal b (_ BitVec 2)\nglobal c (_ BitVec 2)\n");
  if (array) text_add(&p->text, "global m (Array (_ BitVec 2) (_ BitVec 2))\n");
  text_add(&p->text, "function main\n");
  for (uint32_t i = 0; i < p->steps; i++) add_step(p, i);
  // Everything is read, so that everything is live.
  text_printf(&p->text, "  edge l%u -> err [(= a (bvadd b %s))]\n  location err error\n", p->steps,
              array ? "(select m a)" : "c");
}

// A valuation is a number: a, b, then c or the cells of m, two bits each.
static uint32_t valuations(bool array) { return array ? 1u << 12 : 1u << 6; }

static struct term array_value(struct world *w, uint32_t cells) {
  struct term t = term_array_const(w->tm, term_sort(w->tm, var(w, "m")), term_bv(w->tm, 2, 0));
  for (uint32_t i = 0; i < 4; i++)
    t = term_store(w->tm, t, term_bv(w->tm, 2, i), term_bv(w->tm, 2, cells >> 2 * i & 3));
  return t;
}

static struct model *valuation(struct world *w, uint32_t number, bool array) {
  struct model *m = model_new(w->tm);
  model_set(m, var(w, "a"), term_bv(w->tm, 2, number & 3));
  model_set(m, var(w, "b"), term_bv(w->tm, 2, number >> 2 & 3));
  if (array) model_set(m, var(w, "m"), array_value(w, number >> 4));
  else model_set(m, var(w, "c"), term_bv(w->tm, 2, number >> 4 & 3));
  struct term heap = unfold_heap(w->u);
  model_set(m, heap, term_bv(w->tm, term_width(w->tm, heap), w->cfa->heap_start));
  return m;
}

static uint32_t bits_of(struct world *w, struct model *m, struct term t) {
  uint64_t value;
  assert_true(term_value64(w->tm, model_eval(m, t), &value));
  return (uint32_t)value;
}

// The value of the variable after the step.
static struct term after(const struct unfold_step *step, struct term variable) {
  return substitution_apply(step->back, variable);
}

static uint32_t number_after(struct world *w, struct model *m, const struct unfold_step *step, bool array) {
  uint32_t number = bits_of(w, m, after(step, var(w, "a"))) | bits_of(w, m, after(step, var(w, "b"))) << 2;
  if (!array) return number | bits_of(w, m, after(step, var(w, "c"))) << 4;
  struct term cells = after(step, var(w, "m"));
  for (uint32_t i = 0; i < 4; i++)
    number |= bits_of(w, m, term_select(w->tm, cells, term_bv(w->tm, 2, i))) << (4 + 2 * i);
  return number;
}

// now[valuation]: reached after the step, from those before it.
static void all_successors(struct world *w, const struct unfold_step *step, bool array, bool *reached) {
  uint32_t n = valuations(array);
  bool *now = mem_zalloc(n, sizeof *now);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t input = 0; reached[i] && input < 4; input++) {
      struct model *m = valuation(w, i, array);
      for (uint32_t k = 0; k < step->step.n_inputs; k++) model_set(m, step->step.inputs[k], term_bv(w->tm, 2, input));
      if (model_holds(m, step->step.guard)) now[number_after(w, m, step, array)] = true;
      model_unref(m);
    }
  memcpy(reached, now, n * sizeof *now);
  mem_free(now);
}

static bool satisfies(struct world *w, uint32_t number, bool array, const struct vec_term *conjuncts) {
  struct model *m = valuation(w, number, array);
  bool all = true;
  for (uint32_t i = 0; i < conjuncts->size && all; i++) all = model_holds(m, conjuncts->data[i]);
  model_unref(m);
  return all;
}

struct comparison {
  uint32_t exact, lossy, infeasible;
};

static void compare(struct cpa_world *v, struct program_text *p, const struct composite *state, bool exact,
                    const bool *reached, struct comparison *count) {
  struct vec_term conjuncts = {0};
  composite_formula(&v->cpa, state, &conjuncts);
  for (uint32_t i = 0; i < valuations(p->array); i++) {
    bool holds = satisfies(v->w, i, p->array, &conjuncts);
    if (reached[i] && !holds) fail_msg("%s: valuation %u is reached, but not in the state", p->text.data, i);
    if (exact && holds && !reached[i]) fail_msg("%s: valuation %u is in the state, but not reached", p->text.data, i);
  }
  if (exact) count->exact++;
  else count->lossy++;
  vec_term_release(&conjuncts);
}

static void random_precision(struct program_text *p, struct world *w, struct place_precision *precision) {
  *precision = (struct place_precision){.version = 1};
  for (uint32_t i = 0; i < w->cfa->globals.size; i++)
    if (pick(p, 2)) map_u32_put(&precision->variables, w->cfa->globals.data[i], 1);
  uint32_t m = cfa_var_named(w->cfa, "m");
  for (uint32_t i = 0; m != CFA_NONE && i < 4; i++)
    if (pick(p, 2)) map_u32_put(&precision->cells, cell_key(m, i), 1);
}

// Whether states are closed between steps is chosen at random; at the end they are.
static void run_program(struct program_text *p, const char *analyses, bool tracked, struct comparison *count) {
  struct cpa_world v;
  begin(&v, text_cstr(&p->text), analyses);
  struct composite state;
  struct place_precision precision;
  composite_initial(&v.cpa, &state);
  random_precision(p, v.w, &precision);
  bool *reached = mem_alloc(valuations(p->array) * sizeof *reached), feasible = true, all_exact = true;
  memset(reached, true, valuations(p->array) * sizeof *reached);
  for (uint32_t i = 0; i < p->steps && feasible; i++) {
    char from[16], to[16];
    snprintf(from, sizeof from, "l%u", i);
    snprintf(to, sizeof to, "l%u", i + 1);
    const struct unfold_step *step = unfold_step(v.w->u, CONTEXT_ROOT, edge_between(v.w, from, to));
    all_successors(v.w, step, p->array, reached);
    feasible = take(&v, from, to, &state);
    if (!feasible || (i + 1 < p->steps && pick(p, 2))) continue;
    struct composite open = state;
    bool exact;
    composite_close(&v.cpa, place_named(&v, to), &open, tracked ? &precision : NULL, &state, &exact);
    all_exact = all_exact && exact;
  }
  for (uint32_t i = 0; !feasible && i < valuations(p->array); i++) assert_false(reached[i]);
  // Without constraints conditions are lost, and nobody says so.
  if (feasible) compare(&v, p, &state, all_exact && !tracked && strstr(analyses, "constraints"), reached, count);
  else count->infeasible++;
  map_u32_release(&precision.variables);
  map_u32_release(&precision.cells);
  mem_free(reached);
  end(&v);
}

// All random programs take too long with sanitizers.
#ifdef CLEW_SANITIZED
enum { SEEDS_EVERY = 5, ARRAY_SEEDS_EVERY = 2 };
#else
enum { SEEDS_EVERY = 1, ARRAY_SEEDS_EVERY = 1 };
#endif

static void run_programs(const char *analyses, bool array, bool tracked, uint32_t n, struct comparison *count) {
  *count = (struct comparison){0};
  for (uint32_t seed = 0; seed < n; seed += array ? ARRAY_SEEDS_EVERY : SEEDS_EVERY) {
    struct program_text p;
    random_program(&p, seed, array);
    run_program(&p, analyses, tracked, count);
    text_release(&p.text);
  }
}

static void all_runs_of_symbolic_values(void **unused) {
  (void)unused;
  struct comparison count;
  run_programs("symbolic,constraints", false, false, 300, &count);
  assert_true(count.exact > 100 / SEEDS_EVERY && count.lossy > 10 / SEEDS_EVERY && count.infeasible > 5 / SEEDS_EVERY);
  run_programs("symbolic,constraints", false, true, 100, &count);
  run_programs("symbolic", false, false, 100, &count);
}

static void all_runs_of_explicit_values(void **unused) {
  (void)unused;
  struct comparison count;
  run_programs("value", false, false, 200, &count);
  assert_true(count.lossy > 100 / SEEDS_EVERY);
  run_programs("value", false, true, 100, &count);
}

static void all_runs_with_an_array(void **unused) {
  (void)unused;
  struct comparison count;
  run_programs("symbolic,constraints", true, false, 30, &count);
  assert_true(count.exact > 5 / ARRAY_SEEDS_EVERY);
  run_programs("symbolic,constraints", true, true, 15, &count);
  run_programs("value", true, false, 15, &count);
  run_programs("value", true, true, 15, &count);
}

// --- names ---------------------------------------------------------------------------------------------------------

#define READS_ALL "  edge end -> err [(= a (bvadd b c))]\n  location err error\n"
static const char *const three =
    "cfa \"three\"\npointer-bits 32\nheap-start 0x10000\nglobal a (_ BitVec 32)\nglobal b (_ BitVec 32)\n"
    "global c (_ BitVec 32)\nfunction main\n";

static void names(const char *edges, const char *expected, const char *constraints, bool exact) {
  struct text text = {0};
  text_printf(&text, "%s%s" READS_ALL, three, edges);
  struct cpa_world v;
  begin(&v, text_cstr(&text), "symbolic,constraints");
  struct composite state;
  composite_initial(&v.cpa, &state);
  assert_true(take(&v, "start", "end", &state));
  assert_int_equal(closes(&v, "end", &state), exact);
  assert_string_equal(printed(&v, &state, 0, &text), expected);
  assert_string_equal(printed(&v, &state, 1, &text), constraints);
  // What is closed stays as it is.
  struct composite again = state;
  assert_true(closes(&v, "end", &again));
  assert_int_equal(again.parts[0].id, state.parts[0].id);
  assert_int_equal(again.parts[1].id, state.parts[1].id);
  text_release(&text);
  end(&v);
}

#define INPUT "    input v (_ BitVec 32) nondet \"v\"\n    input w (_ BitVec 32) nondet \"w\"\n"

static void identifiers_get_names(void **unused) {
  (void)unused;
  // The first variable names it, whatever it was computed from.
  names("  edge start -> end\n" INPUT "    a := v\n    b := (bvadd v #x00000005)\n    c := #x00000007\n",
        "b=a + 5, c=7", "{}", true);
  names("  edge start -> end\n" INPUT "    a := (bvadd v #xfffffffb)\n    b := v\n    c := #x00000007\n",
        "b=a + 5, c=7", "{}", true);
  names("  edge start -> end\n    a := (bvnot a)\n    b := (bvneg a)\n", "b=a + 1", "{}", true);
  // A variable that has not changed is itself; a former value is what is left of it.
  names("  edge start -> end\n    a := (bvadd a #x00000001)\n    b := a\n", "b=a - 1", "{}", true);
  names("  edge start -> end\n    a := b\n    b := a\n", "", "{}", true);
  names("  edge start -> end [(bvult a #x00000010)]\n    a := (bvadd a #x00000001)\n    b := a\n", "b=a - 1",
        "{a < 17, a > 0}", true);
  // Nothing names what the values are made of.
  names("  edge start -> end\n" INPUT "    a := (bvmul v w)\n    b := v\n    c := #x00000000\n", "c=0", "{}", false);
}

static void conditions_give_values(void **unused) {
  (void)unused;
  names("  edge start -> end [(= a #x00000003)]\n    b := (bvadd a a)\n", "a=3, b=6", "{}", true);
  names("  edge start -> end [(= v #x00000003)]\n" INPUT "    b := (bvadd v c)\n", "c=b - 3", "{}", true);
}

// A value of fewer bits: the variable cannot be everything.
static void facts_about_names(void **unused) {
  (void)unused;
  struct text text = {0};
  text_printf(
      &text,
      "%s  edge start -> end\n    input v (_ BitVec 8) nondet \"v\"\n    a := ((_ zero_extend 24) v)\n" READS_ALL,
      three);
  struct cpa_world v;
  begin(&v, text_cstr(&text), "symbolic,constraints");
  struct composite state;
  composite_initial(&v.cpa, &state);
  assert_true(take(&v, "start", "end", &state));
  assert_true(closes(&v, "end", &state));
  struct vec_term conjuncts = {0};
  composite_formula(&v.cpa, &state, &conjuncts);
  struct term formula = term_and_n(v.w->tm, conjuncts.size, conjuncts.data), a = var(v.w, "a");
  struct term large = term_ult(v.w->tm, num(v.w, 255), a), largest = term_eq(v.w->tm, num(v.w, 255), a);
  assert_true(term_is_false(v.w->tm, term_substitute(v.w->tm, formula, 1, &a, &(struct term){num(v.w, 256).id})));
  assert_int_equal(solver_check(v.w->solver, 2, (struct term[]){formula, large}), ANSWER_UNSAT);
  assert_int_equal(solver_check(v.w->solver, 2, (struct term[]){formula, largest}), ANSWER_SAT);
  vec_term_release(&conjuncts);
  text_release(&text);
  end(&v);
}

// --- what is live ----------------------------------------------------------------------------------------------------

static void live_variables(void **unused) {
  (void)unused;
  struct world *w = world_new("cfa \"live\"\npointer-bits 32\nheap-start 0x10000\nglobal g (_ BitVec 32)\n"
                              "global h (_ BitVec 32)\nglobal never (_ BitVec 32)\nfunction main\n"
                              "  local x (_ BitVec 32)\n  local y (_ BitVec 32)\n  local z (_ BitVec 32)\n"
                              "  edge start -> head  x := #x00000001\n"
                              "  edge head -> in [(bvult x y)]  z := (bvadd z #x00000001)\n"
                              "  edge in -> back  call f (z) -> x\n"
                              "  edge back -> head  never := x\n"
                              "  edge head -> err [(= g x)]\n  location err error\n"
                              "function f\n  param k (_ BitVec 32)\n  result r (_ BitVec 32)\n"
                              "  edge f0 -> f1  r := h g := #x00000000\n  location f1 exit\n");
  struct live *l = live_new(w->cfa);
  struct location head = location_named(w, "head"), in = location_named(w, "in"), f0 = location_named(w, "f0");
  assert_true(live_at(l, head, var_named(w, "g")) && live_at(l, head, var_named(w, "h")));
  assert_true(live_at(l, head, var_named(w, "main::x")) && live_at(l, head, var_named(w, "main::y")));
  // It only counts itself: nobody reads it.
  assert_false(live_at(l, head, var_named(w, "main::z")));
  assert_false(live_at(l, head, var_named(w, "never")));
  // The callee writes it before anybody reads it; the call gives x a new value.
  assert_false(live_at(l, f0, var_named(w, "g")) || live_at(l, in, var_named(w, "g")));
  assert_false(live_at(l, in, var_named(w, "main::x")));
  assert_true(live_at(l, f0, var_named(w, "h")));
  assert_false(live_at(l, f0, var_named(w, "f::k")));
  assert_true(live_after_call(l, edge_between(w, "in", "back"), var_named(w, "main::y")));
  assert_false(live_after_call(l, edge_between(w, "in", "back"), var_named(w, "main::x")));
  assert_false(live_heap_at(l, head));
  live_free(l);
  world_free(w);
}

static void live_bump_pointer(void **unused) {
  (void)unused;
  struct world *w = world_new("cfa \"heap\"\npointer-bits 32\nheap-start 0x10000\nglobal p (_ BitVec 32)\n"
                              "function main\n  edge start -> made\n    alloc o size #x00000004\n    p := o\n"
                              "  edge made -> err [(= p #x00000000)]\n  location err error\n");
  struct live *l = live_new(w->cfa);
  assert_true(live_heap_at(l, location_named(w, "start")));
  assert_false(live_heap_at(l, location_named(w, "made")));
  live_free(l);
  world_free(w);
}

// --- order ---------------------------------------------------------------------------------------------------------

static void order_and_domains(void **unused) {
  (void)unused;
  struct text text = {0};
  text_printf(&text,
              "%s  edge start -> end  a := #x00000001 b := #x00000002\n"
              "  edge start -> other  a := #x00000001\n  edge start -> third  a := #x00000003\n" READS_ALL
              "  edge other -> end\n  edge third -> end\n",
              three);
  struct cpa_world v;
  begin(&v, text_cstr(&text), "value");
  struct composite initial, both, one, three_is;
  composite_initial(&v.cpa, &initial);
  both = one = three_is = initial;
  assert_true(take(&v, "start", "end", &both) && closes(&v, "end", &both));
  assert_true(take(&v, "start", "other", &one) && closes(&v, "end", &one));
  assert_true(take(&v, "start", "third", &three_is) && closes(&v, "end", &three_is));
  assert_string_equal(printed(&v, &both, 0, &text), "a=1, b=2");
  assert_string_equal(printed(&v, &one, 0, &text), "a=1");
  const struct analysis *value = v.cpa.analyses[0];
  void *self = v.cpa.selves[0];
  assert_true(value->less(self, both.parts[0], one.parts[0]));
  assert_false(value->less(self, one.parts[0], both.parts[0]) || value->less(self, one.parts[0], three_is.parts[0]));
  struct abstract part, top = value->join(self, both.parts[0], three_is.parts[0], place_named(&v, "end"));
  assert_int_equal(top.id, ABSTRACT_TOP.id);
  assert_int_equal(value->domain(self, one.parts[0]), value->domain(self, three_is.parts[0]));
  assert_true(value->project(self, both.parts[0], value->domain(self, one.parts[0]), &part));
  assert_int_equal(part.id, one.parts[0].id);
  assert_false(value->project(self, one.parts[0], value->domain(self, both.parts[0]), &part));
  text_release(&text);
  end(&v);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(live_variables),
      cmocka_unit_test(live_bump_pointer),
      cmocka_unit_test(order_and_domains),
      cmocka_unit_test(identifiers_get_names),
      cmocka_unit_test(conditions_give_values),
      cmocka_unit_test(facts_about_names),
      cmocka_unit_test(all_runs_of_explicit_values),
      cmocka_unit_test(all_runs_of_symbolic_values),
      cmocka_unit_test(all_runs_with_an_array),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

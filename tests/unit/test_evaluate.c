// Steps on partial knowledge, explicit and symbolic, against runs of the steps with numbers: what a store knows must be
// so in every run that it stands for, and must be known where all that it depends on is.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "state/evaluate.h"
#include "random_terms.h"
#include "unfold_world.h"

// A run with numbers, and the two stores.
struct run {
  struct world *w;
  struct persistents *pool;
  struct evaluator *explicit, *symbolic;
  struct persistent known, expressions; // the stores
  struct model *values; // of the variables and of the inputs of the step at hand
  struct model *identifiers; // of symbolic identifiers
  struct location location;
  struct context context;
  uint64_t visit;
  uint32_t identifiers_made;
};

static struct term make_identifier(void *context, struct sort sort, struct term like) {
  struct run *r = context;
  char name[40];
  snprintf(name, sizeof name, "id!%u.%u", sort.id, r->identifiers_made++);
  struct term t = term_var(r->w->tm, sort, name);
  model_set(r->identifiers, t, model_get(r->values, like));
  return t;
}

static void collect(struct run *r, struct vec_term *variables) {
  struct world *w = r->w;
  for (uint32_t i = 0; i < w->cfa->globals.size; i++)
    vec_term_push(variables, unfold_var(w->u, CONTEXT_ROOT, w->cfa->globals.data[i]));
  for (struct context c = r->context; !context_none(c); c = unfold_parent(w->u, c)) {
    const struct vec_u32 *locals = &w->cfa->functions.data[unfold_function(w->u, c)].locals;
    for (uint32_t i = 0; i < locals->size; i++) vec_term_push(variables, unfold_var(w->u, c, locals->data[i]));
  }
  vec_term_push(variables, unfold_heap(w->u));
}

static bool same_constant(struct world *w, struct term a, struct term b) {
  return term_is_true(w->tm, term_eq(w->tm, a, b));
}

static bool is_array(struct world *w, struct term t) { return sort_kind(w->tm, term_sort(w->tm, t)) == SORT_ARRAY; }

// Any value; often a small one, and arrays that are not the same everywhere.
static struct term any_value(struct world *w, struct sort sort) {
  struct terms *tm = w->tm;
  if (sort_kind(tm, sort) == SORT_FLOAT) return term_float_bits64(tm, sort, next_random(w) << 9 | below(w, 2));
  if (sort_kind(tm, sort) != SORT_ARRAY || sort_width(tm, sort_index(tm, sort)) >= 32) return random_value(w, sort);
  struct term a = term_array_const(tm, sort, any_value(w, sort_element(tm, sort)));
  for (uint32_t i = 0; i < 20; i++)
    a = term_store(tm, a, any_value(w, sort_index(tm, sort)), any_value(w, sort_element(tm, sort)));
  return a;
}

// --- what stores say -----------------------------------------------------------------------------------------------

struct cells {
  struct world *w;
  struct term value; // of the array
  uint32_t n;
};

static void check_cell(void *context, uint64_t index, uint32_t word) {
  struct cells *c = context;
  struct terms *tm = c->w->tm;
  if (word == UINT32_MAX || c->n++ > 300) return;
  uint32_t width = sort_width(tm, sort_index(tm, term_sort(tm, c->value)));
  assert_true(same_constant(c->w, term_select(tm, c->value, term_bv(tm, width, index)), (struct term){word}));
}

static void check_array(struct run *r, struct term variable, uint32_t number) {
  struct world *w = r->w;
  struct known_array a = store_array(r->explicit, r->known, number);
  struct cells c = {.w = w, .value = model_get(r->values, variable)};
  persistent_each(r->pool, a.cells, check_cell, &c);
  if (term_same(a.base, variable)) return;
  // Where no cell is known or known to be unknown, the base has it.
  assert_true(term_is_const(w->tm, a.base));
  uint32_t width = sort_width(w->tm, sort_index(w->tm, term_sort(w->tm, a.base)));
  for (uint32_t i = 0; i < 40; i++) {
    uint64_t index = below(w, 3) ? below(w, 300) : next_random(w);
    if (width < 64) index &= ((uint64_t)1 << width) - 1;
    if (persistent_has(r->pool, a.cells, index)) continue;
    struct term at = term_bv(w->tm, width, index);
    assert_true(same_constant(w, term_select(w->tm, a.base, at), term_select(w->tm, c.value, at)));
  }
}

static void check_stores(struct run *r) {
  struct world *w = r->w;
  struct vec_term variables = {0};
  collect(r, &variables);
  for (uint32_t i = 0; i < variables.size; i++) {
    struct term v = variables.data[i], value = model_get(r->values, v);
    uint32_t number = evaluator_number(r->explicit, v);
    if (is_array(w, v)) {
      check_array(r, v, number);
    } else {
      struct term known = store_get(r->explicit, r->known, number);
      if (!term_is_unknown(known) && !same_constant(w, known, value)) fail_msg("%s", term_var_name(w->tm, v));
    }
    struct term expression = store_term(r->symbolic, r->expressions, evaluator_number(r->symbolic, v));
    if (!same_constant(w, model_eval(r->identifiers, expression), value))
      fail_msg("%s as an expression", term_var_name(w->tm, v));
  }
  vec_term_release(&variables);
}

// Not of a frame that was left.
static bool is_in_scope(struct run *r, struct term v) {
  struct context owner;
  uint32_t found;
  if (!unfold_var_of(r->w->u, v, &owner, &found) || r->w->cfa->vars.data[found].function == CFA_NONE) return true;
  struct context c = r->context;
  while (!context_none(c) && !context_same(c, owner)) c = unfold_parent(r->w->u, c);
  return !context_none(c);
}

// Nothing is kept of frames that were left, and no variable is said to be itself.
static void check_form(struct run *r, struct evaluator *e, struct persistent store) {
  for (uint32_t i = 0; i < evaluator_variables(e); i++) {
    uint32_t word = persistent_get(r->pool, store, i, 0);
    struct term v = evaluator_variable(e, i);
    if (!word) continue;
    if (!is_array(r->w, v)) assert_int_not_equal(word, v.id);
    assert_true(is_in_scope(r, v));
  }
}

// All scalars that the step reads are known, and it reads nothing else.
static bool reads_are_known(struct run *r, const struct step_code *code) {
  const struct vec_u32 *reads = step_code_reads(code);
  for (uint32_t i = 0; i < reads->size; i++) {
    if (is_array(r->w, evaluator_variable(r->explicit, reads->data[i]))) return false;
    if (term_is_unknown(store_get(r->explicit, r->known, reads->data[i]))) return false;
  }
  return true;
}

// A formula over variables in both stores.
static void check_formula(struct run *r, struct term formula) {
  bool holds = model_holds(r->values, formula);
  assert_int_equal(holds, model_holds(r->identifiers, store_formula(r->symbolic, r->expressions, formula)));
  assert_int_equal(holds, model_holds(r->values, store_formula(r->explicit, r->known, formula)));
}

// --- steps ---------------------------------------------------------------------------------------------------------

static void choose_inputs(struct run *r, const struct unfold_step *step) {
  for (uint32_t i = 0; i < step->step.n_inputs; i++)
    model_set(r->values, step->step.inputs[i], any_value(r->w, term_sort(r->w->tm, step->step.inputs[i])));
}

static void new_values(struct run *r, const struct unfold_step *step) {
  struct vec_term variables = {0};
  struct model *after = model_new(r->w->tm);
  r->context = step->context;
  r->location = step->location;
  collect(r, &variables);
  for (uint32_t i = 0; i < variables.size; i++)
    model_set(after, variables.data[i], model_eval(r->values, substitution_apply(step->back, variables.data[i])));
  model_unref(r->values);
  r->values = after;
  vec_term_release(&variables);
}

static void take(struct run *r, const struct unfold_step *step) {
  const struct step_code *code = evaluator_code(r->explicit, r->context, step),
                         *symbolic = evaluator_code(r->symbolic, r->context, step);
  uint32_t inputs = step->step.n_inputs;
  r->known = evaluate_assume(r->explicit, code, r->known);
  r->expressions = evaluate_assume(r->symbolic, symbolic, r->expressions);
  check_stores(r);
  bool all = reads_are_known(r, code) && !inputs;
  r->known = evaluate_updates(r->explicit, code, r->visit, r->known);
  r->expressions = evaluate_updates(r->symbolic, symbolic, r->visit, r->expressions);
  new_values(r, step);
  for (uint32_t i = 0; all && i < step->step.n_updates; i++) {
    struct term var = step->step.updates[i].var;
    uint32_t number = evaluator_number(r->explicit, var);
    if (!is_array(r->w, var) && is_in_scope(r, var))
      assert_false(term_is_unknown(store_get(r->explicit, r->known, number)));
  }
}

// False: no edge can be taken.
static bool random_step_of_run(struct run *r) {
  struct world *w = r->w;
  const struct cfa_location *loc = cfa_location(w->cfa, r->location);
  const struct unfold_step *taken = NULL;
  uint32_t enabled = 0;
  r->visit++;
  for (uint32_t i = 0; i < loc->out.size; i++) choose_inputs(r, unfold_step(w->u, r->context, loc->out.data[i]));
  for (uint32_t i = 0; i < loc->out.size; i++) {
    const struct unfold_step *step = unfold_step(w->u, r->context, loc->out.data[i]);
    bool holds = model_holds(r->values, step->step.guard);
    const struct step_code *code = evaluator_code(r->explicit, r->context, step);
    struct term known = evaluate_guard(r->explicit, code, r->visit, r->known);
    if (term_is_unknown(known)) assert_false(reads_are_known(r, code) && !step->step.n_inputs);
    else assert_int_equal(term_is_true(w->tm, known), holds);
    code = evaluator_code(r->symbolic, r->context, step);
    struct term formula = evaluate_guard(r->symbolic, code, r->visit, r->expressions);
    assert_int_equal(model_holds(r->identifiers, formula), holds);
    if (!step->step.n_inputs) check_formula(r, step->step.guard);
    if (holds && below(w, ++enabled) == 0) taken = step;
  }
  if (taken) take(r, taken);
  return taken != NULL;
}

// Something is forgotten.
static void forget(struct run *r) {
  struct vec_term variables = {0};
  collect(r, &variables);
  struct term v = variables.data[below(r->w, variables.size)];
  r->known = store_forget(r->explicit, r->known, evaluator_number(r->explicit, v));
  r->expressions = store_forget(r->symbolic, r->expressions, evaluator_number(r->symbolic, v));
  vec_term_release(&variables);
  check_stores(r);
}

// What is known at the beginning: everything, a part, nothing.
static void begin(struct run *r, bool from_zero) {
  struct world *w = r->w;
  struct vec_term variables = {0};
  uint32_t part = below(w, 3);
  collect(r, &variables);
  for (uint32_t i = 0; i < variables.size; i++) {
    struct term v = variables.data[i], value = any_value(w, term_sort(w->tm, v));
    if (from_zero && !is_array(w, v)) value = term_zero(w->tm, term_sort(w->tm, v));
    if (term_same(v, unfold_heap(w->u))) value = term_bv(w->tm, w->cfa->pointer_bits, w->cfa->heap_start);
    model_set(r->values, v, value);
    model_set(r->identifiers, v, value);
    if (part == 0 || (part == 1 && below(w, 2)) || is_array(w, v)) continue;
    r->known = store_put(r->explicit, r->known, evaluator_number(r->explicit, v), value);
    if (below(w, 2)) r->expressions = store_put(r->symbolic, r->expressions, evaluator_number(r->symbolic, v), value);
  }
  vec_term_release(&variables);
  check_stores(r);
}

static uint32_t run_once(struct world *w, uint32_t max_steps, bool from_zero) {
  struct run r = {.w = w,
                  .pool = persistents_new(),
                  .values = model_new(w->tm),
                  .identifiers = model_new(w->tm),
                  .context = CONTEXT_ROOT,
                  .location = w->cfa->functions.data[w->cfa->main].entry};
  uint32_t steps = 0;
  r.explicit = evaluator_new(w->u, r.pool, NULL);
  r.symbolic = evaluator_new(w->u, r.pool, &(struct evaluator_fresh){&r, make_identifier});
  begin(&r, from_zero);
  while (steps < max_steps && random_step_of_run(&r)) {
    check_stores(&r);
    check_form(&r, r.explicit, r.known);
    check_form(&r, r.symbolic, r.expressions);
    if (!below(w, 4)) forget(&r);
    steps++;
  }
  evaluator_free(r.explicit);
  evaluator_free(r.symbolic);
  persistents_free(r.pool);
  model_unref(r.values);
  model_unref(r.identifiers);
  return steps;
}

// A function that is left as soon as it is entered.
static const char *const empty_function =
    "cfa \"empty\"\npointer-bits 32\nglobal g (_ BitVec 32)\n"
    "function main\n  local i (_ BitVec 32)\n  edge a -> b [(bvult i #x00000005)]  call f (i) -> g\n"
    "  edge b -> a  i := (bvadd i (bvadd g #x00000001))\n"
    "function f\n  param k (_ BitVec 32)\n  local l (_ BitVec 32)\n  result r (_ BitVec 32)\n  location e exit\n"
    "  entry e\n";

static void frames(void **unused) {
  (void)unused;
  struct world *empty = world_new(empty_function);
  for (uint32_t i = 0; i < 5; i++) assert_int_equal(run_once(empty, 60, true), 10);
  world_free(empty);
  struct world *w = world_new(recursive);
  uint32_t steps = 0;
  for (uint32_t i = 0; i < 40; i++) steps += run_once(w, 60, true);
  assert_true(steps > 500);
  world_free(w);
}

// --- random steps --------------------------------------------------------------------------------------------------

static void add_sorts(struct random_terms *t) {
  struct terms *tm = t->tm;
  struct sort byte = sort_bv(tm, 8), word = sort_bv(tm, 32);
  random_add_sort(t, sort_bool(tm), 4, 1);
  random_add_sort(t, byte, 5, 3);
  random_add_sort(t, word, 5, 4);
  random_add_sort(t, sort_bv(tm, 80), 2, 1);
  random_add_sort(t, sort_bv(tm, 3), 1, 2);
  random_add_sort(t, sort_float(tm, 8, 24), 3, 2);
  random_add_sort(t, sort_array(tm, word, byte), 3, 1);
  random_add_sort(t, sort_array(tm, byte, word), 3, 1);
}

static struct term random_term(struct random_terms *t, struct sort s) { return random_entry_of(t, s)->term; }

static void print_edge(struct random_terms *t, bool always, struct text *out) {
  struct terms *tm = t->tm;
  struct term guard = random_term(t, sort_bool(tm));
  if (random_below(t, 2)) guard = term_and(tm, guard, random_term(t, sort_bool(tm)));
  text_printf(out, "  edge head -> head [");
  term_print_smt(tm, always ? term_true(tm) : guard, out);
  text_printf(out, "]\n");
  for (uint32_t p = 0; p < t->pool_count; p++) {
    random_print_declaration(t, "    input", &t->pools[p], random_globals_of(t, &t->pools[p]), out);
    text_printf(out, " nondet \"x\"\n");
  }
  for (uint32_t p = 0; p < t->pool_count; p++)
    for (uint32_t i = 0; i < random_globals_of(t, &t->pools[p]); i++) {
      if (random_below(t, 3)) continue;
      text_printf(out, "    |%s| := ", term_var_name(tm, t->pools[p].entries.data[i].term));
      term_print_smt(tm, random_term(t, t->pools[p].sort), out);
      text_printf(out, "\n");
    }
}

static void print_automaton(struct random_terms *t, struct text *out) {
  text_printf(out, "cfa \"random\"\npointer-bits 32\n");
  for (uint32_t p = 0; p < t->pool_count; p++)
    for (uint32_t i = 0; i < random_globals_of(t, &t->pools[p]); i++) {
      random_print_declaration(t, "global", &t->pools[p], i, out);
      text_printf(out, "\n");
    }
  text_printf(out, "function main\n  edge start -> head\n");
  for (uint32_t k = 0; k < 6; k++) print_edge(t, k == 0, out);
}

static void random_automata(void **unused) {
  (void)unused;
  uint32_t steps = 0;
  for (uint64_t seed = 0; seed < 12; seed++) {
    struct random_terms t;
    struct text text = {0};
    random_init(&t, terms_new(), seed);
    t.named = true;
    add_sorts(&t);
    for (uint32_t i = 0; i < 400; i++) random_step(&t);
    print_automaton(&t, &text);
    struct world *w = world_new(text_cstr(&text));
    w->random = rng_new(seed);
    for (uint32_t i = 0; i < 6; i++) steps += run_once(w, 20, false);
    world_free(w);
    text_release(&text);
    struct terms *tm = t.tm;
    random_release(&t);
    terms_free(tm);
  }
  assert_true(steps > 600);
}

// --- random arrays -------------------------------------------------------------------------------------------------

// Of 256 cells: indices wrap, and constants, known and unknown values meet in all places.
static const char *pick(struct rng *r, uint32_t n, const char *const *list) { return list[rng_below(r, n)]; }

static void print_byte(struct rng *r, struct text *out) {
  static const char *const leaves[] = {"i", "j", "v", "#x00", "#x05", "#x40", "#x80", "#xf0", "x0", "(select p j)"};
  static const char *const binary[] = {"bvadd", "bvmul", "bvand", "bvor", "bvshl", "bvlshr", "bvashr", "bvurem"};
  if (rng_below(r, 4)) text_printf(out, "%s", pick(r, 10, leaves));
  else if (rng_below(r, 3)) text_printf(out, "(%s %s %s)", pick(r, 8, binary), pick(r, 9, leaves), pick(r, 9, leaves));
  else text_printf(out, "(select %s %s)", rng_below(r, 2) ? "p" : "q", pick(r, 9, leaves));
}

static void print_length(struct rng *r, struct text *out) {
  static const char *const lengths[] = {"#x00", "#x01", "#x07", "#x50", "#x60", "#x70", "#xc0", "#xff", "i"};
  text_printf(out, "%s", pick(r, 9, lengths));
}

static void print_array(struct rng *r, uint32_t depth, struct text *out) {
  static const char *const arrays[] = {"p",
                                       "q",
                                       "p",
                                       "q",
                                       "p0",
                                       "((as const (Array (_ BitVec 8) (_ BitVec 8))) #x05)",
                                       "((as const (Array (_ BitVec 8) (_ BitVec 8))) #x00)"};
  uint32_t how = depth ? (uint32_t)rng_below(r, 10) : 9;
  if (how == 9) {
    text_printf(out, "%s", pick(r, 7, arrays));
    return;
  }
  text_printf(out, how < 4 ? "((_ clew.copy) " : how < 8 ? "(store " : "(ite c ");
  print_array(r, depth - 1, out);
  text_printf(out, " ");
  if (how >= 8) {
    print_array(r, depth - 1, out);
  } else if (how >= 4) {
    print_byte(r, out);
    text_printf(out, " ");
    print_byte(r, out);
  } else {
    print_byte(r, out);
    text_printf(out, " ");
    print_array(r, depth - 1, out);
    text_printf(out, " ");
    print_byte(r, out);
    text_printf(out, " ");
    print_length(r, out);
  }
  text_printf(out, ")");
}

static void print_array_edge(struct rng *r, struct text *out) {
  text_printf(out, "  edge head -> head [");
  if (rng_below(r, 2)) {
    text_printf(out, "(%s ", rng_below(r, 2) ? "bvule" : "bvult");
    print_byte(r, out);
    text_printf(out, " ");
    print_byte(r, out);
    text_printf(out, ")");
  } else {
    text_printf(out, "true");
  }
  text_printf(out, "]\n    input x0 (_ BitVec 8) nondet \"x\"\n    input c0 Bool nondet \"c\"\n"
                   "    input p0 (Array (_ BitVec 8) (_ BitVec 8)) nondet \"p\"\n");
  static const char *const names[] = {"p", "q", "i", "j", "v"};
  for (uint32_t k = 0; k < 5; k++) {
    if (rng_below(r, 2)) continue;
    text_printf(out, "    %s := ", names[k]);
    if (k < 2) print_array(r, 3, out);
    else print_byte(r, out);
    text_printf(out, "\n");
  }
  if (!rng_below(r, 3)) text_printf(out, "    c := %s\n", rng_below(r, 2) ? "c0" : "(= i j)");
}

static void random_arrays(void **unused) {
  (void)unused;
  uint32_t steps = 0;
  for (uint64_t seed = 0; seed < 60; seed++) {
    struct rng r = rng_new(seed);
    struct text text = {0};
    text_printf(&text, "cfa \"arrays\"\npointer-bits 32\nglobal p (Array (_ BitVec 8) (_ BitVec 8))\n"
                       "global q (Array (_ BitVec 8) (_ BitVec 8))\nglobal i (_ BitVec 8)\nglobal j (_ BitVec 8)\n"
                       "global v (_ BitVec 8)\nglobal c Bool\nfunction main\n  edge start -> head\n"
                       "    p := ((as const (Array (_ BitVec 8) (_ BitVec 8))) #x05)\n");
    for (uint32_t k = 0; k < 6; k++) print_array_edge(&r, &text);
    struct world *w = world_new(text_cstr(&text));
    w->random = rng_new(seed);
    for (uint32_t i = 0; i < 8; i++) steps += run_once(w, 8, false);
    world_free(w);
    text_release(&text);
  }
  assert_true(steps > 3000);
}

// --- by hand -------------------------------------------------------------------------------------------------------

// Edges a -> b, in this order.
static const char *const by_hand =
    "cfa \"hand\"\npointer-bits 32\n"
    "global x (_ BitVec 8)\nglobal y (_ BitVec 8)\nglobal w (_ BitVec 32)\nglobal b Bool\nglobal c Bool\n"
    "global m (Array (_ BitVec 32) (_ BitVec 8))\nglobal k (Array (_ BitVec 32) (_ BitVec 8))\n"
    "function main\n"
    // 0: equations
    "  edge a -> b [(and b (not c) (= (bvadd x #x03) y) (= w ((_ zero_extend 24) x)))]\n"
    // 1: cells
    "  edge a -> b [(and (= (select m w) x) (= (select m #x00000009) #x21))]\n"
    // 2: a write somewhere
    "  edge a -> b\n    m := (store m w x)\n"
    // 3: a choice
    "  edge a -> b\n    m := (ite b m k)\n    x := (ite b #x07 #x07)\n    y := (bvmul x y)\n"
    // 4: a range of unknown cells, and one of another array
    "  edge a -> b\n    input m0 (Array (_ BitVec 32) (_ BitVec 8)) nondet \"m\"\n"
    "    m := ((_ clew.copy) m #x00000010 m0 #x00000010 #x00000080)\n"
    "    k := ((_ clew.copy) k #x00000100 m #x00000010 #x00000008)\n"
    // 5, 6: an input that both share
    "  edge a -> b [(= x0 #x05)]\n    input x0 (_ BitVec 8) nondet \"x\"\n    x := x0\n"
    "  edge a -> b [(not (= x0 #x05))]\n    input x0 (_ BitVec 8) nondet \"x\"\n    x := (bvadd x0 #x01)\n    y := x0\n"
    // 7, 8: long ranges
    "  edge a -> b\n    m := ((_ clew.copy) m w ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x05) w #x00001000)\n"
    "  edge a -> b\n    m := ((_ clew.copy) m w ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x05) w #x00002000)\n"
    // 9, 10: a constant array that is not the same everywhere, and a copy within it
    "  edge a -> b\n    m := ((_ clew.copy) ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x05) #x00000040 "
    "((as const (Array (_ BitVec 32) (_ BitVec 8))) #x00) #x00000000 #x00002000)\n"
    "  edge a -> b\n    m := ((_ clew.copy) m #x00000030 m #x00000038 #x00000080)\n"
    "  location b exit\n";

struct hand {
  struct world *w;
  struct persistents *pool;
  struct evaluator *e;
  struct persistent store;
  uint32_t made;
};

static struct term hand_identifier(void *context, struct sort sort, struct term like) {
  struct hand *h = context;
  char name[40];
  (void)like;
  snprintf(name, sizeof name, "hand!%u", h->made++);
  return term_var(h->w->tm, sort, name);
}

static void hand_open(struct hand *h, bool symbolic) {
  *h = (struct hand){.w = world_new(by_hand), .pool = persistents_new()};
  struct evaluator_fresh fresh = {h, hand_identifier};
  h->e = evaluator_new(h->w->u, h->pool, symbolic ? &fresh : NULL);
}

static void hand_close(struct hand *h) {
  evaluator_free(h->e);
  persistents_free(h->pool);
  world_free(h->w);
}

static const struct step_code *hand_code(struct hand *h, uint32_t edge) {
  struct edge first = edge_between(h->w, "a", "b");
  return evaluator_code(h->e, CONTEXT_ROOT, unfold_step(h->w->u, CONTEXT_ROOT, edge_after(first, edge)));
}

static uint32_t number(struct hand *h, const char *name) { return evaluator_number(h->e, var(h->w, name)); }
static struct term get(struct hand *h, const char *name) { return store_get(h->e, h->store, number(h, name)); }
static void put(struct hand *h, const char *name, struct term value) {
  h->store = store_put(h->e, h->store, number(h, name), value);
}
// A cell of which nothing is known: UINT32_MAX; that comes from the base: 0.
static uint32_t cell(struct hand *h, const char *name, uint64_t index) {
  return persistent_get(h->pool, store_array(h->e, h->store, number(h, name)).cells, index, 0);
}
static void put_cell(struct hand *h, const char *name, uint64_t index, uint64_t value) {
  struct known_array a = store_array(h->e, h->store, number(h, name));
  a.cells = persistent_put(h->pool, a.cells, index, byte(h->w, value).id);
  h->store = store_put_array(h->e, h->store, number(h, name), a);
}
static void put_zeros(struct hand *h, const char *name) {
  struct term zero = term_zero(h->w->tm, term_sort(h->w->tm, var(h->w, name)));
  h->store = store_put_array(h->e, h->store, number(h, name), (struct known_array){zero, PERSISTENT_EMPTY});
}
static void update(struct hand *h, uint32_t edge, uint64_t visit) {
  h->store = evaluate_updates(h->e, hand_code(h, edge), visit, h->store);
}

static void guards_teach(void **unused) {
  (void)unused;
  struct hand h;
  hand_open(&h, false);
  struct world *w = h.w;
  put(&h, "y", byte(w, 1));
  assert_true(term_is_unknown(evaluate_guard(h.e, hand_code(&h, 0), 1, h.store)));
  h.store = evaluate_assume(h.e, hand_code(&h, 0), h.store);
  SAME(get(&h, "b"), term_true(w->tm));
  SAME(get(&h, "c"), term_false(w->tm));
  SAME(get(&h, "x"), byte(w, 0xfe));
  SAME(get(&h, "w"), num(w, 0xfe)); // from x, which was learnt
  assert_true(term_is_true(w->tm, evaluate_guard(h.e, hand_code(&h, 0), 2, h.store)));
  // The other way round, where it fits and where it does not.
  h.store = PERSISTENT_EMPTY;
  put(&h, "w", num(w, 0x81));
  h.store = evaluate_assume(h.e, hand_code(&h, 0), h.store);
  SAME(get(&h, "x"), byte(w, 0x81));
  SAME(get(&h, "y"), byte(w, 0x84));
  h.store = PERSISTENT_EMPTY;
  put(&h, "w", num(w, 0x181));
  h.store = evaluate_assume(h.e, hand_code(&h, 0), h.store);
  assert_true(term_is_unknown(get(&h, "x")));
  // Cells, at a known index.
  put(&h, "x", byte(w, 3));
  h.store = evaluate_assume(h.e, hand_code(&h, 1), h.store);
  assert_int_equal(cell(&h, "m", 0x181), byte(w, 3).id);
  assert_int_equal(cell(&h, "m", 9), byte(w, 0x21).id);
  assert_int_equal(persistent_size(h.pool, store_array(h.e, h.store, number(&h, "m")).cells), 2);
  hand_close(&h);
}

static void explicit_arrays(void **unused) {
  (void)unused;
  struct hand h;
  hand_open(&h, false);
  struct world *w = h.w;
  put_cell(&h, "m", 5, 1);
  put_cell(&h, "m", 0x18, 2);
  put_cell(&h, "k", 5, 1);
  put_cell(&h, "k", 0x104, 7);
  struct persistent before = h.store;
  // A choice keeps what agrees.
  update(&h, 3, 1);
  assert_int_equal(cell(&h, "m", 5), byte(w, 1).id);
  assert_int_equal(cell(&h, "m", 0x18), 0);
  SAME(get(&h, "x"), byte(w, 7));
  assert_true(term_is_unknown(get(&h, "y")));
  put(&h, "x", byte(w, 0));
  update(&h, 3, 2);
  SAME(get(&h, "y"), byte(w, 0));
  // An unknown range; a copy of it.
  h.store = before;
  put_cell(&h, "m", 0x12, 9);
  update(&h, 4, 3);
  assert_int_equal(cell(&h, "m", 0x18), 0);
  assert_int_equal(cell(&h, "m", 5), byte(w, 1).id);
  assert_int_equal(cell(&h, "k", 0x104), 0);
  assert_int_equal(cell(&h, "k", 0x102), byte(w, 9).id); // updates are simultaneous
  assert_int_equal(cell(&h, "k", 5), byte(w, 1).id);
  // Over zeros a cell of which nothing is known is told apart; one that is zero again is not.
  h.store = PERSISTENT_EMPTY;
  put_zeros(&h, "m");
  before = h.store;
  update(&h, 4, 4);
  assert_int_equal(cell(&h, "m", 0x10), UINT32_MAX);
  assert_int_equal(cell(&h, "m", 0x8f), UINT32_MAX);
  assert_int_equal(cell(&h, "m", 0x90), 0);
  h.store = before;
  put(&h, "w", num(w, 77));
  put(&h, "x", byte(w, 3));
  struct persistent with = h.store;
  update(&h, 2, 5);
  assert_int_equal(cell(&h, "m", 77), byte(w, 3).id);
  put(&h, "x", byte(w, 0));
  update(&h, 2, 6);
  put(&h, "x", byte(w, 3));
  assert_true(persistent_same(h.store, with));
  // A write somewhere: nothing is known any more.
  h.store = store_forget(h.e, h.store, number(&h, "w"));
  update(&h, 2, 7);
  assert_false(persistent_has(h.pool, h.store, number(&h, "m")));
  hand_close(&h);
}

static void long_ranges(void **unused) {
  (void)unused;
  struct hand h;
  hand_open(&h, false);
  put_cell(&h, "m", 0x300, 1);
  put_cell(&h, "m", 0x3000, 1);
  put(&h, "w", num(h.w, 0x200));
  update(&h, 7, 1);
  assert_int_equal(cell(&h, "m", 0x300), byte(h.w, 5).id);
  assert_int_equal(cell(&h, "m", 0x11ff), byte(h.w, 5).id);
  assert_int_equal(cell(&h, "m", 0x1200), 0);
  // Too long to be kept: unknown, the rest stays.
  update(&h, 8, 2);
  assert_int_equal(cell(&h, "m", 0x300), 0);
  assert_int_equal(cell(&h, "m", 0x3000), byte(h.w, 1).id);
  // A constant array as it is; cells that say what it says are none.
  update(&h, 9, 3);
  assert_true(term_is_const(h.w->tm, store_array(h.e, h.store, number(&h, "m")).base));
  update(&h, 10, 4);
  for (uint32_t i = 0x2f; i < 0x41; i++) assert_int_equal(cell(&h, "m", i), i < 0x38 || i > 0x3f ? 0 : byte(h.w, 0).id);
  // Indices that wrap: all is forgotten.
  put(&h, "w", num(h.w, 0xfffffff0));
  update(&h, 7, 5);
  assert_false(persistent_has(h.pool, h.store, number(&h, "m")));
  hand_close(&h);
}

static void symbolic_stores(void **unused) {
  (void)unused;
  struct hand h;
  hand_open(&h, true);
  struct world *w = h.w;
  struct terms *tm = w->tm;
  struct term x = var(w, "x"), y = var(w, "y"), m = var(w, "m");
  // A variable that is not there is itself; one that is itself is not there.
  SAME(get(&h, "x"), x);
  put(&h, "x", y);
  put(&h, "x", x);
  assert_true(persistent_same(h.store, PERSISTENT_EMPTY));
  h.store = store_forget(h.e, h.store, number(&h, "x"));
  assert_true(get(&h, "x").id != x.id);
  // Both edges of a visit have the same input, the next visit has another.
  h.store = PERSISTENT_EMPTY;
  struct term is = evaluate_guard(h.e, hand_code(&h, 5), 10, h.store),
              is_not = evaluate_guard(h.e, hand_code(&h, 6), 10, h.store);
  SAME(is_not, term_not(tm, is));
  struct persistent empty = h.store;
  update(&h, 6, 10);
  SAME(get(&h, "x"), term_add(tm, get(&h, "y"), byte(w, 1)));
  SAME(term_eq(tm, get(&h, "y"), byte(w, 5)), is);
  assert_true(evaluate_guard(h.e, hand_code(&h, 5), 11, empty).id != is.id);
  // A number that comes again is another visit, for the guard and for the updates.
  struct term again = evaluate_guard(h.e, hand_code(&h, 5), 10, empty);
  assert_true(again.id != is.id);
  h.store = empty;
  update(&h, 5, 10);
  SAME(term_eq(tm, get(&h, "x"), byte(w, 5)), again);
  // A guard that says what a variable is.
  h.store = empty;
  put(&h, "y", byte(w, 1));
  put(&h, "x", term_add(tm, x, x));
  h.store = evaluate_assume(h.e, hand_code(&h, 0), h.store);
  SAME(get(&h, "x"), byte(w, 0xfe));
  // Cells over the array's own value; a cell with its own value is none.
  h.store = empty;
  put(&h, "w", num(w, 77));
  put(&h, "x", y);
  update(&h, 2, 12);
  SAME(store_array(h.e, h.store, number(&h, "m")).base, m);
  assert_int_equal(cell(&h, "m", 77), y.id);
  put(&h, "x", term_select(tm, m, num(w, 77)));
  update(&h, 2, 13);
  assert_false(persistent_has(h.pool, h.store, number(&h, "m")));
  // A range that is overwritten wholly does not stay in the term.
  update(&h, 4, 14);
  struct term once = store_array(h.e, h.store, number(&h, "m")).base;
  update(&h, 4, 15);
  struct term twice = store_array(h.e, h.store, number(&h, "m")).base;
  assert_true(once.id != twice.id);
  assert_int_equal(term_dag_size(tm, once), term_dag_size(tm, twice));
  // A choice from arrays over one base is made cell by cell.
  h.store = empty;
  put_cell(&h, "m", 5, 1);
  h.store = store_put_array(h.e, h.store, number(&h, "k"), (struct known_array){m, PERSISTENT_EMPTY});
  update(&h, 3, 16);
  SAME(store_array(h.e, h.store, number(&h, "m")).base, m);
  assert_int_equal(cell(&h, "m", 5), term_ite(tm, var(w, "b"), byte(w, 1), term_select(tm, m, num(w, 5))).id);
  hand_close(&h);
}

// A step that is no edge's, over inputs of a location: as the frame makes for objects that may be too large.
static void steps_of_no_edge(void **unused) {
  (void)unused;
  struct hand h;
  hand_open(&h, true);
  struct world *w = h.w;
  struct term x0 = unfold_step(w->u, CONTEXT_ROOT, edge_after(edge_between(w, "a", "b"), 5))->step.inputs[0];
  struct unfold_step step = {.edge = EDGE_NONE,
                             .context = CONTEXT_ROOT,
                             .location = location_named(w, "a"),
                             .step = {.guard = term_eq(w->tm, x0, byte(w, 5)), .n_inputs = 1, .inputs = &x0},
                             .known = true};
  const struct step_code *code = evaluator_code(h.e, CONTEXT_ROOT, &step);
  assert_ptr_equal(evaluator_code(h.e, CONTEXT_ROOT, &step), code);
  struct term guard = evaluate_guard(h.e, code, 3, h.store);
  SAME(evaluate_guard(h.e, hand_code(&h, 5), 3, h.store), guard);
  assert_false(term_mentions(w->tm, guard, x0));
  assert_true(persistent_same(evaluate_updates(h.e, code, 3, h.store), h.store));
  hand_close(&h);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frames),          cmocka_unit_test(random_automata),  cmocka_unit_test(random_arrays),
      cmocka_unit_test(guards_teach),    cmocka_unit_test(explicit_arrays),  cmocka_unit_test(long_ranges),
      cmocka_unit_test(symbolic_stores), cmocka_unit_test(steps_of_no_edge),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

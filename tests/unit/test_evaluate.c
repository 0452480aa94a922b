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
  bool whole; // the explicit store has lost nothing but inputs
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
  struct world *w = r->w;
  bool holds = model_holds(r->values, formula);
  assert_int_equal(holds, model_holds(r->identifiers, store_formula(r->symbolic, r->expressions, formula)));
  assert_int_equal(holds, model_holds(r->values, store_formula(r->explicit, r->known, formula)));
  (void)w;
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
  const struct vec_u32 *writes = step_code_writes(code);
  for (uint32_t i = 0; all && i < writes->size; i++)
    if (!is_array(r->w, evaluator_variable(r->explicit, writes->data[i])))
      assert_false(term_is_unknown(store_get(r->explicit, r->known, writes->data[i])));
}

// False: no edge can be taken.
static bool random_step_of_run(struct run *r) {
  struct world *w = r->w;
  const struct cfa_location *loc = cfa_location(w->cfa, r->location);
  const struct unfold_step *taken = NULL;
  struct model *sharing = r->values; // inputs are those of the location: chosen once
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
  assert_ptr_equal(sharing, r->values);
  if (taken) take(r, taken);
  return taken != NULL;
}

// Something is forgotten.
static void forget(struct run *r) {
  uint32_t n = below(r->w, evaluator_variables(r->explicit));
  r->known = store_forget(r->explicit, r->known, n);
  struct term v = evaluator_variable(r->explicit, n);
  r->expressions = store_forget(r->symbolic, r->expressions, evaluator_number(r->symbolic, v));
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

static void frames(void **unused) {
  (void)unused;
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

static void print_sorted(struct random_terms *t, struct sort s, struct text *out) { sort_print_smt(t->tm, s, out); }

static struct term random_term(struct random_terms *t, struct sort s) { return random_entry_of(t, s)->term; }

// The last variable of each sort is an input of every edge, the others are globals.
static void print_automaton(struct random_terms *t, struct text *out) {
  struct terms *tm = t->tm;
  text_printf(out, "cfa \"random\"\npointer-bits 32\n");
  for (int inputs = 0; inputs < 1; inputs++)
    for (uint32_t p = 0; p < t->pool_count; p++) {
      struct random_pool *pool = &t->pools[p];
      for (uint32_t i = 0; i + 1 < pool->leaves; i++) {
        if (term_kind(tm, pool->entries.data[i].term) != TERM_VAR) break;
        if (term_kind(tm, pool->entries.data[i + 1].term) != TERM_VAR) break;
        text_printf(out, "global |%s| ", term_var_name(tm, pool->entries.data[i].term));
        print_sorted(t, pool->sort, out);
        text_printf(out, "\n");
      }
    }
  text_printf(out, "function main\n  edge start -> head\n");
  for (uint32_t k = 0; k < 6; k++) {
    text_printf(out, "  edge head -> head [");
    struct term guard = random_term(t, sort_bool(tm));
    if (random_below(t, 2)) guard = term_and(tm, guard, random_term(t, sort_bool(tm)));
    term_print_smt(tm, k ? guard : term_true(tm), out);
    text_printf(out, "]\n");
    for (uint32_t p = 0; p < t->pool_count; p++) {
      uint32_t last = 0;
      while (term_kind(tm, t->pools[p].entries.data[last + 1].term) == TERM_VAR) last++;
      text_printf(out, "    input |%s| ", term_var_name(tm, t->pools[p].entries.data[last].term));
      print_sorted(t, t->pools[p].sort, out);
      text_printf(out, " nondet \"x\"\n");
    }
    for (uint32_t p = 0; p < t->pool_count; p++)
      for (uint32_t i = 0; term_kind(tm, t->pools[p].entries.data[i + 1].term) == TERM_VAR; i++) {
        if (random_below(t, 3)) continue;
        text_printf(out, "    |%s| := ", term_var_name(tm, t->pools[p].entries.data[i].term));
        term_print_smt(tm, random_term(t, t->pools[p].sort), out);
        text_printf(out, "\n");
      }
  }
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frames),
      cmocka_unit_test(random_automata),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

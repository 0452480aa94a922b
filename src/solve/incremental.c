// See incremental.h.
#include "solve/incremental.h"
#include "base/memory/map.h"
#include "solve/arrays/array_elimination.h"
#include "solve/floats/floats.h"
#include "solve/native/blast.h"
#include "solve/native/circuit.h"
#include <ccadical.h>
#include <stdlib.h>

enum { REFINEMENTS_MOST = 200, REFINEMENTS_FEW = 4 }; // of arrays, for one question; for one with few conflicts

// A formula that was given, with its literal; 0: it is asserted.
struct root {
  struct term formula;
  int literal;
};
VEC_TYPE(vec_root, struct root)

struct incremental {
  struct terms *tm;
  struct limits *limits;
  struct stats *stats;
  CCaDiCaL *sat;
  int variables; // of it
  struct arrays *arrays;
  struct floats *floats;
  struct blaster blaster;
  struct circuit circuit;
  struct term_memo covered; // see blast_covers
  struct map_u32 literals; // formula → its literal + 2^31; 0: it has none
  struct vec_root roots;
  struct vec_term lowered; // the roots without arrays
  struct vec_term aux, facts; // of arrays
  struct map_u32 known_facts;
  uint32_t n_looked_at; // so many of the roots were looked at for facts
  struct model *raw, *model; // after SAT: as the solver has it, and with arrays; NULL: not made
};

static int new_variable(void *context) { return ++((struct incremental *)context)->variables; }

static void add_clause(void *context, uint32_t n, const int *literals) {
  struct incremental *s = context;
  for (uint32_t i = 0; i < n; i++) ccadical_add(s->sat, literals[i]);
  ccadical_add(s->sat, 0);
}

static int must_stop(void *context) {
  const struct incremental *s = context;
  return limits_stopped(s->limits);
}

struct incremental *incremental_new(struct terms *tm, struct limits *limits, struct stats *stats) {
  struct incremental *s = mem_zalloc(1, sizeof *s);
  *s = (struct incremental){.tm = tm, .limits = limits, .stats = stats, .sat = ccadical_init()};
  s->arrays = arrays_new(tm);
  s->floats = floats_new(tm);
  ccadical_set_option(s->sat, "quiet", 1);
  // Questions are many and easy: what CaDiCaL does before it begins to search is too much for each of them.
  ccadical_set_option(s->sat, "lucky", 0);
  ccadical_set_option(s->sat, "walk", 0);
  ccadical_set_terminate(s->sat, s, must_stop);
  blaster_init(&s->blaster, tm);
  circuit_init(&s->circuit, &s->blaster.gates, s, new_variable, add_clause);
  int yes = circuit_require(&s->circuit, LIT_TRUE);
  add_clause(s, 1, &yes);
  return s;
}

static void drop_models(struct incremental *s) {
  model_unref(s->raw);
  model_unref(s->model);
  s->raw = s->model = NULL;
}

void incremental_free(struct incremental *s) {
  if (!s) return;
  drop_models(s);
  ccadical_release(s->sat);
  arrays_free(s->arrays);
  floats_free(s->floats);
  circuit_release(&s->circuit);
  blaster_release(&s->blaster);
  term_memo_release(&s->covered);
  map_u32_release(&s->literals);
  map_u32_release(&s->known_facts);
  vec_root_release(&s->roots);
  vec_term_release(&s->lowered);
  vec_term_release(&s->aux);
  vec_term_release(&s->facts);
  mem_free(s);
}

// --- formulas --------------------------------------------------------------------------------------------------------

// The gate of a formula without arrays; 0: it has none.
static lit gate_of(struct incremental *s, struct term lowered) {
  struct term plain = lowered;
  if (!blast_covers(s->tm, plain, &s->covered)) plain = floats_apply(s->floats, plain);
  return term_none(plain) ? 0 : blast_formula(&s->blaster, plain);
}

// The gate of a formula, which is noted as one that models are compared with; 0: it has none.
static lit take(struct incremental *s, struct term formula) {
  struct term lowered = arrays_apply(s->arrays, formula);
  lit gate = term_none(lowered) ? 0 : gate_of(s, lowered);
  if (!gate) return 0;
  vec_term_push(&s->lowered, lowered);
  vec_root_push(&s->roots, (struct root){.formula = formula});
  return gate;
}

static void assert_gate(struct incremental *s, lit gate) {
  int literal = circuit_require(&s->circuit, gate);
  add_clause(s, 1, &literal);
}

bool incremental_assert(struct incremental *s, struct term formula) {
  lit gate = take(s, formula);
  if (gate) assert_gate(s, gate);
  return gate != 0;
}

#define LITERAL_OFFSET (UINT32_C(1) << 31)

int incremental_literal(struct incremental *s, struct term formula) {
  const uint32_t *known = map_u32_find(&s->literals, formula.id);
  if (known) return *known ? (int)(*known - LITERAL_OFFSET) : 0;
  lit gate = take(s, formula);
  int literal = 0;
  if (gate) {
    // Both directions: the value of the literal in a model is then that of the formula.
    literal = circuit_require(&s->circuit, gate);
    circuit_require(&s->circuit, -gate);
    s->roots.data[s->roots.size - 1].literal = literal;
  }
  map_u32_put(&s->literals, formula.id, gate ? (uint32_t)literal + LITERAL_OFFSET : 0);
  return literal;
}

int incremental_variable(struct incremental *s) { return new_variable(s); }
void incremental_clause(struct incremental *s, uint32_t n, const int *literals) { add_clause(s, n, literals); }

// --- arrays ----------------------------------------------------------------------------------------------------------

// Facts from this one on become clauses, each once. False: they are all known.
static bool assert_facts(struct incremental *s, uint32_t from) {
  bool any = false;
  for (uint32_t i = from; i < s->facts.size; i++) {
    if (map_u32_find(&s->known_facts, s->facts.data[i].id)) continue;
    map_u32_put(&s->known_facts, s->facts.data[i].id, 1);
    lit gate = gate_of(s, s->facts.data[i]);
    if (!gate) continue;
    assert_gate(s, gate);
    any = true;
  }
  return any;
}

static void add_facts(struct incremental *s) {
  if (s->n_looked_at == s->roots.size) return;
  s->n_looked_at = s->roots.size;
  vec_term_clear(&s->facts);
  vec_term_clear(&s->aux);
  arrays_facts(s->arrays, s->lowered.size, s->lowered.data, &s->facts, &s->aux);
  assert_facts(s, 0);
}

// --- models ----------------------------------------------------------------------------------------------------------

// CaDiCaL 1.5.3 says the same of a variable and of its negation: only variables are asked.
bool incremental_value(struct incremental *s, int literal) {
  return (ccadical_val(s->sat, abs(literal)) > 0) == (literal > 0);
}

static bool bit_of(struct incremental *s, lit l) {
  if (l == LIT_TRUE || l == LIT_FALSE) return l == LIT_TRUE;
  int literal = circuit_find(&s->circuit, l);
  return literal && incremental_value(s, literal);
}

static struct term value_of(struct incremental *s, struct term var) {
  struct sort sort = term_sort(s->tm, var);
  enum sort_kind kind = sort_kind(s->tm, sort);
  struct term plain = kind == SORT_FLOAT ? floats_variable(s->floats, var) : var;
  const lit *bits = term_none(plain) ? NULL : blast_find(&s->blaster, plain);
  if (!bits) return term_zero(s->tm, sort);
  if (kind == SORT_BOOL) return term_bool(s->tm, bit_of(s, *bits));
  mpz_t value;
  mpz_init(value);
  for (uint32_t i = 0; i < sort_width(s->tm, sort); i++)
    if (bit_of(s, bits[i])) mpz_setbit(value, i);
  struct term t = kind == SORT_FLOAT ? term_float_bits(s->tm, sort, value)
                                     : term_bv_big(s->tm, sort_width(s->tm, sort), value);
  mpz_clear(value);
  return t;
}

static void set_values(struct incremental *s, const struct vec_term *terms) {
  for (uint32_t i = 0; i < terms->size; i++) {
    uint32_t n;
    const uint32_t *vars = term_free_vars(s->tm, terms->data[i], &n);
    for (uint32_t k = 0; k < n; k++) {
      struct term var = {vars[k]};
      if (!model_has(s->raw, var)) model_set(s->raw, var, value_of(s, var));
    }
  }
}

static void make_models(struct incremental *s) {
  if (s->model) return;
  s->raw = model_new(s->tm);
  set_values(s, &s->lowered);
  set_values(s, &s->facts);
  struct model *arrays = model_new(s->tm);
  arrays_values(s->arrays, &s->aux, s->raw, arrays);
  s->model = model_merge(s->tm, s->raw, arrays);
  model_unref(arrays);
}

struct model *incremental_model(struct incremental *s) {
  make_models(s);
  return model_ref(s->model);
}

// Do the formulas have the values in the model that their literals have?
static bool model_fits(struct incremental *s) {
  for (uint32_t i = 0; i < s->roots.size; i++) {
    const struct root *root = &s->roots.data[i];
    bool expected = !root->literal || incremental_value(s, root->literal);
    if (model_holds(s->model, root->formula) != expected) return false;
  }
  return true;
}

// Facts about arrays that the model violates are added. False: the model fits, or nothing is left to add.
static bool refine(struct incremental *s) {
  if (!s->aux.size) return false;
  make_models(s);
  if (model_fits(s)) return false;
  uint32_t before = s->facts.size;
  return arrays_refine(s->arrays, &s->aux, s->model, &s->facts) && assert_facts(s, before);
}

// --- questions -------------------------------------------------------------------------------------------------------

static enum answer solve(struct incremental *s, uint32_t n, const int *assumptions, uint32_t n_clause,
                         const int *clause, uint32_t conflicts) {
  // Assumptions hold until the next solve, so none may be made without one.
  if (must_stop(s)) return ANSWER_UNKNOWN;
  for (uint32_t i = 0; i < n; i++) ccadical_assume(s->sat, assumptions[i]);
  for (uint32_t i = 0; i < n_clause; i++) ccadical_constrain(s->sat, clause[i]);
  if (n_clause) ccadical_constrain(s->sat, 0);
  if (conflicts) ccadical_limit(s->sat, "conflicts", (int)conflicts); // of the next solve only
  int result = ccadical_solve(s->sat);
  return result == 10 ? ANSWER_SAT : result == 20 ? ANSWER_UNSAT : ANSWER_UNKNOWN;
}

enum answer incremental_ask(struct incremental *s, uint32_t n, const int *assumptions, uint32_t n_clause,
                            const int *clause, uint32_t conflicts) {
  double start = clock_now();
  add_facts(s);
  drop_models(s);
  enum answer answer = solve(s, n, assumptions, n_clause, clause, conflicts);
  uint32_t most = conflicts ? REFINEMENTS_FEW : REFINEMENTS_MOST;
  for (uint32_t i = 0; i < most && answer == ANSWER_SAT && refine(s); i++) {
    drop_models(s);
    answer = solve(s, n, assumptions, n_clause, clause, conflicts);
  }
  s->stats->queries++;
  if (answer == ANSWER_UNKNOWN) s->stats->queries_unknown++;
  else s->stats->queries_solver++, s->stats->queries_large++;
  s->stats->time_solver += clock_now() - start;
  s->stats->time_large += clock_now() - start;
  return answer;
}

bool incremental_failed(struct incremental *s, int assumption) { return ccadical_failed(s->sat, assumption) != 0; }

// Other ways to use Z3, to be measured against its back end: with scopes, and with a new solver for each query.
//
// With scopes each conjunct is asserted in a scope of its own. Between two queries the scopes beyond the common prefix
// of their conjuncts are left, the others stay with what Z3 learnt in them. Facts lie in the scope that was the last
// when they were first needed. There is one stack for what is bits only and one for the rest.
#include "queries_z3.h"
#include "solve/z3/z3_context.h"

enum way { WAY_SCOPES, WAY_SCOPES_LOGIC, WAY_ALONE };

struct stack {
  Z3_solver solver;           // NULL: not made yet
  struct vec_u32 conjuncts;   // one scope each
  struct vec_u32 facts;       // asserted, oldest first
  struct vec_u32 fact_scopes; // how many scopes there were
  struct map_u32 has_fact;
  double timeout;             // in seconds; -1: not set yet
};

// The back end of Z3 with its context and translations, and the stacks.
struct incremental {
  struct backend base;
  enum way way;
  struct stack bits, theories;
};

static void stack_release(struct incremental *x, struct stack *stack) {
  if (stack->solver) Z3_solver_dec_ref(x->base.context, stack->solver);
  vec_u32_release(&stack->conjuncts);
  vec_u32_release(&stack->facts);
  vec_u32_release(&stack->fact_scopes);
  map_u32_release(&stack->has_fact);
  stack->solver = NULL;
}

static void forget_model(struct backend *z) {
  if (z->model) Z3_model_dec_ref(z->context, z->model);
  z->model = NULL;
}

static struct backend *open_way(struct terms *tm, struct limits *limits, enum way way) {
  struct incremental *x = mem_zalloc(1, sizeof *x);
  x->base.tm = tm;
  x->base.limits = limits;
  x->way = way;
  pthread_mutex_init(&x->base.lock, NULL);
  return &x->base;
}

static struct backend *open_scopes(struct terms *tm, struct limits *limits) { return open_way(tm, limits, WAY_SCOPES); }
static struct backend *open_scopes_logic(struct terms *tm, struct limits *limits) {
  return open_way(tm, limits, WAY_SCOPES_LOGIC);
}
static struct backend *open_alone(struct terms *tm, struct limits *limits) { return open_way(tm, limits, WAY_ALONE); }

static void release_stacks(struct incremental *x) {
  stack_release(x, &x->bits);
  stack_release(x, &x->theories);
}

static void close_way(struct backend *z) {
  release_stacks((struct incremental *)z);
  z3_backend.close(z); // the base is the first member
}

static bool stack_ready(struct incremental *x, struct stack *stack) {
  if (stack->solver) return true;
  Z3_context c = x->base.context;
  const char *logic = stack == &x->bits ? "QF_BV" : "QF_AUFBV";
  stack->solver = x->way == WAY_SCOPES ? Z3_mk_solver(c) : Z3_mk_solver_for_logic(c, Z3_mk_string_symbol(c, logic));
  if (!stack->solver) return false;
  Z3_solver_inc_ref(c, stack->solver);
  stack->timeout = -1;
  return true;
}

static void leave_scopes(struct incremental *x, struct stack *stack, uint32_t kept) {
  if (stack->conjuncts.size == kept) return;
  Z3_solver_pop(x->base.context, stack->solver, stack->conjuncts.size - kept);
  stack->conjuncts.size = kept;
  while (stack->facts.size && stack->fact_scopes.data[stack->facts.size - 1] > kept) {
    map_u32_remove(&stack->has_fact, vec_u32_pop(&stack->facts));
    vec_u32_pop(&stack->fact_scopes);
  }
}

static void enter_scopes(struct incremental *x, struct stack *stack, const struct z3_query *q) {
  struct backend *z = &x->base;
  uint32_t kept = 0;
  while (kept < q->n && kept < stack->conjuncts.size && stack->conjuncts.data[kept] == q->conjuncts[kept].id) kept++;
  leave_scopes(x, stack, kept);
  for (uint32_t i = kept; i < q->n && !z->failed; i++) {
    Z3_ast formula = z3_translate(z, q->conjuncts[i]);
    Z3_solver_push(z->context, stack->solver);
    vec_u32_push(&stack->conjuncts, q->conjuncts[i].id);
    struct map_u32 defined = {0}; // in this scope
    z3_define(z, stack->solver, &defined, q->conjuncts[i]);
    map_u32_release(&defined);
    z3_assert(z, stack->solver, formula);
  }
  for (uint32_t i = 0; i < q->n_facts && !z->failed; i++) {
    if (map_u32_find(&stack->has_fact, q->facts[i].id)) continue;
    map_u32_put(&stack->has_fact, q->facts[i].id, 1);
    vec_u32_push(&stack->facts, q->facts[i].id);
    vec_u32_push(&stack->fact_scopes, stack->conjuncts.size);
    Z3_ast fact = z3_translate(z, q->facts[i]);
    struct map_u32 defined = {0};
    z3_define(z, stack->solver, &defined, q->facts[i]);
    map_u32_release(&defined);
    z3_assert(z, stack->solver, fact);
  }
}

// Releases what lies in the context before it is closed.
static enum answer fail(struct incremental *x) {
  release_stacks(x);
  return z3_fail(&x->base);
}

static enum answer check_in_scopes(struct incremental *x, struct stack *stack, const struct z3_query *q,
                                   double seconds) {
  struct backend *z = &x->base;
  if (!stack_ready(x, stack)) return fail(x);
  enter_scopes(x, stack, q);
  if (z->failed) return fail(x);
  if (stack->timeout != seconds) z3_set_params(z, stack->solver, false, stack->timeout = seconds);
  Z3_lbool result = Z3_solver_check(z->context, stack->solver);
  if (Z3_get_error_code(z->context) != Z3_OK) return fail(x);
  if (result == Z3_L_FALSE) { // the scopes tell no core
    vec_u32_clear(&z->core);
    for (uint32_t i = 0; i < q->n; i++) vec_u32_push(&z->core, i);
    return ANSWER_UNSAT;
  }
  if (result == Z3_L_TRUE && (z->model = Z3_solver_get_model(z->context, stack->solver))) {
    Z3_model_inc_ref(z->context, z->model);
    return ANSWER_SAT;
  }
  enum answer answer = z3_unknown(z, stack->solver);
  stack_release(x, stack);
  return answer;
}

enum { MAX_KEPT = 1 << 20 };

static enum answer check_way(struct backend *z, uint32_t n, const struct term *conjuncts, uint32_t n_facts,
                             const struct term *facts, double seconds) {
  struct incremental *x = (struct incremental *)z;
  if (limits_stopped(z->limits)) return z3_give_up(z, REASON_SOLVER);
  if (z->context) forget_model(z);
  if (z->context && z->kept.size > MAX_KEPT) {
    release_stacks(x);
    z3_close_context(z);
  }
  if (!z3_open_context(z)) return z3_give_up(z, REASON_MEMORY);
  struct z3_query q = {n, n_facts, conjuncts, facts};
  enum z3_need need = z3_needs(z, &q);
  if (x->way == WAY_ALONE) return z3_check_alone(z, need, &q, seconds);
  return check_in_scopes(x, need == NEED_THEORIES ? &x->theories : &x->bits, &q, seconds);
}

static struct term value_of(struct backend *z, struct term var) { return z3_backend.value(z, var); }
static const uint32_t *core_of(struct backend *z, uint32_t *n) { return z3_backend.core(z, n); }
static enum reason reason_of(const struct backend *z) { return z3_backend.reason(z); }
static void interrupt_way(struct backend *z) { z3_backend.interrupt(z); }

#define WAY(word, open_it)                                                                                             \
  {.name = word,                                                                                                       \
   .arrays = true,                                                                                                     \
   .integers = true,                                                                                                   \
   .open = open_it,                                                                                                    \
   .close = close_way,                                                                                                 \
   .check = check_way,                                                                                                 \
   .value = value_of,                                                                                                  \
   .core = core_of,                                                                                                    \
   .reason = reason_of,                                                                                                \
   .interrupt = interrupt_way}

const struct backend_ops *z3_way_find(const char *name) {
  static const struct backend_ops all[] = {
      WAY("scopes", open_scopes),
      WAY("scopes-qfbv", open_scopes_logic),
      WAY("oneshot", open_alone),
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (!strcmp(all[i].name, name)) return &all[i];
  return NULL;
}

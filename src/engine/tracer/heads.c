// Loops: abstraction at their heads (tracer.h).
#include "engine/tracer/tracer.h"
#include "term/quantified.h"
#include <assert.h>

// A loop that runs by concrete values alone is unrolled so often before it is abstracted.
#define UNROLL_DECIDED 3000
// Occurrences of a head below an abstraction before that is given up.
#define UNROLL_ABSTRACT 12
// Abstractions of a head to the values at hand that may fail.
#define CYCLES_MAX 2
// Later occurrences to look at before a head is abstracted.
#define WAITING_MAX 16
// Restarts of one head for conditions on what the loop does not change.
#define EXTRAS_MAX 8

// --- the stack of open heads ----------------------------------------------------------------------------------------

void heads_push(struct learner *l, struct node node) {
  uint32_t point = l->works.data[node.id].point;
  l->works.data[node.id].head = l->heads.size;
  vec_u32_push(&l->points.data[point].heads, l->heads.size);
  struct head h = {.node = node,
                   .point = point,
                   .forks = l->forks,
                   .begun = l->ordinary,
                   .log = l->log.size,
                   .frame = l->frames.size};
  // Where abstraction has failed the loop is unrolled more and more often before it is tried again.
  const struct point *pt = &l->points.data[point];
  uint32_t every = 1u << (pt->failures < 16 ? pt->failures : 16);
  h.never = pt->heads.size % every != 0 && !l->options.paper;
  vec_head_push(&l->heads, h);
}

enum outcome heads_give_up(struct learner *l, uint32_t head) {
  struct head *h = &l->heads.data[head];
  h->never = true;
  l->points.data[h->point].failures++;
  if (h->cyclic) l->points.data[h->point].cycles_failed++;
  l->restart = head;
  return OUTCOME_RESTART;
}

static uint64_t head_bit(uint32_t head) { return (uint64_t)1 << (head < 63 ? head : 63); }

void heads_pop(struct learner *l, struct node node) {
  struct head *h = &l->heads.data[l->heads.size - 1];
  assert(node_same(h->node, node));
  // What rested on it rests on what it rests on itself. (If it is dropped, so was all that rested on it.) The last bit
  // is shared and stays.
  uint64_t bit = head_bit(l->heads.size - 1), own = l->works.data[node.id].rests & ~bit;
  for (uint32_t i = h->log; l->heads.size <= 63 && i < l->log.size; i++) {
    uint64_t *rests = &l->works.data[l->log.data[i].id].rests;
    if (*rests & bit) *rests = (*rests & ~bit) | own;
  }
  l->points.data[h->point].heads.size--;
  state_free(h->exact);
  for (uint32_t i = 0; i < h->waiting.size; i++) state_free(h->waiting.data[i]);
  vec_ptr_release(&h->waiting);
  vec_predicate_release(&h->kept);
  vec_term_release(&h->dropped);
  vec_term_release(&h->extra);
  l->works.data[node.id].head = NO_HEAD;
  if (l->heads.size <= 63) l->works.data[node.id].rests = own;
  l->heads.size--;
}

bool heads_any_abstract(const struct learner *l) {
  for (uint32_t i = 0; i < l->heads.size; i++)
    if (l->heads.data[i].exact) return true;
  return false;
}

// --- abstraction ----------------------------------------------------------------------------------------------------

static bool has_term(const struct vec_term *v, struct term t) {
  for (uint32_t i = 0; i < v->size; i++)
    if (term_same(v->data[i], t)) return true;
  return false;
}

static struct state *exact_state(struct learner *l, const struct head *h) {
  return h->exact ? h->exact : l->works.data[h->node.id].state;
}

void heads_choose(struct learner *l, uint32_t head) {
  struct head *h = &l->heads.data[head];
  const struct point *pt = &l->points.data[h->point];
  h->kept.size = 0;
  for (uint32_t i = 0; i < pt->pool.size; i++) {
    struct predicate p = pt->pool.data[i];
    if ((p.hard || !has_term(&h->dropped, p.term)) && learn_state_entails(l, exact_state(l, h), p.term))
      vec_predicate_push(&h->kept, p);
  }
  for (uint32_t i = 0; i < h->extra.size; i++) vec_predicate_push(&h->kept, (struct predicate){h->extra.data[i], true});
}

bool heads_abstract(struct learner *l, uint32_t head) {
  struct head *h = &l->heads.data[head];
  struct work *w = &l->works.data[h->node.id];
  if (h->never || !w->learnable) return false;
  if (!h->exact) h->exact = state_copy(w->state);
  struct vec_term kept = {0}, hard = {0};
  for (uint32_t i = 0; i < h->kept.size; i++) vec_term_push(&kept, h->kept.data[i].term);
  for (uint32_t i = 0; i < h->kept.size; i++)
    if (h->kept.data[i].hard) vec_term_push(&hard, h->kept.data[i].term);
  struct formula formula = graph_conjunction(l->run.graph, l->tm, kept.size, kept.data),
                 safeguard = graph_conjunction(l->run.graph, l->tm, hard.size, hard.data);
  vec_term_release(&hard);
  bool good = graph_strengthen(&l->run.prover, h->node, h->exact, safeguard) &&
              graph_abstract(&l->run.prover, h->node, h->exact, formula);
  struct state *s = state_copy(h->exact);
  enum answer answer;
  good = good && run_havoc_loop(&l->run, s, l->run.best_effort, false, kept.size, kept.data, &answer);
  if (good) {
    state_free(w->state);
    w->state = s;
    l->run.stats->abstractions++;
  } else {
    state_free(s);
    graph_reset(l->run.graph, h->node);
  }
  vec_term_release(&kept);
  return good;
}

// --- a head is met again --------------------------------------------------------------------------------------------

// Subsumption by an open head further up, whose abstraction is being explored.
static bool closes_loop(struct learner *l, struct node node) {
  struct work *w = &l->works.data[node.id];
  const struct point *pt = &l->points.data[w->point];
  for (uint32_t i = pt->heads.size; i-- > 0;) {
    const struct head *h = &l->heads.data[pt->heads.data[i]];
    if (!h->exact || !graph_subsume(&l->run.prover, node, w->state, h->node, NULL)) continue;
    w->rests = head_bit(pt->heads.data[i]);
    l->run.stats->subsumed++;
    return true;
  }
  return false;
}

// Gives up what of the head's abstraction the later occurrence contradicts. False: it must not be given up.
static bool give_up_soft(struct learner *l, struct head *h, struct state *s) {
  for (uint32_t i = 0; i < h->kept.size; i++)
    if (h->kept.data[i].hard && !learn_state_entails(l, s, h->kept.data[i].term)) return false;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < h->kept.size; i++) {
    struct predicate p = h->kept.data[i];
    if (p.hard || learn_state_entails(l, s, p.term)) h->kept.data[kept++] = p;
    else vec_term_push(&h->dropped, p.term);
  }
  h->kept.size = kept;
  return true;
}

// --- the same values again ------------------------------------------------------------------------------------------

// What the state says about the variables that the loop changes, as equations, where they are constant.
static void constant_values(struct learner *l, const struct point *pt, struct state *s, struct vec_term *equations) {
  struct vec_term vars = {0};
  run_loop_variables(&l->run, pt->context, pt->location, &vars);
  for (uint32_t i = 0; i < vars.size; i++) {
    if (sort_kind(l->tm, term_sort(l->tm, vars.data[i])) == SORT_ARRAY) continue;
    struct term value = state_instance(s, vars.data[i]);
    if (term_is_const(l->tm, value)) vec_term_push(equations, term_eq(l->tm, vars.data[i], value));
  }
  vec_term_release(&vars);
}

static uint64_t hash_values(const struct vec_term *equations) {
  uint64_t hash = 0;
  for (uint32_t i = 0; i < equations->size; i++) hash = hash_u64(hash ^ equations->data[i].id) + 1;
  return hash;
}

// An open head that is unrolled and at which the variables had the same constant values: these are its abstraction from
// now on, and subsume the node. What was explored below it so far was explored with these values. Whether they are all
// that matters is seen when it is done.
static bool closes_cycle(struct learner *l, struct node node, const struct vec_term *equations, uint64_t hash) {
  struct work *w = &l->works.data[node.id];
  const struct point *pt = &l->points.data[w->point];
  for (uint32_t i = pt->heads.size; hash && pt->cycles_failed < CYCLES_MAX && i-- > 0;) {
    struct head *h = &l->heads.data[pt->heads.data[i]];
    if (h->values != hash || h->exact || h->explored || h->cyclic || l->works.data[h->node.id].level != w->level)
      continue;
    struct formula formula = graph_conjunction(l->run.graph, l->tm, equations->size, equations->data);
    struct state *exact = l->works.data[h->node.id].state;
    if (!graph_adopt(&l->run.prover, h->node, exact, formula)) continue;
    h->exact = state_copy(exact);
    h->never = false;
    h->cyclic = true;
    for (uint32_t k = 0; k < equations->size; k++) {
      vec_term_push(&h->extra, equations->data[k]);
      vec_predicate_push(&h->kept, (struct predicate){equations->data[k], true});
    }
    if (closes_loop(l, node)) return true;
  }
  return false;
}

void heads_drop_adopted(struct learner *l) {
  for (uint32_t i = 0; i < l->heads.size; i++)
    if (l->heads.data[i].cyclic) graph_reset(l->run.graph, l->heads.data[i].node);
}

// Before the head is abstracted a later occurrence counts as harmless, for the time being.
static enum outcome wait_for(struct learner *l, struct node node, uint32_t head) {
  struct work *w = &l->works.data[node.id];
  struct head *h = &l->heads.data[head];
  bool good = graph_abstract(&l->run.prover, node, w->state, graph_conjunction(l->run.graph, l->tm, 0, NULL));
  assert(good);
  (void)good;
  w->rests = head_bit(head);
  h->explored = true;
  if (!w->level && h->waiting.size < WAITING_MAX) vec_ptr_push(&h->waiting, state_copy(w->state));
  return OUTCOME_CLOSED;
}

static uint32_t outermost_abstract(const struct learner *l) {
  uint32_t h = 0;
  while (h < l->heads.size && !l->heads.data[h].exact) h++;
  return h;
}

// Below an abstraction a loop may be unrolled without end that is not in the program.
static bool unrolled_in_vain(const struct learner *l, const struct point *pt) {
  uint32_t outermost = outermost_abstract(l), n = 0;
  for (uint32_t i = pt->heads.size; i-- > 0 && pt->heads.data[i] >= outermost;) n++;
  return n > UNROLL_ABSTRACT && !l->options.paper;
}

// Candidates of the facts become soft predicates where a head is first reached, but those that are no invariant of it:
// a reached state refutes them. (What an interpolant says may hold on the path at hand only and is never refuted so.)
static void take_candidates(struct learner *l, struct point *pt) {
  struct vec_term candidates = {0};
  pt->asked = true;
  facts_candidates(l->run.facts, pt->location, l->sources & ~(uint32_t)(SOURCE_CELLS | SOURCE_OBJECTS), &candidates);
  for (uint32_t i = 0; i < candidates.size; i++) {
    if (!term_none(quantified_in(l->tm, candidates.data[i])) ||
        facts_refute(l->run.facts, pt->location, candidates.data[i]))
      continue;
    struct term t = facts_instance(l->run.unfold, pt->context, candidates.data[i]);
    if (!term_none(t)) heads_learn(l, pt, t, false);
  }
  vec_term_release(&candidates);
}

void heads_offer(struct learner *l) {
  for (uint32_t i = 0; i < l->points.size; i++) {
    const struct point *pt = &l->points.data[i];
    for (uint32_t k = 0; k < pt->pool.size; k++) {
      struct term plain = facts_plain(l->run.unfold, pt->context, pt->pool.data[k].term);
      if (!term_none(plain)) facts_offer(l->run.facts, pt->location, plain, SOURCE_INTERPOLANTS);
    }
  }
}

enum outcome heads_arrive(struct learner *l, struct node node) {
  struct work *w = &l->works.data[node.id];
  struct point *pt = &l->points.data[w->point];
  if (!w->learnable || l->options.loops == LOOPS_UNROLL) return OUTCOME_ENTERED;
  if (!pt->asked && l->sources) take_candidates(l, pt);
  if (closes_loop(l, node)) return OUTCOME_CLOSED;
  if (pt->heads.size) {
    uint32_t head = pt->heads.data[pt->heads.size - 1];
    struct head *h = &l->heads.data[head];
    // A loop that runs by concrete values alone is unrolled, within reason.
    bool decided = l->forks == h->forks && (pt->heads.size < UNROLL_DECIDED || l->options.paper);
    if (!h->exact && !h->never && !decided) {
      // A speculation must not make a loop of what is none.
      if (w->level && !h->explored && !l->options.paper) return OUTCOME_FAILED;
      return wait_for(l, node, head);
    }
    if (h->exact && w->level) return OUTCOME_FAILED;
    if (h->exact && give_up_soft(l, h, w->state)) {
      l->restart = head;
      return OUTCOME_RESTART;
    }
  }
  struct vec_term equations = {0};
  constant_values(l, pt, w->state, &equations);
  uint64_t hash = hash_values(&equations);
  bool closed = !w->level && !l->options.paper && closes_cycle(l, node, &equations, hash);
  vec_term_release(&equations);
  if (closed) return OUTCOME_CLOSED;
  if (!w->level && unrolled_in_vain(l, pt)) return heads_give_up(l, outermost_abstract(l));
  heads_push(l, node);
  l->heads.data[l->heads.size - 1].values = hash;
  if (w->level) {
    // In speculation a loop is abstracted at once.
    uint32_t head = l->heads.size - 1;
    heads_choose(l, head);
    if (!heads_abstract(l, head)) return OUTCOME_FAILED;
  }
  return OUTCOME_ENTERED;
}

bool heads_learn(struct learner *l, struct point *pt, struct term t, bool again) {
  if (term_kind(l->tm, t) == TERM_AND) {
    bool any = false;
    for (uint32_t i = 0; i < term_arity(l->tm, t); i++) any = heads_learn(l, pt, term_child(l->tm, t, i), again) || any;
    return any;
  }
  if (term_is_const(l->tm, t)) return false;
  for (uint32_t i = 0; i < pt->pool.size; i++) {
    struct predicate *p = &pt->pool.data[i];
    if (!term_same(p->term, t)) continue;
    bool was = p->hard;
    p->hard = was || again;
    return p->hard != was;
  }
  vec_predicate_push(&pt->pool, (struct predicate){t, l->preserve});
  l->statistics->predicates++;
  return true;
}

void heads_explored(struct learner *l, uint32_t head) {
  struct head *h = &l->heads.data[head];
  struct vec_term conditions = {0};
  if (learn_conditions(l, h->node, &conditions))
    for (uint32_t i = 0; i < conditions.size; i++) heads_learn(l, &l->points.data[h->point], conditions.data[i], false);
  vec_term_release(&conditions);
  heads_choose(l, head);
  for (uint32_t i = 0; i < h->waiting.size; i++) {
    give_up_soft(l, h, h->waiting.data[i]);
    state_free(h->waiting.data[i]);
  }
  h->waiting.size = 0;
}

// --- a head is done -------------------------------------------------------------------------------------------------

static bool follows(struct learner *l, const struct vec_term *premises, struct term t) {
  if (has_term(premises, t)) return true;
  struct vec_term all = {0};
  for (uint32_t i = 0; i < premises->size; i++) vec_term_push(&all, premises->data[i]);
  vec_term_push(&all, term_not(l->tm, t));
  bool holds = solver_check(l->run.prover.solver, all.size, all.data) == ANSWER_UNSAT;
  vec_term_release(&all);
  return holds;
}

// Variables of the condition and of the abstraction that the loop does not change and that have constant values: their
// values as equations.
static void constant_facts(struct learner *l, const struct head *h, const struct vec_term *about,
                           struct vec_term *out) {
  const struct point *pt = &l->points.data[h->point];
  struct vec_term changed = {0};
  struct map_u32 seen = {0};
  run_loop_variables(&l->run, pt->context, pt->location, &changed);
  for (uint32_t i = 0; i < changed.size; i++) map_u32_put(&seen, changed.data[i].id, 1);
  for (uint32_t i = 0; i < about->size; i++) {
    uint32_t n, var;
    struct context context;
    const uint32_t *vars = term_free_vars(l->tm, about->data[i], &n);
    for (uint32_t k = 0; k < n; k++) {
      struct term v = {vars[k]};
      if (map_u32_find(&seen, v.id)) continue;
      map_u32_put(&seen, v.id, 1);
      if (!unfold_var_of(l->run.unfold, v, &context, &var) || sort_kind(l->tm, term_sort(l->tm, v)) == SORT_ARRAY)
        continue;
      struct term value = state_formula(h->exact, v);
      if (term_is_const(l->tm, value)) vec_term_push(out, term_eq(l->tm, v, value));
    }
  }
  vec_term_release(&changed);
  map_u32_release(&seen);
}

// The conditions do not follow from the abstraction alone: it is made stronger by what the loop does not change. False:
// that does not help.
static bool add_extras(struct learner *l, struct head *h, const struct vec_term *kept, const struct vec_term *missing) {
  uint32_t before = h->extra.size;
  struct vec_term about = {0}, facts = {0};
  for (uint32_t i = 0; i < kept->size; i++) vec_term_push(&about, kept->data[i]);
  for (uint32_t i = 0; i < missing->size; i++) vec_term_push(&about, missing->data[i]);
  constant_facts(l, h, &about, &facts);
  uint32_t n_facts = facts.size;
  for (uint32_t i = 0; i < kept->size; i++) vec_term_push(&facts, kept->data[i]);
  for (uint32_t i = 0; i < missing->size; i++) {
    bool by_facts = n_facts && follows(l, &facts, missing->data[i]);
    for (uint32_t k = 0; by_facts && k < n_facts; k++)
      if (!has_term(&h->extra, facts.data[k])) vec_term_push(&h->extra, facts.data[k]);
    if (!by_facts && !has_term(&h->extra, missing->data[i]) && learn_state_entails(l, h->exact, missing->data[i]))
      vec_term_push(&h->extra, missing->data[i]);
  }
  vec_term_release(&about);
  vec_term_release(&facts);
  return h->extra.size > before;
}

enum outcome heads_close(struct learner *l, uint32_t head) {
  struct head *h = &l->heads.data[head];
  struct work *w = &l->works.data[h->node.id];
  struct vec_term conditions = {0}, kept = {0}, missing = {0};
  bool good = learn_conditions(l, h->node, &conditions);
  for (uint32_t i = 0; i < h->kept.size; i++) vec_term_push(&kept, h->kept.data[i].term);
  for (uint32_t i = 0; good && i < conditions.size; i++)
    if (!follows(l, &kept, conditions.data[i])) vec_term_push(&missing, conditions.data[i]);
  enum outcome outcome = OUTCOME_CLOSED;
  uint64_t rests = 0;
  struct graph_node v = *graph_node(l->run.graph, h->node);
  for (uint32_t i = 0; i < v.n_arcs; i++) {
    struct node target = graph_arc(l->run.graph, h->node, i)->target;
    if (node_is_real(target)) rests |= l->works.data[target.id].rests;
  }
  if (good && !missing.size) {
    good = graph_abstract(&l->run.prover, h->node, h->exact, v.formula);
    w->rests = rests;
    if (good) learn_register(l, h->node);
    else l->statistics->interpolants_refused++;
  }
  if (!good || missing.size) {
    if (w->level) {
      outcome = OUTCOME_FAILED;
    } else {
      bool give_up = !good || h->extras++ >= EXTRAS_MAX || !add_extras(l, h, &kept, &missing);
      if (!give_up) heads_choose(l, head);
      l->restart = head;
      outcome = give_up ? heads_give_up(l, head) : OUTCOME_RESTART;
    }
  }
  vec_term_release(&conditions);
  vec_term_release(&kept);
  vec_term_release(&missing);
  return outcome;
}

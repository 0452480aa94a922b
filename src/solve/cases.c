// Queries about memory that is read at an address which was read from memory: `it[k].next->prev` with a k of few
// values.
//
// Array elimination has to compare each such address with all others. Where the address depends on a variable that has
// few values by conjuncts about it alone, each value makes addresses constants: the query is decided for one after the
// other. It is unsatisfiable iff all cases are: the conjuncts about the variable say that there is no other value, and
// a core is made of these and of those that the cores of the cases stand for.
#include "base/memory/map.h"
#include "solve/range.h"
#include "solve/solver.h"
#include "term/walk.h"

enum {
  MAX_VALUES = 8,
  MAX_DEPTH = 2, // variables that are split on one within the other
  MAX_LOOKED = 1 << 15, // parts of a conjunct that are looked at
};

// What is known of a term, by s->accesses; 0: not looked at.
enum { SEEN = 1, READS = 2, NESTED = 4 }; // below it memory is read; it is accessed at an address that is read from it

static uint64_t visit(void *context, struct term t) {
  struct solver *s = context;
  if (!term_memo_want_children(&s->accesses, s->tm, t)) return 0;
  uint64_t result = SEEN;
  for (uint32_t i = 0; i < term_arity(s->tm, t); i++) result |= term_memo_get(&s->accesses, term_child(s->tm, t, i));
  enum term_kind kind = term_kind(s->tm, t);
  if (kind != TERM_SELECT && kind != TERM_STORE) return result;
  if (term_memo_get(&s->accesses, term_child(s->tm, t, 1)) & READS) result |= NESTED;
  return result | (kind == TERM_SELECT ? READS : 0);
}

static bool is_nested(struct solver *s, struct term t) { return term_memo_apply(&s->accesses, t, visit, s) & NESTED; }

// Is memory read within the term at an address that is computed from the variable, and not itself read from memory?
static bool reads_at(struct solver *s, struct term root, struct term var, uint32_t *left) {
  struct term_walk walk = {.tm = s->tm};
  bool found = false;
  term_walk_add(&walk, root);
  for (struct term t; !found && *left && term_walk_next(&walk, &t); --*left) {
    if (!(term_memo_get(&s->accesses, t) & READS) || !term_mentions(s->tm, t, var)) {
      term_walk_skip(&walk);
    } else if (term_kind(s->tm, t) == TERM_SELECT) {
      struct term index = term_child(s->tm, t, 1);
      found = !(term_memo_get(&s->accesses, index) & READS) && term_mentions(s->tm, index, var);
    }
  }
  term_walk_release(&walk);
  return found;
}

// Is memory accessed at an address that is read at one computed from the variable? False also where that takes long to
// find out. Remembered, as the conjuncts of a path are asked about again and again.
static bool moves(struct solver *s, struct term root, struct term var) {
  uint64_t key = (uint64_t)root.id << 32 | var.id;
  uint32_t left = MAX_LOOKED;
  const uint64_t *known = map_u64_find(&s->moved, key);
  if (known) return *known;
  struct term_walk walk = {.tm = s->tm};
  bool found = false;
  term_walk_add(&walk, root);
  for (struct term t; !found && left && term_walk_next(&walk, &t); left -= left > 0) {
    if (!(term_memo_get(&s->accesses, t) & NESTED) || !term_mentions(s->tm, t, var)) {
      term_walk_skip(&walk);
      continue;
    }
    enum term_kind kind = term_kind(s->tm, t);
    found = (kind == TERM_SELECT || kind == TERM_STORE) && reads_at(s, term_child(s->tm, t, 1), var, &left);
  }
  term_walk_release(&walk);
  map_u64_put(&s->moved, key, found);
  return found;
}

// A variable with the values that it can have by the conjuncts about it alone.
struct split {
  struct term var;
  struct vec_term about; // these conjuncts
  struct term values[MAX_VALUES];
  uint32_t n;
};

static struct term only_variable(struct solver *s, struct term conjunct) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(s->tm, conjunct, &n);
  return n == 1 && range_reads(s->tm, conjunct) ? (struct term){vars[0]} : TERM_NONE;
}

// False: there are more than MAX_VALUES, or one, which other stages know what to do with, or none.
static bool find_values(struct solver *s, struct split *split) {
  struct vec_term left = {0};
  for (uint32_t i = 0; i < split->about.size; i++) vec_term_push(&left, split->about.data[i]);
  struct term var, value;
  enum answer answer;
  while ((answer = range_decide(s->tm, left.size, left.data, &var, &value)) == ANSWER_SAT && split->n < MAX_VALUES) {
    split->values[split->n++] = value;
    vec_term_push(&left, term_not(s->tm, term_eq(s->tm, var, value)));
  }
  vec_term_release(&left);
  return answer == ANSWER_UNSAT && split->n > 1;
}

// The solver of a check believes none of the stages in front: its back end says that there is no other value.
static bool is_complete(struct solver *s, const struct split *split) {
  if (stage_on(s->stages, STAGE_RANGE)) return true;
  struct vec_term others = {0}, core = {0};
  struct model *model = NULL;
  for (uint32_t i = 0; i < split->about.size; i++) vec_term_push(&others, split->about.data[i]);
  for (uint32_t i = 0; i < split->n; i++)
    vec_term_push(&others, term_not(s->tm, term_eq(s->tm, split->var, split->values[i])));
  enum answer answer = solver_ask_plain(s, others.size, others.data, &model, &core);
  model_unref(model);
  vec_term_release(&others);
  vec_term_release(&core);
  return answer == ANSWER_UNSAT;
}

static bool splits(struct solver *s, uint32_t n, const struct term *conjuncts, struct term var, struct split *split) {
  *split = (struct split){.var = var};
  for (uint32_t i = 0; i < n; i++)
    if (term_same(only_variable(s, conjuncts[i]), var)) vec_term_push(&split->about, conjuncts[i]);
  bool found = false, few = find_values(s, split);
  for (uint32_t i = 0; i < n && few && !found; i++) found = is_nested(s, conjuncts[i]) && moves(s, conjuncts[i], var);
  if (found && is_complete(s, split)) return true;
  vec_term_release(&split->about);
  return false;
}

static bool find_split(struct solver *s, uint32_t n, const struct term *conjuncts, struct split *split) {
  struct map_u32 tried = {0};
  bool found = false;
  for (uint32_t i = 0; i < n; i++) found |= is_nested(s, conjuncts[i]);
  if (!found) return false;
  found = false;
  for (uint32_t i = 0; i < n && !found; i++) {
    struct term var = only_variable(s, conjuncts[i]);
    if (term_none(var) || map_u32_find(&tried, var.id)) continue;
    map_u32_put(&tried, var.id, 1);
    found = splits(s, n, conjuncts, var, split);
  }
  map_u32_release(&tried);
  return found;
}

// The case of one value. UNSAT: the conjuncts that conflict in it are marked.
static enum answer decide_case(struct solver *s, const struct split *split, struct term value, uint32_t n,
                               const struct term *conjuncts, unsigned char *in, struct model **model) {
  struct substitution *sub = substitution_new(s->tm);
  substitution_set(sub, split->var, value);
  struct vec_term parts = {0}, core = {0};
  for (uint32_t i = 0; i < n; i++) vec_term_push(&parts, substitution_apply(sub, conjuncts[i]));
  substitution_free(sub);
  enum answer answer = solver_decide(s, parts.size, parts.data, model, &core);
  struct map_u32 wanted = {0};
  for (uint32_t i = 0; i < core.size; i++) map_u32_put(&wanted, core.data[i].id, 1);
  for (uint32_t i = 0; i < n; i++) in[i] |= map_u32_remove(&wanted, parts.data[i].id);
  assert(!wanted.size);
  map_u32_release(&wanted);
  vec_term_release(&parts);
  vec_term_release(&core);
  return answer;
}

// The model of a case with the value, for exactly the variables of the conjuncts. NULL: they do not hold.
static struct model *with_value(struct solver *s, struct model *part, const struct split *split, struct term value,
                                uint32_t n, const struct term *conjuncts) {
  struct model *chosen = model_new(s->tm);
  model_set(chosen, split->var, value);
  struct model *both = model_merge(s->tm, part, chosen), *model = model_restricted(s->tm, both, n, conjuncts);
  model_unref(part);
  model_unref(chosen);
  model_unref(both);
  if (model_holds_all(model, n, conjuncts)) return model;
  model_unref(model);
  return NULL;
}

enum answer solver_ask_cases(struct solver *s, uint32_t n, const struct term *conjuncts, struct model **model,
                             struct vec_term *core) {
  struct split split;
  if (!stage_on(s->stages, STAGE_CASES) || s->case_depth == MAX_DEPTH || !find_split(s, n, conjuncts, &split))
    return ANSWER_UNKNOWN;
  unsigned char *in = mem_zalloc(n + 1, 1);
  enum answer answer = ANSWER_UNSAT;
  s->case_depth++;
  for (uint32_t i = 0; i < split.n && answer == ANSWER_UNSAT; i++) {
    answer = decide_case(s, &split, split.values[i], n, conjuncts, in, model);
    if (answer != ANSWER_SAT) continue;
    *model = with_value(s, *model, &split, split.values[i], n, conjuncts);
    if (!*model) answer = ANSWER_UNKNOWN;
  }
  s->case_depth--;
  for (uint32_t i = 0; i < n && answer == ANSWER_UNSAT; i++)
    if (in[i] || term_same(only_variable(s, conjuncts[i]), split.var)) vec_term_push(core, conjuncts[i]);
  s->stats->queries_cases += answer != ANSWER_UNKNOWN;
  mem_free(in);
  vec_term_release(&split.about);
  return answer;
}

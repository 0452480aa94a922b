// Source: what is left to add, within the range of the type.
//
//   while (n > 0) { m = m + 1; n = n - 1; }
//
// That m does not overflow is no matter of m alone, nor of bounds of m and n: m + n, which the loop keeps, must fit in
// the type. As a number of the variables' width the sum wraps and says nothing, so it is said in twice the width:
//
//   (long)m + n <= 2147483647
//
// In general x moves by a, a counter y by b, and the loop compares y with a limit that it does not change. Then
// b·x + a·(limit - y), for b > 0, is what b·x will be at the end. It does not grow, also where x moves by less now and
// then. Where the comparison is one of order, the counter may pass its limit by b - 1, and the limit is meant to be so
// much larger; `y <= limit` is `y < limit + 1`. Downwards the same, mirrored.
//
// Offered only where x may overflow in the eyes of the program, that is, where something in the loop is compared with
// a number at an end of the range of x: other loops are spared candidates of twice the width.
#include "facts/candidates.h"
#include "facts/samples.h"
#include "facts/table.h"

enum {
  STEP_BITS = 12,
  MAX_STEP = 1 << STEP_BITS, // so that a product of a step and a number fits in twice the width
  MAX_MOVES = 24,
  MAX_LIMITS = 24,
  MAX_DEPTH = 6, // copies of a variable and conditions in a value, one after the other
};

// An edge adds a number to a variable.
struct move {
  uint32_t edge, var;
  int64_t step;
};

// The loop compares a counter with what it does not change.
struct limit {
  struct term counter, limit;
  bool is_signed;
  bool at_most; // the counter goes on while it is at most (else: less than, or different from) the limit
  bool ordered; // no matter of equality: the counter may pass the limit
};

struct totals {
  struct facts *f;
  struct terms *tm;
  struct location head;
  struct vec_u32 edges; // of the loop
  struct vec_u32 guards; // these, and those that leave it
  struct map_u32 definitions; // variable → what the loop assigns to it, a term's id
  struct move moves[MAX_MOVES];
  uint32_t n_moves;
  struct limit limits[MAX_LIMITS];
  uint32_t n_limits;
  struct candidates out;
};

// --- what the loop does ----------------------------------------------------------------------------------------------

static bool has_input(const struct totals *t, struct term value) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(t->tm, value, &n);
  for (uint32_t i = 0; i < n; i++)
    if (cfa_var_of(t->f->cfa, (struct term){vars[i]}) == CFA_NONE) return true;
  return false;
}

// Of several the first that is no input: recursion as a loop havocs the locals.
static void note_definition(struct totals *t, const struct cfa_update *u) {
  const uint32_t *before = map_u32_find(&t->definitions, u->var);
  if (!before || has_input(t, (struct term){*before})) map_u32_put(&t->definitions, u->var, u->value.id);
}

static void find_edges(struct totals *t) {
  const struct cfa *cfa = t->f->cfa;
  for (uint32_t i = 0; i < cfa->edges.size; i++) {
    const struct cfa_edge *e = &cfa->edges.data[i];
    if (!cfa_in_loop(cfa, e->from, t->head)) continue;
    vec_u32_push(&t->guards, i);
    if (!cfa_in_loop(cfa, e->to, t->head)) continue;
    vec_u32_push(&t->edges, i);
    for (uint32_t k = 0; k < e->updates.size; k++) note_definition(t, &e->updates.data[k]);
  }
}

// Puts in what the loop assigns to the variables but one. Which of several assignments is no matter: whether it fits is
// up to who proves the candidate. False: there is nothing to put in.
static bool resolve(const struct totals *t, const struct cfa_var *but, struct term *value) {
  struct vec_term from = {0}, to = {0};
  uint32_t n;
  const uint32_t *vars = term_free_vars(t->tm, *value, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = cfa_var_of(t->f->cfa, (struct term){vars[i]});
    const uint32_t *definition = var == CFA_NONE ? NULL : map_u32_find(&t->definitions, var);
    if (!definition || vars[i] == but->term.id) continue;
    vec_term_push(&from, (struct term){vars[i]});
    vec_term_push(&to, (struct term){*definition});
  }
  bool any = from.size;
  if (any) *value = term_substitute(t->tm, *value, from.size, from.data, to.data);
  vec_term_release(&from);
  vec_term_release(&to);
  return any;
}

static void add_move(struct totals *t, struct move move) {
  if (!move.step || move.step <= -MAX_STEP || move.step >= MAX_STEP || t->n_moves == MAX_MOVES) return;
  t->moves[t->n_moves++] = move;
}

// The edge gives the variable the value: by which constants that moves it. Checked operations leave their result in a
// temporary, parameters are copied, and where edges were merged a condition chooses: values are resolved and split
// until they are a sum, at most so many times.
static void find_moves(struct totals *t, struct move move, struct term value, uint32_t depth) {
  const struct cfa_var *var = &t->f->cfa->vars.data[move.var];
  struct vec_term conditions = {0};
  uint64_t step;
  if (term_value64(t->tm, term_sub(t->tm, value, var->term), &step)) {
    move.step = as_signed(step, sort_width(t->tm, var->sort));
    add_move(t, move);
    return;
  }
  if (depth == MAX_DEPTH) return;
  facts_conditions(t->tm, value, &conditions);
  if (!conditions.size && resolve(t, var, &value)) find_moves(t, move, value, depth + 1);
  for (int holds = 0; holds < 2 && conditions.size; holds++) {
    struct term way = term_bool(t->tm, holds);
    find_moves(t, move, term_substitute(t->tm, value, 1, conditions.data, &way), depth + 1);
  }
  vec_term_release(&conditions);
}

static void note_moves(struct totals *t, uint32_t number) {
  const struct cfa_edge *e = &t->f->cfa->edges.data[number];
  for (uint32_t k = 0; k < e->updates.size; k++) {
    uint32_t var = e->updates.data[k].var;
    struct sort sort = t->f->cfa->vars.data[var].sort;
    if (sort_kind(t->tm, sort) != SORT_BV || sort_width(t->tm, sort) > 64 || !facts_is_live(t->f->cfa, t->head, var))
      continue;
    find_moves(t, (struct move){number, var, 0}, e->updates.data[k].value, 0);
  }
}

// Is it at an end of the range of numbers of this width, as far as a step goes?
static bool is_extreme(struct terms *tm, struct term t) {
  uint64_t value;
  if (term_kind(tm, t) != TERM_CONST_BV || !term_value64(tm, t, &value)) return false;
  uint32_t width = term_width(tm, t);
  int64_t n = as_signed(value, width), most = (int64_t)(width_mask(width) >> 1);
  return width >= 2 * STEP_BITS && (n > most - MAX_STEP || n < -most - 1 + MAX_STEP);
}

// May it be the limit of a counter: a constant, or a variable that the loop does not change?
static bool is_fixed(const struct totals *t, struct term limit) {
  uint32_t var = cfa_var_of(t->f->cfa, limit);
  if (term_is_const(t->tm, limit)) return !is_extreme(t->tm, limit); // those are checks
  return var != CFA_NONE && !map_u32_find(&t->definitions, var) && facts_is_live(t->f->cfa, t->head, var);
}

static void note_limit(struct totals *t, struct term atom) {
  struct terms *tm = t->tm;
  enum term_kind kind = term_kind(tm, atom);
  bool is_signed = kind == TERM_BV_SLT || kind == TERM_BV_SLE, is_unsigned = kind == TERM_BV_ULT || kind == TERM_BV_ULE;
  bool ordered = is_signed || is_unsigned;
  if ((!ordered && kind != TERM_EQ) || sort_kind(tm, term_sort(tm, term_child(tm, atom, 0))) != SORT_BV) return;
  for (uint32_t side = 0; side < 2; side++) {
    struct term counter = term_child(tm, atom, side), limit = term_child(tm, atom, !side);
    uint32_t var = cfa_var_of(t->f->cfa, counter);
    if (var == CFA_NONE || !is_fixed(t, limit)) continue;
    if (!ordered) is_signed = !t->f->cfa->vars.data[var].is_unsigned;
    // `counter < limit` may be the condition to go on or, the other way round, the one to stop: both are offered.
    for (int at_most = 0; at_most <= ordered && t->n_limits < MAX_LIMITS; at_most++)
      t->limits[t->n_limits++] = (struct limit){counter, limit, is_signed, at_most, ordered};
  }
}

// Is something in the loop compared with a number at the end of a range?
static bool may_overflow(const struct totals *t) {
  bool found = false;
  for (uint32_t i = 0; i < t->guards.size && !found; i++) {
    struct vec_term atoms = {0};
    facts_atoms(t->tm, t->f->cfa->edges.data[t->guards.data[i]].guard, &atoms);
    for (uint32_t k = 0; k < atoms.size && !found; k++)
      for (uint32_t c = 0; c < term_arity(t->tm, atoms.data[k]); c++)
        found |= is_extreme(t->tm, term_child(t->tm, atoms.data[k], c));
    vec_term_release(&atoms);
  }
  return found;
}

static void look_at_loop(struct totals *t) {
  for (uint32_t i = 0; i < t->edges.size; i++) note_moves(t, t->edges.data[i]);
  for (uint32_t i = 0; i < t->guards.size; i++) {
    struct vec_term atoms = {0};
    facts_atoms(t->tm, t->f->cfa->edges.data[t->guards.data[i]].guard, &atoms);
    for (uint32_t k = 0; k < atoms.size; k++) note_limit(t, atoms.data[k]);
    vec_term_release(&atoms);
  }
}

// --- candidates ------------------------------------------------------------------------------------------------------

static struct term widen(struct terms *tm, struct term x, bool is_signed, uint32_t width) {
  return is_signed ? term_sext(tm, x, width) : term_zext(tm, x, width);
}

static struct term times(struct terms *tm, int64_t factor, struct term x) {
  return term_mul(tm, term_bv_signed(tm, term_width(tm, x), factor), x);
}

// How far the counter's last value may be from its limit, in the direction of its step: 0 where it ends at the limit.
static int64_t beyond(const struct limit *l, int64_t step) {
  int64_t far = step > 0 ? step : -step;
  int64_t more = (l->ordered ? far - 1 : 0) + (l->at_most ? 1 : 0);
  return step > 0 ? more : -more;
}

static void offer(struct totals *t, const struct move *x, const struct move *y, const struct limit *l) {
  struct terms *tm = t->tm;
  const struct cfa_var *var = &t->f->cfa->vars.data[x->var];
  uint32_t narrow = sort_width(tm, var->sort), width = 2 * narrow;
  if (term_width(tm, l->counter) > narrow) return;
  // |b|·x + a·sign(b)·(limit + beyond - y)
  int64_t factor = y->step > 0 ? y->step : -y->step, slope = y->step > 0 ? x->step : -x->step;
  struct term end =
      term_add(tm, widen(tm, l->limit, l->is_signed, width), term_bv_signed(tm, width, beyond(l, y->step)));
  struct term left = term_sub(tm, end, widen(tm, l->counter, l->is_signed, width));
  struct term total = term_add(tm, times(tm, factor, widen(tm, var->term, true, width)), times(tm, slope, left));
  struct term most = widen(tm, term_bv(tm, narrow, width_mask(narrow) >> 1), true, width);
  struct term least = widen(tm, term_bv(tm, narrow, (width_mask(narrow) >> 1) + 1), true, width);
  if (x->step > 0) candidates_add(&t->out, term_sle(tm, total, times(tm, factor, most)));
  else candidates_add(&t->out, term_sle(tm, times(tm, factor, least), total));
}

// Moves on one edge belong together; so do those of one way only.
static bool belong(const struct totals *t, const struct move *x, const struct move *y) {
  if (x->edge == y->edge) return true;
  for (uint32_t i = 0; i < t->n_moves; i++) {
    const struct move *m = &t->moves[i];
    if ((m->var == x->var && m->edge == y->edge) || (m->var == y->var && m->edge == x->edge)) return false;
  }
  return true;
}

static void offer_all(struct totals *t) {
  for (uint32_t i = 0; i < t->n_moves; i++) {
    const struct move *x = &t->moves[i];
    const struct cfa_var *var = &t->f->cfa->vars.data[x->var];
    if (var->is_unsigned || sort_width(t->tm, var->sort) < 2 * STEP_BITS) continue;
    for (uint32_t k = 0; k < t->n_moves; k++) {
      const struct move *y = &t->moves[k];
      if (y->var == x->var || !belong(t, x, y)) continue;
      for (uint32_t l = 0; l < t->n_limits; l++)
        if (term_same(t->limits[l].counter, t->f->cfa->vars.data[y->var].term)) offer(t, x, y, &t->limits[l]);
    }
  }
}

void source_totals(struct facts *f, struct location head, uint32_t sources, uint32_t most, struct vec_term *out) {
  (void)sources;
  struct totals t = {.f = f, .tm = f->tm, .head = head, .out = {.tm = f->tm}};
  find_edges(&t);
  if (may_overflow(&t)) {
    look_at_loop(&t);
    offer_all(&t);
  }
  for (uint32_t i = 0; i < t.out.list.size && i < most; i++) vec_term_push(out, t.out.list.data[i]);
  candidates_release(&t.out);
  vec_u32_release(&t.edges);
  vec_u32_release(&t.guards);
  map_u32_release(&t.definitions);
}

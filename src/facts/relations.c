// Relations that hold in all samples of a loop head.
//
// Kinds of relations have their share of what is wanted, so that many of one kind do not hide the others; what is left
// goes to the better kinds first.
#include "facts/relations.h"
#include "facts/guards.h"
#include "facts/table.h"
#include "term/walk.h"

enum {
  MIN_VISITS = 3,
  MAX_PAIRS = 40,  // variables whose order is looked at
  MAX_DERIVED = 4, // terms of the program in equations
  MIN_GIVEN = 4,   // samples in which a condition holds
  MAX_BRANCHES = 2, // conditions of the loop's body whose branches may have equations of their own
};

static const uint32_t shares[KIND_COUNT] = {6, 4, 2, 3, 3, 4, 4, 1, 1, 4, 0};   // of twenty

// Does it speak of an object? Terms of measures may have been taken apart, but not what they measure.
static bool is_measured(const struct relating *r, struct term t) {
  for (uint32_t k = r->s->vars; k < r->n; k++) {
    uint32_t n;
    const uint32_t *vars = term_free_vars(r->tm, r->s->columns.data[k].term, &n);
    for (uint32_t i = 0; i < n; i++)
      if (sort_kind(r->tm, term_sort(r->tm, (struct term){vars[i]})) == SORT_ARRAY &&
          term_mentions(r->tm, t, (struct term){vars[i]}))
        return true;
  }
  return false;
}

void relation_offer(struct relating *r, enum relation_kind kind, struct term t) {
  uint32_t before = r->all.list.size;
  if (r->n > r->s->vars && !is_measured(r, t)) return;
  if (!term_none(r->given)) {
    if (map_u32_find(&r->all.seen, t.id)) return;   // it holds without
    t = term_or(r->tm, term_not(r->tm, r->given), t);
    kind = r->given_kind;
    if (r->offered[kind].size == shares[kind]) return;
  }
  candidates_add(&r->all, t);
  if (r->all.list.size > before) vec_term_push(&r->offered[kind], t);
}

// Only about variables of the samples?
static bool is_over_samples(const struct relating *r, struct term t) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(r->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = cfa_var_of(r->cfa, (struct term){ids[i]});
    if (var == CFA_NONE || !map_u32_find(&r->index_of, var)) return false;
  }
  return n > 0;
}

static uint64_t pair_key(uint32_t i, uint32_t k) { return (uint64_t)(i < k ? i : k) << 32 | (i < k ? k : i); }

// The values of terms over the variables, row after row.
void relation_values(const struct relating *r, const struct vec_term *terms, struct vec_u64 *out) {
  for (uint32_t row = 0; row < r->s->rows; row++) {
    struct model *m = model_new(r->tm);
    for (uint32_t i = 0; i < r->s->vars; i++) {
      uint64_t value = value_at(r, row, i);
      model_set(m, column_at(r, i)->term,
                is_bool(r, i) ? term_bool(r->tm, value) : term_bv(r->tm, width_at(r, i), value));
    }
    for (uint32_t k = 0; k < terms->size; k++) {
      uint64_t value = 0;
      term_value64(r->tm, model_eval(m, terms->data[k]), &value);
      vec_u64_push(out, value);
    }
    model_unref(m);
  }
}

// --- what the program says about the variables ----------------------------------------------------------

static void note_compared(struct relating *r, struct term atom) {
  uint32_t n, indices[16], count = 0;
  const uint32_t *ids = term_free_vars(r->tm, atom, &n);
  for (uint32_t i = 0; i < n && count < 16; i++) {
    uint32_t var = cfa_var_of(r->cfa, (struct term){ids[i]});
    const uint32_t *at = var == CFA_NONE ? NULL : map_u32_find(&r->index_of, var);
    if (at) indices[count++] = *at;
  }
  for (uint32_t i = 0; i < count; i++) {
    r->compared[indices[i]] = true;
    for (uint32_t k = 0; k < i; k++) {
      uint64_t key = pair_key(indices[i], indices[k]);
      if (n == 2 || !map_u32_find(&r->compared_pairs, key)) map_u32_put(&r->compared_pairs, key, n == 2);
    }
  }
}

// The atoms in a guard, or in another term.
static void note_guard(struct relating *r, struct term guard, struct map_u32 *seen) {
  struct term_walk walk = {.tm = r->tm, .seen = seen};
  term_walk_add(&walk, guard);
  for (struct term t; term_walk_next(&walk, &t);) {
    if (facts_is_atom(r->tm, t)) note_compared(r, t), term_walk_skip(&walk);
  }
  term_walk_release(&walk);
}

// A remainder, quotient or part of something with a constant: what C programs decide about numbers besides comparing
// them.
static bool is_derived(const struct relating *r, struct term t) {
  switch (term_kind(r->tm, t)) {
  case TERM_BV_SREM:
  case TERM_BV_UREM:
  case TERM_BV_SDIV:
  case TERM_BV_UDIV:
  case TERM_BV_AND:
  case TERM_BV_LSHR:
  case TERM_BV_ASHR:
    if (!term_is_const(r->tm, term_child(r->tm, t, 0)) && !term_is_const(r->tm, term_child(r->tm, t, 1))) return false;
    break;
  case TERM_BV_EXTRACT: break;
  default: return false;
  }
  return term_width(r->tm, t) <= 64 && is_over_samples(r, t);
}

static void note_derived(struct relating *r, struct term root, struct map_u32 *seen) {
  struct term_walk walk = {.tm = r->tm, .seen = seen};
  term_walk_add(&walk, root);
  for (struct term t; r->derived.size < MAX_DERIVED && term_walk_next(&walk, &t);)
    if (is_derived(r, t)) vec_term_push(&r->derived, t);
  term_walk_release(&walk);
}

static void look_at_terms(struct relating *r) {
  struct map_u32 seen = {0};
  for (uint32_t i = 0; i < r->cfa->edges.size; i++) {
    const struct cfa_edge *e = &r->cfa->edges.data[i];
    if (!cfa_in_loop(r->cfa, e->from, r->s->head)) continue;
    note_derived(r, e->guard, &seen);
    for (uint32_t k = 0; k < e->updates.size; k++) note_derived(r, e->updates.data[k].value, &seen);
  }
  map_u32_release(&seen);
}

static void look_at_variables(struct relating *r) {
  const struct samples *s = r->s;
  r->constant = mem_zalloc(r->n + 1, sizeof(bool));
  r->in_loop = mem_zalloc(r->n + 1, sizeof(bool));
  r->compared = mem_zalloc(r->n + 1, sizeof(bool));
  for (uint32_t i = 0; i < r->n; i++) {
    if (i < s->vars) map_u32_put(&r->index_of, column_at(r, i)->var, i);
    r->constant[i] = true;
    for (uint32_t row = 1; row < s->rows && r->constant[i]; row++)
      r->constant[i] = value_at(r, row, i) == value_at(r, 0, i);
  }
  struct vec_u32 changes = {0};
  cfa_loop_changes(r->cfa, s->head, &changes);
  for (uint32_t i = 0; i < changes.size; i++) {
    const uint32_t *at = map_u32_find(&r->index_of, changes.data[i]);
    if (at) r->in_loop[*at] = true;
    for (uint32_t k = s->vars; k < r->n; k++)
      r->in_loop[k] |= term_mentions(r->tm, column_at(r, k)->term, r->cfa->vars.data[changes.data[i]].term);
  }
  vec_u32_release(&changes);
  // Measures are what the program compares with each other.
  for (uint32_t k = s->vars; k < r->n; k++) {
    r->compared[k] = true;
    for (uint32_t i = s->vars; i < k; i++) map_u32_put(&r->compared_pairs, pair_key(i, k), 1);
  }
  struct map_u32 seen = {0};
  for (uint32_t i = 0; i < r->cfa->edges.size; i++) {
    const struct cfa_edge *e = &r->cfa->edges.data[i];
    if (cfa_location(r->cfa, e->from)->function != cfa_location(r->cfa, s->head)->function) continue;
    note_guard(r, e->guard, &seen);
    for (uint32_t k = 0; k < e->updates.size; k++)
      note_guard(r, e->updates.data[k].value, &seen);   // conditions of edges that were merged
    for (uint32_t k = 0; k < e->args.size; k++) note_guard(r, e->args.data[k], &seen);   // of an assertion, perhaps
  }
  map_u32_release(&seen);
}

static void offer_constants(struct relating *r) {
  for (uint32_t i = 0; i < r->n; i++) {
    if (!r->constant[i]) continue;
    struct term x = column_at(r, i)->term;
    uint64_t value = value_at(r, 0, i);
    struct term t = is_bool(r, i) ? (value ? x : term_not(r->tm, x))
                                  : term_eq(r->tm, x, term_bv(r->tm, width_at(r, i), value));
    relation_offer(r, matters(r, i) ? KIND_VALUE : KIND_OTHER, t);
  }
}

// --- congruences, bounds, orders ----------------------------------------------------------------------------

static uint64_t gcd(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t c = a % b;
    a = b;
    b = c;
  }
  return a;
}

static uint64_t remainder_of(bool is_unsigned, uint32_t width, uint64_t value, uint64_t m) {
  return is_unsigned ? value % m : (uint64_t)(as_signed(value, width) % (int64_t)m);
}

struct term facts_congruence(struct terms *tm, struct term x, bool is_unsigned, uint64_t modulus, uint64_t value) {
  uint32_t width = term_width(tm, x), bits = (uint32_t)__builtin_ctzll(modulus);
  if (modulus == (uint64_t)1 << bits) return term_eq(tm, term_extract(tm, bits - 1, 0, x), term_bv(tm, bits, value));
  struct term m = term_bv(tm, width, modulus), rest = is_unsigned ? term_urem(tm, x, m) : term_srem(tm, x, m);
  return term_eq(tm, rest, term_bv(tm, width, remainder_of(is_unsigned, width, value, modulus)));
}

// x modulo what all differences of its values have in common.
static void offer_congruence(struct relating *r, uint32_t i) {
  uint32_t width = width_at(r, i);
  const struct column *x = column_at(r, i);
  uint64_t common = 0, first = value_at(r, 0, i);
  for (uint32_t row = 1; row < r->s->rows; row++)
    common = gcd(common, magnitude((value_at(r, row, i) - first) & width_mask(width), width));
  uint32_t bits = common ? (uint32_t)__builtin_ctzll(common) : 0;
  if (bits && bits < width)
    relation_offer(r, KIND_CONGRUENCE, facts_congruence(r->tm, x->term, x->is_unsigned, (uint64_t)1 << bits, first));
  if (common < 3 || common > 1000 || !(common & (common - 1))) return;
  for (uint32_t row = 1; row < r->s->rows; row++)
    if (remainder_of(x->is_unsigned, width, value_at(r, row, i), common) !=
        remainder_of(x->is_unsigned, width, first, common))
      return; // of both signs
  relation_offer(r, KIND_CONGRUENCE, facts_congruence(r->tm, x->term, x->is_unsigned, common, first));
}

// The values in their order: signed ones are moved so that the smallest is 0.
static uint64_t rank(uint64_t value, uint32_t width, bool is_unsigned) {
  return is_unsigned ? value : value ^ (uint64_t)1 << (width - 1);
}

static bool is_constant_of_program(const struct relating *r, uint32_t width, uint64_t value) {
  for (int d = -1; d <= 1; d++)
    if (map_u32_find(&r->f->constant_set, term_bv(r->tm, width, value + (uint64_t)(int64_t)d).id)) return true;
  return false;
}

// x <= c or x >= c.
static struct term bound(const struct relating *r, uint32_t i, uint64_t c, bool upper) {
  struct term x = column_at(r, i)->term, limit = term_bv(r->tm, width_at(r, i), c);
  struct term a = upper ? x : limit, b = upper ? limit : x;
  return column_at(r, i)->is_unsigned ? term_ule(r->tm, a, b) : term_sle(r->tm, a, b);
}

// The nearest constant of the program outside the values, as a bound.
static void offer_wide_bound(struct relating *r, uint32_t i, uint64_t extreme, bool upper) {
  uint32_t width = width_at(r, i);
  bool is_unsigned = column_at(r, i)->is_unsigned, found = false;
  uint64_t best = 0, limit = rank(extreme, width, is_unsigned);
  for (uint32_t k = 0; k < r->f->constants.size; k++) {
    uint64_t value;
    if (term_width(r->tm, r->f->constants.data[k]) != width || !term_value64(r->tm, r->f->constants.data[k], &value))
      continue;
    uint64_t at = rank(value, width, is_unsigned);
    if (upper ? at <= limit : at >= limit) continue;
    if (!found || (upper ? at < rank(best, width, is_unsigned) : at > rank(best, width, is_unsigned)))
      best = value, found = true;
  }
  if (found) relation_offer(r, KIND_OTHER, bound(r, i, best, upper));
}

static void offer_bounds(struct relating *r, uint32_t i) {
  uint32_t width = width_at(r, i);
  bool is_unsigned = column_at(r, i)->is_unsigned;
  uint64_t low = value_at(r, 0, i), high = low;
  for (uint32_t row = 1; row < r->s->rows; row++) {
    uint64_t value = value_at(r, row, i);
    if (rank(value, width, is_unsigned) < rank(low, width, is_unsigned)) low = value;
    if (rank(value, width, is_unsigned) > rank(high, width, is_unsigned)) high = value;
  }
  for (int upper = 0; upper < 2; upper++) {
    uint64_t extreme = upper ? high : low;
    bool starts = !r->s->varies[i] && r->s->first.data[i] == extreme;
    bool plain = magnitude(extreme, width) <= 1;
    bool good = starts || plain || is_constant_of_program(r, width, extreme);
    if (good) relation_offer(r, matters(r, i) ? KIND_BOUND : KIND_OTHER, bound(r, i, extreme, upper));
    else if (matters(r, i)) offer_wide_bound(r, i, extreme, upper);
  }
  // A size or an index that is as small as sizes are: what is computed with it does not wrap.
  uint64_t largest = width_mask(width) >> 1;
  if (r->s->members && i >= r->s->vars && high <= largest) relation_offer(r, KIND_BOUND, bound(r, i, largest, true));
}

// x <= y or x < y, if it holds; how close they come decides how much it is worth. x <= y + 1 where x and y are
// compared.
static void offer_order(struct relating *r, uint32_t i, uint32_t k, bool compared) {
  struct terms *tm = r->tm;
  uint32_t width = width_at(r, i);
  bool is_unsigned = column_at(r, i)->is_unsigned && column_at(r, k)->is_unsigned;
  uint64_t least = UINT64_MAX, difference = value_at(r, 0, i) - value_at(r, 0, k);
  bool above = false, by_one = true, same = true;
  for (uint32_t row = 0; row < r->s->rows; row++) {
    uint64_t a = rank(value_at(r, row, i), width, is_unsigned), b = rank(value_at(r, row, k), width, is_unsigned);
    same = same && a - b == difference;
    if (a > b) above = true, by_one = by_one && a - b == 1;
    else if (b - a < least) least = b - a;
  }
  struct term x = column_at(r, i)->term, y = column_at(r, k)->term;
  enum relation_kind kind = (compared || least <= 1) && matters(r, i) && matters(r, k) ? KIND_ORDER : KIND_OTHER;
  if (same) return; // an equation says more
  if (above) {
    if (!by_one || !compared) return;
    y = term_add(tm, y, term_bv(tm, width, 1));
    least = 0;
  }
  bool strict = least > 0;
  if (is_unsigned) relation_offer(r, kind, strict ? term_ult(tm, x, y) : term_ule(tm, x, y));
  else relation_offer(r, kind, strict ? term_slt(tm, x, y) : term_sle(tm, x, y));
}

static void offer_orders(struct relating *r) {
  uint32_t looked = 0;
  for (uint32_t i = 0; i < r->n && looked < MAX_PAIRS; i++) {
    if (is_bool(r, i) || r->constant[i] || !matters(r, i)) continue;
    looked++;
    for (uint32_t k = 0; k < r->n; k++) {
      if (k == i || is_bool(r, k) || r->constant[k] || !matters(r, k) || width_at(r, i) != width_at(r, k)) continue;
      bool compared = map_u32_find(&r->compared_pairs, pair_key(i, k));
      if (!term_none(r->given) && !map_u32_get_or(&r->compared_pairs, pair_key(i, k), 0)) continue;
      if (!compared && !(r->in_loop[i] && r->in_loop[k]) &&
          !(r->compared[i] && r->compared[k] && (r->in_loop[i] || r->in_loop[k])))
        continue;
      offer_order(r, i, k, compared);
    }
  }
}

// --- all together -----------------------------------------------------------------------------------------

static void offer_all_equations(struct relating *r) {
  static const uint32_t widths[] = {8, 16, 32, 64};
  for (uint32_t k = 0; k < 4; k++) {
    bool any = false;
    for (uint32_t i = 0; i < r->n && !any; i++) any = !is_bool(r, i) && width_at(r, i) == widths[k] && !r->constant[i];
    if (any) relations_equations(r, widths[k]);
  }
}

static void offer_everything(struct relating *r) {
  offer_all_equations(r);
  offer_constants(r);
  offer_orders(r);
  for (uint32_t i = 0; i < r->n; i++)
    if (!is_bool(r, i) && !r->constant[i]) offer_bounds(r, i);
  for (uint32_t i = 0; i < r->n; i++)
    if (!is_bool(r, i) && !r->constant[i] && r->in_loop[i]) offer_congruence(r, i);
}

// Those of the samples that are wanted; the values are the caller's to release.
static struct samples some_samples(const struct relating *r, const bool *wanted) {
  const struct samples *s = r->s;
  struct samples part = *s;
  part.values = (struct vec_u64){0};
  part.rows = 0;
  for (uint32_t row = 0; row < s->rows; row++) {
    if (!wanted[row]) continue;
    for (uint32_t i = 0; i < s->columns.size; i++) vec_u64_push(&part.values, value_at(r, row, i));
    part.rows++;
  }
  return part;
}

// Equations that hold whenever another iteration follows. Where a loop is not entered at all, what its body relates is
// often not so.
static void offer_staying(struct relating *r) {
  const struct samples *s = r->s;
  bool *wanted = mem_zalloc(s->rows + 1, sizeof *wanted);
  for (uint32_t row = 0; row < s->rows; row++) wanted[row] = s->stays.data[row];
  struct samples part = some_samples(r, wanted);
  r->s = &part;
  r->staying = true;
  if (part.rows && part.rows < s->rows) offer_all_equations(r);
  r->s = s;
  r->staying = false;
  vec_u64_release(&part.values);
  mem_free(wanted);
}

// Relations that hold wherever a condition of the program does: orders of terms that are compared, or equations.
static void offer_given(struct relating *r, struct term condition, const bool *wanted) {
  const struct samples *s = r->s;
  struct samples part = some_samples(r, wanted);
  if (part.rows >= MIN_GIVEN && part.rows < s->rows) {
    r->s = &part;
    r->given = condition;
    (r->given_kind == KIND_PHASE ? offer_all_equations : offer_orders)(r);
    r->given = TERM_NONE;
    r->s = s;
  }
  vec_u64_release(&part.values);
}

// For each condition and its negation.
static void offer_both_ways(struct relating *r, const struct vec_term *known) {
  struct vec_u64 values = {0};
  relation_values(r, known, &values);
  bool *wanted = mem_zalloc(r->s->rows + 1, sizeof *wanted);
  for (uint32_t k = 0; k < known->size; k++)
    for (int negated = 0; negated < 2; negated++) {
      for (uint32_t row = 0; row < r->s->rows; row++)
        wanted[row] = (values.data[(size_t)row * known->size + k] != 0) != negated;
      offer_given(r, negated ? term_not(r->tm, known->data[k]) : known->data[k], wanted);
    }
  mem_free(wanted);
  vec_u64_release(&values);
}

// For conditions on one variable that were found before, and for their negations: something that tells what has
// happened so far.
static void offer_implied(struct relating *r, uint32_t n, const struct term *conditions) {
  struct vec_term known = {0};
  for (uint32_t i = 0; i < n; i++) {
    uint32_t vars;
    term_free_vars(r->tm, conditions[i], &vars);
    if (vars == 1 && facts_is_atom(r->tm, conditions[i]) && is_over_samples(r, conditions[i]))
      vec_term_push(&known, conditions[i]);
  }
  r->given_kind = KIND_GIVEN;
  offer_both_ways(r, &known);
  vec_term_release(&known);
}

// A loop whose body branches on how far it has come is in one phase, then in another: x = y below n, x + y = 2·n from
// there on. A loop that tests more is a state machine, which has too many of them.
static void offer_phases(struct relating *r) {
  const struct candidates *inside = &facts_guards(r->f, r->s->head)->ranks[RANK_INSIDE];
  struct vec_term known = {0};
  for (uint32_t i = 0; i < inside->list.size && known.size <= MAX_BRANCHES; i++) {
    struct term t = inside->list.data[i];
    bool changes = false;
    for (uint32_t k = 0; k < r->s->vars && !changes; k++)
      changes = r->in_loop[k] && term_mentions(r->tm, t, column_at(r, k)->term);
    if (changes && facts_is_atom(r->tm, t) && is_over_samples(r, t)) vec_term_push(&known, t);
  }
  r->given_kind = KIND_PHASE;
  if (known.size <= MAX_BRANCHES) offer_both_ways(r, &known);
  vec_term_release(&known);
}

static void hand_out(struct relating *r, uint32_t most, struct vec_term *out) {
  uint32_t given[KIND_COUNT] = {0}, total = 0;
  uint32_t quota[KIND_COUNT];
  for (uint32_t k = 0; k < KIND_COUNT; k++) {
    quota[k] = (most * shares[k] + 19) / 20;
    if (quota[k] > r->offered[k].size) quota[k] = r->offered[k].size;
    if (quota[k] > most - total) quota[k] = most - total;
    total += quota[k];
  }
  for (uint32_t k = 0; k < KIND_COUNT && total < most; k++) {
    uint32_t more = r->offered[k].size - quota[k] < most - total ? r->offered[k].size - quota[k] : most - total;
    quota[k] += more;
    total += more;
  }
  for (uint32_t k = 0; k < KIND_COUNT; k++)
    for (; given[k] < quota[k]; given[k]++) vec_term_push(out, r->offered[k].data[given[k]]);
}

void facts_relate(struct facts *f, const struct samples *s, bool measures, uint32_t most, struct vec_term *out) {
  if (!s->rows || s->all_visits < MIN_VISITS) return;
  struct relating r = {.f = f, .tm = f->tm, .cfa = f->cfa, .s = s, .all = {.tm = f->tm}};
  r.n = measures ? s->columns.size : s->vars;
  uint32_t conditions = out->size;
  look_at_variables(&r);
  look_at_terms(&r);
  for (uint32_t i = 0; i < out->size; i++) candidates_add(&r.all, out->data[i]);
  offer_everything(&r);
  offer_staying(&r);
  if (!measures) offer_phases(&r);
  if (conditions) offer_implied(&r, conditions, out->data);
  hand_out(&r, most, out);
  candidates_release(&r.all);
  for (uint32_t k = 0; k < KIND_COUNT; k++) vec_term_release(&r.offered[k]);
  vec_term_release(&r.derived);
  map_u32_release(&r.index_of);
  map_u32_release(&r.compared_pairs);
  mem_free(r.constant);
  mem_free(r.in_loop);
  mem_free(r.compared);
}

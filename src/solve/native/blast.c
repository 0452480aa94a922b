// See blast.h. One function per family of operators; all of them take and give vectors of literals, low bit first.
#include "solve/native/blast.h"
#include <assert.h>

void blaster_init(struct blaster *b, struct terms *tm) {
  *b = (struct blaster){.tm = tm};
  gates_init(&b->gates);
}

void blaster_release(struct blaster *b) {
  gates_release(&b->gates);
  term_memo_release(&b->bits);
  vec_lit_release(&b->lits);
  vec_lit_release(&b->scratch);
}

// --- arithmetic --------------------------------------------------------------------

// out = x + y + carry; returns the carry out. out may be x or y.
static lit add(struct gates *g, uint32_t w, const lit *x, const lit *y, lit carry, lit *out) {
  for (uint32_t i = 0; i < w; i++) {
    lit a = x[i], b = y[i], half = gate_xor(g, a, b);
    out[i] = gate_xor(g, half, carry);
    carry = gate_majority(g, a, b, carry);
  }
  return carry;
}

static void negate(struct gates *g, uint32_t w, const lit *x, lit *out) {
  lit carry = LIT_TRUE;
  for (uint32_t i = 0; i < w; i++) {
    lit a = -x[i];
    out[i] = gate_xor(g, a, carry);
    carry = gate_and(g, a, carry);
  }
}

static void choose(struct gates *g, uint32_t w, lit c, const lit *x, const lit *y, lit *out) {
  for (uint32_t i = 0; i < w; i++) out[i] = gate_choice(g, c, x[i], y[i]);
}

// x <u y, with `or_equal` x <=u y: the borrow out of x - y.
static lit less(struct gates *g, uint32_t w, const lit *x, const lit *y, bool or_equal) {
  lit below = or_equal ? LIT_TRUE : LIT_FALSE;
  for (uint32_t i = 0; i < w; i++) below = gate_majority(g, -x[i], y[i], below);
  return below;
}

// The sign bits change places: the one that is set is the smaller number.
static lit less_signed(struct gates *g, uint32_t w, const lit *x, const lit *y, bool or_equal) {
  return gate_majority(g, x[w - 1], -y[w - 1], less(g, w - 1, x, y, or_equal));
}

static lit equal(struct blaster *b, uint32_t w, const lit *x, const lit *y) {
  vec_lit_clear(&b->scratch);
  for (uint32_t i = 0; i < w; i++) vec_lit_push(&b->scratch, -gate_xor(&b->gates, x[i], y[i]));
  return gate_and_n(&b->gates, w, b->scratch.data);
}

static uint32_t constant_bits(uint32_t w, const lit *x) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < w; i++) n += x[i] == LIT_TRUE || x[i] == LIT_FALSE;
  return n;
}

// By a constant, as a sum and difference of few shifted copies: a run of ones is 2^k - 2^j.
static void multiply_constant(struct gates *g, uint32_t w, const lit *x, const lit *y, lit *out) {
  lit *row = mem_alloc(w * sizeof *row);
  bool carry = false;
  for (uint32_t i = 0; i < w; i++) out[i] = LIT_FALSE;
  for (uint32_t k = 0; k < w; k++) {
    bool bit = (y[k] == LIT_TRUE) != carry, next = k + 1 < w && y[k + 1] == LIT_TRUE;
    bool both = y[k] == LIT_TRUE && carry;
    if (!bit) {
      carry = both;
      continue;
    }
    // The digit is -1 where another one follows, else 1.
    for (uint32_t i = k; i < w; i++) row[i] = next ? -x[i - k] : x[i - k];
    add(g, w - k, out + k, row + k, next ? LIT_TRUE : LIT_FALSE, out + k);
    carry = next;
  }
  mem_free(row);
}

// Shifted copies of x, one for each bit of y: the factor with more constant bits selects, so that they cost nothing.
static void multiply(struct gates *g, uint32_t w, const lit *x, const lit *y, lit *out) {
  if (constant_bits(w, x) > constant_bits(w, y)) {
    const lit *t = x;
    x = y;
    y = t;
  }
  if (constant_bits(w, y) == w) {
    multiply_constant(g, w, x, y, out);
    return;
  }
  lit *row = mem_alloc(w * sizeof *row);
  for (uint32_t i = 0; i < w; i++) out[i] = LIT_FALSE;
  for (uint32_t k = 0; k < w; k++) {
    if (y[k] == LIT_FALSE) continue;
    for (uint32_t i = 0; i < k; i++) row[i] = LIT_FALSE;
    for (uint32_t i = k; i < w; i++) row[i] = gate_and(g, x[i - k], y[k]);
    add(g, w - k, out + k, row + k, LIT_FALSE, out + k);
  }
  mem_free(row);
}

// Schoolbook division. A zero divisor gives all ones and the dividend, which is what SMT-LIB asks for. Quotient or rest
// may be NULL.
//
// After j bits of the dividend the rest has at most j bits, and at most as many as the divisor (unless that is zero):
// only so many are subtracted, and the divisor's higher bits must be zero for it to fit.
static void divide(struct gates *g, uint32_t w, const lit *x, const lit *y, lit *quotient, lit *rest) {
  uint32_t top = w;
  while (top && y[top - 1] == LIT_FALSE) top--;
  lit *r = mem_alloc((w + 1) * sizeof *r), *d = mem_alloc((w + 1) * sizeof *d),
      *minus = mem_alloc((w + 1) * sizeof *minus);
  lit *zero_from = mem_alloc((w + 1) * sizeof *zero_from); // are the divisor's bits from there on zero?
  zero_from[w] = LIT_TRUE;
  for (uint32_t i = w; i-- > 0;) zero_from[i] = gate_and(g, zero_from[i + 1], -y[i]);
  for (uint32_t i = 0; i <= w; i++) r[i] = LIT_FALSE, minus[i] = i < w ? -y[i] : LIT_TRUE;
  for (uint32_t k = w; k-- > 0;) {
    uint32_t bits = w - k <= top ? w - k : top + 1; // of the rest with its new bit
    for (uint32_t i = bits - 1; i > 0; i--) r[i] = r[i - 1];
    r[0] = x[k];
    lit carry = add(g, bits, r, minus, LIT_TRUE, d); // r - y; the carry says that r >= y, as far as they were looked at
    lit fits = gate_and(g, carry, zero_from[bits]);
    if (quotient) quotient[k] = fits;
    choose(g, bits, fits, d, r, r);
    if (bits == top + 1) r[top] = LIT_FALSE;
  }
  if (rest)
    for (uint32_t i = 0; i < w; i++)
      rest[i] = top < w ? gate_choice(g, zero_from[0], x[i], i < top ? r[i] : LIT_FALSE) : r[i];
  mem_free(r);
  mem_free(d);
  mem_free(minus);
  mem_free(zero_from);
}

static void divide_signed(struct gates *g, uint32_t w, const lit *x, const lit *y, bool want_rest, lit *out) {
  lit *a = mem_alloc(w * sizeof *a), *b = mem_alloc(w * sizeof *b), *n = mem_alloc(w * sizeof *n);
  lit sx = x[w - 1], sy = y[w - 1];
  negate(g, w, x, n);
  choose(g, w, sx, n, x, a);
  negate(g, w, y, n);
  choose(g, w, sy, n, y, b);
  divide(g, w, a, b, want_rest ? NULL : out, want_rest ? out : NULL);
  negate(g, w, out, n);
  choose(g, w, want_rest ? sx : gate_xor(g, sx, sy), n, out, out);
  mem_free(a);
  mem_free(b);
  mem_free(n);
}

// In stages of powers of two; amounts of at least the width fill everything.
static void shift(struct gates *g, uint32_t w, const lit *x, const lit *by, bool left, lit fill, lit *out) {
  lit *next = mem_alloc(w * sizeof *next);
  lit far = LIT_FALSE;
  memcpy(out, x, w * sizeof *out);
  for (uint32_t k = 0; k < w; k++) {
    if (k >= 31 || 1u << k >= w) {
      far = gate_or(g, far, by[k]);
      continue;
    }
    uint32_t step = 1u << k;
    for (uint32_t i = 0; i < w; i++) {
      lit from = left ? (i >= step ? out[i - step] : fill) : (i + step < w ? out[i + step] : fill);
      next[i] = gate_choice(g, by[k], from, out[i]);
    }
    memcpy(out, next, w * sizeof *out);
  }
  for (uint32_t i = 0; i < w; i++) out[i] = gate_choice(g, far, fill, out[i]);
  mem_free(next);
}

// --- terms -------------------------------------------------------------------------------

static bool coverable(struct terms *tm, struct term t) {
  enum sort_kind sort = sort_kind(tm, term_sort(tm, t));
  if (sort != SORT_BOOL && sort != SORT_BV) return false;
  enum term_theory theory = term_theory(term_kind(tm, t));
  return theory == THEORY_LEAF || theory == THEORY_CORE || theory == THEORY_BV;
}

enum { UNCOVERED = 1, COVERED };

struct covering {
  struct terms *tm;
  struct term_memo *known;
};

static uint64_t visit_covered(void *context, struct term t) {
  struct covering *c = context;
  bool ready = true;
  if (!coverable(c->tm, t)) return UNCOVERED;
  for (uint32_t i = 0; i < term_arity(c->tm, t); i++) {
    uint64_t below = term_memo_want(c->known, term_child(c->tm, t, i));
    if (below == UNCOVERED) return UNCOVERED;
    ready = ready && below;
  }
  return ready ? COVERED : 0;
}

bool blast_covers(struct terms *tm, struct term root, struct term_memo *known) {
  return term_memo_apply(known, root, visit_covered, &(struct covering){tm, known}) == COVERED;
}

const lit *blast_find(const struct blaster *b, struct term t) {
  uint64_t at = term_memo_get(&b->bits, t);
  return at ? b->lits.data + at - 1 : NULL;
}

static void constant(struct blaster *b, struct term t, uint32_t w, lit *out) {
  mpz_t value;
  mpz_init(value);
  term_value(b->tm, t, value);
  for (uint32_t i = 0; i < w; i++) out[i] = mpz_tstbit(value, i) ? LIT_TRUE : LIT_FALSE;
  mpz_clear(value);
}

static lit formula(struct blaster *b, struct term t, const lit *const *x) {
  struct gates *g = &b->gates;
  struct terms *tm = b->tm;
  uint32_t n = term_arity(tm, t);
  switch (term_kind(tm, t)) {
  case TERM_TRUE: return LIT_TRUE;
  case TERM_FALSE: return LIT_FALSE;
  case TERM_VAR: return gate_input(g, 0);
  case TERM_NOT: return -x[0][0];
  case TERM_AND:
  case TERM_OR: {
    bool is_or = term_kind(tm, t) == TERM_OR;
    vec_lit_clear(&b->scratch);
    for (uint32_t i = 0; i < n; i++) {
      lit part = *blast_find(b, term_child(tm, t, i));
      vec_lit_push(&b->scratch, is_or ? -part : part);
    }
    lit out = gate_and_n(g, n, b->scratch.data);
    return is_or ? -out : out;
  }
  case TERM_ITE: return gate_choice(g, x[0][0], x[1][0], x[2][0]);
  default: break;
  }
  struct sort sort = term_sort(tm, term_child(tm, t, 0));
  uint32_t w = sort_kind(tm, sort) == SORT_BOOL ? 1 : sort_width(tm, sort);
  switch (term_kind(tm, t)) {
  case TERM_EQ: return equal(b, w, x[0], x[1]);
  case TERM_BV_ULT: return less(g, w, x[0], x[1], false);
  case TERM_BV_ULE: return less(g, w, x[0], x[1], true);
  case TERM_BV_SLT: return less_signed(g, w, x[0], x[1], false);
  default: assert(term_kind(tm, t) == TERM_BV_SLE); return less_signed(g, w, x[0], x[1], true);
  }
}

static void vector(struct blaster *b, struct term t, const lit *const *x, uint32_t w, lit *out) {
  struct gates *g = &b->gates;
  struct terms *tm = b->tm;
  switch (term_kind(tm, t)) {
  case TERM_CONST_BV: constant(b, t, w, out); return;
  case TERM_VAR:
    for (uint32_t i = 0; i < w; i++) out[i] = gate_input(g, i);
    return;
  case TERM_ITE: choose(g, w, x[0][0], x[1], x[2], out); return;
  case TERM_BV_NOT:
    for (uint32_t i = 0; i < w; i++) out[i] = -x[0][i];
    return;
  case TERM_BV_NEG: negate(g, w, x[0], out); return;
  case TERM_BV_ADD: add(g, w, x[0], x[1], LIT_FALSE, out); return;
  case TERM_BV_MUL: multiply(g, w, x[0], x[1], out); return;
  case TERM_BV_UDIV: divide(g, w, x[0], x[1], out, NULL); return;
  case TERM_BV_UREM: divide(g, w, x[0], x[1], NULL, out); return;
  case TERM_BV_SDIV: divide_signed(g, w, x[0], x[1], false, out); return;
  case TERM_BV_SREM: divide_signed(g, w, x[0], x[1], true, out); return;
  case TERM_BV_AND:
    for (uint32_t i = 0; i < w; i++) out[i] = gate_and(g, x[0][i], x[1][i]);
    return;
  case TERM_BV_OR:
    for (uint32_t i = 0; i < w; i++) out[i] = gate_or(g, x[0][i], x[1][i]);
    return;
  case TERM_BV_XOR:
    for (uint32_t i = 0; i < w; i++) out[i] = gate_xor(g, x[0][i], x[1][i]);
    return;
  case TERM_BV_SHL: shift(g, w, x[0], x[1], true, LIT_FALSE, out); return;
  case TERM_BV_LSHR: shift(g, w, x[0], x[1], false, LIT_FALSE, out); return;
  case TERM_BV_ASHR: shift(g, w, x[0], x[1], false, x[0][w - 1], out); return;
  case TERM_BV_CONCAT: {
    uint32_t low = term_width(tm, term_child(tm, t, 1));
    memcpy(out, x[1], low * sizeof *out);
    memcpy(out + low, x[0], (w - low) * sizeof *out);
    return;
  }
  case TERM_BV_EXTRACT: memcpy(out, x[0] + term_param(tm, t, 1), w * sizeof *out); return;
  default: { // extensions
    uint32_t old = term_width(tm, term_child(tm, t, 0));
    bool is_signed = term_kind(tm, t) == TERM_BV_SEXT;
    for (uint32_t i = 0; i < w; i++) out[i] = i < old ? x[0][i] : is_signed ? x[0][old - 1] : LIT_FALSE;
  }
  }
}

static uint64_t make(void *context, struct term t) {
  struct blaster *b = context;
  struct terms *tm = b->tm;
  if (!term_memo_want_children(&b->bits, tm, t)) return 0;
  uint32_t w = sort_kind(tm, term_sort(tm, t)) == SORT_BOOL ? 1 : term_width(tm, t), n = term_arity(tm, t);
  // Space first: the operands' literals must not move while the gates are made.
  vec_lit_reserve(&b->lits, b->lits.size + w);
  const lit *x[3] = {0};
  for (uint32_t i = 0; i < n && i < 3; i++) x[i] = blast_find(b, term_child(tm, t, i));
  lit *out = b->lits.data + b->lits.size;
  if (sort_kind(tm, term_sort(tm, t)) == SORT_BOOL) *out = formula(b, t, x);
  else vector(b, t, x, w, out);
  b->lits.size += w;
  return b->lits.size - w + 1;
}

lit blast_formula(struct blaster *b, struct term root) {
  uint64_t at = term_memo_apply(&b->bits, root, make, b);
  return b->lits.data[at - 1];
}

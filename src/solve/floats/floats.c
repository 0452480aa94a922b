// See floats.h. Bottom-up over the formula; a term of float sort becomes a struct number, any other one a term.
#include "solve/floats/floats.h"
#include "solve/floats/unpacked.h"
#include "term/walk.h"
#include <assert.h>

enum { IMPOSSIBLE = UINT32_MAX };

VEC_TYPE(vec_number, struct number)

struct floats {
  struct terms *tm;
  struct term_memo done;       // term → lowered term, or index of its number + 1 if it is a float; IMPOSSIBLE
  struct vec_number numbers;
  struct map_u32 variables;    // float variable → bit-vector variable
  struct vec_term children;    // scratch
};

struct floats *floats_new(struct terms *tm) {
  struct floats *f = mem_zalloc(1, sizeof *f);
  f->tm = tm;
  return f;
}

void floats_free(struct floats *f) {
  if (!f) return;
  term_memo_release(&f->done);
  vec_number_release(&f->numbers);
  map_u32_release(&f->variables);
  vec_term_release(&f->children);
  mem_free(f);
}

struct term floats_variable(const struct floats *f, struct term var) {
  return (struct term){map_u32_get_or(&f->variables, var.id, 0)};
}

static bool is_float(struct terms *tm, struct term t) { return sort_kind(tm, term_sort(tm, t)) == SORT_FLOAT; }

static struct ieee_format format_of(struct terms *tm, struct term t) {
  struct sort s = term_sort(tm, t);
  return (struct ieee_format){sort_exponent(tm, s), sort_significand(tm, s)};
}

// --- operands, all of which are done -------------------------------------------------------------

static struct term lowered(struct floats *f, struct term t, uint32_t i) {
  return term_memo_term(&f->done, term_child(f->tm, t, i));
}

static struct number *operand(struct floats *f, struct term t, uint32_t i) {
  return &f->numbers.data[term_memo_get(&f->done, term_child(f->tm, t, i)) - 1];
}

static struct number *unpacked(struct floats *f, struct term t, uint32_t i) {
  struct number *a = operand(f, t, i);
  number_unpack(f->tm, a);
  return a;
}

// --- terms --------------------------------------------------------------------------------------

static struct number lower_leaf(struct floats *f, struct term t) {
  struct terms *tm = f->tm;
  struct ieee_format format = format_of(tm, t);
  struct term bits;
  if (term_kind(tm, t) == TERM_VAR) {
    bits = term_fresh(tm, sort_bv(tm, term_width(tm, t)), "float");
    map_u32_put(&f->variables, t.id, bits.id);
  } else {
    mpz_t value;
    mpz_init(value);
    term_value(tm, t, value);
    bits = term_bv_big(tm, term_width(tm, t), value);
    mpz_clear(value);
  }
  return number_from_bits(tm, format, bits);
}

static struct number lower_arithmetic(struct floats *f, struct term t) {
  struct terms *tm = f->tm;
  struct rounding r = rounding_of(tm, lowered(f, t, 0));
  switch (term_kind(tm, t)) {
  case TERM_FP_ADD: return number_add(tm, &r, unpacked(f, t, 1), unpacked(f, t, 2));
  case TERM_FP_SUB: {
    struct number minus = number_negate(tm, unpacked(f, t, 2));
    return number_add(tm, &r, unpacked(f, t, 1), &minus);
  }
  case TERM_FP_MUL: return number_mul(tm, &r, unpacked(f, t, 1), unpacked(f, t, 2));
  case TERM_FP_DIV: return number_div(tm, &r, unpacked(f, t, 1), unpacked(f, t, 2));
  case TERM_FP_FMA: return number_fma(tm, &r, unpacked(f, t, 1), unpacked(f, t, 2), unpacked(f, t, 3));
  case TERM_FP_SQRT: return number_sqrt(tm, &r, unpacked(f, t, 1));
  case TERM_FP_RTI: return floats_round_to_integral(tm, &r, unpacked(f, t, 1));
  case TERM_FP_TO_FP: return number_convert(tm, format_of(tm, t), &r, unpacked(f, t, 1));
  default:
    assert(term_kind(tm, t) == TERM_FP_FROM_SBV || term_kind(tm, t) == TERM_FP_FROM_UBV);
    return number_from_int(tm, format_of(tm, t), &r, lowered(f, t, 1), term_kind(tm, t) == TERM_FP_FROM_SBV);
  }
}

static uint32_t lower_float(struct floats *f, struct term t) {
  struct terms *tm = f->tm;
  enum term_kind kind = term_kind(tm, t);
  struct number n;
  switch (kind) {
  case TERM_VAR:
  case TERM_CONST_FLOAT: n = lower_leaf(f, t); break;
  case TERM_ITE: n = number_ite(tm, lowered(f, t, 0), operand(f, t, 1), operand(f, t, 2)); break;
  case TERM_FP_NEG: n = number_negate(tm, operand(f, t, 0)); break;
  case TERM_FP_ABS: n = number_absolute(tm, operand(f, t, 0)); break;
  case TERM_FP_FROM_BITS: n = number_from_bits(tm, format_of(tm, t), lowered(f, t, 0)); break;
  default:
    if (term_class(kind) != CLASS_FP_ROUNDED && term_class(kind) != CLASS_FP_CONVERT) return IMPOSSIBLE; // a remainder
    n = lower_arithmetic(f, t);
    break;
  }
  vec_number_push(&f->numbers, n);
  return f->numbers.size;
}

static uint32_t rebuild(struct floats *f, struct term t) {
  uint32_t n = term_arity(f->tm, t);
  vec_term_resize(&f->children, n);
  for (uint32_t i = 0; i < n; i++) f->children.data[i] = lowered(f, t, i);
  return term_with_children(f->tm, t, f->children.data).id;
}

static uint32_t lower_other(struct floats *f, struct term t) {
  struct terms *tm = f->tm;
  enum term_kind kind = term_kind(tm, t);
  if (term_class(kind) == CLASS_FP_COMPARE) return number_compare(tm, kind, operand(f, t, 0), operand(f, t, 1)).id;
  if (term_class(kind) == CLASS_FP_TEST) return number_class(tm, kind, operand(f, t, 0)).id;
  switch (kind) {
  case TERM_EQ:
    return is_float(tm, term_child(tm, t, 0)) ? number_same(tm, operand(f, t, 0), operand(f, t, 1)).id : rebuild(f, t);
  case TERM_FP_TO_BITS: return number_to_bits(tm, operand(f, t, 0), lowered(f, t, 1)).id;
  case TERM_FP_TO_SBV:
  case TERM_FP_TO_UBV: {
    struct rounding r = rounding_of(tm, lowered(f, t, 0));
    return number_to_int(tm, &r, unpacked(f, t, 1), term_width(tm, t), kind == TERM_FP_TO_SBV).id;
  }
  default: return rebuild(f, t);
  }
}

static uint64_t lower(void *context, struct term t) {
  struct floats *f = context;
  struct terms *tm = f->tm;
  enum sort_kind sort = sort_kind(tm, term_sort(tm, t));
  if (sort == SORT_ARRAY || sort == SORT_INT) return IMPOSSIBLE;
  uint32_t n = term_arity(tm, t);
  bool ready = true;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t child = term_memo_want(&f->done, term_child(tm, t, i));
    if (child == IMPOSSIBLE) return IMPOSSIBLE;
    ready = ready && child;
  }
  if (!ready) return 0;
  return sort == SORT_FLOAT ? lower_float(f, t) : n == 0 ? t.id : lower_other(f, t);
}

struct term floats_apply(struct floats *f, struct term t) {
  assert(!is_float(f->tm, t));
  uint32_t id = (uint32_t)term_memo_apply(&f->done, t, lower, f);
  return id == IMPOSSIBLE ? TERM_NONE : (struct term){id};
}

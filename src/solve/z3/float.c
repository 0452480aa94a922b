// Operations on floats as circuits over their bits; see z3/z3_context.h.
//
// What needs no rounding is written here, whole numbers in whole.c; the rest comes from templates made by Z3's
// fpa2bv.
#include "solve/z3/z3_context.h"
#include <assert.h>

struct format {
  uint32_t exponent, significand, width;
};

static struct format format_of(struct backend *z, struct sort s) {
  return (struct format){sort_exponent(z->tm, s), sort_significand(z->tm, s), sort_width(z->tm, s)};
}

static Z3_ast not1(struct backend *z, Z3_ast a) { return KEEP(Z3_mk_not(z->context, a)); }
static Z3_ast ones(struct backend *z, uint32_t width) { return KEEP(Z3_mk_bvnot(z->context, z3_bv(z, width, 0))); }

static Z3_ast part(struct backend *z, uint32_t high, uint32_t low, Z3_ast a) {
  return KEEP(Z3_mk_extract(z->context, high, low, a));
}
static Z3_ast exponent(struct backend *z, struct format f, Z3_ast a) {
  return part(z, f.width - 2, f.significand - 1, a);
}
static Z3_ast fraction(struct backend *z, struct format f, Z3_ast a) { return part(z, f.significand - 2, 0, a); }
static Z3_ast magnitude(struct backend *z, struct format f, Z3_ast a) { return part(z, f.width - 2, 0, a); }
static Z3_ast is_zero_bits(struct backend *z, uint32_t width, Z3_ast a) {
  return KEEP(Z3_mk_eq(z->context, a, z3_bv(z, width, 0)));
}
static Z3_ast negative(struct backend *z, struct format f, Z3_ast a) {
  return KEEP(Z3_mk_eq(z->context, part(z, f.width - 1, f.width - 1, a), z3_bv(z, 1, 1)));
}
static Z3_ast exponent_is_ones(struct backend *z, struct format f, Z3_ast a) {
  return KEEP(Z3_mk_eq(z->context, exponent(z, f, a), ones(z, f.exponent)));
}
static Z3_ast exponent_is_zero(struct backend *z, struct format f, Z3_ast a) {
  return is_zero_bits(z, f.exponent, exponent(z, f, a));
}
static Z3_ast is_zero(struct backend *z, struct format f, Z3_ast a) {
  return is_zero_bits(z, f.width - 1, magnitude(z, f, a));
}
static Z3_ast is_nan(struct backend *z, struct format f, Z3_ast a) {
  return z3_and(z, exponent_is_ones(z, f, a), not1(z, is_zero_bits(z, f.significand - 1, fraction(z, f, a))));
}

Z3_ast z3_float_is_nan(struct backend *z, struct sort s, Z3_ast bits) { return is_nan(z, format_of(z, s), bits); }

static Z3_ast one_nan(struct backend *z, struct format f) {
  Z3_context c = z->context;
  Z3_ast head = KEEP(Z3_mk_concat(c, z3_bv(z, 1, 0), ones(z, f.exponent + 1)));
  return f.significand > 2 ? KEEP(Z3_mk_concat(c, head, z3_bv(z, f.significand - 2, 0))) : head;
}

Z3_ast z3_float_one_nan(struct backend *z, struct sort s, Z3_ast bits) {
  struct format f = format_of(z, s);
  return KEEP(Z3_mk_ite(z->context, is_nan(z, f, bits), one_nan(z, f), bits));
}

// a = b, a < b, a <= b by IEEE: no NaN; zeros are equal; otherwise signs and magnitudes.
static Z3_ast compare(struct backend *z, enum term_kind kind, struct format f, Z3_ast a, Z3_ast b) {
  Z3_context c = z->context;
  Z3_ast ordered = z3_and(z, not1(z, is_nan(z, f, a)), not1(z, is_nan(z, f, b)));
  Z3_ast zeros = z3_and(z, is_zero(z, f, a), is_zero(z, f, b));
  Z3_ast same = KEEP(Z3_mk_eq(c, a, b));
  if (kind == TERM_FP_EQ) return z3_and(z, ordered, z3_or(z, zeros, same));
  Z3_ast na = negative(z, f, a), nb = negative(z, f, b);
  Z3_ast ma = magnitude(z, f, a), mb = magnitude(z, f, b);
  Z3_ast both_negative = KEEP(Z3_mk_bvult(c, mb, ma)), both_positive = KEEP(Z3_mk_bvult(c, ma, mb));
  Z3_ast less = KEEP(Z3_mk_ite(c, na, KEEP(Z3_mk_ite(c, nb, both_negative, KEEP(Z3_mk_true(c)))),
                               KEEP(Z3_mk_ite(c, nb, KEEP(Z3_mk_false(c)), both_positive))));
  if (kind == TERM_FP_LT) return z3_and(z, ordered, z3_and(z, not1(z, zeros), less));
  return z3_and(z, ordered, z3_or(z, z3_or(z, zeros, same), less));
}

// The bits, except of a NaN: exponent and quiet bit ones, the rest from `nan`.
static Z3_ast to_bits(struct backend *z, struct format f, Z3_ast a, Z3_ast nan) {
  Z3_context c = z->context;
  Z3_ast bits = KEEP(Z3_mk_concat(c, part(z, f.width - 1, f.width - 1, nan), ones(z, f.exponent + 1)));
  if (f.significand > 2) bits = KEEP(Z3_mk_concat(c, bits, part(z, f.significand - 3, 0, nan)));
  return KEEP(Z3_mk_ite(c, is_nan(z, f, a), bits, a));
}

// --- templates --------------------------------------------------------------------

static Z3_sort float_sort(struct backend *z, struct format f) {
  return z3_keep_sort(z, Z3_mk_fpa_sort(z->context, f.exponent, f.significand));
}

static Z3_ast rounding(struct backend *z, uint32_t mode) {
  Z3_context c = z->context;
  switch (mode) {
  case 1: return KEEP(Z3_mk_fpa_rna(c));
  case 2: return KEEP(Z3_mk_fpa_rtp(c));
  case 3: return KEEP(Z3_mk_fpa_rtn(c));
  case 4: return KEEP(Z3_mk_fpa_rtz(c));
  default: return KEEP(Z3_mk_fpa_rne(c));
  }
}

// An integer as a float. Z3 goes wrong where the integer may exceed the format: there it goes through a format that has
// every such integer exactly, so that rounding still happens once.
static Z3_ast from_integer(struct backend *z, struct format f, uint32_t width, bool is_signed, Z3_ast rm, Z3_ast bits) {
  Z3_context c = z->context;
  struct format via = f;
  if (width >= ((uint64_t)1 << (f.exponent - 1)) - 1) {
    via = (struct format){f.exponent, width + 2, 0};
    while (((uint64_t)1 << (via.exponent - 1)) - 1 <= width) via.exponent++;
  }
  Z3_ast r = KEEP(is_signed ? Z3_mk_fpa_to_fp_signed(c, rm, bits, float_sort(z, via))
                            : Z3_mk_fpa_to_fp_unsigned(c, rm, bits, float_sort(z, via)));
  return via.significand == f.significand && via.exponent == f.exponent
             ? r
             : KEEP(Z3_mk_fpa_to_fp_float(c, rm, r, float_sort(z, f)));
}

// From one format to another. Where the exponent narrows by exactly two bits Z3 goes wrong on subnormals; there it goes
// through a format with a wider exponent, which is exact.
static Z3_ast convert(struct backend *z, struct format from, struct format to, Z3_ast rm, Z3_ast a) {
  if (from.exponent == to.exponent + 2) {
    from.exponent++;
    a = KEEP(Z3_mk_fpa_to_fp_float(z->context, rm, a, float_sort(z, from)));
  }
  return KEEP(Z3_mk_fpa_to_fp_float(z->context, rm, a, float_sort(z, to)));
}

// The operation as Z3 knows it, over constants for the arguments' bits.
static Z3_ast operation(struct backend *z, struct term t, uint32_t mode, const Z3_ast *bits) {
  Z3_context c = z->context;
  struct terms *tm = z->tm;
  enum term_kind kind = term_kind(tm, t);
  struct term last = term_child(tm, t, term_arity(tm, t) - 1);
  struct format f = format_of(z, term_sort(tm, t)), g = format_of(z, term_sort(tm, last));
  Z3_ast rm = rounding(z, mode);
  Z3_ast a[4] = {0};
  for (uint32_t i = 1; i < term_arity(tm, t); i++)
    if (sort_kind(tm, term_sort(tm, last)) == SORT_FLOAT) a[i] = KEEP(Z3_mk_fpa_to_fp_bv(c, bits[i], float_sort(z, g)));
  Z3_ast r;
  switch (kind) {
  case TERM_FP_ADD: r = Z3_mk_fpa_add(c, rm, a[1], a[2]); break;
  case TERM_FP_SUB: r = Z3_mk_fpa_add(c, rm, a[1], KEEP(Z3_mk_fpa_neg(c, a[2]))); break; // fpa2bv has no fp.sub
  case TERM_FP_MUL: r = Z3_mk_fpa_mul(c, rm, a[1], a[2]); break;
  case TERM_FP_DIV: r = Z3_mk_fpa_div(c, rm, a[1], a[2]); break;
  case TERM_FP_FMA: r = Z3_mk_fpa_fma(c, rm, a[1], a[2], a[3]); break;
  case TERM_FP_SQRT: r = Z3_mk_fpa_sqrt(c, rm, a[1]); break;
  case TERM_FP_TO_FP: r = convert(z, g, f, rm, a[1]); break;
  case TERM_FP_FROM_SBV: r = from_integer(z, f, g.width, true, rm, bits[1]); break;
  case TERM_FP_FROM_UBV: r = from_integer(z, f, g.width, false, rm, bits[1]); break;
  default: assert(!"an operation on floats"); return NULL;
  }
  r = KEEP(r);
  // Z3 may leave the bits of a NaN open.
  return KEEP(Z3_mk_ite(c, KEEP(Z3_mk_fpa_is_nan(c, r)), one_nan(z, f), KEEP(Z3_mk_fpa_to_ieee_bv(c, r))));
}

// Runs fpa2bv over `out = r` and takes r's circuit from the result.
static Z3_ast circuit(struct backend *z, Z3_ast out, Z3_ast r) {
  Z3_context c = z->context;
  Z3_ast found = NULL;
  Z3_goal goal = Z3_mk_goal(c, false, false, false);
  if (!goal) return NULL;
  Z3_goal_inc_ref(c, goal);
  Z3_tactic convert = Z3_mk_tactic(c, "fpa2bv");
  if (!convert) {
    Z3_goal_dec_ref(c, goal);
    return NULL;
  }
  Z3_tactic_inc_ref(c, convert);
  Z3_goal_assert(c, goal, KEEP(Z3_mk_eq(c, out, r)));
  Z3_apply_result result = Z3_tactic_apply(c, convert, goal);
  if (result) {
    Z3_apply_result_inc_ref(c, result);
    Z3_goal done = Z3_apply_result_get_num_subgoals(c, result) == 1 ? Z3_apply_result_get_subgoal(c, result, 0) : NULL;
    Z3_ast formula = done && Z3_goal_size(c, done) == 1 ? KEEP(Z3_goal_formula(c, done, 0)) : NULL;
    if (formula && Z3_is_app(c, formula) &&
        Z3_get_decl_kind(c, Z3_get_app_decl(c, Z3_to_app(c, formula))) == Z3_OP_EQ) {
      Z3_ast left = KEEP(Z3_get_app_arg(c, Z3_to_app(c, formula), 0)),
             right = KEEP(Z3_get_app_arg(c, Z3_to_app(c, formula), 1));
      if (left == out) found = right;
      else if (right == out) found = left;
      if (found) found = KEEP(Z3_simplify(c, found));
    }
    Z3_apply_result_dec_ref(c, result);
  }
  Z3_tactic_dec_ref(c, convert);
  Z3_goal_dec_ref(c, goal);
  return found;
}

// Z3's remainder is wrong (4.8.12, already in single precision).
static bool has_circuit(struct backend *z, struct term t) { return term_kind(z->tm, t) != TERM_FP_REM; }

static uint64_t key_of(struct backend *z, struct term t, uint32_t mode) {
  struct term last = term_child(z->tm, t, term_arity(z->tm, t) - 1);
  // Sorts are ids: the result's and the last argument's tell the formats.
  return (uint64_t)term_kind(z->tm, t) << 56 | (uint64_t)mode << 52 |
         (uint64_t)(term_sort(z->tm, t).id & 0x3ffffff) << 26 | (term_sort(z->tm, last).id & 0x3ffffff);
}

static struct z3_template *template_of(struct backend *z, struct term t, uint32_t mode) {
  uint64_t key = key_of(z, t, mode);
  struct z3_template *template = map_ptr_get_or(&z->templates, key, NULL);
  if (template) return template;
  template = mem_zalloc(1, sizeof *template);
  map_ptr_put(&z->templates, key, template);
  // What a template is made of outlives resets.
  struct vec_ptr kept = z->kept;
  z->kept = z->kept_templates;
  template->n_args = term_arity(z->tm, t);
  for (uint32_t i = 0; i < template->n_args; i++)
    template->args[i] = z3_fresh(z, z3_sort(z, term_sort(z->tm, term_child(z->tm, t, i))));
  if (has_circuit(z, t)) {
    Z3_ast out = z3_fresh(z, z3_sort(z, term_sort(z->tm, t)));
    template->out = circuit(z, out, operation(z, t, mode, template->args));
  }
  z->kept_templates = z->kept;
  z->kept = kept;
  return template;
}

void z3_templates_release(struct backend *z) {
  for (uint32_t i = 0; i < z->templates.capacity; i++)
    if (z->templates.cells[i].key != MAP_EMPTY) mem_free(z->templates.cells[i].value);
  map_ptr_release(&z->templates);
}

static Z3_ast rounded_in_mode(struct backend *z, struct term t, uint32_t mode, const Z3_ast *a) {
  struct z3_template *template = template_of(z, t, mode);
  // Without a circuit the result is arbitrary: UNSAT stays right, and a model is evaluated before it is believed.
  if (!template->out) return z3_fresh(z, z3_sort(z, term_sort(z->tm, t)));
  return KEEP(Z3_substitute(z->context, template->out, template->n_args, template->args, a));
}

static Z3_ast rounded(struct backend *z, struct term t, const Z3_ast *a) {
  uint64_t mode = 0;
  if (term_kind(z->tm, t) == TERM_FP_REM) return rounded_in_mode(z, t, 0, a);
  if (term_value64(z->tm, term_child(z->tm, t, 0), &mode))
    return rounded_in_mode(z, t, mode > 4 ? 0 : (uint32_t)mode, a);
  // fpa2bv has no choice between rounding modes: choose between results.
  Z3_ast result = rounded_in_mode(z, t, 0, a);
  for (uint32_t i = 1; i < 5; i++) {
    Z3_ast chosen = KEEP(Z3_mk_eq(z->context, a[0], z3_bv(z, 3, i)));
    result = KEEP(Z3_mk_ite(z->context, chosen, rounded_in_mode(z, t, i, a), result));
  }
  return result;
}

Z3_ast z3_float(struct backend *z, struct term t, const Z3_ast *a) {
  Z3_context c = z->context;
  struct terms *tm = z->tm;
  enum term_kind kind = term_kind(tm, t);
  struct format f = format_of(z, kind == TERM_FP_FROM_BITS ? term_sort(tm, t) : term_sort(tm, term_child(tm, t, 0)));
  switch (kind) {
  case TERM_FP_NEG:
    return KEEP(Z3_mk_concat(c, KEEP(Z3_mk_bvnot(c, part(z, f.width - 1, f.width - 1, a[0]))), magnitude(z, f, a[0])));
  case TERM_FP_ABS: return KEEP(Z3_mk_concat(c, z3_bv(z, 1, 0), magnitude(z, f, a[0])));
  case TERM_FP_EQ:
  case TERM_FP_LT:
  case TERM_FP_LE: return compare(z, kind, f, a[0], a[1]);
  case TERM_FP_IS_NAN: return is_nan(z, f, a[0]);
  case TERM_FP_IS_INF:
    return z3_and(z, exponent_is_ones(z, f, a[0]), is_zero_bits(z, f.significand - 1, fraction(z, f, a[0])));
  case TERM_FP_IS_ZERO: return is_zero(z, f, a[0]);
  case TERM_FP_IS_NORMAL:
    return z3_and(z, not1(z, exponent_is_ones(z, f, a[0])), not1(z, exponent_is_zero(z, f, a[0])));
  case TERM_FP_IS_SUBNORMAL: return z3_and(z, exponent_is_zero(z, f, a[0]), not1(z, is_zero(z, f, a[0])));
  case TERM_FP_IS_NEGATIVE: return z3_and(z, negative(z, f, a[0]), not1(z, is_nan(z, f, a[0])));
  case TERM_FP_FROM_BITS: return a[0];
  case TERM_FP_TO_BITS: return to_bits(z, f, a[0], a[1]);
  case TERM_FP_RTI: return z3_round_to_integral(z, term_sort(tm, t), a[0], a[1]);
  case TERM_FP_TO_SBV:
  case TERM_FP_TO_UBV:
    return z3_float_to_integer(z, term_sort(tm, term_child(tm, t, 1)), term_width(tm, t), kind == TERM_FP_TO_SBV, a[0],
                               a[1]);
  default: return rounded(z, t, a);
  }
}

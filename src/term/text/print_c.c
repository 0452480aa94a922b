// Terms as C expressions, for people.
//
// Bit-vectors read as signed integers; operations that differ for unsigned
// ones get a cast. What C has no operator for is written as a call with a
// telling name. A stack of pieces stands for what is still to be written;
// every piece that is a term knows how tightly it must bind. The text is
// cut with "..." after PIECES_SHOWN operations, since terms share and text does not.
#include "base/memory/arena.h"
#include "term/float/ieee.h"
#include "term/node.h"
#include "term/rewrite/constructors.h"

#define PIECES_SHOWN 2000

// C's operators by how tightly they bind.
enum binding {
  BIND_NONE,
  BIND_CONDITIONAL,
  BIND_OR,
  BIND_AND,
  BIND_BIT_OR,
  BIND_BIT_XOR,
  BIND_BIT_AND,
  BIND_EQUAL,
  BIND_RELATION,
  BIND_SHIFT,
  BIND_ADD,
  BIND_MUL,
  BIND_UNARY,
  BIND_POSTFIX,
  BIND_PRIMARY
};

struct piece {
  const char *text;       // NULL: `term`
  uint32_t term;
  uint8_t least;          // enum binding: looser terms are put in parentheses
  bool is_unsigned;       // a constant is written as an unsigned number, another term with a cast
};
VEC_TYPE(vec_c_piece, struct piece)

struct printer {
  struct terms *tm;
  struct text *out;
  struct vec_c_piece work;   // last is next
  struct vec_c_piece line;   // the pieces of the term at hand, first is next
  struct arena arena;        // made-up texts
  uint32_t left;             // operations that may still be written
};

static void put(struct printer *p, const char *text) { vec_c_piece_push(&p->line, (struct piece){.text = text}); }
static void put_term(struct printer *p, struct term t, enum binding least) {
  vec_c_piece_push(&p->line, (struct piece){.term = t.id, .least = (uint8_t)least});
}
static void put_unsigned(struct printer *p, struct term t, enum binding least) {
  vec_c_piece_push(&p->line, (struct piece){.term = t.id, .least = (uint8_t)least, .is_unsigned = true});
}

static const char *int_type(struct printer *p, uint32_t width, bool is_unsigned) {
  switch (width) {
  case 8: return is_unsigned ? "unsigned char" : "signed char";
  case 16: return is_unsigned ? "unsigned short" : "short";
  case 32: return is_unsigned ? "unsigned" : "int";
  case 64: return is_unsigned ? "unsigned long" : "long";
  case 128: return is_unsigned ? "unsigned __int128" : "__int128";
  default: return arena_printf(&p->arena, "%s _BitInt(%u)", is_unsigned ? "unsigned" : "signed", width);
  }
}

static const char *float_type(struct printer *p, struct sort s) {
  uint32_t significand = sort_significand(p->tm, s);
  switch (significand) {
  case 11: return "_Float16";
  case 24: return "float";
  case 53: return "double";
  case 64: return "long double";
  case 113: return "_Float128";
  default: return arena_printf(&p->arena, "float%u_%u", sort_exponent(p->tm, s), significand);
  }
}

static enum binding put_cast(struct printer *p, const char *type, struct term t) {
  put(p, arena_printf(&p->arena, "(%s)", type));
  put_term(p, t, BIND_UNARY);
  return BIND_UNARY;
}

// left ∘ right; operators that associate to the left need no parentheses there.
static enum binding put_binary(struct printer *p, struct term a, const char *operator, struct term b,
                               enum binding bind) {
  put_term(p, a, bind);
  put(p, operator);
  put_term(p, b, bind + 1);
  return bind;
}

static enum binding put_call(struct printer *p, const char *name, struct term t, uint32_t first) {
  put(p, name);
  put(p, "(");
  uint32_t n = node_at(p->tm, t)->arity;
  for (uint32_t i = first; i < n; i++) {
    if (i > first) put(p, ", ");
    put_term(p, child_of(p->tm, t, i), BIND_CONDITIONAL);
  }
  put(p, ")");
  return BIND_POSTFIX;
}

// a ∘ b as unsigned numbers: one cast is enough for C, the left one.
static enum binding put_binary_unsigned(struct printer *p, struct term a, const char *operator, struct term b,
                                        enum binding bind) {
  put_unsigned(p, a, bind);
  put(p, operator);
  if (is_const(p->tm, b)) put_unsigned(p, b, bind + 1);
  else put_term(p, b, bind + 1);
  return bind;
}

// Comparisons: `less` is < or <=, negated and turned so that a constant stands on the right.
static enum binding put_comparison(struct printer *p, struct term a, struct term b, bool strict, bool is_unsigned,
                                   bool negated) {
  bool turned = is_const(p->tm, a) && !is_const(p->tm, b);
  if (negated) strict = !strict; // ¬(a < b) is b <= a
  if (negated != turned) {
    // The relation points the other way.
    struct term left = turned ? b : a, right = turned ? a : b;
    const char *operator= strict ? " > " : " >= ";
    return is_unsigned ? put_binary_unsigned(p, left, operator, right, BIND_RELATION)
                       : put_binary(p, left, operator, right, BIND_RELATION);
  }
  struct term left = turned ? b : a, right = turned ? a : b;
  const char *operator= strict ? " < " : " <= ";
  return is_unsigned ? put_binary_unsigned(p, left, operator, right, BIND_RELATION)
                     : put_binary(p, left, operator, right, BIND_RELATION);
}

static enum binding put_equality(struct printer *p, struct term a, struct term b, const char *operator) {
  bool a_leaf = !node_at(p->tm, a)->arity, b_leaf = !node_at(p->tm, b)->arity;
  bool turned = is_const(p->tm, a) ? !is_const(p->tm, b)
                                   : a_leaf && !b_leaf && !is_const(p->tm, b); // what is computed first
  return put_binary(p, turned ? b : a, operator, turned ? a : b, BIND_EQUAL);
}

static enum binding put_not(struct printer *p, struct term a) {
  struct terms *tm = p->tm;
  enum term_kind kind = kind_of(tm, a);
  switch (kind) {
  case TERM_EQ:
  case TERM_FP_EQ: return put_equality(p, child_of(tm, a, 0), child_of(tm, a, 1), " != ");
  case TERM_BV_ULT:
  case TERM_BV_ULE:
  case TERM_BV_SLT:
  case TERM_BV_SLE:
    return put_comparison(p, child_of(tm, a, 0), child_of(tm, a, 1), kind == TERM_BV_ULT || kind == TERM_BV_SLT,
                          kind == TERM_BV_ULT || kind == TERM_BV_ULE, true);
  case TERM_INT_LT:
  case TERM_INT_LE: return put_comparison(p, child_of(tm, a, 0), child_of(tm, a, 1), kind == TERM_INT_LT, false, true);
  case TERM_FP_IS_ZERO:
    put_term(p, child_of(tm, a, 0), BIND_EQUAL);
    put(p, " != 0.0");
    return BIND_EQUAL;
  default:
    put(p, "!");
    put_term(p, a, BIND_UNARY);
    return BIND_UNARY;
  }
}

static enum binding put_junction(struct printer *p, struct term t, const char *operator, enum binding bind) {
  uint32_t n = node_at(p->tm, t)->arity;
  for (uint32_t i = 0; i < n; i++) {
    if (i) put(p, operator);
    put_term(p, child_of(p->tm, t, i), BIND_BIT_OR); // && in || in parentheses, for the eye
  }
  return bind;
}

static bool is_negative_const(const struct terms *tm, struct term t) {
  return is_bv_const(tm, t) && width_of(tm, t) > 1 && bv_bit(tm, t, width_of(tm, t) - 1) && !bv_is_min_signed(tm, t);
}

// a + b, written as a difference where one of them is negated.
static enum binding put_sum(struct printer *p, struct term a, struct term b) {
  struct terms *tm = p->tm;
  if (is_const(tm, a) || is_kind(tm, a, TERM_BV_NEG)) { // constants last, a negated operand too
    struct term t = a;
    a = b;
    b = t;
  }
  if (is_kind(tm, b, TERM_BV_NEG)) return put_binary(p, a, " - ", child_of(tm, b, 0), BIND_ADD);
  if (is_negative_const(tm, b)) return put_binary(p, a, " - ", term_neg(tm, b), BIND_ADD);
  if (is_kind(tm, b, TERM_BV_MUL) && is_negative_const(tm, child_of(tm, b, 0))) {
    struct term factor = term_neg(tm, child_of(tm, b, 0));
    put_term(p, a, BIND_ADD);
    put(p, " - ");
    put_term(p, bv_is_one(tm, factor) ? child_of(tm, b, 1) : term_mul(tm, factor, child_of(tm, b, 1)), BIND_MUL);
    return BIND_ADD;
  }
  return put_binary(p, a, " + ", b, BIND_ADD);
}

static enum binding put_bits(struct printer *p, struct term t, const char *operator, enum binding bind) {
  struct term a = child_of(p->tm, t, 0), b = child_of(p->tm, t, 1);
  bool turned = is_const(p->tm, a) && !is_const(p->tm, b);
  put_term(p, turned ? b : a, BIND_UNARY);
  put(p, operator);
  put_term(p, turned ? a : b, BIND_UNARY);
  return bind;
}

static bool is_int_width(uint32_t width) {
  return width == 8 || width == 16 || width == 32 || width == 64 || width == 128;
}

static enum binding put_extract(struct printer *p, struct term t) {
  struct terms *tm = p->tm;
  struct term a = child_of(tm, t, 0);
  uint32_t high = param_of(tm, t, 0), low = param_of(tm, t, 1), width = high - low + 1;
  if (is_int_width(width) && low == 0) return put_cast(p, int_type(p, width, false), a);
  if (is_int_width(width)) {
    put(p, arena_printf(&p->arena, "(%s)(", int_type(p, width, false)));
    put_term(p, a, BIND_UNARY);
    put(p, arena_printf(&p->arena, " >> %u)", low));
    return BIND_UNARY;
  }
  if (low) {
    put(p, "(");
    put_term(p, a, BIND_UNARY);
    put(p, arena_printf(&p->arena, " >> %u) & ", low));
  } else {
    put_term(p, a, BIND_UNARY);
    put(p, " & ");
  }
  if (width < 64) put(p, arena_printf(&p->arena, width < 4 ? "%lu" : "0x%lx", (unsigned long)mask64(width)));
  else put(p, arena_printf(&p->arena, "MASK(%u)", width));
  return BIND_BIT_AND;
}

static enum binding put_concat(struct printer *p, struct term t) {
  struct terms *tm = p->tm;
  struct term high = child_of(tm, t, 0), low = child_of(tm, t, 1);
  uint32_t width = width_of(tm, t);
  if (bv_is_zero(tm, high)) return put_cast(p, int_type(p, width_of(tm, low), true), low);
  if (is_int_width(width)) put(p, arena_printf(&p->arena, "(%s)", int_type(p, width, false)));
  put_term(p, high, BIND_UNARY);
  put(p, arena_printf(&p->arena, " << %u", width_of(tm, low)));
  if (bv_is_zero(tm, low)) return BIND_SHIFT;
  put(p, " | ");
  put_unsigned(p, low, BIND_UNARY);
  return BIND_BIT_OR;
}

static enum binding put_extension(struct printer *p, struct term t) {
  struct term a = child_of(p->tm, t, 0);
  if (is_kind(p->tm, t, TERM_BV_ZEXT)) return put_cast(p, int_type(p, width_of(p->tm, a), true), a);
  return put_cast(p, int_type(p, width_of(p->tm, t), false), a);
}

static enum binding put_ite(struct printer *p, struct term t) {
  struct terms *tm = p->tm;
  struct term condition = child_of(tm, t, 0), a = child_of(tm, t, 1), b = child_of(tm, t, 2);
  if (bv_is_one(tm, a) && bv_is_zero(tm, b)) {
    put_term(p, condition, BIND_PRIMARY); // its value is an operand of C's comparison: 1 or 0
    return BIND_PRIMARY;
  }
  put_term(p, condition, BIND_OR);
  put(p, " ? ");
  put_term(p, a, BIND_OR);
  put(p, " : ");
  put_term(p, b, BIND_CONDITIONAL);
  return BIND_CONDITIONAL;
}

static enum binding put_stores(struct printer *p, struct term t) {
  uint32_t n = node_at(p->tm, t)->arity;
  put_term(p, child_of(p->tm, t, 0), BIND_POSTFIX);
  put(p, "{");
  for (uint32_t i = 1; i < n; i += 2) {
    put(p, i == 1 ? "[" : ", [");
    put_unsigned(p, child_of(p->tm, t, i), BIND_NONE);
    put(p, "] = ");
    put_term(p, child_of(p->tm, t, i + 1), BIND_CONDITIONAL);
    if (p->line.size > PIECES_SHOWN) {
      put(p, ", ...");
      break;
    }
  }
  put(p, "}");
  return BIND_POSTFIX;
}

static enum binding put_rounding(struct printer *p, struct term t) {
  static const char *const names[] = {"rint", "round", "ceil", "floor", "trunc"};
  uint64_t mode = 0;
  bv_value(p->tm, child_of(p->tm, t, 0), &mode);
  return put_call(p, names[ieee_mode_of(mode)], t, 1);
}

static enum binding put_to_int(struct printer *p, struct term t) {
  struct terms *tm = p->tm;
  uint64_t mode = IEEE_RNE;
  bv_value(tm, child_of(tm, t, 0), &mode);
  const char *type = int_type(p, width_of(tm, t), is_kind(tm, t, TERM_FP_TO_UBV));
  if (mode == IEEE_RTZ) return put_cast(p, type, child_of(tm, t, 1));
  put(p, arena_printf(&p->arena, "(%s)", type));
  put_rounding(p, t);
  return BIND_UNARY;
}

static enum binding put_float(struct printer *p, struct term t) {
  struct terms *tm = p->tm;
  enum term_kind kind = kind_of(tm, t);
  struct term last = child_of(tm, t, node_at(tm, t)->arity - 1);
  switch (kind) {
  case TERM_FP_ADD: return put_binary(p, child_of(tm, t, 1), " + ", last, BIND_ADD);
  case TERM_FP_SUB: return put_binary(p, child_of(tm, t, 1), " - ", last, BIND_ADD);
  case TERM_FP_MUL: return put_binary(p, child_of(tm, t, 1), " * ", last, BIND_MUL);
  case TERM_FP_DIV: return put_binary(p, child_of(tm, t, 1), " / ", last, BIND_MUL);
  case TERM_FP_FMA: return put_call(p, "fma", t, 1);
  case TERM_FP_SQRT: return put_call(p, "sqrt", t, 1);
  case TERM_FP_REM: return put_call(p, "remainder", t, 0);
  case TERM_FP_RTI: return put_rounding(p, t);
  case TERM_FP_NEG:
    put(p, "-");
    put_term(p, last, BIND_POSTFIX);
    return BIND_UNARY;
  case TERM_FP_ABS: return put_call(p, "fabs", t, 0);
  case TERM_FP_EQ: return put_equality(p, child_of(tm, t, 0), last, " == ");
  case TERM_FP_LT:
  case TERM_FP_LE: return put_comparison(p, child_of(tm, t, 0), last, kind == TERM_FP_LT, false, false);
  case TERM_FP_IS_NAN: return put_call(p, "isnan", t, 0);
  case TERM_FP_IS_INF: return put_call(p, "isinf", t, 0);
  case TERM_FP_IS_ZERO:
    put_term(p, last, BIND_EQUAL);
    put(p, " == 0.0");
    return BIND_EQUAL;
  case TERM_FP_IS_NORMAL: return put_call(p, "isnormal", t, 0);
  case TERM_FP_IS_SUBNORMAL: return put_call(p, "issubnormal", t, 0);
  case TERM_FP_IS_NEGATIVE: return put_call(p, "signbit", t, 0);
  case TERM_FP_FROM_BITS: return put_call(p, "from_bits", t, 0);
  case TERM_FP_TO_BITS:
    put(p, "bits(");
    put_term(p, child_of(tm, t, 0), BIND_CONDITIONAL);
    put(p, ")");
    return BIND_POSTFIX;
  case TERM_FP_TO_FP:
  case TERM_FP_FROM_SBV: return put_cast(p, float_type(p, sort_of(tm, t)), last);
  case TERM_FP_FROM_UBV:
    put(p, arena_printf(&p->arena, "(%s)", float_type(p, sort_of(tm, t))));
    put_unsigned(p, last, BIND_UNARY);
    return BIND_UNARY;
  default: return put_to_int(p, t);
  }
}

// Puts the pieces of t on the line and tells how tightly they bind.
static enum binding put_application(struct printer *p, struct term t) {
  struct terms *tm = p->tm;
  enum term_kind kind = kind_of(tm, t);
  struct term a = child_of(tm, t, 0), b = node_at(tm, t)->arity > 1 ? child_of(tm, t, 1) : TERM_NONE;
  switch (kind) {
  case TERM_NOT: return put_not(p, a);
  case TERM_AND: return put_junction(p, t, " && ", BIND_AND);
  case TERM_OR: return put_junction(p, t, " || ", BIND_OR);
  case TERM_EQ: return put_equality(p, a, b, " == ");
  case TERM_ITE: return put_ite(p, t);
  case TERM_BV_NOT:
  case TERM_BV_NEG:
    put(p, kind == TERM_BV_NOT ? "~" : "-");
    put_term(p, a, BIND_POSTFIX);
    return BIND_UNARY;
  case TERM_BV_ADD: return put_sum(p, a, b);
  case TERM_BV_MUL:
  case TERM_INT_MUL: return put_binary(p, a, " * ", b, BIND_MUL);
  case TERM_BV_UDIV: return put_binary_unsigned(p, a, " / ", b, BIND_MUL);
  case TERM_BV_UREM: return put_binary_unsigned(p, a, " % ", b, BIND_MUL);
  case TERM_BV_SDIV:
  case TERM_INT_DIV: return put_binary(p, a, " / ", b, BIND_MUL);
  case TERM_BV_SREM:
  case TERM_INT_MOD: return put_binary(p, a, " % ", b, BIND_MUL);
  case TERM_BV_AND: return put_bits(p, t, " & ", BIND_BIT_AND);
  case TERM_BV_OR: return put_bits(p, t, " | ", BIND_BIT_OR);
  case TERM_BV_XOR: return put_bits(p, t, " ^ ", BIND_BIT_XOR);
  case TERM_BV_SHL:
  case TERM_BV_ASHR:
  case TERM_BV_LSHR:
    (kind == TERM_BV_LSHR ? put_unsigned : put_term)(p, a, BIND_UNARY);
    put(p, kind == TERM_BV_SHL ? " << " : " >> ");
    put_term(p, b, BIND_UNARY);
    return BIND_SHIFT;
  case TERM_BV_ULT:
  case TERM_BV_ULE: return put_comparison(p, a, b, kind == TERM_BV_ULT, true, false);
  case TERM_BV_SLT:
  case TERM_BV_SLE: return put_comparison(p, a, b, kind == TERM_BV_SLT, false, false);
  case TERM_INT_LT:
  case TERM_INT_LE: return put_comparison(p, a, b, kind == TERM_INT_LT, false, false);
  case TERM_BV_CONCAT: return put_concat(p, t);
  case TERM_BV_EXTRACT: return put_extract(p, t);
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT: return put_extension(p, t);
  case TERM_ARRAY_CONST:
    put(p, "{");
    put_term(p, a, BIND_CONDITIONAL);
    put(p, ", ...}");
    return BIND_POSTFIX;
  case TERM_SELECT:
    put_term(p, a, BIND_POSTFIX);
    put(p, "[");
    put_term(p, b, BIND_NONE);
    put(p, "]");
    return BIND_POSTFIX;
  case TERM_STORE:
  case TERM_STORES: return put_stores(p, t);
  case TERM_COPY: return put_call(p, "copy", t, 0);
  case TERM_INT_ADD: return put_binary(p, is_const(tm, a) ? b : a, " + ", is_const(tm, a) ? a : b, BIND_ADD);
  case TERM_INT_FROM_BV: put_unsigned(p, a, BIND_UNARY); return BIND_UNARY;
  case TERM_INT_TO_BV: return put_cast(p, int_type(p, width_of(tm, t), false), a);
  default: return put_float(p, t);
  }
}

static void print_leaf(struct printer *p, const struct piece *piece) {
  struct terms *tm = p->tm;
  struct term t = {piece->term};
  if (is_kind(tm, t, TERM_VAR)) {
    const char *name = term_var_name(tm, t);
    for (const char *next; (next = strstr(name, "::")); name = next + 2) {
    }
    text_add(p->out, name);
    return;
  }
  struct text value = {0};
  term_print_value(tm, t, piece->is_unsigned, &value);
  bool parentheses = text_cstr(&value)[0] == '-' && piece->least > BIND_ADD;
  if (parentheses) text_addc(p->out, '(');
  text_add(p->out, text_cstr(&value));
  if (piece->is_unsigned && is_bv_const(tm, t)) text_addc(p->out, 'u');
  if (parentheses) text_addc(p->out, ')');
  text_release(&value);
}

static void print_piece(struct printer *p, struct piece piece) {
  struct term t = {piece.term};
  if (piece.text) {
    text_add(p->out, piece.text);
    return;
  }
  bool leaf = is_const(p->tm, t) || !node_at(p->tm, t)->arity;
  if (piece.is_unsigned && !is_const(p->tm, t)) {
    // An unsigned operation's result, and a zero extension, need no cast.
    enum term_kind kind = kind_of(p->tm, t);
    if (kind != TERM_BV_UDIV && kind != TERM_BV_UREM && kind != TERM_BV_LSHR && kind != TERM_BV_ZEXT) {
      text_printf(p->out, "(%s)", int_type(p, width_of(p->tm, t), true));
      piece.least = BIND_UNARY;
    }
  }
  if (leaf) {
    print_leaf(p, &piece);
    return;
  }
  if (!p->left) {
    text_add(p->out, "...");
    return;
  }
  p->left--;
  p->line.size = 0;
  enum binding bind = put_application(p, t);
  bool parentheses = bind < (enum binding)piece.least;
  if (parentheses) vec_c_piece_push(&p->work, (struct piece){.text = ")"});
  while (p->line.size) vec_c_piece_push(&p->work, vec_c_piece_pop(&p->line));
  if (parentheses) text_addc(p->out, '(');
}

void term_print_c(struct terms *tm, struct term t, struct text *out) {
  struct printer p = {.tm = tm, .out = out, .left = PIECES_SHOWN};
  arena_init(&p.arena);
  vec_c_piece_push(&p.work, (struct piece){.term = t.id});
  while (p.work.size) print_piece(&p, vec_c_piece_pop(&p.work));
  vec_c_piece_release(&p.work);
  vec_c_piece_release(&p.line);
  arena_release(&p.arena);
}

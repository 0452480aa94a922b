// Writes terms as C expressions that mean the same.
//
// A piece is the text of a subterm together with the type that C gives the text. Let w be the width of the term and W
// that of the type:
//   W < w    the value of the text, by its type, is that of the term: a sign extension if the type is signed, a zero
//   extension otherwise W = w    the bits are the same W > w    the low w bits are the same
// So extensions and truncations need no cast by themselves; an operation asks for the casts that make its operands, as
// C converts them, what it needs. Sums, products and bit operations need the low bits only; comparisons, quotients and
// right shifts need the value (`exact`).
#include "cfa/text/expression_type.h"
#include "cfa/layout.h"
#include "cfa/text/words.h"
#include <stdlib.h>
#include <string.h>

#define PIECES_MOST 2000
#define DEEPEST 150

enum binding {
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
  BIND_PRIMARY
};

struct piece {
  const char *text;          // NULL: it would be too long
  enum binding bind;
  struct c_type type;        // of a Bool: one bit, unsigned
};

struct printer {
  struct cfa *cfa;
  struct terms *tm;
  uint32_t function;
  uint32_t left, depth;      // pieces that may still be made
  // Names, where only C with defined behaviour is wanted; NULL: anything is.
  expression_name *name;
  expression_object *object;
  void *context;
  bool words;                // for a person, who does not read it back
  struct text guards;        // what must hold for the evaluation to be defined, a conjunction
  bool refused;              // C has no words for it
  struct arena arena;
};

static const struct piece too_long = {0};

// Where only C is wanted.
static struct piece refuse(struct printer *p) {
  p->refused = true;
  return too_long;
}

static const char *wrap(struct printer *p, struct piece a, enum binding least) {
  if (!a.text) return ""; // the expression was refused: the text is not used
  return a.bind >= least ? a.text : arena_printf(&p->arena, "(%s)", a.text);
}

static struct c_type int_type(uint32_t width, bool is_unsigned) {
  return (struct c_type){.width = width, .is_unsigned = is_unsigned};
}

// Other widths are no standard C.
static bool has_plain_name(struct c_type type) {
  return type_is_real(type) || type.width == 8 || type.width == 16 || type.width == 32 || type.width == 64;
}

static struct piece cast(struct printer *p, struct piece a, struct c_type type) {
  if (!a.text) return a;
  if (p->name && !has_plain_name(type)) return refuse(p);
  struct text name = {0};
  type_print(p->cfa, type, &name);
  struct piece made = {arena_printf(&p->arena, "(%s)%s", text_cstr(&name), wrap(p, a, BIND_UNARY)), BIND_UNARY, type};
  text_release(&name);
  return made;
}

static struct piece join(struct printer *p, const char *a, const char *operator, const char * b, enum binding bind,
                         struct c_type type) {
  return (struct piece){arena_printf(&p->arena, "%s%s%s", a, operator, b), bind, type};
}

static struct piece emit(struct printer *p, struct term t);

// What C has no words for.
static struct piece smt(struct printer *p, struct term t) {
  if (p->name) return refuse(p);
  struct text text = {0};
  text_addc(&text, '$');
  term_print_smt(p->tm, t, &text);
  struct sort sort = term_sort(p->tm, t);
  bool is_bool = sort_kind(p->tm, sort) == SORT_BOOL;
  struct piece made = {arena_printf(&p->arena, "%s", text_cstr(&text)), BIND_PRIMARY,
                       is_bool ? int_type(1, true) : type_of_sort(p->tm, sort, false)};
  text_release(&text);
  return made;
}

// --- constants -------------------------------------------------------------------------------

enum sign { SIGN_ANY, SIGN_SIGNED, SIGN_UNSIGNED };

static const char *long_suffix(const struct printer *p) { return p->cfa->pointer_bits == 32 ? "ll" : "l"; }

static struct piece signed_number(struct printer *p, uint32_t w, long value) {
  bool is_int = value >= INT32_MIN && value <= INT32_MAX;
  const char *suffix = is_int ? "" : long_suffix(p);
  struct c_type type = int_type(is_int ? (w < 32 ? w : 32) : 64, false);
  bool least = value == INT32_MIN || value == INT64_MIN; // C has no negative literals
  const char *text = least ? arena_printf(&p->arena, "%ld%s - 1", value + 1, suffix)
                           : arena_printf(&p->arena, "%ld%s", value, suffix);
  return (struct piece){text, least ? BIND_ADD : value < 0 ? BIND_UNARY : BIND_PRIMARY, type};
}

// SIGN_ANY: as a signed number, or an unsigned one where it stands beside unsigned ones and would be negative.
static struct piece constant(struct printer *p, struct term t, enum sign sign, bool beside_unsigned) {
  uint32_t w = term_width(p->tm, t);
  struct text address = {0};
  uint64_t bits;
  if (p->words && w == p->cfa->pointer_bits && term_value64(p->tm, t, &bits) && words_address(p->cfa, bits, &address)) {
    struct piece made = {arena_printf(&p->arena, "%s", text_cstr(&address)), BIND_UNARY, int_type(w, true)};
    text_release(&address);
    return made;
  }
  mpz_t value, other;
  mpz_inits(value, other, NULL);
  term_value(p->tm, t, value);
  bool negative = mpz_tstbit(value, w - 1);
  mpz_set(other, value);
  if (negative) {
    mpz_set_ui(other, 1);
    mpz_mul_2exp(other, other, w);
    mpz_sub(other, value, other);
  }
  struct piece made;
  bool as_unsigned = sign == SIGN_UNSIGNED || (sign == SIGN_ANY && beside_unsigned && negative);
  if (as_unsigned && mpz_sizeinbase(value, 2) <= 64) {
    unsigned long number = mpz_get_ui(value);
    bool is_int = w <= 32;
    const char *suffix = w < 32 ? "" : is_int ? "u" : p->cfa->pointer_bits == 32 ? "ull" : "ul";
    made =
        (struct piece){arena_printf(&p->arena, "%lu%s", number, suffix), BIND_PRIMARY, int_type(is_int ? w : 64, true)};
  } else if (!as_unsigned && mpz_fits_slong_p(other)) {
    made = signed_number(p, w, mpz_get_si(other));
  } else {
    made = smt(p, t);
  }
  mpz_clears(value, other, NULL);
  return made;
}

static struct piece real_constant(struct printer *p, struct term t) {
  uint32_t significand = sort_significand(p->tm, term_sort(p->tm, t));
  if (significand != 24 && significand != 53) return smt(p, t);
  struct text text = {0};
  term_print_value(p->tm, t, false, &text);
  struct c_type type = type_of_sort(p->tm, term_sort(p->tm, t), false),
                single = type_of_sort(p->tm, sort_float(p->tm, 8, 24), false);
  bool negative = text_cstr(&text)[0] == '-', named = strchr(text_cstr(&text), 'N');
  struct piece made = {arena_printf(&p->arena, "%s", text_cstr(&text)), negative ? BIND_UNARY : BIND_PRIMARY,
                       named ? single : type};
  text_release(&text);
  if (named && p->name) return refuse(p);
  return named && significand == 53 ? cast(p, made, type) : made;
}

// --- operands --------------------------------------------------------------------------------

// A width that C has no type for, and int has room for.
static bool is_few_bits(uint32_t w) { return w < 31 && w != 8 && w != 16; }

// The piece so that its value is the term's as a signed or unsigned number.
static struct piece exact(struct printer *p, struct piece a, uint32_t w, bool is_unsigned) {
  bool fits = a.type.width < w ? a.type.is_unsigned || !is_unsigned
                               : a.type.width == w && a.type.is_unsigned == is_unsigned;
  if (fits || !a.text) return a;
  if (!is_unsigned || !is_few_bits(w)) return cast(p, a, int_type(w, is_unsigned));
  // A mask of an int is clearer than a cast to a type of few bits, and promoted to the same.
  struct c_type promoted = type_promoted(a.type);
  if (promoted.width > 32 || promoted.is_unsigned) a = cast(p, a, C_INT);
  return join(p, wrap(p, a, BIND_UNARY), " & ", arena_printf(&p->arena, "%u", (1u << w) - 1), BIND_BIT_AND,
              int_type(w, true));
}

struct pair {
  struct piece a, b;
};

static bool is_constant(struct printer *p, struct term t) { return term_kind(p->tm, t) == TERM_CONST_BV; }

// Both operands; a constant adapts to the other one. A `known` operand is not printed again.
static struct pair emit_pair(struct printer *p, struct term a, struct term b, enum sign sign,
                             const struct pair *known) {
  struct pair both = known ? *known : (struct pair){0};
  bool a_constant = is_constant(p, a), b_constant = is_constant(p, b);
  uint32_t w = term_width(p->tm, a);
  if (!a_constant && !known) both.a = emit(p, a);
  if (!b_constant && !known) both.b = emit(p, b);
  bool beside = (!a_constant && both.a.type.is_unsigned && both.a.type.width >= w) ||
                (!b_constant && both.b.type.is_unsigned && both.b.type.width >= w);
  uint64_t value;
  struct term number = a_constant ? a : b;
  // Beside an unsigned number a small one needs no suffix.
  bool plain = sign == SIGN_UNSIGNED && beside && w >= 32 && term_value64(p->tm, number, &value) && value <= INT32_MAX;
  if (a_constant) both.a = constant(p, a, plain ? SIGN_SIGNED : sign, beside);
  if (b_constant) both.b = constant(p, b, plain ? SIGN_SIGNED : sign, beside);
  return both;
}

static struct c_type common_of(struct printer *p, const struct pair *both) {
  return type_common(p->tm, both->a.type, both->b.type);
}

// The left one of both wide enough for a result of w bits.
static void widen(struct printer *p, struct pair *both, uint32_t w, bool is_unsigned) {
  if (common_of(p, both).width < w) both->a = cast(p, both->a, int_type(w, is_unsigned));
}

// Two values to be compared, or divided, as signed numbers: C must not convert a negative one to unsigned.
static struct pair signed_pair(struct printer *p, struct term a, struct term b, const struct pair *known) {
  uint32_t w = term_width(p->tm, a);
  struct pair both = emit_pair(p, a, b, SIGN_SIGNED, known);
  both.a = exact(p, both.a, w, false);
  both.b = exact(p, both.b, w, false);
  if (!common_of(p, &both).is_unsigned) return both;
  struct c_type left = type_promoted(both.a.type), right = type_promoted(both.b.type);
  if (left.is_unsigned && !right.is_unsigned) both.a = cast(p, both.a, int_type(w, false));
  else if (!left.is_unsigned) both.b = cast(p, both.b, int_type(w, false));
  return both;
}

static bool is_exact_unsigned(struct piece a, uint32_t w) { return a.type.is_unsigned && a.type.width <= w; }

static struct pair unsigned_pair(struct printer *p, struct term a, struct term b, const struct pair *known) {
  uint32_t w = term_width(p->tm, a);
  struct pair both = emit_pair(p, a, b, SIGN_UNSIGNED, known);
  if (is_exact_unsigned(both.a, w) && is_exact_unsigned(both.b, w)) return both;
  if (w < 32) {
    both.a = exact(p, both.a, w, true);
    both.b = exact(p, both.b, w, true);
    return both;
  }
  // One operand that is unsigned and wide makes the other so.
  if (both.a.type.width > w) both.a = cast(p, both.a, int_type(w, true));
  if (both.b.type.width > w) both.b = cast(p, both.b, int_type(w, true));
  struct c_type common = common_of(p, &both);
  if (common.width != w || !common.is_unsigned) both.a = cast(p, both.a, int_type(w, true));
  return both;
}

// Equal bits: as numbers of the common type if that has their width, otherwise as values.
static struct pair equal_pair(struct printer *p, struct term a, struct term b) {
  uint32_t w = term_width(p->tm, a);
  struct pair both = emit_pair(p, a, b, SIGN_ANY, NULL);
  if (w >= 32 && both.a.type.width <= w && both.b.type.width <= w && common_of(p, &both).width == w) return both;
  bool any_unsigned = (both.a.type.is_unsigned && both.a.type.width == w) ||
                      (both.b.type.is_unsigned && both.b.type.width == w);
  return any_unsigned || is_few_bits(w) ? unsigned_pair(p, a, b, &both) : signed_pair(p, a, b, &both);
}

// --- integers --------------------------------------------------------------------------------

static struct piece binary(struct printer *p, struct pair both, const char *operator, enum binding bind) {
  if (!both.a.text || !both.b.text) return too_long;
  bool bits = bind >= BIND_BIT_OR && bind <= BIND_BIT_AND, shift = bind == BIND_SHIFT; // in parentheses for the eye
  struct c_type type = shift ? type_promoted(both.a.type) : common_of(p, &both);
  return join(p, wrap(p, both.a, bits || shift ? BIND_UNARY : bind), operator,
              wrap(p, both.b, bits || shift ? BIND_UNARY : bind + 1), bind, type);
}

// What needs the low bits of its operands only.
static struct piece modular(struct printer *p, struct term a, struct term b, const char *operator, enum binding bind) {
  if (bind < BIND_ADD && is_constant(p, a)) { // masks to the right, factors to the left
    struct term t = a;
    a = b;
    b = t;
  }
  struct pair both = emit_pair(p, a, b, SIGN_ANY, NULL);
  if (!both.a.text || !both.b.text) return too_long;
  uint32_t w = term_width(p->tm, a);
  if (is_constant(p, a) && w == 64 && common_of(p, &both).width < w)
    both.a = constant(p, a, SIGN_UNSIGNED, true); // 4ul, not (long)4
  widen(p, &both, w, both.a.type.is_unsigned);
  // Unsigned numbers wrap, signed ones must not.
  struct c_type common = common_of(p, &both);
  if (p->name && bind >= BIND_ADD && !common.is_unsigned) both.a = cast(p, both.a, int_type(common.width, true));
  return binary(p, both, operator, bind);
}

static bool is_negative(struct printer *p, struct term t) {
  uint64_t value;
  uint32_t w = term_width(p->tm, t);
  return is_constant(p, t) && w > 1 && w <= 64 && term_value64(p->tm, t, &value) && value >> (w - 1) &&
         !term_same(t, term_neg(p->tm, t));
}

// a + b, written as a difference where one of them is negated.
static struct piece sum(struct printer *p, struct term a, struct term b) {
  struct terms *tm = p->tm;
  bool negated = term_kind(tm, a) == TERM_BV_NEG ||
                 (term_kind(tm, a) == TERM_BV_MUL && is_negative(p, term_child(tm, a, 0)));
  if (is_constant(p, a) || (negated && !is_constant(p, b))) {
    struct term t = a;
    a = b;
    b = t;
  }
  enum term_kind kind = term_kind(tm, b);
  if (kind == TERM_BV_NEG || is_negative(p, b)) return modular(p, a, term_neg(tm, b), " - ", BIND_ADD);
  if (kind == TERM_BV_MUL && is_negative(p, term_child(tm, b, 0)))
    return modular(p, a, term_neg(tm, b), " - ", BIND_ADD);
  return modular(p, a, b, " + ", BIND_ADD);
}

static struct piece quotient(struct printer *p, struct term t, bool is_unsigned, const char *operator) {
  struct term a = term_child(p->tm, t, 0), b = term_child(p->tm, t, 1);
  uint64_t divisor;
  if (p->name && (!term_value64(p->tm, b, &divisor) || !divisor || is_negative(p, b))) return refuse(p);
  struct pair both = is_unsigned ? unsigned_pair(p, a, b, NULL) : signed_pair(p, a, b, NULL);
  if (!both.a.text || !both.b.text) return too_long;
  widen(p, &both, term_width(p->tm, t),
        is_unsigned); // the smallest number divided by -1, and everything by 0, depend on the width
  return binary(p, both, operator, BIND_MUL);
}

static struct piece shift(struct printer *p, struct term t, enum term_kind kind) {
  uint32_t w = term_width(p->tm, t);
  uint64_t count;
  if (p->name && (!term_value64(p->tm, term_child(p->tm, t, 1), &count) || count >= w)) return refuse(p);
  struct pair both = {emit(p, term_child(p->tm, t, 0)), emit(p, term_child(p->tm, t, 1))};
  if (!both.a.text || !both.b.text) return too_long;
  if (p->name && kind == TERM_BV_SHL) both.a = cast(p, both.a, int_type(w < 32 ? 32 : w, true));
  if (kind != TERM_BV_SHL) both.a = exact(p, both.a, w, kind == TERM_BV_LSHR);
  if (type_promoted(both.a.type).width < w) both.a = cast(p, both.a, int_type(w, kind == TERM_BV_LSHR));
  if (both.b.type.width > w) both.b = cast(p, both.b, int_type(w, true));
  return binary(p, both, kind == TERM_BV_SHL ? " << " : " >> ", BIND_SHIFT);
}

static struct piece unary(struct printer *p, struct term a, const char *operator) {
  struct piece of = emit(p, a);
  if (!of.text) return of;
  uint32_t w = term_width(p->tm, a);
  if (type_promoted(of.type).width < w) of = cast(p, of, int_type(w, of.type.is_unsigned));
  struct c_type promoted = type_promoted(of.type);
  if (p->name && *operator== '-' && !type_is_real(promoted) && !promoted.is_unsigned)
    of = cast(p, of, int_type(promoted.width, true));
  if (!of.text) return of;
  return (struct piece){arena_printf(&p->arena, "%s%s", operator, wrap(p, of, BIND_PRIMARY)), BIND_UNARY,
                        type_promoted(of.type)};
}

static struct piece extract(struct printer *p, struct term t) {
  struct term a = term_child(p->tm, t, 0);
  uint32_t low = term_param(p->tm, t, 1);
  struct piece of = emit(p, a);
  if (!of.text || !low) return of;
  if (low >= type_promoted(of.type).width) of = cast(p, of, int_type(term_width(p->tm, a), true));
  return join(p, wrap(p, of, BIND_UNARY), " >> ", arena_printf(&p->arena, "%u", low), BIND_SHIFT,
              type_promoted(of.type));
}

static struct piece conditional(struct printer *p, struct term t) {
  struct terms *tm = p->tm;
  struct term c = term_child(tm, t, 0), a = term_child(tm, t, 1), b = term_child(tm, t, 2);
  struct piece condition = emit(p, c);
  if (!condition.text) return condition;
  struct pair both;
  if (sort_kind(tm, term_sort(tm, t)) == SORT_BV) {
    uint64_t one, zero;
    if (term_value64(tm, a, &one) && term_value64(tm, b, &zero) && one == 1 && zero == 0) return condition;
    both = emit_pair(p, a, b, SIGN_ANY, NULL);
    if (both.a.text && both.b.text) widen(p, &both, term_width(tm, t), both.a.type.is_unsigned);
  } else {
    both = (struct pair){emit(p, a), emit(p, b)};
  }
  if (!both.a.text || !both.b.text) return too_long;
  const char *left = arena_printf(&p->arena, "%s ? %s", wrap(p, condition, BIND_OR), wrap(p, both.a, BIND_OR));
  bool is_bool = sort_kind(tm, term_sort(tm, t)) == SORT_BOOL;
  return join(p, left, " : ", wrap(p, both.b, BIND_OR), BIND_CONDITIONAL,
              is_bool ? int_type(1, true) : common_of(p, &both));
}

// Does a cell of so many bits hold just a value of this type, whichever bits these are?
static bool holds_integer(const struct layout *layout, uint32_t type, uint32_t width, struct c_type *is) {
  const struct layout_type *t = layout_type(layout, type);
  *is = int_type(width, t->is_unsigned);
  return (t->kind == LAYOUT_INTEGER || t->kind == LAYOUT_CHAR) && t->size * 8 == width && has_plain_name(*is);
}

// base + e, base or e with a constant base, where e is as wide as its own type again: whether it is unsigned.
static bool split_index(const struct printer *p, struct term index, uint64_t *base, struct term *e, bool *is_unsigned) {
  *e = TERM_NONE;
  if (term_value64(p->tm, index, base)) return true;
  if (term_kind(p->tm, index) != TERM_BV_ADD) return false;
  struct term a = term_child(p->tm, index, 0), b = term_child(p->tm, index, 1);
  struct term extended = term_value64(p->tm, a, base) ? b : a;
  if (term_same(extended, a) && !term_value64(p->tm, b, base)) return false;
  enum term_kind kind = term_kind(p->tm, extended);
  bool is_low = kind == TERM_BV_EXTRACT && !term_param(p->tm, extended, 1);
  if (!is_low && kind != TERM_BV_SEXT && kind != TERM_BV_ZEXT) return false;
  *e = term_child(p->tm, extended, 0);
  *is_unsigned = kind != TERM_BV_SEXT;
  return true;
}

// a[e + first] of an array with so many elements. That e is within its bounds is a guard; then nothing overflows.
static struct piece element(struct printer *p, const char *name, struct piece e, uint64_t first, uint64_t count,
                            struct c_type type) {
  if (!e.text || count > INT32_MAX) return refuse(p);
  const char *at = wrap(p, e, BIND_ADD), *compared = wrap(p, e, BIND_SHIFT);
  if (!e.type.is_unsigned)
    text_printf(&p->guards, "%s%s >= %s%llu", p->guards.size ? " && " : "", compared, first ? "-" : "",
                (unsigned long long)first);
  text_printf(&p->guards, "%s%s < %llu", p->guards.size ? " && " : "", compared, (unsigned long long)(count - first));
  const char *text = first ? arena_printf(&p->arena, "%s[%s + %llu]", name, at, (unsigned long long)first)
                           : arena_printf(&p->arena, "%s[%s]", name, at);
  return (struct piece){text, BIND_PRIMARY, type};
}

// `s.f` or `a[3]`: so many bytes of an object.
static struct piece named_place(struct printer *p, const struct layout_object *object, const char *name,
                                uint64_t offset, uint32_t bytes) {
  struct text path = {0};
  text_add(&path, name);
  uint32_t found = layout_walk(p->cfa->layout, object->type, &offset, bytes, &path);
  struct piece made = {.text = arena_printf(&p->arena, "%s", text_cstr(&path)), .bind = BIND_PRIMARY};
  text_release(&path);
  bool is_integer = holds_integer(p->cfa->layout, found, 8 * bytes, &made.type);
  return offset || !(is_integer || (p->words && layout_type(p->cfa->layout, found)->size == bytes)) ? refuse(p) : made;
}

// In C: `s.f`, `a[3]`, `a[i]` of an object with a name.
static struct piece named_cell(struct printer *p, struct term t) {
  struct term array = term_child(p->tm, t, 0), e;
  const struct layout *layout = p->cfa->layout;
  uint32_t var = term_kind(p->tm, array) == TERM_VAR ? cfa_var_of(p->cfa, array) : CFA_NONE;
  const struct layout_object *object = var == CFA_NONE ? NULL : words_object(p->cfa, var);
  const char *name = object && p->words ? object->name : object && p->object ? p->object(p->context, object) : NULL;
  uint64_t base;
  bool is_unsigned = false;
  struct c_type type;
  if (!name || sort_kind(p->tm, term_sort(p->tm, t)) != SORT_BV) return refuse(p);
  uint32_t width = term_width(p->tm, t), bytes = width / 8;
  if (!bytes || width % 8 || !split_index(p, term_child(p->tm, t, 1), &base, &e, &is_unsigned)) return refuse(p);
  uint64_t offset = base * bytes - object->address;
  if (base > UINT64_MAX / bytes || base * bytes < object->address || offset + bytes > object->size) return refuse(p);
  if (!term_none(e)) {
    const struct layout_type *whole = layout_type(layout, object->type);
    if (whole->kind != LAYOUT_ARRAY || !holds_integer(layout, whole->base, width, &type) || offset % bytes)
      return refuse(p);
    struct piece of = exact(p, emit(p, e), term_width(p->tm, e), is_unsigned);
    return element(p, name, of, offset / bytes, object->size / bytes, type);
  }
  return named_place(p, object, name, offset, bytes);
}

// Bytes that lie one behind the other in one object with a name, as numbers in memory that has been accessed in other
// ways: the element or field that they are.
static struct piece named_bytes(struct printer *p, struct term t) {
  const struct terms *tm = p->tm;
  uint64_t address = 0, next, bytes = 0;
  struct term array = TERM_NONE;
  for (struct term rest = t; !term_none(rest);) {
    bool more = term_kind(tm, rest) == TERM_BV_CONCAT;
    struct term byte = more ? term_child(tm, rest, 0) : rest;
    rest = more ? term_child(tm, rest, 1) : TERM_NONE;
    if (term_kind(tm, byte) != TERM_SELECT || term_width(tm, byte) != 8 ||
        !term_value64(tm, term_child(tm, byte, 1), &next))
      return too_long;
    if (bytes++ && (!term_same(array, term_child(tm, byte, 0)) || next != address - 1)) return too_long;
    array = term_child(tm, byte, 0);
    address = next;
  }
  uint32_t var = term_kind(tm, array) == TERM_VAR ? cfa_var_of(p->cfa, array) : CFA_NONE;
  const struct layout_object *o = var == CFA_NONE ? NULL : words_object(p->cfa, var);
  const char *name = o && p->words ? o->name : o && p->object ? p->object(p->context, o) : NULL;
  if (!name || address < o->address || address - o->address + bytes > o->size) return too_long;
  return named_place(p, o, name, address - o->address, (uint32_t)bytes);
}

static struct piece concat(struct printer *p, struct term t) {
  struct term high = term_child(p->tm, t, 0), low = term_child(p->tm, t, 1);
  uint32_t w = term_width(p->tm, t), low_width = term_width(p->tm, low), wide = w <= 32 ? 32 : w <= 64 ? 64 : 128;
  if (w > 128) return smt(p, t);
  struct piece named = p->name || p->words ? named_bytes(p, t) : too_long;
  if (named.text) return named;
  struct piece h = emit(p, high), l = is_constant(p, low) ? constant(p, low, SIGN_UNSIGNED, true) : emit(p, low);
  if (!h.text || !l.text) return too_long;
  h = cast(p, h, int_type(wide, true));
  h = join(p, wrap(p, h, BIND_UNARY), " << ", arena_printf(&p->arena, "%u", low_width), BIND_SHIFT, h.type);
  l = exact(p, l, low_width, true);
  return join(p, wrap(p, h, BIND_UNARY), " | ", wrap(p, l, BIND_UNARY), BIND_BIT_OR, int_type(wide, true));
}

static struct piece cell(struct printer *p, struct term t) {
  struct term array = term_child(p->tm, t, 0), index = term_child(p->tm, t, 1);
  struct piece named = p->name || p->words ? named_cell(p, t) : too_long;
  if (p->name || named.text) return named;
  uint32_t var = term_kind(p->tm, array) == TERM_VAR ? cfa_var_of(p->cfa, array) : CFA_NONE;
  if (var == CFA_NONE || sort_kind(p->tm, term_sort(p->tm, index)) != SORT_BV) return smt(p, t);
  struct piece at = is_constant(p, index) ? constant(p, index, SIGN_ANY, true) : emit(p, index);
  if (!at.text) return at;
  if (p->words && words_is_sizes(p->cfa, var))
    return (struct piece){arena_printf(&p->arena, "size(%s)", at.text), BIND_PRIMARY,
                          int_type(term_width(p->tm, t), true)};
  struct text name = {0};
  name_print(p->cfa, p->function, var, &name);
  struct c_type type = type_of_sort(p->tm, term_sort(p->tm, t), p->cfa->vars.data[var].is_unsigned);
  if (sort_kind(p->tm, term_sort(p->tm, t)) == SORT_BOOL) type = int_type(1, true);
  // A blank, so that m[3] is not taken for a variable of that name.
  struct piece made = {arena_printf(&p->arena, "%s [%s]", text_cstr(&name), at.text), BIND_PRIMARY, type};
  text_release(&name);
  return made;
}

// --- conditions ------------------------------------------------------------------------------

static struct piece relation(struct printer *p, struct pair both, const char *operator, enum binding bind) {
  struct piece made = binary(p, both, operator, bind);
  made.type = int_type(1, true);
  return made;
}

static struct piece equality(struct printer *p, struct term t, const char *operator) {
  struct terms *tm = p->tm;
  struct term a = term_child(tm, t, 0), b = term_child(tm, t, 1);
  bool leaf = !term_arity(tm, a) && term_arity(tm, b);
  if (term_is_const(tm, a) || leaf) { // what is computed first, constants last
    struct term first = a;
    a = b;
    b = first;
  }
  if (term_same(b, term_bv(tm, 1, 1)) && operator[1] == '!') { // of one bit: 0 rather than not 1
    b = term_bv(tm, 1, 0);
    operator= " == ";
  }
  switch (sort_kind(tm, term_sort(tm, a))) {
  case SORT_BV: return relation(p, equal_pair(p, a, b), operator, BIND_EQUAL);
  case SORT_BOOL: {
    struct piece left = emit(p, a), right = emit(p, b);
    if (!left.text || !right.text) return too_long;
    return join(p, wrap(p, left, BIND_UNARY), operator, wrap(p, right, BIND_UNARY), BIND_EQUAL, int_type(1, true));
  }
  default: break;
  }
  if (term_kind(tm, t) == TERM_FP_EQ) return relation(p, (struct pair){emit(p, a), emit(p, b)}, operator, BIND_EQUAL);
  return smt(p, t); // identity of floats and of memory
}

// a < b or a <= b, or its negation; a constant stands on the right.
static struct piece comparison(struct printer *p, struct term t, bool negated) {
  struct terms *tm = p->tm;
  enum term_kind kind = term_kind(tm, t);
  struct term a = term_child(tm, t, 0), b = term_child(tm, t, 1);
  bool strict = (kind == TERM_BV_ULT || kind == TERM_BV_SLT || kind == TERM_FP_LT) != negated, greater = negated;
  if (term_is_const(tm, a)) {
    struct term first = a;
    a = b;
    b = first;
    greater = !greater;
  }
  bool is_unsigned = kind == TERM_BV_ULT || kind == TERM_BV_ULE, is_real = kind == TERM_FP_LT || kind == TERM_FP_LE;
  if (!is_real && !is_unsigned && strict &&
      term_same(b, term_bv_signed(tm, term_width(tm, b), greater ? -1 : 1))) { // rather beside 0
    b = term_bv(tm, term_width(tm, b), 0);
    strict = false;
  }
  struct pair both = is_real       ? (struct pair){emit(p, a), emit(p, b)}
                     : is_unsigned ? unsigned_pair(p, a, b, NULL)
                                   : signed_pair(p, a, b, NULL);
  const char *operator= greater ? (strict ? " > " : " >= ") : (strict ? " < " : " <= ");
  return relation(p, both, operator, BIND_RELATION);
}

static struct piece negation(struct printer *p, struct term a) {
  switch (term_kind(p->tm, a)) {
  case TERM_EQ:
    if (sort_kind(p->tm, term_sort(p->tm, term_child(p->tm, a, 0))) == SORT_FLOAT) break;
    if (sort_kind(p->tm, term_sort(p->tm, term_child(p->tm, a, 0))) == SORT_ARRAY) break;
    return equality(p, a, " != ");
  case TERM_FP_EQ: return equality(p, a, " != ");
  case TERM_BV_ULT:
  case TERM_BV_ULE:
  case TERM_BV_SLT:
  case TERM_BV_SLE: return comparison(p, a, true);
  default: break;
  }
  struct piece of = emit(p, a);
  if (!of.text) return of;
  return (struct piece){arena_printf(&p->arena, "!%s", wrap(p, of, BIND_UNARY)), BIND_UNARY, int_type(1, true)};
}

static struct piece junction(struct printer *p, struct term t, const char *operator, enum binding bind) {
  struct text text = {0};
  bool good = true;
  for (uint32_t i = 0; i < term_arity(p->tm, t) && good; i++) {
    struct piece part = emit(p, term_child(p->tm, t, i));
    good = part.text;
    // && in || in parentheses, for the eye.
    if (good) text_printf(&text, "%s%s", i ? operator : "", wrap(p, part, BIND_BIT_OR));
  }
  struct piece made = {good ? arena_printf(&p->arena, "%s", text_cstr(&text)) : NULL, bind, int_type(1, true)};
  text_release(&text);
  return made;
}

// --- floats ----------------------------------------------------------------------------------

static struct piece call(struct printer *p, const char *name, struct term t, struct c_type type) {
  struct piece of = emit(p, term_child(p->tm, t, 0));
  if (!of.text) return of;
  return (struct piece){arena_printf(&p->arena, "%s(%s)", name, of.text), BIND_PRIMARY, type};
}

static struct piece real_binary(struct printer *p, struct term t, const char *operator, enum binding bind) {
  return binary(p, (struct pair){emit(p, term_child(p->tm, t, 1)), emit(p, term_child(p->tm, t, 2))}, operator, bind);
}

static struct piece real_conversion(struct printer *p, struct term t, enum term_kind kind) {
  struct term a = term_child(p->tm, t, 1);
  struct piece of = emit(p, a);
  if (kind == TERM_FP_FROM_SBV || kind == TERM_FP_FROM_UBV)
    of = of.text ? exact(p, of, term_width(p->tm, a), kind == TERM_FP_FROM_UBV) : of;
  return cast(p, of, type_of_sort(p->tm, term_sort(p->tm, t), kind == TERM_FP_TO_UBV));
}

// C's formats with types to cast to, that is.
static bool has_type(struct printer *p, struct sort sort) {
  uint32_t significand = sort_kind(p->tm, sort) == SORT_FLOAT ? sort_significand(p->tm, sort) : 24;
  return significand == 24 || significand == 53 || significand == 64;
}

static struct piece real(struct printer *p, struct term t, enum term_kind kind) {
  struct terms *tm = p->tm;
  // Functions need a header, and a float may not fit into an integer.
  bool needs_header = kind == TERM_FP_IS_NAN || kind == TERM_FP_IS_INF || kind == TERM_FP_IS_NORMAL ||
                      kind == TERM_FP_IS_NEGATIVE || kind == TERM_FP_ABS;
  if (p->name && (needs_header || kind == TERM_FP_TO_SBV || kind == TERM_FP_TO_UBV)) return refuse(p);
  struct c_type truth = int_type(1, true);
  uint64_t mode;
  switch (kind) {
  case TERM_FP_IS_NAN: return call(p, "isnan", t, truth);
  case TERM_FP_IS_INF: return call(p, "isinf", t, truth);
  case TERM_FP_IS_NORMAL: return call(p, "isnormal", t, truth);
  case TERM_FP_IS_NEGATIVE: return call(p, "signbit", t, truth);
  case TERM_FP_IS_ZERO: {
    struct piece of = emit(p, term_child(tm, t, 0));
    return of.text ? join(p, wrap(p, of, BIND_EQUAL), " == ", "0.0f", BIND_EQUAL, truth) : of;
  }
  case TERM_FP_ABS: return call(p, "fabs", t, type_of_sort(tm, term_sort(tm, t), false));
  case TERM_FP_NEG: return unary(p, term_child(tm, t, 0), "-");
  case TERM_FP_LT:
  case TERM_FP_LE: return comparison(p, t, false);
  case TERM_FP_ADD:
  case TERM_FP_SUB:
  case TERM_FP_MUL:
  case TERM_FP_DIV:
  case TERM_FP_TO_FP:
  case TERM_FP_FROM_SBV:
  case TERM_FP_FROM_UBV:
  case TERM_FP_TO_SBV:
  case TERM_FP_TO_UBV: break;
  default: return smt(p, t);
  }
  bool to_int = kind == TERM_FP_TO_SBV || kind == TERM_FP_TO_UBV;
  if (!term_value64(tm, term_child(tm, t, 0), &mode) || mode != (to_int ? 4 : 0) || !has_type(p, term_sort(tm, t)))
    return smt(p, t);
  switch (kind) {
  case TERM_FP_ADD: return real_binary(p, t, " + ", BIND_ADD);
  case TERM_FP_SUB: return real_binary(p, t, " - ", BIND_ADD);
  case TERM_FP_MUL: return real_binary(p, t, " * ", BIND_MUL);
  case TERM_FP_DIV: return real_binary(p, t, " / ", BIND_MUL);
  default: return real_conversion(p, t, kind);
  }
}

// --- all of them -----------------------------------------------------------------------------

static struct piece variable(struct printer *p, struct term t) {
  uint32_t var = cfa_var_of(p->cfa, t);
  if (var == CFA_NONE) return smt(p, t);
  struct text name = {0};
  if (!p->name) {
    name_print(p->cfa, p->function, var, &name);
  } else {
    const char *called = p->name(p->context, var);
    if (!called) return refuse(p);
    text_add(&name, called);
  }
  bool is_bool = sort_kind(p->tm, term_sort(p->tm, t)) == SORT_BOOL;
  struct c_type type = is_bool ? int_type(1, true) : type_of_var(p->tm, &p->cfa->vars.data[var]);
  struct piece made = {arena_printf(&p->arena, "%s", text_cstr(&name)), BIND_PRIMARY, type};
  text_release(&name);
  return made;
}

static struct piece emit_kind(struct printer *p, struct term t) {
  struct terms *tm = p->tm;
  enum term_kind kind = term_kind(tm, t);
  struct term a = term_arity(tm, t) ? term_child(tm, t, 0) : TERM_NONE,
              b = term_arity(tm, t) > 1 ? term_child(tm, t, 1) : TERM_NONE;
  switch (kind) {
  case TERM_TRUE:
  case TERM_FALSE: {
    const char *words[] = {"false", "true", "0", "1"};
    return (struct piece){words[(p->name ? 2 : 0) + (kind == TERM_TRUE)], BIND_PRIMARY, int_type(1, true)};
  }
  case TERM_CONST_BV: return constant(p, t, SIGN_ANY, false);
  case TERM_CONST_FLOAT: return real_constant(p, t);
  case TERM_VAR: return variable(p, t);
  case TERM_NOT: return negation(p, a);
  case TERM_AND: return junction(p, t, " && ", BIND_AND);
  case TERM_OR: return junction(p, t, " || ", BIND_OR);
  case TERM_EQ:
  case TERM_FP_EQ: return equality(p, t, " == ");
  case TERM_BV_ULT:
  case TERM_BV_ULE:
  case TERM_BV_SLT:
  case TERM_BV_SLE: return comparison(p, t, false);
  case TERM_ITE: return conditional(p, t);
  case TERM_BV_NOT: return unary(p, a, "~");
  case TERM_BV_NEG: return unary(p, a, "-");
  case TERM_BV_ADD: return sum(p, a, b);
  case TERM_BV_MUL: return modular(p, a, b, " * ", BIND_MUL);
  case TERM_BV_AND: return modular(p, a, b, " & ", BIND_BIT_AND);
  case TERM_BV_OR: return modular(p, a, b, " | ", BIND_BIT_OR);
  case TERM_BV_XOR: return modular(p, a, b, " ^ ", BIND_BIT_XOR);
  case TERM_BV_UDIV: return quotient(p, t, true, " / ");
  case TERM_BV_UREM: return quotient(p, t, true, " % ");
  case TERM_BV_SDIV: return quotient(p, t, false, " / ");
  case TERM_BV_SREM: return quotient(p, t, false, " % ");
  case TERM_BV_SHL:
  case TERM_BV_LSHR:
  case TERM_BV_ASHR: return shift(p, t, kind);
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT: {
    struct piece of = emit(p, a);
    return of.text ? exact(p, of, term_width(tm, a), kind == TERM_BV_ZEXT) : of;
  }
  case TERM_BV_EXTRACT: return extract(p, t);
  case TERM_BV_CONCAT: return concat(p, t);
  case TERM_SELECT: return cell(p, t);
  default: return real(p, t, kind);
  }
}

static struct piece emit(struct printer *p, struct term t) {
  if (!p->left || p->depth > DEEPEST) return refuse(p);
  p->left--;
  p->depth++;
  struct piece made = emit_kind(p, t);
  p->depth--;
  return made;
}

static void print_whole(struct cfa *cfa, uint32_t function, struct term t, bool words, struct text *out) {
  struct printer p = {.cfa = cfa, .tm = cfa->tm, .function = function, .left = PIECES_MOST, .words = words};
  arena_init(&p.arena);
  struct piece whole = emit(&p, t);
  if (!whole.text) whole = smt(&p, t);
  text_add(out, whole.text);
  text_release(&p.guards);
  arena_release(&p.arena);
}

void expression_print(struct cfa *cfa, uint32_t function, struct term t, struct text *out) {
  print_whole(cfa, function, t, false, out);
}

void expression_print_words(struct cfa *cfa, uint32_t function, struct term t, struct text *out) {
  print_whole(cfa, function, t, true, out);
}

bool expression_print_defined(struct cfa *cfa, struct term t, const struct expression_names *names, struct text *out) {
  struct printer p = {.cfa = cfa,
                      .tm = cfa->tm,
                      .left = PIECES_MOST,
                      .name = names->variable,
                      .object = names->object,
                      .context = names->context};
  arena_init(&p.arena);
  struct piece whole = emit(&p, t);
  bool good = whole.text && !p.refused;
  if (good && p.guards.size) text_printf(out, "!(%s) || %s", text_cstr(&p.guards), wrap(&p, whole, BIND_BIT_OR));
  else if (good) text_add(out, whole.text);
  text_release(&p.guards);
  arena_release(&p.arena);
  return good;
}

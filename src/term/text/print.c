// Terms and sorts as SMT-LIB.
//
// Written with a stack of pieces (text or a term still to be written), so that
// depth costs no C stack. A term that occurs more than once is bound by let,
// unless it is small and flat; the bindings come in ascending order of ids,
// which puts definitions before uses.
#include "term/float/ieee.h"
#include "term/node.h"
#include "term/rewrite/constructors.h"
#include "term/text/symbol.h"
#include <stdlib.h>

struct piece {
  const char *text;  // NULL: `term`
  uint32_t term;
};
VEC_TYPE(vec_piece, struct piece)

struct printer {
  struct terms *tm;
  struct text *out;
  struct map_u32 uses;    // of every term with children
  struct map_u32 names;   // let-bound terms → number, once they are bound
  struct text prefix;     // of let-bound names: no variable begins with it
  struct vec_piece work;
};

static const char *const modes[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
static const char *const reserved[] = {"true",
                                       "false",
                                       "RNE",
                                       "RNA",
                                       "RTP",
                                       "RTN",
                                       "RTZ",
                                       "roundNearestTiesToEven",
                                       "roundNearestTiesToAway",
                                       "roundTowardPositive",
                                       "roundTowardNegative",
                                       "roundTowardZero",
                                       "let",
                                       "forall",
                                       "exists",
                                       "as",
                                       "par",
                                       "_",
                                       "!"};

int symbol_rounding_mode(const char *name, size_t length) {
  for (int i = 0; i < 5; i++) {
    const char *long_name = reserved[7 + i];
    if (length == 3 && !memcmp(name, modes[i], 3)) return i;
    if (length == strlen(long_name) && !memcmp(name, long_name, length)) return i;
  }
  return -1;
}

bool symbol_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         (c && strchr("~!@$%^&*_-+=<>.?/", c));
}

void symbol_print(const char *name, struct text *out) {
  bool simple = *name && !(*name >= '0' && *name <= '9');
  for (const char *p = name; *p && simple; p++) simple = symbol_char(*p);
  for (size_t i = 0; simple && i < sizeof reserved / sizeof *reserved; i++) simple = strcmp(name, reserved[i]) != 0;
  if (!simple) text_addc(out, '|');
  text_add(out, name);
  if (!simple) text_addc(out, '|');
}

void sort_print_smt(const struct terms *tm, struct sort s, struct text *out) {
  uint32_t open = 0; // arrays nest in their elements; an array as an index is rare and may recurse
  for (; sort_kind(tm, s) == SORT_ARRAY; s = sort_element(tm, s), open++) {
    text_add(out, "(Array ");
    sort_print_smt(tm, sort_index(tm, s), out);
    text_addc(out, ' ');
  }
  switch (sort_kind(tm, s)) {
  case SORT_BOOL: text_add(out, "Bool"); break;
  case SORT_INT: text_add(out, "Int"); break;
  case SORT_BV: text_printf(out, "(_ BitVec %u)", sort_width(tm, s)); break;
  case SORT_FLOAT: text_printf(out, "(_ FloatingPoint %u %u)", sort_exponent(tm, s), sort_significand(tm, s)); break;
  case SORT_ARRAY: break;
  }
  while (open--) text_addc(out, ')');
}

// --- constants --------------------------------------------------------------------

static void print_binary(struct text *out, mpz_srcptr value, uint32_t high, uint32_t low) {
  text_add(out, "#b");
  for (uint32_t i = high + 1; i-- > low;) text_addc(out, mpz_tstbit(value, i) ? '1' : '0');
}

static void print_hexadecimal(struct text *out, mpz_srcptr value, uint32_t width) {
  char *digits = mpz_get_str(NULL, 16, value);
  text_add(out, "#x");
  for (size_t i = strlen(digits); i < width / 4; i++) text_addc(out, '0');
  text_add(out, digits);
  free(digits);
}

static void print_float(struct terms *tm, struct term t, mpz_srcptr bits, struct text *out) {
  uint32_t exponent = sort_exponent(tm, sort_of(tm, t)), significand = sort_significand(tm, sort_of(tm, t));
  bool special = mpz_scan0(bits, significand - 1) >= significand - 1 + exponent;
  if (!special) {
    text_add(out, "(fp ");
    print_binary(out, bits, exponent + significand - 1, exponent + significand - 1);
    text_addc(out, ' ');
    print_binary(out, bits, exponent + significand - 2, significand - 1);
    text_addc(out, ' ');
    print_binary(out, bits, significand - 2, 0);
    text_addc(out, ')');
    return;
  }
  bool infinite = mpz_scan1(bits, 0) == significand - 1, negative = mpz_tstbit(bits, exponent + significand - 1);
  text_printf(out, "(_ %s %u %u)", !infinite ? "NaN" : negative ? "-oo" : "+oo", exponent, significand);
}

static void print_leaf(struct terms *tm, struct term t, struct text *out) {
  enum term_kind kind = kind_of(tm, t);
  if (kind == TERM_TRUE || kind == TERM_FALSE) {
    text_add(out, kind == TERM_TRUE ? "true" : "false");
    return;
  }
  if (kind == TERM_VAR) {
    symbol_print(term_var_name(tm, t), out);
    return;
  }
  mpz_t value;
  mpz_init(value);
  term_value(tm, t, value);
  if (kind == TERM_CONST_FLOAT) {
    print_float(tm, t, value, out);
  } else if (kind == TERM_CONST_BV) {
    uint32_t width = width_of(tm, t);
    if (width % 4) print_binary(out, value, width - 1, 0);
    else print_hexadecimal(out, value, width);
  } else {
    bool negative = mpz_sgn(value) < 0;
    mpz_abs(value, value);
    char *digits = mpz_get_str(NULL, 10, value);
    text_printf(out, negative ? "(- %s)" : "%s", digits);
    free(digits);
  }
  mpz_clear(value);
}

// --- applications -------------------------------------------------------------------

static void push_text(struct printer *p, const char *text) { vec_piece_push(&p->work, (struct piece){text, 0}); }
static void push_term(struct printer *p, struct term t) { vec_piece_push(&p->work, (struct piece){NULL, t.id}); }

static void print_head(struct printer *p, struct term t) {
  struct terms *tm = p->tm;
  enum term_kind kind = kind_of(tm, t);
  struct sort s = sort_of(tm, t);
  text_addc(p->out, '(');
  switch (kind) {
  case TERM_BV_EXTRACT: text_printf(p->out, "(_ extract %u %u)", param_of(tm, t, 0), param_of(tm, t, 1)); break;
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT: text_printf(p->out, "(_ %s %u)", term_kind_name(kind), param_of(tm, t, 0)); break;
  case TERM_ARRAY_CONST:
    text_add(p->out, "(as const ");
    sort_print_smt(tm, s, p->out);
    text_addc(p->out, ')');
    break;
  case TERM_COPY: text_add(p->out, "(_ clew.copy)"); break;
  case TERM_FP_TO_BITS: text_add(p->out, "(_ clew.fp_to_bits)"); break;
  case TERM_FP_FROM_BITS:
  case TERM_FP_TO_FP:
  case TERM_FP_FROM_SBV:
  case TERM_FP_FROM_UBV:
    text_printf(p->out, "(_ %s %u %u)", term_kind_name(kind), sort_exponent(tm, s), sort_significand(tm, s));
    break;
  case TERM_FP_TO_SBV:
  case TERM_FP_TO_UBV:
  case TERM_INT_TO_BV: text_printf(p->out, "(_ %s %u)", term_kind_name(kind), sort_width(tm, s)); break;
  default: text_add(p->out, term_kind_name(kind));
  }
}

// Starts an application: writes what comes before its first child and leaves the rest on the stack.
static void print_application(struct printer *p, struct term t) {
  struct terms *tm = p->tm;
  uint32_t n = node_at(tm, t)->arity;
  if (is_kind(tm, t, TERM_STORES)) {
    for (uint32_t i = n; i > 1; i -= 2) {
      push_text(p, ")");
      push_term(p, child_of(tm, t, i - 1));
      push_text(p, " ");
      push_term(p, child_of(tm, t, i - 2));
      push_text(p, " ");
      text_add(p->out, "(store ");
    }
    push_term(p, child_of(tm, t, 0));
    return;
  }
  print_head(p, t);
  push_text(p, ")");
  for (uint32_t i = n; i-- > 0;) {
    struct term child = child_of(tm, t, i);
    uint64_t mode;
    if (i == 0 && ieee_has_mode(kind_of(tm, t)) && bv_value(tm, child, &mode) && mode < 5) push_text(p, modes[mode]);
    else push_term(p, child);
    push_text(p, " ");
  }
}

// Writes t; terms bound already by their names. t itself is written out.
static void print_definition(struct printer *p, struct term t) {
  bool first = true;
  push_term(p, t);
  while (p->work.size) {
    struct piece piece = vec_piece_pop(&p->work);
    struct term at = {piece.term};
    uint32_t *name;
    if (piece.text) text_add(p->out, piece.text);
    else if (!node_at(p->tm, at)->arity) print_leaf(p->tm, at, p->out);
    else if (!first && (name = map_u32_find(&p->names, at.id)))
      text_printf(p->out, "%s%u", text_cstr(&p->prefix), *name);
    else print_application(p, at);
    first = false;
  }
}

// --- sharing -----------------------------------------------------------------------

static bool is_flat(const struct terms *tm, struct term t) {
  uint32_t n = node_at(tm, t)->arity;
  if (n > 3) return false;
  for (uint32_t i = 0; i < n; i++) {
    if (node_at(tm, child_of(tm, t, i))->arity) return false;
  }
  return true;
}

// Counts the uses of every subterm with children; gives those to be bound, ascending, and a prefix no variable begins
// with.
static void find_shared(struct printer *p, struct term t, struct vec_u32 *shared) {
  struct terms *tm = p->tm;
  struct vec_u32 stack = {0};
  uint32_t marks = 0; // '?' at the beginning of variables
  vec_u32_push(&stack, t.id);
  while (stack.size) {
    struct term at = {vec_u32_pop(&stack)};
    uint32_t n = node_at(tm, at)->arity;
    if (!n) {
      const char *name = is_kind(tm, at, TERM_VAR) ? term_var_name(tm, at) : "";
      uint32_t leading = (uint32_t)strspn(name, "?");
      if (leading > marks) marks = leading;
      continue;
    }
    uint32_t *uses = map_u32_find(&p->uses, at.id);
    if (uses) {
      if (++*uses == 2 && !is_flat(tm, at)) vec_u32_push(shared, at.id);
      continue;
    }
    map_u32_put(&p->uses, at.id, 1);
    for (uint32_t i = 0; i < n; i++) vec_u32_push(&stack, child_of(tm, at, i).id);
  }
  vec_u32_release(&stack);
  for (uint32_t i = 0; i <= marks; i++) text_addc(&p->prefix, '?');
}

void term_print_smt(struct terms *tm, struct term t, struct text *out) {
  struct printer p = {.tm = tm, .out = out};
  struct vec_u32 shared = {0};
  find_shared(&p, t, &shared);
  if (shared.size) qsort(shared.data, shared.size, sizeof *shared.data, compare_ids);
  for (uint32_t i = 0; i < shared.size; i++) {
    text_printf(out, "(let ((%s%u ", text_cstr(&p.prefix), i + 1);
    print_definition(&p, (struct term){shared.data[i]});
    text_add(out, ")) ");
    map_u32_put(&p.names, shared.data[i], i + 1);
  }
  print_definition(&p, t);
  for (uint32_t i = 0; i < shared.size; i++) text_addc(out, ')');
  vec_u32_release(&shared);
  map_u32_release(&p.uses);
  map_u32_release(&p.names);
  vec_piece_release(&p.work);
  text_release(&p.prefix);
}

// Reads C expressions: operators by how tightly they bind, types as C gives them.
#include "base/text/words.h"
#include "cfa/text/expression_type.h"
#include "term/quantified.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define DEEPEST 400

struct operand {
  struct term term;          // none: an error was found. Of sort Bool: 1 or 0, with the type int
  struct c_type type;        // width 0: memory
};

struct parser {
  struct cfa *cfa;
  struct terms *tm;
  uint32_t function, depth;
  const char *at;
  struct text *message;
};

static const struct operand nothing = {0};
static bool is_nothing(struct operand a) { return term_none(a.term); }

__attribute__((format(printf, 3, 4))) static struct operand fail(struct parser *p, const char *at, const char *format,
                                                                 ...) {
  p->at = at;
  va_list args;
  va_start(args, format);
  text_vprintf(p->message, format, args);
  va_end(args);
  return nothing;
}

static void skip_blanks(struct parser *p) {
  while (*p->at == ' ' || *p->at == '\t' || *p->at == '\r') p->at++;
}

static bool take(struct parser *p, char c) {
  skip_blanks(p);
  if (*p->at != c) return false;
  p->at++;
  return true;
}

static struct operand expected(struct parser *p, const char *what) {
  skip_blanks(p);
  size_t n = 1;
  while (isalnum((unsigned char)*p->at) && isalnum((unsigned char)p->at[n])) n++;
  if (!*p->at) return fail(p, p->at, "expected %s, but the expression ends", what);
  return fail(p, p->at, "expected %s, not '%.*s'", what, (int)n, p->at);
}

// --- conversions -----------------------------------------------------------------------------

static bool is_bool(const struct parser *p, struct operand a) {
  return sort_kind(p->tm, term_sort(p->tm, a.term)) == SORT_BOOL;
}

static struct operand bool_operand(struct term t) { return (struct operand){t, C_INT}; }

static struct term condition_of(struct parser *p, struct operand a) {
  if (is_bool(p, a)) return a.term;
  if (!type_is_real(a.type)) return term_bv_to_bool(p->tm, a.term);
  struct term pair[2] = {a.term, term_float_bits64(p->tm, a.type.real, 0)};
  return term_not(p->tm, term_fp(p->tm, TERM_FP_EQ, 2, pair));
}

static struct operand convert(struct parser *p, struct operand a, struct c_type to) {
  struct terms *tm = p->tm;
  if (is_bool(p, a)) a = (struct operand){term_bool_to_bv(tm, a.term, 32), C_INT};
  struct term t = a.term;
  if (type_is_real(to)) {
    if (!type_is_real(a.type)) t = term_fp_from_int(tm, to.real, term_rne(tm), t, !a.type.is_unsigned);
    else if (a.type.real.id != to.real.id) t = term_fp_convert(tm, to.real, term_rne(tm), t);
  } else if (type_is_real(a.type)) {
    t = term_fp_to_int(tm, to.width, term_bv(tm, 3, 4), t, !to.is_unsigned); // towards zero
  } else if (to.width < a.type.width) {
    t = term_extract(tm, to.width - 1, 0, t);
  } else {
    t = a.type.is_unsigned ? term_zext(tm, t, to.width) : term_sext(tm, t, to.width);
  }
  return (struct operand){t, to};
}

static struct operand refuse_type(struct parser *p, const char *at, const char *operator, const char * wants,
                                  struct operand a) {
  struct text type = {0};
  if (a.type.width) type_print(p->cfa, a.type, &type);
  else text_add(&type, "memory; memory[index] is a cell of it");
  struct operand none = fail(p, at, "%s wants %s, not %s", operator, wants, text_cstr(&type));
  text_release(&type);
  return none;
}

// --- leaves ----------------------------------------------------------------------------------

static struct operand read_real(struct parser *p, const char *start) {
  char *end;
  errno = 0;
  double value = strtod(start, &end);
  if (*end == 'l' || *end == 'L' || *end == 'q' || *end == 'Q')
    return fail(p, start, "long double literals are not supported");
  bool single = *end == 'f' || *end == 'F';
  uint64_t bits = 0;
  if (single) {
    float narrow = strtof(start, NULL);
    uint32_t word;
    memcpy(&word, &narrow, sizeof word);
    bits = word;
  } else {
    memcpy(&bits, &value, sizeof bits);
  }
  p->at = end + single;
  struct sort sort = single ? sort_float(p->tm, 8, 24) : sort_float(p->tm, 11, 53);
  return (struct operand){term_float_bits64(p->tm, sort, bits), type_of_sort(p->tm, sort, false)};
}

// u, l, ll in any order and case; false: something else.
static bool read_suffix(const char **at, bool *is_unsigned, uint32_t *longs) {
  *is_unsigned = false;
  *longs = 0;
  for (; isalnum((unsigned char)**at) || **at == '_'; ++*at) {
    char c = (char)tolower((unsigned char)**at);
    if (c == 'u' && !*is_unsigned) *is_unsigned = true;
    else if (c == 'l' && *longs < 2) ++*longs;
    else return false;
  }
  return true;
}

// The first type of C's list for the literal that can hold it.
static struct operand read_number(struct parser *p) {
  const char *start = p->at;
  bool hex = start[0] == '0' && (start[1] == 'x' || start[1] == 'X'),
       binary = start[0] == '0' && (start[1] == 'b' || start[1] == 'B');
  const char *after = start + (hex ? 2 : 0);
  while (isxdigit((unsigned char)*after) && (hex || isdigit((unsigned char)*after))) after++;
  if (*after == '.' || (hex ? *after == 'p' || *after == 'P' : *after == 'e' || *after == 'E'))
    return read_real(p, start);
  bool decimal = start[0] != '0' || after == start + 1;
  char *end;
  errno = 0;
  unsigned long long value = strtoull(binary ? start + 2 : start, &end, binary ? 2 : decimal ? 10 : hex ? 16 : 8);
  bool is_unsigned, too_large = errno == ERANGE;
  uint32_t longs;
  const char *rest = end;
  if (!read_suffix(&rest, &is_unsigned, &longs))
    return fail(p, start, "'%.*s' is no number of C", (int)(rest - start) + 1, start);
  uint32_t width = longs == 0 ? 32 : longs == 1 ? p->cfa->pointer_bits : 64;
  for (;; width = 64) {
    bool fits_signed = value >> (width - 1) == 0, fits = width == 64 || value >> width == 0;
    if (fits_signed && !is_unsigned) break;
    if (fits && (is_unsigned || !decimal)) {
      is_unsigned = true;
      break;
    }
    if (width == 64) {
      too_large = true;
      break;
    }
  }
  const char *hint = value >> 63 && !is_unsigned ? " (u is missing?)" : "";
  if (too_large) return fail(p, start, "'%.*s' does not fit into any integer type%s", (int)(rest - start), start, hint);
  p->at = rest;
  return (struct operand){term_bv(p->tm, width, value), {.width = width, .is_unsigned = is_unsigned}};
}

static struct operand read_character(struct parser *p) {
  static const char letters[] = "ntr0abfv\\'\"?", meanings[] = "\n\t\r\0\a\b\f\v\\'\"?";
  const char *start = p->at, *c = start + 1;
  int value = (signed char)*c;
  if (*c == '\\' && c[1] == 'x') {
    char *end;
    value = (signed char)strtoul(c + 2, &end, 16);
    c = end - 1;
  } else if (*c == '\\') {
    const char *letter = *++c ? strchr(letters, *c) : NULL;
    if (!letter) return fail(p, start, "this character is not supported; write it as a number");
    value = meanings[letter - letters];
  }
  if (!*c || (*c == '\'' && c == start + 1) || c[1] != '\'')
    return fail(p, start, "expected one character between quotes");
  p->at = c + 2;
  return (struct operand){term_bv_signed(p->tm, 32, value), C_INT};
}

static struct term smt_var(void *context, const char *name, size_t length) {
  struct parser *p = context;
  struct text text = {0};
  text_add_n(&text, name, length);
  uint32_t var = cfa_var_named(p->cfa, text_cstr(&text));
  text_release(&text);
  return var == CFA_NONE ? quantified_named(p->tm, name, length) : p->cfa->vars.data[var].term;
}

static struct operand read_smt(struct parser *p) {
  p->at++;
  const char *message = "expected a term";
  struct term t = term_parse(p->tm, &p->at, smt_var, p, &message);
  if (term_none(t)) return fail(p, p->at, "in a term: %s", message);
  struct operand a = {t, type_of_sort(p->tm, term_sort(p->tm, t), false)};
  if (!a.type.width) return fail(p, p->at, "after $ stands a term of the sort Bool, of bits, or of a float");
  return a;
}

static struct operand unknown_variable(struct parser *p, const char *end) {
  char name[200];
  snprintf(name, sizeof name, "%.*s", (int)(end - p->at), p->at);
  struct text label = {0}, best = {0};
  unsigned best_distance = strlen(name) < 3 ? (unsigned)strlen(name) : 3;
  for (uint32_t i = 0; i < p->cfa->vars.size; i++) {
    if (p->cfa->vars.data[i].kind == VAR_TEMP || p->cfa->vars.data[i].kind == VAR_RESULT) continue;
    text_clear(&label);
    name_print(p->cfa, p->function, i, &label);
    // The right name of another function's variable is nearer than any wrong one.
    unsigned distance = strcmp(name, p->cfa->vars.data[i].name) == 0 ? 0 : words_distance(name, text_cstr(&label));
    if (distance >= best_distance) continue;
    best_distance = distance;
    text_clear(&best);
    text_add(&best, text_cstr(&label));
  }
  const char *meant = text_cstr(&best);
  fail(p, p->at, *meant ? "there is no variable '%s'; did you mean '%s'?" : "there is no variable '%s'%s", name, meant);
  text_release(&label);
  text_release(&best);
  return nothing;
}

static struct operand read_expression(struct parser *p);

// isnan and its like, and what math.h and C23 define; *known is false for every other word.
static struct operand read_word(struct parser *p, const char *end, bool *known) {
  static const struct {
    const char *name;
    enum term_kind kind;
  } calls[] = {{"isnan", TERM_FP_IS_NAN},
               {"isinf", TERM_FP_IS_INF},
               {"isnormal", TERM_FP_IS_NORMAL},
               {"signbit", TERM_FP_IS_NEGATIVE},
               {"fabs", TERM_FP_ABS}};
  struct terms *tm = p->tm;
  const char *start = p->at;
  size_t length = (size_t)(end - start);
#define IS(word) (length == sizeof(word) - 1 && !strncmp(start, word, length))
  *known = true;
  p->at = end;
  if (IS("true") || IS("false")) return bool_operand(term_bool(tm, *start == 't'));
  struct c_type single = type_of_sort(tm, sort_float(tm, 8, 24), false);
  if (IS("NAN") || IS("INFINITY"))
    return (struct operand){term_float_bits64(tm, single.real, *start == 'N' ? 0x7fc00000 : 0x7f800000), single};
#undef IS
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    if (strlen(calls[i].name) != length || strncmp(start, calls[i].name, length) != 0 || !take(p, '(')) continue;
    struct operand a = read_expression(p);
    if (is_nothing(a)) return a;
    if (!type_is_real(a.type)) return refuse_type(p, start, calls[i].name, "a float", a);
    if (!take(p, ')')) return expected(p, "')'");
    struct term t = term_fp(tm, calls[i].kind, 1, &a.term);
    return calls[i].kind == TERM_FP_ABS ? (struct operand){t, a.type} : bool_operand(t);
  }
  p->at = start;
  *known = false;
  return nothing;
}

static struct operand read_variable(struct parser *p) {
  const char *end, *start = p->at;
  uint32_t var = name_read(p->cfa, p->function, start, &end);
  if (end == start) return expected(p, "a variable or a number");
  if (var == CFA_NONE) {
    bool known;
    struct operand word = read_word(p, end, &known);
    return known ? word : unknown_variable(p, end);
  }
  p->at = end;
  const struct cfa_var *v = &p->cfa->vars.data[var];
  struct operand a = {v->term, type_of_var(p->tm, v)};
  if (a.type.width || !take(p, '[')) return a;
  struct operand index = read_expression(p);
  if (is_nothing(index)) return index;
  struct sort index_sort = sort_index(p->tm, v->sort), element = sort_element(p->tm, v->sort);
  if (!index.type.width || type_is_real(index.type) || sort_kind(p->tm, index_sort) != SORT_BV)
    return refuse_type(p, start, "an index", "an integer", index);
  if (!take(p, ']')) return expected(p, "']'");
  index = convert(p, index, (struct c_type){.width = sort_width(p->tm, index_sort)});
  return (struct operand){term_select(p->tm, a.term, index.term), type_of_sort(p->tm, element, v->is_unsigned)};
}

// --- unary -----------------------------------------------------------------------------------

struct type_words {
  uint32_t of_unsigned, of_signed, of_long, of_short, of_char, of_int, of_int128, of_bool, of_float, of_double, of_bits;
};

// Takes the words of a type's name. False: there is none.
static bool read_type_words(struct parser *p, struct type_words *w) {
  *w = (struct type_words){0};
  const struct {
    const char *name;
    uint32_t *count;
  } words[] = {{"unsigned", &w->of_unsigned}, {"signed", &w->of_signed}, {"long", &w->of_long},
               {"short", &w->of_short},       {"char", &w->of_char},     {"int", &w->of_int},
               {"__int128", &w->of_int128},   {"_Bool", &w->of_bool},    {"bool", &w->of_bool},
               {"float", &w->of_float},       {"double", &w->of_double}};
  bool any = false;
  for (;;) {
    skip_blanks(p);
    size_t length = 0, i = 0, n = sizeof words / sizeof *words;
    while (isalnum((unsigned char)p->at[length]) || p->at[length] == '_') length++;
    if (length == 7 && !strncmp(p->at, "_BitInt", 7)) {
      char *end;
      unsigned long bits = p->at[7] == '(' && isdigit((unsigned char)p->at[8]) ? strtoul(p->at + 8, &end, 10) : 0;
      if (!bits || bits > 1024 || *end != ')') return any;
      w->of_bits = (uint32_t)bits;
      p->at = end + 1;
    } else {
      while (i < n && (strlen(words[i].name) != length || strncmp(p->at, words[i].name, length) != 0)) i++;
      if (i == n) return any;
      ++*words[i].count;
      p->at += length;
    }
    any = true;
  }
}

// The type that the words name; false: C has no such type.
static bool type_of_words(struct parser *p, const struct type_words *w, struct c_type *type) {
  bool sign = w->of_unsigned || w->of_signed;
  if (w->of_float || w->of_double) {
    if (w->of_float + w->of_double > 1 || sign || w->of_long > 1 || (w->of_long && w->of_float) || w->of_short ||
        w->of_char || w->of_int)
      return false;
    *type = type_of_sort(p->tm,
                         w->of_float  ? sort_float(p->tm, 8, 24)
                         : w->of_long ? sort_float(p->tm, 15, 64)
                                      : sort_float(p->tm, 11, 53),
                         false);
    return true;
  }
  uint32_t sizes = (w->of_long != 0) + w->of_short + w->of_char + w->of_int128 + (w->of_bits != 0);
  if (sizes > 1 || w->of_unsigned + w->of_signed > 1 || w->of_long > 2 || w->of_int > 1) return false;
  if (w->of_int && (w->of_char || w->of_int128 || w->of_bits)) return false;
  uint32_t width = w->of_bits ? w->of_bits : w->of_short ? 16 : w->of_char ? 8 : w->of_int128 ? 128 : 32;
  if (w->of_long) width = w->of_long == 1 ? p->cfa->pointer_bits : 64;
  *type = (struct c_type){.width = width, .is_unsigned = w->of_unsigned != 0};
  return true;
}

static struct operand read_unary(struct parser *p);

static struct operand read_parenthesis(struct parser *p) {
  const char *start = p->at;
  p->at++;
  struct type_words words;
  if (read_type_words(p, &words)) {
    struct c_type type = C_INT;
    bool to_bool = words.of_bool != 0;
    if (!to_bool && !type_of_words(p, &words, &type)) return fail(p, start, "this is no type of C");
    if (!take(p, ')')) return expected(p, "')' after a type");
    struct operand a = read_unary(p);
    if (is_nothing(a)) return a;
    if (!a.type.width) return refuse_type(p, start, "a cast", "a number", a);
    return to_bool ? bool_operand(condition_of(p, a)) : convert(p, a, type);
  }
  struct operand a = read_expression(p);
  if (is_nothing(a) || take(p, ')')) return a;
  return expected(p, "')'");
}

static struct operand apply_unary(struct parser *p, const char *at, struct operand a) {
  struct terms *tm = p->tm;
  char wants_integer[] = {'\'', *at, '\'', 0};
  if (!a.type.width || (*at == '~' && type_is_real(a.type)))
    return refuse_type(p, at, wants_integer, *at == '~' ? "an integer" : "a number", a);
  if (*at == '!') return bool_operand(term_not(tm, condition_of(p, a)));
  if (type_is_real(a.type)) return *at == '+' ? a : (struct operand){term_fp(tm, TERM_FP_NEG, 1, &a.term), a.type};
  a = convert(p, a, type_promoted(a.type));
  if (*at == '-') a.term = term_neg(tm, a.term);
  if (*at == '~') a.term = term_bvnot(tm, a.term);
  return a;
}

static struct operand read_unary(struct parser *p) {
  skip_blanks(p);
  const char *start = p->at;
  if (++p->depth > DEEPEST) return fail(p, start, "the expression is nested too deeply");
  struct operand a;
  switch (*start) {
  case '-':
  case '~':
  case '!':
  case '+':
    p->at++;
    a = read_unary(p);
    if (!is_nothing(a)) a = apply_unary(p, start, a);
    break;
  case '(': a = read_parenthesis(p); break;
  case '\'': a = read_character(p); break;
  case '$': a = read_smt(p); break;
  case '.': a = isdigit((unsigned char)start[1]) ? read_real(p, start) : expected(p, "a variable or a number"); break;
  default: a = isdigit((unsigned char)*start) ? read_number(p) : read_variable(p);
  }
  p->depth--;
  return a;
}

// --- binary ----------------------------------------------------------------------------------

enum operator{
  OP_OR,
  OP_AND,
  OP_BIT_OR,
  OP_BIT_XOR,
  OP_BIT_AND,
  OP_EQ,
  OP_NE,
  OP_LE,
  OP_GE,
  OP_SHL,
  OP_SHR,
  OP_LT,
  OP_GT,
  OP_ADD,
  OP_SUB,
  OP_MUL,
  OP_DIV,
  OP_REM
};

// Longer ones before those they begin with.
static const struct {
  const char *text;
  uint32_t bind;
} operators[] = {[OP_OR] = {"||", 1},     [OP_AND] = {"&&", 2}, [OP_BIT_OR] = {"|", 3}, [OP_BIT_XOR] = {"^", 4},
                 [OP_BIT_AND] = {"&", 5}, [OP_EQ] = {"==", 6},  [OP_NE] = {"!=", 6},    [OP_LE] = {"<=", 7},
                 [OP_GE] = {">=", 7},     [OP_SHL] = {"<<", 8}, [OP_SHR] = {">>", 8},   [OP_LT] = {"<", 7},
                 [OP_GT] = {">", 7},      [OP_ADD] = {"+", 9},  [OP_SUB] = {"-", 9},    [OP_MUL] = {"*", 10},
                 [OP_DIV] = {"/", 10},    [OP_REM] = {"%", 10}};
enum { OPERATORS = sizeof operators / sizeof *operators, TIGHTEST = 10 };

static uint32_t operator_at(const char *at) {
  uint32_t i = 0;
  while (i < OPERATORS && strncmp(at, operators[i].text, strlen(operators[i].text)) != 0) i++;
  return i;
}

static struct operand compare(struct parser *p, enum operator op, struct operand a, struct operand b) {
  struct terms *tm = p->tm;
  bool negated = op == OP_NE, strict = op == OP_LT || op == OP_GT;
  if (op == OP_EQ || op == OP_NE) {
    struct term pair[2] = {a.term, b.term};
    struct term equal = type_is_real(a.type) ? term_fp(tm, TERM_FP_EQ, 2, pair) : term_eq(tm, a.term, b.term);
    return bool_operand(negated ? term_not(tm, equal) : equal);
  }
  bool turned = op == OP_GT || op == OP_GE;
  struct term pair[2] = {turned ? b.term : a.term, turned ? a.term : b.term};
  if (type_is_real(a.type)) return bool_operand(term_fp(tm, strict ? TERM_FP_LT : TERM_FP_LE, 2, pair));
  if (a.type.is_unsigned) return bool_operand((strict ? term_ult : term_ule)(tm, pair[0], pair[1]));
  return bool_operand((strict ? term_slt : term_sle)(tm, pair[0], pair[1]));
}

static struct term compute(struct parser *p, enum operator op, struct c_type type, struct term a, struct term b) {
  struct terms *tm = p->tm;
  if (type_is_real(type)) {
    struct term all[3] = {term_rne(tm), a, b};
    return term_fp(tm,
                   op == OP_ADD   ? TERM_FP_ADD
                   : op == OP_SUB ? TERM_FP_SUB
                   : op == OP_MUL ? TERM_FP_MUL
                                  : TERM_FP_DIV,
                   3, all);
  }
  switch (op) {
  case OP_BIT_OR: return term_bvor(tm, a, b);
  case OP_BIT_XOR: return term_bvxor(tm, a, b);
  case OP_BIT_AND: return term_bvand(tm, a, b);
  case OP_SHL: return term_shl(tm, a, b);
  case OP_SHR: return (type.is_unsigned ? term_lshr : term_ashr)(tm, a, b);
  case OP_ADD: return term_add(tm, a, b);
  case OP_SUB: return term_sub(tm, a, b);
  case OP_MUL: return term_mul(tm, a, b);
  case OP_DIV: return (type.is_unsigned ? term_udiv : term_sdiv)(tm, a, b);
  default: return (type.is_unsigned ? term_urem : term_srem)(tm, a, b);
  }
}

static struct operand apply(struct parser *p, const char *at, enum operator op, struct operand a, struct operand b) {
  char name[8];
  snprintf(name, sizeof name, "'%s'", operators[op].text);
  bool integers = op == OP_BIT_OR || op == OP_BIT_XOR || op == OP_BIT_AND || op == OP_SHL || op == OP_SHR ||
                  op == OP_REM;
  for (int side = 0; side < 2; side++) {
    struct operand x = side ? b : a;
    if (!x.type.width || (integers && type_is_real(x.type)))
      return refuse_type(p, at, name, integers ? "integers" : "numbers", x);
  }
  if (op == OP_AND) return bool_operand(term_and(p->tm, condition_of(p, a), condition_of(p, b)));
  if (op == OP_OR) return bool_operand(term_or(p->tm, condition_of(p, a), condition_of(p, b)));
  if ((op == OP_EQ || op == OP_NE) && is_bool(p, a) && is_bool(p, b)) return compare(p, op, a, b);
  struct c_type type = op == OP_SHL || op == OP_SHR ? type_promoted(a.type) : type_common(p->tm, a.type, b.type);
  a = convert(p, a, type);
  b = convert(p, b, type); // the number of places too: where that loses bits, C says nothing about the result
  if (op >= OP_EQ && op <= OP_GT && op != OP_SHL && op != OP_SHR) return compare(p, op, a, b);
  return (struct operand){compute(p, op, type, a.term, b.term), type};
}

static struct operand read_binary(struct parser *p, uint32_t bind) {
  if (bind > TIGHTEST) return read_unary(p);
  struct operand a = read_binary(p, bind + 1);
  while (!is_nothing(a)) {
    skip_blanks(p);
    const char *at = p->at;
    uint32_t op = operator_at(at);
    if (op == OPERATORS || operators[op].bind != bind) return a;
    p->at += strlen(operators[op].text);
    struct operand b = read_binary(p, bind + 1);
    a = is_nothing(b) ? b : apply(p, at, (enum operator)op, a, b);
  }
  return a;
}

static struct operand read_expression(struct parser *p) {
  if (++p->depth > DEEPEST) return fail(p, p->at, "the expression is nested too deeply");
  struct operand c = read_binary(p, 1);
  skip_blanks(p);
  const char *at = p->at;
  if (!is_nothing(c) && take(p, '?')) {
    if (!c.type.width) return refuse_type(p, at, "'?'", "a number", c);
    struct operand a = read_expression(p);
    if (is_nothing(a)) return a;
    if (!take(p, ':')) return expected(p, "':'");
    struct operand b = read_expression(p);
    if (is_nothing(b)) return b;
    if (!a.type.width || !b.type.width) return refuse_type(p, at, "'?'", "numbers", a.type.width ? b : a);
    struct term condition = condition_of(p, c);
    c.type = type_common(p->tm, a.type, b.type);
    bool bools = is_bool(p, a) && is_bool(p, b);
    c.term = term_ite(p->tm, condition, bools ? a.term : convert(p, a, c.type).term,
                      bools ? b.term : convert(p, b, c.type).term);
  }
  p->depth--;
  return c;
}

struct term expression_read(struct cfa *cfa, uint32_t function, const char **at, struct text *message) {
  struct parser p = {.cfa = cfa, .tm = cfa->tm, .function = function, .at = *at, .message = message};
  struct operand a = read_expression(&p);
  if (!is_nothing(a)) {
    skip_blanks(&p);
    if (*p.at) a = expected(&p, "an operator");
    else if (!a.type.width) a = refuse_type(&p, *at, "a condition", "a number", a);
  }
  *at = p.at;
  return is_nothing(a) ? TERM_NONE : condition_of(&p, a);
}

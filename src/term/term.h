// Terms: typed, hash-consed, rewritten on construction.
//
// A term is a 32-bit id into the table of a run; 0 is none. Two terms of one
// table are structurally equal iff their ids are equal. Terms are never freed
// before their table. Constructors rewrite (see rules in bool.c, bv.c,
// array.c, float.c), so what comes back may be of another kind than asked for.
// Sorts are ids as well. Nothing here recurses on the C stack.
//
// Invariants of stored terms: children have smaller ids; commutative binary
// kinds have their constant child, if any, first and otherwise the smaller id first; no
// kind but leaves has only constant children (they fold), except array
// constants (ARRAY_CONST, and STORES and COPY over constants) which count as
// constants. Two constants are equal iff their ids are, but for arrays: ask term_eq.
#ifndef CLEW_TERM_TERM_H
#define CLEW_TERM_TERM_H
#include "base/process/limits.h"
#include "base/text/text.h"
#include "base/memory/vec.h"
#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

struct term {
  uint32_t id;
};
struct sort {
  uint32_t id;
};
VEC_TYPE(vec_term, struct term)

enum term_kind {
#define KIND(id, name, arity, theory, class, sort) TERM_##id,
#include "term/kinds.def"
#undef KIND
  TERM_KIND_COUNT
};

enum term_theory { THEORY_LEAF, THEORY_CORE, THEORY_BV, THEORY_ARRAY, THEORY_FP, THEORY_INT };

// Kinds that are treated alike.
enum term_class {
  CLASS_BOOLEAN, // true, false
  CLASS_NUMBER, // constants that have a value (term_value)
  CLASS_VARIABLE,
  CLASS_CONNECTIVE, // not, and, or
  CLASS_EQUALITY,
  CLASS_CHOICE, // if-then-else
  CLASS_BV_UNARY,
  CLASS_BV_SUM,
  CLASS_BV_PRODUCT, // multiplication, division, remainder
  CLASS_BV_BITWISE,
  CLASS_BV_SHIFT,
  CLASS_BV_COMPARE,
  CLASS_BV_CONCAT,
  CLASS_BV_INDEXED, // with parameters: extract, extensions
  CLASS_ARRAY_VALUE,
  CLASS_ARRAY_READ,
  CLASS_ARRAY_CHANGE, // child 0 with other cells
  CLASS_FP_ROUNDED, // child 0 is the rounding mode; the result has the format of the operands
  CLASS_FP_EXACT, // without a rounding mode
  CLASS_FP_COMPARE,
  CLASS_FP_TEST, // of one float
  CLASS_FP_BITS, // from and to the interchange bits
  CLASS_FP_CONVERT, // child 0 is the rounding mode; to another format, from and to integers
  CLASS_INT_ARITHMETIC,
  CLASS_INT_COMPARE,
  CLASS_INT_CONVERT,
};

struct term_kind_info {
  const char *name; // in SMT-LIB
  signed char arity; // -1: any number
  unsigned char theory, class, sort;
};
extern const struct term_kind_info term_kinds[TERM_KIND_COUNT];
static inline enum term_theory term_theory(enum term_kind kind) { return (enum term_theory)term_kinds[kind].theory; }
static inline enum term_class term_class(enum term_kind kind) { return (enum term_class)term_kinds[kind].class; }

enum sort_kind { SORT_BOOL, SORT_BV, SORT_FLOAT, SORT_ARRAY, SORT_INT };

struct terms; // the table of a run

struct terms *terms_new(void);
void terms_free(struct terms *tm);
uint32_t terms_count(const struct terms *tm);
// For tests: how often each rewrite rule fired, in the order of the rule table.
void terms_rule_hits(const struct terms *tm, void (*each)(void *context, const char *rule, uint64_t hits),
                     void *context);

static inline bool term_same(struct term a, struct term b) { return a.id == b.id; }
static inline bool term_none(struct term t) { return t.id == 0; }
#define TERM_NONE ((struct term){0})

// --- sorts -----------------------------------------------------------------
struct sort sort_bool(struct terms *tm);
struct sort sort_int(struct terms *tm);
struct sort sort_bv(struct terms *tm, uint32_t width);
// 8,24 11,53 15,64 15,113; hidden bit counted.
struct sort sort_float(struct terms *tm, uint32_t exponent_bits, uint32_t significand_bits);
struct sort sort_array(struct terms *tm, struct sort index, struct sort element);
enum sort_kind sort_kind(const struct terms *tm, struct sort s);
// Bits of a BV or float (float: exponent + significand bits).
uint32_t sort_width(const struct terms *tm, struct sort s);
uint32_t sort_exponent(const struct terms *tm, struct sort s);
uint32_t sort_significand(const struct terms *tm, struct sort s);
struct sort sort_index(const struct terms *tm, struct sort s);
struct sort sort_element(const struct terms *tm, struct sort s);

// --- inspection --------------------------------------------------------------
enum term_kind term_kind(const struct terms *tm, struct term t);
struct sort term_sort(const struct terms *tm, struct term t);
uint32_t term_width(const struct terms *tm, struct term t);       // sort_width of its sort
uint32_t term_arity(const struct terms *tm, struct term t);
struct term term_child(const struct terms *tm, struct term t, uint32_t i);
uint32_t term_param(const struct terms *tm, struct term t, uint32_t i); // of EXTRACT, ZEXT, SEXT
const char *term_var_name(const struct terms *tm, struct term t);
bool term_is_const(const struct terms *tm, struct term t);        // a value: TRUE, FALSE, CONST_*, constant arrays
bool term_is_true(const struct terms *tm, struct term t);
bool term_is_false(const struct terms *tm, struct term t);
// Value of a CONST_BV or CONST_FLOAT (its bits) of at most 64 bits, or of TRUE/FALSE as 1/0; false if t is none of
// these.
bool term_value64(const struct terms *tm, struct term t, uint64_t *value);
// Value of any CONST_BV, CONST_FLOAT (bits), CONST_INT (signed).
void term_value(const struct terms *tm, struct term t, mpz_t value);
const char *term_kind_name(enum term_kind kind);                  // SMT-LIB name

// --- leaves --------------------------------------------------------------------
struct term term_true(struct terms *tm);
struct term term_false(struct terms *tm);
struct term term_bool(struct terms *tm, bool value);
struct term term_bv(struct terms *tm, uint32_t width, uint64_t value);   // truncated; zero-extended above 64 bits
struct term term_bv_signed(struct terms *tm, uint32_t width, int64_t value);
struct term term_bv_big(struct terms *tm, uint32_t width, const mpz_t value); // modulo 2^width
struct term term_float_bits(struct terms *tm, struct sort s, const mpz_t bits); // NaNs become the one NaN 0 1…1 10…0
struct term term_float_bits64(struct terms *tm, struct sort s, uint64_t bits);
struct term term_int(struct terms *tm, const mpz_t value);
struct term term_int64(struct terms *tm, int64_t value);
// The variable of that name; a name always goes with one sort (asserted).
struct term term_var(struct terms *tm, struct sort s, const char *name);
struct term term_var_named(const struct terms *tm, const char *name); // of any sort; none: there is none
// A variable with a name not used before: "prefix!n".
struct term term_fresh(struct terms *tm, struct sort s, const char *prefix);

// --- construction ----------------------------------------------------------------
// The general constructor: kind, sort only where the children do not give it
// (ARRAY_CONST, FP_FROM_BITS, FP_TO_FP, FP_FROM_*BV, FP_TO_*BV, INT_TO_BV), parameters of EXTRACT/ZEXT/SEXT.
struct term term_make(struct terms *tm, enum term_kind kind, struct sort s, uint32_t p0, uint32_t p1, uint32_t n,
                      const struct term *children);

struct term term_not(struct terms *tm, struct term a);
struct term term_and(struct terms *tm, struct term a, struct term b);
struct term term_or(struct terms *tm, struct term a, struct term b);
struct term term_and_n(struct terms *tm, uint32_t n, const struct term *a);
struct term term_or_n(struct terms *tm, uint32_t n, const struct term *a);
struct term term_implies(struct terms *tm, struct term a, struct term b);
struct term term_eq(struct terms *tm, struct term a, struct term b);
struct term term_ite(struct terms *tm, struct term c, struct term a, struct term b);

struct term term_bvnot(struct terms *tm, struct term a);
struct term term_neg(struct terms *tm, struct term a);
struct term term_add(struct terms *tm, struct term a, struct term b);
struct term term_sub(struct terms *tm, struct term a, struct term b);
struct term term_mul(struct terms *tm, struct term a, struct term b);
struct term term_udiv(struct terms *tm, struct term a, struct term b);   // SMT-LIB on zero
struct term term_urem(struct terms *tm, struct term a, struct term b);
struct term term_sdiv(struct terms *tm, struct term a, struct term b);
struct term term_srem(struct terms *tm, struct term a, struct term b);
struct term term_bvand(struct terms *tm, struct term a, struct term b);
struct term term_bvor(struct terms *tm, struct term a, struct term b);
struct term term_bvxor(struct terms *tm, struct term a, struct term b);
struct term term_shl(struct terms *tm, struct term a, struct term b);
struct term term_lshr(struct terms *tm, struct term a, struct term b);
struct term term_ashr(struct terms *tm, struct term a, struct term b);
struct term term_ult(struct terms *tm, struct term a, struct term b);
struct term term_ule(struct terms *tm, struct term a, struct term b);
struct term term_slt(struct terms *tm, struct term a, struct term b);
struct term term_sle(struct terms *tm, struct term a, struct term b);
struct term term_concat(struct terms *tm, struct term high, struct term low);
struct term term_extract(struct terms *tm, uint32_t high, uint32_t low, struct term a);
struct term term_zext(struct terms *tm, struct term a, uint32_t width);  // to that width; same width: a
struct term term_sext(struct terms *tm, struct term a, uint32_t width);
struct term term_bool_to_bv(struct terms *tm, struct term a, uint32_t width); // ite(a, 1, 0)
struct term term_bv_to_bool(struct terms *tm, struct term a);            // a ≠ 0

struct term term_array_const(struct terms *tm, struct sort s, struct term element);
struct term term_select(struct terms *tm, struct term array, struct term index);
struct term term_store(struct terms *tm, struct term array, struct term index, struct term value);
// n constant 64-bit-or-less indices, strictly ascending, with values.
struct term term_stores(struct terms *tm, struct term base, uint32_t n, const uint64_t *indices,
                        const struct term *values);
struct term term_copy(struct terms *tm, struct term dst, struct term d, struct term src, struct term s, struct term n);

// Rounding mode constant 0 (nearest even).
struct term term_rne(struct terms *tm);
// Kinds whose sort follows.
struct term term_fp(struct terms *tm, enum term_kind kind, uint32_t n, const struct term *children);
struct term term_fp_from_bits(struct terms *tm, struct sort s, struct term bits);
struct term term_fp_to_bits(struct terms *tm, struct term a, struct term nan_bits);
struct term term_fp_convert(struct terms *tm, struct sort s, struct term rm, struct term a);
struct term term_fp_from_int(struct terms *tm, struct sort s, struct term rm, struct term a, bool is_signed);
struct term term_fp_to_int(struct terms *tm, uint32_t width, struct term rm, struct term a, bool is_signed);

// --- traversal (more in walk.h) -----------------------------------------------------
// Rebuilds t with replacements: for each i, from[i] (any term) by to[i], simultaneously. Memoised.
struct term term_substitute(struct terms *tm, struct term t, uint32_t n, const struct term *from,
                            const struct term *to);
// A substitution to be applied to many terms; keeps its memo between them.
struct substitution;
struct substitution *substitution_new(struct terms *tm);
void substitution_free(struct substitution *sub);
void substitution_set(struct substitution *sub, struct term from, struct term to); // clears the memo if it is in use
struct term substitution_apply(struct substitution *sub, struct term t);

// The variables of t, ascending by id; borrowed, cached in the table: asking again is free.
const uint32_t *term_free_vars(struct terms *tm, struct term t, uint32_t *count);
bool term_mentions(struct terms *tm, struct term t, struct term variable);
uint32_t term_dag_size(const struct terms *tm, struct term t);

// --- text (print.c, parse.c) ----------------------------------------------------------
// SMT-LIB; shared subterms become lets, so that size is linear in the DAG. STORES prints as nested store, COPY,
// FP_TO_BITS as
// (_ clew.copy) / (_ clew.fp_to_bits) applications, which term_parse reads back.
void term_print_smt(struct terms *tm, struct term t, struct text *out);
void sort_print_smt(const struct terms *tm, struct sort s, struct text *out);
void term_print_c(struct terms *tm, struct term t, struct text *out);     // a C expression a person can read
// A constant as C would write it: signed decimal for BV unless is_unsigned, float literals, {…} for arrays.
void term_print_value(struct terms *tm, struct term t, bool is_unsigned, struct text *out);
// Reads one SMT-LIB term or sort at *at and moves it on; variables are looked up by `lookup` (NONE if unknown). On an
// error returns none and sets *message (static string), leaving *at where the error is.
struct term term_parse(struct terms *tm, const char **at,
                       struct term (*lookup)(void *context, const char *name, size_t length), void *context,
                       const char **message);
struct sort sort_parse(struct terms *tm, const char **at, const char **message);

#endif

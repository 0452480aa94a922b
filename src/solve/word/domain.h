// Abstract values of bit-vectors of at most 64 bits, and how operations constrain them.
//
// A domain is a set of numbers of a given width, described by known bits and by an unsigned and a signed interval; it
// stands for the values that satisfy all three. Bool is a bit-vector of width 1. The width is not stored, the caller
// knows it.
//
// A domain is closed (dom_close) when its descriptions agree: each half of the number circle (sign bit clear, sign bit
// set) is empty or begins and ends with values that the known bits allow; the interval bounds are the ends of these
// halves; bits that all values between the ends of the halves share are known. Functions take and leave closed domains.
// A closed domain is not empty: where the set becomes empty, functions return false and the domain is garbage.
//
// Everything here is exact arithmetic modulo 2^width; SMT-LIB's meaning of division by zero and of large shifts.
#ifndef CLEW_SOLVE_WORD_DOMAIN_H
#define CLEW_SOLVE_WORD_DOMAIN_H
#include "term/term.h"

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

struct dom {
  uint64_t zero, one; // bits known to be zero, to be one; disjoint, within the width
  uint64_t ulo, uhi;
  int64_t slo, shi; // sign-extended
};

static inline uint64_t word_mask(uint32_t width) { return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1; }
static inline int64_t word_signed(uint64_t value, uint32_t width) {
  return (int64_t)(value << (64 - width)) >> (64 - width);
}

struct dom dom_top(uint32_t width);
struct dom dom_const(uint64_t value, uint32_t width);
static inline bool dom_fixed(const struct dom *d) { return d->ulo == d->uhi; }
bool dom_has(const struct dom *d, uint64_t value, uint32_t width);
bool dom_equal(const struct dom *a, const struct dom *b);
// Makes a domain whose parts need not agree a closed one.
bool dom_close(struct dom *d, uint32_t width);
bool dom_meet(struct dom *d, const struct dom *by, uint32_t width);
bool dom_meet_unsigned(struct dom *d, uint64_t lo, uint64_t hi, uint32_t width);
bool dom_meet_signed(struct dom *d, int64_t lo, int64_t hi, uint32_t width);
bool dom_meet_bits(struct dom *d, uint64_t zero, uint64_t one, uint32_t width);
bool dom_remove(struct dom *d, uint64_t value, uint32_t width); // only if it is at an end
// Meets the interval of integers [lo, hi], taken modulo 2^width, where it does not wrap around.
bool dom_meet_modulo(struct dom *d, wide lo, wide hi, uint32_t width);
struct dom dom_join(const struct dom *a, const struct dom *b);

// An operation r = kind(a, b, c) on Bool and bit-vectors: all kinds from EQ, ITE and NOT to the extensions, with at
// most three operands. Of ITE, a is the condition.
struct word_op {
  enum term_kind kind;
  uint32_t width, arg_width; // of the result; of the first operand that is not the condition of an ITE
  uint32_t low_width; // of the low part of CONCAT
  uint32_t p0, p1;
};

// The result on values.
uint64_t word_eval(const struct word_op *op, uint64_t a, uint64_t b, uint64_t c);
// Tightens the domains of the result and of the operands to what the others allow. False: there is no solution.
bool word_narrow(const struct word_op *op, struct dom *r, struct dom *a, struct dom *b, struct dom *c);

// Parts of word_narrow, by file.
bool narrow_multiplication(uint32_t width, struct dom *r, struct dom *a, struct dom *b);
bool narrow_division(enum term_kind kind, uint32_t width, struct dom *r, struct dom *a, struct dom *b);
bool narrow_shift(enum term_kind kind, uint32_t width, struct dom *r, struct dom *a, struct dom *b);

#endif

// What instructions compute where all operands are concrete: values of at most 64 bits. Written once for states
// (exec.c) and for partial knowledge (evaluate.c). The meaning is that of the term module (SMT-LIB's, also where C
// leaves it undefined).
#ifndef CLEW_STATE_CONCRETE_H
#define CLEW_STATE_CONCRETE_H
#include "state/code/code.h"
#include "state/program.h"
#include "term/float/ieee.h"

static inline uint64_t sign_extend(uint64_t x, uint32_t width) {
  uint32_t shift = 64 - width;
  return (uint64_t)((int64_t)(x << shift) >> shift);
}

static inline uint64_t concrete_sdiv(uint64_t a, uint64_t b, uint32_t width) {
  int64_t x = (int64_t)sign_extend(a, width), y = (int64_t)sign_extend(b, width);
  if (y == 0) return x < 0 ? 1 : UINT64_MAX;
  if (y == -1) return 0 - (uint64_t)x;
  return (uint64_t)(x / y);
}

static inline uint64_t concrete_srem(uint64_t a, uint64_t b, uint32_t width) {
  int64_t x = (int64_t)sign_extend(a, width), y = (int64_t)sign_extend(b, width);
  if (y == 0) return (uint64_t)x;
  if (y == -1) return 0;
  return (uint64_t)(x % y);
}

static inline uint64_t concrete_ashr(uint64_t a, uint64_t b, uint32_t width) {
  int64_t x = (int64_t)sign_extend(a, width);
  return (uint64_t)(x >> (b < width ? b : 63));
}

// X(kind, expression) for each operation: over `a` and `b`, zero-extended, and the instruction `in`; the result is to
// be cut by in->mask.
#define CONCRETE_UNARY(X)                                                                                              \
  X(TERM_NOT, !a)                                                                                                      \
  X(TERM_BV_NOT, ~a)                                                                                                   \
  X(TERM_BV_NEG, 0 - a)                                                                                                \
  X(TERM_BV_EXTRACT, a >> in->low)                                                                                     \
  X(TERM_BV_ZEXT, a)                                                                                                   \
  X(TERM_BV_SEXT, sign_extend(a, in->width))
#define CONCRETE_BINARY(X)                                                                                             \
  X(TERM_EQ, a == b)                                                                                                   \
  X(TERM_BV_ADD, a + b)                                                                                                \
  X(TERM_BV_MUL, (a * b))                                                                                              \
  X(TERM_BV_UDIV, b ? a / b : UINT64_MAX)                                                                              \
  X(TERM_BV_UREM, b ? a % b : a)                                                                                       \
  X(TERM_BV_SDIV, concrete_sdiv(a, b, in->width))                                                                      \
  X(TERM_BV_SREM, concrete_srem(a, b, in->width))                                                                      \
  X(TERM_BV_AND, (a & b))                                                                                              \
  X(TERM_BV_OR, a | b)                                                                                                 \
  X(TERM_BV_XOR, a ^ b)                                                                                                \
  X(TERM_BV_SHL, b < in->width ? a << b : 0)                                                                           \
  X(TERM_BV_LSHR, b < in->width ? a >> b : 0)                                                                          \
  X(TERM_BV_ASHR, concrete_ashr(a, b, in->width))                                                                      \
  X(TERM_BV_ULT, a < b)                                                                                                \
  X(TERM_BV_ULE, a <= b)                                                                                               \
  X(TERM_BV_SLT, (int64_t)sign_extend(a, in->width) < (int64_t)sign_extend(b, in->width))                              \
  X(TERM_BV_SLE, (int64_t)sign_extend(a, in->width) <= (int64_t)sign_extend(b, in->width))                             \
  X(TERM_BV_CONCAT, a << in->low | b)

// All operations on floats; x: the operands.
static inline uint64_t concrete_float(const struct instruction *in, const uint64_t *x) {
  struct ieee_format f = {in->exponent, in->significand};
  enum ieee_mode mode = ieee_mode_of(x[0]);
  switch (in->op) {
  case TERM_FP_NEG:
  case TERM_FP_ABS:
  case TERM_FP_REM: return ieee_op64(in->op, f, IEEE_RNE, x);
  case TERM_FP_ADD:
  case TERM_FP_SUB:
  case TERM_FP_MUL:
  case TERM_FP_DIV:
  case TERM_FP_FMA:
  case TERM_FP_SQRT:
  case TERM_FP_RTI: return ieee_op64(in->op, f, mode, x + 1);
  case TERM_FP_FROM_BITS: return ieee_canonical64(f, x[0]);
  case TERM_FP_TO_BITS: return ieee_to_bits64(f, x[0], x[1]);
  case TERM_FP_TO_FP: return ieee_convert64(f, (struct ieee_format){in->low >> 8, in->low & 255}, mode, x[1]);
  case TERM_FP_FROM_SBV:
  case TERM_FP_FROM_UBV: return ieee_from_int64(f, mode, in->width, in->op == TERM_FP_FROM_SBV, x[1]);
  case TERM_FP_TO_SBV:
  case TERM_FP_TO_UBV: return ieee_to_int64(f, mode, in->width, in->op == TERM_FP_TO_SBV, x[1]);
  default: return ieee_test64(in->op, f, x);
  }
}

#endif

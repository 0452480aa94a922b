// The table of operators, the check of their arguments, and building.
#include "term/text/apply.h"
#include "term/node.h"
#include "term/rewrite/constructors.h"

// What an operator accepts.
enum shape {
  BOOLS,         // one or more Bool
  BOOLS2,        // two or more Bool
  BOOL1,
  SAME,          // two or more of one sort
  CONDITION,     // Bool and two of one sort
  BV1,
  BVS,           // two or more bit-vectors of one width
  BV2,           // two of one width
  CONCAT,        // two or more bit-vectors
  INDEXED,       // one bit-vector; the indices are checked against it
  CONST_ARRAY,
  SELECT,
  STORE,
  COPY,
  FP_PARTS,      // (fp sign exponent fraction)
  MODE_FP1,      // a rounding mode and floats of one format
  MODE_FP2,
  MODE_FP3,
  FP1,
  FP2,
  TO_FP,
  TO_FP_UNSIGNED,
  TO_INT,
  TO_BITS,
  INT1,
  INTS,          // one or more
  INT2,
};

// Operators without a kind.
enum derived {
  OP_IMPLIES = TERM_KIND_COUNT,
  OP_XOR,
  OP_DISTINCT,
  OP_BV_SUB,
  OP_BV_NAND,
  OP_BV_NOR,
  OP_BV_XNOR,
  OP_BV_COMP,
  OP_BV_UGT,
  OP_BV_UGE,
  OP_BV_SGT,
  OP_BV_SGE,
  OP_ROTATE_LEFT,
  OP_ROTATE_RIGHT,
  OP_REPEAT,
  OP_FP,
  OP_FP_GT,
  OP_FP_GE,
  OP_FP_IS_POSITIVE,
  OP_TO_FP,
  OP_INT_SUB,
  OP_INT_GT,
  OP_INT_GE,
};

struct operator{
  const char *name;
  uint32_t code;
  enum shape shape;
};

static const struct operator operators[] = {
  {"not", TERM_NOT, BOOL1},
  {"and", TERM_AND, BOOLS},
  {"or", TERM_OR, BOOLS},
  {"=>", OP_IMPLIES, BOOLS2},
  {"xor", OP_XOR, BOOLS2},
  {"=", TERM_EQ, SAME},
  {"distinct", OP_DISTINCT, SAME},
  {"ite", TERM_ITE, CONDITION},
  {"bvnot", TERM_BV_NOT, BV1},
  {"bvneg", TERM_BV_NEG, BV1},
  {"bvadd", TERM_BV_ADD, BVS},
  {"bvmul", TERM_BV_MUL, BVS},
  {"bvsub", OP_BV_SUB, BVS},
  {"bvand", TERM_BV_AND, BVS},
  {"bvor", TERM_BV_OR, BVS},
  {"bvxor", TERM_BV_XOR, BVS},
  {"bvudiv", TERM_BV_UDIV, BV2},
  {"bvurem", TERM_BV_UREM, BV2},
  {"bvsdiv", TERM_BV_SDIV, BV2},
  {"bvsrem", TERM_BV_SREM, BV2},
  {"bvshl", TERM_BV_SHL, BV2},
  {"bvlshr", TERM_BV_LSHR, BV2},
  {"bvashr", TERM_BV_ASHR, BV2},
  {"bvnand", OP_BV_NAND, BV2},
  {"bvnor", OP_BV_NOR, BV2},
  {"bvxnor", OP_BV_XNOR, BV2},
  {"bvcomp", OP_BV_COMP, BV2},
  {"bvult", TERM_BV_ULT, BV2},
  {"bvule", TERM_BV_ULE, BV2},
  {"bvugt", OP_BV_UGT, BV2},
  {"bvuge", OP_BV_UGE, BV2},
  {"bvslt", TERM_BV_SLT, BV2},
  {"bvsle", TERM_BV_SLE, BV2},
  {"bvsgt", OP_BV_SGT, BV2},
  {"bvsge", OP_BV_SGE, BV2},
  {"concat", TERM_BV_CONCAT, CONCAT},
  {"select", TERM_SELECT, SELECT},
  {"store", TERM_STORE, STORE},
  {"clew.copy", TERM_COPY, COPY},
  {"fp", OP_FP, FP_PARTS},
  {"fp.add", TERM_FP_ADD, MODE_FP2},
  {"fp.sub", TERM_FP_SUB, MODE_FP2},
  {"fp.mul", TERM_FP_MUL, MODE_FP2},
  {"fp.div", TERM_FP_DIV, MODE_FP2},
  {"fp.fma", TERM_FP_FMA, MODE_FP3},
  {"fp.sqrt", TERM_FP_SQRT, MODE_FP1},
  {"fp.roundToIntegral", TERM_FP_RTI, MODE_FP1},
  {"fp.rem", TERM_FP_REM, FP2},
  {"fp.neg", TERM_FP_NEG, FP1},
  {"fp.abs", TERM_FP_ABS, FP1},
  {"fp.eq", TERM_FP_EQ, FP2},
  {"fp.lt", TERM_FP_LT, FP2},
  {"fp.leq", TERM_FP_LE, FP2},
  {"fp.gt", OP_FP_GT, FP2},
  {"fp.geq", OP_FP_GE, FP2},
  {"fp.isNaN", TERM_FP_IS_NAN, FP1},
  {"fp.isInfinite", TERM_FP_IS_INF, FP1},
  {"fp.isZero", TERM_FP_IS_ZERO, FP1},
  {"fp.isNormal", TERM_FP_IS_NORMAL, FP1},
  {"fp.isSubnormal", TERM_FP_IS_SUBNORMAL, FP1},
  {"fp.isNegative", TERM_FP_IS_NEGATIVE, FP1},
  {"fp.isPositive", OP_FP_IS_POSITIVE, FP1},
  {"clew.fp_to_bits", TERM_FP_TO_BITS, TO_BITS},
  {"+", TERM_INT_ADD, INTS},
  {"-", OP_INT_SUB, INTS},
  {"*", TERM_INT_MUL, INTS},
  {"div", TERM_INT_DIV, INT2},
  {"mod", TERM_INT_MOD, INT2},
  {"<=", TERM_INT_LE, INT2},
  {"<", TERM_INT_LT, INT2},
  {">=", OP_INT_GE, INT2},
  {">", OP_INT_GT, INT2},
  {"bv2nat", TERM_INT_FROM_BV, BV1},
};

// Operators with indices, and how many.
static const struct {
  struct operator operator;
  uint32_t indices;
} indexed[] = {
    {{"extract", TERM_BV_EXTRACT, INDEXED}, 2},
    {{"zero_extend", TERM_BV_ZEXT, INDEXED}, 1},
    {{"sign_extend", TERM_BV_SEXT, INDEXED}, 1},
    {{"rotate_left", OP_ROTATE_LEFT, INDEXED}, 1},
    {{"rotate_right", OP_ROTATE_RIGHT, INDEXED}, 1},
    {{"repeat", OP_REPEAT, INDEXED}, 1},
    {{"to_fp", OP_TO_FP, TO_FP}, 2},
    {{"to_fp_unsigned", TERM_FP_FROM_UBV, TO_FP_UNSIGNED}, 2},
    {{"fp.to_sbv", TERM_FP_TO_SBV, TO_INT}, 1},
    {{"fp.to_ubv", TERM_FP_TO_UBV, TO_INT}, 1},
    {{"int2bv", TERM_INT_TO_BV, INT1}, 1},
    {{"clew.copy", TERM_COPY, COPY}, 0},
    {{"clew.fp_to_bits", TERM_FP_TO_BITS, TO_BITS}, 0},
};

static bool is_word(const char *name, size_t length, const char *word) {
  return strlen(word) == length && !memcmp(name, word, length);
}

bool apply_find(const char *name, size_t length, struct apply_head *head) {
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    if (!is_word(name, length, operators[i].name)) continue;
    *head = (struct apply_head){.code = operators[i].code, .shape = operators[i].shape};
    return true;
  }
  return false;
}

const char *apply_find_indexed(struct terms *tm, const char *name, size_t length, uint32_t n, const uint32_t *numbers,
                               struct apply_head *head) {
  for (size_t i = 0; i < sizeof indexed / sizeof *indexed; i++) {
    const struct operator* o = & indexed[i].operator;
    if (!is_word(name, length, o->name)) continue;
    if (indexed[i].indices != n) return "a wrong number of indices";
    *head =
        (struct apply_head){.code = o->code, .shape = o->shape, .p0 = n ? numbers[0] : 0, .p1 = n > 1 ? numbers[1] : 0};
    if (o->shape == TO_INT || o->shape == INT1) {
      if (!head->p0) return "a width of 0";
      head->sort = sort_bv(tm, head->p0);
    }
    if (o->shape == TO_FP || o->shape == TO_FP_UNSIGNED) {
      if (head->p0 < 2 || head->p1 < 2 || head->p0 > APPLY_EXPONENT_LIMIT || head->p1 > APPLY_SIGNIFICAND_LIMIT)
        return "not a format of floats";
      head->sort = sort_float(tm, head->p0, head->p1);
    }
    return NULL;
  }
  return "an unknown operator";
}

void apply_array_const(struct sort s, struct apply_head *head) {
  *head = (struct apply_head){.code = TERM_ARRAY_CONST, .shape = CONST_ARRAY, .sort = s};
}

// --- checking ------------------------------------------------------------------------

static const char count_message[] = "a wrong number of arguments";

static enum sort_kind kind_at(const struct terms *tm, struct term t) { return sort_kind(tm, sort_of(tm, t)); }

static const char *check_all(const struct terms *tm, enum sort_kind kind, uint32_t n, const struct term *c,
                             const char *message) {
  for (uint32_t i = 0; i < n; i++) {
    if (kind_at(tm, c[i]) != kind) return message;
  }
  return NULL;
}

static const char *check_same(const struct terms *tm, uint32_t n, const struct term *c) {
  for (uint32_t i = 1; i < n; i++) {
    if (!same_sort(tm, c[0], c[i])) return "arguments of different sorts";
  }
  return NULL;
}

static const char *check_bv(const struct terms *tm, uint32_t n, const struct term *c, uint32_t least, uint32_t most) {
  if (n < least || n > most) return count_message;
  const char *message = check_all(tm, SORT_BV, n, c, "expected bit-vectors");
  return message ? message : check_same(tm, n, c);
}

static bool is_mode(const struct terms *tm, struct term t) { return kind_at(tm, t) == SORT_BV && width_of(tm, t) == 3; }

static const char *check_fp(const struct terms *tm, uint32_t n, const struct term *c, bool mode, uint32_t floats) {
  if (n != floats + mode) return count_message;
  if (mode && !is_mode(tm, c[0])) return "expected a rounding mode";
  const char *message = check_all(tm, SORT_FLOAT, floats, c + mode, "expected floats");
  return message ? message : check_same(tm, floats, c + mode);
}

static const char *check_indexed(const struct terms *tm, const struct apply_head *head, struct term a) {
  uint64_t width = width_of(tm, a);
  switch (head->code) {
  case TERM_BV_EXTRACT: return head->p0 < head->p1 || head->p0 >= width ? "bits outside of the bit-vector" : NULL;
  case TERM_BV_ZEXT:
  case TERM_BV_SEXT: return width + head->p0 > APPLY_WIDTH_LIMIT ? "the result is too wide" : NULL;
  case OP_REPEAT:
    if (!head->p0) return "repeated 0 times";
    return width * head->p0 > APPLY_WIDTH_LIMIT ? "the result is too wide" : NULL;
  default: return NULL;
  }
}

static const char *check_array(const struct terms *tm, const struct apply_head *head, uint32_t n,
                               const struct term *c) {
  uint32_t expected = head->shape == SELECT ? 2 : head->shape == STORE ? 3 : 5;
  if (n != expected) return count_message;
  if (kind_at(tm, c[0]) != SORT_ARRAY) return "expected an array";
  uint32_t index = sort_index(tm, sort_of(tm, c[0])).id, element = sort_element(tm, sort_of(tm, c[0])).id;
  if (sort_of(tm, c[1]).id != index) return "the index has another sort than the array's";
  if (head->shape == STORE && sort_of(tm, c[2]).id != element) return "the value has another sort than the array's";
  if (head->shape != COPY) return NULL;
  if (!same_sort(tm, c[0], c[2])) return "arrays of different sorts";
  if (sort_kind(tm, (struct sort){index}) != SORT_BV || sort_width(tm, (struct sort){index}) > 64)
    return "expected indices of at most 64 bits";
  return sort_of(tm, c[3]).id != index || sort_of(tm, c[4]).id != index ? "the index has another sort than the array's"
                                                                        : NULL;
}

static const char *check_to_fp(const struct terms *tm, const struct apply_head *head, uint32_t n,
                               const struct term *c) {
  if (n == 1 && head->shape == TO_FP) {
    bool fits = kind_at(tm, c[0]) == SORT_BV && width_of(tm, c[0]) == head->p0 + head->p1;
    return fits ? NULL : "expected a bit-vector of the float's width";
  }
  if (n != 2) return count_message;
  if (!is_mode(tm, c[0])) return "expected a rounding mode";
  if (kind_at(tm, c[1]) == SORT_BV || (kind_at(tm, c[1]) == SORT_FLOAT && head->shape == TO_FP)) return NULL;
  return "expected a float or a bit-vector";
}

static const char *check_parts(const struct terms *tm, uint32_t n, const struct term *c) {
  if (n != 3) return count_message;
  const char *message = check_all(tm, SORT_BV, n, c, "expected bit-vectors");
  if (message) return message;
  uint32_t exponent = width_of(tm, c[1]), fraction = width_of(tm, c[2]);
  bool good = width_of(tm, c[0]) == 1 && exponent >= 2 && exponent <= APPLY_EXPONENT_LIMIT &&
              fraction < APPLY_SIGNIFICAND_LIMIT;
  return good ? NULL : "not a format of floats";
}

const char *apply_check(struct terms *tm, const struct apply_head *head, uint32_t n, const struct term *c) {
  const char *message;
  if (!n) return count_message;
  switch ((enum shape)head->shape) {
  case BOOL1:
  case BOOLS2:
    if (head->shape == BOOL1 ? n != 1 : n < 2) return count_message; // fall through
  case BOOLS: return check_all(tm, SORT_BOOL, n, c, "expected a Bool");
  case SAME: return n < 2 ? count_message : check_same(tm, n, c);
  case CONDITION:
    if (n != 3) return count_message;
    message = check_all(tm, SORT_BOOL, 1, c, "expected a Bool");
    return message ? message : check_same(tm, 2, c + 1);
  case BV1: return check_bv(tm, n, c, 1, 1);
  case BVS: return check_bv(tm, n, c, 2, UINT32_MAX);
  case BV2: return check_bv(tm, n, c, 2, 2);
  case CONCAT: {
    message = n < 2 ? count_message : check_all(tm, SORT_BV, n, c, "expected bit-vectors");
    uint64_t width = 0;
    for (uint32_t i = 0; !message && i < n; i++) width += width_of(tm, c[i]);
    return message ? message : width > APPLY_WIDTH_LIMIT ? "the result is too wide" : NULL;
  }
  case INDEXED: message = check_bv(tm, n, c, 1, 1); return message ? message : check_indexed(tm, head, c[0]);
  case CONST_ARRAY:
    if (n != 1) return count_message;
    return sort_of(tm, c[0]).id != sort_element(tm, head->sort).id ? "the value has another sort than the array's"
                                                                   : NULL;
  case SELECT:
  case STORE:
  case COPY: return check_array(tm, head, n, c);
  case FP_PARTS: return check_parts(tm, n, c);
  case MODE_FP1: return check_fp(tm, n, c, true, 1);
  case MODE_FP2: return check_fp(tm, n, c, true, 2);
  case MODE_FP3: return check_fp(tm, n, c, true, 3);
  case FP1: return check_fp(tm, n, c, false, 1);
  case FP2: return check_fp(tm, n, c, false, 2);
  case TO_FP:
  case TO_FP_UNSIGNED: return check_to_fp(tm, head, n, c);
  case TO_INT: return check_fp(tm, n, c, true, 1);
  case TO_BITS:
    if (n != 2) return count_message;
    if (kind_at(tm, c[0]) != SORT_FLOAT) return "expected a float";
    return kind_at(tm, c[1]) != SORT_BV || width_of(tm, c[1]) != width_of(tm, c[0])
               ? "expected a bit-vector of the float's width"
               : NULL;
  case INT1:
  case INT2:
    if (n != (head->shape == INT1 ? 1 : 2)) return count_message; // fall through
  case INTS: return check_all(tm, SORT_INT, n, c, "expected integers");
  }
  return "an unknown operator";
}

// --- building -----------------------------------------------------------------------

static struct term make1(struct terms *tm, enum term_kind kind, struct term a) {
  return term_make(tm, kind, (struct sort){0}, 0, 0, 1, &a);
}
static struct term make2(struct terms *tm, enum term_kind kind, struct term a, struct term b) {
  struct term c[2] = {a, b};
  return term_make(tm, kind, (struct sort){0}, 0, 0, 2, c);
}

// a ∘ b ∘ c from the left.
static struct term chain(struct terms *tm, enum term_kind kind, uint32_t n, const struct term *c) {
  struct term t = c[0];
  for (uint32_t i = 1; i < n; i++) t = make2(tm, kind, t, c[i]);
  return t;
}

static struct term build_equal(struct terms *tm, uint32_t n, const struct term *c) {
  struct term t = term_true(tm);
  for (uint32_t i = 1; i < n; i++) t = term_and(tm, t, term_eq(tm, c[i - 1], c[i]));
  return t;
}

static struct term build_distinct(struct terms *tm, uint32_t n, const struct term *c) {
  struct term t = term_true(tm);
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t j = i + 1; j < n; j++) t = term_and(tm, t, term_not(tm, term_eq(tm, c[i], c[j])));
  }
  return t;
}

static struct term build_rotation(struct terms *tm, struct term a, uint32_t left) {
  uint32_t width = width_of(tm, a);
  left %= width;
  if (!left) return a;
  return term_concat(tm, term_extract(tm, width - 1 - left, 0, a), term_extract(tm, width - 1, width - left, a));
}

static struct term build_int_sub(struct terms *tm, uint32_t n, const struct term *c) {
  struct term minus = term_int64(tm, -1);
  if (n == 1) return make2(tm, TERM_INT_MUL, minus, c[0]);
  struct term t = c[0];
  for (uint32_t i = 1; i < n; i++) t = make2(tm, TERM_INT_ADD, t, make2(tm, TERM_INT_MUL, minus, c[i]));
  return t;
}

static struct term build_derived(struct terms *tm, const struct apply_head *head, uint32_t n, const struct term *c) {
  struct term t = c[0];
  uint32_t width = width_of(tm, c[0]);
  switch ((enum derived)head->code) {
  case OP_IMPLIES:
    t = c[n - 1];
    for (uint32_t i = n - 1; i-- > 0;) t = term_implies(tm, c[i], t);
    return t;
  case OP_XOR:
    for (uint32_t i = 1; i < n; i++) t = term_not(tm, term_eq(tm, t, c[i]));
    return t;
  case OP_DISTINCT: return build_distinct(tm, n, c);
  case OP_BV_SUB:
    for (uint32_t i = 1; i < n; i++) t = term_sub(tm, t, c[i]);
    return t;
  case OP_BV_NAND: return term_bvnot(tm, term_bvand(tm, c[0], c[1]));
  case OP_BV_NOR: return term_bvnot(tm, term_bvor(tm, c[0], c[1]));
  case OP_BV_XNOR: return term_bvnot(tm, term_bvxor(tm, c[0], c[1]));
  case OP_BV_COMP: return term_bool_to_bv(tm, term_eq(tm, c[0], c[1]), 1);
  case OP_BV_UGT: return term_ult(tm, c[1], c[0]);
  case OP_BV_UGE: return term_ule(tm, c[1], c[0]);
  case OP_BV_SGT: return term_slt(tm, c[1], c[0]);
  case OP_BV_SGE: return term_sle(tm, c[1], c[0]);
  case OP_ROTATE_LEFT: return build_rotation(tm, c[0], head->p0 % width);
  case OP_ROTATE_RIGHT: return build_rotation(tm, c[0], width - head->p0 % width);
  case OP_REPEAT:
    for (uint32_t i = 1; i < head->p0; i++) t = term_concat(tm, t, c[0]);
    return t;
  case OP_FP: {
    struct sort s = sort_float(tm, width_of(tm, c[1]), width_of(tm, c[2]) + 1);
    return term_fp_from_bits(tm, s, chain(tm, TERM_BV_CONCAT, 3, c));
  }
  case OP_FP_GT: return make2(tm, TERM_FP_LT, c[1], c[0]);
  case OP_FP_GE: return make2(tm, TERM_FP_LE, c[1], c[0]);
  case OP_FP_IS_POSITIVE:
    return term_and(tm, term_not(tm, make1(tm, TERM_FP_IS_NAN, t)), term_not(tm, make1(tm, TERM_FP_IS_NEGATIVE, t)));
  case OP_TO_FP:
    if (n == 1) return term_fp_from_bits(tm, head->sort, c[0]);
    if (kind_at(tm, c[1]) == SORT_FLOAT) return term_fp_convert(tm, head->sort, c[0], c[1]);
    return term_fp_from_int(tm, head->sort, c[0], c[1], true);
  case OP_INT_SUB: return build_int_sub(tm, n, c);
  case OP_INT_GT: return make2(tm, TERM_INT_LT, c[1], c[0]);
  case OP_INT_GE: return make2(tm, TERM_INT_LE, c[1], c[0]);
  }
  return TERM_NONE;
}

struct term apply_build(struct terms *tm, const struct apply_head *head, uint32_t n, const struct term *c) {
  if (head->code >= TERM_KIND_COUNT) return build_derived(tm, head, n, c);
  enum term_kind kind = (enum term_kind)head->code;
  switch (kind) {
  case TERM_EQ: return build_equal(tm, n, c);
  case TERM_BV_ADD:
  case TERM_BV_MUL:
  case TERM_BV_AND:
  case TERM_BV_OR:
  case TERM_BV_XOR:
  case TERM_BV_CONCAT:
  case TERM_INT_ADD:
  case TERM_INT_MUL: return chain(tm, kind, n, c);
  case TERM_BV_ZEXT: return term_zext(tm, c[0], width_of(tm, c[0]) + head->p0);
  case TERM_BV_SEXT: return term_sext(tm, c[0], width_of(tm, c[0]) + head->p0);
  default: return term_make(tm, kind, head->sort, head->p0, head->p1, n, c);
  }
}

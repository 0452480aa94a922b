// Terms to Z3's terms. Memoised by term, with a stack of its own.
#include "solve/z3/z3_context.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define NESTED_MOST 4 // extracts of choices below each other that Z3 may push as it likes

Z3_ast z3_keep(struct backend *z, Z3_ast ast) {
  if (!ast) {
    z->failed = true;
    ast = Z3_mk_true(z->context);
    if (!ast) abort(); // a constant of the context: always there
  }
  Z3_inc_ref(z->context, ast);
  vec_ptr_push(&z->kept, ast);
  return ast;
}

// Sorts are kept as terms are.
Z3_sort z3_keep_sort(struct backend *z, Z3_sort sort) {
  if (!sort) {
    z->failed = true;
    sort = Z3_mk_bool_sort(z->context);
  }
  Z3_ast ast = Z3_sort_to_ast(z->context, sort);
  Z3_inc_ref(z->context, ast);
  vec_ptr_push(&z->kept, ast);
  return sort;
}

Z3_sort z3_sort(struct backend *z, struct sort s) {
  Z3_context c = z->context;
  switch (sort_kind(z->tm, s)) {
  case SORT_BOOL: return z3_keep_sort(z, Z3_mk_bool_sort(c));
  case SORT_BV:
  case SORT_FLOAT: return z3_keep_sort(z, Z3_mk_bv_sort(c, sort_width(z->tm, s)));
  case SORT_INT: return z3_keep_sort(z, Z3_mk_int_sort(c));
  case SORT_ARRAY: {
    // Arrays of arrays are rare and as deep as the program's types.
    Z3_sort index = z3_sort(z, sort_index(z->tm, s)), element = z3_sort(z, sort_element(z->tm, s));
    return z3_keep_sort(z, Z3_mk_array_sort(c, index, element));
  }
  }
  return NULL;
}

Z3_ast z3_fresh(struct backend *z, Z3_sort sort) {
  char name[32];
  snprintf(name, sizeof name, "clew!%u", z->fresh++);
  return KEEP(Z3_mk_const(z->context, Z3_mk_string_symbol(z->context, name), sort));
}

Z3_ast z3_bv(struct backend *z, uint32_t width, uint64_t value) {
  Z3_sort sort = z3_keep_sort(z, Z3_mk_bv_sort(z->context, width));
  return KEEP(Z3_mk_unsigned_int64(z->context, value, sort));
}

static Z3_ast constant(struct backend *z, struct term t) {
  uint64_t small;
  struct sort s = term_sort(z->tm, t);
  if (term_kind(z->tm, t) != TERM_CONST_INT && term_value64(z->tm, t, &small))
    return z3_bv(z, sort_width(z->tm, s), small);
  mpz_t value;
  mpz_init(value);
  term_value(z->tm, t, value);
  char *text = mpz_get_str(NULL, 10, value);
  Z3_ast ast = KEEP(Z3_mk_numeral(z->context, text, z3_sort(z, s)));
  void (*release)(void *, size_t);
  mp_get_memory_functions(NULL, NULL, &release);
  release(text, strlen(text) + 1);
  mpz_clear(value);
  return ast;
}

// A value that goes into an array.
static Z3_ast cell(struct backend *z, struct term t, Z3_ast ast) {
  struct sort s = term_sort(z->tm, t);
  if (sort_kind(z->tm, s) != SORT_FLOAT || term_is_const(z->tm, t)) return ast;
  return z3_float_one_nan(z, s, ast);
}

static Z3_ast equal(struct backend *z, struct term t, const Z3_ast *a) {
  Z3_context c = z->context;
  Z3_ast same = KEEP(Z3_mk_eq(c, a[0], a[1]));
  struct sort s = term_sort(z->tm, term_child(z->tm, t, 0));
  if (sort_kind(z->tm, s) != SORT_FLOAT) return same;
  Z3_ast nans[2] = {z3_float_is_nan(z, s, a[0]), z3_float_is_nan(z, s, a[1])};
  Z3_ast either[2] = {same, KEEP(Z3_mk_and(c, 2, nans))};
  return KEEP(Z3_mk_or(c, 2, either));
}

// COPY(dst, d, src, s, n) = λi. ite(i - d <u n, src[i - d + s], dst[i])
static Z3_ast copy(struct backend *z, struct term t, const Z3_ast *a) {
  Z3_context c = z->context;
  struct sort index = sort_index(z->tm, term_sort(z->tm, t));
  if (sort_kind(z->tm, index) != SORT_BV || sort_width(z->tm, index) != term_width(z->tm, term_child(z->tm, t, 4)))
    return z3_fresh(z, z3_sort(z, term_sort(z->tm, t)));
  Z3_ast i = z3_fresh(z, z3_sort(z, index));
  Z3_ast offset = KEEP(Z3_mk_bvsub(c, i, a[1]));
  Z3_ast from = KEEP(Z3_mk_select(c, a[2], KEEP(Z3_mk_bvadd(c, offset, a[3]))));
  Z3_ast body = KEEP(Z3_mk_ite(c, KEEP(Z3_mk_bvult(c, offset, a[4])), from, KEEP(Z3_mk_select(c, a[0], i))));
  Z3_app bound[1] = {Z3_to_app(c, i)};
  return KEEP(Z3_mk_lambda_const(c, 1, bound, body));
}

static Z3_ast stores(struct backend *z, struct term t, uint32_t n, const Z3_ast *a) {
  Z3_ast array = a[0];
  for (uint32_t i = 1; i + 1 < n; i += 2)
    array = KEEP(Z3_mk_store(z->context, array, a[i], cell(z, term_child(z->tm, t, i + 1), a[i + 1])));
  return array;
}

static Z3_ast variable(struct backend *z, struct term t) {
  // By id, not by name: names of ours may be Z3's own.
  char name[24];
  snprintf(name, sizeof name, "v%u", t.id);
  return KEEP(Z3_mk_const(z->context, Z3_mk_string_symbol(z->context, name), z3_sort(z, term_sort(z->tm, t))));
}

// One node, given its children's translations.
static Z3_ast node(struct backend *z, struct term t, uint32_t n, const Z3_ast *a) {
  Z3_context c = z->context;
  struct terms *tm = z->tm;
  switch (term_kind(tm, t)) {
  case TERM_TRUE: return KEEP(Z3_mk_true(c));
  case TERM_FALSE: return KEEP(Z3_mk_false(c));
  case TERM_CONST_BV:
  case TERM_CONST_FLOAT:
  case TERM_CONST_INT: return constant(z, t);
  case TERM_VAR: return variable(z, t);
  case TERM_NOT: return KEEP(Z3_mk_not(c, a[0]));
  case TERM_AND: return KEEP(Z3_mk_and(c, n, a));
  case TERM_OR: return KEEP(Z3_mk_or(c, n, a));
  case TERM_EQ: return equal(z, t, a);
  case TERM_ITE: return KEEP(Z3_mk_ite(c, a[0], a[1], a[2]));
  case TERM_BV_NOT: return KEEP(Z3_mk_bvnot(c, a[0]));
  case TERM_BV_NEG: return KEEP(Z3_mk_bvneg(c, a[0]));
  case TERM_BV_ADD: return KEEP(Z3_mk_bvadd(c, a[0], a[1]));
  case TERM_BV_MUL: return KEEP(Z3_mk_bvmul(c, a[0], a[1]));
  case TERM_BV_UDIV: return KEEP(Z3_mk_bvudiv(c, a[0], a[1]));
  case TERM_BV_UREM: return KEEP(Z3_mk_bvurem(c, a[0], a[1]));
  case TERM_BV_SDIV: return KEEP(Z3_mk_bvsdiv(c, a[0], a[1]));
  case TERM_BV_SREM: return KEEP(Z3_mk_bvsrem(c, a[0], a[1]));
  case TERM_BV_AND: return KEEP(Z3_mk_bvand(c, a[0], a[1]));
  case TERM_BV_OR: return KEEP(Z3_mk_bvor(c, a[0], a[1]));
  case TERM_BV_XOR: return KEEP(Z3_mk_bvxor(c, a[0], a[1]));
  case TERM_BV_SHL: return KEEP(Z3_mk_bvshl(c, a[0], a[1]));
  case TERM_BV_LSHR: return KEEP(Z3_mk_bvlshr(c, a[0], a[1]));
  case TERM_BV_ASHR: return KEEP(Z3_mk_bvashr(c, a[0], a[1]));
  case TERM_BV_ULT: return KEEP(Z3_mk_bvult(c, a[0], a[1]));
  case TERM_BV_ULE: return KEEP(Z3_mk_bvule(c, a[0], a[1]));
  case TERM_BV_SLT: return KEEP(Z3_mk_bvslt(c, a[0], a[1]));
  case TERM_BV_SLE: return KEEP(Z3_mk_bvsle(c, a[0], a[1]));
  case TERM_BV_CONCAT: return KEEP(Z3_mk_concat(c, a[0], a[1]));
  case TERM_BV_EXTRACT: return KEEP(Z3_mk_extract(c, term_param(tm, t, 0), term_param(tm, t, 1), a[0]));
  case TERM_BV_ZEXT: return KEEP(Z3_mk_zero_ext(c, term_param(tm, t, 0), a[0]));
  case TERM_BV_SEXT: return KEEP(Z3_mk_sign_ext(c, term_param(tm, t, 0), a[0]));
  case TERM_ARRAY_CONST:
    return KEEP(
        Z3_mk_const_array(c, z3_sort(z, sort_index(tm, term_sort(tm, t))), cell(z, term_child(tm, t, 0), a[0])));
  case TERM_SELECT: return KEEP(Z3_mk_select(c, a[0], a[1]));
  case TERM_STORE: return KEEP(Z3_mk_store(c, a[0], a[1], cell(z, term_child(tm, t, 2), a[2])));
  case TERM_STORES: return stores(z, t, n, a);
  case TERM_COPY: return copy(z, t, a);
  case TERM_INT_ADD: return KEEP(Z3_mk_add(c, 2, a));
  case TERM_INT_MUL: return KEEP(Z3_mk_mul(c, 2, a));
  case TERM_INT_DIV: return KEEP(Z3_mk_div(c, a[0], a[1]));
  case TERM_INT_MOD: return KEEP(Z3_mk_mod(c, a[0], a[1]));
  case TERM_INT_LE: return KEEP(Z3_mk_le(c, a[0], a[1]));
  case TERM_INT_LT: return KEEP(Z3_mk_lt(c, a[0], a[1]));
  case TERM_INT_FROM_BV: return KEEP(Z3_mk_bv2int(c, a[0], false));
  case TERM_INT_TO_BV: return KEEP(Z3_mk_int2bv(c, term_width(tm, t), a[0]));
  default: return z3_float(z, t, a);
  }
}

// How often an extract is taken of a choice, at most, on the way down.
static uint64_t visit_nested(void *context, struct term t) {
  struct backend *z = context;
  if (!term_memo_want_children(&z->nested, z->tm, t)) return 0;
  uint64_t most = 0;
  for (uint32_t i = 0; i < term_arity(z->tm, t); i++) {
    uint64_t below = term_memo_get(&z->nested, term_child(z->tm, t, i)) - 1;
    if (below > most) most = below;
  }
  bool extracts = term_kind(z->tm, t) == TERM_BV_EXTRACT && term_kind(z->tm, term_child(z->tm, t, 0)) == TERM_ITE;
  return most + extracts + 1; // 0 is for a term that was not looked at
}

// Z3 pushes an extract into both branches of a choice, and does so again in what comes out: with many of them one below
// the other that takes exponential time. A choice has a name there, which stops it.
static Z3_ast named(struct backend *z, struct term t, Z3_ast ast) {
  if (term_kind(z->tm, t) != TERM_ITE || sort_kind(z->tm, term_sort(z->tm, t)) != SORT_BV) return ast;
  if (term_memo_apply(&z->nested, t, visit_nested, z) <= NESTED_MOST) return ast;
  Z3_ast name = z3_fresh(z, z3_sort(z, term_sort(z->tm, t)));
  map_ptr_put(&z->definitions, t.id, KEEP(Z3_mk_eq(z->context, name, ast)));
  return name;
}

void z3_define(struct backend *z, Z3_solver solver, struct map_u32 *defined, struct term root) {
  if (!z->definitions.size) return;
  struct term_walk walk = {.tm = z->tm, .seen = defined};
  term_walk_add(&walk, root);
  for (struct term t; term_walk_next(&walk, &t);) {
    void **definition = map_ptr_find(&z->definitions, t.id);
    if (definition) z3_assert(z, solver, *definition);
  }
  term_walk_release(&walk);
}

static uint64_t visit(void *context, struct term t) {
  struct backend *z = context;
  if (!term_memo_want_children(&z->memo, z->tm, t)) return 0;
  struct vec_ptr children = {0};
  uint32_t n = term_arity(z->tm, t);
  for (uint32_t i = 0; i < n; i++) vec_ptr_push(&children, z3_translated(z, term_child(z->tm, t, i)));
  Z3_ast ast = node(z, t, n, (const Z3_ast *)children.data);
  vec_ptr_release(&children);
  return (uintptr_t)named(z, t, ast);
}

Z3_ast z3_translate(struct backend *z, struct term root) {
  return (Z3_ast)(uintptr_t)term_memo_apply(&z->memo, root, visit, z);
}

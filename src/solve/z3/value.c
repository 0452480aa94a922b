// Values of Z3's models as constant terms.
#include "solve/z3/z3_context.h"
#include <stdlib.h>

static struct term integer(struct backend *z, struct sort s, Z3_ast value) {
  uint64_t small;
  bool is_bits = sort_kind(z->tm, s) != SORT_INT;
  if (is_bits && sort_width(z->tm, s) <= 64 && Z3_get_numeral_uint64(z->context, value, &small))
    return sort_kind(z->tm, s) == SORT_BV ? term_bv(z->tm, sort_width(z->tm, s), small)
                                          : term_float_bits64(z->tm, s, small);
  Z3_string text = Z3_get_numeral_string(z->context, value);
  mpz_t number;
  if (!text || mpz_init_set_str(number, text, 10)) {
    if (text) mpz_clear(number);
    return TERM_NONE;
  }
  struct term result = !is_bits                         ? term_int(z->tm, number)
                       : sort_kind(z->tm, s) == SORT_BV ? term_bv_big(z->tm, sort_width(z->tm, s), number)
                                                        : term_float_bits(z->tm, s, number);
  mpz_clear(number);
  return result;
}

static struct term scalar(struct backend *z, struct sort s, Z3_ast value) {
  if (sort_kind(z->tm, s) == SORT_BOOL) {
    Z3_lbool truth = Z3_get_bool_value(z->context, value);
    return truth == Z3_L_UNDEF ? TERM_NONE : term_bool(z->tm, truth == Z3_L_TRUE);
  }
  if (sort_kind(z->tm, s) == SORT_ARRAY || !Z3_is_numeral_ast(z->context, value)) return TERM_NONE;
  return integer(z, s, value);
}

struct entry {
  Z3_ast index, value;
};
VEC_TYPE(vec_entry, struct entry)

// The entries of a function of the model, later ones first, and its default.
static Z3_ast function(struct backend *z, Z3_func_decl decl, struct vec_entry *entries) {
  Z3_context c = z->context;
  if (!z->model || !Z3_model_has_interp(c, z->model, decl)) return NULL;
  Z3_func_interp f = Z3_model_get_func_interp(c, z->model, decl);
  if (!f) return NULL;
  Z3_func_interp_inc_ref(c, f);
  for (unsigned i = 0; i < Z3_func_interp_get_num_entries(c, f); i++) {
    Z3_func_entry e = Z3_func_interp_get_entry(c, f, i);
    Z3_func_entry_inc_ref(c, e);
    Z3_ast index = KEEP(Z3_func_entry_get_arg(c, e, 0));
    vec_entry_push(entries, (struct entry){index, KEEP(Z3_func_entry_get_value(c, e))});
    Z3_func_entry_dec_ref(c, e);
  }
  Z3_ast otherwise = KEEP(Z3_func_interp_get_else(c, f));
  Z3_func_interp_dec_ref(c, f);
  return otherwise;
}

// An array of the model: stores over a constant array or a function.
static struct term array(struct backend *z, struct sort s, Z3_ast value) {
  Z3_context c = z->context;
  struct sort index = sort_index(z->tm, s), element = sort_element(z->tm, s);
  struct vec_entry entries = {0};
  Z3_ast otherwise = NULL;
  while (!otherwise && Z3_is_app(c, value)) {
    Z3_app app = Z3_to_app(c, value);
    Z3_decl_kind kind = Z3_get_decl_kind(c, Z3_get_app_decl(c, app));
    if (kind == Z3_OP_STORE) {
      Z3_ast at = KEEP(Z3_get_app_arg(c, app, 1));
      vec_entry_push(&entries, (struct entry){at, KEEP(Z3_get_app_arg(c, app, 2))});
      value = KEEP(Z3_get_app_arg(c, app, 0));
    } else if (kind == Z3_OP_CONST_ARRAY) {
      otherwise = KEEP(Z3_get_app_arg(c, app, 0));
    } else if (kind == Z3_OP_AS_ARRAY) {
      otherwise = function(z, Z3_get_as_array_func_decl(c, value), &entries);
      break;
    } else {
      break;
    }
  }
  struct term result = otherwise ? scalar(z, element, otherwise) : TERM_NONE;
  if (!term_none(result)) result = term_array_const(z->tm, s, result);
  for (uint32_t i = entries.size; i-- > 0 && !term_none(result);) {
    struct term at = scalar(z, index, entries.data[i].index), v = scalar(z, element, entries.data[i].value);
    result = term_none(at) || term_none(v) ? TERM_NONE : term_store(z->tm, result, at, v);
  }
  vec_entry_release(&entries);
  return result;
}

struct term z3_value(struct backend *z, struct sort s, Z3_ast value) {
  return sort_kind(z->tm, s) == SORT_ARRAY ? array(z, s, value) : scalar(z, s, value);
}

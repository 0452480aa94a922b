// See quantified.h.
#include "term/quantified.h"
#include "base/text/text.h"
#include "term/text/apply.h"
#include "term/walk.h"
#include <string.h>

#define TERM_DEPTH 32

// So named, or with primes if the program has given the name to something of another sort. A variable of the program
// with that name and sort is the same one: in states it has its value, so that a formula with it says nothing of other
// values.
static struct term variable_named(struct terms *tm, struct sort sort, struct text *name) {
  for (;; text_addc(name, '\'')) {
    struct term t = term_var_named(tm, text_cstr(name));
    if (term_none(t)) return term_var(tm, sort, text_cstr(name));
    if (term_sort(tm, t).id == sort.id) return t;
  }
}

struct term quantified_variable(struct terms *tm, uint32_t width) {
  struct text name = {0};
  text_printf(&name, "any!%u", width);
  struct term t = variable_named(tm, sort_bv(tm, width), &name);
  text_release(&name);
  return t;
}

struct term quantified_named(struct terms *tm, const char *name, size_t length) {
  uint32_t width = 0;
  size_t at = 4;
  if (length < 5 || strncmp(name, "any!", 4)) return TERM_NONE;
  for (; at < length && name[at] >= '0' && name[at] <= '9' && width <= APPLY_WIDTH_LIMIT; at++)
    width = width * 10 + (uint32_t)(name[at] - '0');
  if (!width || width > APPLY_WIDTH_LIMIT) return TERM_NONE;
  struct term t = quantified_variable(tm, width);
  const char *known = term_var_name(tm, t);
  return strlen(known) == length && !memcmp(known, name, length) ? t : TERM_NONE;
}

bool quantified_is_variable(struct terms *tm, struct term t) {
  if (term_kind(tm, t) != TERM_VAR || strncmp(term_var_name(tm, t), "any!", 4)) return false;
  return sort_kind(tm, term_sort(tm, t)) == SORT_BV && term_same(t, quantified_variable(tm, term_width(tm, t)));
}

struct term quantified_in(struct terms *tm, struct term formula) {
  uint32_t n;
  for (uint32_t i = 0; i < (term_free_vars(tm, formula, &n), n); i++) {
    struct term v = {term_free_vars(tm, formula, &n)[i]};   // the list may move when a variable is made
    if (quantified_is_variable(tm, v)) return v;
  }
  return TERM_NONE;
}

struct term quantified_rename(struct terms *tm, struct term formula, uint32_t n) {
  struct term variable = quantified_in(tm, formula);
  if (term_none(variable)) return formula;
  struct text name = {0};
  text_printf(&name, "any!%u!%u", term_width(tm, variable), n);
  struct term other = variable_named(tm, term_sort(tm, variable), &name);
  text_release(&name);
  return term_substitute(tm, formula, 1, &variable, &other);
}

// --- equations ---------------------------------------------------------------------------------------------

// Is t the pattern with some term for the variable? *value is that term, once it is known.
static bool matches(struct terms *tm, struct term pattern, struct term t, struct term variable, uint32_t depth,
                    struct term *value) {
  if (term_same(pattern, variable)) {
    // Extensions and extractions of other widths look the same from outside.
    if (term_sort(tm, t).id != term_sort(tm, variable).id) return false;
    if (term_none(*value)) *value = t;
    return term_same(*value, t);
  }
  if (!term_mentions(tm, pattern, variable)) return term_same(pattern, t);
  enum term_kind kind = term_kind(tm, pattern);
  uint32_t n = term_arity(tm, pattern);
  if (!depth || term_kind(tm, t) != kind || term_arity(tm, t) != n || term_sort(tm, t).id != term_sort(tm, pattern).id)
    return false;
  if (kind == TERM_BV_EXTRACT && term_param(tm, t, 1) != term_param(tm, pattern, 1)) return false;
  for (uint32_t i = 0; i < n; i++)
    if (!matches(tm, term_child(tm, pattern, i), term_child(tm, t, i), variable, depth - 1, value)) return false;
  return true;
}

// The child with the variable; UINT32_MAX: there are several.
static uint32_t only_child(struct terms *tm, struct term t, struct term variable) {
  uint32_t found = UINT32_MAX;
  for (uint32_t i = 0; i < term_arity(tm, t); i++) {
    if (!term_mentions(tm, term_child(tm, t, i), variable)) continue;
    if (found != UINT32_MAX) return UINT32_MAX;
    found = i;
  }
  return found;
}

// By taking away summands, widening what was cut off, dividing by factors: what is lost by that is not looked at.
static struct term solve(struct terms *tm, struct term index, struct term t, struct term variable) {
  for (uint32_t depth = 0; depth < TERM_DEPTH && !term_same(index, variable); depth++) {
    uint32_t at = only_child(tm, index, variable), width = term_width(tm, index);
    if (at == UINT32_MAX) return TERM_NONE;
    struct term child = term_child(tm, index, at);
    if (sort_kind(tm, term_sort(tm, child)) != SORT_BV) return TERM_NONE;
    switch (term_kind(tm, index)) {
    case TERM_BV_ADD: t = term_sub(tm, t, term_child(tm, index, 1 - at)); break;
    case TERM_BV_MUL: t = term_udiv(tm, t, term_child(tm, index, 1 - at)); break;
    case TERM_BV_EXTRACT: {
      uint32_t low = term_param(tm, index, 1);
      if (low) t = term_concat(tm, t, term_bv(tm, low, 0));
      t = term_zext(tm, t, term_width(tm, child));
      break;
    }
    case TERM_BV_ZEXT:
    case TERM_BV_SEXT: t = term_extract(tm, term_width(tm, child) - 1, 0, t); break;
    case TERM_BV_CONCAT: {
      uint32_t low = at ? 0 : width - term_width(tm, child);
      t = term_extract(tm, low + term_width(tm, child) - 1, low, t);
      break;
    }
    default: return TERM_NONE;
    }
    index = child;
  }
  return term_same(index, variable) ? t : TERM_NONE;
}

struct term quantified_solve(struct terms *tm, struct term pattern, struct term variable, struct term t) {
  struct term value = TERM_NONE;
  return matches(tm, pattern, t, variable, TERM_DEPTH, &value) ? value : solve(tm, pattern, t, variable);
}

// --- reads ------------------------------------------------------------------------------------------------

void quantified_reads(struct terms *tm, struct term root, struct map_u32 *seen, struct vec_term *out) {
  struct term_walk walk = {.tm = tm, .seen = seen};
  term_walk_add(&walk, root);
  for (struct term t; term_walk_next(&walk, &t);) {
    if (term_kind(tm, t) == TERM_SELECT) vec_term_push(out, t);
    if (term_is_const(tm, t)) term_walk_skip(&walk);
  }
  term_walk_release(&walk);
}

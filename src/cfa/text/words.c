// See words.h.
#include "cfa/text/words.h"
#include "cfa/layout.h"
#include <inttypes.h>
#include <string.h>

#define SIZES "sizes of objects"   // the tables of front/check/safety.c
#define BLOCKS "blocks of the heap"

const struct layout_object *words_object(const struct cfa *cfa, uint32_t region) {
  const struct layout *layout = cfa->layout;
  const struct layout_object *found = NULL;
  for (uint32_t i = 0; layout && i < layout->objects.size; i++) {
    const struct layout_object *o = &layout->objects.data[i];
    if (strcmp(o->name, cfa->vars.data[region].name) != 0) continue;
    if (found || !o->address || o->is_hidden || o->is_literal) return NULL;
    found = o;
  }
  return found;
}

// With --64 objects lie above 4 GiB: other numbers are hardly one of theirs.
static const struct layout_object *object_at(const struct cfa *cfa, uint64_t address) {
  const struct layout *layout = cfa->layout;
  for (uint32_t i = 0; layout && cfa->pointer_bits == 64 && i < layout->objects.size; i++) {
    const struct layout_object *o = &layout->objects.data[i];
    if (o->address && address - o->address < o->size && *o->name && !o->is_hidden && !o->is_literal) return o;
  }
  return NULL;
}

bool words_address(const struct cfa *cfa, uint64_t address, struct text *out) {
  const struct layout_object *o = object_at(cfa, address);
  if (!o) return false;
  uint64_t offset = address - o->address;
  text_printf(out, "&%s", o->name);
  if (offset) layout_walk(cfa->layout, o->type, &offset, 1, out);
  if (offset) text_printf(out, " + %" PRIu64 " bytes", offset);
  return true;
}

static bool is_table(const struct cfa *cfa, uint32_t region, const char *name) {
  const struct cfa_var *v = &cfa->vars.data[region];
  return v->kind == VAR_REGION && strcmp(v->name, name) == 0;
}

bool words_is_sizes(const struct cfa *cfa, uint32_t region) { return is_table(cfa, region, SIZES); }

static uint32_t variable_of(const struct cfa *cfa, struct term t) {
  return term_kind(cfa->tm, t) == TERM_VAR ? cfa_var_of(cfa, t) : CFA_NONE;
}

// The entry of a table that is compared with a constant: its index.
static struct term entry_of(const struct cfa *cfa, struct term conjunct, const char *table, uint64_t *value) {
  const struct terms *tm = cfa->tm;
  if (term_kind(tm, conjunct) != TERM_EQ) return TERM_NONE;
  for (uint32_t i = 0; i < 2; i++) {
    struct term side = term_child(tm, conjunct, i), other = term_child(tm, conjunct, 1 - i);
    if (term_kind(tm, side) != TERM_SELECT || sort_kind(tm, term_sort(tm, other)) != SORT_BV) continue;
    uint32_t region = variable_of(cfa, term_child(tm, side, 0));
    if (region != CFA_NONE && is_table(cfa, region, table) && term_value64(tm, other, value))
      return term_child(tm, side, 1);
  }
  return TERM_NONE;
}

// What lies at an address: an object by its name, or what a pointer points to by the pointer's.
static bool add_subject(struct cfa *cfa, uint32_t function, struct term index, struct text *out) {
  uint64_t address;
  bool is_fixed = term_value64(cfa->tm, index, &address);
  const struct layout_object *o = is_fixed ? object_at(cfa, address) : NULL;
  if (is_fixed && (!o || o->address != address)) return false;
  text_addc(out, '`');
  if (o) text_add(out, o->name);
  else expression_print_words(cfa, function, index, out);
  text_addc(out, '`');
  return true;
}

// Does it say how the checks keep their tables, beyond sizes?
static bool is_bookkeeping(const struct cfa *cfa, struct term conjunct) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(cfa->tm, conjunct, &n);
  bool has_array = term_kind(cfa->tm, conjunct) == TERM_EQ &&
                   sort_kind(cfa->tm, term_sort(cfa->tm, term_child(cfa->tm, conjunct, 0))) == SORT_ARRAY;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = cfa_var_of(cfa, (struct term){vars[i]});
    if (var == CFA_NONE) continue;
    const struct cfa_var *v = &cfa->vars.data[var];
    bool is_blank = strchr(v->name, ' ') != NULL; // no variable of the program has such a name
    if (is_blank && (has_array || v->kind != VAR_REGION || !words_is_sizes(cfa, var))) return true;
  }
  return false;
}

static void add_conjunct(struct cfa *cfa, uint32_t function, struct term conjunct, struct text *out) {
  uint64_t value;
  struct term index = entry_of(cfa, conjunct, SIZES, &value);
  struct text sentence = {0};
  if (!term_none(index) && add_subject(cfa, function, index, &sentence)) {
    if (value) text_printf(&sentence, " has %" PRIu64 " byte%s", value, value == 1 ? "" : "s");
    else text_add(&sentence, " does not point to the start of an object");
  } else if (index = entry_of(cfa, conjunct, BLOCKS, &value), !term_none(index) && value < 2) {
    if (add_subject(cfa, function, index, &sentence))
      text_add(&sentence, value ? " is on the heap" : " is not on the heap");
  } else if (term_none(index) && !is_bookkeeping(cfa, conjunct)) {
    expression_print_words(cfa, function, conjunct, &sentence);
  }
  if (sentence.size && out->size) text_add(out, " && ");
  text_add(out, text_cstr(&sentence));
  text_release(&sentence);
}

static void add_conjuncts(struct cfa *cfa, uint32_t function, struct term formula, struct text *out) {
  const struct terms *tm = cfa->tm;
  if (term_kind(tm, formula) != TERM_AND) {
    add_conjunct(cfa, function, formula, out);
    return;
  }
  for (uint32_t i = 0; i < term_arity(tm, formula); i++) add_conjuncts(cfa, function, term_child(tm, formula, i), out);
}

void words_formula(struct cfa *cfa, uint32_t function, struct term formula, struct text *out) {
  struct text words = {0};
  add_conjuncts(cfa, function, formula, &words);
  text_add(out, text_cstr(&words));
  text_release(&words);
}

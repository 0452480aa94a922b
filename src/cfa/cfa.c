// Construction, strings and look-up. See check.c for the invariants.
#include "base/memory/hash.h"
#include "cfa/build.h"
#include "cfa/layout.h"
#include "cfa/marks.h"
#include <assert.h>

// Where nothing says otherwise. Object addresses start above the null page.
enum { DEFAULT_POINTER_BITS = 64, DEFAULT_HEAP_START = 0x1000 };

struct cfa *cfa_new(struct terms *tm) {
  struct cfa *cfa = mem_zalloc(1, sizeof *cfa);
  cfa->tm = tm;
  arena_init(&cfa->arena);
  cfa->name = "";
  cfa->pointer_bits = DEFAULT_POINTER_BITS;
  cfa->heap_start = DEFAULT_HEAP_START;
  cfa->main = CFA_NONE;
  for (uint32_t i = 0; i < CFA_OPERANDS; i++) cfa->operands[i] = CFA_NONE;
  return cfa;
}

void cfa_edge_release(struct cfa_edge *edge) {
  vec_update_release(&edge->updates);
  vec_input_release(&edge->inputs);
  vec_alloc_release(&edge->allocs);
  vec_term_release(&edge->args);
}

void cfa_free(struct cfa *cfa) {
  if (!cfa) return;
  for (uint32_t i = 0; i < cfa->functions.size; i++) {
    vec_u32_release(&cfa->functions.data[i].params);
    vec_u32_release(&cfa->functions.data[i].locals);
  }
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    vec_edge_release(&cfa->locations.data[i].out);
    vec_edge_release(&cfa->locations.data[i].in);
  }
  for (uint32_t i = 0; i < cfa->edges.size; i++) cfa_edge_release(&cfa->edges.data[i]);
  vec_string_release(&cfa->files);
  vec_string_release(&cfa->folders);
  vec_function_release(&cfa->functions);
  vec_var_release(&cfa->vars);
  vec_cfa_location_release(&cfa->locations);
  vec_cfa_edge_release(&cfa->edges);
  vec_u32_release(&cfa->globals);
  vec_string_release(&cfa->undefined);
  vec_string_release(&cfa->approximated);
  vec_string_release(&cfa->dialects);
  vec_assumption_release(&cfa->assumptions);
  layout_free(cfa->layout);
  cfa_marks_free(cfa->marks);
  vec_site_release(&cfa->sites);
  vec_memory_release(&cfa->memory);
  map_u32_release(&cfa->var_of_term);
  map_u32_release(&cfa->var_of_name);
  map_u32_release(&cfa->next_of_name);
  arena_release(&cfa->arena);
  mem_free(cfa);
}

const char *cfa_string(struct cfa *cfa, const char *text) {
  if (!text || !*text) return "";
  return arena_strdup(&cfa->arena, text);
}

uint32_t cfa_add_file(struct cfa *cfa, const char *file) {
  for (uint32_t i = 0; i < cfa->files.size; i++)
    if (!strcmp(cfa->files.data[i], file)) return i;
  vec_string_push(&cfa->files, cfa_string(cfa, file));
  vec_string_push(&cfa->folders, "");
  return cfa->files.size - 1;
}

void cfa_set_folder(struct cfa *cfa, uint32_t file, const char *folder) {
  if (!*cfa->folders.data[file]) cfa->folders.data[file] = cfa_string(cfa, folder);
}

void cfa_add_assumption(struct cfa *cfa, const char *kind, const char *text, struct source_place place) {
  for (uint32_t i = 0; i < cfa->assumptions.size; i++) {
    const struct cfa_assumption *a = &cfa->assumptions.data[i];
    if (!strcmp(a->kind, kind) && !strcmp(a->text, text)) return;
  }
  vec_assumption_push(&cfa->assumptions, (struct cfa_assumption){cfa_string(cfa, kind), cfa_string(cfa, text), place});
}

uint32_t cfa_add_function(struct cfa *cfa, const char *name) {
  const char *kept = cfa_string(cfa, name);
  struct cfa_function f = {.name = kept,
                           .shown = kept,
                           .entry = LOCATION_NONE,
                           .exit = LOCATION_NONE,
                           .result = CFA_NONE};
  vec_function_push(&cfa->functions, f);
  return cfa->functions.size - 1;
}

// The key under which a name is stored: its hash, moved on past other names.
// MAP_EMPTY is no key.
static uint64_t name_key(const char *name) {
  uint64_t key = hash_string(name);
  return key == MAP_EMPTY ? 0 : key;
}
static uint64_t next_key(uint64_t key) { return key + 1 == MAP_EMPTY ? 0 : key + 1; }

uint32_t cfa_var_named(const struct cfa *cfa, const char *unique) {
  for (uint64_t key = name_key(unique);; key = next_key(key)) {
    uint32_t *at = map_u32_find(&cfa->var_of_name, key);
    if (!at) return CFA_NONE;
    if (!strcmp(term_var_name(cfa->tm, cfa->vars.data[*at].term), unique)) return *at;
  }
}

void cfa_index_var(struct cfa *cfa, uint32_t v) {
  struct term t = cfa->vars.data[v].term;
  map_u32_put(&cfa->var_of_term, t.id, v);
  uint64_t key = name_key(term_var_name(cfa->tm, t));
  while (map_u32_find(&cfa->var_of_name, key)) key = next_key(key);
  map_u32_put(&cfa->var_of_name, key, v);
}

uint32_t cfa_add_var_as(struct cfa *cfa, uint32_t function, enum cfa_var_kind kind, const char *name, const char *ctype,
                        struct sort sort, const char *unique) {
  assert(cfa_var_named(cfa, unique) == CFA_NONE);
  struct vec_u32 *slots = function == CFA_NONE ? &cfa->globals : &cfa->functions.data[function].locals;
  uint32_t id = cfa->vars.size;
  struct cfa_var v = {
      .name = cfa_string(cfa, name),
      .ctype = cfa_string(cfa, ctype),
      .term = term_var(cfa->tm, sort, unique),
      .sort = sort,
      .kind = kind,
      .function = function,
      .slot = slots->size,
  };
  vec_var_push(&cfa->vars, v);
  vec_u32_push(slots, id);
  cfa_index_var(cfa, id);
  if (kind == VAR_RESULT && function != CFA_NONE && cfa->functions.data[function].result == CFA_NONE)
    cfa->functions.data[function].result = id;
  return id;
}

// By a variable of this automaton, or of another over the same terms that has another sort: a name has one.
static bool is_taken(struct cfa *cfa, const char *unique, struct sort sort) {
  cfa->name_searches++;
  struct term known = term_var_named(cfa->tm, unique);
  return cfa_var_named(cfa, unique) != CFA_NONE || (!term_none(known) && term_sort(cfa->tm, known).id != sort.id);
}

uint32_t cfa_add_var(struct cfa *cfa, uint32_t function, enum cfa_var_kind kind, const char *name, const char *ctype,
                     struct sort sort) {
  assert(function == CFA_NONE || function < cfa->functions.size);
  struct text unique = {0};
  if (function != CFA_NONE) text_printf(&unique, "%s::", cfa->functions.data[function].name);
  text_add(&unique, name);
  size_t stem = unique.size;
  if (is_taken(cfa, text_cstr(&unique), sort)) {
    uint64_t key = name_key(text_cstr(&unique));
    uint32_t n = map_u32_get_or(&cfa->next_of_name, key, 2);
    do {
      unique.size = stem;
      text_printf(&unique, "#%u", n++);
    } while (is_taken(cfa, text_cstr(&unique), sort));
    map_u32_put(&cfa->next_of_name, key, n);
  }
  uint32_t id = cfa_add_var_as(cfa, function, kind, name, ctype, sort, text_cstr(&unique));
  text_release(&unique);
  return id;
}

struct location cfa_add_location(struct cfa *cfa, uint32_t function, enum cfa_location_kind kind) {
  assert(function < cfa->functions.size);
  struct cfa_location l = {.function = function,
                           .kind = kind,
                           .number = cfa->numbers++,
                           .text = "",
                           .loop = LOCATION_NONE,
                           .loop_parent = LOCATION_NONE};
  struct location id = {cfa->locations.size};
  vec_cfa_location_push(&cfa->locations, l);
  struct cfa_function *f = &cfa->functions.data[function];
  if (location_none(f->entry)) f->entry = id;
  if (kind == LOC_EXIT && location_none(f->exit)) f->exit = id;
  return id;
}

struct edge cfa_add_edge(struct cfa *cfa, struct location from, struct location to) {
  assert(from.id < cfa->locations.size && to.id < cfa->locations.size);
  struct cfa_edge e = {.from = from, .to = to, .guard = term_true(cfa->tm), .callee = CFA_NONE, .result = CFA_NONE};
  struct edge id = {cfa->edges.size};
  vec_cfa_edge_push(&cfa->edges, e);
  vec_edge_push(&cfa_location(cfa, from)->out, id);
  vec_edge_push(&cfa_location(cfa, to)->in, id);
  return id;
}

struct term cfa_edge_term(struct cfa *cfa, struct sort sort, const char *prefix) {
  return term_fresh(cfa->tm, sort, prefix);
}

// The x87 format writes the leading bit of the significand out, which a float sort leaves out.
static struct term extended_value(struct terms *tm, struct term bits) {
  if (term_width(tm, bits) < 80) return bits;
  struct term rest = term_concat(tm, term_extract(tm, 79, 64, bits), term_extract(tm, 62, 0, bits));
  return term_fp_from_bits(tm, sort_float(tm, 15, 64), rest);
}

struct term cfa_typed_value(struct terms *tm, const char *ctype, struct term value) {
  if (!ctype || term_none(value) || term_kind(tm, value) != TERM_CONST_BV) return value;
  if (strcmp(ctype, "long double") == 0) return extended_value(tm, value);
  bool is_float = strcmp(ctype, "float") == 0, is_double = strcmp(ctype, "double") == 0;
  uint64_t bits;
  if (!is_float && !is_double) return value;
  if (term_width(tm, value) != (is_float ? 32 : 64) || !term_value64(tm, value, &bits)) return value;
  return term_float_bits64(tm, is_float ? sort_float(tm, 8, 24) : sort_float(tm, 11, 53), bits);
}

uint32_t cfa_var_of(const struct cfa *cfa, struct term t) { return map_u32_get_or(&cfa->var_of_term, t.id, CFA_NONE); }

uint32_t cfa_function_named(const struct cfa *cfa, const char *name) {
  for (uint32_t i = 0; i < cfa->functions.size; i++)
    if (!strcmp(cfa->functions.data[i].name, name)) return i;
  return CFA_NONE;
}

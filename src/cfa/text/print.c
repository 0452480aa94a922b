// The text format, written. docs/cfa-format.md describes it; read.c reads it.
#include "base/memory/hash.h"
#include "cfa/text/names.h"
#include <inttypes.h>
#include <string.h>

const char *const cfa_var_kind_names[] = {"program", "temp", "region", "result", NULL};
const char *const cfa_input_kind_names[] = {"nondet", "uninit", "undefined", "library", "assembly", "argument", NULL};
const char *const cfa_location_kind_names[] = {"plain", "exit", "error", "stop", "unsupported", NULL};

bool cfa_is_symbol_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         (c && strchr("~!@$%^&*_-+=<>.?/", c));
}

bool cfa_is_mark(const char *word, size_t length) {
  return (length == 2 && (!memcmp(word, "->", 2) || !memcmp(word, "..", 2))) || (length == 1 && *word == '?');
}

uint32_t cfa_resolve(const struct cfa *cfa, uint32_t function, const char *name) {
  uint32_t v = cfa_var_named(cfa, name);
  if (v != CFA_NONE && (cfa->vars.data[v].function == CFA_NONE || cfa->vars.data[v].function == function)) return v;
  if (function == CFA_NONE) return CFA_NONE;
  struct text full = {0};
  text_printf(&full, "%s::%s", cfa->functions.data[function].name, name);
  v = cfa_var_named(cfa, text_cstr(&full));
  text_release(&full);
  return v != CFA_NONE && cfa->vars.data[v].function == function ? v : CFA_NONE;
}

bool cfa_is_plain_label(const char *label) {
  if (*label != 'L' || !label[1]) return false;
  return strspn(label + 1, "0123456789") == strlen(label + 1);
}

void cfa_place_print(const struct cfa *cfa, struct source_place place, struct text *out) {
  if (!place.line) {
    text_add(out, "?");
    return;
  }
  const char *file = place.file < cfa->files.size ? cfa->files.data[place.file] : "?";
  text_printf(out, "%s:%u", file, place.line);
  if (place.column) text_printf(out, ":%u", place.column);
}

static const char *base_name(const char *file) {
  const char *slash = strrchr(file, '/');
  return slash ? slash + 1 : file;
}

void cfa_place_brief(const struct cfa *cfa, struct source_place place, struct text *out) {
  if (!place.line || place.file >= cfa->files.size) {
    text_add(out, "an unknown place");
    return;
  }
  const char *file = cfa->files.data[place.file], *name = base_name(file);
  for (uint32_t i = 0; i < cfa->files.size; i++)
    if (i != place.file && strcmp(base_name(cfa->files.data[i]), name) == 0) name = file;
  text_printf(out, "%s:%u", name, place.line);
}

// --- names, strings, places ------------------------------------------------------------

static bool is_simple(const char *name) {
  if (!*name || (*name >= '0' && *name <= '9')) return false;
  for (const char *p = name; *p; p++)
    if (!cfa_is_symbol_char(*p)) return false;
  return !cfa_is_mark(name, strlen(name));
}

// Words that SMT-LIB takes for something else than a variable.
static bool is_reserved(const char *name) {
  static const char *const words[] = {"true", "false", "let", "forall", "exists", "as",  "par",
                                      "_",    "!",     "RNE", "RNA",    "RTP",    "RTN", "RTZ"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(words[i], name)) return true;
  return !strncmp(name, "round", 5);   // the long names of rounding modes
}

static void add_escaped(struct text *out, const char *name, char quote) {
  text_addc(out, quote);
  for (const char *p = name; *p; p++) {
    if (*p == quote || *p == '\\') text_addc(out, '\\');
    if (*p == '\n') text_add(out, "\\n");
    else text_addc(out, *p);
  }
  text_addc(out, quote);
}

static void add_name(struct text *out, const char *name) {
  if (is_simple(name)) text_add(out, name);
  else add_escaped(out, name, '|');
}

static void add_string(struct text *out, const char *s) { add_escaped(out, s, '"'); }

static void add_place(struct text *out, struct source_place p) {
  if (!p.line) text_addc(out, '?');
  else if (p.file) text_printf(out, "%u:%u:%u", p.file, p.line, p.column);
  else text_printf(out, "%u:%u", p.line, p.column);
}

static void add_at(struct text *out, struct source_place p) {
  if (!p.line) return;
  text_add(out, " at ");
  add_place(out, p);
}

static void add_range(struct text *out, struct source_place first, struct source_place last) {
  if (!first.line && !last.line) return;
  text_add(out, " at ");
  add_place(out, first);
  if (first.file == last.file && first.line == last.line && first.column == last.column) return;
  text_add(out, " .. ");
  add_place(out, last);
}

// --- variables and terms ------------------------------------------------------------------

struct printer {
  struct cfa *cfa;
  struct text *out;
  uint32_t function;
  const struct cfa_edge *edge;    // whose inputs and addresses are in scope
  struct text scratch, name;
  const char **labels;            // by location
  struct arena arena;             // labels
  struct vec_location *locations;      // function → its locations
};

static bool is_edge_local(const struct printer *p, const char *name) {
  if (!p->edge) return false;
  for (uint32_t i = 0; i < p->edge->inputs.size; i++)
    if (!strcmp(term_var_name(p->cfa->tm, p->edge->inputs.data[i].term), name)) return true;
  for (uint32_t i = 0; i < p->edge->allocs.size; i++)
    if (!strcmp(term_var_name(p->cfa->tm, p->edge->allocs.data[i].term), name)) return true;
  return false;
}

// The variable with this unique name as short as it is understood: "f::x" is "x" where nothing else is.
static const char *short_name(const struct printer *p, const char *unique) {
  if (p->function == CFA_NONE) return unique;
  const char *function = p->cfa->functions.data[p->function].name;
  size_t length = strlen(function);
  if (strncmp(unique, function, length) || strncmp(unique + length, "::", 2)) return unique;
  const char *brief = unique + length + 2;
  // '?' begins the names that terms bind themselves.
  if (!*brief || *brief == '?' || is_edge_local(p, brief)) return unique;
  uint32_t v = cfa_resolve(p->cfa, p->function, brief);
  return v != CFA_NONE && v == cfa_var_named(p->cfa, unique) ? brief : unique;
}

static void add_var_ref(struct printer *p, uint32_t var) {
  add_name(p->out, short_name(p, term_var_name(p->cfa->tm, p->cfa->vars.data[var].term)));
}

// SMT-LIB with qualified names made short. A quoted symbol has no bar inside.
static void add_term(struct printer *p, struct term t) {
  text_clear(&p->scratch);
  term_print_smt(p->cfa->tm, t, &p->scratch);
  const char *s = text_cstr(&p->scratch);
  for (;;) {
    const char *bar = strchr(s, '|'), *end = bar ? strchr(bar + 1, '|') : NULL;
    if (!end) break;
    text_add_n(p->out, s, (size_t)(bar - s));
    text_clear(&p->name);
    text_add_n(&p->name, bar + 1, (size_t)(end - bar - 1));
    const char *name = short_name(p, text_cstr(&p->name));
    bool plain = is_simple(name) && !is_reserved(name);
    text_printf(p->out, plain ? "%s" : "|%s|", name);
    s = end + 1;
  }
  text_add(p->out, s);
}

// "global x Int …": the word, then the name as the user wrote it and what differs from the default.
static void print_var(struct printer *p, const char *indent, const char *word, enum cfa_var_kind usual, uint32_t id) {
  const struct cfa_var *v = &p->cfa->vars.data[id];
  text_printf(p->out, "%s%s ", indent, word);
  add_name(p->out, v->name);
  text_addc(p->out, ' ');
  sort_print_smt(p->cfa->tm, v->sort, p->out);
  if (v->kind != usual) text_printf(p->out, " %s", cfa_var_kind_names[v->kind]);
  if (*v->ctype) {
    text_addc(p->out, ' ');
    add_string(p->out, v->ctype);
  }
  if (v->is_unsigned) text_add(p->out, " unsigned");
  text_clear(&p->name);
  if (v->function != CFA_NONE) text_printf(&p->name, "%s::", p->cfa->functions.data[v->function].name);
  text_add(&p->name, v->name);
  const char *unique = term_var_name(p->cfa->tm, v->term);
  if (strcmp(text_cstr(&p->name), unique)) {
    text_add(p->out, " as ");
    add_name(p->out, unique);
  }
  add_at(p->out, v->place);
  text_addc(p->out, '\n');
}

// --- edges ------------------------------------------------------------------------------

static void print_input(struct printer *p, const struct cfa_input *i) {
  text_add(p->out, "    input ");
  add_name(p->out, term_var_name(p->cfa->tm, i->term));
  text_addc(p->out, ' ');
  sort_print_smt(p->cfa->tm, term_sort(p->cfa->tm, i->term), p->out);
  text_printf(p->out, " %s", cfa_input_kind_names[i->kind]);
  const char *name = i->name ? i->name : "", *ctype = i->ctype ? i->ctype : "";
  if (*name || *ctype) {
    text_addc(p->out, ' ');
    add_string(p->out, name);
  }
  if (*ctype) {
    text_addc(p->out, ' ');
    add_string(p->out, ctype);
  }
  if (i->is_unsigned) text_add(p->out, " unsigned");
  add_at(p->out, i->place);
  text_addc(p->out, '\n');
}

static void print_alloc(struct printer *p, const struct cfa_alloc *a) {
  struct sort sort = term_sort(p->cfa->tm, a->term);
  text_add(p->out, "    alloc ");
  add_name(p->out, term_var_name(p->cfa->tm, a->term));
  if (sort.id != sort_bv(p->cfa->tm, p->cfa->pointer_bits).id) {
    text_addc(p->out, ' ');
    sort_print_smt(p->cfa->tm, sort, p->out);
  }
  text_add(p->out, " size ");
  add_term(p, a->size);
  if (a->align != 1) text_printf(p->out, " align %u", a->align);
  if (a->is_stack) text_add(p->out, " stack");
  if (a->space) text_printf(p->out, " space %" PRIu64, a->space);
  if (a->name && *a->name) {
    text_addc(p->out, ' ');
    add_string(p->out, a->name);
  }
  text_addc(p->out, '\n');
}

static void print_call(struct printer *p, const struct cfa_edge *e) {
  text_add(p->out, "call ");
  add_name(p->out, p->cfa->functions.data[e->callee].name);
  text_add(p->out, " (");
  for (uint32_t i = 0; i < e->args.size; i++) {
    if (i) text_addc(p->out, ' ');
    add_term(p, e->args.data[i]);
  }
  text_addc(p->out, ')');
  if (e->result != CFA_NONE) {
    text_add(p->out, " -> ");
    add_var_ref(p, e->result);
  }
}

static void print_update(struct printer *p, const struct cfa_update *u) {
  add_var_ref(p, u->var);
  text_add(p->out, " := ");
  add_term(p, u->value);
}

static void print_edge(struct printer *p, const struct cfa_edge *e) {
  p->edge = e;
  text_add(p->out, "  edge ");
  add_name(p->out, p->labels[e->from.id]);
  text_add(p->out, " -> ");
  add_name(p->out, p->labels[e->to.id]);
  if (!term_is_true(p->cfa->tm, e->guard)) {
    text_add(p->out, " [");
    add_term(p, e->guard);
    text_addc(p->out, ']');
  }
  // What fits on the line stays on it.
  bool one_line = !e->inputs.size && !e->allocs.size && e->updates.size <= 1;
  if (one_line && e->updates.size) {
    text_add(p->out, "  ");
    print_update(p, &e->updates.data[0]);
  }
  if (one_line && e->callee != CFA_NONE) {
    text_add(p->out, "  ");
    print_call(p, e);
  }
  add_range(p->out, e->first, e->last);
  text_addc(p->out, '\n');
  if (one_line) return;
  for (uint32_t i = 0; i < e->inputs.size; i++) print_input(p, &e->inputs.data[i]);
  for (uint32_t i = 0; i < e->allocs.size; i++) print_alloc(p, &e->allocs.data[i]);
  for (uint32_t i = 0; i < e->updates.size; i++) {
    text_add(p->out, "    ");
    print_update(p, &e->updates.data[i]);
    text_addc(p->out, '\n');
  }
  if (e->callee != CFA_NONE) {
    text_add(p->out, "    ");
    print_call(p, e);
    text_addc(p->out, '\n');
  }
}

// --- locations ----------------------------------------------------------------------------

// A location is called by its text if that is a name no other location of the function has, and else by its number.
static void find_labels(struct printer *p) {
  struct cfa *cfa = p->cfa;
  for (uint32_t f = 0; f < cfa->functions.size; f++) {
    struct map_u32 seen = {0};   // hash of a text → how often
    for (uint32_t i = 0; i < p->locations[f].size; i++) {
      uint64_t key = hash_string(cfa_location(cfa, p->locations[f].data[i])->text) >> 1;
      map_u32_put(&seen, key, map_u32_get_or(&seen, key, 0) + 1);
    }
    for (uint32_t i = 0; i < p->locations[f].size; i++) {
      struct location id = p->locations[f].data[i];
      const char *text = cfa_location(cfa, id)->text;
      bool own = is_simple(text) && !cfa_is_plain_label(text) && map_u32_get_or(&seen, hash_string(text) >> 1, 0) == 1;
      p->labels[id.id] = own ? text : arena_printf(&p->arena, "L%u", i);
    }
    map_u32_release(&seen);
  }
}

static void print_location(struct printer *p, struct location id) {
  const struct cfa_location *l = cfa_location(p->cfa, id);
  text_add(p->out, "  location ");
  add_name(p->out, p->labels[id.id]);
  if (l->kind != LOC_PLAIN) text_printf(p->out, " %s", cfa_location_kind_names[l->kind]);
  if (l->property != PROPERTY_UNREACH) text_printf(p->out, " %s", property_table[l->property].name);
  if (*l->text && strcmp(l->text, p->labels[id.id])) {
    text_addc(p->out, ' ');
    add_string(p->out, l->text);
  }
  if (l->complete) text_add(p->out, " complete");
  add_at(p->out, l->place);
  text_addc(p->out, '\n');
}

static struct location usual_entry(const struct printer *p, uint32_t function) {
  const struct vec_location *list = &p->locations[function];
  for (uint32_t i = 0; i < list->size; i++)
    if (cfa_location(p->cfa, list->data[i])->out.size) return list->data[i];
  return list->size ? list->data[0] : LOCATION_NONE;
}

static void print_function(struct printer *p, uint32_t id) {
  const struct cfa_function *f = &p->cfa->functions.data[id];
  p->function = id;
  text_add(p->out, "\nfunction ");
  add_name(p->out, f->name);
  if (f->address) text_printf(p->out, " address 0x%" PRIx64, f->address);
  if (f->is_model) text_add(p->out, " model");
  add_at(p->out, f->place);
  text_addc(p->out, '\n');
  for (uint32_t i = 0; i < f->locals.size; i++) {
    uint32_t v = f->locals.data[i];
    if (i < f->params.size) print_var(p, "  ", "param", VAR_PROGRAM, v);
    else if (v == f->result) print_var(p, "  ", "result", VAR_RESULT, v);
    else print_var(p, "  ", "local", VAR_PROGRAM, v);
  }
  if (!location_none(f->entry) && !location_same(f->entry, usual_entry(p, id))) {
    text_add(p->out, "  entry ");
    add_name(p->out, p->labels[f->entry.id]);
    text_addc(p->out, '\n');
  }
  for (uint32_t i = 0; i < p->locations[id].size; i++) {
    struct location l = p->locations[id].data[i];
    print_location(p, l);
    const struct vec_edge *edges = &cfa_location(p->cfa, l)->out;
    for (uint32_t k = 0; k < edges->size; k++) print_edge(p, cfa_edge(p->cfa, edges->data[k]));
    p->edge = NULL;
  }
}

// Assertions alone need no line.
static void print_checks(struct printer *p) {
  properties checked = p->cfa->checked;
  if (!checked || checked == PROPERTY_SET(UNREACH)) return;
  text_add(p->out, "checks");
  for (uint32_t i = 0; i < property_count; i++)
    if (checked >> i & 1) text_printf(p->out, " %s", property_table[i].name);
  text_addc(p->out, '\n');
}

static void print_header(struct printer *p) {
  const struct cfa *cfa = p->cfa;
  text_add(p->out, "cfa ");
  add_string(p->out, cfa->name);
  text_printf(p->out, "\npointer-bits %u\nheap-start 0x%" PRIx64 "\n", cfa->pointer_bits, cfa->heap_start);
  if (cfa->wide_heap) text_add(p->out, "heap-wide\n");
  print_checks(p);
  for (uint32_t i = 0; i < cfa->files.size; i++) {
    text_add(p->out, "file ");
    add_string(p->out, cfa->files.data[i]);
    text_addc(p->out, '\n');
  }
  for (uint32_t i = 0; i < cfa->undefined.size; i++) {
    text_add(p->out, "undefined ");
    add_name(p->out, cfa->undefined.data[i]);
    text_addc(p->out, '\n');
  }
  for (uint32_t i = 0; i < cfa->approximated.size; i++) {
    text_add(p->out, "approximated ");
    add_name(p->out, cfa->approximated.data[i]);
    text_addc(p->out, '\n');
  }
  for (uint32_t i = 0; i < cfa->assumptions.size; i++) {
    const struct cfa_assumption *a = &cfa->assumptions.data[i];
    text_add(p->out, "assumption ");
    add_name(p->out, a->kind);
    text_addc(p->out, ' ');
    add_string(p->out, a->text);
    add_at(p->out, a->place);
    text_addc(p->out, '\n');
  }
  uint32_t named = cfa_function_named(cfa, "main");
  if (cfa->main < cfa->functions.size && cfa->main != named && (named != CFA_NONE || cfa->functions.size > 1)) {
    text_add(p->out, "main ");
    add_name(p->out, cfa->functions.data[cfa->main].name);
    text_addc(p->out, '\n');
  }
  if (cfa->globals.size) text_addc(p->out, '\n');
  for (uint32_t i = 0; i < cfa->globals.size; i++) print_var(p, "", "global", VAR_PROGRAM, cfa->globals.data[i]);
}

void cfa_print(struct cfa *cfa, struct text *out) {
  struct printer p = {.cfa = cfa, .out = out, .function = CFA_NONE};
  arena_init(&p.arena);
  p.labels = mem_zalloc((size_t)cfa->locations.size + 1, sizeof *p.labels);
  p.locations = mem_zalloc((size_t)cfa->functions.size + 1, sizeof *p.locations);
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    vec_location_push(&p.locations[cfa->locations.data[i].function], (struct location){i});
  find_labels(&p);
  print_header(&p);
  for (uint32_t i = 0; i < cfa->functions.size; i++) print_function(&p, i);
  for (uint32_t i = 0; i < cfa->functions.size; i++) vec_location_release(&p.locations[i]);
  mem_free(p.locations);
  mem_free(p.labels);
  arena_release(&p.arena);
  text_release(&p.scratch);
  text_release(&p.name);
}

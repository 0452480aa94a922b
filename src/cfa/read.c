// The text format, read. docs/cfa-format.md describes it; print.c writes it.
//
// A recursive-descent reader over the text itself; terms and sorts are left
// to term_parse and sort_parse. A statement begins on a line of its own and
// what belongs to it stands on that line, but for the effects of an edge. Functions may be called before they are defined,
// and locations used before they are declared: calls are resolved at the end,
// the locations of a function where its text ends.
#include "base/hash.h"
#include "cfa/internal.h"
#include <stdarg.h>

// A label of the function at hand.
struct label {
  const char *name;
  uint32_t location;            // set when the function ends
  bool placed;                  // has its turn in the order: declared, or an edge starts there
  bool declared;
  const char *at;               // where it was first used
  struct cfa_location as;       // what was declared of it
};
VEC_TYPE(vec_label, struct label)

// An edge of the function at hand; from and to are labels.
struct draft {
  struct cfa_edge edge;
  const char *at;
  const char *guard;            // where its term begins: read last, for it may speak of inputs declared after it
};
VEC_TYPE(vec_draft, struct draft)

// A call whose callee may come later.
struct call { uint32_t edge; const char *name, *at; };
VEC_TYPE(vec_call, struct call)

// The names of inputs and addresses of all edges.
struct local {
  const char *name;
  struct term term;
  uint32_t function, label;     // the location its edges start at
  uint32_t edge;                // the last edge that declared it: count of edges read then
};
VEC_TYPE(vec_local, struct local)

struct reader {
  struct cfa *cfa;
  const char *file, *content, *at;
  struct error *error;
  uint32_t function;            // at hand, or CFA_NONE
  struct vec_label labels;
  struct map_u32 label_of_name; // hash → label, probed upwards
  struct vec_u32 order;         // labels by turn
  struct vec_draft drafts;
  struct vec_call calls;
  struct vec_local locals;
  struct map_u32 local_of_name;
  uint32_t edges_read;
  uint32_t entry;               // label, or CFA_NONE
  const char *main;             // name given, or NULL
  const char *main_at;
  struct text scratch;
};

// --- errors and small pieces ---------------------------------------------------------

__attribute__((format(printf, 3, 4))) static bool fail(struct reader *r, const char *at, const char *format, ...) {
  uint32_t line = 1, column = 1;
  for (const char *p = r->content; p < at; p++) {
    if (*p == '\n') line++, column = 1;
    else if (((unsigned char)*p & 0xc0) != 0x80) column++;   // characters, not bytes
  }
  struct text t = {0};
  va_list args;
  va_start(args, format);
  text_vprintf(&t, format, args);
  va_end(args);
  error_set(r->error, EXIT_DATA, "%s:%u:%u: %s", r->file, line, column, text_cstr(&t));
  text_release(&t);
  return false;
}

static void skip_space(struct reader *r) {
  for (;; r->at++) {
    while (*r->at == ';')
      while (*r->at && *r->at != '\n') r->at++;
    if (!*r->at || !strchr(" \t\r\n", *r->at)) return;
  }
}

static void skip_blanks(struct reader *r) {
  while (*r->at == ' ' || *r->at == '\t' || *r->at == '\r') r->at++;
  if (*r->at == ';')
    while (*r->at && *r->at != '\n') r->at++;
}

static bool at_line_end(struct reader *r) {
  skip_blanks(r);
  return !*r->at || *r->at == '\n';
}

// Is the next piece on this line this word? Takes it if so. A name between bars is no word.
static bool take_word(struct reader *r, const char *word) {
  skip_blanks(r);
  size_t n = strlen(word);
  if (strncmp(r->at, word, n) || cfa_is_symbol_char(r->at[n])) return false;
  r->at += n;
  return true;
}

static bool take_mark(struct reader *r, const char *mark) {
  skip_blanks(r);
  if (strncmp(r->at, mark, strlen(mark))) return false;
  r->at += strlen(mark);
  return true;
}

static int take_one_of(struct reader *r, const char *const *words) {
  for (int i = 0; words[i]; i++)
    if (take_word(r, words[i])) return i;
  return -1;
}

// Text up to the closing quote, with \", \|, \\ and \n.
static bool read_quoted(struct reader *r, char quote, const char **out) {
  const char *start = r->at++;
  text_clear(&r->scratch);
  for (; *r->at != quote; r->at++) {
    if (!*r->at) return fail(r, start, quote == '"' ? "this string does not end" : "this quoted name does not end");
    if (*r->at == '\\' && r->at[1]) {
      r->at++;
      text_addc(&r->scratch, *r->at == 'n' ? '\n' : *r->at);
    } else {
      text_addc(&r->scratch, *r->at);
    }
  }
  r->at++;
  *out = cfa_string(r->cfa, text_cstr(&r->scratch));
  return true;
}

static bool read_name(struct reader *r, const char *what, const char **out) {
  skip_blanks(r);
  if (*r->at == '|') return read_quoted(r, '|', out);
  const char *end = r->at;
  while (cfa_is_symbol_char(*end)) end++;
  size_t n = (size_t)(end - r->at);
  if (!n || (*r->at >= '0' && *r->at <= '9')) return fail(r, r->at, "expected %s", what);
  if (cfa_is_mark(r->at, n)) return fail(r, r->at, "expected %s", what);
  text_clear(&r->scratch);
  text_add_n(&r->scratch, r->at, n);
  *out = cfa_string(r->cfa, text_cstr(&r->scratch));
  r->at = end;
  return true;
}

static bool at_string(struct reader *r) {
  skip_blanks(r);
  return *r->at == '"';
}

static bool read_string(struct reader *r, const char **out) {
  if (!at_string(r)) return fail(r, r->at, "expected a string in double quotes");
  return read_quoted(r, '"', out);
}

static bool read_number(struct reader *r, uint64_t most, uint64_t *out) {
  skip_blanks(r);
  const char *start = r->at;
  unsigned base = r->at[0] == '0' && r->at[1] == 'x' ? 16 : 10;
  if (base == 16) r->at += 2;
  uint64_t value = 0;
  const char *digits = r->at;
  for (;; r->at++) {
    char c = *r->at;
    unsigned d = c >= '0' && c <= '9' ? (unsigned)(c - '0') : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : 99;
    if (d >= base) break;
    if (value > (UINT64_MAX - d) / base) return fail(r, start, "this number is too large");
    value = value * base + d;
  }
  if (r->at == digits) return fail(r, start, "expected a number");
  if (value > most) return fail(r, start, "this number is too large");
  *out = value;
  return true;
}

// [FILE:]LINE:COLUMN, or ? for an unknown place.
static bool read_place(struct reader *r, struct source_place *out) {
  *out = (struct source_place){0};
  if (take_word(r, "?")) return true;
  skip_blanks(r);
  const char *start = r->at;
  uint64_t a, b, c;
  if (*r->at < '0' || *r->at > '9') return fail(r, start, "expected a place, line:column or file:line:column");
  if (!read_number(r, UINT32_MAX, &a)) return false;
  if (!take_mark(r, ":")) return fail(r, r->at, "expected ':' and a column");
  if (!read_number(r, UINT32_MAX, &b)) return false;
  *out = (struct source_place){0, (uint32_t)a, (uint32_t)b};
  if (*r->at == ':' && r->at[1] >= '0' && r->at[1] <= '9') {
    r->at++;
    if (!read_number(r, UINT32_MAX, &c)) return false;
    *out = (struct source_place){(uint32_t)a, (uint32_t)b, (uint32_t)c};
  }
  if (out->line && out->file >= r->cfa->files.size)
    return fail(r, start, "this place is in file number %u, but %u are listed with 'file'", out->file, r->cfa->files.size);
  if (!out->line) *out = (struct source_place){0};
  return true;
}

static bool read_sort(struct reader *r, struct sort *out) {
  skip_blanks(r);
  const char *message = "expected a sort";
  *out = sort_parse(r->cfa->tm, &r->at, &message);
  return out->id || fail(r, r->at, "in a sort: %s", message);
}

// --- terms ------------------------------------------------------------------------------

static uint64_t name_key(const char *name) { return hash_string(name) >> 1; }

static struct local *find_local(struct reader *r, const char *name) {
  for (uint64_t key = name_key(name);; key++) {
    uint32_t *at = map_u32_find(&r->local_of_name, key);
    if (!at) return NULL;
    if (!strcmp(r->locals.data[*at].name, name)) return &r->locals.data[*at];
  }
}

static struct term look_up(void *context, const char *name, size_t length) {
  struct reader *r = context;
  text_clear(&r->scratch);
  text_add_n(&r->scratch, name, length);
  const struct local *l = find_local(r, text_cstr(&r->scratch));
  if (l && l->edge == r->edges_read) return l->term;
  uint32_t v = cfa_resolve(r->cfa, r->function, text_cstr(&r->scratch));
  return v == CFA_NONE ? TERM_NONE : r->cfa->vars.data[v].term;
}

static bool read_term(struct reader *r, struct term *out) {
  skip_space(r);
  const char *message = "expected a term";
  *out = term_parse(r->cfa->tm, &r->at, look_up, r, &message);
  return !term_none(*out) || fail(r, r->at, "in a term: %s", message);
}

// "a (_ BitVec 32)", for messages. Borrowed until the next call.
static const char *sort_text(struct reader *r, struct sort s) {
  text_clear(&r->scratch);
  sort_print_smt(r->cfa->tm, s, &r->scratch);
  return text_cstr(&r->scratch);
}

static bool read_term_of(struct reader *r, struct sort sort, const char *what, struct term *out) {
  skip_space(r);
  const char *start = r->at;
  if (!read_term(r, out)) return false;
  struct sort got = term_sort(r->cfa->tm, *out);
  if (got.id == sort.id) return true;
  char *wanted = mem_strdup(sort_text(r, sort));
  fail(r, start, "%s must be of sort %s, this is of sort %s", what, wanted, sort_text(r, got));
  mem_free(wanted);
  return false;
}

// --- variables --------------------------------------------------------------------------

static bool read_var(struct reader *r, uint32_t function, enum cfa_var_kind kind, uint32_t *out) {
  skip_blanks(r);
  const char *start = r->at, *name, *ctype = "", *unique = NULL;
  struct sort sort;
  struct source_place place = {0};
  bool is_unsigned = false;
  if (!read_name(r, "the name of a variable", &name) || !read_sort(r, &sort)) return false;
  for (;;) {
    int k;
    if (at_string(r)) {
      if (!read_string(r, &ctype)) return false;
    } else if (take_word(r, "unsigned")) {
      is_unsigned = true;
    } else if (take_word(r, "as")) {
      if (!read_name(r, "the variable's unique name", &unique)) return false;
    } else if (take_word(r, "at")) {
      if (!read_place(r, &place)) return false;
    } else if ((k = take_one_of(r, cfa_var_kind_names)) >= 0) {
      kind = (enum cfa_var_kind)k;
    } else {
      break;
    }
  }
  struct text full = {0};
  if (unique) {
    text_add(&full, unique);
  } else {
    if (function != CFA_NONE) text_printf(&full, "%s::", r->cfa->functions.data[function].name);
    text_add(&full, name);
  }
  bool taken = cfa_var_named(r->cfa, text_cstr(&full)) != CFA_NONE;
  bool input = find_local(r, text_cstr(&full));
  if (taken) fail(r, start, "there is a variable |%s| already; give this one another name with 'as'", text_cstr(&full));
  else if (input) fail(r, start, "|%s| is the name of an input or address", text_cstr(&full));
  if (taken || input) {
    text_release(&full);
    return false;
  }
  *out = cfa_add_var_as(r->cfa, function, kind, name, ctype, sort, text_cstr(&full));
  text_release(&full);
  r->cfa->vars.data[*out].is_unsigned = is_unsigned;
  r->cfa->vars.data[*out].place = place;
  return true;
}

// --- locations --------------------------------------------------------------------------

static struct label *get_label(struct reader *r, const char *name, const char *at, uint32_t *index) {
  uint64_t key = name_key(name);
  for (;; key++) {
    uint32_t *found = map_u32_find(&r->label_of_name, key);
    if (!found) break;
    *index = *found;
    if (!strcmp(r->labels.data[*found].name, name)) return &r->labels.data[*found];
  }
  *index = r->labels.size;
  map_u32_put(&r->label_of_name, key, *index);
  struct label l = {.name = name, .at = at};
  vec_label_push(&r->labels, l);
  return &r->labels.data[*index];
}

static bool read_label(struct reader *r, uint32_t *index) {
  const char *name;
  skip_blanks(r);
  const char *at = r->at;
  if (!read_name(r, "the name of a location", &name)) return false;
  get_label(r, name, at, index);
  return true;
}

static void give_turn(struct reader *r, uint32_t label) {
  if (r->labels.data[label].placed) return;
  r->labels.data[label].placed = true;
  vec_u32_push(&r->order, label);
}

static bool read_location(struct reader *r) {
  skip_blanks(r);
  const char *at = r->at, *text = NULL;
  uint32_t index;
  if (!read_label(r, &index)) return false;
  struct cfa_location as = {.kind = LOC_PLAIN};
  for (;;) {
    int k;
    if (at_string(r)) {
      if (!read_string(r, &text)) return false;
    } else if (take_word(r, "complete")) {
      as.complete = true;
    } else if (take_word(r, "at")) {
      if (!read_place(r, &as.place)) return false;
    } else if ((k = take_one_of(r, cfa_location_kind_names)) >= 0) {
      as.kind = (enum cfa_location_kind)k;
    } else {
      break;
    }
  }
  struct label *l = &r->labels.data[index];
  if (l->declared) return fail(r, at, "location %s is declared twice", l->name);
  l->declared = true;
  as.text = text;
  l->as = as;
  give_turn(r, index);
  return true;
}

// --- edges ------------------------------------------------------------------------------

// Declares an input or address of the edge at hand.
static bool declare_local(struct reader *r, const char *name, const char *at, struct sort sort, const struct draft *d, struct term *out) {
  if (cfa_var_named(r->cfa, name) != CFA_NONE) return fail(r, at, "%s is a variable of the program", name);
  struct local *l = find_local(r, name);
  if (l) {
    if (l->edge == r->edges_read) return fail(r, at, "%s is declared twice", name);
    if (l->function != r->function || l->label != d->edge.from)
      return fail(r, at, "%s is the name of an input or address at another location; only edges from one location share them", name);
    if (term_sort(r->cfa->tm, l->term).id != sort.id) return fail(r, at, "%s has another sort on another edge", name);
    l->edge = r->edges_read;
    *out = l->term;
    return true;
  }
  struct local new = {.name = name, .term = term_var(r->cfa->tm, sort, name), .function = r->function, .label = d->edge.from, .edge = r->edges_read};
  uint64_t key = name_key(name);
  while (map_u32_find(&r->local_of_name, key)) key++;
  map_u32_put(&r->local_of_name, key, r->locals.size);
  vec_local_push(&r->locals, new);
  *out = new.term;
  return true;
}

static bool read_input(struct reader *r, struct draft *d) {
  struct cfa_input input = {.kind = INPUT_NONDET, .name = "", .ctype = ""};
  const char *name;
  struct sort sort;
  int strings = 0;
  skip_blanks(r);
  const char *at = r->at;
  if (!read_name(r, "the name of an input", &name) || !read_sort(r, &sort)) return false;
  for (;;) {
    int k;
    if (at_string(r)) {
      if (strings == 2) return fail(r, r->at, "expected at most two strings: where the input comes from and its C type");
      if (!read_string(r, strings++ ? &input.ctype : &input.name)) return false;
    } else if (take_word(r, "unsigned")) {
      input.is_unsigned = true;
    } else if (take_word(r, "at")) {
      if (!read_place(r, &input.place)) return false;
    } else if ((k = take_one_of(r, cfa_input_kind_names)) >= 0) {
      input.kind = (enum cfa_input_kind)k;
    } else {
      break;
    }
  }
  if (!declare_local(r, name, at, sort, d, &input.term)) return false;
  vec_input_push(&d->edge.inputs, input);
  return true;
}

static bool read_alloc(struct reader *r, struct draft *d) {
  struct cfa_alloc alloc = {.align = 1, .name = ""};
  const char *name;
  struct sort sort = sort_bv(r->cfa->tm, r->cfa->pointer_bits);
  skip_blanks(r);
  const char *at = r->at;
  if (!read_name(r, "the name of an address", &name)) return false;
  if (!take_word(r, "size")) {
    if (!read_sort(r, &sort)) return false;
    if (sort_kind(r->cfa->tm, sort) != SORT_BV) return fail(r, at, "an address must be a bit-vector");
    if (!take_word(r, "size")) return fail(r, r->at, "expected 'size' and the number of bytes");
  }
  if (!read_term_of(r, sort, "the size", &alloc.size)) return false;
  for (;;) {
    uint64_t n;
    if (at_string(r)) {
      if (!read_string(r, &alloc.name)) return false;
    } else if (take_word(r, "align")) {
      if (!read_number(r, UINT32_MAX, &n)) return false;
      alloc.align = (uint32_t)n;
    } else if (take_word(r, "stack")) {
      alloc.is_stack = true;
    } else {
      break;
    }
  }
  if (!declare_local(r, name, at, sort, d, &alloc.term)) return false;
  vec_alloc_push(&d->edge.allocs, alloc);
  return true;
}

static bool read_call(struct reader *r, struct draft *d) {
  struct call call = {.edge = r->drafts.size};
  skip_blanks(r);
  call.at = r->at;
  if (d->edge.callee != CFA_NONE) return fail(r, r->at, "an edge makes one call at most");
  if (!read_name(r, "the name of a function", &call.name)) return false;
  if (!take_mark(r, "(")) return fail(r, r->at, "expected '(' and the arguments");
  for (;;) {
    skip_space(r);
    if (take_mark(r, ")")) break;
    struct term arg;
    if (!*r->at) return fail(r, r->at, "expected an argument or ')'");
    if (!read_term(r, &arg)) return false;
    vec_term_push(&d->edge.args, arg);
  }
  if (take_word(r, "->")) {
    const char *name;
    skip_blanks(r);
    const char *at = r->at;
    if (!read_name(r, "the variable that gets the result", &name)) return false;
    d->edge.result = cfa_resolve(r->cfa, r->function, name);
    if (d->edge.result == CFA_NONE) return fail(r, at, "there is no variable %s here", name);
  }
  d->edge.callee = r->calls.size;   // until all functions are known
  vec_call_push(&r->calls, call);
  return true;
}

static bool read_update(struct reader *r, struct draft *d) {
  skip_space(r);
  const char *name, *at = r->at;
  if (!read_name(r, "a variable", &name)) return false;
  uint32_t v = cfa_resolve(r->cfa, r->function, name);
  if (v == CFA_NONE) return fail(r, at, "there is no variable %s here", name);
  for (uint32_t i = 0; i < d->edge.updates.size; i++)
    if (d->edge.updates.data[i].var == v) return fail(r, at, "%s is updated twice", name);
  if (!take_mark(r, ":=")) return fail(r, r->at, "expected ':=' and a term");
  struct cfa_update u = {.var = v};
  if (!read_term_of(r, r->cfa->vars.data[v].sort, "this value", &u.value)) return false;
  vec_update_push(&d->edge.updates, u);
  return true;
}

// A name (of any kind) and ':='?
static bool at_update(struct reader *r) {
  const char *p = r->at;
  if (*p == '|') {
    for (p++; *p && *p != '|'; p++)
      if (*p == '\\' && p[1]) p++;
    if (*p) p++;
  } else {
    while (cfa_is_symbol_char(*p)) p++;
  }
  if (p == r->at) return false;
  while (*p == ' ' || *p == '\t') p++;
  return p[0] == ':' && p[1] == '=';
}

static bool skip_guard(struct reader *r, struct draft *d) {
  const char *start = r->at - 1;
  if (d->guard) return fail(r, start, "an edge has one guard at most");
  d->guard = r->at;
  for (; *r->at != ']'; r->at++) {
    if (*r->at == '|')
      for (r->at++; *r->at && *r->at != '|';) r->at++;
    else if (*r->at == ';')
      while (r->at[1] && r->at[1] != '\n') r->at++;
    if (!*r->at) return fail(r, start, "this guard does not end with ']'");
  }
  r->at++;
  return true;
}

static bool read_guard(struct reader *r, struct draft *d) {
  if (!d->guard) return true;
  const char *end = r->at;
  r->at = d->guard;
  if (!read_term_of(r, sort_bool(r->cfa->tm), "a guard", &d->edge.guard)) return false;
  skip_space(r);
  if (*r->at != ']') return fail(r, r->at, "expected ']'");
  r->at = end;
  return true;
}

// One effect, if the text goes on with one. *more tells whether it did.
static bool read_effect(struct reader *r, struct draft *d, bool *more) {
  *more = true;
  if (take_mark(r, "[")) return skip_guard(r, d);
  if (at_update(r)) return read_update(r, d);
  if (take_word(r, "input")) return read_input(r, d);
  if (take_word(r, "alloc")) return read_alloc(r, d);
  if (take_word(r, "call")) return read_call(r, d);
  if (take_word(r, "at")) {
    if (!read_place(r, &d->edge.first)) return false;
    d->edge.last = d->edge.first;
    return !take_word(r, "..") || read_place(r, &d->edge.last);
  }
  *more = false;
  return true;
}

static bool read_edge(struct reader *r) {
  struct draft d = {.edge = {.guard = term_true(r->cfa->tm), .callee = CFA_NONE, .result = CFA_NONE}};
  skip_blanks(r);
  d.at = r->at;
  r->edges_read++;
  bool fine = read_label(r, &d.edge.from);
  if (fine) give_turn(r, d.edge.from);
  if (fine && !take_word(r, "->")) fine = fail(r, r->at, "expected '->' and the location the edge leads to");
  fine = fine && read_label(r, &d.edge.to);
  bool more = true;
  while (fine && more) {
    fine = read_effect(r, &d, &more);
    // Effects may stand on the following lines.
    if (fine && !more && at_line_end(r)) {
      const char *end = r->at;
      skip_space(r);
      fine = read_effect(r, &d, &more);
      if (fine && !more) r->at = end;
    }
  }
  fine = fine && read_guard(r, &d);
  if (fine && d.edge.callee != CFA_NONE && (d.edge.updates.size || d.edge.allocs.size))
    fine = fail(r, d.at, "a call edge cannot have updates or allocations");
  if (!fine) {
    cfa_edge_release(&d.edge);
    return false;
  }
  vec_draft_push(&r->drafts, d);
  return true;
}

// --- functions ----------------------------------------------------------------------------

static bool add_locations(struct reader *r) {
  struct cfa *cfa = r->cfa;
  for (uint32_t i = 0; i < r->drafts.size; i++) give_turn(r, r->drafts.data[i].edge.to);
  for (uint32_t i = 0; i < r->labels.size; i++) give_turn(r, i);
  struct cfa_function *f = &cfa->functions.data[r->function];
  for (uint32_t i = 0; i < r->order.size; i++) {
    struct label *l = &r->labels.data[r->order.data[i]];
    l->location = cfa_add_location(cfa, r->function, l->as.kind);
    struct cfa_location *to = &cfa->locations.data[l->location];
    to->text = l->as.text ? l->as.text : cfa_is_plain_label(l->name) ? "" : l->name;
    to->complete = l->as.complete;
    to->place = l->as.place;
    if (l->as.kind == LOC_EXIT && f->exit != l->location)
      return fail(r, l->at, "a function has one exit at most; %s has two", f->name);
  }
  return true;
}

static bool add_edges(struct reader *r) {
  struct cfa *cfa = r->cfa;
  for (uint32_t i = 0; i < r->drafts.size; i++) {
    struct draft *d = &r->drafts.data[i];
    const struct label *from = &r->labels.data[d->edge.from];
    if (from->as.kind != LOC_PLAIN)
      return fail(r, d->at, "no edge can start at %s, it is an %s location", from->name, cfa_location_kind_names[from->as.kind]);
    uint32_t id = cfa_add_edge(cfa, from->location, r->labels.data[d->edge.to].location);
    struct cfa_edge *e = &cfa->edges.data[id];
    uint32_t a = e->from, b = e->to;
    *e = d->edge;
    e->from = a;
    e->to = b;
    d->edge = (struct cfa_edge){0};
    if (e->callee != CFA_NONE) r->calls.data[e->callee].edge = id;
  }
  return true;
}

static void forget_function(struct reader *r) {
  for (uint32_t i = 0; i < r->drafts.size; i++) cfa_edge_release(&r->drafts.data[i].edge);
  vec_draft_clear(&r->drafts);
  vec_label_clear(&r->labels);
  map_u32_clear(&r->label_of_name);
  vec_u32_clear(&r->order);
  r->entry = CFA_NONE;
  r->function = CFA_NONE;
}

static bool end_function(struct reader *r) {
  if (r->function == CFA_NONE) return true;
  uint32_t function = r->function;
  if (!r->labels.size) return fail(r, r->at, "function %s has no locations", r->cfa->functions.data[function].name);
  uint32_t entry = r->entry != CFA_NONE ? r->entry : r->drafts.size ? r->drafts.data[0].edge.from : 0;
  if (!add_locations(r) || !add_edges(r)) return false;
  r->cfa->functions.data[function].entry = r->labels.data[entry].location;
  forget_function(r);
  return true;
}

static bool read_function(struct reader *r) {
  if (!end_function(r)) return false;
  skip_blanks(r);
  const char *name, *at = r->at;
  if (!read_name(r, "the name of a function", &name)) return false;
  if (cfa_function_named(r->cfa, name) != CFA_NONE) return fail(r, at, "there is a function %s already", name);
  r->function = cfa_add_function(r->cfa, name);
  struct cfa_function *f = &r->cfa->functions.data[r->function];
  for (;;) {
    if (take_word(r, "address")) {
      if (!read_number(r, UINT64_MAX, &f->address)) return false;
    } else if (take_word(r, "model")) {
      f->is_model = true;
    } else if (take_word(r, "at")) {
      if (!read_place(r, &f->place)) return false;
    } else {
      return true;
    }
  }
}

static bool read_member_var(struct reader *r, const char *at, const char *word) {
  uint32_t v;
  struct cfa_function *f = &r->cfa->functions.data[r->function];
  bool param = !strcmp(word, "param"), result = !strcmp(word, "result");
  uint32_t before = f->result;
  if (param && f->params.size < f->locals.size) return fail(r, at, "parameters come before other variables");
  if (result && before != CFA_NONE) return fail(r, at, "function %s has a result already", f->name);
  if (!read_var(r, r->function, result ? VAR_RESULT : VAR_PROGRAM, &v)) return false;
  f->result = result ? v : before;   // only `result` declares it
  if (param) vec_u32_push(&f->params, v);
  return true;
}

// --- statements ---------------------------------------------------------------------------

static bool read_header(struct reader *r, bool *known) {
  struct cfa *cfa = r->cfa;
  const char *s;
  uint64_t n;
  uint32_t v;
  *known = true;
  const char *at = r->at;
  if (take_word(r, "cfa")) return read_string(r, &cfa->name);
  if (take_word(r, "pointer-bits")) {
    if (!read_number(r, 64, &n)) return false;
    if (!n) return fail(r, at, "a pointer has at least one bit");
    cfa->pointer_bits = (uint32_t)n;
    return true;
  }
  if (take_word(r, "heap-start")) return read_number(r, UINT64_MAX, &cfa->heap_start);
  if (take_word(r, "file")) {
    if (!read_string(r, &s)) return false;
    vec_string_push(&cfa->files, s);
    return true;
  }
  if (take_word(r, "undefined")) {
    if (!read_name(r, "the name of a function", &s)) return false;
    vec_string_push(&cfa->undefined, s);
    return true;
  }
  if (take_word(r, "approximated")) {
    if (!read_name(r, "the name of a function", &s)) return false;
    vec_string_push(&cfa->approximated, s);
    return true;
  }
  if (take_word(r, "main")) {
    skip_blanks(r);
    r->main_at = r->at;
    return read_name(r, "the name of a function", &r->main);
  }
  if (take_word(r, "global")) return read_var(r, CFA_NONE, VAR_PROGRAM, &v);
  *known = false;
  return true;
}

static bool read_member(struct reader *r, bool *known) {
  const char *at = r->at;
  *known = true;
  if (take_word(r, "location")) return read_location(r);
  if (take_word(r, "edge")) return read_edge(r);
  if (take_word(r, "param")) return read_member_var(r, at, "param");
  if (take_word(r, "local")) return read_member_var(r, at, "local");
  if (take_word(r, "result")) return read_member_var(r, at, "result");
  if (take_word(r, "entry")) return read_label(r, &r->entry);
  *known = false;
  return true;
}

static bool read_statement(struct reader *r) {
  bool known;
  const char *at = r->at;
  if (take_word(r, "function")) return read_function(r);
  if (!read_header(r, &known)) return false;
  if (known) {
    if (r->function != CFA_NONE) return fail(r, at, "this belongs before the first function");
    return true;
  }
  static const char *const members[] = {"location", "edge", "param", "local", "result", "entry", NULL};
  if (r->function == CFA_NONE && take_one_of(r, members) >= 0) return fail(r, at, "expected 'function' and its name before this");
  if (!read_member(r, &known)) return false;
  if (known) return true;
  return fail(r, at, r->function == CFA_NONE
                         ? "expected 'cfa', 'file', 'global', 'function' or another statement"
                         : "expected 'edge', 'location', 'local', 'function' or another statement");
}

static bool resolve_calls(struct reader *r) {
  struct cfa *cfa = r->cfa;
  for (uint32_t i = 0; i < r->calls.size; i++) {
    const struct call *c = &r->calls.data[i];
    struct cfa_edge *e = &cfa->edges.data[c->edge];
    e->callee = cfa_function_named(cfa, c->name);
    if (e->callee == CFA_NONE) return fail(r, c->at, "there is no function %s", c->name);
    const struct cfa_function *f = &cfa->functions.data[e->callee];
    if (f->params.size != e->args.size)
      return fail(r, c->at, "%s has %u parameters, this call gives %u arguments", c->name, f->params.size, e->args.size);
    for (uint32_t k = 0; k < e->args.size; k++)
      if (term_sort(cfa->tm, e->args.data[k]).id != cfa->vars.data[f->params.data[k]].sort.id)
        return fail(r, c->at, "argument %u is not of the sort of the parameter, %s", k + 1, sort_text(r, cfa->vars.data[f->params.data[k]].sort));
    if (e->result == CFA_NONE) continue;
    if (f->result == CFA_NONE) return fail(r, c->at, "%s has no result", c->name);
    if (cfa->vars.data[f->result].sort.id != cfa->vars.data[e->result].sort.id)
      return fail(r, c->at, "the result of %s is of sort %s, the variable is not", c->name, sort_text(r, cfa->vars.data[f->result].sort));
  }
  return true;
}

static bool find_main(struct reader *r) {
  struct cfa *cfa = r->cfa;
  if (!cfa->functions.size) return fail(r, r->at, "expected at least one function");
  cfa->main = cfa_function_named(cfa, r->main ? r->main : "main");
  if (cfa->main != CFA_NONE) return true;
  if (r->main) return fail(r, r->main_at, "there is no function %s", r->main);
  if (cfa->functions.size > 1) return fail(r, r->at, "no function is called main: say which it is with 'main NAME' at the top");
  cfa->main = 0;
  return true;
}

static bool read_all(struct reader *r) {
  for (;;) {
    skip_space(r);
    if (!*r->at) break;
    if (!read_statement(r)) return false;
    if (!at_line_end(r)) return fail(r, r->at, "expected the end of the line");
  }
  if (!end_function(r) || !resolve_calls(r) || !find_main(r)) return false;
  struct error broken = {0};
  if (!cfa_check(r->cfa, &broken)) {
    fail(r, r->content, "%s", broken.message);
    error_release(&broken);
    return false;
  }
  return true;
}

bool cfa_read(struct terms *tm, const char *file, const char *content, struct cfa **out, struct error *error) {
  struct reader r = {.cfa = cfa_new(tm), .file = file, .content = content, .at = content, .error = error, .function = CFA_NONE, .entry = CFA_NONE};
  bool fine = read_all(&r);
  forget_function(&r);
  vec_draft_release(&r.drafts);
  vec_label_release(&r.labels);
  vec_u32_release(&r.order);
  vec_call_release(&r.calls);
  vec_local_release(&r.locals);
  map_u32_release(&r.label_of_name);
  map_u32_release(&r.local_of_name);
  text_release(&r.scratch);
  if (!fine) {
    cfa_free(r.cfa);
    return false;
  }
  cfa_find_loops(r.cfa);
  *out = r.cfa;
  return true;
}

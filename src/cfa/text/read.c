// The text format, read. docs/cfa-format.md describes it; print.c writes it.
//
// A recursive-descent reader over the text itself; terms and sorts are left
// to term_parse and sort_parse. A statement begins on a line of its own and
// what belongs to it stands on that line, but for the effects of an edge.
// Functions may be called before they are defined, and locations used before
// they are declared: calls are resolved at the end, the locations of a
// function where its text ends.
#include "base/memory/hash.h"
#include "cfa/build.h"
#include "cfa/text/names.h"
#include "cfa/text/scan.h"

// A label of the function at hand.
struct label {
  const char *name;
  struct location location;     // set when the function ends
  bool placed;                  // has its turn in the order: declared, or an edge starts there
  bool declared;
  const char *at;               // where it was first used
  struct cfa_location as;       // its declaration
};
VEC_TYPE(vec_label, struct label)

// An edge of the function at hand.
struct draft {
  struct cfa_edge edge;
  uint32_t from, to;            // labels
  const char *at;
  const char *guard;            // where its term begins: read last, for it may speak of inputs declared after it
};
VEC_TYPE(vec_draft, struct draft)

// A call whose callee may come later.
struct call {
  struct edge edge;             // set when the function ends
  const char *name, *at;
};
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
  struct scanner scan;
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
};

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
  text_clear(&r->scan.scratch);
  text_add_n(&r->scan.scratch, name, length);
  const struct local *l = find_local(r, text_cstr(&r->scan.scratch));
  if (l && l->edge == r->edges_read) return l->term;
  uint32_t v = cfa_resolve(r->cfa, r->function, text_cstr(&r->scan.scratch));
  return v == CFA_NONE ? TERM_NONE : r->cfa->vars.data[v].term;
}

static bool read_term(struct reader *r, struct term *out) {
  scan_space(&r->scan);
  const char *message = "expected a term";
  *out = term_parse(r->cfa->tm, &r->scan.at, look_up, r, &message);
  return !term_none(*out) || scan_fail(&r->scan, r->scan.at, "in a term: %s", message);
}

// "a (_ BitVec 32)", for messages. Borrowed until the next call.
static const char *sort_text(struct reader *r, struct sort s) {
  text_clear(&r->scan.scratch);
  sort_print_smt(r->cfa->tm, s, &r->scan.scratch);
  return text_cstr(&r->scan.scratch);
}

static bool read_term_of(struct reader *r, struct sort sort, const char *what, struct term *out) {
  scan_space(&r->scan);
  const char *start = r->scan.at;
  if (!read_term(r, out)) return false;
  struct sort got = term_sort(r->cfa->tm, *out);
  if (got.id == sort.id) return true;
  char *wanted = mem_strdup(sort_text(r, sort));
  scan_fail(&r->scan, start, "%s must be of sort %s, this is of sort %s", what, wanted, sort_text(r, got));
  mem_free(wanted);
  return false;
}

// --- variables --------------------------------------------------------------------------

static bool read_var(struct reader *r, uint32_t function, enum cfa_var_kind kind, uint32_t *out) {
  scan_blanks(&r->scan);
  const char *start = r->scan.at, *name, *ctype = "", *unique = NULL;
  struct sort sort;
  struct source_place place = {0};
  bool is_unsigned = false;
  if (!scan_name(&r->scan, "the name of a variable", &name) || !scan_sort(&r->scan, &sort)) return false;
  for (;;) {
    int k;
    if (scan_at_string(&r->scan)) {
      if (!scan_string(&r->scan, &ctype)) return false;
    } else if (scan_word(&r->scan, "unsigned")) {
      is_unsigned = true;
    } else if (scan_word(&r->scan, "as")) {
      if (!scan_name(&r->scan, "the variable's unique name", &unique)) return false;
    } else if (scan_word(&r->scan, "at")) {
      if (!scan_place(&r->scan, &place)) return false;
    } else if ((k = scan_one_of(&r->scan, cfa_var_kind_names)) >= 0) {
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
  if (taken)
    scan_fail(&r->scan, start, "there is a variable |%s| already; give this one another name with 'as'",
              text_cstr(&full));
  else if (input) scan_fail(&r->scan, start, "|%s| is the name of an input or address", text_cstr(&full));
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
  scan_blanks(&r->scan);
  const char *at = r->scan.at;
  if (!scan_name(&r->scan, "the name of a location", &name)) return false;
  get_label(r, name, at, index);
  return true;
}

static void give_turn(struct reader *r, uint32_t label) {
  if (r->labels.data[label].placed) return;
  r->labels.data[label].placed = true;
  vec_u32_push(&r->order, label);
}

static bool read_location(struct reader *r) {
  scan_blanks(&r->scan);
  const char *at = r->scan.at, *text = NULL;
  uint32_t index;
  if (!read_label(r, &index)) return false;
  struct cfa_location as = {.kind = LOC_PLAIN};
  for (;;) {
    int k;
    if (scan_at_string(&r->scan)) {
      if (!scan_string(&r->scan, &text)) return false;
    } else if (scan_word(&r->scan, "complete")) {
      as.complete = true;
    } else if (scan_word(&r->scan, "at")) {
      if (!scan_place(&r->scan, &as.place)) return false;
    } else if ((k = scan_one_of(&r->scan, cfa_location_kind_names)) >= 0) {
      as.kind = (enum cfa_location_kind)k;
    } else if ((k = scan_one_of(&r->scan, property_names)) >= 0) {
      as.property = (enum property)k;
    } else {
      break;
    }
  }
  struct label *l = &r->labels.data[index];
  if (l->declared) return scan_fail(&r->scan, at, "location %s is declared twice", l->name);
  l->declared = true;
  as.text = text;
  l->as = as;
  give_turn(r, index);
  return true;
}

// --- edges ------------------------------------------------------------------------------

// Declares an input or address of the edge at hand.
static bool declare_local(struct reader *r, const char *name, const char *at, struct sort sort, const struct draft *d,
                          struct term *out) {
  if (cfa_var_named(r->cfa, name) != CFA_NONE) return scan_fail(&r->scan, at, "%s is a variable of the program", name);
  struct local *l = find_local(r, name);
  if (l) {
    if (l->edge == r->edges_read) return scan_fail(&r->scan, at, "%s is declared twice", name);
    if (l->function != r->function || l->label != d->from)
      return scan_fail(
          &r->scan, at,
          "%s is the name of an input or address at another location; only edges from one location share them", name);
    if (term_sort(r->cfa->tm, l->term).id != sort.id)
      return scan_fail(&r->scan, at, "%s has another sort on another edge", name);
    l->edge = r->edges_read;
    *out = l->term;
    return true;
  }
  struct local new = {.name = name,
                      .term = term_var(r->cfa->tm, sort, name),
                      .function = r->function,
                      .label = d->from,
                      .edge = r->edges_read};
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
  scan_blanks(&r->scan);
  const char *at = r->scan.at;
  if (!scan_name(&r->scan, "the name of an input", &name) || !scan_sort(&r->scan, &sort)) return false;
  for (;;) {
    int k;
    if (scan_at_string(&r->scan)) {
      if (strings == 2)
        return scan_fail(&r->scan, r->scan.at,
                         "expected at most two strings: where the input comes from and its C type");
      if (!scan_string(&r->scan, strings++ ? &input.ctype : &input.name)) return false;
    } else if (scan_word(&r->scan, "unsigned")) {
      input.is_unsigned = true;
    } else if (scan_word(&r->scan, "at")) {
      if (!scan_place(&r->scan, &input.place)) return false;
    } else if ((k = scan_one_of(&r->scan, cfa_input_kind_names)) >= 0) {
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
  scan_blanks(&r->scan);
  const char *at = r->scan.at;
  if (!scan_name(&r->scan, "the name of an address", &name)) return false;
  if (!scan_word(&r->scan, "size")) {
    if (!scan_sort(&r->scan, &sort)) return false;
    if (sort_kind(r->cfa->tm, sort) != SORT_BV) return scan_fail(&r->scan, at, "an address must be a bit-vector");
    if (!scan_word(&r->scan, "size")) return scan_fail(&r->scan, r->scan.at, "expected 'size' and the number of bytes");
  }
  if (!read_term_of(r, sort, "the size", &alloc.size)) return false;
  for (;;) {
    uint64_t n;
    if (scan_at_string(&r->scan)) {
      if (!scan_string(&r->scan, &alloc.name)) return false;
    } else if (scan_word(&r->scan, "align")) {
      if (!scan_number(&r->scan, UINT32_MAX, &n)) return false;
      alloc.align = (uint32_t)n;
    } else if (scan_word(&r->scan, "stack")) {
      alloc.is_stack = true;
    } else if (scan_word(&r->scan, "space")) {
      if (!scan_number(&r->scan, UINT64_MAX, &alloc.space)) return false;
    } else {
      break;
    }
  }
  if (!declare_local(r, name, at, sort, d, &alloc.term)) return false;
  vec_alloc_push(&d->edge.allocs, alloc);
  return true;
}

static bool read_call(struct reader *r, struct draft *d) {
  struct call call = {.edge = EDGE_NONE};
  scan_blanks(&r->scan);
  call.at = r->scan.at;
  if (d->edge.callee != CFA_NONE) return scan_fail(&r->scan, r->scan.at, "an edge makes one call at most");
  if (!scan_name(&r->scan, "the name of a function", &call.name)) return false;
  if (!scan_mark(&r->scan, "(")) return scan_fail(&r->scan, r->scan.at, "expected '(' and the arguments");
  for (;;) {
    scan_space(&r->scan);
    if (scan_mark(&r->scan, ")")) break;
    struct term arg;
    if (!*r->scan.at) return scan_fail(&r->scan, r->scan.at, "expected an argument or ')'");
    if (!read_term(r, &arg)) return false;
    vec_term_push(&d->edge.args, arg);
  }
  if (scan_word(&r->scan, "->")) {
    const char *name;
    scan_blanks(&r->scan);
    const char *at = r->scan.at;
    if (!scan_name(&r->scan, "the variable that gets the result", &name)) return false;
    d->edge.result = cfa_resolve(r->cfa, r->function, name);
    if (d->edge.result == CFA_NONE) return scan_fail(&r->scan, at, "there is no variable %s here", name);
  }
  d->edge.callee = r->calls.size;   // until all functions are known
  vec_call_push(&r->calls, call);
  return true;
}

static bool read_update(struct reader *r, struct draft *d) {
  scan_space(&r->scan);
  const char *name, *at = r->scan.at;
  if (!scan_name(&r->scan, "a variable", &name)) return false;
  uint32_t v = cfa_resolve(r->cfa, r->function, name);
  if (v == CFA_NONE) return scan_fail(&r->scan, at, "there is no variable %s here", name);
  for (uint32_t i = 0; i < d->edge.updates.size; i++)
    if (d->edge.updates.data[i].var == v) return scan_fail(&r->scan, at, "%s is updated twice", name);
  if (!scan_mark(&r->scan, ":=")) return scan_fail(&r->scan, r->scan.at, "expected ':=' and a term");
  struct cfa_update u = {.var = v};
  if (!read_term_of(r, r->cfa->vars.data[v].sort, "this value", &u.value)) return false;
  vec_update_push(&d->edge.updates, u);
  return true;
}

// A name (of any kind) and ':='?
static bool at_update(struct reader *r) {
  const char *p = r->scan.at;
  if (*p == '|') {
    for (p++; *p && *p != '|'; p++)
      if (*p == '\\' && p[1]) p++;
    if (*p) p++;
  } else {
    while (cfa_is_symbol_char(*p)) p++;
  }
  if (p == r->scan.at) return false;
  while (*p == ' ' || *p == '\t') p++;
  return p[0] == ':' && p[1] == '=';
}

static bool skip_guard(struct reader *r, struct draft *d) {
  const char *start = r->scan.at - 1;
  if (d->guard) return scan_fail(&r->scan, start, "an edge has one guard at most");
  d->guard = r->scan.at;
  for (; *r->scan.at != ']'; r->scan.at++) {
    if (*r->scan.at == '|')
      for (r->scan.at++; *r->scan.at && *r->scan.at != '|';) r->scan.at++;
    else if (*r->scan.at == ';')
      while (r->scan.at[1] && r->scan.at[1] != '\n') r->scan.at++;
    if (!*r->scan.at) return scan_fail(&r->scan, start, "this guard does not end with ']'");
  }
  r->scan.at++;
  return true;
}

static bool read_guard(struct reader *r, struct draft *d) {
  if (!d->guard) return true;
  const char *end = r->scan.at;
  r->scan.at = d->guard;
  if (!read_term_of(r, sort_bool(r->cfa->tm), "a guard", &d->edge.guard)) return false;
  scan_space(&r->scan);
  if (*r->scan.at != ']') return scan_fail(&r->scan, r->scan.at, "expected ']'");
  r->scan.at = end;
  return true;
}

// One effect, if the text goes on with one. *more tells whether it did.
static bool read_effect(struct reader *r, struct draft *d, bool *more) {
  *more = true;
  if (scan_mark(&r->scan, "[")) return skip_guard(r, d);
  if (at_update(r)) return read_update(r, d);
  if (scan_word(&r->scan, "input")) return read_input(r, d);
  if (scan_word(&r->scan, "alloc")) return read_alloc(r, d);
  if (scan_word(&r->scan, "call")) return read_call(r, d);
  if (scan_word(&r->scan, "at")) {
    if (!scan_place(&r->scan, &d->edge.first)) return false;
    d->edge.last = d->edge.first;
    return !scan_word(&r->scan, "..") || scan_place(&r->scan, &d->edge.last);
  }
  *more = false;
  return true;
}

static bool read_edge(struct reader *r) {
  struct draft d = {.edge = {.guard = term_true(r->cfa->tm), .callee = CFA_NONE, .result = CFA_NONE}};
  scan_blanks(&r->scan);
  d.at = r->scan.at;
  r->edges_read++;
  bool fine = read_label(r, &d.from);
  if (fine) give_turn(r, d.from);
  if (fine && !scan_word(&r->scan, "->"))
    fine = scan_fail(&r->scan, r->scan.at, "expected '->' and the location the edge leads to");
  fine = fine && read_label(r, &d.to);
  bool more = true;
  while (fine && more) {
    fine = read_effect(r, &d, &more);
    // Effects may stand on the following lines.
    if (fine && !more && scan_at_line_end(&r->scan)) {
      const char *end = r->scan.at;
      scan_space(&r->scan);
      fine = read_effect(r, &d, &more);
      if (fine && !more) r->scan.at = end;
    }
  }
  fine = fine && read_guard(r, &d);
  if (fine && d.edge.callee != CFA_NONE && (d.edge.updates.size || d.edge.allocs.size))
    fine = scan_fail(&r->scan, d.at, "a call edge cannot have updates or allocations");
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
  for (uint32_t i = 0; i < r->drafts.size; i++) give_turn(r, r->drafts.data[i].to);
  for (uint32_t i = 0; i < r->labels.size; i++) give_turn(r, i);
  struct cfa_function *f = &cfa->functions.data[r->function];
  for (uint32_t i = 0; i < r->order.size; i++) {
    struct label *l = &r->labels.data[r->order.data[i]];
    l->location = cfa_add_location(cfa, r->function, l->as.kind);
    struct cfa_location *to = cfa_location(cfa, l->location);
    to->text = l->as.text ? l->as.text : cfa_is_plain_label(l->name) ? "" : l->name;
    to->complete = l->as.complete;
    to->property = l->as.property;
    to->place = l->as.place;
    if (l->as.kind == LOC_EXIT && !location_same(f->exit, l->location))
      return scan_fail(&r->scan, l->at, "a function has one exit at most; %s has two", f->name);
  }
  return true;
}

static bool add_edges(struct reader *r) {
  struct cfa *cfa = r->cfa;
  for (uint32_t i = 0; i < r->drafts.size; i++) {
    struct draft *d = &r->drafts.data[i];
    const struct label *from = &r->labels.data[d->from];
    if (from->as.kind != LOC_PLAIN)
      return scan_fail(&r->scan, d->at, "no edge can start at %s, it is an %s location", from->name,
                       cfa_location_kind_names[from->as.kind]);
    struct edge id = cfa_add_edge(cfa, from->location, r->labels.data[d->to].location);
    struct cfa_edge *e = cfa_edge(cfa, id);
    struct location a = e->from, b = e->to;
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
  if (!r->labels.size)
    return scan_fail(&r->scan, r->scan.at, "function %s has no locations", r->cfa->functions.data[function].name);
  uint32_t entry = r->entry != CFA_NONE ? r->entry : r->drafts.size ? r->drafts.data[0].from : 0;
  if (!add_locations(r) || !add_edges(r)) return false;
  r->cfa->functions.data[function].entry = r->labels.data[entry].location;
  forget_function(r);
  return true;
}

static bool read_function(struct reader *r) {
  if (!end_function(r)) return false;
  scan_blanks(&r->scan);
  const char *name, *at = r->scan.at;
  if (!scan_name(&r->scan, "the name of a function", &name)) return false;
  if (cfa_function_named(r->cfa, name) != CFA_NONE)
    return scan_fail(&r->scan, at, "there is a function %s already", name);
  r->function = cfa_add_function(r->cfa, name);
  struct cfa_function *f = &r->cfa->functions.data[r->function];
  for (;;) {
    if (scan_word(&r->scan, "address")) {
      if (!scan_number(&r->scan, UINT64_MAX, &f->address)) return false;
    } else if (scan_word(&r->scan, "model")) {
      f->is_model = true;
    } else if (scan_word(&r->scan, "at")) {
      if (!scan_place(&r->scan, &f->place)) return false;
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
  if (param && f->params.size < f->locals.size)
    return scan_fail(&r->scan, at, "parameters come before other variables");
  if (result && before != CFA_NONE) return scan_fail(&r->scan, at, "function %s has a result already", f->name);
  if (!read_var(r, r->function, result ? VAR_RESULT : VAR_PROGRAM, &v)) return false;
  f->result = result ? v : before;   // only `result` declares it
  if (param) vec_u32_push(&f->params, v);
  return true;
}

// --- statements ---------------------------------------------------------------------------

static bool read_checks(struct reader *r) {
  scan_blanks(&r->scan);
  const char *at = r->scan.at;
  for (int k; (k = scan_one_of(&r->scan, property_names)) >= 0; scan_blanks(&r->scan)) r->cfa->checked |= 1u << k;
  return r->cfa->checked || scan_fail(&r->scan, at, "expected the names of properties, such as unreach-call");
}

// A file that does not say it has the checks that its error locations name, and those of assertions. What it says has
// to be true of these.
static bool find_checks(struct reader *r) {
  struct cfa *cfa = r->cfa;
  properties named = 0;
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    if (cfa->locations.data[i].kind == LOC_ERROR) named |= 1u << cfa->locations.data[i].property;
  if (!cfa->checked) cfa->checked = named | PROPERTY_SET(UNREACH);
  for (uint32_t i = 0; i < property_count; i++)
    if ((named & ~cfa->checked) >> i & 1)
      return scan_fail(&r->scan, r->scan.at, "an error is of %s, which the line 'checks' does not name",
                       property_table[i].name);
  return true;
}

static bool read_header(struct reader *r, bool *known) {
  struct cfa *cfa = r->cfa;
  const char *s;
  uint64_t n;
  uint32_t v;
  *known = true;
  const char *at = r->scan.at;
  if (scan_word(&r->scan, "cfa")) return scan_string(&r->scan, &cfa->name);
  if (scan_word(&r->scan, "pointer-bits")) {
    if (!scan_number(&r->scan, 64, &n)) return false;
    if (!n) return scan_fail(&r->scan, at, "a pointer has at least one bit");
    cfa->pointer_bits = (uint32_t)n;
    return true;
  }
  if (scan_word(&r->scan, "heap-start")) {
    if (!scan_number(&r->scan, UINT64_MAX - 15, &cfa->heap_start)) return false;
    cfa->heap_start = (cfa->heap_start + 15) & ~(uint64_t)15;
    return true;
  }
  if (scan_word(&r->scan, "heap-wide")) return cfa->wide_heap = true;
  if (scan_word(&r->scan, "checks")) return read_checks(r);
  if (scan_word(&r->scan, "file")) {
    if (!scan_string(&r->scan, &s)) return false;
    vec_string_push(&cfa->files, s);
    vec_string_push(&cfa->folders, "");
    return true;
  }
  if (scan_word(&r->scan, "undefined")) {
    if (!scan_name(&r->scan, "the name of a function", &s)) return false;
    vec_string_push(&cfa->undefined, s);
    return true;
  }
  if (scan_word(&r->scan, "approximated")) {
    if (!scan_name(&r->scan, "the name of a function", &s)) return false;
    vec_string_push(&cfa->approximated, s);
    return true;
  }
  if (scan_word(&r->scan, "assumption")) {
    struct cfa_assumption a = {0};
    if (!scan_name(&r->scan, "the kind of an assumption", &a.kind) || !scan_string(&r->scan, &a.text)) return false;
    if (scan_word(&r->scan, "at") && !scan_place(&r->scan, &a.place)) return false;
    vec_assumption_push(&cfa->assumptions, a);
    return true;
  }
  if (scan_word(&r->scan, "main")) {
    scan_blanks(&r->scan);
    r->main_at = r->scan.at;
    return scan_name(&r->scan, "the name of a function", &r->main);
  }
  if (scan_word(&r->scan, "global")) return read_var(r, CFA_NONE, VAR_PROGRAM, &v);
  *known = false;
  return true;
}

static bool read_member(struct reader *r, bool *known) {
  const char *at = r->scan.at;
  *known = true;
  if (scan_word(&r->scan, "location")) return read_location(r);
  if (scan_word(&r->scan, "edge")) return read_edge(r);
  if (scan_word(&r->scan, "param")) return read_member_var(r, at, "param");
  if (scan_word(&r->scan, "local")) return read_member_var(r, at, "local");
  if (scan_word(&r->scan, "result")) return read_member_var(r, at, "result");
  if (scan_word(&r->scan, "entry")) return read_label(r, &r->entry);
  *known = false;
  return true;
}

static bool read_statement(struct reader *r) {
  bool known;
  const char *at = r->scan.at;
  if (scan_word(&r->scan, "function")) return read_function(r);
  if (!read_header(r, &known)) return false;
  if (known) {
    if (r->function != CFA_NONE) return scan_fail(&r->scan, at, "this belongs before the first function");
    return true;
  }
  static const char *const members[] = {"location", "edge", "param", "local", "result", "entry", NULL};
  if (r->function == CFA_NONE && scan_one_of(&r->scan, members) >= 0)
    return scan_fail(&r->scan, at, "expected 'function' and its name before this");
  if (!read_member(r, &known)) return false;
  if (known) return true;
  return scan_fail(&r->scan, at,
                   r->function == CFA_NONE ? "expected 'cfa', 'file', 'global', 'function' or another statement"
                                           : "expected 'edge', 'location', 'local', 'function' or another statement");
}

static bool resolve_calls(struct reader *r) {
  struct cfa *cfa = r->cfa;
  for (uint32_t i = 0; i < r->calls.size; i++) {
    const struct call *c = &r->calls.data[i];
    struct cfa_edge *e = cfa_edge(cfa, c->edge);
    e->callee = cfa_function_named(cfa, c->name);
    if (e->callee == CFA_NONE) return scan_fail(&r->scan, c->at, "there is no function %s", c->name);
    const struct cfa_function *f = &cfa->functions.data[e->callee];
    if (f->params.size != e->args.size)
      return scan_fail(&r->scan, c->at, "%s has %u parameters, this call gives %u arguments", c->name, f->params.size,
                       e->args.size);
    for (uint32_t k = 0; k < e->args.size; k++)
      if (term_sort(cfa->tm, e->args.data[k]).id != cfa->vars.data[f->params.data[k]].sort.id)
        return scan_fail(&r->scan, c->at, "argument %u is not of the sort of the parameter, %s", k + 1,
                         sort_text(r, cfa->vars.data[f->params.data[k]].sort));
    if (e->result == CFA_NONE) continue;
    if (f->result == CFA_NONE) return scan_fail(&r->scan, c->at, "%s has no result", c->name);
    if (cfa->vars.data[f->result].sort.id != cfa->vars.data[e->result].sort.id)
      return scan_fail(&r->scan, c->at, "the result of %s is of sort %s, the variable is not", c->name,
                       sort_text(r, cfa->vars.data[f->result].sort));
  }
  return true;
}

static bool find_main(struct reader *r) {
  struct cfa *cfa = r->cfa;
  if (!cfa->functions.size) return scan_fail(&r->scan, r->scan.at, "expected at least one function");
  cfa->main = cfa_function_named(cfa, r->main ? r->main : "main");
  if (cfa->main != CFA_NONE) return true;
  if (r->main) return scan_fail(&r->scan, r->main_at, "there is no function %s", r->main);
  if (cfa->functions.size > 1)
    return scan_fail(&r->scan, r->scan.at, "no function is called main: say which it is with 'main NAME' at the top");
  cfa->main = 0;
  return true;
}

static bool read_all(struct reader *r) {
  for (;;) {
    scan_space(&r->scan);
    if (!*r->scan.at) break;
    if (!read_statement(r)) return false;
    if (!scan_at_line_end(&r->scan)) return scan_fail(&r->scan, r->scan.at, "expected the end of the line");
  }
  if (!end_function(r) || !resolve_calls(r) || !find_main(r) || !find_checks(r)) return false;
  struct error broken = {0};
  if (!cfa_check(r->cfa, &broken)) {
    scan_fail(&r->scan, r->scan.content, "%s", broken.message);
    error_release(&broken);
    return false;
  }
  return true;
}

bool cfa_read(struct terms *tm, const char *file, const char *content, struct cfa **out, struct error *error) {
  struct cfa *cfa = cfa_new(tm);
  struct reader r = {.cfa = cfa, .function = CFA_NONE, .entry = CFA_NONE};
  r.scan = (struct scanner){.cfa = cfa, .file = file, .content = content, .at = content, .error = error};
  bool fine = read_all(&r);
  forget_function(&r);
  vec_draft_release(&r.drafts);
  vec_label_release(&r.labels);
  vec_u32_release(&r.order);
  vec_call_release(&r.calls);
  vec_local_release(&r.locals);
  map_u32_release(&r.label_of_name);
  map_u32_release(&r.local_of_name);
  text_release(&r.scan.scratch);
  if (!fine) {
    cfa_free(r.cfa);
    return false;
  }
  cfa_find_loops(r.cfa);
  *out = r.cfa;
  return true;
}

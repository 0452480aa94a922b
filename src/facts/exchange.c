// See exchange.h.
#include "facts/exchange.h"
#include "cfa/text/expression.h"
#include "cfa/text/expression_type.h"
#include "facts/reached.h"
#include "facts/samples.h"
#include "facts/table.h"
#include "term/quantified.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

enum {
  MAX_TERMS = 400, // of a formula that is sent
  MAX_LENGTH = 8000, // of a record
  MAX_SENT_VISITS = 16, // of a head
  MAX_TAKEN_VISITS = 32, // of a head: there must be room for those that are made here
};

enum { KIND_PROVEN, KIND_CANDIDATES, KIND_REACHED, KIND_COUNT };
static const char *const words[KIND_COUNT] = {"proven", "candidate", "reached"};

struct exchange {
  struct facts *f;
  struct cfa *cfa;
  uint32_t kinds;
  uint32_t next; // of the facts' news
  struct map_u32 location_of; // number → location, of loop heads
  bool *is_read; // by variable: an edge reads it
  struct map_u32 sent_visits, taken_visits; // by head
  struct exchange_counts counts;
};

// --- variables that may be spoken of ---------------------------------------------------------------------------------

static void mark_read(struct exchange *x, struct map_u32 *seen, struct term t) {
  if (map_u32_find(seen, t.id)) return;
  map_u32_put(seen, t.id, 1);
  uint32_t n;
  const uint32_t *vars = term_free_vars(x->cfa->tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = cfa_var_of(x->cfa, (struct term){vars[i]});
    if (var != CFA_NONE) x->is_read[var] = true;
  }
}

static void find_read(struct exchange *x) {
  struct map_u32 seen = {0};
  x->is_read = mem_zalloc((size_t)x->cfa->vars.size + 1, sizeof *x->is_read);
  for (uint32_t i = 0; i < x->cfa->edges.size; i++) {
    const struct cfa_edge *e = &x->cfa->edges.data[i];
    mark_read(x, &seen, e->guard);
    for (uint32_t k = 0; k < e->updates.size; k++) mark_read(x, &seen, e->updates.data[k].value);
    for (uint32_t k = 0; k < e->args.size; k++) mark_read(x, &seen, e->args.data[k]);
    for (uint32_t k = 0; k < e->allocs.size; k++) mark_read(x, &seen, e->allocs.data[k].size);
  }
  map_u32_release(&seen);
}

// In a record about a location of the function.
static bool may_speak_of(const struct exchange *x, uint32_t function, uint32_t var) {
  const struct cfa_var *v = &x->cfa->vars.data[var];
  return x->is_read[var] && v->kind != VAR_RESULT && (v->function == CFA_NONE || v->function == function);
}

static bool may_say(const struct exchange *x, uint32_t function, struct term formula) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(x->cfa->tm, formula, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = cfa_var_of(x->cfa, (struct term){vars[i]});
    if (var == CFA_NONE ? !quantified_is_variable(x->cfa->tm, (struct term){vars[i]}) : !may_speak_of(x, function, var))
      return false;
  }
  return true;
}

// --- the whole -------------------------------------------------------------------------------------------------------

struct exchange *exchange_new(struct facts *f, struct cfa *cfa, uint32_t kinds) {
  struct exchange *x = mem_zalloc(1, sizeof *x);
  *x = (struct exchange){.f = f, .cfa = cfa, .kinds = kinds};
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    if (cfa->locations.data[i].loop_head) map_u32_put(&x->location_of, cfa->locations.data[i].number, i);
  find_read(x);
  return x;
}

void exchange_free(struct exchange *x) {
  if (!x) return;
  map_u32_release(&x->location_of);
  map_u32_release(&x->sent_visits);
  map_u32_release(&x->taken_visits);
  mem_free(x->is_read);
  mem_free(x);
}

struct exchange_counts exchange_count(const struct exchange *x) { return x->counts; }

// --- export ----------------------------------------------------------------------------------------------------------

// The beginning of a record. A name that is not C's is not shown.
static void print_place(const struct exchange *x, uint32_t kind, struct location head, struct text *out) {
  const struct cfa_location *l = cfa_location(x->cfa, head);
  const char *name = x->cfa->functions.data[l->function].name;
  text_printf(out, "%s ", words[kind]);
  for (; *name; name++) text_addc(out, isalnum((unsigned char)*name) || *name == '_' ? *name : '?');
  text_printf(out, ":%u:%u@%u", l->place.line, l->place.column, l->number);
}

// Names that the syntax of expressions cannot say (assembler names may have any character) would be read as something
// else.
static bool is_read_as(struct exchange *x, uint32_t function, const char *printed, struct term formula) {
  struct text message = {0};
  const char *at = printed;
  struct term back = strchr(printed, '\n') ? TERM_NONE : expression_read(x->cfa, function, &at, &message);
  text_release(&message);
  if (term_none(back)) return false;
  if (term_same(back, formula)) return true;
  uint32_t n;
  const uint32_t *vars = term_free_vars(x->cfa->tm, back, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!term_mentions(x->cfa->tm, formula, (struct term){vars[i]})) return false;
  return true;
}

static bool export_formula(struct exchange *x, uint32_t kind, struct location head, struct term formula,
                           struct text *out) {
  uint32_t function = cfa_location(x->cfa, head)->function;
  if (term_dag_size(x->cfa->tm, formula) > MAX_TERMS || !may_say(x, function, formula)) return false;
  struct text printed = {0};
  expression_print(x->cfa, function, formula, &printed);
  bool good = printed.size && printed.size <= MAX_LENGTH && is_read_as(x, function, text_cstr(&printed), formula);
  if (good) {
    print_place(x, kind, head, out);
    text_printf(out, " %s\n", text_cstr(&printed));
  }
  text_release(&printed);
  return good;
}

static bool export_visit(struct exchange *x, struct location head, uint32_t visit, struct text *out) {
  uint32_t sent = map_u32_get_or(&x->sent_visits, head.id, 0), function = cfa_location(x->cfa, head)->function, n = 0;
  struct reached *r = facts_reached(x->f, head);
  if (sent == MAX_SENT_VISITS) return false;
  struct model *values = facts_visit_values(x->f, r, visit);
  struct text line = {0};
  print_place(x, KIND_REACHED, head, &line);
  for (uint32_t i = 0; i < r->vars.size; i++) {
    const struct cfa_var *v = &x->cfa->vars.data[r->vars.data[i]];
    uint64_t value;
    if (!may_speak_of(x, function, r->vars.data[i]) || !model_has(values, v->term)) continue;
    struct term t = model_get(values, v->term);
    if (sort_kind(x->cfa->tm, v->sort) == SORT_BOOL) value = term_is_true(x->cfa->tm, t);
    else if (!term_value64(x->cfa->tm, t, &value)) continue;
    text_add(&line, n++ ? ", " : " ");
    name_print(x->cfa, function, r->vars.data[i], &line);
    text_printf(&line, " = %llu", (unsigned long long)value);
  }
  bool good = n && line.size <= MAX_LENGTH && !strchr(text_cstr(&line), '\n');
  if (good) {
    text_printf(out, "%s\n", text_cstr(&line));
    map_u32_put(&x->sent_visits, head.id, sent + 1);
  }
  text_release(&line);
  return good;
}

// Somebody else has said so.
static bool came_from_others(const struct exchange *x, const struct news *news) {
  const struct record *r = x->f->records[news->location.id];
  return r && map_u32_get_or(&r->offered_set, news->what, 0) & SOURCE_SHARED;
}

static void export_news(struct exchange *x, const struct news *news, struct text *out) {
  struct term formula = {news->what};
  uint32_t kind = KIND_REACHED;
  if (news->kind == NEWS_OFFERED) kind = KIND_CANDIDATES;
  if (news->kind == NEWS_PROVEN) kind = KIND_PROVEN;
  if (!(x->kinds >> kind & 1) || !cfa_location(x->cfa, news->location)->loop_head) return;
  if (kind == KIND_CANDIDATES && came_from_others(x, news)) return;
  bool sent = kind == KIND_REACHED ? export_visit(x, news->location, news->what, out)
                                   : export_formula(x, kind, news->location, formula, out);
  x->counts.sent[kind] += sent;
  x->counts.unsent += !sent;
}

void exchange_export(struct exchange *x, struct text *out) {
  for (; x->next < x->f->news.size; x->next++) {
    struct news news = x->f->news.data[x->next];
    export_news(x, &news, out);
  }
}

// --- import ----------------------------------------------------------------------------------------------------------

// A number in decimal digits alone.
static bool read_number(const char **at, uint64_t *out) {
  char *end;
  if (!isdigit((unsigned char)**at)) return false;
  errno = 0;
  *out = strtoull(*at, &end, 10);
  *at = end;
  return !errno;
}

// The kind and the place; *at moves to what is said of it. False: this is no record, or not for here.
static bool read_place(const struct exchange *x, const char **at, uint32_t *kind, struct location *head) {
  size_t length = strcspn(*at, " ");
  uint64_t number;
  for (*kind = 0; *kind < KIND_COUNT; ++*kind)
    if (strlen(words[*kind]) == length && !strncmp(*at, words[*kind], length)) break;
  if (*kind == KIND_COUNT || !(*at)[length]) return false;
  *at += length + 1;
  *at += strcspn(*at, " @");
  if (**at != '@') return false;
  ++*at;
  if (!read_number(at, &number) || number >= x->cfa->numbers || (**at && **at != ' ')) return false;
  const uint32_t *location = map_u32_find(&x->location_of, number);
  if (!location) return false;
  *head = (struct location){*location};
  while (**at == ' ') ++*at;
  return true;
}

static bool import_formula(struct exchange *x, uint32_t kind, struct location head, const char *at, bool *good) {
  uint32_t function = cfa_location(x->cfa, head)->function;
  struct text message = {0};
  struct term formula = expression_read(x->cfa, function, &at, &message);
  text_release(&message);
  *good = !term_none(formula) && may_say(x, function, formula);
  if (!*good) return false;
  if (kind == KIND_CANDIDATES) {
    const struct record *r = x->f->records[head.id];
    if (r && map_u32_find(&r->offered_set, formula.id)) return false;
    return facts_offer(x->f, head, formula, SOURCE_SHARED);
  }
  uint64_t before = x->f->counts.proven;
  if (!term_is_const(x->cfa->tm, formula)) facts_prove(x->f, head, formula);
  return x->f->counts.proven > before;
}

// name = value; *at moves after it.
static bool import_value(struct exchange *x, uint32_t function, const char **at, struct model *values) {
  const char *end;
  uint64_t value;
  uint32_t var = name_read(x->cfa, function, *at, &end);
  if (end == *at || strncmp(end, " = ", 3) != 0) return false;
  *at = end + 3;
  if (!read_number(at, &value)) return false;
  if (var == CFA_NONE || !may_speak_of(x, function, var)) return true; // a variable that is of no interest here
  const struct cfa_var *v = &x->cfa->vars.data[var];
  bool is_bool = sort_kind(x->cfa->tm, v->sort) == SORT_BOOL;
  uint32_t width = is_bool ? 1 : sort_kind(x->cfa->tm, v->sort) == SORT_BV ? sort_width(x->cfa->tm, v->sort) : 0;
  if (!width || value & ~width_mask(width)) return false;
  model_set(values, v->term, is_bool ? term_bool(x->cfa->tm, value) : term_bv(x->cfa->tm, width, value));
  return true;
}

static bool import_visit(struct exchange *x, struct location head, const char *at, bool *good) {
  uint32_t taken = map_u32_get_or(&x->taken_visits, head.id, 0);
  uint64_t hash = hash_string(at);
  struct model *values = model_new(x->cfa->tm);
  *good = *at != 0;
  while (*good && *at) {
    *good = import_value(x, cfa_location(x->cfa, head)->function, &at, values) && (!*at || !strncmp(at, ", ", 2));
    if (*good && *at) at += 2;
  }
  bool new = *good &&taken < MAX_TAKEN_VISITS &&facts_add_visit(x->f, head, hash, values);
  if (new) map_u32_put(&x->taken_visits, head.id, taken + 1);
  else model_unref(values);
  return new;
}

// A line. True: it says something new.
static bool import_record(struct exchange *x, const char *at) {
  uint32_t kind;
  struct location head;
  bool good = strlen(at) <= 2 * MAX_LENGTH && read_place(x, &at, &kind, &head), new = false;
  if (good && !(x->kinds >> kind & 1)) return false;
  if (good) new = kind == KIND_REACHED ? import_visit(x, head, at, &good) : import_formula(x, kind, head, at, &good);
  x->counts.unread += !good;
  if (new) x->counts.taken[kind]++;
  return new;
}

uint32_t exchange_import(struct exchange *x, const char *records) {
  uint32_t taken = 0;
  struct text line = {0};
  x->f->importing = true;
  while (*records) {
    size_t length = strcspn(records, "\n");
    text_clear(&line);
    text_add_n(&line, records, length);
    records += length + (records[length] == '\n');
    if (length) taken += import_record(x, text_cstr(&line));
  }
  x->f->importing = false;
  x->f->counts.shared += taken;
  text_release(&line);
  return taken;
}

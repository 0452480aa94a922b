// See witness.h. What cannot be said for certain is left out: a witness with less in it is weaker, one with a place
// that is wrong is none.
#include "base/text/digest.h"
#include "cfa/text/expression.h"
#include "cfa/layout.h"
#include "witness/places.h"
#include "witness/witness.h"
#include "term/walk.h"
#include <gmp.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CONJUNCTS_MOST 60 // of one loop
#define VISITS_MOST 8 // of a branching that are said
#define VISITS_LONG 1000 // of a loop so long that to look at each visit costs a validator more than it helps

struct writer {
  const struct witness_task *task;
  struct places places;
  struct text *out;
};

// --- YAML ----------------------------------------------------------------------------------------

static void add_string(struct text *out, const char *text, size_t length) {
  text_addc(out, '"');
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c == '\n') text_add(out, "\\n");
    else if (c == '"' || c == '\\') text_printf(out, "\\%c", c);
    else if (c < 0x20 || c == 0x7f) text_printf(out, "\\x%02x", c);
    else text_addc(out, (char)c);
  }
  text_addc(out, '"');
}

static void add_key(struct text *out, unsigned indent, const char *key, const char *value) {
  text_printf(out, "%*s%s: ", (int)indent, "", key);
  add_string(out, value, strlen(value));
  text_addc(out, '\n');
}

static void add_location(struct writer *w, unsigned indent, uint32_t file, uint32_t token, bool with_function) {
  const struct outline *o = &w->places.outlines[file];
  const struct token *t = &o->tokens.data[token];
  uint32_t s = with_function ? outline_statement(o, token) : OUTLINE_NONE;
  text_printf(w->out, "%*slocation:\n", (int)indent, "");
  add_key(w->out, indent + 2, "file_name", o->name);
  text_printf(w->out, "%*sline: %" PRIu32 "\n%*scolumn: %" PRIu32 "\n", (int)indent + 2, "", t->line, (int)indent + 2,
              "", t->column);
  if (s == OUTLINE_NONE) return;
  const struct token *name = &o->tokens.data[o->functions.data[o->statements.data[s].function].name];
  text_printf(w->out, "%*sfunction: ", (int)indent + 2, "");
  add_string(w->out, o->content.data + name->offset, name->length);
  text_addc(w->out, '\n');
}

// --- metadata ------------------------------------------------------------------------------------

// The time of the file: that of a build, if one is set, so that the same run gives the same file.
static void add_time(struct text *out) {
  const char *set = getenv("SOURCE_DATE_EPOCH");
  char *end;
  long long seconds = set ? strtoll(set, &end, 10) : 0;
  time_t when = set && *set && !*end ? (time_t)seconds : time(NULL);
  struct tm parts;
  char text[64];
  if (!gmtime_r(&when, &parts) || !strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)) text[0] = '\0';
  add_key(out, 4, "creation_time", text);
}

static void add_task(struct writer *w, struct text *out) {
  const struct witness_task *r = w->task;
  text_add(out, "    task:\n      input_files:\n");
  for (uint32_t i = 0; i < r->n_files; i++) {
    text_add(out, "        - ");
    add_string(out, r->files[i], strlen(r->files[i]));
    text_addc(out, '\n');
  }
  text_add(out, "      input_file_hashes:\n");
  for (uint32_t i = 0; i < r->n_files; i++) {
    char hash[DIGEST_DIGITS + 1];
    const struct text *content = &w->places.outlines[i].content;
    digest_sha256(text_cstr(content), content->size, hash);
    text_add(out, "        ");
    add_string(out, r->files[i], strlen(r->files[i]));
    text_printf(out, ": \"%s\"\n", hash);
  }
  add_key(out, 6, "specification", w->task->specification);
  add_key(out, 6, "data_model", r->bits == 32 ? "ILP32" : "LP64");
  add_key(out, 6, "language", "C");
}

static void add_producer(struct writer *w, struct text *out) {
  const struct witness_task *r = w->task;
  struct text line = {0};
  for (uint32_t i = 0; i < r->n_arguments; i++) text_printf(&line, "%s%s", i ? " " : "", r->arguments[i]);
  text_add(out, "    producer:\n");
  add_key(out, 6, "name", "clew");
  add_key(out, 6, "version", r->version);
  if (r->engine) add_key(out, 6, "configuration", r->engine);
  if (line.size) add_key(out, 6, "command_line", text_cstr(&line));
  text_release(&line);
}

// A name for the file, made of its contents (a UUID of version 8).
static void add_uuid(const struct text *task, const struct text *content, struct text *out) {
  struct text all = {0};
  char hash[DIGEST_DIGITS + 1];
  text_add(&all, text_cstr(task));
  text_add(&all, text_cstr(content));
  digest_sha256(text_cstr(&all), all.size, hash);
  hash[12] = '8';
  hash[16] = '8';
  text_printf(out, "    uuid: \"%.8s-%.4s-%.4s-%.4s-%.12s\"\n", hash, hash + 8, hash + 12, hash + 16, hash + 20);
  text_release(&all);
}

static void add_entry(struct writer *w, const char *type, const struct text *content, struct text *out) {
  struct text task = {0};
  add_task(w, &task);
  text_printf(out, "- entry_type: \"%s\"\n  metadata:\n    format_version: \"%s\"\n", type,
              w->task->format == WITNESS_2_1 ? "2.1" : "2.0");
  add_uuid(&task, content, out);
  add_time(out);
  add_producer(w, out);
  text_add(out, text_cstr(&task));
  text_add(out, content->size ? "  content:\n" : "  content: []\n");
  text_add(out, text_cstr(content));
  text_release(&task);
}

// --- violations ----------------------------------------------------------------------------------

static bool is_real(const char *ctype) {
  return ctype && (!strcmp(ctype, "float") || !strcmp(ctype, "double") || !strcmp(ctype, "long double"));
}

// A constant of C that equals the value. False: there is none, or it is an address of our own.
static bool print_real(const struct cfa *cfa, const char *ctype, struct term value, struct text *out) {
  struct text text = {0};
  term_print_value(cfa->tm, cfa_typed_value(cfa->tm, ctype, value), false, &text);
  const char *s = text_cstr(&text);
  bool good = strcmp(ctype, "long double") != 0 && text.size && !strpbrk(s, "NI#$( ") && strcmp(s, "-0.0") != 0;
  if (good) text_add(out, s);
  text_release(&text);
  return good;
}

static bool print_value(const struct cfa *cfa, const struct cfa_input *input, struct term value, struct text *out) {
  struct terms *tm = cfa->tm;
  if (term_none(value)) value = term_zero(tm, term_sort(tm, input->term));
  if (is_real(input->ctype)) return print_real(cfa, input->ctype, value, out);
  if (sort_kind(tm, term_sort(tm, value)) != SORT_BV) return false;
  bool pointer = input->ctype && strchr(input->ctype, '*');
  uint32_t width = term_width(tm, value);
  mpz_t number;
  mpz_init(number);
  term_value(tm, value, number);
  bool good = width <= 64 && (!pointer || mpz_sgn(number) == 0);
  bool is_unsigned = input->is_unsigned || pointer;
  if (good && !is_unsigned && width > 1 && mpz_tstbit(number, width - 1)) {
    int64_t least = mpz_get_ui(number) | (width < 64 ? ~UINT64_C(0) << width : 0);
    // C has no negative literals: the least number of 64 bits has none.
    if (least == INT64_MIN) text_add(out, "(-9223372036854775807LL - 1)");
    else text_printf(out, "%" PRId64 "%s", least, least < INT32_MIN ? "LL" : "");
  } else if (good) {
    uint64_t whole = mpz_get_ui(number);
    const char *suffix = is_unsigned ? (width > 32 ? "ULL" : width == 32 ? "U" : "") : whole > INT32_MAX ? "LL" : "";
    text_printf(out, "%" PRIu64 "%s", whole, pointer ? "" : suffix);
  }
  mpz_clear(number);
  return good;
}

static void add_waypoint(struct writer *w, const char *type, uint32_t file, uint32_t token, bool with_function) {
  text_printf(w->out, "    - segment:\n        - waypoint:\n            type: \"%s\"\n            action: \"follow\"\n",
              type);
  add_location(w, 12, file, token, with_function);
}

// Does the file declare that the function returns a number? What is returned in registers may be a structure.
static bool returns_number(const struct outline *o, const char *name, bool *is_unsigned) {
  static const char *const words[] = {"int",   "char",   "short", "long", "unsigned", "signed",
                                      "float", "double", "_Bool", "bool", "const",    "extern"};
  for (uint32_t i = 1; i + 1 < o->tokens.size; i++) {
    if (!outline_is(o, i, name) || !outline_is(o, i + 1, "(") || outline_statement(o, i) != OUTLINE_NONE) continue;
    uint32_t k = i, known = 1;
    *is_unsigned = false;
    while (k > 0 && known) {
      known = 0;
      for (size_t w = 0; w < sizeof words / sizeof *words; w++) known |= outline_is(o, k - 1, words[w]);
      k -= known;
      *is_unsigned |= known && (outline_is(o, k, "unsigned") || outline_is(o, k, "_Bool") || outline_is(o, k, "bool"));
    }
    if (k < i && (k == 0 || outline_is(o, k - 1, ";") || outline_is(o, k - 1, "}"))) return true;
  }
  return false;
}

// What a call in the program's text returned.
static void add_return(struct writer *w, const struct input_value *given) {
  uint32_t file, close;
  if (!execution_log_find_return(&w->places, given->input, &file, &close)) return;
  struct cfa_input input = *given->input;
  bool is_unsigned = false;
  if (input.kind == INPUT_UNDEFINED && !returns_number(&w->places.outlines[file], input.name, &is_unsigned)) return;
  input.is_unsigned |= is_unsigned;
  struct text value = {0};
  if (print_value(w->task->cfa, &input, given->value, &value)) {
    add_waypoint(w, "function_return", file, close, true);
    text_printf(w->out, "            constraint:\n              value: \"\\\\result == %s\"\n", text_cstr(&value));
    add_key(w->out, 14, "format", w->task->format == WITNESS_2_1 ? "ext_c_expression" : "acsl_expression");
  }
  text_release(&value);
}

static void add_target(struct writer *w) {
  uint32_t file, s;
  if (!execution_log_find_target(&w->places, w->task->claim, &file, &s)) return;
  add_waypoint(w, "target", file, w->places.outlines[file].statements.data[s].first, false);
}

// Of each place the first visits are said, and from some visit on none: a validator that holds a waypoint against the
// next visit of its place finds what it says.
static void add_branching(struct writer *w, const struct log_event *event, struct vec_u32 *visits) {
  const struct execution_log *c = w->task->execution_log;
  const struct log_call *p = &c->calls.data[event->call];
  struct text value = {0};
  if (visits->data[event->call] >= VISITS_MOST) return;
  visits->data[event->call]++;
  if (execution_log_outcome(c, event, &value)) {
    add_waypoint(w, "branching", p->file, p->token, true);
    text_add(w->out, "            constraint:\n");
    add_key(w->out, 14, "value", text_cstr(&value));
  } else {
    visits->data[event->call] = VISITS_MOST;
  }
  text_release(&value);
}

// How often each branching was visited: those of long loops as if all was said of them.
static void count_visits(const struct execution_log *c, struct vec_u32 *visits) {
  vec_u32_resize(visits, c->calls.size);
  for (uint32_t i = 0; i < c->events.size; i++) visits->data[c->events.data[i].call]++;
  for (uint32_t i = 0; i < visits->size; i++) visits->data[i] = visits->data[i] > VISITS_LONG ? VISITS_MOST : 0;
}

// The inputs in their order; branches between them as far as the log has them.
static void add_violation(struct writer *w) {
  const struct vec_input_value *inputs = &w->task->claim->inputs;
  const struct execution_log *c = w->task->execution_log;
  uint32_t input = 0, file, close;
  struct vec_u32 visits = {0};
  if (c) count_visits(c, &visits);
  for (uint32_t i = 0; c && i < c->events.size; i++) {
    const struct log_event *event = &c->events.data[i];
    if (c->calls.data[event->call].kind == LOG_BRANCH) {
      add_branching(w, event, &visits);
      continue;
    }
    while (input < inputs->size && !execution_log_find_return(&w->places, inputs->data[input].input, &file, &close))
      input++;
    if (input < inputs->size) add_return(w, &inputs->data[input++]);
  }
  for (; input < inputs->size; input++) add_return(w, &inputs->data[input]);
  add_target(w);
  vec_u32_release(&visits);
}

// --- invariants ----------------------------------------------------------------------------------

// A loop whose invariant is known.
struct known_loop {
  uint32_t file, statement, invariant;
  bool by_label; // `goto` makes it: the statement has a label
  bool twice;
};
VEC_TYPE(vec_known_loop, struct known_loop)

// Is this where the loop begins, when its condition has no code of its own: at the first statement of the body?
static bool begins_body(const struct outline *o, uint32_t statement, uint32_t *loop) {
  const struct statement *s = &o->statements.data[statement];
  while (s->label == OUTLINE_NONE && s->parent != OUTLINE_NONE) {
    const struct statement *parent = &o->statements.data[s->parent];
    bool first = parent->kind == STATEMENT_BLOCK && s->number == 0;
    if (outline_is_loop(parent) && parent->body == (uint32_t)(s - o->statements.data)) {
      *loop = s->parent;
      return true;
    }
    if (!first) return false;
    s = parent;
  }
  return false;
}

// Has the condition of a loop, up to `end`, no code?
static bool is_constant(const struct outline *o, uint32_t from, uint32_t end) {
  return from == end || (from + 1 == end && o->tokens.data[from].kind == TOKEN_NUMBER);
}

// The loop whose head is at the token.
static bool find_loop(const struct outline *o, uint32_t token, uint32_t *loop) {
  uint32_t s = outline_statement(o, token), first = 0, second = 0;
  if (s == OUTLINE_NONE) return false;
  const struct statement *inner = &o->statements.data[s];
  if (inner->kind == STATEMENT_FOR && outline_for_parts(o, inner, &first, &second) && token > first && token < second) {
    *loop = s;
    return true;
  }
  if (inner->kind == STATEMENT_WHILE && (token == inner->first || (token > inner->open && token < inner->close))) {
    *loop = s;
    return true;
  }
  if (inner->kind == STATEMENT_FOR && token == inner->first && is_constant(o, first + 1, second)) {
    *loop = s;
    return true;
  }
  if (!begins_body(o, s, loop)) return false;
  const struct statement *l = &o->statements.data[*loop];
  if (l->kind == STATEMENT_DO) return true;
  if (l->kind == STATEMENT_WHILE) return is_constant(o, l->open + 1, l->close);
  return outline_for_parts(o, l, &first, &second) && is_constant(o, first + 1, second);
}

// Of a loop that `goto` makes, whose head is at the token: the statement with the label that is jumped to. Where
// another label stands right before it nothing tells which of them it is.
static bool find_label(const struct outline *o, uint32_t token, uint32_t *statement) {
  uint32_t s = outline_statement(o, token);
  for (uint32_t i = 0; i < o->statements.size; i++)
    if (o->statements.data[i].label <= token && token < o->statements.data[i].first) s = i;
  if (s == OUTLINE_NONE || o->statements.data[s].label == OUTLINE_NONE) return false;
  const struct statement *inner = &o->statements.data[s];
  uint32_t label = inner->label;
  bool follows_label = label > 1 && outline_is(o, label - 1, ";") && outline_is(o, label - 2, ":");
  *statement = s;
  return (inner->kind == STATEMENT_SIMPLE || inner->kind == STATEMENT_IF) && !follows_label &&
         !outline_is(o, label, "case") && !outline_is(o, label, "default");
}

struct scope {
  struct writer *w;
  uint32_t function; // of the automaton
  uint32_t file, token; // where names are to be known
};

static bool is_pointer(const struct cfa *cfa, const struct cfa_var *v) {
  uint32_t type = layout_type_of(cfa->layout, v->term);
  if (type && layout_type(cfa->layout, type)->kind == LAYOUT_POINTER) return true;
  return !v->ctype || strchr(v->ctype, '*');
}

static bool is_parameter(const struct outline *o, uint32_t token, const char *name, size_t length) {
  uint32_t s = outline_statement(o, token);
  if (s == OUTLINE_NONE) return false;
  const struct outline_function *f = &o->functions.data[o->statements.data[s].function];
  for (uint32_t i = f->name + 1; i < o->statements.data[f->body].first; i++) {
    const struct token *t = &o->tokens.data[i];
    if (t->kind == TOKEN_WORD && t->length == length && !memcmp(o->content.data + t->offset, name, length)) return true;
  }
  return false;
}

// Does the name mean what is declared outside of functions, in this line? A static variable of a function is not,
// though it has no frame.
static bool means_global(const struct scope *s, struct source_place place, const char *name) {
  const struct outline *o = &s->w->places.outlines[s->file];
  size_t length = strcspn(name, ".[");
  uint32_t file, line;
  if (outline_declaration(o, name, length, s->token) != OUTLINE_NONE || is_parameter(o, s->token, name, length) ||
      !places_find(&s->w->places, place, &file, &line) || file != s->file || line > o->tokens.data[s->token].line)
    return false;
  for (uint32_t i = 0; i < o->functions.size; i++) {
    const struct statement *body = &o->statements.data[o->functions.data[i].body];
    if (o->tokens.data[body->first].line <= line && line <= o->tokens.data[body->last].line) return false;
  }
  return true;
}

// The variable's name where it means the variable: the declaration that holds at the loop is its own.
static const char *name_in_scope(void *context, uint32_t var) {
  const struct scope *s = context;
  const struct cfa *cfa = s->w->task->cfa;
  const struct cfa_var *v = &cfa->vars.data[var];
  if (v->kind != VAR_PROGRAM || !v->ctype || !*v->ctype || strpbrk(v->name, "#|$: ")) return NULL;
  if (cfa->layout && layout_part_of(cfa->layout, v->term)) return NULL;
  if (v->function != CFA_NONE && v->function != s->function) return NULL;
  const struct outline *o = &s->w->places.outlines[s->file];
  uint32_t declared = outline_declaration(o, v->name, strcspn(v->name, ".["), s->token), file, line;
  // Another file may not know it, or know another one by the name.
  if (v->function == CFA_NONE) return means_global(s, v->place, v->name) ? v->name : NULL;
  if (declared == OUTLINE_NONE) {
    const struct vec_u32 *params = &cfa->functions.data[s->function].params;
    for (uint32_t i = 0; i < params->size; i++)
      if (params->data[i] == var) return v->name;
    const struct source_place at = cfa->functions.data[s->function].place;
    // A parameter that the function changes is a variable of its own.
    return v->place.file == at.file && v->place.line == at.line ? v->name : NULL;
  }
  bool same = places_find(&s->w->places, v->place, &file, &line) && file == s->file &&
              o->tokens.data[o->declarations.data[declared].name].line == line;
  return same ? v->name : NULL;
}

// The same for what lives in memory.
static const char *object_in_scope(void *context, const struct layout_object *object) {
  const struct scope *s = context;
  const struct cfa *cfa = s->w->task->cfa;
  const struct outline *o = &s->w->places.outlines[s->file];
  if (!object->function) return means_global(s, object->place, object->name) ? object->name : NULL;
  uint32_t file, line, declared = outline_declaration(o, object->name, strlen(object->name), s->token);
  if (!places_find(&s->w->places, object->place, &file, &line) || file != s->file) return NULL;
  if (strcmp(object->function, cfa->functions.data[s->function].name) != 0 || declared == OUTLINE_NONE) return NULL;
  return o->tokens.data[o->declarations.data[declared].name].line == line ? object->name : NULL;
}

// Addresses are ours, and not the program's: of a pointer it is said only whether it is null, or the same as another.
static bool tells_addresses(const struct cfa *cfa, struct term t) {
  uint32_t n;
  const uint32_t *vars = term_free_vars(cfa->tm, t, &n);
  bool any = false;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = cfa_var_of(cfa, (struct term){vars[i]});
    any |= var != CFA_NONE && cfa->vars.data[var].kind != VAR_REGION && is_pointer(cfa, &cfa->vars.data[var]);
  }
  if (!any) return false;
  if (term_kind(cfa->tm, t) == TERM_NOT) t = term_child(cfa->tm, t, 0);
  if (term_kind(cfa->tm, t) != TERM_EQ) return true;
  for (uint32_t i = 0; i < 2; i++) {
    struct term side = term_child(cfa->tm, t, i);
    uint32_t var = cfa_var_of(cfa, side);
    uint64_t value;
    bool null = term_value64(cfa->tm, side, &value) && !value;
    if (!null && (var == CFA_NONE || !is_pointer(cfa, &cfa->vars.data[var]))) return true;
  }
  return false;
}

static void collect_conjuncts(const struct terms *tm, struct term formula, struct vec_term *out) {
  if (term_kind(tm, formula) != TERM_AND) {
    vec_term_push(out, formula);
    return;
  }
  for (uint32_t i = 0; i < term_arity(tm, formula); i++) collect_conjuncts(tm, term_child(tm, formula, i), out);
}

// What of the formula can be said in C at the loop.
static void print_formula(struct scope *s, const struct map_u32 *assigned, struct term formula, struct text *out) {
  struct cfa *cfa = s->w->task->cfa;
  const struct expression_names names = {.variable = name_in_scope, .object = object_in_scope, .context = s};
  struct vec_term conjuncts = {0};
  collect_conjuncts(cfa->tm, formula, &conjuncts);
  for (uint32_t i = 0, said = 0; i < conjuncts.size && said < CONJUNCTS_MOST; i++) {
    struct term t = conjuncts.data[i];
    struct text text = {0};
    if (!term_is_true(cfa->tm, t) && layout_is_source(cfa, assigned, t) && !tells_addresses(cfa, t) &&
        expression_print_defined(cfa, t, &names, &text)) {
      text_printf(out, "%s(%s)", said ? " && " : "", text_cstr(&text));
      said++;
    }
    text_release(&text);
  }
  vec_term_release(&conjuncts);
}

static void note_loop(struct vec_known_loop *loops, struct known_loop loop) {
  for (uint32_t i = 0; i < loops->size; i++) {
    if (loops->data[i].file != loop.file || loops->data[i].statement != loop.statement) continue;
    loops->data[i].twice = true;
    return;
  }
  vec_known_loop_push(loops, loop);
}

static void add_invariant(struct writer *w, const struct known_loop *loop, const struct map_u32 *assigned) {
  const struct invariant *known = &w->task->invariants->data[loop->invariant];
  const struct outline *o = &w->places.outlines[loop->file];
  uint32_t keyword = o->statements.data[loop->statement].first;
  struct scope scope = {.w = w,
                        .function = cfa_location(w->task->cfa, known->location)->function,
                        .file = loop->file,
                        .token = keyword};
  struct text value = {0};
  print_formula(&scope, assigned, known->formula, &value);
  if (value.size) {
    text_add(w->out, "    - invariant:\n");
    add_key(w->out, 8, "type", loop->by_label ? "location_invariant" : "loop_invariant");
    add_location(w, 8, loop->file, keyword, true);
    add_key(w->out, 8, "value", text_cstr(&value));
    add_key(w->out, 8, "format", "c_expression");
  }
  text_release(&value);
}

static void add_invariants(struct writer *w) {
  struct cfa *cfa = w->task->cfa;
  struct vec_known_loop loops = {0};
  struct map_u32 assigned = {0};
  layout_find_assigned(cfa, &assigned);
  for (uint32_t i = 0; w->task->invariants && i < w->task->invariants->size; i++) {
    const struct cfa_location *head = cfa_location(cfa, w->task->invariants->data[i].location);
    struct known_loop loop = {.invariant = i};
    uint32_t token;
    if (cfa->functions.data[head->function].is_model || !places_token(&w->places, head->place, &loop.file, &token))
      continue;
    const struct outline *o = &w->places.outlines[loop.file];
    loop.by_label = !find_loop(o, token, &loop.statement);
    if (!loop.by_label || find_label(o, token, &loop.statement)) note_loop(&loops, loop);
  }
  for (uint32_t i = 0; i < loops.size; i++)
    if (!loops.data[i].twice) add_invariant(w, &loops.data[i], &assigned);
  vec_known_loop_release(&loops);
  map_u32_release(&assigned);
}

// -------------------------------------------------------------------------------------------------

bool witness_has_target(const char *text) { return strstr(text, "type: \"target\""); }

bool witness_write(const struct witness_task *task, struct text *out, struct error *error) {
  struct text content = {0};
  struct writer w = {.task = task, .out = &content};
  bool good = places_init(&w.places, task->n_files, task->files, error);
  if (good) {
    places_bind(&w.places, task->cfa);
    bool violation = task->verdict == VERDICT_FALSE;
    if (violation) add_violation(&w);
    else add_invariants(&w);
    add_entry(&w, violation ? "violation_sequence" : "invariant_set", &content, out);
  }
  places_release(&w.places);
  text_release(&content);
  return good;
}

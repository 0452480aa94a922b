// See execution_log.h.
#include "witness/execution_log.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define OUTCOME "__witness_outcome"

// --- places --------------------------------------------------------------------------------------

bool execution_log_find_return(const struct places *places, const struct cfa_input *input, uint32_t *file,
                               uint32_t *close) {
  uint32_t token;
  if (input->kind != INPUT_NONDET && input->kind != INPUT_UNDEFINED) return false;
  if (!places_token(places, input->place, file, &token)) return false;
  const struct outline *o = &places->outlines[*file];
  if (!outline_is(o, token, input->name) || !outline_is(o, token + 1, "(")) return false; // a macro
  *close = o->tokens.data[token + 1].match;
  return *close != OUTLINE_NONE;
}

bool execution_log_find_target(const struct places *places, const struct claim *claim, uint32_t *file,
                               uint32_t *statement) {
  uint32_t token;
  if (!places_token(places, cfa_location(places->cfa, claim->error_location)->place, file, &token)) return false;
  *statement = outline_statement(&places->outlines[*file], token);
  return *statement != OUTLINE_NONE;
}

// --- instrumentation calls --------------------------------------------------------------------------------------

static uint32_t find_call(const struct execution_log *c, enum log_kind kind, uint32_t file, uint32_t token) {
  for (uint32_t i = 0; i < c->calls.size; i++)
    if (c->calls.data[i].kind == kind && c->calls.data[i].file == file && c->calls.data[i].token == token) return i;
  return OUTLINE_NONE;
}

static uint32_t add_call(struct execution_log *c, enum log_kind kind, uint32_t file, uint32_t token,
                         uint32_t statement) {
  vec_log_call_push(&c->calls, (struct log_call){.kind = kind, .file = file, .token = token, .statement = statement});
  return c->calls.size - 1;
}

static void print_note(struct text *out, uint32_t call, const char *value) {
  text_clear(out);
  text_printf(out, "__witness_note(%" PRIu32 ", %s);", call, value);
}

// Tools do not agree where the branching of a `do` is: it gets none.
static void log_branches(struct execution_log *c, uint32_t file) {
  const struct outline *o = &c->places.outlines[file];
  struct text note = {0};
  for (uint32_t i = 0; i < o->statements.size; i++) {
    const struct statement *s = &o->statements.data[i];
    if (s->kind == STATEMENT_SIMPLE || s->kind == STATEMENT_BLOCK || s->kind == STATEMENT_DO) continue;
    print_note(&note, c->calls.size, "(long long)" OUTCOME);
    if (insert_at_condition(&c->insertions, c->calls.size, file, i, OUTCOME, text_cstr(&note)))
      add_call(c, LOG_BRANCH, file, s->first, i);
  }
  text_release(&note);
}

static void log_returns(struct execution_log *c, const struct claim *claim) {
  struct text note = {0};
  for (uint32_t i = 0; i < claim->inputs.size; i++) {
    uint32_t file, close;
    if (!execution_log_find_return(&c->places, claim->inputs.data[i].input, &file, &close) ||
        find_call(c, LOG_RETURN, file, close) != OUTLINE_NONE)
      continue;
    print_note(&note, add_call(c, LOG_RETURN, file, close, OUTLINE_NONE), "0");
    insert_at_return(&c->insertions, c->calls.size - 1, file, close, OUTCOME, text_cstr(&note));
  }
  text_release(&note);
}

static bool log_target(struct execution_log *c, const struct claim *claim) {
  uint32_t file, statement;
  if (!execution_log_find_target(&c->places, claim, &file, &statement)) return false;
  struct text note = {0};
  uint32_t first = c->places.outlines[file].statements.data[statement].first;
  print_note(&note, add_call(c, LOG_TARGET, file, first, statement), "0");
  insert_statements(&c->insertions, c->calls.size - 1, file, statement, text_cstr(&note));
  text_release(&note);
  return true;
}

bool execution_log_init(struct execution_log *c, uint32_t n_files, const char *const *files, const struct cfa *cfa,
                        const struct claim *claim) {
  struct error error = {0};
  *c = (struct execution_log){0};
  bool good = places_init(&c->places, n_files, files, &error);
  error_release(&error);
  for (uint32_t i = 0; i < c->places.n_files && good; i++)
    good = !strstr(text_cstr(&c->places.outlines[i].content), "__witness");
  if (!good) return false;
  places_bind(&c->places, cfa);
  c->insertions.places = &c->places;
  for (uint32_t i = 0; i < n_files; i++) log_branches(c, i);
  log_returns(c, claim);
  good = log_target(c, claim);
  insert_sort(&c->insertions);
  return good;
}

void execution_log_release(struct execution_log *c) {
  insert_release(&c->insertions);
  places_release(&c->places);
  vec_log_call_release(&c->calls);
  vec_log_event_release(&c->events);
}

void execution_log_print(const struct execution_log *c, uint32_t file, struct text *out) {
  struct text names = {0};
  // The harness has the real one; without another the front end would make one of its own.
  text_add(&names, "__attribute__((weak)) long long *__witness_log __asm__(\"clew.covered\"); ");
  text_add(&names, "static __attribute__((unused)) void __witness_note(long long call, long long value) { ");
  text_printf(&names, "if (*__witness_log >= %u) return; ", LOG_EVENTS);
  text_add(&names, "long long at = 2 * (*__witness_log)++; "
                   "__witness_log[at + 1] = call; __witness_log[at + 2] = value; }");
  insert_print(&c->insertions, file, text_cstr(&names), NULL, NULL, out);
  text_release(&names);
}

// --- the log -------------------------------------------------------------------------------------

// The next input of the claim that a call with an instrumentation call returned. False: there is none.
static bool next_return(const struct execution_log *c, const struct claim *claim, uint32_t *input, uint32_t *call) {
  for (; *input < claim->inputs.size; (*input)++) {
    uint32_t file, close;
    if (!execution_log_find_return(&c->places, claim->inputs.data[*input].input, &file, &close)) continue;
    *call = find_call(c, LOG_RETURN, file, close);
    (*input)++;
    return true;
  }
  return false;
}

// A program that does what C does not define may write anything there.
static bool read_events(struct execution_log *c, const struct claim *claim, const char *log) {
  int64_t word[2], count;
  uint32_t input = 0, wanted;
  memcpy(&count, log, sizeof count);
  for (int64_t i = 0; i < count && i < LOG_EVENTS; i++) {
    memcpy(word, log + 8 + i * 16, sizeof word);
    if (word[0] < 0 || word[0] >= c->calls.size) return false;
    struct log_event event = {.call = (uint32_t)word[0], .value = word[1]};
    enum log_kind kind = c->calls.data[event.call].kind;
    if (kind == LOG_TARGET) return true;
    if (kind == LOG_RETURN && (!next_return(c, claim, &input, &wanted) || wanted != event.call)) return false;
    vec_log_event_push(&c->events, event);
  }
  return count == LOG_EVENTS; // there was no room for more
}

bool execution_log_read(struct execution_log *c, const struct claim *claim, const void *log) {
  bool good = read_events(c, claim, log);
  if (!good) vec_log_event_clear(&c->events);
  return good;
}

// --- outcomes ------------------------------------------------------------------------------------

// The value of a label that is a plain number or character.
static bool label_value(const struct outline *o, uint32_t first, uint32_t last, int64_t *value) {
  bool minus = outline_is(o, first, "-");
  if (first + minus != last) return false;
  const struct token *t = &o->tokens.data[last];
  const char *text = o->content.data + t->offset;
  if (t->kind == TOKEN_LITERAL && t->length == 3 && *text == '\'' && text[1] != '\\' && !(text[1] & 0x80)) {
    *value = minus ? -text[1] : text[1];
    return true;
  }
  if (t->kind != TOKEN_NUMBER) return false;
  char *end;
  unsigned long long number = strtoull(text, &end, 0);
  if ((size_t)(end - text) + strspn(end, "uUlL") != t->length || number > INT32_MAX) return false;
  *value = minus ? -(int64_t)number : (int64_t)number;
  return true;
}

static bool switch_outcome(const struct outline *o, uint32_t statement, int64_t value, struct text *out) {
  struct vec_case_label labels = {0};
  bool has_default = outline_labels(o, statement, &labels), found = false;
  // Directives may hide cases: then it may be any of those that are not seen.
  bool certain = !outline_has_directive(o, o->statements.data[statement].first, o->statements.data[statement].last);
  for (uint32_t i = 0; i < labels.size && certain; i++) {
    int64_t label;
    certain = label_value(o, labels.data[i].first, labels.data[i].last, &label);
    // -1 is another number where the type is unsigned.
    if (certain && label < 0 && value > INT32_MAX) certain = false;
    found |= certain && label == value;
  }
  if (certain && found) text_printf(out, "%" PRId64, value);
  else if (certain && has_default) text_add(out, "default");
  vec_case_label_release(&labels);
  return certain && (found || has_default);
}

bool execution_log_outcome(const struct execution_log *c, const struct log_event *event, struct text *out) {
  const struct log_call *p = &c->calls.data[event->call];
  const struct outline *o = &c->places.outlines[p->file];
  if (o->statements.data[p->statement].kind == STATEMENT_SWITCH)
    return switch_outcome(o, p->statement, event->value, out);
  text_add(out, event->value ? "true" : "false");
  return true;
}

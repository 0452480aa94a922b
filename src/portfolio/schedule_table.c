// See schedule_table.h.
#include "portfolio/schedule_table.h"
#include "base/text/words.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>

#define SHARE_MOST 1000u
#define WORKERS_MOST 32u

struct reader {
  const char *file;
  uint32_t line;
  char *at; // in the line, which ends with a NUL and may be cut into words
  const struct features *features;
  struct error *error;
  struct schedule_table *table;
  bool taken;             // a schedule fits: the entries of others are checked and dropped
  bool open, fits;        // in a schedule; it is the one that is taken
  bool always;            // the last schedule had no condition
  uint32_t workers;       // of the schedule at hand
  struct vec_ptr names;   // of all schedules so far, owned
  uint32_t schedule_line; // where the one at hand begins
};

// --- pieces of a line ------------------------------------------------------------------------------------------------

static bool fail_at(struct reader *r, uint32_t line, const char *format, va_list args) {
  struct text text = {0};
  text_vprintf(&text, format, args);
  error_set(r->error, EXIT_DATA, "%s:%u: %s", r->file, line, text_cstr(&text));
  text_release(&text);
  return false;
}

__attribute__((format(printf, 2, 3))) static bool fail(struct reader *r, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fail_at(r, r->line, format, args);
  va_end(args);
  return false;
}

__attribute__((format(printf, 2, 3))) static bool fail_at_schedule(struct reader *r, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fail_at(r, r->schedule_line, format, args);
  va_end(args);
  return false;
}

static void skip_blanks(struct reader *r) {
  while (*r->at == ' ' || *r->at == '\t') r->at++;
}

// Up to the next blank, cut off; "" at the end of the line.
static char *next_word(struct reader *r) {
  skip_blanks(r);
  char *word = r->at;
  while (*r->at && *r->at != ' ' && *r->at != '\t') r->at++;
  if (*r->at) *r->at++ = 0;
  return word;
}

static const char *shown(const char *word) { return *word ? word : "the end of the line"; }

// The one among the names that is nearest to the word, if any is near.
static const char *nearest(const char *word, uint32_t n, const char *(*name)(uint32_t i)) {
  const char *best = NULL;
  unsigned best_distance = 3;
  for (uint32_t i = 0; i < n; i++) {
    unsigned d = name(i) ? words_distance(word, name(i)) : best_distance;
    if (d >= best_distance) continue;
    best_distance = d;
    best = name(i);
  }
  return best;
}

// "did you mean X?" or "there is: a, b, c".
static bool fail_unknown(struct reader *r, const char *what, const char *word, uint32_t n,
                         const char *(*name)(uint32_t i)) {
  const char *best = nearest(word, n, name);
  if (best) return fail(r, "unknown %s '%s'; did you mean %s?", what, word, best);
  struct text list = {0};
  for (uint32_t i = 0; i < n; i++)
    if (name(i)) text_printf(&list, "%s%s", list.size ? ", " : "", name(i));
  fail(r, "expected %s, not '%s'; there is: %s", what, shown(word), text_cstr(&list));
  text_release(&list);
  return false;
}

static bool read_number(const char *word, uint64_t *number) {
  char *end;
  if (!isdigit((unsigned char)*word) || strlen(word) > 18) return false;
  *number = strtoull(word, &end, 10);
  return !*end;
}

// --- conditions ------------------------------------------------------------------------------------------------------

static bool compare(uint64_t value, const char *operator, uint64_t number, bool *holds) {
  if (!strcmp(operator, ">=")) *holds = value >= number;
  else if (!strcmp(operator, ">")) *holds = value > number;
  else if (!strcmp(operator, "<=")) *holds = value <= number;
  else if (!strcmp(operator, "<")) *holds = value < number;
  else if (!strcmp(operator, "=")) *holds = value == number;
  else return false;
  return true;
}

static bool read_comparison(struct reader *r, bool *holds) {
  const char *word = next_word(r), *operator= next_word(r), *digits = next_word(r);
  uint32_t i = 0;
  while (i < feature_count() && strcmp(word, feature_name(i))) i++;
  if (i == feature_count()) return fail_unknown(r, "feature", word, feature_count(), feature_name);
  uint64_t number;
  if (!compare(feature_value(r->features, i), operator, 0, holds))
    return fail(r, "expected >=, >, <=, < or = after %s, not '%s'", word, shown(operator));
  if (!read_number(digits, &number))
    return fail(r, "expected a whole number after '%s %s', not '%s'", word, operator, shown(digits));
  compare(feature_value(r->features, i), operator, number, holds);
  return true;
}

static bool is_operator(char c) { return c == '<' || c == '>' || c == '='; }

static bool read_comparisons(struct reader *r, bool *holds) {
  *holds = true;
  for (;;) {
    bool one;
    if (!read_comparison(r, &one)) return false;
    *holds = *holds && one;
    const char *word = next_word(r);
    if (!*word) return true;
    if (strcmp(word, "and")) return fail(r, "expected 'and' or the end of the line, not '%s'", word);
  }
}

// With or without blanks around operators: the rest of the line is read from a copy that has them.
static bool read_condition(struct reader *r, bool *holds) {
  struct text spaced = {0};
  for (const char *p = r->at; *p; p++) {
    if (p > r->at && is_operator(*p) != is_operator(p[-1])) text_addc(&spaced, ' ');
    text_addc(&spaced, *p);
  }
  char *line = mem_strdup(text_cstr(&spaced));
  text_release(&spaced);
  char *end = r->at + strlen(r->at);
  r->at = line;
  bool good = read_comparisons(r, holds);
  mem_free(line);
  r->at = end;
  return good;
}

// --- schedules -------------------------------------------------------------------------------------------------------

// The schedule before is complete.
static bool end_schedule(struct reader *r) {
  if (r->open && !r->workers)
    return fail_at_schedule(r, "schedule %s has no workers: expected lines with a share and an engine",
                            (const char *)r->names.data[r->names.size - 1]);
  return true;
}

static bool read_schedule(struct reader *r) {
  if (!end_schedule(r)) return false;
  if (r->always)
    return fail(r, "this schedule is never taken: %s, before it, has no condition",
                (const char *)r->names.data[r->names.size - 1]);
  const char *name = next_word(r);
  if (!*name || !strcmp(name, "when")) return fail(r, "expected the name of the schedule, not '%s'", shown(name));
  for (uint32_t i = 0; i < r->names.size; i++)
    if (!strcmp(r->names.data[i], name)) return fail(r, "there is a schedule %s already", name);
  vec_ptr_push(&r->names, mem_strdup(name));
  skip_blanks(r);
  char *condition = *r->at ? mem_strdup(r->at) : NULL;
  const char *word = next_word(r);
  bool holds = true;
  r->always = !*word;
  bool good = r->always || (strcmp(word, "when") ? fail(r, "expected 'when' and a condition, not '%s'", word)
                                                 : read_condition(r, &holds));
  r->open = true;
  r->workers = 0;
  r->schedule_line = r->line;
  r->fits = good && holds && !r->taken;
  if (r->fits) {
    r->taken = true;
    r->table->name = mem_strdup(name);
    r->table->condition = condition;
  } else {
    mem_free(condition);
  }
  return good;
}

// --- workers ---------------------------------------------------------------------------------------------------------

// Engines that make no verdict have no place in a schedule.
static bool is_for_schedules(const struct engine *engine) { return !engine_can(engine, ENGINE_UNFOLDS, NULL); }

static const char *engine_name(uint32_t i) {
  uint32_t n;
  const struct engine *engine = engine_all(&n)[i];
  return is_for_schedules(engine) ? engine->name : NULL;
}

static bool fail_option(struct reader *r, const struct engine *engine, const char *word) {
  const struct option_table *table = engine->options;
  const char *best = NULL;
  unsigned best_distance = 3;
  for (uint32_t i = 0; table && i < table->n; i++) {
    unsigned d = words_distance(word, table->entries[i].name);
    if (d >= best_distance) continue;
    best_distance = d;
    best = table->entries[i].name;
  }
  if (best) return fail(r, "%s has no option %s; did you mean %s?", engine->name, word, best);
  return fail(r, "expected an option of %s, not '%s'; `clew help %s` lists them", engine->name, word, engine->name);
}

static bool read_option(struct reader *r, const struct schedule_entry *entry, char *word) {
  const char *value = NULL;
  const struct option_entry *option = entry->engine->options ? option_find(entry->engine->options, word, &value) : NULL;
  if (!option) return fail_option(r, entry->engine, word);
  if (option->kind == OPTION_FLAG && value) return fail(r, "%s takes no value", option->name);
  if (option->kind != OPTION_FLAG && !value) {
    value = next_word(r);
    if (!*value) return fail(r, "%s wants a value: %s %s", option->name, option->name, option->metavar);
  }
  struct error error = {0};
  bool good = option_set(option, entry->options, value, &error);
  if (!good) fail(r, "%s", error.message);
  error_release(&error);
  return good;
}

static void entry_release(struct schedule_entry *entry) {
  if (entry->engine->options) option_release(entry->engine->options, entry->options);
  mem_free(entry->options);
  mem_free(entry->words);
  mem_free(entry->values);
}

// The share was read, the rest of the line begins with the engine.
static bool read_entry(struct reader *r, uint32_t share) {
  skip_blanks(r);
  struct schedule_entry entry = {.share = share, .words = mem_strdup(r->at), .values = mem_strdup(r->at)};
  r->at = entry.values; // values of options stay in it
  const char *name = next_word(r);
  entry.engine = engine_find(name);
  uint32_t n;
  engine_all(&n);
  if (!entry.engine || !is_for_schedules(entry.engine)) {
    fail_unknown(r, "engine", name, n, engine_name);
    mem_free(entry.words);
    mem_free(entry.values);
    return false;
  }
  entry.options = mem_zalloc(1, entry.engine->options ? entry.engine->options->size : 1);
  if (entry.engine->options) option_defaults(entry.engine->options, entry.options);
  bool good = true;
  for (char *word = next_word(r); good && *word; word = next_word(r)) good = read_option(r, &entry, word);
  if (good && r->fits) vec_schedule_entry_push(&r->table->entries, entry);
  else entry_release(&entry);
  return good;
}

static bool read_worker(struct reader *r, const char *word) {
  uint64_t share;
  if (!read_number(word, &share)) {
    const char *meant = words_distance(word, "schedule") < 3 ? "; did you mean schedule?" : "";
    return fail(r,
                r->open ? "expected a share and an engine, or 'schedule' and a name, not '%s'%s"
                        : "expected 'schedule' and a name, not '%s'%s",
                word, meant);
  }
  if (!r->open) return fail(r, "expected 'schedule' and a name before the first worker");
  if (!share || share > SHARE_MOST) return fail(r, "expected a share of 1 to %u, not %s", SHARE_MOST, word);
  if (++r->workers > WORKERS_MOST) return fail(r, "expected at most %u workers in a schedule", WORKERS_MOST);
  return read_entry(r, (uint32_t)share);
}

// --- the text --------------------------------------------------------------------------------------------------------

static bool read_line(struct reader *r) {
  char *comment = strchr(r->at, '#');
  if (comment) *comment = 0;
  for (size_t n = strlen(r->at); n && strchr(" \t\r", r->at[n - 1]);) r->at[--n] = 0;
  const char *word = next_word(r);
  if (!*word) return true;
  return !strcmp(word, "schedule") ? read_schedule(r) : read_worker(r, word);
}

static bool read_lines(struct reader *r, const char *text) {
  while (*text) {
    size_t n = strcspn(text, "\n");
    char *line = mem_alloc(n + 1);
    memcpy(line, text, n);
    line[n] = 0;
    r->line++;
    r->at = line;
    bool good = read_line(r);
    mem_free(line);
    if (!good) return false;
    text += n + (text[n] == '\n');
  }
  if (!end_schedule(r)) return false;
  if (r->taken) return true;
  if (r->open)
    error_set(r->error, EXIT_DATA, "%s: no schedule fits this program; one without a condition would", r->file);
  else error_set(r->error, EXIT_DATA, "%s: expected a schedule, there is none", r->file);
  return false;
}

bool schedule_table_read(struct schedule_table *table, const char *file, const char *text,
                         const struct features *features, struct error *error) {
  *table = (struct schedule_table){0};
  struct reader r = {.file = file, .features = features, .error = error, .table = table};
  bool good = read_lines(&r, text);
  for (uint32_t i = 0; i < r.names.size; i++) mem_free(r.names.data[i]);
  vec_ptr_release(&r.names);
  if (!good) schedule_table_release(table);
  return good;
}

void schedule_table_release(struct schedule_table *table) {
  for (uint32_t i = 0; i < table->entries.size; i++) entry_release(&table->entries.data[i]);
  vec_schedule_entry_release(&table->entries);
  mem_free(table->name);
  mem_free(table->condition);
  *table = (struct schedule_table){0};
}

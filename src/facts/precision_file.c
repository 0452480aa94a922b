// The file of a precision. A loop is named by its line, by line and column where several are on the line, by its number
// in the function ("#2") where the source does not tell them apart.
#include "base/text/words.h"
#include "cfa/text/expression.h"
#include "facts/precision.h"
#include <ctype.h>
#include <stdlib.h>

#define THRESHOLD_MOST 1000000

// --- loops by name ---------------------------------------------------------------------------

// How many loop heads of the function are at the line and column (0: any).
static uint32_t heads_at(const struct cfa *cfa, uint32_t function, uint32_t line, uint32_t column) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    const struct cfa_location *l = &cfa->locations.data[i];
    count += l->loop_head && l->function == function && l->place.line == line && (!column || l->place.column == column);
  }
  return count;
}

// The head's number in its function, from 1.
static uint32_t head_number(const struct cfa *cfa, struct location head) {
  uint32_t number = 1;
  for (uint32_t i = 0; i < head.id; i++)
    number += cfa->locations.data[i].loop_head && cfa->locations.data[i].function == cfa_location(cfa, head)->function;
  return number;
}

static void print_head(const struct cfa *cfa, struct location head, struct text *out) {
  const struct cfa_location *l = cfa_location(cfa, head);
  text_printf(out, "%s:", cfa->functions.data[l->function].name);
  uint32_t line = l->place.line, column = l->place.column;
  if (line && heads_at(cfa, l->function, line, 0) == 1) text_printf(out, "%u", line);
  else if (line && column && heads_at(cfa, l->function, line, column) == 1) text_printf(out, "%u:%u", line, column);
  else text_printf(out, "#%u", head_number(cfa, head));
}

// --- reading ---------------------------------------------------------------------------------

struct reader {
  struct precision *p;
  struct cfa *cfa;
  const char *file;
  uint32_t number; // of the line
  const char *line;
  struct vec_location heads; // what the predicates that follow belong to
  uint32_t function;
  struct error *error;
};

__attribute__((format(printf, 3, 4))) static bool fail(struct reader *r, const char *at, const char *format, ...) {
  struct text text = {0};
  va_list args;
  va_start(args, format);
  text_vprintf(&text, format, args);
  va_end(args);
  error_set(r->error, EXIT_DATA, "%s:%u:%u: %s", r->file, r->number, (unsigned)(at - r->line) + 1, text_cstr(&text));
  text_release(&text);
  return false;
}

static const char *skip_blanks(const char *at) {
  while (*at == ' ' || *at == '\t' || *at == '\r') at++;
  return at;
}

// A number at *at, which moves after it.
static bool read_number(struct reader *r, const char **at, const char *what, unsigned long most, uint32_t *out) {
  char *end = (char *)*at;
  unsigned long value = isdigit((unsigned char)**at) ? strtoul(*at, &end, 10) : 0;
  if (end == *at) return fail(r, *at, "expected %s", what);
  if (value > most) return fail(r, *at, "%s is at most %lu", what, most);
  *out = (uint32_t)value;
  *at = end;
  return true;
}

static bool unknown_function(struct reader *r, const char *name) {
  const char *best = NULL;
  unsigned best_distance = 3;
  for (uint32_t i = 0; i < r->cfa->functions.size; i++) {
    unsigned distance = words_distance(name, r->cfa->functions.data[i].name);
    if (distance >= best_distance) continue;
    best_distance = distance;
    best = r->cfa->functions.data[i].name;
  }
  return fail(r, r->line, best ? "there is no function '%s'; did you mean '%s'?" : "there is no function '%s'%s", name,
              best ? best : "");
}

static bool no_loop(struct reader *r, const char *at) {
  struct text loops = {0};
  uint32_t count = 0;
  for (uint32_t i = 0; i < r->cfa->locations.size && count < 10; i++) {
    const struct cfa_location *l = &r->cfa->locations.data[i];
    if (!l->loop_head || l->function != r->function) continue;
    text_add(&loops, count++ ? ", " : "; there are ");
    print_head(r->cfa, (struct location){i}, &loops);
  }
  const char *name = r->cfa->functions.data[r->function].name;
  if (count) fail(r, at, "there is no loop at that place of '%s'%s", name, text_cstr(&loops));
  else fail(r, at, "there is no loop in '%s'", name);
  text_release(&loops);
  return false;
}

static bool find_heads(struct reader *r, const char *at, bool by_number, uint32_t line, uint32_t column) {
  r->heads.size = 0;
  for (uint32_t i = 0; i < r->cfa->locations.size; i++) {
    const struct cfa_location *l = &r->cfa->locations.data[i];
    if (!l->loop_head || l->function != r->function) continue;
    bool meant = by_number ? head_number(r->cfa, (struct location){i}) == line
                           : l->place.line == line && (!column || l->place.column == column);
    if (meant) vec_location_push(&r->heads, (struct location){i});
  }
  return r->heads.size || no_loop(r, at);
}

// function:line, function:line:column or function:#number, and "threshold N".
static bool read_point(struct reader *r) {
  const char *at = r->line;
  size_t length = strcspn(at, ": \t");
  if (at[length] != ':')
    return fail(r, at, "expected function:line of a loop; predicates stand below it, after a blank");
  struct text name = {0};
  text_add_n(&name, at, length);
  r->function = cfa_function_named(r->cfa, text_cstr(&name));
  bool known = r->function != CFA_NONE || unknown_function(r, text_cstr(&name));
  text_release(&name);
  if (!known) return false;
  at += length + 1;
  const char *place = at;
  bool by_number = *at == '#';
  uint32_t line, column = 0;
  if (by_number) at++;
  if (!read_number(r, &at, by_number ? "a loop's number" : "a line", UINT32_MAX - 1, &line)) return false;
  if (!by_number && *at == ':') {
    at++;
    if (!read_number(r, &at, "a column", UINT32_MAX - 1, &column)) return false;
  }
  uint32_t threshold = PRECISION_DEFAULT;
  const char *rest = skip_blanks(at);
  if (rest > at && !strncmp(rest, "threshold", 9) && (rest[9] == ' ' || rest[9] == '\t')) {
    rest = skip_blanks(rest + 9);
    if (!read_number(r, &rest, "a threshold, a whole number,", THRESHOLD_MOST, &threshold)) return false;
    rest = skip_blanks(rest);
  }
  if (*rest) return fail(r, rest, "expected 'threshold N' or the end of the line");
  if (!find_heads(r, place, by_number, line, column)) return false;
  for (uint32_t i = 0; i < r->heads.size; i++) {
    struct precision_point *point = precision_at(r->p, r->heads.data[i]);
    if (threshold != PRECISION_DEFAULT) point->threshold = threshold;
  }
  return true;
}

static bool read_predicate(struct reader *r, const char *at) {
  if (!r->heads.size) return fail(r, at, "a predicate before the first loop");
  struct text message = {0};
  struct term predicate = expression_read(r->cfa, r->function, &at, &message);
  bool good = !term_none(predicate) || fail(r, at, "%s", text_cstr(&message));
  for (uint32_t i = 0; i < r->heads.size && good; i++) precision_add(r->p, r->cfa->tm, r->heads.data[i], predicate);
  text_release(&message);
  return good;
}

bool precision_read(struct precision *p, struct cfa *cfa, const char *file, const char *content, struct error *error) {
  struct reader r = {.p = p, .cfa = cfa, .file = file, .error = error};
  struct text line = {0};
  bool good = true;
  for (const char *next = content; *next && good;) {
    size_t length = strcspn(next, "\n");
    text_clear(&line);
    text_add_n(&line, next, length);
    next += length + (next[length] == '\n');
    r.number++;
    r.line = text_cstr(&line);
    const char *at = skip_blanks(r.line);
    if (!*at || *at == '#') continue;
    good = at == r.line ? read_point(&r) : read_predicate(&r, at);
  }
  text_release(&line);
  vec_location_release(&r.heads);
  return good;
}

// --- printing --------------------------------------------------------------------------------

void precision_print(const struct precision *p, struct cfa *cfa, struct text *out) {
  for (uint32_t i = 0; i < cfa->locations.size; i++) { // in the order of the program, however they were found
    struct location head = {i};
    const uint32_t *index = map_u32_find(&p->point_of, head.id);
    if (!index) continue;
    const struct precision_point *point = &p->points.data[*index];
    print_head(cfa, head, out);
    if (point->threshold != PRECISION_DEFAULT) text_printf(out, " threshold %u", point->threshold);
    text_addc(out, '\n');
    for (uint32_t k = 0; k < point->predicates.size; k++) {
      text_add(out, "  ");
      expression_print(cfa, cfa_location(cfa, head)->function, point->predicates.data[k], out);
      text_addc(out, '\n');
    }
  }
}

// See entry.h.
#include "run/request/entry.h"
#include "base/memory/alloc.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct reader {
  const char *at, *text;
  struct error *error;
};

static bool fail(struct reader *r, const char *expected) {
  error_set(r->error, EXIT_USAGE, "--entry '%s': expected %s%s%s%s, as in 'parse(char buf[n], size_t n)'", r->text,
            expected, *r->at ? " at '" : " at its end", r->at, *r->at ? "'" : "");
  return false;
}

static bool is_letter(char c) { return isalpha((unsigned char)c) || c == '_' || c == '$'; }

static void skip_blanks(struct reader *r) {
  while (isspace((unsigned char)*r->at)) r->at++;
}

static bool eat(struct reader *r, char mark) {
  skip_blanks(r);
  if (*r->at != mark) return false;
  r->at++;
  return true;
}

// NULL: there is none.
static char *eat_name(struct reader *r) {
  skip_blanks(r);
  size_t n = 0;
  if (!is_letter(*r->at)) return NULL;
  while (is_letter(r->at[n]) || isdigit((unsigned char)r->at[n])) n++;
  char *name = mem_strndup(r->at, n);
  r->at += n;
  return name;
}

// An operand of a size: a number, or the name of a parameter.
static bool read_operand(struct reader *r, uint64_t *number, char **name) {
  *name = eat_name(r);
  if (*name) return true;
  skip_blanks(r);
  if (!isdigit((unsigned char)*r->at)) return fail(r, "a number or the name of a parameter");
  char *end;
  *number = strtoull(r->at, &end, 0);
  if (*number > FRONT_OBJECT_MOST) return fail(r, "a smaller number");
  r->at = end;
  return true;
}

static bool read_size(struct reader *r, struct front_parameter *p) {
  uint64_t first = 0, second = 0;
  char *by = NULL, *other = NULL;
  p->is_array = true;
  if (!read_operand(r, &first, &by)) return false;
  bool sum = eat(r, '+'), product = !sum && eat(r, '*');
  if ((sum || product) && !read_operand(r, &second, &other)) {
    mem_free(by);
    return false;
  }
  if (by && other) {
    mem_free(other);
    p->by = by;
    return fail(r, "one parameter in a size");
  }
  uint64_t number = by ? second : first;
  p->by = by ? by : other;
  if (!p->by) p->summand = sum ? first + second : product ? first * second : first;
  p->factor = !p->by ? 0 : product ? number : 1;
  if (p->by && sum) p->summand = number;
  return eat(r, ']') || fail(r, "']'");
}

// The last word is the name, what is before it the type.
static bool read_parameter(struct reader *r, struct front_parameter *p) {
  struct text type = {0};
  for (;;) {
    char *word = eat_name(r);
    bool is_pointer = !word && eat(r, '*');
    if (!word && !is_pointer) break;
    if (p->name) text_printf(&type, "%s%s", type.size ? " " : "", p->name);
    mem_free(p->name);
    p->name = word;
    if (is_pointer) text_addc(&type, '*');
  }
  p->type = mem_strdup(text_cstr(&type));
  text_release(&type);
  if (!p->name) return fail(r, "the name of a parameter");
  return !eat(r, '[') || read_size(r, p);
}

static bool read_parameters(struct reader *r, struct entry *entry) {
  entry->has_parameters = true;
  if (eat(r, ')')) return true;
  do {
    vec_front_parameter_push(&entry->parameters, (struct front_parameter){0});
    if (!read_parameter(r, &entry->parameters.data[entry->parameters.size - 1])) return false;
  } while (eat(r, ','));
  return eat(r, ')') || fail(r, "',' or ')'");
}

static void release_parameter(struct front_parameter *p) {
  mem_free(p->name);
  mem_free(p->type);
  mem_free(p->by);
}

// parse(void)
static void leave_void_out(struct entry *entry) {
  struct front_parameter *only = entry->parameters.data;
  if (entry->parameters.size != 1 || only->is_array || *only->type || strcmp(only->name, "void") != 0) return;
  release_parameter(only);
  entry->parameters.size = 0;
}

static bool check_sizes(const struct entry *entry, struct error *error) {
  for (uint32_t i = 0; i < entry->parameters.size; i++) {
    const struct front_parameter *p = &entry->parameters.data[i];
    bool found = !p->by;
    for (uint32_t k = 0; k < entry->parameters.size && !found; k++)
      found = !entry->parameters.data[k].is_array && strcmp(entry->parameters.data[k].name, p->by) == 0;
    if (found) continue;
    error_set(error, EXIT_USAGE, "--entry: the size of `%s` names `%s`, which is no number among the parameters",
              p->name, p->by);
    return false;
  }
  return true;
}

bool entry_read(struct entry *entry, const char *text, struct error *error) {
  struct reader r = {.at = text, .text = text, .error = error};
  *entry = (struct entry){0};
  skip_blanks(&r);
  size_t length = strcspn(r.at, "(:"), plain = length;
  while (plain && isspace((unsigned char)r.at[plain - 1])) plain--;
  entry->function = mem_strndup(r.at, plain); // whatever it is: there is such a function or not
  r.at += length;
  bool has_list = eat(&r, '(');
  if (!plain && (has_list || *r.at)) return fail(&r, "a function");
  if (has_list && !read_parameters(&r, entry)) return false;
  skip_blanks(&r);
  if (eat(&r, ':')) {
    skip_blanks(&r);
    entry->precondition = r.at;
    entry->precondition_column = (uint32_t)(r.at - text) + 1;
  } else if (*r.at) {
    return fail(&r, "':' and a precondition, or nothing more");
  }
  if (!has_list) return true;
  for (uint32_t i = 0; i < entry->parameters.size; i++) {
    const struct front_parameter *p = &entry->parameters.data[i];
    entry->has_strings |= !p->is_array && (!strcmp(p->type, "string") || !strcmp(p->type, "valid"));
  }
  leave_void_out(entry);
  return check_sizes(entry, error);
}

void entry_release(struct entry *entry) {
  mem_free(entry->function);
  for (uint32_t i = 0; i < entry->parameters.size; i++) release_parameter(&entry->parameters.data[i]);
  vec_front_parameter_release(&entry->parameters);
  *entry = (struct entry){0};
}

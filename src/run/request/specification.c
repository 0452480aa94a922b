// See specification.h. Property files have lines such as
//   CHECK( init(main()), LTL(G ! call(reach_error())) )
//   CHECK( init(main()), LTL(G ! overflow) )
// and those for tests
//   COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )
//   COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )
#include "run/request/specification.h"
#include "base/memory/alloc.h"
#include "base/file/input.h"
#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

// Reads a word of the property past blanks.
static bool eat(const char **at, const char *word) {
  while (isspace((unsigned char)**at)) ++*at;
  size_t n = strlen(word);
  if (strncmp(*at, word, n) != 0) return false;
  *at += n;
  return true;
}

static char *eat_name(const char **at) {
  while (isspace((unsigned char)**at)) ++*at;
  size_t n = 0;
  while (isalnum((unsigned char)(*at)[n]) || (*at)[n] == '_') n++;
  if (n == 0) return NULL;
  char *name = mem_strndup(*at, n);
  *at += n;
  return name;
}

// The end of LTL(…) and of CHECK(…), with nothing behind it.
static bool at_end(const char *at) {
  if (!eat(&at, ")") || !eat(&at, ")")) return false;
  while (isspace((unsigned char)*at)) at++;
  return !*at;
}

static void keep_unsupported(struct specification *s, const char *formula) {
  while (isspace((unsigned char)*formula)) formula++;
  size_t n = strlen(formula);
  while (n && isspace((unsigned char)formula[n - 1])) n--;
  if (n && formula[n - 1] == ')') n--;
  while (n && isspace((unsigned char)formula[n - 1])) n--;
  if (!s->unsupported) s->unsupported = mem_strndup(formula, n);
}

// Blanks may stand wherever the formula has one.
static bool eat_formula(const char **at, const char *formula) {
  while (*formula) {
    size_t n = strcspn(formula, " ");
    char *word = mem_strndup(formula, n);
    bool good = eat(at, word);
    mem_free(word);
    if (!good) return false;
    formula += n + (formula[n] == ' ');
  }
  return true;
}

// G ! overflow, G valid-free and their like: a formula of the table.
static bool read_formula(struct specification *s, const char *formula) {
  for (uint32_t p = 0; p < property_count; p++) {
    const char *at = formula;
    if (!property_table[p].formula || !eat_formula(&at, property_table[p].formula) || !at_end(at)) continue;
    s->checked |= 1u << p;
    return true;
  }
  return false;
}

// After COVER( init(main()), : what is to be covered. Conditions and basic blocks are covered where all branches are.
static bool read_cover(struct specification *s, const char *at, const char *line) {
  static const char *const branches[] = {"DECISIONEDGE", "CONDITIONEDGE", "BASICBLOCKENTRY"};
  keep_unsupported(s, at);
  if (!eat(&at, "FQL") || !eat(&at, "(") || !eat(&at, "COVER") || !eat(&at, "EDGES") || !eat(&at, "(") ||
      !eat(&at, "@"))
    return false;
  size_t n = strlen(line);
  while (n && isspace((unsigned char)line[n - 1])) n--;
  mem_free(s->goal);
  s->goal = mem_strndup(line, n);
  s->checked |= PROPERTY_SET(UNREACH);
  for (size_t i = 0; i < sizeof branches / sizeof *branches; i++)
    if (eat(&at, branches[i])) {
      s->covers = COVERS_BRANCHES;
      return eat(&at, ")") && at_end(at);
    }
  if (!eat(&at, "CALL") || !eat(&at, "(")) return false;
  mem_free(s->error_function);
  s->error_function = eat_name(&at);
  s->covers = COVERS_CALLS;
  return s->error_function && eat(&at, ")") && eat(&at, ")") && at_end(at);
}

static bool read_line(struct specification *s, const char *line) {
  const char *at = line;
  bool covers = eat(&at, "COVER");
  if ((!covers && !eat(&at, "CHECK")) || !eat(&at, "(") || !eat(&at, "init") || !eat(&at, "(")) return false;
  mem_free(s->entry);
  s->entry = eat_name(&at);
  if (!s->entry || !eat(&at, "(") || !eat(&at, ")") || !eat(&at, ")") || !eat(&at, ",")) return false;
  if (covers) return read_cover(s, at, line);
  const char *formula = at;
  if (eat(&at, "LTL") && eat(&at, "(") && eat(&at, "G") && eat(&at, "!")) {
    if (eat(&at, "call") && eat(&at, "(")) {
      mem_free(s->error_function);
      s->error_function = eat_name(&at);
      s->checked |= PROPERTY_SET(UNREACH);
      return s->error_function && eat(&at, "(") && eat(&at, ")") && eat(&at, ")") && at_end(at);
    }
  }
  at = formula;
  if (eat(&at, "LTL") && eat(&at, "(") && eat(&at, "G") && read_formula(s, at)) return true;
  at = formula;
  if (!eat(&at, "LTL") && !eat(&at, "FQL") && !eat(&at, "COVER")) return false;
  keep_unsupported(s, formula);
  return true;
}

static void keep_line(struct specification *s, const char *line) {
  size_t n = strlen(line);
  while (n && isspace((unsigned char)line[n - 1])) n--;
  if (s->text.size) text_addc(&s->text, '\n');
  text_add_n(&s->text, line, n);
}

static void print_formulas(properties of, const char *head, struct text *out) {
  for (uint32_t p = 0; p < property_count; p++)
    if (of >> p & 1 && property_table[p].formula) text_printf(out, "%s%s) )\n", head, property_table[p].formula);
}

// Lines for the parts of a property stand before its own.
bool specification_print(const struct specification *specification, properties what, const char *entry,
                         struct text *out) {
  if (specification->text.size) {
    text_add(out, text_cstr(&specification->text));
    return true;
  }
  struct text head = {0};
  text_printf(&head, "CHECK( init(%s()), LTL(G ", entry);
  size_t before = out->size;
  for (uint32_t p = 0; p < property_count; p++) {
    print_formulas(what & property_table[p].includes, text_cstr(&head), out);
    what &= ~property_table[p].includes;
    print_formulas(what & 1u << p, text_cstr(&head), out);
    what &= ~(1u << p);
  }
  text_release(&head);
  if (out->size == before) return false;
  out->data[--out->size] = '\0'; // the last line has no end
  return true;
}

bool specification_parse(struct specification *specification, const char *file, const struct text *content,
                         struct error *error) {
  bool good = true;
  unsigned number = 0, checks = 0;
  for (const char *at = text_cstr(content), *end = at + content->size; good && at < end;) {
    size_t n = strcspn(at, "\n");
    char *line = mem_strndup(at, n);
    at += n + (at[n] == '\n');
    number++;
    const char *start = line;
    while (isspace((unsigned char)*start)) start++;
    if (*start) {
      if (read_line(specification, start)) {
        checks++;
        keep_line(specification, start);
      } else {
        error_set(error, EXIT_DATA,
                  "%s:%u: not a property: expected CHECK( init(main()), LTL(G ! call(reach_error())) )", file, number);
        good = false;
      }
    }
    if (strlen(line) < n) at = end; // a NUL: binary junk, refused above or by the count below
    mem_free(line);
  }
  if (good && checks == 0) {
    error_set(error, EXIT_DATA, "%s: not a property file: it holds no CHECK(...) line", file);
    good = false;
  }
  return good;
}

bool specification_read(struct specification *specification, const char *file, struct error *error) {
  struct stat status;
  if (stat(file, &status) == 0 && S_ISDIR(status.st_mode)) {
    error_set(error, EXIT_DATA, "--property %s: is a directory, not a property file", file);
    return false;
  }
  struct text content = {0};
  bool good = input_read(file, &content, error) && specification_parse(specification, file, &content, error);
  text_release(&content);
  return good;
}

void specification_release(struct specification *specification) {
  mem_free(specification->entry);
  mem_free(specification->error_function);
  mem_free(specification->unsupported);
  text_release(&specification->text);
  mem_free(specification->goal);
  *specification = (struct specification){0};
}

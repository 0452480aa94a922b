// See specification.h. Property files have lines such as
//   CHECK( init(main()), LTL(G ! call(reach_error())) )
//   CHECK( init(main()), LTL(G ! overflow) )
// and those for tests
//   COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )
//   COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )
#include "cli/specification.h"
#include "base/alloc.h"
#include "base/input.h"
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

// G valid-free and its like: the property's own name.
static bool read_memory(struct specification *s, const char *formula) {
  static const enum property names[] = {PROPERTY_DEREF, PROPERTY_FREE, PROPERTY_MEMTRACK, PROPERTY_MEMCLEANUP};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *at = formula;
    if (!eat(&at, property_table[names[i]].name) || !at_end(at)) continue;
    s->checked |= 1u << names[i];
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
    const char *what = at;
    if (eat(&at, "overflow") && at_end(at)) {
      s->checked |= PROPERTY_SET(OVERFLOW);
      return true;
    }
    at = what;
    if (eat(&at, "call") && eat(&at, "(")) {
      mem_free(s->error_function);
      s->error_function = eat_name(&at);
      s->checked |= PROPERTY_SET(UNREACH);
      return s->error_function && eat(&at, "(") && eat(&at, ")") && eat(&at, ")") && at_end(at);
    }
  }
  at = formula;
  if (eat(&at, "LTL") && eat(&at, "(") && eat(&at, "G") && read_memory(s, at)) return true;
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

bool specification_print(const struct specification *specification, properties what, const char *entry,
                         struct text *out) {
  static const enum property memory[] = {PROPERTY_FREE, PROPERTY_DEREF, PROPERTY_MEMTRACK, PROPERTY_MEMCLEANUP};
  if (specification->text.size) {
    text_add(out, text_cstr(&specification->text));
    return true;
  }
  struct text head = {0};
  text_printf(&head, "CHECK( init(%s()), LTL(G ", entry);
  size_t before = out->size;
  if (what & PROPERTY_SET(UNREACH)) text_printf(out, "%s! call(reach_error())) )\n", text_cstr(&head));
  if (what & PROPERTY_SET(OVERFLOW)) text_printf(out, "%s! overflow) )\n", text_cstr(&head));
  for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
    if (what & 1u << memory[i]) text_printf(out, "%s%s) )\n", text_cstr(&head), property_table[memory[i]].name);
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

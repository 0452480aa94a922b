// Which names a C file may define, by its text alone: whether it is worth compiling. A name that something like a
// definition follows is kept; that may be wrong either way (macros), which costs time or another look, never a meaning.
#include "base/memory/hash.h"
#include "base/file/input.h"
#include "front/compile/units.h"
#include <ctype.h>

enum { FUNCTION = 1, VARIABLE = 2 }; // bits: what a name may be defined as

struct scan {
  const char *at;
  char before; // the last character that is neither blank nor comment
};

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

// Past a text in quotes, which ends with its line at the latest.
static const char *past_quotes(const char *at) {
  char quote = *at++;
  while (*at && *at != quote && *at != '\n') at += *at == '\\' && at[1] ? 2 : 1;
  return *at ? at + 1 : at;
}

static const char *past_blanks(const char *at) {
  for (;;) {
    while (isspace((unsigned char)*at) || (*at == '\\' && at[1] == '\n')) at++;
    if (at[0] == '/' && at[1] == '*') {
      const char *end = strstr(at + 2, "*/");
      at = end ? end + 2 : at + strlen(at);
    } else if (at[0] == '/' && at[1] == '/') {
      at += strcspn(at, "\n");
    } else {
      return at;
    }
  }
}

#define PARENTHESES_MOST 100000u // characters between those of one list of parameters

// Past a list in parentheses; NULL: it has no end.
static const char *past_list(const char *at) {
  const char *begin = at;
  unsigned depth = 0;
  while (*at && at - begin < PARENTHESES_MOST) {
    if (*at == '"' || *at == '\'') {
      at = past_quotes(at);
      continue;
    }
    depth += *at == '(';
    if (*at == ')' && --depth == 0) return at + 1;
    const char *next = past_blanks(at + 1);
    at = next;
  }
  return NULL;
}

// `name(…) {`, also with declarations or attributes before the brace; `int name = …`, `*name[…`, `, name;`
static uint32_t looks_defined(const struct scan *s, const char *end) {
  const char *next = past_blanks(end);
  if (*next == '(') {
    const char *behind = past_list(next);
    if (!behind) return 0;
    behind = past_blanks(behind);
    return *behind == '{' || is_letter(*behind) ? FUNCTION : 0;
  }
  bool declared = is_letter(s->before) || s->before == '*' || s->before == ',' || s->before == ')' || s->before == '}';
  bool ended = (*next == '=' && next[1] != '=') || *next == ';' || *next == ',' || *next == '[' ||
               strncmp(next, "__attribute__", 13) == 0;
  return declared && ended ? VARIABLE : 0;
}

void definitions_scan(const char *text, struct map_u32 *names) {
  struct scan s = {.at = past_blanks(text)};
  while (*s.at) {
    if (*s.at == '"' || *s.at == '\'') {
      s.at = past_quotes(s.at);
      s.before = '"';
    } else if (is_letter(*s.at)) {
      const char *end = s.at;
      while (is_letter(*end)) end++;
      uint32_t what = isdigit((unsigned char)*s.at) ? 0 : looks_defined(&s, end);
      uint64_t key = hash_bytes(s.at, (size_t)(end - s.at)) >> 1;
      if (what) map_u32_put(names, key, what | map_u32_get_or(names, key, 0));
      s.before = 'a';
      s.at = end;
    } else {
      s.before = *s.at++;
    }
    s.at = past_blanks(s.at);
  }
}

bool definitions_have(const struct map_u32 *names, const char *name, bool is_function) {
  return map_u32_get_or(names, hash_string(name) >> 1, 0) & (is_function ? FUNCTION : VARIABLE);
}

bool definitions_read(const char *file, struct map_u32 *names) {
  struct text content = {0};
  struct error error = {0};
  bool good = input_read(file, &content, &error);
  if (good) definitions_scan(text_cstr(&content), names);
  error_release(&error);
  text_release(&content);
  return good;
}

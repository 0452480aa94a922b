// An expression of a contract as C. Words of ACSL are replaced, and behind each `#line` and blanks bring the compiler
// back to the line and the column of what follows. What changes something, what is no expression, and comparisons that
// mean something else in C are refused here; what is hidden in macros and calls, by clang or in apply.c.
#include "base/memory/alloc.h"
#include "front/contract/contract.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

static void find_place(const struct clause *clause, size_t offset, uint32_t *line, uint32_t *column) {
  *line = clause->line;
  *column = clause->column;
  for (size_t i = 0; i < offset; i++) {
    *column = clause->text[i] == '\n' ? 1 : *column + 1;
    *line += clause->text[i] == '\n';
  }
}

bool words_fail(struct error *error, const struct clause *clause, size_t offset, const char *format, ...) {
  uint32_t line, column;
  char what[400];
  va_list args;
  va_start(args, format);
  vsnprintf(what, sizeof what, format, args);
  va_end(args);
  find_place(clause, offset, &line, &column);
  if (!error->status) error_set(error, EXIT_DATA, "%s:%u:%u: %s", clause->file, line, column, what);
  return false;
}

void words_place(const struct clause *clause, size_t offset, struct text *out) {
  uint32_t line, column;
  find_place(clause, offset, &line, &column);
  text_printf(out, "\n#line %u \"", line);
  for (const char *c = clause->file; *c; c++) {
    if (*c == '"' || *c == '\\') text_addc(out, '\\');
    text_addc(out, *c);
  }
  text_printf(out, "\"\n%*s", (int)column - 1, "");
}

struct clause_part words_whole(const struct clause *clause) {
  return words_trim((struct clause_part){clause, 0, strlen(clause->text)});
}

// --- parts -----------------------------------------------------------------------------------------------------------

static size_t past_quotes(const char *text, size_t at) {
  char quote = text[at++];
  while (text[at] && text[at] != quote) at += text[at] == '\\' && text[at + 1] ? 2 : 1;
  return text[at] ? at + 1 : at;
}

// Behind the parenthesis that closes the one at `at`; 0: there is none before `to`.
static size_t past_closed(const char *text, size_t at, size_t to) {
  int depth = 0;
  while (at < to) {
    if (text[at] == '"' || text[at] == '\'') {
      at = past_quotes(text, at);
      continue;
    }
    depth += text[at] == '(' || text[at] == '[';
    depth -= text[at] == ')' || text[at] == ']';
    at++;
    if (!depth) return at;
  }
  return 0;
}

static struct clause_part without_blanks(struct clause_part part) {
  const char *text = part.clause->text;
  while (part.from < part.to && isspace((unsigned char)text[part.from])) part.from++;
  while (part.to > part.from && isspace((unsigned char)text[part.to - 1])) part.to--;
  return part;
}

struct clause_part words_trim(struct clause_part part) {
  part = without_blanks(part);
  const char *text = part.clause->text;
  while (part.to - part.from >= 2 && text[part.from] == '(' && past_closed(text, part.from, part.to) == part.to)
    part = without_blanks((struct clause_part){part.clause, part.from + 1, part.to - 1});
  return part;
}

bool words_begin(struct clause_part part, const char *word) {
  size_t n = strlen(word);
  const char *text = part.clause->text + part.from;
  return part.to - part.from >= n && !strncmp(text, word, n) && !is_letter(text[n]);
}

bool words_call(struct clause_part part, const char *word, struct clause_part *inside) {
  if (!words_begin(part, word)) return false;
  const char *text = part.clause->text;
  size_t at = part.from + strlen(word);
  while (at < part.to && isspace((unsigned char)text[at])) at++;
  if (at >= part.to || text[at] != '(' || past_closed(text, at, part.to) != part.to) return false;
  *inside = words_trim((struct clause_part){part.clause, at + 1, part.to - 1});
  return true;
}

// The longest operator that stands there; its length.
static size_t operator_at(const char *text) {
  static const char *const operators[] = {
      "<==>", "==>", "<<=", ">>=", "...", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=",
      "|=",   "^=",  "==",  "<=",  ">=",  "!=", "&&", "||", "<<", ">>", "->", "..", "^^"};
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (!strncmp(text, operators[i], strlen(operators[i]))) return strlen(operators[i]);
  return 1;
}

// Behind the word, text in quotes, or operator; parentheses are passed whole.
static size_t past_token(const char *text, size_t at, size_t to) {
  if (text[at] == '"' || text[at] == '\'') return past_quotes(text, at);
  if (text[at] == '(' || text[at] == '[') {
    size_t end = past_closed(text, at, to);
    return end ? end : to;
  }
  if (!is_letter(text[at])) return at + operator_at(text + at);
  bool is_number = isdigit((unsigned char)text[at]);
  while (at < to && (is_letter(text[at]) || (is_number && text[at] == '.' && text[at + 1] != '.'))) at++;
  return at;
}

size_t words_find(struct clause_part part, size_t from, const char *mark) {
  const char *text = part.clause->text;
  for (size_t at = from, next; at < part.to; at = next) {
    next = past_token(text, at, part.to);
    if (next - at == strlen(mark) && !strncmp(text + at, mark, next - at)) return at;
  }
  return part.to;
}

// --- what is refused -------------------------------------------------------------------------------------------------

static bool is_one_of(const char *text, size_t n, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strlen(list[i]) == n && !strncmp(text, list[i], n)) return true;
  return false;
}
#define IS_ONE_OF(text, n, ...)                                                                                        \
  is_one_of(text, n, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static bool check_token(const struct words *w, const struct clause *c, size_t at, size_t n) {
  const char *text = c->text + at;
  if (IS_ONE_OF(text, n, "=", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="))
    return words_fail(w->error, c, at, "`%.*s` changes something; an expression of a contract must not", (int)n, text);
  if (IS_ONE_OF(text, n, "{", "}", ";", "#") || !strncmp(text, "//", 2) || !strncmp(text, "/*", 2) ||
      (*text == '\\' && isspace((unsigned char)text[1])))
    return words_fail(w->error, c, at, "`%c` cannot stand in an expression of a contract", *text);
  if (IS_ONE_OF(text, n, "<==>", "^^", "..", "..."))
    return words_fail(w->error, c, at, "`%.*s` is not supported here", (int)n, text);
  if (IS_ONE_OF(text, n, ")", "]")) return words_fail(w->error, c, at, "unexpected `%c`", *text);
  return true;
}

// 0 <= x <= 9 is no range in C.
static bool check_comparisons(const struct words *w, struct clause_part part) {
  const char *text = part.clause->text;
  uint32_t count = 0;
  for (size_t at = part.from, next; at < part.to; at = next) {
    next = past_token(text, at, part.to);
    size_t n = next - at;
    if (IS_ONE_OF(text + at, n, "&&", "||", "==>", "?", ":", ",", "&", "|", "^", "^^")) count = 0;
    if (!IS_ONE_OF(text + at, n, "<", "<=", ">", ">=", "==", "!=")) continue;
    if (++count > 1)
      return words_fail(w->error, part.clause, at,
                        "a chain of comparisons means something else in C; write it as two that && joins");
  }
  return true;
}

// --- writing ---------------------------------------------------------------------------------------------------------

static bool write_part(const struct words *w, struct clause_part part, struct text *out);

static void replace(const struct clause *c, const char *by, size_t behind, struct text *out) {
  text_printf(out, " %s", by);
  words_place(c, behind, out);
}

// \old(E), and \at(E, Pre).
static bool write_old(const struct words *w, struct clause_part inside, size_t behind, struct text *out) {
  if (!w->after || !w->olds)
    return words_fail(w->error, inside.clause, inside.from, "\\old has a meaning in `ensures` only, and not in itself");
  char name[40];
  snprintf(name, sizeof name, CONTRACT_OLD "%u", w->olds->size);
  vec_clause_part_push(w->olds, inside);
  replace(inside.clause, name, behind, out);
  return true;
}

static bool write_word(const struct words *w, const struct clause *c, size_t *at, size_t to, struct text *out) {
  const char *text = c->text;
  size_t end = *at + 1, from = *at;
  while (end < to && is_letter(text[end])) end++;
  size_t n = end - from;
  *at = end;
  if (IS_ONE_OF(text + from, n, "\\result")) {
    if (!w->after) return words_fail(w->error, c, from, "\\result has a meaning in `ensures` only");
    if (!w->has_result) return words_fail(w->error, c, from, "the function returns nothing: there is no \\result");
    replace(c, CONTRACT_RESULT, end, out);
  } else if (IS_ONE_OF(text + from, n, "\\null")) {
    replace(c, "((void *)0)", end, out);
  } else if (IS_ONE_OF(text + from, n, "\\true", "\\false")) {
    replace(c, text[from + 1] == 't' ? "1" : "0", end, out);
  } else if (IS_ONE_OF(text + from, n, "\\old")) {
    struct clause_part inside;
    size_t open = end;
    while (open < to && isspace((unsigned char)text[open])) open++;
    size_t close = open < to && text[open] == '(' ? past_closed(text, open, to) : 0;
    if (!close || !words_call((struct clause_part){c, from, close}, "\\old", &inside))
      return words_fail(w->error, c, from, "\\old wants an expression in parentheses");
    *at = close;
    return write_old(w, inside, close, out);
  } else if (IS_ONE_OF(text + from, n, "\\valid", "\\valid_read", "\\valid_string")) {
    return words_fail(w->error, c, from,
                      "%.*s is understood of a parameter, as a conjunct of a precondition: requires \\valid(p) && …;",
                      (int)n, text + from);
  } else {
    return words_fail(w->error, c, from,
                      "`%.*s` is not known; there are \\result, \\old, \\valid, \\valid_read, valid_string, \\null, "
                      "\\true and \\false",
                      (int)n, text + from);
  }
  return true;
}

static bool write_tokens(const struct words *w, struct clause_part part, struct text *out) {
  const char *text = part.clause->text;
  size_t at = part.from;
  while (at < part.to) {
    if (text[at] == '\\' && isalpha((unsigned char)text[at + 1])) {
      if (!write_word(w, part.clause, &at, part.to, out)) return false;
      continue;
    }
    size_t next = past_token(text, at, part.to);
    if (text[at] == '(' || text[at] == '[') {
      if (!past_closed(text, at, part.to)) return words_fail(w->error, part.clause, at, "`%c` is not closed", text[at]);
      text_addc(out, text[at]);
      if (!write_part(w, (struct clause_part){part.clause, at + 1, next - 1}, out)) return false;
      text_addc(out, text[next - 1]);
    } else {
      if (!check_token(w, part.clause, at, next - at)) return false;
      if (words_begin((struct clause_part){part.clause, at, part.to}, "valid_string"))
        return words_fail(w->error, part.clause, at,
                          "valid_string is understood of a parameter, as a conjunct of a precondition");
      text_add_n(out, text + at, next - at);
    }
    at = next;
  }
  return true;
}

// A ==> B ==> C is A ==> (B ==> C).
static bool write_part(const struct words *w, struct clause_part part, struct text *out) {
  size_t at = words_find(part, part.from, "==>");
  if (at == part.to) return check_comparisons(w, part) && write_tokens(w, part, out);
  if (words_find(part, part.from, "?") != part.to || words_find(part, part.from, ",") != part.to)
    return words_fail(w->error, part.clause, at, "==> beside `?` or `,` wants parentheses");
  struct clause_part left = {part.clause, part.from, at}, right = {part.clause, at + 3, part.to};
  text_add(out, "(!(");
  words_place(part.clause, left.from, out);
  if (!write_part(w, left, out)) return false;
  text_add(out, ") || (");
  words_place(part.clause, right.from, out);
  if (!write_part(w, right, out)) return false;
  text_add(out, "))");
  words_place(part.clause, part.to, out);
  return true;
}

bool words_write(const struct words *words, struct clause_part part, struct text *out) {
  part = words_trim(part);
  if (part.from == part.to) return words_fail(words->error, part.clause, part.from, "an expression is expected");
  words_place(part.clause, part.from, out);
  bool good = write_part(words, part, out);
  text_addc(out, '\n');
  return good;
}

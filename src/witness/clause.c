// See clause.h. The compiler has the last word on what the expression means; here only what would change the program is
// kept out of it.
#include "witness/clause.h"
#include "witness/tokens.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void scan_text(struct outline *o, const char *text, size_t length) {
  *o = (struct outline){0};
  text_add_n(&o->content, text, length);
  text_addc(&o->content, '\0');
  o->content.size--;
  tokens_scan(o);
}

static bool is_name(const struct outline *o, uint32_t i, const char *name, size_t length) {
  const struct token *t = &o->tokens.data[i];
  return t->kind == TOKEN_WORD && t->length == length && !memcmp(o->content.data + t->offset, name, length);
}

static bool is_among(const struct outline *o, uint32_t i, const char *const *words) {
  for (; *words; words++)
    if (outline_is(o, i, *words)) return true;
  return false;
}

// Before `(`: may what stands here be called?
static bool may_be_called(const struct outline *o, uint32_t i) {
  static const char *const harmless[] = {"sizeof", "_Alignof", "alignof", NULL};
  static const char *const types[] = {"int",   "char",   "short",    "long",     "unsigned", "signed",
                                      "float", "double", "_Bool",    "const",    "volatile", "*",
                                      "void",  "struct", "__int128", "_Float16", "union",    NULL};
  if (o->tokens.data[i].kind == TOKEN_WORD) return !is_among(o, i, harmless);
  if (outline_is(o, i, "]")) return true;
  if (!outline_is(o, i, ")")) return false;
  // A cast, or a function in parentheses: a word that is no type may be either.
  uint32_t open = o->tokens.data[i].match;
  if (open == OUTLINE_NONE) return true;
  for (uint32_t k = open + 1; k < i; k++)
    if (!is_among(o, k, types) && !(k > open + 1 && is_among(o, k - 1, (const char *const[]){"struct", "union", NULL})))
      return true;
  return false;
}

// A divisor, or a number of bits, with which nothing is undefined: from 1 to 31, or a larger divisor.
static bool is_harmless(const struct outline *o, uint32_t i) {
  if (i >= o->tokens.size || o->tokens.data[i].kind != TOKEN_NUMBER) return false;
  char *end;
  const char *text = o->content.data + o->tokens.data[i].offset;
  unsigned long number = strtoul(text, &end, 0);
  bool whole = (size_t)(end - text) + strspn(end, "uUlL") == o->tokens.data[i].length;
  bool shifts = outline_is(o, i - 1, "<<") || outline_is(o, i - 1, ">>");
  return whole && number && (!shifts || number < 32);
}

// `<:` and `<%`, other spellings of `[` and `{`.
static bool is_digraph(const struct outline *o, uint32_t i) {
  if (!outline_is(o, i, "<") || i + 1 >= o->tokens.size) return false;
  return o->tokens.data[i + 1].offset == o->tokens.data[i].offset + 1 &&
         (outline_is(o, i + 1, ":") || outline_is(o, i + 1, "%"));
}

static bool check_tokens(const struct outline *o, const char **what) {
  static const char *const effects[] = {
      "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "<<=", ">>=", NULL};
  static const char *const others[] = {"{",      "}",        ";",      "#",        "##",        "@",     "`",
                                       "$",      "...",      "\\",     "asm",      "__asm__",   "__asm", "_Pragma",
                                       "__real", "__real__", "__imag", "__imag__", CLAUSE_MARK, NULL};
  static const char *const counters[] = {"__COUNTER__", NULL};
  static const char *const quotients[] = {"/", "%", "<<", ">>", NULL};
  for (uint32_t i = 0; i < o->tokens.size; i++) {
    if (is_among(o, i, effects)) *what = "it has an assignment in it";
    else if (is_among(o, i, others) || is_digraph(o, i)) *what = "it is no expression of C that is read here";
    else if (is_among(o, i, counters)) *what = "it changes `__COUNTER__`";
    else if (i + 1 < o->tokens.size && outline_is(o, i + 1, "(") && may_be_called(o, i))
      *what = "it may have a call in it";
    else if (is_among(o, i, quotients) && !is_harmless(o, i + 1))
      *what = "it divides or shifts by what is no small constant, which may be undefined";
    else continue;
    return false;
  }
  return true;
}

// Is a star a multiplication, or part of a type?
static bool is_product(const struct outline *o, uint32_t i) {
  if (i == 0) return false;
  const struct token *before = &o->tokens.data[i - 1];
  return before->kind == TOKEN_WORD || before->kind == TOKEN_NUMBER || outline_is(o, i + 1, ")") ||
         outline_is(o, i + 1, "*") || outline_is(o, i - 1, "]");
}

static bool is_partial(const struct outline *o) {
  static const char *const signs[] = {"[", "->", NULL};
  for (uint32_t i = 0; i < o->tokens.size; i++)
    if (is_among(o, i, signs) || (outline_is(o, i, "*") && !is_product(o, i))) return true;
  return false;
}

static void join(const struct outline *o, struct text *out) {
  for (uint32_t i = 0; i < o->tokens.size; i++) {
    const struct token *t = &o->tokens.data[i];
    if (i) text_addc(out, ' ');
    text_add_n(out, o->content.data + t->offset, t->length);
  }
}

// `\result` by a name that C allows.
static void replace_result(const char *text, bool has_result, struct text *out) {
  while (*text) {
    bool found = has_result && !strncmp(text, "\\result", 7) && !isalnum((unsigned char)text[7]) && text[7] != '_';
    if (found) text_add(out, CLAUSE_RESULT);
    else text_addc(out, *text);
    text += found ? 7 : 1;
  }
}

static bool check_names(const struct outline *o, bool has_result, const char **what) {
  for (uint32_t i = 0; i < o->tokens.size; i++) {
    const struct token *t = &o->tokens.data[i];
    bool own = t->kind == TOKEN_WORD && !strncmp(o->content.data + t->offset, "__witness", 9);
    if (!own || (has_result && is_name(o, i, CLAUSE_RESULT, strlen(CLAUSE_RESULT)))) continue;
    *what = "it has a name of clew's own";
    return false;
  }
  return true;
}

static bool check_all(struct outline *o, bool has_result, const char **what) {
  bool good = tokens_match(o) && o->tokens.size && !o->markers.size;
  if (!good) *what = "it is no expression of C";
  return good && check_tokens(o, what) && check_names(o, has_result, what);
}

// A line that begins with `#`: the scanner skips it.
static bool has_directive(const char *text) {
  for (; *text; text += strspn(text, "\n")) {
    if (text[strspn(text, " \t\r\f\v")] == '#') return true;
    text += strcspn(text, "\n");
  }
  return false;
}

bool clause_read(struct clause *clause, const char *text, bool has_result, const char **what) {
  *clause = (struct clause){0};
  struct text plain = {0};
  struct outline o;
  replace_result(text, has_result, &plain);
  scan_text(&o, text_cstr(&plain), plain.size);
  bool good = !has_directive(text);
  if (!good) *what = "it is no expression of C";
  good = good && check_all(&o, has_result, what);
  if (good) {
    join(&o, &clause->text);
    clause->partial = is_partial(&o);
  }
  outline_release(&o);
  text_release(&plain);
  return good;
}

bool clause_judge(const char *before, const char *now, bool may_look, const char **what) {
  struct outline was, is;
  scan_text(&was, before, strlen(before));
  scan_text(&is, now, strlen(now));
  bool good = check_all(&is, true, what);
  if (good && !may_look && is_partial(&is) && !is_partial(&was)) {
    *what = "it looks at memory, which must be seen in the witness";
    good = false;
  }
  outline_release(&was);
  outline_release(&is);
  return good;
}

void clause_release(struct clause *clause) { text_release(&clause->text); }

// The tokens of a C file; see outline.h.
#include "witness/tokens.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct scanner {
  struct outline *o;
  const char *at, *end, *line_start;
  uint32_t line;
  bool fresh; // nothing but blanks stands before in the line
};

static void next_line(struct scanner *s) {
  s->line++;
  s->line_start = s->at;
}

// Past a character, which may end the line.
static void skip(struct scanner *s) {
  if (*s->at++ == '\n') next_line(s);
}

static void skip_comment(struct scanner *s) {
  s->at += 2;
  while (s->at < s->end && !(s->at[0] == '*' && s->at + 1 < s->end && s->at[1] == '/')) skip(s);
  s->at = s->end - s->at >= 2 ? s->at + 2 : s->end;
}

static bool at_spliced_end(const struct scanner *s) {
  return s->at[0] == '\\' && s->at + 1 < s->end && (s->at[1] == '\n' || (s->at[1] == '\r' && s->at + 2 < s->end));
}

static bool starts_comment(const struct scanner *s, char second) {
  return s->at[0] == '/' && s->at + 1 < s->end && s->at[1] == second;
}

// `# 12 "file"` or `#line 12 "file"`.
static void note_marker(struct scanner *s) {
  const char *p = s->at + 1;
  p += strspn(p, " \t");
  if (!strncmp(p, "line", 4)) p += 4 + strspn(p + 4, " \t");
  if (!isdigit((unsigned char)*p)) return;
  char *end;
  unsigned long said = strtoul(p, &end, 10);
  if (said > INT32_MAX) return;
  end += strspn(end, " \t");
  const char *close = *end == '"' ? strpbrk(end + 1, "\"\n") : NULL;
  struct line_marker marker = {.line = s->line, .said = (uint32_t)said};
  if (close && *close == '"') {
    marker.name = end + 1;
    marker.length = (uint32_t)(close - end - 1);
  }
  vec_line_marker_push(&s->o->markers, marker);
}

// To the end of the line that the directive is, with the lines that continue it.
static void skip_directive(struct scanner *s) {
  note_marker(s);
  while (s->at < s->end && *s->at != '\n') {
    if (at_spliced_end(s)) {
      s->at++;
      while (*s->at != '\n' && s->at < s->end) s->at++;
      if (s->at < s->end) skip(s);
    } else if (starts_comment(s, '*')) {
      skip_comment(s);
    } else {
      s->at++;
    }
  }
}

static void skip_line_comment(struct scanner *s) {
  while (s->at < s->end && *s->at != '\n') {
    if (at_spliced_end(s)) skip(s);
    skip(s);
  }
}

static void skip_literal(struct scanner *s) {
  char quote = *s->at++;
  while (s->at < s->end && *s->at != quote && *s->at != '\n') {
    if (*s->at == '\\' && s->at + 1 < s->end) skip(s);
    skip(s);
  }
  if (s->at < s->end && *s->at == quote) s->at++;
}

static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$' || (c & 0x80); }

static void skip_number(struct scanner *s) {
  while (s->at < s->end &&
         (in_word(*s->at) || *s->at == '.' || ((*s->at == '+' || *s->at == '-') && strchr("eEpP", s->at[-1]))))
    s->at++;
}

// Signs of more than one character that matter are told from others: == and the like are no assignments.
static void skip_sign(struct scanner *s) {
  static const char *const longer[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
                                       "&&",  "||",  "*=",  "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##"};
  for (size_t i = 0; i < sizeof longer / sizeof *longer; i++) {
    size_t n = strlen(longer[i]);
    if ((size_t)(s->end - s->at) >= n && !memcmp(s->at, longer[i], n)) {
      s->at += n;
      return;
    }
  }
  s->at++;
}

static void take_token(struct scanner *s) {
  const char *start = s->at;
  struct token token = {.offset = (uint32_t)(start - s->o->content.data),
                        .line = s->line,
                        .column = (uint32_t)(start - s->line_start) + 1,
                        .match = OUTLINE_NONE};
  if (*start == '"' || *start == '\'') {
    token.kind = TOKEN_LITERAL;
    skip_literal(s);
  } else if (isdigit((unsigned char)*start) || (*start == '.' && isdigit((unsigned char)start[1]))) {
    token.kind = TOKEN_NUMBER;
    s->at++;
    skip_number(s);
  } else if (in_word(*start)) {
    token.kind = TOKEN_WORD;
    while (s->at < s->end && in_word(*s->at)) s->at++;
  } else {
    token.kind = TOKEN_SIGN;
    skip_sign(s);
  }
  token.length = (uint32_t)(s->at - start);
  vec_token_push(&s->o->tokens, token);
}

void tokens_scan(struct outline *o) {
  const char *start = text_cstr(&o->content);
  struct scanner s = {.o = o, .at = start, .end = start + o->content.size, .line_start = start, .line = 1};
  s.fresh = true;
  while (s.at < s.end) {
    if (*s.at == '\n') {
      skip(&s);
      s.fresh = true;
    } else if (isspace((unsigned char)*s.at)) {
      s.at++;
    } else if (at_spliced_end(&s)) {
      s.at++;
      while (*s.at != '\n' && s.at < s.end) s.at++;
      if (s.at < s.end) skip(&s);
    } else if (starts_comment(&s, '*')) {
      skip_comment(&s);
    } else if (starts_comment(&s, '/')) {
      skip_line_comment(&s);
    } else if (*s.at == '#' && s.fresh) {
      skip_directive(&s);
    } else {
      s.fresh = false;
      take_token(&s);
    }
  }
}

bool tokens_match(struct outline *o) {
  struct vec_u32 open = {0};
  bool good = true;
  for (uint32_t i = 0; i < o->tokens.size && good; i++) {
    struct token *t = &o->tokens.data[i];
    if (t->kind != TOKEN_SIGN || t->length != 1) continue;
    char c = o->content.data[t->offset];
    if (c == '(' || c == '[' || c == '{') vec_u32_push(&open, i);
    if (c != ')' && c != ']' && c != '}') continue;
    uint32_t partner = open.size ? vec_u32_pop(&open) : OUTLINE_NONE;
    char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';
    good = partner != OUTLINE_NONE && o->content.data[o->tokens.data[partner].offset] == wanted;
    if (!good) break;
    t->match = partner;
    o->tokens.data[partner].match = i;
  }
  good &= !open.size;
  vec_u32_release(&open);
  return good;
}

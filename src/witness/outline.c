// See outline.h: statements, functions and declarations from tokens.
#include "witness/outline.h"
#include "base/file/input.h"
#include "witness/tokens.h"
#include <string.h>

#define DEEPEST 4000 // statements within statements; an else-if chain is as deep as it is long

struct parser {
  struct outline *o;
  uint32_t function, depth;
  bool failed;
};

bool outline_is(const struct outline *o, uint32_t token, const char *text) {
  if (token >= o->tokens.size) return false;
  const struct token *t = &o->tokens.data[token];
  return t->kind != TOKEN_LITERAL && strlen(text) == t->length && !memcmp(o->content.data + t->offset, text, t->length);
}

static bool is_among(const struct outline *o, uint32_t token, const char *const *words) {
  for (; *words; words++)
    if (outline_is(o, token, *words)) return true;
  return false;
}

static bool is_word(const struct outline *o, uint32_t token) {
  return token < o->tokens.size && o->tokens.data[token].kind == TOKEN_WORD;
}

static uint32_t fail(struct parser *p) {
  p->failed = true;
  return p->o->tokens.size;
}

static uint32_t parse_statement(struct parser *p, uint32_t at, uint32_t parent, uint32_t number);

// --- declarations ------------------------------------------------------------------------------

static const char *const type_words[] = {
    "int",          "char",     "short",    "long",     "unsigned", "signed",        "float",         "double",
    "void",         "struct",   "union",    "enum",     "const",    "volatile",      "static",        "register",
    "auto",         "extern",   "_Bool",    "_Complex", "typedef",  "__typeof__",    "typeof",        "__const",
    "__volatile__", "inline",   "_Atomic",  "__int128", "restrict", "_Thread_local", "__extension__", "__signed__",
    "_Float16",     "_Float32", "_Float64", "bool",     NULL};

// Does a statement that begins here declare something? A typedef's name is seen by what follows it.
static bool declares(const struct outline *o, uint32_t at) {
  if (is_among(o, at, type_words)) return true;
  static const char *const jumps[] = {"return", "goto", "sizeof", "case", "else", NULL};
  if (!is_word(o, at) || is_among(o, at, jumps)) return false;
  uint32_t next = at + 1;
  while (outline_is(o, next, "*") || is_among(o, next, (const char *const[]){"const", "restrict", "volatile", NULL}))
    next++;
  static const char *const behind[] = {";", "=", ",", "[", NULL};
  return is_word(o, next) && is_among(o, next + 1, behind);
}

// The names in the declaration from `at` up to `end`: words that are not behind a `=`, nor in the braces of a type.
// More are taken than are made, types among them: they are not used.
static void note_declarations(struct parser *p, uint32_t at, uint32_t end, uint32_t scope, uint32_t scope_end) {
  struct outline *o = p->o;
  bool value = false;
  for (uint32_t i = at; i < end; i++) {
    if (outline_is(o, i, "{") || outline_is(o, i, "[")) i = o->tokens.data[i].match;
    else if (outline_is(o, i, "=")) value = true;
    else if (outline_is(o, i, ",")) value = false;
    else if (value && outline_is(o, i, "(")) i = o->tokens.data[i].match;
    else if (!value && is_word(o, i) && !is_among(o, i, type_words))
      vec_declaration_push(&o->declarations, (struct declaration){.name = i, .end = scope_end, .scope = scope});
  }
}

// --- statements --------------------------------------------------------------------------------

static uint32_t add_statement(struct parser *p, enum statement_kind kind, uint32_t first, uint32_t parent,
                              uint32_t number) {
  vec_statement_push(&p->o->statements, (struct statement){.kind = kind,
                                                           .first = first,
                                                           .last = first,
                                                           .open = OUTLINE_NONE,
                                                           .close = OUTLINE_NONE,
                                                           .body = OUTLINE_NONE,
                                                           .otherwise = OUTLINE_NONE,
                                                           .parent = parent,
                                                           .function = p->function,
                                                           .number = number,
                                                           .label = OUTLINE_NONE});
  return p->o->statements.size - 1;
}

static struct statement *statement(struct parser *p, uint32_t id) { return &p->o->statements.data[id]; }

static uint32_t parse_block(struct parser *p, uint32_t at, uint32_t parent, uint32_t number) {
  uint32_t id = add_statement(p, STATEMENT_BLOCK, at, parent, number), end = p->o->tokens.data[at].match;
  uint32_t i = at + 1, count = 0;
  while (i < end && !p->failed) i = parse_statement(p, i, id, count++);
  if (i != end) return fail(p);
  statement(p, id)->last = end;
  return end + 1;
}

// Statements within parentheses: a block that is an expression.
static void parse_within(struct parser *p, uint32_t from, uint32_t to, uint32_t parent) {
  for (uint32_t i = from; i < to && !p->failed; i++) {
    if (outline_is(p->o, i, "(") && outline_is(p->o, i + 1, "{")) {
      uint32_t end = p->o->tokens.data[i + 1].match;
      parse_block(p, i + 1, parent, 1);
      i = end;
    }
  }
}

static uint32_t scope_end(struct parser *p, uint32_t parent) {
  return p->o->tokens.data[statement(p, parent)->first].match;
}

static uint32_t parse_simple(struct parser *p, uint32_t at, uint32_t parent, uint32_t number) {
  struct outline *o = p->o;
  uint32_t id = add_statement(p, STATEMENT_SIMPLE, at, parent, number), i = at;
  while (i < o->tokens.size && !outline_is(o, i, ";")) {
    if (outline_is(o, i, "}")) return fail(p);
    i = o->tokens.data[i].match != OUTLINE_NONE ? o->tokens.data[i].match + 1 : i + 1;
  }
  if (i >= o->tokens.size) return fail(p);
  statement(p, id)->last = i;
  bool in_block = parent != OUTLINE_NONE && statement(p, parent)->kind == STATEMENT_BLOCK;
  if (in_block && declares(o, at)) note_declarations(p, at, i, statement(p, parent)->first, scope_end(p, parent));
  parse_within(p, at, i, id);
  return i + 1;
}

// The keyword's parentheses; false: there are none.
static bool take_parentheses(struct parser *p, uint32_t id, uint32_t at) {
  if (!outline_is(p->o, at, "(")) {
    fail(p);
    return false;
  }
  statement(p, id)->open = at;
  statement(p, id)->close = p->o->tokens.data[at].match;
  parse_within(p, at + 1, statement(p, id)->close, id);
  return !p->failed;
}

static uint32_t parse_body(struct parser *p, uint32_t id, uint32_t at) {
  uint32_t body = p->o->statements.size, next = parse_statement(p, at, id, 0);
  if (p->failed) return next;
  statement(p, id)->body = body;
  statement(p, id)->last = next - 1;
  return next;
}

static uint32_t parse_if(struct parser *p, uint32_t id, uint32_t at) {
  if (!take_parentheses(p, id, at + 1)) return fail(p);
  uint32_t next = parse_body(p, id, statement(p, id)->close + 1);
  if (p->failed || !outline_is(p->o, next, "else")) return next;
  uint32_t other = p->o->statements.size;
  next = parse_statement(p, next + 1, id, 1);
  if (p->failed) return next;
  statement(p, id)->otherwise = other;
  statement(p, id)->last = next - 1;
  return next;
}

static uint32_t parse_do(struct parser *p, uint32_t id, uint32_t at) {
  uint32_t next = parse_body(p, id, at + 1);
  if (p->failed || !outline_is(p->o, next, "while") || !take_parentheses(p, id, next + 1)) return fail(p);
  next = statement(p, id)->close + 1;
  if (!outline_is(p->o, next, ";")) return fail(p);
  statement(p, id)->last = next;
  return next + 1;
}

static uint32_t parse_for(struct parser *p, uint32_t id, uint32_t at) {
  if (!take_parentheses(p, id, at + 1)) return fail(p);
  uint32_t open = statement(p, id)->open, first, second, before = p->o->declarations.size;
  if (!outline_for_parts(p->o, statement(p, id), &first, &second)) return fail(p);
  if (declares(p->o, open + 1)) note_declarations(p, open + 1, first, at, at);
  uint32_t next = parse_body(p, id, statement(p, id)->close + 1);
  for (uint32_t i = before; i < p->o->declarations.size && p->o->declarations.data[i].scope == at; i++)
    p->o->declarations.data[i].end = next - 1;
  return next;
}

// The colon of the `case` here; what is behind it may have `?` with colons of their own.
static uint32_t colon_of_case(const struct outline *o, uint32_t at) {
  uint32_t open = 0;
  for (at++; at < o->tokens.size && (open || !outline_is(o, at, ":")); at++) {
    if (outline_is(o, at, "?")) open++;
    else if (outline_is(o, at, ":")) open--;
    else if (o->tokens.data[at].match != OUTLINE_NONE) at = o->tokens.data[at].match;
  }
  return at;
}

// Past labels: `name :`, `case e :`, `default :`.
static uint32_t skip_labels(struct parser *p, uint32_t at) {
  struct outline *o = p->o;
  for (;;) {
    if ((outline_is(o, at, "default") || is_word(o, at)) && outline_is(o, at + 1, ":")) at += 2;
    else if (outline_is(o, at, "case")) at = colon_of_case(o, at) + 1;
    else return at;
  }
}

static uint32_t parse_kind(struct parser *p, uint32_t at, uint32_t parent, uint32_t number) {
  static const struct {
    const char *word;
    enum statement_kind kind;
  } keywords[] = {{"if", STATEMENT_IF},
                  {"while", STATEMENT_WHILE},
                  {"do", STATEMENT_DO},
                  {"for", STATEMENT_FOR},
                  {"switch", STATEMENT_SWITCH}};
  if (outline_is(p->o, at, "{")) return parse_block(p, at, parent, number);
  enum statement_kind kind = STATEMENT_SIMPLE;
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (outline_is(p->o, at, keywords[i].word)) kind = keywords[i].kind;
  if (kind == STATEMENT_SIMPLE) return parse_simple(p, at, parent, number);
  uint32_t id = add_statement(p, kind, at, parent, number);
  switch (kind) {
  case STATEMENT_IF: return parse_if(p, id, at);
  case STATEMENT_DO: return parse_do(p, id, at);
  case STATEMENT_FOR: return parse_for(p, id, at);
  default: return take_parentheses(p, id, at + 1) ? parse_body(p, id, statement(p, id)->close + 1) : fail(p);
  }
}

// The token behind the statement.
static uint32_t parse_statement(struct parser *p, uint32_t at, uint32_t parent, uint32_t number) {
  if (p->failed || at >= p->o->tokens.size || p->depth > DEEPEST) return fail(p);
  p->depth++;
  uint32_t start = skip_labels(p, at), id = p->o->statements.size;
  uint32_t next;
  if (start >= p->o->tokens.size) next = fail(p);
  else if (start > at && outline_is(p->o, start, "}")) next = start; // a label before a brace
  else next = parse_kind(p, start, parent, number);
  if (start > at && id < p->o->statements.size) statement(p, id)->label = at;
  p->depth--;
  return next;
}

// --- functions ---------------------------------------------------------------------------------

// The name of the function whose body begins here: the word before the parentheses before it. OUTLINE_NONE: it is no
// such body.
static uint32_t name_of_body(const struct outline *o, uint32_t brace) {
  uint32_t i = brace;
  // Attributes, and what an old declaration says of its parameters.
  while (i > 0 && !outline_is(o, i - 1, "}") && !outline_is(o, i - 1, "=")) {
    i--;
    if (!outline_is(o, i, ")")) {
      if (outline_is(o, i, ";") || is_word(o, i) || outline_is(o, i, "*") || outline_is(o, i, ",")) continue;
      return OUTLINE_NONE;
    }
    uint32_t open = o->tokens.data[i].match;
    if (open == 0) return OUTLINE_NONE;
    if (is_word(o, open - 1) && !outline_is(o, open - 1, "__attribute__")) return open - 1;
    i = open;
  }
  return OUTLINE_NONE;
}

static void find_functions(struct outline *o) {
  for (uint32_t i = 0; i < o->tokens.size; i++) {
    bool is_brace = outline_is(o, i, "{");
    if (!is_brace) {
      if (o->tokens.data[i].match != OUTLINE_NONE && o->tokens.data[i].match > i) i = o->tokens.data[i].match;
      continue;
    }
    bool is_type = i > 0 && is_word(o, i - 1) &&
                   (is_among(o, i - 1, type_words) ||
                    (i > 1 && is_among(o, i - 2, (const char *const[]){"struct", "union", "enum", NULL})));
    uint32_t name = is_type ? OUTLINE_NONE : name_of_body(o, i);
    if (name != OUTLINE_NONE) {
      struct parser p = {.o = o, .function = o->functions.size};
      uint32_t body = o->statements.size;
      parse_block(&p, i, OUTLINE_NONE, 0);
      if (p.failed) {
        o->whole = false;
        o->statements.size = body;
      } else {
        vec_outline_function_push(&o->functions, (struct outline_function){name, body});
      }
    }
    i = o->tokens.data[i].match;
  }
}

bool outline_read(struct outline *o, const char *file, struct error *error) {
  *o = (struct outline){.name = mem_strdup(file)};
  if (!input_read(file, &o->content, error)) return false;
  if (o->content.size > INT32_MAX) return true;
  text_addc(&o->content, '\0'); // it is never empty, and scanning looks one character ahead
  o->content.size--;
  tokens_scan(o);
  o->whole = tokens_match(o);
  if (o->whole) find_functions(o);
  return true;
}

void outline_release(struct outline *o) {
  mem_free(o->name);
  text_release(&o->content);
  vec_token_release(&o->tokens);
  vec_statement_release(&o->statements);
  vec_outline_function_release(&o->functions);
  vec_declaration_release(&o->declarations);
  vec_line_marker_release(&o->markers);
}

// --- asking ------------------------------------------------------------------------------------

uint32_t outline_token_within(const struct outline *o, uint32_t line, uint32_t column) {
  uint32_t low = 0, high = o->tokens.size; // the first token that begins behind it
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    const struct token *t = &o->tokens.data[middle];
    if (t->line < line || (t->line == line && t->column <= column)) low = middle + 1;
    else high = middle;
  }
  if (!low) return OUTLINE_NONE;
  const struct token *t = &o->tokens.data[low - 1];
  return t->line == line && column < t->column + t->length ? low - 1 : OUTLINE_NONE;
}

uint32_t outline_token_at(const struct outline *o, uint32_t line, uint32_t column) {
  uint32_t token = outline_token_within(o, line, column);
  return token != OUTLINE_NONE && o->tokens.data[token].column == column ? token : OUTLINE_NONE;
}

uint32_t outline_statement(const struct outline *o, uint32_t token) {
  uint32_t found = OUTLINE_NONE; // statements stand behind those that they are in
  for (uint32_t i = 0; i < o->statements.size; i++)
    if (o->statements.data[i].first <= token && token <= o->statements.data[i].last) found = i;
  return found;
}

uint32_t outline_begins(const struct outline *o, uint32_t token) {
  for (uint32_t i = 0; i < o->statements.size; i++)
    if (o->statements.data[i].first == token) return i;
  return OUTLINE_NONE;
}

bool outline_labels(const struct outline *o, uint32_t statement, struct vec_case_label *labels) {
  const struct statement *s = &o->statements.data[statement];
  bool has_default = false;
  for (uint32_t i = s->close + 1; i <= s->last; i++) {
    bool is_default = outline_is(o, i, "default") && outline_is(o, i + 1, ":");
    if (!is_default && !outline_is(o, i, "case")) continue;
    uint32_t of = outline_statement(o, i);
    while (of != OUTLINE_NONE && o->statements.data[of].kind != STATEMENT_SWITCH) of = o->statements.data[of].parent;
    if (of != statement) continue;
    has_default |= is_default;
    if (!is_default) vec_case_label_push(labels, (struct case_label){i + 1, colon_of_case(o, i) - 1});
  }
  return has_default;
}

bool outline_has_directive(const struct outline *o, uint32_t first, uint32_t last) {
  const char *from = o->content.data + o->tokens.data[first].offset;
  return memchr(from, '#', o->tokens.data[last].offset - o->tokens.data[first].offset);
}

bool outline_for_parts(const struct outline *o, const struct statement *s, uint32_t *first, uint32_t *second) {
  uint32_t found[2], n = 0;
  for (uint32_t i = s->open + 1; i < s->close && n < 2; i++) {
    if (outline_is(o, i, ";")) found[n++] = i;
    else if (o->tokens.data[i].match != OUTLINE_NONE) i = o->tokens.data[i].match;
  }
  if (n < 2) return false;
  *first = found[0];
  *second = found[1];
  return true;
}

uint32_t outline_line(const struct outline *o, const char *name, uint32_t line) {
  const char *said = NULL; // the file that lines are said to be of; NULL: this one
  uint32_t length = 0, found = 0, from = 0, base = 1;
  for (uint32_t i = 0; i <= o->markers.size; i++) {
    // Lines from `from` + 1 on up to the next marker are said to be `base`, base + 1, …
    uint32_t to = i < o->markers.size ? o->markers.data[i].line - 1 : UINT32_MAX - 1;
    bool same = name ? said && strlen(name) == length && !memcmp(said, name, length) : !said;
    if (same && line >= base && line - base < to - from) {
      if (found) return 0;
      found = from + 1 + (line - base);
    }
    if (i == o->markers.size) break;
    from = o->markers.data[i].line;
    base = o->markers.data[i].said;
    if (o->markers.data[i].name) {
      said = o->markers.data[i].name;
      length = o->markers.data[i].length;
    }
  }
  return found;
}

uint32_t outline_declaration(const struct outline *o, const char *name, size_t length, uint32_t token) {
  uint32_t found = OUTLINE_NONE;
  for (uint32_t i = 0; i < o->declarations.size; i++) {
    const struct declaration *d = &o->declarations.data[i];
    const struct token *t = &o->tokens.data[d->name];
    bool is_for = d->scope == token; // the loop that declares it
    if (t->length != length || memcmp(o->content.data + t->offset, name, length) != 0) continue;
    if (token > d->end || (!is_for && token < d->name)) continue;
    // Declarations of inner scopes begin later.
    if (found == OUTLINE_NONE || d->scope >= o->declarations.data[found].scope) found = i;
  }
  return found;
}

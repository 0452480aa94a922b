// What stands where in a C file, as far as witnesses speak of it: tokens, statements, loops, functions, declarations.
//
// Found by a scan of the text as it is, before the preprocessor: directives, comments and literals are skipped,
// brackets matched, statements found by their keywords. That is exact but where macros or conditional compilation make
// or hide brackets and keywords: such a file, or a function in it, is not `whole`, or a place is not found; nobody may
// rely on the outline for the meaning of a program. Positions are of the file, from 1, as bytes; `#line` and the
// markers of a preprocessor are known (outline_line).
#ifndef CLEW_WITNESS_OUTLINE_H
#define CLEW_WITNESS_OUTLINE_H
#include "base/error.h"
#include "base/text/text.h"
#include "base/memory/vec.h"
#include <stdbool.h>

#define OUTLINE_NONE UINT32_MAX

enum token_kind { TOKEN_WORD, TOKEN_NUMBER, TOKEN_LITERAL, TOKEN_SIGN };

struct token {
  enum token_kind kind;
  uint32_t offset, length;
  uint32_t line, column;
  uint32_t match; // of a bracket: its partner, or OUTLINE_NONE
};
VEC_TYPE(vec_token, struct token)

enum statement_kind {
  STATEMENT_SIMPLE, // an expression, a declaration, a jump
  STATEMENT_BLOCK,
  STATEMENT_IF,
  STATEMENT_WHILE,
  STATEMENT_DO,
  STATEMENT_FOR,
  STATEMENT_SWITCH,
};

struct statement {
  enum statement_kind kind;
  uint32_t first, last; // tokens: without labels; `last` is the semicolon or the closing brace
  uint32_t open, close; // the parentheses behind the keyword; of a DO: those behind its `while`
  uint32_t body; // statement: what the keyword governs; of an IF the first branch; OUTLINE_NONE: none
  uint32_t otherwise; // of an IF, or OUTLINE_NONE
  uint32_t parent; // statement, or OUTLINE_NONE: the body of a function
  uint32_t function;
  uint32_t number; // among the statements of its parent, from 0
  uint32_t label; // the first token of its labels; OUTLINE_NONE: it has none
};
VEC_TYPE(vec_statement, struct statement)

struct outline_function {
  uint32_t name; // token
  uint32_t body; // statement
};
VEC_TYPE(vec_outline_function, struct outline_function)

// A name that a declaration in a function makes, and from where to where it is known; parameters are not among them.
struct declaration {
  uint32_t name; // token
  uint32_t end; // the last token of its scope
  uint32_t scope; // the first token of its scope: of the block, or of the FOR that it is in
};
VEC_TYPE(vec_declaration, struct declaration)

// The expression of a `case`, by its first and last token; those of a range have `...` in between.
struct case_label {
  uint32_t first, last;
};
VEC_TYPE(vec_case_label, struct case_label)

// Where lines are said to be elsewhere: from the line behind `line` on.
struct line_marker {
  uint32_t line, said;
  const char *name; // of the file, in the text; NULL: the same as before
  uint32_t length;
};
VEC_TYPE(vec_line_marker, struct line_marker)

struct outline {
  char *name; // the file's, as it was given
  struct text content;
  struct vec_token tokens;
  struct vec_statement statements; // a statement stands behind those that it is in
  struct vec_outline_function functions;
  struct vec_declaration declarations;
  struct vec_line_marker markers;
  bool whole; // brackets match, and every function could be read
};

bool outline_read(struct outline *o, const char *file, struct error *error);
void outline_release(struct outline *o);

bool outline_is(const struct outline *o, uint32_t token, const char *text); // false for a token beyond the last
// The token that begins there; the one that has the position in it. OUTLINE_NONE: none.
uint32_t outline_token_at(const struct outline *o, uint32_t line, uint32_t column);
uint32_t outline_token_within(const struct outline *o, uint32_t line, uint32_t column);
// The innermost statement with this token, without those of a label.
uint32_t outline_statement(const struct outline *o, uint32_t token);
// The statement that begins with it; the outermost of them is asked for. OUTLINE_NONE: none does.
uint32_t outline_begins(const struct outline *o, uint32_t token);
static inline bool outline_is_loop(const struct statement *s) {
  return s->kind == STATEMENT_WHILE || s->kind == STATEMENT_DO || s->kind == STATEMENT_FOR;
}
// Of a FOR: the semicolons in its parentheses. False: they are not there.
bool outline_for_parts(const struct outline *o, const struct statement *s, uint32_t *first, uint32_t *second);
// Are there directives of the preprocessor from one token to another?
bool outline_has_directive(const struct outline *o, uint32_t first, uint32_t last);
// Of a SWITCH: its cases are appended. Has it a `default`?
bool outline_labels(const struct outline *o, uint32_t statement, struct vec_case_label *labels);
// The line of this file that is said to be the line of the named file. `name` is NULL for this file itself. 0: none, or
// more than one is.
uint32_t outline_line(const struct outline *o, const char *name, uint32_t line);
// The declaration of a name that holds at a token: the innermost one, in a function. OUTLINE_NONE: none, so that it is
// a parameter or declared outside.
uint32_t outline_declaration(const struct outline *o, const char *name, size_t length, uint32_t token);

#endif

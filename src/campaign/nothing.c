// See nothing.h.
//
// What the compiler left out is looked for in the preprocessed text: does a function name what reports a failed
// assertion? Names are enough for that: a name too many says that there is something to check.
#include "campaign/nothing.h"
#include "base/memory/alloc.h"
#include "base/memory/arena.h"
#include "base/file/input.h"
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

// Is something called that may call back, where that could lead to an error? Then there is something to check.
static bool may_leave(const struct cfa *cfa) {
  for (uint32_t i = 0; i < cfa->assumptions.size; i++) {
    const char *kind = cfa->assumptions.data[i].kind;
    if (!strcmp(kind, "undefined-function") || !strcmp(kind, "unknown-function") || !strcmp(kind, "assembly"))
      return true;
  }
  return false;
}

bool nothing_to_check(const struct job *job) {
  return job->program.cfa && !job->program.n_errors && !job->program.text_decides && !may_leave(job->program.cfa);
}

// --- the text --------------------------------------------------------------------------------------------------------

struct body {
  const char *name; // of the function
  struct vec_word names; // in it
};
VEC_TYPE(vec_body, struct body)

struct reading {
  struct arena arena;
  struct vec_body bodies;
  const char *at;
  const char *word; // the last identifier; NULL: something else
  const char *declared; // at file scope: the last identifier with an opening parenthesis behind it
};

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

// The next token: an identifier (r->word), or one character; 0 at the end.
static char next_token(struct reading *r) {
  r->word = NULL;
  for (;;) {
    char c = *r->at;
    if (c == '#' && (r->at[1] == ' ' || !strncmp(r->at, "#pragma", 7) || !strncmp(r->at, "#line", 5)))
      r->at += strcspn(r->at, "\n");
    else if (isspace((unsigned char)c)) r->at++;
    else break;
  }
  const char *start = r->at;
  if (*start == '"' || *start == '\'') {
    for (r->at++; *r->at && *r->at != *start; r->at++) r->at += *r->at == '\\' && r->at[1];
    if (*r->at) r->at++;
    return '"';
  }
  if (!is_word(*start)) return *start ? *r->at++ : 0;
  while (is_word(*r->at)) r->at++;
  if (isdigit((unsigned char)*start)) return '0';
  r->word = arena_printf(&r->arena, "%.*s", (int)(r->at - start), start);
  return 'a';
}

static bool is_attribute(const char *word) {
  return !strcmp(word, "__attribute__") || !strcmp(word, "__asm__") || !strcmp(word, "asm") || !strcmp(word, "__asm");
}

// Past the block that was just opened; its identifiers are those of the function.
static void read_body(struct reading *r) {
  struct body body = {.name = r->declared};
  uint32_t depth = 1;
  for (char token; depth && (token = next_token(r));) {
    if (r->word) vec_word_push(&body.names, r->word);
    depth += token == '{';
    depth -= token == '}';
  }
  vec_body_push(&r->bodies, body);
}

// Initialisers are like bodies, of nothing: no function is called there.
static void read_file(struct reading *r, const char *text) {
  uint32_t parentheses = 0;
  const char *before = NULL;
  r->at = text;
  r->declared = NULL;
  for (char token; (token = next_token(r));) {
    if (token == '(' && !parentheses && before && !is_attribute(before)) r->declared = before;
    parentheses += token == '(';
    parentheses -= token == ')' && parentheses;
    before = r->word;
    if (token == '{') read_body(r);
    if (token == '{' || (token == ';' && !parentheses)) r->declared = NULL;
  }
}

static bool is_error(const struct job *job, const char *name) {
  static const char *const names[] = {"reach_error", "__VERIFIER_error",     "__assert_fail",
                                      "__assert",    "__assert_perror_fail", "__assert_rtn"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return true;
  for (uint32_t i = 0; i < job->request->error_functions.size; i++)
    if (!strcmp(name, job->request->error_functions.data[i])) return true;
  return false;
}

// Does a function of the program name what reports an error? What such a function itself names does not count.
static bool names_error(struct reading *r, const struct job *job) {
  for (uint32_t i = 0; i < r->bodies.size; i++) {
    const struct body *b = &r->bodies.data[i];
    if (!b->name || is_error(job, b->name)) continue;
    for (uint32_t n = 0; n < b->names.size; n++)
      if (is_error(job, b->names.data[n])) return true;
  }
  return false;
}

static bool is_preprocessed(const char *file) {
  size_t n = strlen(file);
  return n > 2 && !strcmp(file + n - 2, ".i");
}

// The i-th file as the preprocessor leaves it.
static bool preprocess(struct job *job, uint32_t i, struct text *out) {
  struct front_options options = job_front_options(job);
  const char *file = options.files[i];
  if (is_preprocessed(file)) {
    struct error unread = {0};
    bool read = input_read(file, out, &unread);
    error_release(&unread);
    return read;
  }
  const struct front_unit *given = options.given ? options.given[i] : NULL;
  options.n_files = 1;
  options.files = &file;
  if (options.given) options.given = &given;
  options.silent = true;
  struct text result = {0};
  struct error error = {0};
  text_printf(&result, "%s/text-%" PRIu32 ".i", job->temp.path, i);
  bool good = front_preprocess(&job->limits, &options, text_cstr(&result), &error) &&
              input_read(text_cstr(&result), out, &error);
  error_release(&error);
  text_release(&result);
  return good;
}

static bool text_has_error(struct job *job) {
  struct reading r = {0};
  for (uint32_t i = 0; i < job->request->options.files.size; i++) {
    struct text text = {0};
    if (preprocess(job, i, &text)) read_file(&r, text_cstr(&text));
    text_release(&text);
  }
  bool found = names_error(&r, job);
  for (uint32_t i = 0; i < r.bodies.size; i++) vec_word_release(&r.bodies.data[i].names);
  vec_body_release(&r.bodies);
  arena_release(&r.arena);
  return found;
}

bool nothing_is_asserted(struct job *job) {
  if (job->program.checked != PROPERTY_SET(UNREACH) || job->request->options.property) return false;
  if (!nothing_to_check(job)) return false;
  job->program.text_decides = job->request->kind == INPUT_FILE_C && text_has_error(job);
  return !job->program.text_decides;
}

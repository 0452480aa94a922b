// Contracts: which function, which clauses, where each stands. See contract.h.
#include "base/file/input.h"
#include "base/memory/alloc.h"
#include "front/compile/units.h"
#include "front/contract/contract.h"
#include <ctype.h>
#include <string.h>

static const char *const clause_words[] = {
    [CLAUSE_REQUIRES] = "requires", [CLAUSE_ENSURES] = "ensures", [CLAUSE_ASSIGNS] = "assigns"};

void contracts_release(struct vec_contract *contracts) {
  for (uint32_t i = 0; i < contracts->size; i++) {
    struct contract *c = &contracts->data[i];
    for (uint32_t k = 0; k < c->clauses.size; k++) {
      mem_free(c->clauses.data[k].text);
      mem_free(c->clauses.data[k].file);
    }
    vec_clause_release(&c->clauses);
    mem_free(c->function);
    mem_free(c->owner);
  }
  vec_contract_release(contracts);
}

struct contract *contract_of(const struct vec_contract *contracts, const char *function) {
  for (uint32_t i = 0; i < contracts->size; i++)
    if (!strcmp(contracts->data[i].function, function)) return &contracts->data[i];
  return NULL;
}

bool contract_has(const struct contract *contract, enum clause_kind kind) {
  for (uint32_t i = 0; i < contract->clauses.size; i++)
    if (contract->clauses.data[i].kind == kind) return true;
  return false;
}

static struct contract *contract_for(struct vec_contract *contracts, const char *function, const char *owner) {
  struct contract *c = contract_of(contracts, function);
  if (!c) {
    vec_contract_push(contracts, (struct contract){.function = mem_strdup(function)});
    c = &contracts->data[contracts->size - 1];
  }
  if (!c->owner && owner) c->owner = mem_strdup(owner);
  return c;
}

static void add_clause(struct contract *c, enum clause_kind kind, char *text, const char *file, uint32_t line,
                       uint32_t column) {
  vec_clause_push(&c->clauses, (struct clause){kind, text, mem_strdup(file), line, column});
}

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

static const char *past_blanks(const char *at) {
  while (isspace((unsigned char)*at)) at++;
  return at;
}

// --- annotations -----------------------------------------------------------------------------------------------------

// A file of C, and a copy of it in which nothing is left but what stands in annotations; lines are as they were.
struct scan {
  const char *file;
  const char *text;
  char *masked;
  const struct front_options *options;
  struct vec_contract *out;
  struct error *error;
};

static bool fail_at(struct scan *s, const char *at, const char *what) {
  uint32_t line = 1, column = 1;
  for (const char *c = s->text; c < at; c++) {
    column = *c == '\n' ? 1 : column + 1;
    line += *c == '\n';
  }
  error_set(s->error, EXIT_DATA, "%s:%u:%u: %s", s->file, line, column, what);
  return false;
}

static const char *past_quotes(const char *at) {
  char quote = *at++;
  while (*at && *at != quote && *at != '\n') at += *at == '\\' && at[1] ? 2 : 1;
  return *at == quote ? at + 1 : at;
}

static const char *past_comment(const char *at) {
  if (at[1] == '*') {
    const char *end = strstr(at + 2, "*/");
    return end ? end + 2 : at + strlen(at);
  }
  while (*at && *at != '\n') at += *at == '\\' && at[1] == '\n' ? 2 : 1;
  return at;
}

static bool is_comment(const char *at) { return at[0] == '/' && (at[1] == '/' || at[1] == '*'); }

// The inside of an annotation that ends at `end`, into the copy. An @ that begins a line is none of its text.
static void unmask(struct scan *s, const char *at, const char *end) {
  const char *last = at[1] == '*' && end - at >= 5 && end[-2] == '*' ? end - 2 : end;
  if (last > at && last[-1] == '@') last--;
  bool begins = false;
  for (const char *c = at + 3; c < last; c++) {
    if (!(begins && *c == '@') && *c != '\r') s->masked[c - s->text] = *c;
    begins = *c == '\n' || (begins && (*c == '@' || isspace((unsigned char)*c)));
  }
}

// The function that is declared or defined next: its name, the last before a list of parameters. NULL: none is.
static char *function_behind(const char *at) {
  char *name = NULL;
  int depth = 0;
  while (*at && !(depth == 0 && (*at == '{' || *at == ';' || *at == '='))) {
    if (is_comment(at)) {
      at = past_comment(at);
    } else if (*at == '#' || *at == '"' || *at == '\'') {
      at = *at == '#' ? past_comment(at) : past_quotes(at);
    } else if (isalpha((unsigned char)*at) || *at == '_') {
      const char *end = at;
      while (is_letter(*end)) end++;
      bool is_name = depth == 0 && *past_blanks(end) == '(' && strncmp(at, "__attribute", 11) &&
                     strncmp(at, "__asm", 5);
      if (is_name) {
        mem_free(name);
        name = mem_strndup(at, (size_t)(end - at));
      }
      at = end;
    } else {
      depth += *at == '(' || *at == '[';
      depth -= *at == ')' || *at == ']';
      at++;
    }
  }
  if (*at == '=' || !*at) {
    mem_free(name);
    return NULL;
  }
  return name;
}

// The end of a clause: its semicolon, or NULL.
static const char *clause_end(const char *at, const char *end) {
  for (; at < end; at++) {
    if (*at == '"' || *at == '\'') at = past_quotes(at) - 1;
    else if (*at == ';') return at;
  }
  return NULL;
}

static bool begins_clause(const char *at, enum clause_kind *kind, size_t *length) {
  *length = 0;
  while (is_letter(at[*length])) ++*length;
  for (int k = CLAUSE_REQUIRES; k <= CLAUSE_ASSIGNS; k++)
    if (strlen(clause_words[k]) == *length && !strncmp(at, clause_words[k], *length)) {
      *kind = (enum clause_kind)k;
      return true;
    }
  return false;
}

static bool read_clauses(struct scan *s, struct contract *c, const char *at, const char *last) {
  enum clause_kind kind;
  size_t length;
  uint32_t line = 1, column = 1;
  const char *counted = s->masked;
  while (at < last) {
    if (!begins_clause(at, &kind, &length))
      return fail_at(s, s->text + (at - s->masked), "expected requires, ensures or assigns");
    const char *text = past_blanks(at + length), *stop = clause_end(text, last);
    if (!stop) return fail_at(s, s->text + (at - s->masked), "this clause has no ';' at its end");
    for (; counted < text; counted++) {
      column = *counted == '\n' ? 1 : column + 1;
      line += *counted == '\n';
    }
    add_clause(c, kind, mem_strndup(text, (size_t)(stop - text)), s->file, line, column);
    at = past_blanks(stop + 1);
  }
  return true;
}

// Annotations with nothing but blanks and comments between them, of which the last ends at `end`.
static bool read_block(struct scan *s, const char *begin, const char *end) {
  const char *at = s->masked + (begin - s->text), *last = s->masked + (end - s->text);
  enum clause_kind kind;
  size_t length;
  at = past_blanks(at);
  if (at >= last || !begins_clause(at, &kind, &length)) return true; // an annotation of another kind
  char *function = function_behind(end);
  if (!function) return fail_at(s, s->text + (at - s->masked), "no function follows this contract");
  struct contract *c = contract_for(s->out, function, NULL);
  mem_free(function);
  bool good = read_clauses(s, c, at, last);
  // What is not supported in the contract of another function does not matter.
  if (good || s->options->use_contracts || !strcmp(c->function, s->options->entry)) return good;
  error_release(s->error);
  return true;
}

// Contracts stand outside of functions. A brace at the beginning of a line ends one, whatever conditional text has made
// of the count.
static bool read_annotations(struct scan *s) {
  const char *at = s->text, *begin = NULL, *end = NULL;
  int depth = 0;
  bool good = true;
  while (*at && good) {
    if (is_comment(at)) {
      const char *next = past_comment(at);
      if (depth == 0 && at[2] == '@') {
        unmask(s, at, next);
        if (!begin) begin = at;
        end = next;
      }
      at = next;
      continue;
    }
    if (begin && !isspace((unsigned char)*at)) {
      good = read_block(s, begin, end);
      begin = NULL;
    }
    if (*at == '"' || *at == '\'') {
      at = past_quotes(at);
      continue;
    }
    depth += *at == '{';
    if (*at == '}') depth = depth <= 0 || at == s->text || at[-1] == '\n' ? 0 : depth - 1;
    at++;
  }
  if (good && begin) good = read_block(s, begin, end);
  return good;
}

static bool read_file(const struct front_options *o, const char *file, struct vec_contract *out, struct error *error) {
  struct text content = {0};
  if (!input_read(file, &content, error)) return false;
  struct scan s = {.file = file, .text = text_cstr(&content), .options = o, .out = out, .error = error};
  if (strlen(s.text) == content.size && (strstr(s.text, "//@") || strstr(s.text, "/*@"))) {
    s.masked = mem_strdup(s.text);
    for (char *c = s.masked; *c; c++)
      if (*c != '\n') *c = ' ';
    read_annotations(&s);
    mem_free(s.masked);
  }
  text_release(&content);
  return !error->status;
}

// --- which file is compiled with a contract --------------------------------------------------------------------------

static bool is_c(const char *file) {
  size_t n = strlen(file);
  return n > 2 && file[n - 2] == '.' && (file[n - 1] == 'c' || file[n - 1] == 'i');
}

static bool names(const char *text, const char *word) {
  size_t n = strlen(word);
  for (const char *at = text; (at = strstr(at, word)); at += n)
    if ((at == text || !is_letter(at[-1])) && !is_letter(at[n])) return true;
  return false;
}

// The one that defines the function by its text, or else the first that names it. False: several define it, and the
// clauses of its contract may be about different functions.
static bool find_owner(const struct front_options *o, struct contract *c, struct error *why) {
  const char *owner = NULL;
  for (uint32_t i = 0; i < o->n_files; i++) {
    struct text content = {0};
    struct error error = {0};
    if (!is_c(o->files[i])) continue;
    if (input_read(o->files[i], &content, &error) && names(text_cstr(&content), c->function)) {
      struct map_u32 defined = {0};
      definitions_scan(text_cstr(&content), &defined);
      bool is_here = definitions_have(&defined, c->function, true);
      map_u32_release(&defined);
      if (is_here && c->is_defined)
        error_set(why, EXIT_DATA, "`%s` has a contract, and is defined in %s and in %s; give one of them", c->function,
                  owner, o->files[i]);
      if (!owner || (is_here && !c->is_defined)) owner = o->files[i];
      c->is_defined |= is_here;
    }
    error_release(&error);
    text_release(&content);
  }
  if (owner) c->owner = mem_strdup(owner);
  return !why->status;
}

static void add_stated(struct contract *c, enum clause_kind kind, const char *option, uint32_t n,
                       const char *const *texts) {
  for (uint32_t i = 0; i < n; i++) {
    add_clause(c, kind, mem_strdup(texts[i]), option, 1, 1);
    c->is_stated = true;
  }
}

bool contracts_find(const struct front_options *o, struct vec_contract *out, struct error *error) {
  *out = (struct vec_contract){0};
  bool reads_comments = o->use_contracts || strcmp(o->entry, "main");
  for (uint32_t i = 0; i < o->n_files && reads_comments; i++)
    if (is_c(o->files[i]) && !read_file(o, o->files[i], out, error)) return false;
  if (o->contracts && !read_file(o, o->contracts, out, error)) return false;
  if (o->precondition || o->n_requires || o->n_ensures || o->has_strings) {
    struct contract *c = contract_for(out, o->entry, NULL);
    c->is_stated = true;
    if (o->precondition)
      add_clause(c, CLAUSE_REQUIRES, mem_strdup(o->precondition), "--entry", 1, o->precondition_column);
    add_stated(c, CLAUSE_REQUIRES, "--requires", o->n_requires, o->requires_of_entry);
    add_stated(c, CLAUSE_ENSURES, "--ensures", o->n_ensures, o->ensures_of_entry);
  }
  for (uint32_t i = 0; i < out->size; i++)
    if (!find_owner(o, &out->data[i], error)) return false;
  return true;
}

bool front_contracts(const struct front_options *options, struct vec_front_contract *out, struct error *error) {
  struct front_options all = *options;
  struct vec_contract contracts;
  all.use_contracts = true; // comments are read
  bool good = contracts_find(&all, &contracts, error);
  for (uint32_t i = 0; i < contracts.size && good; i++) {
    struct contract *c = &contracts.data[i];
    struct text place = {0};
    if (!c->clauses.size) continue;
    text_printf(&place, "%s:%u", c->clauses.data[0].file, c->clauses.data[0].line);
    vec_front_contract_push(out, (struct front_contract){c->function, c->owner, place.data, c->is_defined});
    c->function = c->owner = NULL;
  }
  contracts_release(&contracts);
  return good;
}

void front_contracts_release(struct vec_front_contract *contracts) {
  for (uint32_t i = 0; i < contracts->size; i++) {
    mem_free(contracts->data[i].function);
    mem_free(contracts->data[i].file);
    mem_free(contracts->data[i].place);
  }
  vec_front_contract_release(contracts);
}

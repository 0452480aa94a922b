// Scripts as text: SMT-LIB commands, with a few of our own for paths.
//
// (declare-const x S) (push 1) (pop 1) (assert t) (check-sat) (check-sat-assuming (t …)) (reset-assertions)
// (path-add t) (path-take t) (path-ask t) (path-back). Other commands whose name begins with set- or get- and (exit)
// are skipped.
#include "queries.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>

static void print_declarations(struct terms *tm, const struct script *s, struct text *out) {
  struct vec_term nodes = {0};
  script_nodes_list(tm, s, &nodes);
  for (uint32_t i = 0; i < nodes.size; i++) {
    if (term_kind(tm, nodes.data[i]) != TERM_VAR) continue;
    text_add(out, "(declare-const ");
    term_print_smt(tm, nodes.data[i], out);
    text_addc(out, ' ');
    sort_print_smt(tm, term_sort(tm, nodes.data[i]), out);
    text_add(out, ")\n");
  }
  vec_term_release(&nodes);
}

void script_print(struct terms *tm, const struct script *s, struct text *out) {
  static const char *const names[] = {"push 1",    "pop 1",    "assert",    "check-sat-assuming", "path-add",
                                      "path-take", "path-ask", "path-back", "reset-assertions"};
  text_add(out, "(set-logic ALL)\n");
  print_declarations(tm, s, out);
  for (uint32_t i = 0; i < s->ops.size; i++) {
    const struct op *op = &s->ops.data[i];
    bool check = op->kind == OP_CHECK;
    text_printf(out, "(%s", check && !op->terms.size ? "check-sat" : names[op->kind]);
    if (check && op->terms.size) text_add(out, " (");
    for (uint32_t k = 0; k < op->terms.size; k++) {
      if (k || !check) text_add(out, check ? "\n  " : " ");
      term_print_smt(tm, op->terms.data[k], out);
    }
    text_add(out, check && op->terms.size ? "))\n" : ")\n");
  }
}

// --- reading ---------------------------------------------------------------------------------------------

struct reader {
  struct terms *tm;
  const char *file, *text, *at;
  const char *message;
  struct vec_term vars;
  struct script *out;
};

static struct term lookup(void *context, const char *name, size_t length) {
  struct reader *r = context;
  for (uint32_t i = 0; i < r->vars.size; i++) {
    const char *known = term_var_name(r->tm, r->vars.data[i]);
    if (strlen(known) == length && !memcmp(known, name, length)) return r->vars.data[i];
  }
  return TERM_NONE;
}

static void skip_space(struct reader *r) {
  for (; isspace((unsigned char)*r->at) || *r->at == ';'; r->at++)
    if (*r->at == ';')
      while (r->at[1] && r->at[1] != '\n') r->at++;
}

static bool take(struct reader *r, char c) {
  skip_space(r);
  if (*r->at == c) return r->at++, true;
  if (!r->message) r->message = c == '(' ? "expected (" : "expected )";
  return false;
}

static bool read_word(struct reader *r, char *word, size_t size) {
  size_t n = 0;
  skip_space(r);
  char end = *r->at == '|' ? '|' : 0;
  if (end) r->at++;
  while (*r->at && (end ? *r->at != end : !isspace((unsigned char)*r->at) && *r->at != '(' && *r->at != ')')) {
    if (n + 1 < size) word[n++] = *r->at;
    r->at++;
  }
  if (end && *r->at) r->at++;
  word[n] = 0;
  if (!n) r->message = "expected a word";
  return n > 0;
}

static bool read_formula(struct reader *r, struct term *t) {
  *t = term_parse(r->tm, &r->at, lookup, r, &r->message);
  if (term_none(*t)) return false;
  if (sort_kind(r->tm, term_sort(r->tm, *t)) != SORT_BOOL) return r->message = "expected a formula", false;
  return true;
}

static bool read_declaration(struct reader *r) {
  char name[200];
  if (!read_word(r, name, sizeof name)) return false;
  struct sort s = sort_parse(r->tm, &r->at, &r->message);
  if (!s.id) return false;
  vec_term_push(&r->vars, term_var(r->tm, s, name));
  return true;
}

static bool read_assumptions(struct reader *r) {
  struct vec_term terms = {0};
  bool ok = take(r, '(');
  for (skip_space(r); ok && *r->at && *r->at != ')'; skip_space(r)) {
    struct term t;
    ok = read_formula(r, &t);
    if (ok) vec_term_push(&terms, t);
  }
  if (ok) script_add(r->out, OP_CHECK, terms.size, terms.data);
  vec_term_release(&terms);
  return ok && take(r, ')');
}

static bool read_command(struct reader *r) {
  static const struct {
    const char *name;
    enum op_kind kind;
    bool term;
  } known[] = {{"assert", OP_ASSERT, true},   {"path-add", OP_ADD, true},
               {"path-take", OP_TAKE, true},  {"path-ask", OP_ASK, true},
               {"push", OP_PUSH, false},      {"pop", OP_POP, false},
               {"path-back", OP_BACK, false}, {"reset-assertions", OP_RESET, false},
               {"check-sat", OP_CHECK, false}};
  char word[60];
  if (!take(r, '(') || !read_word(r, word, sizeof word)) return false;
  if (!strcmp(word, "declare-const")) return read_declaration(r) && take(r, ')');
  if (!strcmp(word, "check-sat-assuming")) return read_assumptions(r) && take(r, ')');
  bool skipped = !strncmp(word, "set-", 4) || !strncmp(word, "get-", 4) || !strcmp(word, "exit");
  for (size_t i = 0; i < sizeof known / sizeof *known && !skipped; i++) {
    if (strcmp(word, known[i].name)) continue;
    struct term t;
    if (known[i].term && !read_formula(r, &t)) return false;
    script_add(r->out, known[i].kind, known[i].term, &t);
    skip_space(r);
    if (*r->at == '1') r->at++; // scopes come one at a time
    return take(r, ')');
  }
  if (!skipped) return r->message = "an unknown command", false;
  while (*r->at && *r->at != ')') r->at++;
  return take(r, ')');
}

bool script_read(struct terms *tm, const char *file, struct script *out) {
  FILE *f = fopen(file, "r");
  if (!f) return fprintf(stderr, "%s: %s\n", file, strerror(errno)), false;
  struct text text = {0};
  char buffer[4096];
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, f));) text_add_n(&text, buffer, n);
  fclose(f);
  struct reader r = {.tm = tm, .file = file, .text = text_cstr(&text), .at = text_cstr(&text), .out = out};
  bool ok = true;
  for (skip_space(&r); ok && *r.at; skip_space(&r)) ok = read_command(&r);
  if (!ok) {
    uint32_t line = 1;
    for (const char *c = r.text; c < r.at; c++) line += *c == '\n';
    fprintf(stderr, "%s:%u: %s\n", file, line, r.message);
  }
  vec_term_release(&r.vars);
  text_release(&text);
  return ok;
}

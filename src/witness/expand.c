// See expand.h.
#include "witness/expand.h"
#include "base/memory/map.h"
#include "witness/clause.h"
#include "witness/tokens.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define OPENS "__witness_open_"
#define CLOSES "__witness_close_"

struct judge {
  struct instrumentation *inst;
  struct outline plain, marked; // only their tokens
  uint32_t at; // in `marked`
  uint32_t cases; // `case`s up to there
  struct map_u32 started; // switch → the number of `case`s before it
  struct error *error;
};

void expand_print(const struct instrumentation *inst, uint32_t file, bool marked, struct text *out) {
  struct text names = {0};
  instrument_print_names(inst, file, &names);
  struct insertions none = {.places = inst->places, .absolute = inst->insertions.absolute};
  insert_print(marked ? &inst->insertions : &none, file, text_cstr(&names), marked ? OPENS : NULL, CLOSES, out);
  text_release(&names);
}

static void scan(struct outline *o, const struct text *text) {
  *o = (struct outline){0};
  text_add_n(&o->content, text_cstr(text), text->size);
  tokens_scan(o);
}

static const char *start(const struct outline *o, uint32_t i) { return o->content.data + o->tokens.data[i].offset; }

static bool same_token(const struct outline *a, uint32_t i, const struct outline *b, uint32_t k) {
  if (i >= a->tokens.size || k >= b->tokens.size) return false;
  const struct token *x = &a->tokens.data[i], *y = &b->tokens.data[k];
  return x->kind == y->kind && x->length == y->length && !memcmp(start(a, i), start(b, k), x->length);
}

// The number in a mark. OUTLINE_NONE: it is none.
static uint32_t mark_number(const struct outline *o, uint32_t i, const char *prefix) {
  if (i >= o->tokens.size || o->tokens.data[i].kind != TOKEN_WORD) return OUTLINE_NONE;
  size_t n = strlen(prefix);
  if (o->tokens.data[i].length <= n || memcmp(start(o, i), prefix, n) != 0) return OUTLINE_NONE;
  return (uint32_t)strtoul(start(o, i) + n, NULL, 10);
}

// The parenthesis that closes the one at `open`, before `end`; or `end`.
static uint32_t closing(const struct outline *o, uint32_t open, uint32_t end) {
  uint32_t depth = 0, i = open;
  for (; i < end; i++) {
    depth += outline_is(o, i, "(");
    if (outline_is(o, i, ")") && --depth == 0) break;
  }
  return i;
}

static bool cannot_tell(struct judge *j, uint32_t point, const char *what) {
  if (!j->inst->unsupported) {
    j->inst->unsupported = what;
    j->inst->unsupported_point = point;
  }
  return false;
}

static void print_between(const struct outline *o, uint32_t from, uint32_t to, struct text *out) {
  for (uint32_t i = from; i < to; i++) {
    bool apart = i > from && o->tokens.data[i].offset != o->tokens.data[i - 1].offset + o->tokens.data[i - 1].length;
    if (apart) text_addc(out, ' ');
    text_add_n(out, start(o, i), o->tokens.data[i].length);
  }
}

// An expression between parentheses, as it was put in and as it is now.
static bool judge_clause(struct judge *j, uint32_t point, const struct outline *wanted, uint32_t open, uint32_t close,
                         uint32_t now_open, uint32_t now_close) {
  const struct witness_point *p = &j->inst->witness->points.data[point];
  bool same = close - open == now_close - now_open;
  for (uint32_t i = open; same && i < close; i++) same = same_token(wanted, i, &j->marked, now_open + (i - open));
  if (same || p->type == POINT_BRANCHING) return true; // labels of cases are constants
  struct text before = {0}, now = {0};
  const char *what = NULL;
  print_between(wanted, open + 1, close, &before);
  print_between(&j->marked, now_open + 1, now_close, &now);
  bool good = clause_judge(text_cstr(&before), text_cstr(&now), j->inst->witness->is_violation, &what);
  if (!good)
    yaml_complain(j->error, j->inst->witness->name, p->value_node,
                  "the expression cannot be used, since macros make it `%s`: %s", text_cstr(&now), what);
  text_release(&before);
  text_release(&now);
  return good;
}

// A text of the witness, from its mark to the next one: but for expressions it is what was put in.
static bool judge_insertion(struct judge *j, uint32_t number) {
  const struct insertion *n = &j->inst->insertions.list.data[number];
  const struct outline *m = &j->marked;
  struct outline wanted;
  uint32_t end = j->at + 1, at = j->at + 1, i = 0;
  while (end < m->tokens.size && mark_number(m, end, CLOSES) != number) end++;
  scan(&wanted, &n->text);
  bool good = true;
  for (; i < wanted.tokens.size && good && same_token(&wanted, i, m, at) && at < end; i++, at++) {
    if (!outline_is(&wanted, i, CLAUSE_MARK) || !outline_is(m, at + 1, "(")) continue;
    uint32_t close = closing(&wanted, i + 1, wanted.tokens.size), now = closing(m, at + 1, end);
    good = judge_clause(j, n->point, &wanted, i + 1, close, at + 1, now);
    i = close;
    at = now;
  }
  if (good && (i != wanted.tokens.size || at != end))
    good = cannot_tell(j, n->point, "an expression in a program whose macros change words or brackets of C");
  outline_release(&wanted);
  if (good) j->inst->seen[n->point] = true;
  j->at = end + 1;
  return good;
}

// Where a switch begins and ends whose cases must all be seen in the text.
static bool judge_switch(struct judge *j, const struct insertion *n) {
  j->at += 2; // there is nothing between its marks
  if (!n->ends_switch) {
    map_u32_put(&j->started, n->switch_id, j->cases);
    return true;
  }
  uint32_t found = j->cases - map_u32_get_or(&j->started, n->switch_id, 0);
  return found == n->cases || cannot_tell(j, n->point, "`default` of a switch with cases that macros make");
}

// A function of this name has a body in the program.
static bool defines(const struct outline *o, const char *name) {
  for (uint32_t i = 0; i + 1 < o->tokens.size; i++)
    if (outline_is(o, i, name) && outline_is(o, i + 1, "(") &&
        outline_is(o, closing(o, i + 1, o->tokens.size) + 1, "{"))
      return true;
  return false;
}

// Lines of pragmas, which are no tokens here.
static uint32_t count_pragmas(const struct text *text) {
  uint32_t n = 0;
  for (const char *at = text_cstr(text); (at = strstr(at, "\n#pragma")); at++) n++;
  return n;
}

static bool judge_tokens(struct judge *j) {
  const char *changed = "an expression in a program with macros whose meaning it changes";
  uint32_t point = 0, at = 0; // in `plain`
  while (j->at < j->marked.tokens.size) {
    uint32_t number = mark_number(&j->marked, j->at, OPENS);
    if (number < j->inst->insertions.list.size) {
      const struct insertion *n = &j->inst->insertions.list.data[number];
      point = n->point;
      if (!(n->switch_id ? judge_switch(j, n) : judge_insertion(j, number))) return false;
      continue;
    }
    // A text that macros make of their arguments has the witness in it; it is no code.
    bool texts = at < j->plain.tokens.size && j->plain.tokens.data[at].kind == TOKEN_LITERAL &&
                 j->marked.tokens.data[j->at].kind == TOKEN_LITERAL;
    if (!texts && !same_token(&j->plain, at, &j->marked, j->at)) return cannot_tell(j, point, changed);
    j->cases += outline_is(&j->marked, j->at, "case");
    j->at++;
    at++;
  }
  return at == j->plain.tokens.size || cannot_tell(j, point, changed);
}

bool expand_judge(struct instrumentation *inst, uint32_t file, const struct text *plain, const struct text *marked,
                  struct error *error) {
  struct judge j = {.inst = inst, .error = error};
  (void)file;
  scan(&j.plain, plain);
  scan(&j.marked, marked);
  judge_tokens(&j);
  if (count_pragmas(plain) != count_pragmas(marked)) cannot_tell(&j, 0, "an expression with a pragma in a macro");
  if (defines(&j.plain, inst->chooser)) cannot_tell(&j, 0, "a program with names of clew's own");
  map_u32_release(&j.started);
  outline_release(&j.plain);
  outline_release(&j.marked);
  return !error->status;
}

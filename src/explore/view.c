// See view.h.
#include "explore/view.h"
#include "cfa/text/expression.h"
#include "cfa/layout.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SLOW_SECONDS 1.0 // a query that took so long is worth a word
#define PROVEN_SHOWN 3 // loop heads whose invariants are said
#define PROVEN_LENGTH 160 // of an invariant that is said
#define UNREACHED_SHOWN 5u // places
#define SHAPE_DEPTH 6
#define SHAPE_MOST 4 // formulas of one shape that count

void engine_view_release(struct engine_view *view) {
  text_release(&view->doing);
  text_release(&view->proved);
  text_release(&view->reached);
  text_release(&view->unreached);
  text_release(&view->advice);
}

// --- words -----------------------------------------------------------------------------------------------------------

void view_place(const struct cfa *cfa, struct location location, struct text *out) {
  if (location_none(location)) {
    text_add(out, "the program");
    return;
  }
  const struct cfa_location *l = cfa_location(cfa, location);
  if (l->place.line) {
    text_add(out, l->loop_head ? "the loop at " : "the branch at ");
    cfa_place_brief(cfa, l->place, out);
    const struct cfa_function *function = &cfa->functions.data[l->function];
    if (!function->is_model) return;
    // The file is none of the user's.
    if (strncmp(function->shown, "__clew", 6) == 0) text_add(out, " in a model of the C library");
    else text_printf(out, " in the model of %s", function->shown);
  } else { // an automaton from a file: loops are named as in precision files
    uint32_t number = 0;
    for (uint32_t i = 0; i <= location.id; i++)
      number += cfa->locations.data[i].loop_head && cfa->locations.data[i].function == l->function;
    text_printf(out, "%s%s", l->loop_head ? "the loop " : "a branch of ", cfa->functions.data[l->function].name);
    if (l->loop_head) text_printf(out, ":#%" PRIu32, number);
  }
}

void view_number(struct text *out, uint64_t n) {
  if (n < 10000) {
    text_printf(out, "%" PRIu64, n);
    return;
  }
  char digits[24];
  int length = snprintf(digits, sizeof digits, "%" PRIu64, n);
  for (int i = 0; i < length; i++) {
    if (i && (length - i) % 3 == 0) text_addc(out, ',');
    text_addc(out, digits[i]);
  }
}

void view_count(struct text *out, uint64_t n, const char *noun) {
  view_number(out, n);
  text_printf(out, " %s%s", noun, n == 1 ? "" : "s");
}

static bool has_line(const char *lines, const struct text *line) {
  for (const char *p = lines; *p;) {
    size_t n = strcspn(p, "\n");
    if (n == line->size && strncmp(p, text_cstr(line), n) == 0) return true;
    p += n + (p[n] == '\n');
  }
  return false;
}

void view_line(struct text *lines, const char *format, ...) {
  struct text line = {0};
  va_list args;
  va_start(args, format);
  text_vprintf(&line, format, args);
  va_end(args);
  bool known = has_line(text_cstr(lines), &line);
  if (!known && lines->size) text_addc(lines, '\n');
  if (!known) text_add_n(lines, text_cstr(&line), line.size);
  text_release(&line);
}

void view_advise_invariant(const struct run *r, struct engine_view *view) {
  if (location_none(view->at) || !cfa_location(r->cfa, view->at)->loop_head) return;
  struct text place = {0};
  view_place(r->cfa, view->at, &place);
  view_line(&view->advice, "give an invariant of %s, or a predicate that one needs, with --precision FILE",
            text_cstr(&place));
  text_release(&place);
  uint32_t function = cfa_location(r->cfa, view->at)->function;
  if (function != r->cfa->main && !r->cfa->functions.data[function].is_model)
    view_line(&view->advice, "replace %s by a stub: a function with any result that it may have (docs/timeouts.md)",
              r->cfa->functions.data[function].shown);
}

// --- the kernel's view -----------------------------------------------------------------------------------------------

// The location that most was noted for; the first of several.
static struct location busiest(const struct run *r) {
  struct location best = LOCATION_NONE;
  uint64_t most = 0;
  for (uint32_t i = 0; i < r->cfa->locations.size; i++) {
    if (r->work.effort[i] <= most) continue;
    most = r->work.effort[i];
    best = (struct location){i};
  }
  return best;
}

// A comparison a < b or a <= b; `strict`: the first.
struct comparison {
  struct term a, b;
  bool is_signed, strict;
};

static bool read_comparison(const struct terms *tm, struct term t, struct comparison *out) {
  bool negated = term_kind(tm, t) == TERM_NOT;
  if (negated) t = term_child(tm, t, 0);
  enum term_kind kind = term_kind(tm, t);
  if (kind != TERM_BV_ULT && kind != TERM_BV_ULE && kind != TERM_BV_SLT && kind != TERM_BV_SLE) return false;
  out->is_signed = kind == TERM_BV_SLT || kind == TERM_BV_SLE;
  out->strict = (kind == TERM_BV_ULT || kind == TERM_BV_SLT) != negated;
  out->a = term_child(tm, t, negated ? 1 : 0);
  out->b = term_child(tm, t, negated ? 0 : 1);
  return true;
}

static bool is_less(const struct terms *tm, struct term a, struct term b, bool is_signed) {
  uint64_t x, y, flip = is_signed ? UINT64_C(1) << (term_width(tm, a) - 1) % 64 : 0;
  return term_value64(tm, a, &x) && term_value64(tm, b, &y) && (x ^ flip) < (y ^ flip);
}

// Does a disjunction of two comparisons always hold? x < y || y <= x; x < 5 || 4 < x. One that does was proven, too,
// but says nothing.
static bool says_nothing(const struct terms *tm, struct term t) {
  struct comparison p, q;
  if (term_kind(tm, t) != TERM_OR || term_arity(tm, t) != 2) return false;
  if (!read_comparison(tm, term_child(tm, t, 0), &p) || !read_comparison(tm, term_child(tm, t, 1), &q)) return false;
  if (p.is_signed != q.is_signed) return false;
  if (term_same(p.a, q.b) && term_same(p.b, q.a)) return !p.strict || !q.strict;
  if (term_same(p.b, q.a)) { // the variable first: x < c || d < x
    struct comparison swap = p;
    p = q;
    q = swap;
  }
  return term_same(p.a, q.b) && is_less(tm, q.a, p.b, p.is_signed);
}

// Has the term no more than so many parts, shared ones counted as often as they would be written? Its text would be at
// least as long, and views are taken again and again during a run.
static bool is_short(const struct terms *tm, struct term t, uint32_t *most) {
  if (!*most) return false;
  --*most;
  for (uint32_t i = 0; i < term_arity(tm, t); i++)
    if (!is_short(tm, term_child(tm, t, i), most)) return false;
  return true;
}

static void say_proven(const struct run *r, struct engine_view *view) {
  uint32_t shown = 0;
  struct map_u32 assigned = {0};
  layout_find_assigned(r->cfa, &assigned);
  for (uint32_t i = 0; i < r->cfa->locations.size && shown < PROVEN_SHOWN; i++) {
    const struct cfa_location *l = &r->cfa->locations.data[i];
    const struct vec_term *proven = l->loop_head && r->facts ? facts_proven(r->facts, (struct location){i}) : NULL;
    if (!proven || !proven->size || r->cfa->functions.data[l->function].is_model) continue;
    struct text formula = {0}, place = {0};
    for (uint32_t k = 0; k < proven->size; k++) {
      uint32_t length = PROVEN_LENGTH;
      if (!is_short(r->tm, proven->data[k], &length)) continue;
      if (!layout_is_source(r->cfa, &assigned, proven->data[k])) continue;
      struct text one = {0};
      if (says_nothing(r->tm, proven->data[k])) continue;
      expression_print(r->cfa, l->function, proven->data[k], &one);
      bool loose = strstr(text_cstr(&one), "||") || strchr(text_cstr(&one), '?'); // binds less than &&
      if (formula.size + one.size + 6 <= PROVEN_LENGTH)
        text_printf(&formula, "%s%s%s%s", formula.size ? " && " : "", loose ? "(" : "", text_cstr(&one),
                    loose ? ")" : "");
      text_release(&one);
    }
    view_place(r->cfa, (struct location){i}, &place);
    if (formula.size) view_line(&view->proved, "%s is an invariant of %s", text_cstr(&formula), text_cstr(&place));
    shown += formula.size > 0;
    text_release(&formula);
    text_release(&place);
  }
  map_u32_release(&assigned);
}

// A branch of the user's own code.
static bool is_branch(const struct cfa *cfa, const struct cfa_location *l) {
  return l->kind == LOC_PLAIN && l->out.size > 1 && l->place.line && !cfa->functions.data[l->function].is_model;
}

static void say_coverage(const struct run *r, const unsigned char *reached, struct engine_view *view) {
  uint32_t shown = 0;
  struct text seen = {0};
  for (uint32_t i = 0; i < r->cfa->locations.size; i++) {
    const struct cfa_location *l = &r->cfa->locations.data[i];
    if (!is_branch(r->cfa, l)) continue;
    view->branches++;
    view->branches_reached += reached[i] != 0;
    if (reached[i] || shown >= UNREACHED_SHOWN) continue;
    struct text place = {0};
    cfa_place_brief(r->cfa, l->place, &place);
    size_t before = seen.size;
    view_line(&seen, "%s", text_cstr(&place));
    if (seen.size > before) text_printf(&view->unreached, "%s%s", shown++ ? ", " : "", text_cstr(&place));
    text_release(&place);
  }
  text_release(&seen);
}

void view_slow(const struct run *r, struct text *out) {
  if (r->work.slow_seconds < SLOW_SECONDS) return;
  text_add(out, ", a query at ");
  cfa_place_brief(r->cfa, cfa_location(r->cfa, r->work.slow)->place, out);
  text_printf(out, " took %.1f s", r->work.slow_seconds);
}

void run_view(const struct run *r, struct engine_view *view) {
  uint32_t reached;
  say_coverage(r, program_reached(r->program, &reached), view);
  view->progress = reached;
  view->effort = run_effort(r);
  view->at = busiest(r);
  text_add(&view->doing, "at ");
  view_place(r->cfa, view->at, &view->doing);
  say_proven(r, view);
  view_slow(r, &view->doing);
}

// --- progress --------------------------------------------------------------------------------------------------------

static uint64_t shape(const struct terms *tm, struct term t, uint32_t depth) {
  if (term_is_const(tm, t)) return term_sort(tm, t).id;
  if (!term_arity(tm, t)) return hash_u64(t.id);
  uint64_t h = hash_mix(term_kind(tm, t), term_arity(tm, t));
  for (uint32_t i = 0; i < term_arity(tm, t) && depth; i++) h = hash_mix(h, shape(tm, term_child(tm, t, i), depth - 1));
  return hash_u64(h);
}

void shapes_add(struct shapes *s, const struct terms *tm, struct location at, struct term formula) {
  uint64_t key = hash_mix(shape(tm, formula, SHAPE_DEPTH), at.id);
  uint32_t n = map_u32_get_or(&s->seen, key, 0);
  if (n >= SHAPE_MOST) return;
  map_u32_put(&s->seen, key, n + 1);
  s->new ++;
}

void shapes_release(struct shapes *s) { map_u32_release(&s->seen); }

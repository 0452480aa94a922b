// See instrument.h.
#include "witness/instrument.h"
#include "witness/clause.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define COUNTER INSTRUMENT_COUNTER
#define FINISH "__builtin_abort()"

static bool complain(struct instrumentation *w, uint32_t point, const char *what, struct error *error) {
  const struct witness_point *p = &w->witness->points.data[point];
  struct text at = {0};
  text_printf(&at, "%s:%" PRIu32, p->file, p->line);
  if (p->column) text_printf(&at, ":%" PRIu32, p->column);
  yaml_complain(error, w->witness->name, p->node, "%s at %s", what, text_cstr(&at));
  text_release(&at);
  return false;
}

static bool give_up(struct instrumentation *w, uint32_t point, const char *what) {
  if (!w->unsupported) {
    w->unsupported = what;
    w->unsupported_point = point;
  }
  return true;
}

// --- places --------------------------------------------------------------------------------------

// The file whose name fits best; OUTLINE_NONE: none does, or two do.
static uint32_t find_file(const struct instrumentation *w, const char *name) {
  uint32_t found = OUTLINE_NONE, most = 0;
  for (uint32_t i = 0; i < w->places->n_files; i++) {
    uint32_t fits = witness_name_fits(w->places->outlines[i].name, name);
    if (fits && fits >= most) found = fits > most ? i : OUTLINE_NONE;
    if (fits > most) most = fits;
  }
  return found;
}

typedef bool token_fits(const struct outline *o, uint32_t token);

// The token of the point's place; where no column is said, the first one of the line that fits.
static uint32_t find_token(const struct instrumentation *w, const struct witness_point *p, uint32_t file,
                           token_fits *fits) {
  const struct outline *o = &w->places->outlines[file];
  if (p->column) {
    uint32_t token = outline_token_at(o, p->line, p->column);
    return token != OUTLINE_NONE && fits(o, token) ? token : OUTLINE_NONE;
  }
  for (uint32_t i = 0; i < o->tokens.size && o->tokens.data[i].line <= p->line; i++)
    if (o->tokens.data[i].line == p->line && fits(o, i)) return i;
  return OUTLINE_NONE;
}

static bool begins_loop(const struct outline *o, uint32_t token) {
  uint32_t s = outline_begins(o, token);
  return s != OUTLINE_NONE && outline_is_loop(&o->statements.data[s]);
}

// A block ends with its last statement, and a label is before the statement.
static bool begins_statement(const struct outline *o, uint32_t token) {
  if (outline_begins(o, token) != OUTLINE_NONE) return true;
  for (uint32_t i = 0; i < o->statements.size; i++)
    if (o->statements.data[i].label == token) return true;
  return false;
}

static uint32_t statement_at(const struct outline *o, uint32_t token) {
  uint32_t s = outline_begins(o, token);
  for (uint32_t i = 0; s == OUTLINE_NONE && i < o->statements.size; i++)
    if (o->statements.data[i].label == token) s = i;
  return s;
}

static bool closes_call(const struct outline *o, uint32_t token) {
  if (!outline_is(o, token, ")") || o->tokens.data[token].match == OUTLINE_NONE) return false;
  uint32_t open = o->tokens.data[token].match;
  static const char *const keywords[] = {"if", "while", "for", "switch", "return", "sizeof"};
  if (open == 0 || o->tokens.data[open - 1].kind != TOKEN_WORD) return false;
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (outline_is(o, open - 1, keywords[i])) return false;
  return outline_statement(o, token) != OUTLINE_NONE;
}

static bool branches(const struct outline *o, uint32_t token) {
  uint32_t s = outline_begins(o, token);
  if (s == OUTLINE_NONE) return outline_is(o, token, "?");
  enum statement_kind kind = o->statements.data[s].kind;
  return kind != STATEMENT_SIMPLE && kind != STATEMENT_BLOCK;
}

// --- invariants ----------------------------------------------------------------------------------

// An expression that violates a property that is checked.
static const char *failure(const struct instrumentation *w) {
  if (w->checked & PROPERTY_SET(UNREACH)) return INSTRUMENT_FAILS "()";
  const char *violating = NULL;
  for (uint32_t p = 0; p < property_count && !violating; p++)
    if (w->checked >> p & 1) violating = property_table[p].violating;
  return violating;
}

static void print_check(const struct instrumentation *w, const struct clause *clause, struct text *out) {
  if (clause->partial) text_printf(out, "(%s() ? ", w->chooser);
  text_printf(out, "(" CLAUSE_MARK " (%s) ? (void)0 : %s)", text_cstr(&clause->text), failure(w));
  if (clause->partial) text_add(out, " : (void)0)");
}

// A condition for a `for` that has none, behind the checks before it; one is enough.
static void put_condition(struct instrumentation *w, uint32_t point, uint32_t file, uint32_t semicolon) {
  uint32_t offset = w->places->outlines[file].tokens.data[semicolon].offset;
  for (uint32_t i = 0; i < w->insertions.list.size; i++) {
    const struct insertion *n = &w->insertions.list.data[i];
    if (n->file == file && n->offset == offset && n->rank == RANK_CALL) return;
  }
  text_add(insert_before(&w->insertions, point, file, semicolon, RANK_CALL), "1");
}

static bool put_loop_check(struct instrumentation *w, uint32_t point, uint32_t file, uint32_t loop, const char *check) {
  const struct outline *o = &w->places->outlines[file];
  const struct statement *s = &o->statements.data[loop];
  uint32_t first, second;
  switch (s->kind) {
  case STATEMENT_WHILE:
    text_printf(insert_before(&w->insertions, point, file, s->open + 1, RANK_INNER), "%s, ", check);
    return true;
  case STATEMENT_FOR:
    if (!outline_for_parts(o, s, &first, &second)) return false;
    if (first + 1 == second) put_condition(w, point, file, second);
    text_printf(insert_before(&w->insertions, point, file, first + 1, RANK_INNER), " %s, ", check);
    return true;
  default:
    text_printf(insert_before(&w->insertions, point, file, o->statements.data[s->body].first, RANK_STATEMENT), "{ %s; ",
                check);
    text_add(insert_behind(&w->insertions, point, file, o->statements.data[s->body].last, RANK_CLOSE), " }");
    return true;
  }
}

// A body with a label can be entered elsewhere; it stays whole, but the label must be inside.
static bool put_invariant(struct instrumentation *w, uint32_t point, struct error *error) {
  const struct witness_point *p = &w->witness->points.data[point];
  bool is_loop = p->type == POINT_LOOP;
  uint32_t file = find_file(w, p->file);
  if (file == OUTLINE_NONE) return complain(w, point, "there is no such file", error);
  uint32_t token = find_token(w, p, file, is_loop ? begins_loop : begins_statement);
  if (token == OUTLINE_NONE) return complain(w, point, is_loop ? "there is no loop" : "there is no statement", error);
  if (!failure(w)) return give_up(w, point, "invariants for this property");
  struct clause clause;
  const char *what = NULL;
  if (!clause_read(&clause, p->value, false, &what)) {
    yaml_complain(error, w->witness->name, p->value_node, "the invariant cannot be used: %s", what);
    clause_release(&clause);
    return false;
  }
  struct text check = {0};
  w->partial |= clause.partial;
  print_check(w, &clause, &check);
  const struct outline *o = &w->places->outlines[file];
  bool good = true;
  if (is_loop) {
    good = put_loop_check(w, point, file, outline_begins(o, token), text_cstr(&check));
  } else {
    text_addc(&check, ';');
    insert_statements(&w->insertions, point, file, statement_at(o, token), text_cstr(&check));
  }
  text_release(&check);
  clause_release(&clause);
  return good || give_up(w, point, "an invariant of this loop");
}

// --- waypoints -----------------------------------------------------------------------------------

// Waypoints of the same place are steps of one `switch` on the counter, so that a visit takes one step at most.
struct step {
  uint32_t point;
  struct text condition;
};
VEC_TYPE(vec_step, struct step)

struct stop {
  enum point_type type;
  uint32_t file, token;
  struct vec_step steps;
};
VEC_TYPE(vec_stop, struct stop)

static void print_step(const struct instrumentation *w, const struct step *s, struct text *out) {
  const struct witness_point *p = &w->witness->points.data[s->point];
  if (p->avoid) {
    text_printf(out, "if (" CLAUSE_MARK " (%s)) " FINISH "; ", text_cstr(&s->condition));
    return;
  }
  text_printf(out, "if (" CLAUSE_MARK " (%s)) " COUNTER " = %" PRIu32 "; ", text_cstr(&s->condition), p->segment + 1);
  if (w->strict) text_add(out, "else " FINISH "; ");
}

// Waypoints to avoid stand before the one to follow.
static void print_steps(const struct instrumentation *w, const struct stop *stop, struct text *out) {
  text_add(out, "switch (" COUNTER ") { ");
  for (uint32_t i = 0; i < stop->steps.size; i++) {
    uint32_t segment = w->witness->points.data[stop->steps.data[i].point].segment;
    if (i == 0 || w->witness->points.data[stop->steps.data[i - 1].point].segment != segment)
      text_printf(out, "%scase %" PRIu32 ": ", i ? "break; " : "", segment);
    print_step(w, &stop->steps.data[i], out);
  }
  text_add(out, "break; default: break; }");
}

static bool put_branching(struct instrumentation *w, uint32_t point, const struct stop *stop, const char *steps) {
  uint32_t s = outline_begins(&w->places->outlines[stop->file], stop->token);
  if (s == OUTLINE_NONE) return give_up(w, point, "a branching at `?`");
  return insert_at_condition(&w->insertions, point, stop->file, s, CLAUSE_RESULT, steps) ||
         give_up(w, point, "a branching without condition");
}

static bool put_call(struct instrumentation *w, uint32_t point, const struct stop *stop, const char *steps) {
  const struct outline *o = &w->places->outlines[stop->file];
  uint32_t name = o->tokens.data[stop->token].match - 1;
  if (name > 0 && (outline_is(o, name - 1, ".") || outline_is(o, name - 1, "->")))
    return give_up(w, point, "a call through a pointer");
  if (stop->type == POINT_RETURN) {
    insert_at_return(&w->insertions, point, stop->file, stop->token, CLAUSE_RESULT, steps);
    return true;
  }
  text_printf(insert_before(&w->insertions, point, stop->file, name, RANK_CALL), "(({ %s }), ", steps);
  text_add(insert_behind(&w->insertions, point, stop->file, stop->token, RANK_CLOSE_CALL), ")");
  return true;
}

// The last segments whose waypoints are passed within the statement of the target.
static uint32_t segments_inside(const struct instrumentation *w) {
  const struct vec_witness_point *points = &w->witness->points;
  const struct outline *o = &w->places->outlines[w->target_file];
  const struct statement *s = &o->statements.data[w->target_statement];
  uint32_t n = 0;
  for (uint32_t i = points->size - 1; i-- > 0;) {
    const struct witness_point *p = &points->data[i];
    if (p->avoid) continue;
    uint32_t token = p->column ? outline_token_at(o, p->line, p->column) : OUTLINE_NONE;
    bool inside = token != OUTLINE_NONE && s->first <= token && token <= s->last;
    if (!p->column) inside = o->tokens.data[s->first].line <= p->line && p->line <= o->tokens.data[s->last].line;
    inside &= p->type != POINT_ASSUMPTION;
    if (!inside || find_file(w, p->file) != w->target_file) break;
    n++;
  }
  return n;
}

// Before the statement of the target: what must have been passed by then. A loop is entered once, and tested often.
static void print_target(struct instrumentation *w, struct text *out) {
  const struct statement *s = &w->places->outlines[w->target_file].statements.data[w->target_statement];
  bool leaks = w->checked & property_with(TRAIT_AT_END);
  uint32_t wanted = w->witness->segments - 1, inside = segments_inside(w);
  w->passed_all = !outline_is_loop(s) && !inside;
  if (!outline_is_loop(s) && inside < wanted)
    text_printf(out, "if (" COUNTER " < %" PRIu32 ") " FINISH "; ", wanted - inside);
  if (leaks) text_printf(out, "if (" COUNTER " >= %" PRIu32 ") " INSTRUMENT_PASSED " = 1; ", wanted - inside);
  if (!out->size) text_add(out, ";");
}

static bool put_stop(struct instrumentation *w, const struct stop *stop) {
  uint32_t point = stop->steps.data[0].point;
  struct text steps = {0};
  bool good = true;
  if (stop->type == POINT_TARGET) print_target(w, &steps);
  else print_steps(w, stop, &steps);
  const struct outline *o = &w->places->outlines[stop->file];
  switch (stop->type) {
  case POINT_BRANCHING: good = put_branching(w, point, stop, text_cstr(&steps)); break;
  case POINT_ENTER:
  case POINT_RETURN: good = put_call(w, point, stop, text_cstr(&steps)); break;
  default: insert_statements(&w->insertions, point, stop->file, statement_at(o, stop->token), text_cstr(&steps)); break;
  }
  text_release(&steps);
  return good;
}

static void print_tokens(const struct outline *o, uint32_t from, uint32_t to, struct text *out) {
  for (uint32_t i = from; i < to; i++) {
    text_add_n(out, o->content.data + o->tokens.data[i].offset, o->tokens.data[i].length);
    text_addc(out, ' ');
  }
}

// None of the cases.
static void print_default(const struct outline *o, uint32_t statement, struct text *out) {
  struct vec_case_label labels = {0};
  outline_labels(o, statement, &labels);
  text_addc(out, '1');
  for (uint32_t i = 0; i < labels.size; i++) {
    uint32_t first = labels.data[i].first, end = labels.data[i].last + 1, range = first;
    while (range < end && !outline_is(o, range, "...")) range++;
    text_printf(out, range < end ? " && (" CLAUSE_RESULT " < (" : " && (" CLAUSE_RESULT " != (");
    print_tokens(o, first, range, out);
    if (range < end) text_add(out, ") || " CLAUSE_RESULT " > (");
    if (range < end) print_tokens(o, range + 1, end, out);
    text_add(out, "))");
  }
  vec_case_label_release(&labels);
}

static void mark_switch(struct instrumentation *w, uint32_t point, uint32_t file, uint32_t statement, uint32_t token,
                        bool ends, uint32_t cases) {
  if (ends) insert_behind(&w->insertions, point, file, token, RANK_CLOSE);
  else insert_before(&w->insertions, point, file, token, RANK_STATEMENT);
  struct insertion *n = &w->insertions.list.data[w->insertions.list.size - 1];
  n->switch_id = statement + 1;
  n->ends_switch = ends;
  n->cases = cases;
}

// The cases in the text must be those that are compiled; whether they are is seen later (expand.h).
static bool read_default(struct instrumentation *w, uint32_t point, uint32_t file, uint32_t statement,
                         struct text *out) {
  const struct outline *o = &w->places->outlines[file];
  const struct statement *s = &o->statements.data[statement];
  uint32_t cases = 0;
  print_default(o, statement, out);
  if (outline_has_directive(o, s->first, s->last))
    return give_up(w, point, "`default` of a switch with directives of the preprocessor in it");
  for (uint32_t i = s->close + 1; i <= s->last; i++) cases += outline_is(o, i, "case");
  mark_switch(w, point, file, statement, s->close + 1, false, 0);
  mark_switch(w, point, file, statement, s->last, true, cases);
  return true;
}

static bool read_condition(struct instrumentation *w, uint32_t point, uint32_t file, uint32_t token, struct text *out,
                           struct error *error) {
  const struct outline *o = &w->places->outlines[file];
  const struct witness_point *p = &w->witness->points.data[point];
  if (p->type == POINT_BRANCHING) {
    uint32_t s = outline_begins(o, token);
    bool is_switch = s != OUTLINE_NONE && o->statements.data[s].kind == STATEMENT_SWITCH;
    size_t digits = strspn(p->value + (*p->value == '-'), "0123456789");
    if (is_switch && !strcmp(p->value, "default")) return read_default(w, point, file, s, out);
    if (is_switch && digits && !p->value[digits + (*p->value == '-')])
      text_printf(out, CLAUSE_RESULT " == %s", p->value);
    else if (!is_switch && (!strcmp(p->value, "true") || !strcmp(p->value, "false")))
      text_printf(out, "%s" CLAUSE_RESULT, *p->value == 't' ? "" : "!");
    else return yaml_complain(error, w->witness->name, p->value_node, "this is no outcome of the branching");
    return true;
  }
  if (!p->value) {
    text_add(out, "1");
    return true;
  }
  struct clause clause;
  const char *what = NULL;
  bool good = clause_read(&clause, p->value, p->type == POINT_RETURN, &what);
  if (good) text_add(out, text_cstr(&clause.text));
  else yaml_complain(error, w->witness->name, p->value_node, "the constraint cannot be used: %s", what);
  clause_release(&clause);
  return good;
}

static struct stop *stop_at(struct vec_stop *stops, enum point_type type, uint32_t file, uint32_t token) {
  for (uint32_t i = 0; i < stops->size; i++)
    if (stops->data[i].type == type && stops->data[i].file == file && stops->data[i].token == token)
      return &stops->data[i];
  vec_stop_push(stops, (struct stop){.type = type, .file = file, .token = token});
  return &stops->data[stops->size - 1];
}

static bool note_waypoint(struct instrumentation *w, struct vec_stop *stops, uint32_t point, struct error *error) {
  static token_fits *const fits[] = {[POINT_ASSUMPTION] = begins_statement,
                                     [POINT_BRANCHING] = branches,
                                     [POINT_ENTER] = closes_call,
                                     [POINT_RETURN] = closes_call,
                                     [POINT_TARGET] = begins_statement};
  static const char *const nothing[] = {[POINT_ASSUMPTION] = "there is no statement",
                                        [POINT_BRANCHING] = "there is no branching",
                                        [POINT_ENTER] = "no call ends",
                                        [POINT_RETURN] = "no call ends",
                                        [POINT_TARGET] = "there is no statement"};
  const struct witness_point *p = &w->witness->points.data[point];
  uint32_t file = find_file(w, p->file);
  if (file == OUTLINE_NONE) return complain(w, point, "there is no such file", error);
  uint32_t token = find_token(w, p, file, fits[p->type]);
  if (token == OUTLINE_NONE) return complain(w, point, nothing[p->type], error);
  const struct outline *o = &w->places->outlines[file];
  struct step step = {.point = point};
  if (!read_condition(w, point, file, token, &step.condition, error)) {
    text_release(&step.condition);
    return false;
  }
  vec_step_push(&stop_at(stops, p->type, file, token)->steps, step);
  if (p->type == POINT_TARGET) {
    w->target_file = file;
    w->target_statement = statement_at(o, token);
  }
  return true;
}

static bool put_waypoints(struct instrumentation *w, struct error *error) {
  struct vec_stop stops = {0};
  bool good = true;
  for (uint32_t i = 0; i < w->witness->points.size && good; i++) good = note_waypoint(w, &stops, i, error);
  for (uint32_t i = 0; i < stops.size && good; i++) good = put_stop(w, &stops.data[i]);
  for (uint32_t i = 0; i < stops.size; i++) {
    for (uint32_t k = 0; k < stops.data[i].steps.size; k++) text_release(&stops.data[i].steps.data[k].condition);
    vec_step_release(&stops.data[i].steps);
  }
  vec_stop_release(&stops);
  return good;
}

// --- all of it -----------------------------------------------------------------------------------

static bool is_mentioned(const struct places *places, const char *name) {
  for (uint32_t i = 0; i < places->n_files; i++)
    if (strstr(text_cstr(&places->outlines[i].content), name)) return true;
  return false;
}

bool instrument_init(struct instrumentation *inst, const struct witness *witness, struct places *places,
                     properties checked, bool strict, struct error *error) {
  static const char *const choosers[] = {"__VERIFIER_nondet_bool", "__VERIFIER_nondet_uchar", "__VERIFIER_nondet_u8",
                                         "__VERIFIER_nondet_u16"};
  *inst = (struct instrumentation){.witness = witness,
                                   .places = places,
                                   .insertions = {.places = places},
                                   .checked = checked,
                                   .strict = strict,
                                   .target_file = OUTLINE_NONE,
                                   .seen = mem_zalloc(witness->points.size + 1, sizeof(bool))};
  for (size_t i = 0; i < sizeof choosers / sizeof *choosers && !inst->chooser; i++)
    if (!is_mentioned(places, choosers[i])) inst->chooser = choosers[i];
  if (!inst->chooser || is_mentioned(places, "__witness")) {
    inst->unsupported = "a program with names of clew's own";
    return true;
  }
  if (witness->is_violation) {
    if (!put_waypoints(inst, error)) return false;
  } else {
    for (uint32_t i = 0; i < witness->points.size; i++)
      if (!put_invariant(inst, i, error)) return false;
  }
  insert_sort(&inst->insertions);
  return true;
}

void instrument_release(struct instrumentation *inst) {
  insert_release(&inst->insertions);
  mem_free(inst->seen);
}

void instrument_print_names(const struct instrumentation *w, uint32_t file, struct text *out) {
  const char *type = strstr(w->chooser, "bool")    ? "_Bool"
                     : strstr(w->chooser, "uchar") ? "unsigned char"
                     : strstr(w->chooser, "u8")    ? "unsigned char"
                                                   : "unsigned short";
  text_printf(out, "extern void " INSTRUMENT_FAILS "(void); extern %s %s(void); ", type, w->chooser);
  text_add(out, "static int __witness_one __attribute__((unused)) = 1; ");
  text_add(out, "static volatile char *__witness_null __attribute__((unused)) = 0; ");
  text_printf(out, "%sint " COUNTER ", " INSTRUMENT_PASSED ";", file ? "extern " : "");
}

void instrument_print(const struct instrumentation *inst, uint32_t file, struct text *out) {
  struct text names = {0};
  instrument_print_names(inst, file, &names);
  insert_print(&inst->insertions, file, text_cstr(&names), NULL, NULL, out);
  text_release(&names);
}

uint32_t instrument_place(const struct instrumentation *inst, uint32_t file, uint32_t line, uint32_t *column,
                          bool *check) {
  uint32_t i = insert_place(&inst->insertions, file, line, column);
  if (i == OUTLINE_NONE) return OUTLINE_NONE;
  if (check) *check = strstr(text_cstr(&inst->insertions.list.data[i].text), CLAUSE_MARK);
  return inst->insertions.list.data[i].point;
}

bool instrument_is_target(const struct instrumentation *inst, uint32_t file, uint32_t line, uint32_t column) {
  if (inst->target_file == OUTLINE_NONE || file != inst->target_file) return false;
  uint32_t token = outline_token_within(&inst->places->outlines[file], line, column);
  return token != OUTLINE_NONE && outline_statement(&inst->places->outlines[file], token) == inst->target_statement;
}

// Interpolants from Z3's Spacer.
//
// The path is a chain of Horn clauses with one predicate for each cut, over the variables that are live there:
//     guards ⇒ cut1(values),   cut1(x) ∧ guards ⇒ cut2(values),   …,   cutm(x) ∧ guards ⇒ bad
// and what Spacer finds for the predicates when bad cannot be reached are interpolants. Variables are mathematical
// integers at first, where Spacer is at its best; what it finds is written as bit-vectors in several forms, each of
// which is tested. Then bit-vectors.
//
// Clauses go in as text, and definitions come back as text for term_parse; only the definitions' frame is taken apart
// as terms of Z3. Spacer crashes on some paths, so every attempt is made in a process of its own (isolate.h). Inlining
// of clauses is off, since it would leave only one clause, and with it strongest postconditions for the predicates.
#include "base/process/isolate.h"
#include "solve/solver.h"
#include "solve/linear/linear.h"
#include "term/walk.h"
#include <stdio.h>
#include <stdlib.h>
#include <z3.h>

// Seconds for an attempt.
static const double integer_patience = 2.0, bits_patience = 0.7;

struct horn {
  struct interpolator *ip;
  struct terms *tm;
  const struct problem *p;
  bool integers;
  struct term_memo memo;        // of the reading as integers
  struct map_u32 back;
  struct map_u32 declared;
  struct text declarations, rules;
  struct vec_term *arguments;   // of each cut's predicate: live variables, as integers if so read
};

// --- clauses ------------------------------------------------------------------------------------------

static bool sort_is_supported(struct terms *tm, struct sort s) {
  switch (sort_kind(tm, s)) {
  case SORT_BOOL:
  case SORT_BV:
  case SORT_INT: return true;
  case SORT_ARRAY: return sort_kind(tm, sort_index(tm, s)) == SORT_BV && sort_kind(tm, sort_element(tm, s)) == SORT_BV;
  default: return false;
  }
}

// The term as it is read here; none if it cannot be.
static struct term reading(struct horn *h, struct term t) {
  return h->integers ? linear_to_int(h->tm, &h->memo, &h->back, t) : t;
}

// Writes a term, as it is read here, and declares its variables.
static bool write_term(struct horn *h, struct term t) {
  struct terms *tm = h->tm;
  struct term read = reading(h, t);
  if (term_none(read)) return false;
  uint32_t n;
  const uint32_t *ids = term_free_vars(tm, read, &n);
  for (uint32_t i = 0; i < n; i++) {
    struct term var = {ids[i]};
    if (map_u32_find(&h->declared, var.id)) continue;
    if (!sort_is_supported(tm, term_sort(tm, var))) return false;
    map_u32_put(&h->declared, var.id, 1);
    text_add(&h->declarations, "(declare-var ");
    term_print_smt(tm, var, &h->declarations);
    text_addc(&h->declarations, ' ');
    sort_print_smt(tm, term_sort(tm, var), &h->declarations);
    text_add(&h->declarations, ")\n");
  }
  term_print_smt(tm, read, &h->rules);
  return true;
}

// Kinds that only our own parser knows, and floats.
static bool is_foreign(struct terms *tm, struct term t) {
  enum term_kind kind = term_kind(tm, t);
  return kind == TERM_COPY || !sort_is_supported(tm, term_sort(tm, t)) || term_theory(kind) == THEORY_FP;
}

static bool mentions_foreign(struct terms *tm, struct term root, struct map_u32 *seen) {
  struct term_walk walk = {.tm = tm, .seen = seen};
  bool found = false;
  term_walk_add(&walk, root);
  for (struct term t; !found && term_walk_next(&walk, &t);) found = is_foreign(tm, t);
  term_walk_release(&walk);
  return found;
}

static bool problem_is_supported(struct terms *tm, const struct problem *p) {
  struct map_u32 seen = {0};
  bool ok = true;
  for (uint32_t i = 0; i < p->n_steps && ok; i++) {
    ok = !mentions_foreign(tm, p->steps[i].guard, &seen);
    for (uint32_t k = 0; k < p->steps[i].n_updates && ok; k++)
      ok = !mentions_foreign(tm, p->steps[i].updates[k].value, &seen);
  }
  for (uint32_t k = 0; k < p->n_cuts && ok; k++)
    for (uint32_t i = 0; i < p->live[k].size && ok; i++) ok = sort_is_supported(tm, term_sort(tm, p->live[k].data[i]));
  map_u32_release(&seen);
  return ok;
}

// The predicate of a cut applied to live variables as they are after `end` (NULL: as they are).
static bool write_predicate(struct horn *h, uint32_t k, struct substitution *end) {
  const struct vec_term *live = &h->p->live[k];
  text_printf(&h->rules, live->size ? "(clew.cut%u" : "clew.cut%u", k);
  for (uint32_t i = 0; i < live->size; i++) {
    text_addc(&h->rules, ' ');
    if (!write_term(h, end ? substitution_apply(end, live->data[i]) : live->data[i])) return false;
  }
  if (live->size) text_addc(&h->rules, ')');
  return true;
}

static bool write_clause(struct horn *h, uint32_t part) {
  const struct problem *p = h->p;
  bool last = part == p->n_cuts;
  struct segment *s = interpolator_segment(h->ip, p, part ? p->cuts[part - 1] : 0, last ? p->n_steps : p->cuts[part]);
  text_add(&h->rules, "(rule (=> (and true");
  if (part) {
    text_addc(&h->rules, ' ');
    if (!write_predicate(h, part - 1, NULL)) return false;
  }
  for (uint32_t i = 0; i < s->guards.size; i++) {
    text_addc(&h->rules, ' ');
    if (!write_term(h, s->guards.data[i])) return false;
  }
  text_add(&h->rules, ") ");
  if (last) text_add(&h->rules, "clew.bad");
  else if (!write_predicate(h, part, s->end)) return false;
  text_add(&h->rules, "))\n");
  return true;
}

static bool write_problem(struct horn *h) {
  const struct problem *p = h->p;
  for (uint32_t k = 0; k < p->n_cuts; k++) {
    text_printf(&h->declarations, "(declare-rel clew.cut%u (", k);
    for (uint32_t i = 0; i < p->live[k].size; i++) {
      struct term argument = reading(h, p->live[k].data[i]);
      if (term_none(argument)) return false;
      vec_term_push(&h->arguments[k], argument);
      text_addc(&h->declarations, ' ');
      sort_print_smt(h->tm, term_sort(h->tm, argument), &h->declarations);
    }
    text_add(&h->declarations, "))\n");
  }
  text_add(&h->declarations, "(declare-rel clew.bad ())\n");
  for (uint32_t part = 0; part <= p->n_cuts; part++)
    if (!write_clause(h, part)) return false;
  text_add(&h->rules, "(query clew.bad)\n");
  text_add(&h->declarations, text_cstr(&h->rules));
  return true;
}

// --- Z3, in a process of its own -------------------------------------------------------------------------
//
// What is said is a line for each predicate that was defined: its number, a blank and the definition, which may take
// more lines, over variables called by the ids of ours.

static void set_params(Z3_context c, Z3_fixedpoint fixedpoint) {
  static const char *const off[] = {"xform.inline_eager", "xform.inline_linear", "xform.slice"};
  Z3_params params = Z3_mk_params(c);
  Z3_params_inc_ref(c, params);
  Z3_params_set_symbol(c, params, Z3_mk_string_symbol(c, "engine"), Z3_mk_string_symbol(c, "spacer"));
  for (size_t i = 0; i < sizeof off / sizeof *off; i++)
    Z3_params_set_bool(c, params, Z3_mk_string_symbol(c, off[i]), false);
  Z3_fixedpoint_set_params(c, fixedpoint, params);
  Z3_params_dec_ref(c, params);
}

// The number of the cut whose predicate this application is of; -1: none.
static int cut_of(struct horn *h, Z3_context c, Z3_ast ast) {
  if (Z3_get_ast_kind(c, ast) != Z3_APP_AST) return -1;
  Z3_func_decl decl = Z3_get_app_decl(c, Z3_to_app(c, ast));
  Z3_symbol symbol = Z3_get_decl_name(c, decl);
  if (Z3_get_symbol_kind(c, symbol) != Z3_STRING_SYMBOL) return -1;
  Z3_string name = Z3_get_symbol_string(c, symbol);
  unsigned k;
  return name && sscanf(name, "clew.cut%u", &k) == 1 && k < h->p->n_cuts ? (int)k : -1;
}

// names[i]: the variable that takes the place of #i in a definition. The head of the definition tells, as its arguments
// may be in any order.
static bool name_variables(Z3_context c, Z3_app head, const struct vec_term *arguments, Z3_ast *names) {
  uint32_t n = arguments->size;
  for (uint32_t i = 0; i < n; i++) {
    Z3_ast argument = Z3_get_app_arg(c, head, i);
    if (Z3_get_ast_kind(c, argument) != Z3_VAR_AST || Z3_get_index_value(c, argument) >= n) return false;
    char name[24];
    snprintf(name, sizeof name, "clew.v%u", arguments->data[i].id);
    Z3_ast var = Z3_mk_const(c, Z3_mk_string_symbol(c, name), Z3_get_sort(c, argument));
    if (!var) return false;
    Z3_inc_ref(c, var);
    names[Z3_get_index_value(c, argument)] = var;
  }
  for (uint32_t i = 0; i < n; i++)
    if (!names[i]) return false;
  return true;
}

// predicate(#0 … or in any order) = definition, under a quantifier or not. References are not given back: the process
// ends soon.
static void say_definition(struct horn *h, Z3_context c, Z3_ast ast, struct text *said) {
  if (Z3_get_ast_kind(c, ast) == Z3_QUANTIFIER_AST) ast = Z3_get_quantifier_body(c, ast);
  if (Z3_get_ast_kind(c, ast) != Z3_APP_AST || Z3_get_decl_kind(c, Z3_get_app_decl(c, Z3_to_app(c, ast))) != Z3_OP_EQ)
    return;
  Z3_ast head = Z3_get_app_arg(c, Z3_to_app(c, ast), 0), body = Z3_get_app_arg(c, Z3_to_app(c, ast), 1);
  int k = cut_of(h, c, head);
  if (k < 0) return;
  const struct vec_term *arguments = &h->arguments[k];
  if (Z3_get_app_num_args(c, Z3_to_app(c, head)) != arguments->size) return;
  Z3_ast *names = mem_zalloc(arguments->size + 1, sizeof *names);
  if (name_variables(c, Z3_to_app(c, head), arguments, names)) {
    Z3_ast named = arguments->size ? Z3_substitute_vars(c, body, arguments->size, names) : body;
    if (named) Z3_inc_ref(c, named);
    Z3_string text = named ? Z3_ast_to_string(c, named) : NULL;
    if (text) text_printf(said, "%d %s\n", k, text);
  }
  mem_free(names);
}

static bool say_answer(struct horn *h, Z3_context c, Z3_fixedpoint fixedpoint, struct text *said) {
  Z3_ast answer = Z3_fixedpoint_get_answer(c, fixedpoint);
  if (!answer || Z3_get_error_code(c) != Z3_OK) return false;
  Z3_inc_ref(c, answer);
  bool is_and = Z3_get_ast_kind(c, answer) == Z3_APP_AST &&
                Z3_get_decl_kind(c, Z3_get_app_decl(c, Z3_to_app(c, answer))) == Z3_OP_AND;
  if (is_and) {
    Z3_app all = Z3_to_app(c, answer);
    for (unsigned i = 0; i < Z3_get_app_num_args(c, all); i++) say_definition(h, c, Z3_get_app_arg(c, all, i), said);
  } else {
    say_definition(h, c, answer, said);
  }
  return true;
}

// Asks Spacer, without a limit: whoever waits for the answer has one.
static bool ask_spacer(void *context, struct text *said) {
  struct horn *h = context;
  Z3_config config = Z3_mk_config();
  Z3_context c = config ? Z3_mk_context_rc(config) : NULL;
  if (!c) return false;
  Z3_set_error_handler(c, NULL);
  Z3_set_ast_print_mode(c, Z3_PRINT_SMTLIB2_COMPLIANT);
  Z3_fixedpoint fixedpoint = Z3_mk_fixedpoint(c);
  if (!fixedpoint) return false;
  Z3_fixedpoint_inc_ref(c, fixedpoint);
  set_params(c, fixedpoint);
  Z3_ast_vector queries = Z3_fixedpoint_from_string(c, fixedpoint, text_cstr(&h->declarations));
  if (!queries || Z3_get_error_code(c) != Z3_OK) return false;
  Z3_ast_vector_inc_ref(c, queries);
  if (Z3_ast_vector_size(c, queries) != 1) return false;
  Z3_lbool result = Z3_fixedpoint_query(c, fixedpoint, Z3_ast_vector_get(c, queries, 0));
  return result == Z3_L_FALSE && Z3_get_error_code(c) == Z3_OK && say_answer(h, c, fixedpoint, said);
}

// --- definitions ----------------------------------------------------------------------------------------

static struct term look_up(void *context, const char *name, size_t length) {
  struct horn *h = context;
  char copy[24];
  if (length >= sizeof copy || length < 6 || memcmp(name, "clew.v", 6)) return TERM_NONE;
  memcpy(copy, name, length);
  copy[length] = 0;
  uint32_t id = (uint32_t)strtoul(copy + 6, NULL, 10);
  return map_u32_find(&h->declared, id) ? (struct term){id} : TERM_NONE;
}

// Where a definition cannot be read it stays none, and with it all that come after.
static void read_definitions(struct horn *h, const char *at, struct term *out) {
  while (*at) {
    char *end;
    unsigned long k = strtoul(at, &end, 10);
    if (end == at || k >= h->p->n_cuts) return;
    const char *message = NULL;
    at = end;
    struct term t = term_parse(h->tm, &at, look_up, h, &message);
    if (term_none(t) || sort_kind(h->tm, term_sort(h->tm, t)) != SORT_BOOL) return;
    out[k] = t;
    while (*at == '\n' || *at == ' ') at++;
  }
}

// out[k] stays none where the answer does not define a predicate.
static bool definitions_from_spacer(struct horn *h, double seconds, struct term *out) {
  struct text said = {0};
  bool ok = isolate_run(h->ip->limits, seconds, ask_spacer, h, &said);
  if (ok) read_definitions(h, text_cstr(&said), out);
  text_release(&said);
  return ok;
}

// --- candidates ---------------------------------------------------------------------------------------

static bool leads(struct horn *h, struct term from, uint32_t first, uint32_t last, struct term to) {
  return interpolator_violates(h->ip, h->p, from, first, last, to) == ANSWER_UNSAT;
}

// The same with equations for two orders.
static struct term tidied(struct horn *h, struct term t) {
  struct vec_term conjuncts = {0};
  solver_split(h->tm, t, &conjuncts);
  t = linear_conjunction(h->tm, conjuncts.size, conjuncts.data);
  vec_term_release(&conjuncts);
  return t;
}

// The definition in the first form that follows from the interpolant before it and keeps the rest from running.
static struct term fitting(struct horn *h, uint32_t k, struct term definition, struct term before) {
  uint32_t cut = h->p->cuts[k], from = k ? h->p->cuts[k - 1] : 0;
  uint32_t forms = h->integers ? LINEAR_FORM_COUNT : 1;
  struct term tried = TERM_NONE;
  for (uint32_t i = 0; i < forms && !interpolator_stopped(h->ip); i++) {
    struct term t = h->integers ? linear_from_int(h->tm, &h->back, definition, (enum linear_form)i) : definition;
    if (term_none(t) || term_same(t, tried)) continue;
    tried = t;
    if (leads(h, before, from, cut, t) && leads(h, t, cut, h->p->n_steps, term_false(h->tm))) return tidied(h, t);
  }
  return TERM_NONE;
}

static bool take_candidates(struct horn *h, const struct term *definitions, struct term *out) {
  struct term before = term_true(h->tm);
  for (uint32_t k = 0; k < h->p->n_cuts; k++) {
    // A predicate that Z3 saw no need to define is true or false.
    struct term choices[2] = {definitions[k], TERM_NONE};
    if (term_none(definitions[k])) choices[0] = term_true(h->tm), choices[1] = term_false(h->tm);
    out[k] = TERM_NONE;
    for (int i = 0; i < 2 && term_none(out[k]) && !term_none(choices[i]); i++)
      out[k] = fitting(h, k, choices[i], before);
    if (term_none(out[k])) return false;
    before = out[k];
  }
  return true;
}

static double patience(const struct interpolator *ip, double seconds) {
  double left = ip->deadline > 0 ? ip->deadline - clock_cpu() : seconds;
  double run = limits_remaining(ip->limits);
  if (run < left) left = run;
  return left < seconds ? left : seconds;
}

static bool attempt(struct interpolator *ip, const struct problem *p, bool integers, struct term *out) {
  struct horn h = {.ip = ip, .tm = ip->tm, .p = p, .integers = integers};
  double seconds = patience(ip, integers ? integer_patience : bits_patience);
  struct term *definitions = mem_zalloc(p->n_cuts + 1, sizeof *definitions);
  h.arguments = mem_zalloc(p->n_cuts + 1, sizeof *h.arguments);
  bool ok = seconds > 0 && write_problem(&h) && definitions_from_spacer(&h, seconds, definitions) &&
            take_candidates(&h, definitions, out);
  for (uint32_t k = 0; k < p->n_cuts; k++) vec_term_release(&h.arguments[k]);
  mem_free(h.arguments);
  mem_free(definitions);
  term_memo_release(&h.memo);
  map_u32_release(&h.back);
  map_u32_release(&h.declared);
  text_release(&h.declarations);
  text_release(&h.rules);
  return ok;
}

bool provide_spacer(struct interpolator *ip, const struct problem *p, struct term *out) {
  if (!problem_is_supported(ip->tm, p)) return false;
  return attempt(ip, p, true, out) || (!interpolator_stopped(ip) && attempt(ip, p, false, out));
}

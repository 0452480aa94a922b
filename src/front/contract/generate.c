// The functions that contracts need, as C behind the end of the file that defines what they are about. See contract.h.
//
//   int parse(char *s, size_t n, int (*cb)(int));     //@ requires n >= 1 && valid_string(s); ensures \result >= 0;
//
//   void __clew_contract_parse(char *const s, const size_t n, const size_t s__end) {   // starts in place of parse
//     int (*const cb)(int) = callback_cb_of_parse;                                     // declared only
//     assume(s[s__end] == 0);
//     assume(n >= 1);
//     const int result = parse(s, n, cb);
//     if (!(result >= 0)) the postcondition does not hold;
//   }
//
// The object of `s` is made by start/entry.c: it has s__end + 1 elements.
#include "base/file/input.h"
#include "base/file/output.h"
#include "base/memory/alloc.h"
#include "front/compile/compile.h"
#include "front/context.h"
#include "front/contract/contract.h"
#include "front/contract/making.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *making_name(const struct making *m, uint32_t i) {
  const struct signature_parameter *p = &m->signature.parameters.data[i];
  return p->stated ? p->stated : p->name;
}

static const char prologue[] =
    "\n#pragma clang diagnostic error \"-Wparentheses\"\n"
    "#pragma clang diagnostic ignored \"-Wlogical-op-parentheses\"\n"
    "#pragma clang diagnostic ignored \"-Wbitwise-op-parentheses\"\n"
    "#pragma clang diagnostic ignored \"-Wshift-op-parentheses\"\n"
    "#pragma clang diagnostic error \"-Wimplicit-function-declaration\"\n"
    "extern void __clew_assume(int) __asm__(\"__VERIFIER_assume\");\n"
    "extern void __clew_havoc(void *, __SIZE_TYPE__) __asm__(\"__VERIFIER_nondet_memory\");\n"
    "extern int " CONTRACT_VALUE "(void);\n"
    "extern void " CONTRACT_WRITES "(void);\n"
    "extern __SIZE_TYPE__ " CONTRACT_LENGTH "(const void *) __asm__(\"strlen\");\n"
    "extern void __clew_violated(const char *, const char *, unsigned, const char *) __asm__(\"__assert_fail\")\n"
    "  __attribute__((noreturn));\n"
    "static __inline__ void " CONTRACT_APART "(const void *p, __SIZE_TYPE__ n, const void *g, __SIZE_TYPE__ m) {\n"
    "  if (n && (__UINTPTR_TYPE__)p < (__UINTPTR_TYPE__)g + m && (__UINTPTR_TYPE__)g < (__UINTPTR_TYPE__)p + n)\n"
    "    __clew_violated(\"requires that an argument and a variable share no memory\", __FILE__, __LINE__, \"\");\n"
    "}\n";

// --- preconditions ---------------------------------------------------------------------------------------------------

// What the clauses say of objects goes into `claims`, the rest into `conditions`.
static bool read_preconditions(struct making *m) {
  for (uint32_t i = 0; i < m->contract->clauses.size; i++) {
    const struct clause *clause = &m->contract->clauses.data[i];
    if (clause->kind != CLAUSE_REQUIRES) continue;
    struct vec_clause_part parts = {0};
    objects_split(clause, &parts);
    bool good = true;
    for (uint32_t k = 0; k < parts.size && good; k++) {
      bool is_claim;
      good = object_claim_read(&m->signature, parts.data[k], m->claims, &is_claim, m->f->error);
      if (good && !is_claim) vec_clause_part_push(&m->conditions, parts.data[k]);
    }
    vec_clause_part_release(&parts);
    if (!good) return false;
  }
  return true;
}

static void quote(const char *text, size_t n, struct text *out) {
  text_addc(out, '"');
  for (size_t i = 0; i < n; i++) {
    if (text[i] == '"' || text[i] == '\\') text_addc(out, '\\');
    text_addc(out, isspace((unsigned char)text[i]) ? ' ' : text[i]);
  }
  text_addc(out, '"');
}

// if (!(condition)) the clause is violated;
bool making_check(struct making *m, const struct words *words, struct clause_part part, const char *word) {
  const struct clause *clause = part.clause;
  struct text what = {0};
  text_printf(&what, "%s %.*s", word, (int)(part.to - part.from), clause->text + part.from);
  words_place(clause, part.from, m->out);
  text_add(m->out, "if (!(");
  bool good = words_write(words, part, m->out);
  words_place(clause, part.from, m->out);
  text_add(m->out, ")) __clew_violated(");
  quote(text_cstr(&what), what.size, m->out);
  text_add(m->out, ", __FILE__, __LINE__, ");
  quote(m->contract->function, strlen(m->contract->function), m->out);
  text_add(m->out, ");\n");
  text_release(&what);
  return good;
}

bool making_assumption(struct making *m, const struct words *words, struct clause_part part) {
  words_place(part.clause, part.from, m->out);
  text_add(m->out, "__clew_assume(!!(");
  bool good = words_write(words, part, m->out);
  text_add(m->out, "));\n");
  return good;
}

// --- postconditions --------------------------------------------------------------------------------------------------

// Those of the clauses, into a text of their own; what they call \old comes before the call.
bool making_postconditions(struct making *m, struct vec_clause_part *olds, bool asserts) {
  struct words words = {.after = true, .has_result = m->signature.returns, .olds = olds, .error = m->f->error};
  for (uint32_t i = 0; i < m->contract->clauses.size; i++) {
    const struct clause *clause = &m->contract->clauses.data[i];
    if (clause->kind != CLAUSE_ENSURES) continue;
    struct clause_part whole = words_whole(clause);
    if (!(asserts ? making_check(m, &words, whole, "ensures") : making_assumption(m, &words, whole))) return false;
  }
  return true;
}

bool making_olds(struct making *m, const struct vec_clause_part *olds) {
  struct words words = {.error = m->f->error};
  for (uint32_t i = 0; i < olds->size; i++) {
    text_add(m->out, "const __typeof__(");
    if (!words_write(&words, olds->data[i], m->out)) return false;
    text_printf(m->out, ") " CONTRACT_OLD "%u = (", i);
    if (!words_write(&words, olds->data[i], m->out)) return false;
    text_add(m->out, ");\n");
  }
  return true;
}

void making_arguments(const struct making *m, struct text *out) {
  for (uint32_t i = 0; i < m->signature.parameters.size; i++)
    text_printf(out, "%s%s", i ? ", " : "", making_name(m, i));
}

void making_result_type(const struct making *m, struct text *out) {
  text_printf(out, "__typeof__(%s(", m->contract->function);
  making_arguments(m, out);
  text_add(out, "))");
}

// --- the function that starts ----------------------------------------------------------------------------------------

static void state(struct front *f, const char *name, const char *type, bool is_array, const char *by,
                  uint64_t summand) {
  struct front_parameter p = {.name = mem_strdup(name),
                              .type = mem_strdup(type),
                              .is_array = is_array,
                              .by = by ? mem_strdup(by) : NULL,
                              .factor = by ? 1 : 0,
                              .summand = summand};
  vec_front_parameter_push(&f->contract_parameters, p);
}

static const struct front_parameter *stated_of(const struct making *m, uint32_t i) {
  const struct front_options *o = m->f->options;
  return o->has_parameters ? &o->parameters[i] : NULL;
}

// The parameter whose value is the number of elements, where the last index is `n - 1`; NULL: it is something else.
static const char *counting_parameter(const struct making *m, struct clause_part last) {
  const char *text = last.clause->text;
  for (uint32_t i = 0; i < m->signature.parameters.size; i++) {
    const struct signature_parameter *p = &m->signature.parameters.data[i];
    const char *name = p->stated && words_begin(last, p->stated) ? p->stated : p->name;
    if (p->is_pointer || p->is_callback || strchr(p->type, '*') || !*name || !words_begin(last, name)) continue;
    struct clause_part rest = words_trim((struct clause_part){last.clause, last.from + strlen(name), last.to});
    if (rest.to == rest.from || text[rest.from] != '-') continue;
    rest = words_trim((struct clause_part){last.clause, rest.from + 1, rest.to});
    if (rest.to - rest.from == 1 && text[rest.from] == '1') return making_name(m, i);
  }
  return NULL;
}

// assume(name__count == last + 1);
static bool write_count(struct making *m, const char *count, const char *relation, struct clause_part last) {
  struct words words = {.error = m->f->error};
  words_place(last.clause, last.from, m->out);
  text_printf(m->out, "__clew_assume(%s %s (__SIZE_TYPE__)(", count, relation);
  bool good = words_write(&words, last, m->out);
  text_add(m->out, ") + 1);\n");
  return good;
}

// How the object of a parameter is made, and what is assumed of it in the body (into m->out).
static bool write_object(struct making *m, uint32_t i, struct text *hidden) {
  const struct signature_parameter *p = &m->signature.parameters.data[i];
  const struct front_parameter *stated = stated_of(m, i);
  const struct object_claim *claim = &m->claims[i];
  const char *name = making_name(m, i), *type = p->is_void ? "char" : "", *by = NULL;
  uint64_t summand = 1;
  bool is_array = claim->is_valid || claim->is_string, good = true;
  char end[300], count[300];
  snprintf(end, sizeof end, "%s__end", name);
  snprintf(count, sizeof count, "%s__count", name);
  if (stated && stated->is_array) {
    if (claim->is_valid) {
      error_set(m->f->error, EXIT_USAGE, "--entry: the size of the object of `%s` is stated twice", name);
      return false;
    }
    vec_front_parameter_push(&m->f->contract_parameters,
                             (struct front_parameter){mem_strdup(name), mem_strdup(stated->type), true,
                                                      stated->by ? mem_strdup(stated->by) : NULL, stated->factor,
                                                      stated->summand});
    if (claim->is_string)
      text_printf(m->out, "__clew_assume(%s < (__SIZE_TYPE__)%llu * (__SIZE_TYPE__)(%s) + %llu);\n", end,
                  (unsigned long long)stated->factor, stated->by ? stated->by : "0",
                  (unsigned long long)stated->summand);
  } else if (claim->is_valid && claim->last.clause) {
    by = counting_parameter(m, claim->last);
    if (claim->is_string) good = write_count(m, end, "<", claim->last);
    if (!by) {
      by = count;
      text_printf(hidden, ", const __SIZE_TYPE__ %s", count);
      good = good && write_count(m, count, "==", claim->last);
    }
    state(m->f, name, type, true, by, 0);
  } else {
    if (claim->is_string && !claim->is_valid) by = end;
    if (claim->is_string && claim->is_valid) text_printf(m->out, "__clew_assume(%s < 1);\n", end);
    state(m->f, name, type, is_array, by, is_array ? summand : 0);
  }
  if (claim->is_string) {
    text_printf(hidden, ", const __SIZE_TYPE__ %s", end);
    text_printf(m->out, "__clew_assume(%s%s%s[%s] == 0);\n", p->is_void ? "((const char *)" : "", name,
                p->is_void ? ")" : "", end);
  }
  return good;
}

// The hidden parameters stand behind the others, in the order in which they were written.
static void state_hidden(struct front *f, const char *hidden) {
  static const char type[] = ", const __SIZE_TYPE__ ";
  for (const char *at = hidden; (at = strstr(at, type));) {
    at += sizeof type - 1;
    char *name = mem_strndup(at, strcspn(at, ","));
    state(f, name, "size_t", false, NULL, 0);
    mem_free(name);
  }
}

static void write_callback(struct making *m, uint32_t i, struct text *before) {
  const struct signature_parameter *p = &m->signature.parameters.data[i];
  text_printf(before, "extern __typeof__(*(__typeof__(%s))0) callback_%s_of_%s;\n", p->type, making_name(m, i),
              m->contract->function);
  text_printf(m->out, "__typeof__(%s) const %s = callback_%s_of_%s;\n", p->type, making_name(m, i), making_name(m, i),
              m->contract->function);
}

static bool write_body(struct making *m) {
  struct words words = {.error = m->f->error};
  bool good = true;
  for (uint32_t i = 0; i < m->conditions.size && good; i++) good = making_assumption(m, &words, m->conditions.data[i]);
  struct text after = {0}, *out = m->out;
  struct vec_clause_part olds = {0};
  m->out = &after;
  good = good && making_postconditions(m, &olds, true);
  m->out = out;
  good = good && making_olds(m, &olds);
  text_printf(out, "\n#line 1 \"" CONTRACT_FILE "\"\n");
  if (m->signature.returns) {
    text_add(out, "const ");
    making_result_type(m, out);
    text_add(out, " " CONTRACT_RESULT " = ");
  }
  text_printf(out, "%s(", m->contract->function);
  making_arguments(m, out);
  text_add(out, ");\n");
  text_add(out, text_cstr(&after));
  text_release(&after);
  vec_clause_part_release(&olds);
  return good;
}

// What the clauses of a comment call a parameter that --entry calls something else.
static void write_other_names(struct making *m) {
  for (uint32_t i = 0; i < m->signature.parameters.size; i++) {
    const struct signature_parameter *p = &m->signature.parameters.data[i];
    if (!p->stated || !*p->name || !strcmp(p->stated, p->name)) continue;
    bool is_free = true;
    for (uint32_t k = 0; k < m->signature.parameters.size; k++) is_free &= strcmp(making_name(m, k), p->name) != 0;
    if (is_free) text_printf(m->out, "__typeof__(%s) const %s = %s;\n", p->type, p->name, p->stated);
  }
}

static bool write_check_function(struct making *m) {
  struct text body = {0}, hidden = {0}, before = {0}, list = {0}, *out = m->out;
  bool good = true;
  m->out = &body;
  for (uint32_t i = 0; i < m->signature.parameters.size && good; i++) {
    const struct signature_parameter *p = &m->signature.parameters.data[i];
    const struct front_parameter *stated = stated_of(m, i);
    if (p->is_callback) {
      write_callback(m, i, &before);
      continue;
    }
    if (stated && !stated->is_array && !strcmp(stated->type, "string")) m->claims[i].is_string = true;
    if (stated && !stated->is_array && !strcmp(stated->type, "valid")) m->claims[i].is_valid = true;
    text_printf(&list, "%s__typeof__(%s) const %s", list.size ? ", " : "", p->type, making_name(m, i));
    good = write_object(m, i, &hidden);
  }
  write_other_names(m);
  good = good && write_body(m);
  m->out = out;
  if (good) {
    state_hidden(m->f, text_cstr(&hidden));
    if (m->contract->clauses.size) words_place(&m->contract->clauses.data[0], 0, out);
    else text_add(out, "\n#line 1 \"" CONTRACT_FILE "\"\n");
    text_printf(out, "%svoid " CONTRACT_CHECK "%s(%s%s) {\n%s}\n", text_cstr(&before), m->contract->function,
                list.size     ? text_cstr(&list)
                : hidden.size ? ""
                              : "void",
                list.size || !hidden.size ? text_cstr(&hidden) : text_cstr(&hidden) + 2, text_cstr(&body));
  }
  text_release(&body);
  text_release(&hidden);
  text_release(&before);
  text_release(&list);
  return good;
}

// --- the unit --------------------------------------------------------------------------------------------------------

// Names for parameters without one, and those of --entry.
static bool name_parameters(struct making *m, bool is_entry, struct vec_string *keep) {
  const struct front_options *o = m->f->options;
  struct signature *s = &m->signature;
  if (is_entry && o->has_parameters && o->n_parameters != s->parameters.size) {
    error_set(m->f->error, EXIT_USAGE, "--entry: %s has %u parameter%s, not %u", o->entry, s->parameters.size,
              s->parameters.size == 1 ? "" : "s", o->n_parameters);
    return false;
  }
  for (uint32_t i = 0; i < s->parameters.size; i++) {
    struct signature_parameter *p = &s->parameters.data[i];
    if (is_entry && o->has_parameters) p->stated = o->parameters[i].name;
    if (*p->name || p->stated) continue;
    struct text name = {0};
    text_printf(&name, "parameter%u", i + 1);
    vec_string_push(keep, name.data);
    p->stated = name.data;
  }
  return true;
}

static bool write_contract(struct front *f, const struct front_unit *unit, struct contract *contract,
                           struct vec_string *keep, struct text *out) {
  bool is_entry = !strcmp(contract->function, f->options->entry);
  struct making m = {.f = f, .contract = contract, .out = out};
  if (!signature_read(f, unit, contract->function, &m.signature)) return false;
  bool good = m.signature.found;
  if (!good) {
    const struct clause *first = contract->clauses.size ? &contract->clauses.data[0] : NULL;
    if (first && strncmp(first->file, "--", 2))
      words_fail(f->error, first, 0, "%s has no function `%s` that clang finds", unit->file, contract->function);
    good = first && strncmp(first->file, "--", 2) ? false : true; // clang says what is wrong with the file
  } else if (m.signature.is_variadic && is_entry) {
    error_set(f->error, EXIT_DATA, "%s: `%s` has a contract, but takes any number of arguments; that is not supported",
              unit->file, contract->function);
    good = false;
  } else {
    m.claims = mem_zalloc(m.signature.parameters.size + 1, sizeof *m.claims);
    good = name_parameters(&m, is_entry, keep) && read_preconditions(&m);
    contract->has_body |= m.signature.has_body;
    if (good && is_entry) good = write_check_function(&m);
    if (good && f->options->use_contracts) good = making_use_function(&m);
    if (is_entry) f->contract_is_entry |= good;
  }
  mem_free(m.claims);
  vec_clause_part_release(&m.conditions);
  signature_release(&m.signature);
  return good && !limits_stopped(f->limits);
}

// The text of the file, then the functions: as one file, in whose folder headers are looked for as in that of the
// first.
static bool write_unit(struct front *f, const struct front_unit *unit, const struct text *functions, const char *output,
                       struct front_unit *made, struct vec_string *keep) {
  struct text path = {0}, all = {0}, content = {0}, folder = {0};
  const char *at = unit->directory && unit->file[0] != '/' ? unit->directory : NULL;
  text_printf(&path, "%s%s%s", at ? at : "", at ? "/" : "", unit->file);
  bool good = input_read(text_cstr(&path), &content, f->error);
  if (f->sources) vec_string_push(f->sources, mem_strdup(text_cstr(&path)));
  const char *slash = strrchr(unit->file, '/');
  text_printf(&folder, "%.*s", slash ? (int)(slash - unit->file) + 1 : 1, slash ? unit->file : ".");
  struct clause start = {.text = (char *)"", .file = (char *)unit->file, .line = 1, .column = 1};
  words_place(&start, 0, &all);
  text_add_n(&all, content.data ? content.data : "", content.size);
  text_add(&all, "\n");
  text_add(&all, text_cstr(functions));
  text_clear(&path);
  text_printf(&path, "%s.contracts.c", output);
  good = good && output_write(text_cstr(&path), &all, f->error);
  const char **flags = mem_zalloc(unit->n_flags + 2, sizeof *flags);
  flags[0] = "-iquote";
  flags[1] = folder.data;
  for (uint32_t i = 0; i < unit->n_flags; i++) flags[i + 2] = unit->flags[i];
  made->file = path.data;
  made->n_flags = unit->n_flags + 2;
  made->flags = flags;
  vec_string_push(keep, path.data);
  vec_string_push(keep, folder.data);
  vec_string_push(keep, (char *)flags);
  text_release(&all);
  text_release(&content);
  return good;
}

// Is it the unit of the file that the options name so?
static bool is_of(struct front *f, const struct front_unit *unit, const char *file) {
  const struct front_options *o = f->options;
  for (uint32_t i = 0; i < o->n_files; i++)
    if (!strcmp(o->files[i], file)) return o->given && o->given[i] ? o->given[i] == unit : !strcmp(unit->file, file);
  return false;
}

bool contract_unit(struct front *f, const struct front_unit *unit, const char *output, struct front_unit *made,
                   struct vec_string *keep) {
  struct text functions = {0};
  bool good = true, any = false;
  *made = *unit;
  for (uint32_t i = 0; i < f->contracts.size && good; i++) {
    struct contract *c = &f->contracts.data[i];
    bool is_entry = !strcmp(c->function, f->options->entry);
    if (!c->owner || !is_of(f, unit, c->owner) || !(is_entry || f->options->use_contracts)) continue;
    if (!any) text_add(&functions, prologue);
    any = true;
    good = write_contract(f, unit, c, keep, &functions);
  }
  if (good && any) good = write_unit(f, unit, &functions, output, made, keep);
  text_release(&functions);
  return good;
}

// The assumptions of a verdict: the sentence above the result line names what is special about
// this program, the list for the JSON has everything that applied (docs/assumptions.md).
#include "native/replay.h"
#include "report/report.h"
#include <inttypes.h>
#include <string.h>

#define NAMES_SHOWN 5u

static bool is_kind(const struct cfa_assumption *a, const char *kind) { return strcmp(a->kind, kind) == 0; }

void report_place(const struct cfa *cfa, struct source_place place, struct text *out) {
  cfa_place_brief(cfa, place, out);
}

// --- the sentence ---------------------------------------------------------------------------------

// A list of names, "a, b and c", of which only some are shown.
struct names {
  struct text *out;
  uint32_t total, shown, left;
};

static struct names names_begin(uint32_t total, struct text *out) {
  uint32_t shown = total > NAMES_SHOWN ? NAMES_SHOWN : total;
  return (struct names){.out = out, .total = total, .left = shown, .shown = shown};
}

// False: enough are named.
static bool names_next(struct names *n) {
  if (!n->left) return false;
  if (n->left < n->shown) text_add(n->out, n->left == 1 && n->total == n->shown ? " and " : ", ");
  n->left--;
  return true;
}

static void names_end(const struct names *n) {
  if (n->total > n->shown) text_printf(n->out, " and %" PRIu32 " more (--json lists all)", n->total - n->shown);
}

static void add_first_word(const char *text, struct text *out) { text_add_n(out, text, strcspn(text, " ")); }

static void add_undefined_name(const struct report *report, const char *text, struct source_place place,
                               struct text *out) {
  add_first_word(text, out);
  text_add(out, " (");
  if (place.line) {
    report_place(report->cfa, place, out);
    text_add(out, ", ");
  }
  text_add(out, "no body)");
}

// Those that could write through a pointer are named first: they are the doubtful ones.
static bool is_doubtful(const struct cfa_assumption *a) { return strstr(a->text, "not even") != NULL; }

static uint32_t count_kind(const struct vec_assumption *all, const char *kind) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < all->size; i++) n += is_kind(&all->data[i], kind);
  return n;
}

// What they are assumed to do, as the text of one of them says; --undefined is the same for all.
static void add_conduct(const char *text, bool many, struct text *out) {
  if (strstr(text, " calls no function"))
    text_add(out, many ? " call no function of the program" : " calls no function of the program");
  else text_add(out, many ? " change nothing" : " changes nothing");
  if (strstr(text, UNDEFINED_FREES)) text_add(out, many ? " and free none of its memory" : UNDEFINED_FREES);
  if (strstr(text, UNDEFINED_LIBRARY))
    text_add(out, many ? " and do not change the state of the C library" : UNDEFINED_LIBRARY);
  if (strstr(text, UNDEFINED_ALLOCATES)) text_add(out, many ? " and allocate nothing that is left" : UNDEFINED_ALLOCATES);
  if (strstr(text, UNDEFINED_EXITS)) text_add(out, many ? " and do not call exit" : UNDEFINED_EXITS);
  if (strstr(text, UNDEFINED_ENDS)) text_add(out, many ? " and do not end the program" : UNDEFINED_ENDS);
}

static bool add_undefined(const struct report *report, const struct vec_assumption *all, struct text *out) {
  uint32_t total = count_kind(all, "undefined-function");
  if (!total) return false;
  text_add(out, ", if ");
  struct names names = names_begin(total, out);
  const char *first = NULL;
  for (int pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < all->size; i++) {
      const struct cfa_assumption *a = &all->data[i];
      if (!is_kind(a, "undefined-function") || is_doubtful(a) != (pass == 0)) continue;
      if (!first) first = a->text;
      if (names_next(&names)) add_undefined_name(report, a->text, a->place, out);
    }
  names_end(&names);
  add_conduct(first, total > 1, out);
  return true;
}

static bool add_pointers(const struct vec_assumption *all, bool any, struct text *out) {
  uint32_t total = count_kind(all, "undefined-pointer");
  if (!total) return any;
  text_add(out, any ? ", and if " : ", if ");
  struct names names = names_begin(total, out);
  for (uint32_t i = 0; i < all->size; i++)
    if (is_kind(&all->data[i], "undefined-pointer") && names_next(&names)) add_first_word(all->data[i].text, out);
  names_end(&names);
  text_add(out, total > 1 ? " return pointers to memory of their own, and pointers in it lead to other memory"
                          : " returns a pointer to memory of its own, and pointers in it lead to other memory");
  return true;
}

static void add_others(const struct report *report, const struct vec_assumption *all, bool any, struct text *out) {
  uint32_t total = all->size - count_kind(all, "undefined-function") - count_kind(all, "undefined-pointer");
  if (!total) return;
  text_add(out, any ? ", and if " : ", if ");
  struct names names = names_begin(total, out);
  for (uint32_t i = 0; i < all->size; i++) {
    const struct cfa_assumption *a = &all->data[i];
    if (is_kind(a, "undefined-function") || is_kind(a, "undefined-pointer") || !names_next(&names)) continue;
    text_add_n(out, a->text, strcspn(a->text, ":")); // what follows explains it, in the JSON
    if (!a->place.line) continue;
    text_add(out, " (");
    report_place(report->cfa, a->place, out);
    text_addc(out, ')');
  }
  names_end(&names);
}

// --- FALSE: results that were made up --------------------------------------------------------------

// Were values made up for what inline assembly leaves?
static bool gives_assembly(const struct report *report) {
  for (uint32_t i = 0; report->invented && i < report->invented->size; i++)
    if (strcmp(report->invented->data[i], REPLAY_ASSEMBLY) == 0) return true;
  return false;
}

// The invented result: that of the i-th input, if it is the first of its function.
static bool is_invented(const struct report *report, uint32_t i) {
  const struct vec_input_value *inputs = &report->claim->inputs;
  const struct cfa_input *input = inputs->data[i].input;
  if (!input || term_none(inputs->data[i].value)) return false;
  if (input->kind == INPUT_ASSEMBLY && input->site) return gives_assembly(report);
  if (input->kind != INPUT_UNDEFINED) return false;
  if (sort_kind(report->cfa->tm, term_sort(report->cfa->tm, input->term)) == SORT_ARRAY) return false;
  for (uint32_t k = 0; k < i; k++)
    if (inputs->data[k].input && inputs->data[k].input->kind == INPUT_UNDEFINED && !term_none(inputs->data[k].value) &&
        strcmp(inputs->data[k].input->name, input->name) == 0)
      return false;
  return true;
}

static bool is_called_once(const struct report *report, const char *name) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < report->claim->inputs.size; i++) {
    const struct input_value *given = &report->claim->inputs.data[i];
    n += given->input && given->input->kind == INPUT_UNDEFINED && strcmp(given->input->name, name) == 0;
  }
  return n == 1;
}

// True: something was said.
static bool add_invented(const struct report *report, struct text *out) {
  uint32_t total = 0;
  for (uint32_t i = 0; i < report->claim->inputs.size; i++) total += is_invented(report, i);
  if (!total) return false;
  text_add(out, ", if ");
  struct names names = names_begin(total, out);
  for (uint32_t i = 0; i < report->claim->inputs.size; i++) {
    const struct input_value *given = &report->claim->inputs.data[i];
    if (!is_invented(report, i) || !names_next(&names)) continue;
    if (given->input->kind == INPUT_ASSEMBLY) {
      text_add(out, "the assembly");
      if (given->input->place.line) {
        text_add(out, " (");
        report_place(report->cfa, given->input->place, out);
        text_addc(out, ')');
      }
      text_add(out, " leaves ");
      term_print_value(report->cfa->tm, given->value, given->input->is_unsigned, out);
      continue;
    }
    add_undefined_name(report, given->input->name, given->input->place, out);
    text_add(out, " returns ");
    if (is_called_once(report, given->input->name))
      term_print_value(report->cfa->tm, cfa_typed_value(report->cfa->tm, given->input->ctype, given->value),
                       given->input->is_unsigned, out);
    else text_add(out, "the values");
  }
  names_end(&names);
  text_add(out, " as above");
  return true;
}

// Does the counterexample call a function without a body that got pointers and might write there? Where it is called
// first is where the assumption stands: on a line of the counterexample, or between two that follow each other, since
// lines that change nothing are not shown.
static bool is_on_trace(const struct report *report, const struct cfa_assumption *a) {
  if (!is_kind(a, "undefined-function") || !strstr(a->text, UNDEFINED_WRITES) || !report->trace) return false;
  const struct trace_row *before = NULL;
  for (uint32_t i = 0; i < report->trace->rows.size; i++) {
    const struct trace_row *row = &report->trace->rows.data[i];
    if (row->place.file != a->place.file || !row->place.line) continue;
    if (row->place.line == a->place.line) return true;
    bool follows = before && before->function == row->function && before->depth == row->depth;
    if (follows && before->place.line < a->place.line && a->place.line < row->place.line) return true;
    before = row;
  }
  return false;
}

static void add_unwritten(const struct report *report, bool any, struct text *out) {
  const struct vec_assumption *all = &report->cfa->assumptions;
  uint32_t total = 0;
  for (uint32_t i = 0; i < all->size; i++) total += is_on_trace(report, &all->data[i]);
  if (!total) return;
  text_add(out, any ? ", and if " : ", if ");
  struct names names = names_begin(total, out);
  for (uint32_t i = 0; i < all->size; i++) {
    if (!is_on_trace(report, &all->data[i]) || !names_next(&names)) continue;
    text_add_n(out, all->data[i].text, strcspn(all->data[i].text, " "));
    text_add(out, " (");
    report_place(report->cfa, all->data[i].place, out);
    text_add(out, ", no body)");
  }
  names_end(&names);
  text_add(out, total == 1 ? " changes nothing" : " change nothing");
}

// A proof that was not found exactly, and not checked either.
static void add_inexact(const struct report *report, struct vec_assumption *out) {
  if (!report->claim || !report->claim->inexact || report->check == CHECK_CONFIRMED) return;
  struct cfa_assumption a = {"unchecked-theory", "the proof is right: it was not found exactly and not checked", {0}};
  vec_assumption_push(out, a);
}

void report_condition(const struct report *report, struct text *out) {
  if (!report->cfa) return;
  if (report->verdict == VERDICT_TRUE) {
    struct vec_assumption all = {0};
    for (uint32_t i = 0; i < report->cfa->assumptions.size; i++)
      vec_assumption_push(&all, report->cfa->assumptions.data[i]);
    add_inexact(report, &all);
    bool any = add_undefined(report, &all, out);
    any = add_pointers(&all, any, out);
    add_others(report, &all, any, out);
    vec_assumption_release(&all);
  } else if (report->verdict == VERDICT_FALSE && report->claim) {
    bool any = add_invented(report, out);
    add_unwritten(report, any, out);
  }
}

// --- everything --------------------------------------------------------------------------------------

static void add(struct vec_assumption *out, const char *kind, const char *text, struct source_place place) {
  vec_assumption_push(out, (struct cfa_assumption){kind, text, place});
}

static void add_named(const struct report *report, struct vec_assumption *out, const char *kind, const char *format,
                      const char *name) {
  struct text text = {0};
  text_printf(&text, format, name);
  add(out, kind, cfa_string(report->cfa, text_cstr(&text)), (struct source_place){0});
  text_release(&text);
}

// What the automaton uses.
struct uses {
  bool heap, uninitialised;
};

static struct uses find_uses(const struct cfa *cfa) {
  struct uses uses = {0};
  for (uint32_t e = 0; e < cfa->edges.size; e++) {
    const struct cfa_edge *edge = &cfa->edges.data[e];
    for (uint32_t i = 0; i < edge->allocs.size; i++) uses.heap |= !edge->allocs.data[i].is_stack;
    for (uint32_t i = 0; i < edge->inputs.size; i++) uses.uninitialised |= edge->inputs.data[i].kind == INPUT_UNINIT;
  }
  return uses;
}

// Of every TRUE about a C program.
static void add_language(const struct report *report, struct vec_assumption *out) {
  const struct source_place nowhere = {0};
  add(out, "compiler",
      report->bits == 32 ? "the program means what clang makes of it for x86 with 32 bits"
                         : "the program means what clang makes of it for x86 with 64 bits",
      nowhere);
  for (uint32_t p = 0; p < property_count; p++) {
    const struct property_descriptor *d = &property_table[p];
    bool assumed = d->assumed_unchecked.kind && !(report->checked >> p & 1);
    if (assumed) add(out, d->assumed_unchecked.kind, d->assumed_unchecked.text, nowhere);
  }
  add(out, "single-thread", "there is one thread, and no signal arrives", nowhere);
  add(out, "path-end", "what comes behind undefined behaviour is not checked", nowhere);
}

static void add_uses(const struct report *report, struct vec_assumption *out) {
  const struct source_place nowhere = {0};
  struct uses uses = find_uses(report->cfa);
  if (uses.heap) add(out, "allocation", "allocation does not fail", nowhere);
  if (report->cfa->wide_heap)
    add(out, "allocation",
        report->bits == 32 ? "no more than 3.8 GiB of the heap are in use at a time"
                           : "a run allocates less than 2 EiB in all, freed blocks counted",
        nowhere);
  if (uses.uninitialised)
    add(out, "uninitialised", "what is not initialised has some value, the same at each reading", nowhere);
  if (!term_none(report->cfa->arguments.argc))
    add(out, "arguments",
        "main gets as many arguments as Linux gives (1 to 2^20 - 1) or --argc says, each of less than 128 KiB, and a "
        "null pointer behind them",
        nowhere);
  for (uint32_t i = 0; i < report->cfa->functions.size; i++)
    if (report->cfa->functions.data[i].is_model)
      add_named(report, out, "library-model", "%s does what its model does", report->cfa->functions.data[i].name);
  struct vec_string names = {0};
  replay_approximated(report->cfa, report->reached, &names);
  for (uint32_t i = 0; i < names.size; i++)
    add_named(report, out, "approximated-function", "%s returns some value in its range, and changes nothing else",
              names.data[i]);
  vec_string_release(&names);
}

void report_assumptions(const struct report *report, struct vec_assumption *out) {
  if (!report->cfa || report->verdict != VERDICT_TRUE) return;
  for (uint32_t i = 0; i < report->cfa->assumptions.size; i++)
    vec_assumption_push(out, report->cfa->assumptions.data[i]);
  for (uint32_t i = 0; i < report->n_undefined_exits; i++)
    add(out, "path-end", report->undefined_exits[i].text, report->undefined_exits[i].place);
  add_inexact(report, out);
  if (!report->is_automaton) add_language(report, out);
  add_uses(report, out);
}

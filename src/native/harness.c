// The harness: a C file that makes the program run into the error.
//
// It defines the functions that give the program its inputs, with the values of the claim in one sequence, and the
// error functions. All definitions are weak: what the program defines itself stays. It includes no headers, so that
// it compiles for either data model without them and clashes with no declaration of the C library.
//
// A function without a body is the machine's own where the machine has one; what the claim says that it returns is
// not given then. Only undefined functions get values. In clew's own run the linker says which: for each there
// is a stub under another name, and those that are needed get their names when linking (see replay.c). There every
// input has to be asked for in the order of the claim, and all of them: otherwise what runs is not what was claimed.
// In the file that is kept for the user the functions that the machine has are left out, and what is asked for beyond
// the claim is 0.
#include "base/process/machine.h"
#include "native/harness.h"
#include "native/exchange.h"
#include "native/object.h"
#include "native/served/runtime.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// --- which functions, which values -------------------------------------------------

bool harness_is_identifier(const char *name) {
  if (!name || !(isalpha((unsigned char)*name) || *name == '_')) return false;
  for (; *name; name++)
    if (!isalnum((unsigned char)*name) && *name != '_') return false;
  return true;
}

bool harness_add_name(struct vec_string *names, const char *name) {
  for (uint32_t i = 0; i < names->size; i++)
    if (strcmp(names->data[i], name) == 0) return false;
  vec_string_push(names, name);
  return true;
}

// Names that the harness defines or uses in its own way.
static bool is_reserved(const char *name) {
  static const char *const names[] = {
      "main",
      "malloc",
      "calloc",
      "realloc",
      "free",
      "__libc_malloc",
      "__libc_memalign",
      "__libc_calloc",
      "__libc_free",
      "__libc_realloc",
      "dprintf",
      "_exit",
      "memset",
      "memcpy",
      "__assert_fail",
      "__assert",
      "__assert_rtn",
      "assert",
      "__VERIFIER_assume",
      "__VERIFIER_nondet_memory",
      "klee_make_symbolic",
      "__libc_start_main",
      "mmap",
      "sigaction",
      "__sigaction",
      "__etext",
      "__executable_start",
      "__clew_unsupported",
      "__clew_object_size",
      "malloc_usable_size",
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0) return true;
  return strncmp(name, "clew_", 5) == 0;
}

static bool checks_calls(const struct replay_options *options) {
  return !options->checked || options->checked & PROPERTY_SET(UNREACH);
}

static bool is_error_function(const struct replay_options *options, const char *name) {
  if (!checks_calls(options)) return false;
  if (strcmp(name, "reach_error") == 0 || strcmp(name, "__VERIFIER_error") == 0) return true;
  for (uint32_t i = 0; i < options->n_error_functions; i++)
    if (strcmp(name, options->error_functions[i]) == 0) return true;
  return false;
}

// Can a function of the harness return this value? What a function of the C library returns (INPUT_LIBRARY) is the
// machine's.
static bool is_input(const struct cfa *cfa, const struct cfa_input *input) {
  struct harness_type type;
  if (!input || (input->kind != INPUT_NONDET && input->kind != INPUT_UNDEFINED)) return false;
  if (input->site) return false; // it is given at another place, see fills.c
  return harness_is_identifier(input->name) && !is_reserved(input->name) && harness_type_of(cfa, input, &type);
}

struct harness {
  const struct cfa *cfa;
  const struct replay_options *options;
  const struct claim *claim;
  struct text *out;
  bool own;                        // for clew's own run
  struct object *object;           // instead of `out`, for clew's own run
  struct vec_string functions;     // names defined so far
  struct map_u32 variable_of;      // input term → the variable that gets it
  struct map_u32 in_model;         // input terms of models of the C library
};

// Does the harness give the program this value, or may it, where the linker decides?
static bool is_given(const struct harness *h, const struct cfa_input *input) {
  return is_input(h->cfa, input) && (h->own || input->kind != INPUT_UNDEFINED || !machine_has(input->name));
}

static bool is_in_model(const struct harness *h, const struct cfa_input *input) {
  return !h->options->copy && map_u32_get_or(&h->in_model, input->term.id, 0); // a copy has the models
}

bool harness_gives(const struct cfa *cfa, const struct cfa_input *input) {
  return is_input(cfa, input) && (input->kind != INPUT_UNDEFINED || !machine_has(input->name));
}

// The variable an input goes into: the one whose new value depends on this input and on nothing else.
static void find_variables(struct harness *h) {
  for (uint32_t e = 0; e < h->cfa->edges.size; e++) {
    const struct cfa_edge *edge = &h->cfa->edges.data[e];
    if (!edge->inputs.size) continue;
    bool in_model = h->cfa->functions.data[cfa_location(h->cfa, edge->from)->function].is_model;
    for (uint32_t i = 0; in_model && i < edge->inputs.size; i++)
      map_u32_put(&h->in_model, edge->inputs.data[i].term.id, 1);
    for (uint32_t u = 0; u < edge->updates.size; u++) {
      const struct cfa_update *update = &edge->updates.data[u];
      if (h->cfa->vars.data[update->var].kind != VAR_PROGRAM) continue;
      uint32_t count;
      const uint32_t *vars = term_free_vars(h->cfa->tm, update->value, &count);
      if (count == 1) map_u32_put(&h->variable_of, vars[0], update->var);
    }
  }
}

// Text inside a // comment: no line ends, no continuation.
static void add_comment(struct text *out, const char *string) {
  for (; *string; string++) text_addc(out, (unsigned char)*string < ' ' ? ' ' : *string == '\\' ? '/' : *string);
}

static void add_place(struct harness *h, struct source_place place) {
  if (!place.line) return;
  struct text text = {0};
  cfa_place_print(h->cfa, place, &text);
  add_comment(h->out, text_cstr(&text));
  text_release(&text);
}

// --- the parts of the file -----------------------------------------------------------

// A word of a command, for the shell. The command ends in plain words, so that a backslash continues no line.
static void add_word(struct harness *h, const char *word) {
  bool plain = *word &&
               strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%+,-./:=@_") == strlen(word);
  text_add(h->out, plain ? " " : " '");
  for (; *word; word++) {
    if (*word == '\'') text_add(h->out, "'\"'\"'");
    else text_addc(h->out, *word == '\n' || *word == '\r' ? ' ' : *word);
  }
  text_add(h->out, plain ? "" : "'");
}

static enum property violated(const struct harness *h) {
  bool known = h->claim->error_location.id < h->cfa->locations.size;
  return known ? cfa_location(h->cfa, h->claim->error_location)->property : PROPERTY_UNREACH;
}

// As the program was compiled for the run, but for the machine's own functions being known: the warnings of old C are
// errors otherwise, and several files may have the same tentative definition.
static void add_command(struct harness *h) {
  const struct replay_options *o = h->options;
  if (o->copy) {
    text_printf(h->out, "%s -m%" PRIu32 " -g -O0 -Wno-everything", o->clang ? o->clang : "clang-19", o->bits);
    add_word(h, o->copy);
    add_word(h, o->harness);
    return;
  }
  text_printf(h->out, "%s -m%" PRIu32 " -g -O0 -std=gnu17", o->clang ? o->clang : "clang-19", o->bits);
  const char *flag, *run_flags = property_table[violated(h)].run_flags;
  for (uint32_t i = 0; (flag = property_flag(o->checked, i)); i++) add_word(h, flag);
  if (run_flags) text_printf(h->out, " %s", run_flags);
  text_add(h->out, " -fcommon -Wno-everything -ftrivial-auto-var-init=zero");
  for (uint32_t i = 0; i < o->n_flags; i++) add_word(h, o->flags[i]);
  for (uint32_t i = 0; i < o->n_files; i++) add_word(h, o->files[i]);
  text_add(h->out, o->n_files ? "" : " PROGRAM.c");
  if (o->harness && !*o->harness) return; // without one
  add_word(h, o->harness && strcmp(o->harness, "-") != 0 ? o->harness : "THIS-FILE.c");
}

// How it is run.
static void add_runs(struct harness *h, const char *error) {
  text_printf(h->out, "//   ./failing\n//   gdb -ex 'break %s' -ex run ./failing\n", error);
}

static void add_heading(struct harness *h) {
  const struct cfa *cfa = h->cfa;
  bool has_error = h->claim->error_location.id < cfa->locations.size;
  const struct replay_outside *outside = h->options->copy ? NULL : h->options->outside;
  text_add(h->out, has_error ? "// This file makes the program run into the error that clew found"
                             : "// This file makes the program take the path that clew found");
  if (has_error) {
    const struct cfa_location *error = cfa_location(cfa, h->claim->error_location);
    text_add(h->out, ":\n//   ");
    add_comment(h->out, error->text ? error->text : "error");
    if (error->place.line) text_add(h->out, ", ");
    add_place(h, error->place);
  }
  text_add(h->out, "\n//\n// Compile it together with the program and run it, for instance in a debugger:\n//   ");
  add_command(h);
  if (!has_error) {
    text_add(h->out, " -lm -o path\n//   ./path\n"
                     "// What the program asks for after the path's end is 0. What it defines itself is not replaced.\n"
                     "// What the program does not initialise is zero, unless it is listed below.\n\n");
    return;
  }
  const char *error = cfa_location(cfa, h->claim->error_location)->text;
  const char *breakpoint = h->options->copy ? NULL : property_table[violated(h)].breakpoint;
  // An assertion is a macro: what it calls is the harness's. The others are called by the sanitizers' own libraries.
  if (breakpoint) error = breakpoint;
  else if (!harness_is_identifier(error) || !is_error_function(h->options, error)) error = "clew_error";
  text_add(h->out, " -lm -o failing\n");
  add_runs(h, error);
  text_add(
      h->out,
      "// The breakpoint is the error; `up` leads to where the program called it. What the program defines itself\n"
      "// is not replaced. What it does not initialise is zero, unless it is listed below.\n");
  if (outside && replay_outside_lacks(outside, "// ", h->out)) text_add(h->out, "//\n");
  text_addc(h->out, '\n');
}

// Where the value is asked for, and the variable that gets it.
static void add_input_comment(struct harness *h, const struct input_value *given, uint32_t first, uint32_t count) {
  text_printf(h->out, "  // %" PRIu32, first);
  if (count > 1) text_printf(h->out, " to %" PRIu32, first + count - 1);
  if (given->input->place.line) text_add(h->out, ": ");
  add_place(h, given->input->place);
  if (count > 1) text_add(h->out, " and on");
  uint32_t var = map_u32_get_or(&h->variable_of, given->input->term.id, CFA_NONE);
  if (var != CFA_NONE && count == 1) {
    text_add(h->out, ", ");
    add_comment(h->out, h->cfa->vars.data[var].name);
  }
  struct harness_type type;
  harness_type_of(h->cfa, given->input, &type);
  if (is_in_model(h, given->input)) text_add(h->out, ", in the C library: only in clew's own run");
  if (term_none(given->value)) text_add(h->out, ", any value does");
  else if (type.member[0] == 'f' || type.member[0] == 'd' || type.member[0] == 'l') {
    text_add(h->out, " = ");
    term_print_value(h->cfa->tm, cfa_typed_value(h->cfa->tm, given->input->ctype, given->value),
                     given->input->is_unsigned, h->out);
  }
}

// The next values that are given from `at` on, as long as they are the same: their number; *end is where they end.
static uint32_t same_inputs(const struct harness *h, uint32_t at, uint32_t *end) {
  const struct input_value *inputs = h->claim->inputs.data;
  uint32_t count = 1, i = at + 1;
  for (*end = i; i < h->claim->inputs.size; i++) {
    if (!is_given(h, inputs[i].input)) continue;
    if (!term_same(inputs[i].value, inputs[at].value) || strcmp(inputs[i].input->name, inputs[at].input->name) != 0 ||
        is_in_model(h, inputs[i].input) != is_in_model(h, inputs[at].input))
      break;
    count++;
    *end = i + 1;
  }
  return count;
}

// Are the values of models of the C library listed? What makes the C library itself give them is in the file otherwise.
static bool lists_library(const struct harness *h) { return h->own || !replay_outside_is_all(h->options->outside); }

// What the program reads through the C library and the harness does not give: whoever runs it must provide it.
static void add_library_note(struct harness *h) {
  if (!lists_library(h)) return;
  for (uint32_t i = 0; i < h->claim->inputs.size && !h->own; i++) {
    const struct cfa_input *input = h->claim->inputs.data[i].input;
    if (!is_given(h, input) || !is_in_model(h, input)) continue;
    text_add(
        h->out,
        "// The program also reads inputs through the C library. Those with a 1 at the end are how clew's own run got\n"
        "// them; here the C library gives what the files, the environment and the machine have.\n\n");
    return;
  }
}

// Values that no function gives: whoever runs it must set them.
static void add_unset_note(struct harness *h) {
  bool any = false;
  for (uint32_t i = 0; i < h->claim->inputs.size && !h->own && !h->options->copy; i++) {
    const struct input_value *given = &h->claim->inputs.data[i];
    uint64_t bits;
    if (!given->input || (given->input->kind != INPUT_UNINIT && given->input->kind != INPUT_ASSEMBLY)) continue;
    if (term_none(given->value) || !term_value64(h->cfa->tm, given->value, &bits) || !bits) continue;
    uint32_t site = given->input->site;
    bool is_elsewhere = site && h->cfa->sites.data[site - 1].is_elsewhere;
    if (!given->input->name || !*given->input->name) continue;
    if (!is_elsewhere && (!given->input->ctype || !*given->input->ctype)) continue;
    if (!any)
      text_add(h->out,
               "// The error also needs these values, which this file cannot give: set them in the debugger, or "
               "in the\n// program.\n");
    any = true;
    text_add(h->out, "//   ");
    add_comment(h->out, given->input->kind == INPUT_ASSEMBLY ? "inline assembly" : given->input->name);
    text_add(h->out, " = ");
    term_print_value(h->cfa->tm, cfa_typed_value(h->cfa->tm, given->input->ctype, given->value),
                     given->input->is_unsigned, h->out);
    if (given->input->place.line) text_add(h->out, ", ");
    add_place(h, given->input->place);
    text_addc(h->out, '\n');
  }
  if (any) text_addc(h->out, '\n');
}

// How the table of inputs is declared.
static void add_input_type(bool own, struct text *out) {
  text_add(
      out,
      "union clew_value {\n  long long i;\n  unsigned long long u;\n  float f;\n  double d;\n  long double l;\n"
      "#ifdef __SIZEOF_INT128__\n  unsigned __int128 w;\n#endif\n};\n\n"
      "// The inputs in the order in which the program asks for them: the function, its value, how many times; where\n"
      "// it is called and the variable that gets the value.\n"
      "struct clew_input {\n  const char *function;\n  union clew_value value;\n  unsigned times;\n");
  text_add(out, own ? "  const char *stub;  // null: the machine has the function\n" : "  unsigned in_library;\n");
  text_add(out, "};\n");
}

static void add_inputs(struct harness *h) {
  add_input_type(h->own, h->out);
  text_add(h->out, "static const struct clew_input clew_inputs[] = {\n");
  for (uint32_t i = 0, number = 1, end; i < h->claim->inputs.size; i = end) {
    const struct input_value *given = &h->claim->inputs.data[i];
    end = i + 1;
    if (!is_given(h, given->input) || (is_in_model(h, given->input) && !lists_library(h))) continue;
    uint32_t count = same_inputs(h, i, &end);
    struct harness_type type;
    harness_type_of(h->cfa, given->input, &type);
    text_printf(h->out, "  {\"%s\", {.%s = ", given->input->name, type.member);
    harness_literal(h->cfa, given->input, given->value, h->out);
    text_printf(h->out, "}, %" PRIu32, count);
    if (!h->own && is_in_model(h, given->input)) text_add(h->out, ", 1");
    if (h->own && given->input->kind == INPUT_UNDEFINED) text_printf(h->out, ", clew_use_%s", given->input->name);
    else if (h->own) text_add(h->out, ", \"\"");
    text_add(h->out, "},");
    add_input_comment(h, given, number, count);
    text_addc(h->out, '\n');
    number += count;
  }
  text_add(h->out, "  {0, {0}, 0}\n};\n\n");
}

// The types that input functions return; clew's own run has a function for each, see add_givers.
static const struct harness_type given_types[] = {
    {"_Bool", "u"},
    {"signed char", "i"},
    {"unsigned char", "u"},
    {"short", "i"},
    {"unsigned short", "u"},
    {"int", "i"},
    {"unsigned int", "u"},
    {"long long", "i"},
    {"unsigned long long", "u"},
    {"float", "f"},
    {"double", "d"},
    {"long double", "l"},
    {"__int128", "w"},
    {"unsigned __int128", "w"},
};
enum { N_GIVEN_TYPES = sizeof given_types / sizeof *given_types };

// What the functions of an object file call, each with its own name.
static void add_givers(uint32_t bits, enum harness_use use, struct text *out) {
  for (uint32_t i = 0; i < N_GIVEN_TYPES; i++) {
    const struct harness_type *type = &given_types[i];
    if (bits == 32 && type->member[0] == 'w') continue;
    text_printf(out, "%s clew_give%u(const char *function) __asm__(\"clew.give%u\");\n", type->name, i, i);
    char name[16];
    snprintf(name, sizeof name, "clew_give%u", i);
    if (use == HARNESS_TRIAL) trial_runtime_giver(type->name, type->member, name, out);
    if (use == HARNESS_SERVED) served_runtime_giver(type->name, type->member, name, out);
    if (use != HARNESS_REPLAY) continue;
    text_printf(out, "%s clew_give%u(const char *function) { return (%s)clew_take(function).%s; }\n", type->name, i,
                type->name, type->member);
  }
  if (use == HARNESS_TRIAL) trial_runtime_pointer(out);
  if (use == HARNESS_SERVED) served_runtime_pointer(out);
  if (use != HARNESS_REPLAY) return;
  text_add(out, "void *clew_give_pointer(const char *function) __asm__(\"clew.give_pointer\");\n"
                "void *clew_give_pointer(const char *function) { return clew_pointer(clew_take(function).u); }\n");
}

// Whether the linker gave a function its stub, for the table of inputs.
static void add_stub_marks(struct harness *h) {
  struct vec_string names = {0};
  for (uint32_t i = 0; i < h->claim->inputs.size; i++) {
    const struct cfa_input *input = h->claim->inputs.data[i].input;
    if (!is_given(h, input) || input->kind != INPUT_UNDEFINED || !harness_add_name(&names, input->name)) continue;
    text_printf(h->out, "extern const char clew_use_%s[] __attribute__((weak));\n", input->name);
  }
  vec_string_release(&names);
}

// In an object file: a function that returns its next value, of that type (NULL: a pointer).
static void give(struct harness *h, const char *prefix, const char *function, const char *type) {
  char giver[32] = "clew.give_pointer";
  for (uint32_t i = 0; type && i < N_GIVEN_TYPES; i++)
    if (strcmp(given_types[i].name, type) == 0) snprintf(giver, sizeof giver, "clew.give%u", i);
  struct text name = {0};
  text_printf(&name, "%s%s", prefix, function);
  uint64_t string = object_string(h->object, function);
  object_pass(h->object, text_cstr(&name), string, object_refer(h->object, giver, false));
  text_release(&name);
}

static void add_input_function(struct harness *h, const struct cfa_input *input) {
  struct harness_type type;
  if (!is_given(h, input) || is_error_function(h->options, input->name)) return;
  if (!harness_add_name(&h->functions, input->name)) return;
  harness_type_of(h->cfa, input, &type);
  size_t length = input->ctype ? strlen(input->ctype) : 0;
  const char *stub = h->own && input->kind == INPUT_UNDEFINED ? HARNESS_STUB : "";
  bool is_pointer = length && input->ctype[length - 1] == '*' && type.member[0] == 'u';
  if (h->object) {
    give(h, stub, input->name, is_pointer ? NULL : type.name);
    return;
  }
  if (is_pointer) {
    text_printf(h->out, "WEAK void *%s%s() { return clew_pointer(clew_take(\"%s\").u); }\n", stub, input->name,
                input->name);
    return;
  }
  // `i` and `u` are two views of the same bits.
  text_printf(h->out, "WEAK %s %s%s() { return (%s)clew_take(\"%s\").%s; }\n", type.name, stub, input->name, type.name,
              input->name, type.member);
}

static void add_empty_stub(struct harness *h, const char *name) {
  struct text stub = {0};
  text_printf(&stub, HARNESS_STUB "%s", name);
  object_return_zero(h->object, text_cstr(&stub));
  text_release(&stub);
}

static void add_functions(struct harness *h) {
  if (!h->object) text_add(h->out, "\n// Where the program gets its inputs from.\n");
  for (uint32_t i = 0; i < h->claim->inputs.size; i++) add_input_function(h, h->claim->inputs.data[i].input);
  for (uint32_t e = 0; e < h->cfa->edges.size; e++) {
    const struct cfa_edge *edge = &h->cfa->edges.data[e];
    for (uint32_t i = 0; i < edge->inputs.size; i++)
      if (edge->inputs.data[i].kind != INPUT_LIBRARY) add_input_function(h, &edge->inputs.data[i]);
  }
  bool first = true;
  for (uint32_t i = 0; i < h->cfa->undefined.size; i++) {
    const char *name = h->cfa->undefined.data[i];
    if (!harness_is_identifier(name) || is_reserved(name) || is_error_function(h->options, name)) continue;
    if ((!h->own && machine_has(name)) || !harness_add_name(&h->functions, name)) continue;
    if (h->object) {
      add_empty_stub(h, name);
      continue;
    }
    if (first) text_add(h->out, "\n// Functions without a body that give no values.\n");
    first = false;
    text_printf(h->out, "WEAK long %s%s() { return 0; }\n", h->own ? HARNESS_STUB : "", name);
  }
}

static void define_error(struct harness *h, const char *name) {
  if (!harness_add_name(&h->functions, name)) return;
  if (h->object)
    object_pass(h->object, name, object_string(h->object, name), object_refer(h->object, "clew_error", false));
  else text_printf(h->out, "WEAK void %s() { clew_error(\"%s\"); }\n", name, name);
}

static void add_error_function(struct harness *h, const char *name) {
  if (harness_is_identifier(name) && !is_reserved(name)) define_error(h, name);
}

static void add_error_functions(struct harness *h) {
  if (!h->object) text_add(h->out, "\n// The error.\n");
  if (h->own || h->options->copy) define_error(h, PROPERTY_VIOLATED);
  if (!checks_calls(h->options)) return;
  add_error_function(h, "reach_error");
  add_error_function(h, "__VERIFIER_error");
  for (uint32_t i = 0; i < h->options->n_error_functions; i++) add_error_function(h, h->options->error_functions[i]);
}

static bool is_main(const char *entry) { return !entry || strcmp(entry, "main") == 0; }

// A copy of the program calls it with the arguments of the claim (front/export/native.c).
static void add_entry(struct harness *h) {
  const char *entry = h->options->entry;
  bool has_call = h->own || h->options->copy;
  if (is_main(entry) || !harness_is_identifier(entry)) return;
  text_printf(h->out, "\n// The program starts in %s.\n", entry);
  if (has_call) text_add(h->out, "void clew_entry(void) __asm__(\"clew.entry\");\n");
  else text_printf(h->out, "long %s();\n", entry);
  text_printf(h->out,
              "WEAK int main(void) { return 0; }\n"
              "__attribute__((constructor)) static void clew_start(void) {\n"
              "  %s(%s);\n"
              "  %s;\n"
              "}\n",
              has_call ? "clew_entry" : entry, has_call ? "" : "0, 0, 0, 0, 0, 0",
              h->own ? "clew_quit(\"the program ended without reaching the error\", \"\", \"\", \"\")" : "_exit(0)");
}

// What the copy of a program has that its text does not: the line of an error's call, and ends of a run.
static const char copy_text[] =
    "unsigned clew_line;\n"
    "__attribute__((unused)) static void clew_quit(const char *what, const char *a, const char *b, const char *c) {\n"
    "  dprintf(2, \"clew: %s%s%s%s\\n\", what, a, b, c);\n"
    "  _exit(2);\n"
    "}\n"
    "void clew_not_computed(void) {\n"
    "  dprintf(2, \"clew: a value is needed that a model of the C library does not compute\\n\");\n"
    "  _exit(2);\n"
    "}\n"
    "void __clew_unsupported(const char *what) {\n"
    "  dprintf(2, \"clew: a model of the C library does not cover %s\\n\", what);\n"
    "  _exit(2);\n"
    "}\n";

void harness_copy(struct text *out) { text_add(out, copy_text); }

static void write_harness(struct harness *h, struct cfa *cfa) {
  find_variables(h);
  add_heading(h);
  if (h->own) add_stub_marks(h);
  add_library_note(h);
  add_unset_note(h);
  add_inputs(h);
  harness_take_runtime(h->own ? HARNESS_REPLAY : HARNESS_PERSON, h->out);
  harness_fills(cfa, h->claim, h->own || h->options->copy, h->out);
  if (h->options->copy && !h->own) harness_copy(h->out);
  harness_memory(cfa, h->options, h->claim, h->own, h->out);
  if (h->own || h->options->copy) harness_meanings(h->out);
  harness_blocks(cfa, h->claim, h->out);
  if (!h->own && !h->options->copy) harness_outside(h->options->outside, h->out);
  if (h->own || is_main(h->options->entry)) harness_arguments(cfa, h->claim, h->own, h->out);
  // The error functions come first: a name is defined once.
  add_error_functions(h);
  add_functions(h);
  if (!h->own) harness_dialects(cfa, h->out);
  add_entry(h);
  map_u32_release(&h->variable_of);
  map_u32_release(&h->in_model);
}

void harness_write(struct cfa *cfa, const struct replay_options *options, const struct claim *claim, struct text *out) {
  struct harness h = {.cfa = cfa, .options = options, .claim = claim, .out = out};
  write_harness(&h, cfa);
  vec_string_release(&h.functions);
}

void harness_error(struct cfa *cfa, const struct claim *claim, struct text *out) {
  const struct cfa_location *error = cfa_location(cfa, claim->error_location);
  text_add(out, error->text ? error->text : "error");
  if (!error->place.line) return;
  text_add(out, ", ");
  cfa_place_print(cfa, error->place, out);
}

void harness_command(struct cfa *cfa, const struct replay_options *options, const struct claim *claim,
                     struct text *out) {
  struct harness h = {.cfa = cfa, .options = options, .claim = claim, .out = out};
  add_command(&h);
}

void harness_own(struct cfa *cfa, const struct replay_options *options, const struct claim *claim,
                 struct vec_string *defined, struct text *out) {
  struct harness h = {.cfa = cfa, .options = options, .claim = claim, .out = out, .own = true};
  write_harness(&h, cfa);
  *defined = h.functions;
}

// --- as an object file ------------------------------------------------------------------
//
// The tables and the functions that the claim and the program need; all the rest was compiled when clew was built.

void harness_runtime(uint32_t bits, int descriptor, enum harness_use use, struct text *out) {
  add_input_type(true, out);
  text_add(out, "extern const struct clew_input clew_inputs[] __asm__(\"clew.inputs\");\n"
                "extern const __UINTPTR_TYPE__ clew_heap_start __asm__(\"clew.heap_start\");\n"
                "#define CLEW_HEAP clew_heap_start\n\n");
  // The order of the members and their places are those that add_input_table writes.
  text_add(out, bits == 64 ? "_Static_assert(sizeof(struct clew_input) == 48 && __builtin_offsetof(struct clew_input, "
                             "value) == 16 && __builtin_offsetof(struct clew_input, times) == 32, \"\");\n"
                           : "_Static_assert(sizeof(struct clew_input) == 24 && __builtin_offsetof(struct clew_input, "
                             "value) == 4 && __builtin_offsetof(struct clew_input, times) == 16, \"\");\n");
  harness_take_runtime(use, out);
  harness_fills_runtime(bits, out);
  harness_memory_runtime(bits, use, out);
  harness_meanings(out);
  if (use == HARNESS_TRIAL) trial_runtime_blocks(out);
  else if (use == HARNESS_SERVED) served_runtime_blocks(out);
  else harness_blocks_runtime(bits, out);
  if (use != HARNESS_SERVED) harness_arguments_runtime(out);
  add_givers(bits, use, out);
  harness_hooks(bits, descriptor, use, out);
  if (use == HARNESS_SERVED) served_runtime_main(out);
}

static void add_input_entry(struct harness *h, uint64_t name, const struct input_value *given, uint32_t times,
                            uint64_t own) {
  struct object *o = h->object;
  uint64_t value[2];
  harness_bits(h->cfa, given->input, given->value, value);
  object_data_pointer(o, name);
  if (o->is64) object_number(o, 0, 8);
  object_number(o, value[0], 8);
  object_number(o, value[1], o->is64 ? 8 : 4);
  object_number(o, times, o->is64 ? 8 : 4);
  if (given->input->kind != INPUT_UNDEFINED) {
    object_data_pointer(o, own);
    return;
  }
  struct text mark = {0};
  text_printf(&mark, HARNESS_USE "%s", given->input->name);
  object_pointer(o, object_refer(o, text_cstr(&mark), true), 0);
  text_release(&mark);
}

static void add_input_table(struct harness *h) {
  struct object *o = h->object;
  const struct vec_input_value *inputs = &h->claim->inputs;
  struct vec_u64 names = {0};
  uint64_t own = object_string(o, "");
  for (uint32_t i = 0; i < inputs->size; i++)
    vec_u64_push(&names, is_given(h, inputs->data[i].input) ? object_string(o, inputs->data[i].input->name) : 0);
  object_align(o, 16);
  object_define(o, "clew.inputs", OBJECT_DATA, false);
  for (uint32_t i = 0, end; i < inputs->size; i = end) {
    end = i + 1;
    if (!is_given(h, inputs->data[i].input)) continue;
    uint32_t times = same_inputs(h, i, &end);
    add_input_entry(h, names.data[i], &inputs->data[i], times, own);
  }
  for (uint32_t i = 0; i < 48; i++) object_number(o, 0, 1);
  vec_u64_release(&names);
}

bool harness_object(struct cfa *cfa, const struct replay_options *options, enum harness_use use,
                    const struct claim *claim, struct vec_string *defined, struct text *out) {
  // What starts another function than main is left to the compiler, but for a served program.
  if (!is_main(options->entry) && use != HARNESS_SERVED) return false;
  struct object object;
  object_init(&object, options->bits != 32);
  struct harness h = {.cfa = cfa, .options = options, .claim = claim, .own = true, .object = &object};
  add_input_table(&h);
  harness_memory_object(cfa, options, claim, &object);
  harness_blocks_object(cfa, claim, &object);
  harness_arguments_object(cfa, claim, &object);
  harness_fills_object(cfa, claim, &object);
  add_error_functions(&h);
  add_functions(&h);
  object_print(&object, out);
  object_release(&object);
  *defined = h.functions;
  return true;
}

// See suite.h.
#include "report/suite.h"
#include "trace/trace.h"
#include "base/memory/alloc.h"
#include "base/text/digest.h"
#include "base/memory/hash.h"
#include "base/file/input.h"
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define STEPS_MOST (UINT64_C(1) << 20) // of a run whose standard input is looked for

// --- inputs --------------------------------------------------------------------------------------

static uint64_t name_key(const char *name) { return hash_bytes(name, strnlen(name, TRIAL_NAME)) >> 1; }

static void note_input(struct suite *s, uint32_t edge, uint32_t number) {
  const struct cfa_input *input = &s->cfa->edges.data[edge].inputs.data[number];
  if (!trial_is_given(s->cfa, input) || map_u32_find(&s->by_name, name_key(input->name))) return;
  map_u32_put(&s->by_name, name_key(input->name), edge << 8 | number);
}

// The variable an input goes into: the one whose new value depends on this input and on nothing else.
static void note_variable(struct suite *s, const struct cfa_update *update) {
  if (s->cfa->vars.data[update->var].kind != VAR_PROGRAM) return;
  uint32_t count;
  const uint32_t *vars = term_free_vars(s->cfa->tm, update->value, &count);
  if (count == 1) map_u32_put(&s->variable_of, vars[0], update->var);
}

void suite_init(struct suite *s) {
  uint32_t n = suite_size_of_covered(s);
  s->covered = mem_zalloc(n + 1, 1);
  s->state = mem_zalloc(s->goals->list.size + 1, 1);
  for (uint32_t e = 0; e < s->cfa->edges.size && e < 1u << 24; e++) {
    const struct cfa_edge *edge = &s->cfa->edges.data[e];
    for (uint32_t i = 0; i < edge->inputs.size && i < 256; i++) note_input(s, e, i);
    for (uint32_t u = 0; edge->inputs.size && u < edge->updates.size; u++) note_variable(s, &edge->updates.data[u]);
  }
}

static void release_test(struct suite_test *t) {
  vec_suite_input_release(&t->inputs);
  text_release(&t->standard_input);
  mem_free(t->covered);
}

void suite_release(struct suite *s) {
  for (uint32_t i = 0; i < s->tests.size; i++) release_test(&s->tests.data[i]);
  vec_suite_test_release(&s->tests);
  mem_free(s->covered);
  mem_free(s->state);
  map_u32_release(&s->by_name);
  map_u32_release(&s->variable_of);
  folder_release(&s->files);
}

uint32_t suite_size_of_covered(const struct suite *s) { return s->goals->list.size + s->goals->lines.size; }

static const struct cfa_input *input_named(const struct suite *s, const char *name) {
  const uint32_t *at = map_u32_find(&s->by_name, name_key(name));
  return at ? &s->cfa->edges.data[*at >> 8].inputs.data[*at & 255] : NULL;
}

bool suite_value_fits(const struct suite *s, const struct trial_taken *taken, const struct trial_input *given) {
  const struct cfa_input *input = input_named(s, taken->function);
  struct sort sort = input ? term_sort(s->cfa->tm, input->term) : sort_bv(s->cfa->tm, 8);
  const char *type = trial_type(s->cfa, input);
  if (strstr(type, "float") || strstr(type, "double") || sort_kind(s->cfa->tm, sort) == SORT_FLOAT) return true;
  uint32_t bits = sort_kind(s->cfa->tm, sort) == SORT_BV ? sort_width(s->cfa->tm, sort) : 8;
  __int128 value = (__int128)((unsigned __int128)given->bits[1] << 64 | given->bits[0]);
  if ((long double)value != given->extended) return false; // not a whole number
  if (bits < 8) bits = 8; // _Bool
  return bits >= 128 || (value >= -((__int128)1 << (bits - 1)) && value < (__int128)1 << bits);
}

// The inputs of the run; as long as the functions are those that the engine knew, its variables have them.
static void take_inputs(struct suite *s, const struct trial *trial, const struct vec_input_value *known,
                        struct vec_suite_input *out) {
  uint32_t next = 0;
  for (uint32_t i = 0; i < trial->n_taken; i++) {
    const struct trial_taken *taken = &trial->taken[i];
    struct suite_input input = {.input = input_named(s, taken->function), .bits = {taken->bits[0], taken->bits[1]}};
    input.in_library = taken->in_library;
    input.function = input.input ? input.input->name : cfa_string(s->cfa, taken->function);
    while (known && next < known->size && !trial_is_given(s->cfa, known->data[next].input)) next++;
    const struct cfa_input *expected = known && next < known->size ? known->data[next++].input : NULL;
    if (expected && strcmp(expected->name, input.function) == 0) {
      uint32_t var = map_u32_get_or(&s->variable_of, expected->term.id, CFA_NONE);
      input.input = expected;
      if (var != CFA_NONE) input.variable = s->cfa->vars.data[var].name;
    }
    vec_suite_input_push(out, input);
  }
}

// --- files ---------------------------------------------------------------------------------------------

// Names of files need not be UTF-8: bytes of the character at the string, which is not at its end; 0: it is none.
static size_t utf8_length(const char *string) {
  const unsigned char *p = (const unsigned char *)string;
  size_t n = *p < 0x80                 ? 1
             : *p >= 0xc2 && *p < 0xe0 ? 2
             : *p >= 0xe0 && *p < 0xf0 ? 3
             : *p >= 0xf0 && *p < 0xf5 ? 4
                                       : 0;
  for (size_t i = 1; i < n; i++)
    if ((p[i] & 0xc0) != 0x80) return 0;
  // Too long for what they say, halves of pairs, beyond the last.
  bool wrong = (*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] > 0x9f) || (*p == 0xf0 && p[1] < 0x90) ||
               (*p == 0xf4 && p[1] > 0x8f);
  return wrong ? 0 : n;
}

// What is no character of XML becomes the one that stands for that, or a blank.
static void add_escaped(struct text *out, const char *string) {
  for (; *string; string++) {
    unsigned char c = (unsigned char)*string;
    size_t n = utf8_length(string);
    if (!n || !strncmp(string, "\xef\xbf\xbe", 3) || !strncmp(string, "\xef\xbf\xbf", 3)) {
      text_add(out, "\xef\xbf\xbd");
      string += n ? n - 1 : 0;
    } else if (n > 1) {
      text_add_n(out, string, n);
      string += n - 1;
    } else if (c == '<') text_add(out, "&lt;");
    else if (c == '>') text_add(out, "&gt;");
    else if (c == '&') text_add(out, "&amp;");
    else if (c == '"') text_add(out, "&quot;");
    else text_addc(out, c < ' ' ? ' ' : (char)c);
  }
}

static void add_element(struct text *out, const char *name, const char *content) {
  text_printf(out, "  <%s>", name);
  add_escaped(out, content);
  text_printf(out, "</%s>\n", name);
}

static void add_time(struct text *out) {
  const char *epoch = getenv("SOURCE_DATE_EPOCH");
  time_t now = epoch && *epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
  struct tm fields;
  char text[40] = "";
  if (gmtime_r(&now, &fields)) strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &fields);
  add_element(out, "creationtime", text);
}

static bool write_metadata(struct suite *s, struct error *error) {
  struct text out = {0}, content = {0}, producer = {0};
  char digest[DIGEST_DIGITS + 1] = "";
  const char *file = s->replay->n_files ? s->replay->files[0] : "";
  if (s->replay->n_files && input_read(file, &content, error)) digest_sha256(text_cstr(&content), content.size, digest);
  text_printf(&producer, "clew %s", s->version);
  text_add(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
                 "<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.0//EN\" "
                 "\"https://sosy-lab.org/test-format/test-metadata-1.0.dtd\">\n<test-metadata>\n");
  add_element(&out, "sourcecodelang", "C");
  add_element(&out, "producer", text_cstr(&producer));
  add_element(&out, "specification", s->specification);
  add_element(&out, "programfile", file);
  add_element(&out, "programhash", digest);
  add_element(&out, "entryfunction", s->entry);
  add_element(&out, "architecture", s->replay->bits == 32 ? "32bit" : "64bit");
  add_time(&out);
  text_add(&out, "</test-metadata>\n");
  bool good = !error->status && folder_write(&s->files, "metadata.xml", &out, error);
  text_release(&producer);
  text_release(&content);
  text_release(&out);
  return good;
}

// For the shell, through make: which ends a line at a #, and cannot have lines in a word. The shell can, but for those
// at the end of what a command prints.
static void add_quoted(struct text *out, const char *word) {
  text_addc(out, '\'');
  for (; *word && *word != '\n'; word++) {
    if (*word == '\'') text_add(out, "'\"'\"'");
    else if (*word == '$') text_add(out, "$$");
    else if (*word == '#') text_add(out, "$(HASH)");
    else text_addc(out, *word);
  }
  text_addc(out, '\'');
  if (!*word) return;
  text_add(out, "\"$$(printf '\\n%s' ");
  add_quoted(out, word + 1);
  text_add(out, ")\"");
}

static void add_word(struct text *out, const char *word) {
  text_addc(out, ' ');
  add_quoted(out, word);
}

// The files with their flags, as they were given: from the folder that they are relative to.
static void add_sources(const struct replay_options *o, struct text *out) {
  char folder[PATH_MAX];
  text_add(out, "FOLDER =");
  add_word(out, getcwd(folder, sizeof folder) ? folder : ".");
  text_add(out, "\nPROGRAM =");
  for (uint32_t i = 0; i < o->n_flags; i++) add_word(out, o->flags[i]);
  for (uint32_t i = 0; i < o->n_files; i++) add_word(out, o->files[i]);
}

static void makefile_text(const struct suite *s, struct text *out) {
  const struct replay_options *o = s->replay;
  text_add(out,
           "# make: compiles the tests with the program. make check: runs them, and says how each ended (1: the error "
           "was reached).\n");
  text_add(out, "HASH := \\#\n");
  text_printf(out, "CC = %s\nCFLAGS = -m%" PRIu32 " -g -O0 -std=gnu17 -fcommon -w -ftrivial-auto-var-init=zero\n",
              o->clang ? o->clang : "clang-19", o->bits);
  text_add(out, "LDLIBS = -lm\n");
  if (s->write_program) text_add(out, "FOLDER = .\nPROGRAM = '$(CURDIR)/program.bc'");
  else add_sources(o, out);
  text_add(out, "\nTESTS = $(basename $(wildcard test-*.c))\n\nall: $(TESTS)\n\n"
                "test-%: test-%.c harness.c\n\tcd $(FOLDER) && $(CC) $(CFLAGS) $(PROGRAM) '$(CURDIR)/harness.c' "
                "'$(CURDIR)/$<' $(LDLIBS) -o '$(CURDIR)/$@'\n\n"
                "# What a test reads from the standard input is in test-N.in.\n"
                "check: all\n\t@for test in $(TESTS); do input=/dev/null; test ! -f $$test.in || input=$$test.in; "
                "timeout 10 ./$$test <$$input >/dev/null 2>&1; echo \"$$test: status $$?\"; "
                "done\n\nclean:\n\trm -f $(TESTS)\n\n.PHONY: all check clean\n");
}

static bool write_makefile(struct suite *s, struct error *error) {
  struct text out = {0};
  makefile_text(s, &out);
  bool good = folder_write(&s->files, "c/Makefile", &out, error);
  text_clear(&out);
  struct replay_options options = *s->replay;
  if (s->write_program) options.copy = "program.bc";
  trial_harness(s->cfa, &options, &out);
  good = good && folder_write(&s->files, "c/harness.c", &out, error);
  if (s->write_program) good = good && folder_write_by(&s->files, "c/program.bc", s->write_program, s->context, error);
  text_release(&out);
  return good;
}

bool suite_begin(struct suite *s, struct error *error) {
  if (!s->folder) return true;
  return folder_open(&s->files, "--output", s->folder, error) && folder_make(&s->files, "c", error) &&
         folder_keep_out(&s->files, ".", "test-", error) && folder_keep_out(&s->files, "c", "test-", error) &&
         write_metadata(s, error) && write_makefile(s, error);
}

static bool write_xml(struct suite *s, const struct suite_test *t, struct error *error) {
  struct text out = {0}, name = {0}, value = {0};
  text_add(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
                 "<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" "
                 "\"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n");
  text_printf(&out, "<testcase%s>\n", t->covers_error && !t->in_library ? " coversError=\"true\"" : "");
  for (uint32_t i = 0; i < t->inputs.size; i++) {
    const struct suite_input *input = &t->inputs.data[i];
    // For who gives the program its inputs there is none here; `clew replay` knows the words.
    if (input->in_library) {
      text_clear(&value);
      trial_value_text(s->cfa, input->input, input->bits, &value);
      text_printf(&out, "  <!-- of the C library: %s -->\n", text_cstr(&value));
      continue;
    }
    text_add(&out, "  <input");
    if (input->variable) {
      text_add(&out, " variable=\"");
      add_escaped(&out, input->variable);
      text_add(&out, "\"");
    }
    text_add(&out, " type=\"");
    add_escaped(&out, trial_type(s->cfa, input->input));
    text_add(&out, "\">");
    text_clear(&value);
    trial_value_text(s->cfa, input->input, input->bits, &value);
    text_printf(&out, "%s</input>\n", text_cstr(&value));
  }
  text_add(&out, "</testcase>\n");
  text_printf(&name, "test-%" PRIu32 ".xml", t->number);
  bool good = folder_write(&s->files, text_cstr(&name), &out, error);
  text_release(&name);
  text_release(&value);
  text_release(&out);
  return good;
}

static bool write_c(struct suite *s, const struct suite_test *t, struct error *error) {
  struct text out = {0}, name = {0};
  text_printf(&out, "// Test %" PRIu32 "%s: the inputs of harness.c.\n", t->number,
              !t->covers_error ? ""
              : t->in_library  ? ", which reaches the error, if the C library gives what it gave"
                               : ", which reaches the error");
  if (t->reads_unknown && !s->write_program)
    text_add(&out, "// It reads from the standard input what is not known as bytes.\n");
  text_add(&out,
           "struct clew_input {\n  const char *function;\n  unsigned long long low, high;\n  long double number;\n};\n"
           "const struct clew_input clew_inputs[] = {\n");
  for (uint32_t i = 0; i < t->inputs.size; i++) {
    const struct suite_input *input = &t->inputs.data[i];
    if (input->in_library && !s->write_program) continue;
    trial_harness_entry(s->cfa, input->function, input->input, input->bits, &out);
    text_addc(&out, ',');
    if (input->in_library) text_add(&out, "  // of the C library");
    else if (input->variable && !strpbrk(input->variable, "\\\n")) text_printf(&out, "  // %s", input->variable);
    text_addc(&out, '\n');
  }
  text_add(&out, "  {0, 0, 0, 0}\n};\n");
  text_printf(&name, "c/test-%" PRIu32 ".c", t->number);
  bool good = folder_write(&s->files, text_cstr(&name), &out, error);
  text_clear(&name);
  text_printf(&name, "c/test-%" PRIu32 ".in", t->number);
  if (t->reads && !s->write_program)
    good = good && folder_write(&s->files, text_cstr(&name), &t->standard_input, error);
  text_release(&name);
  text_release(&out);
  return good;
}

static void remove_files(struct suite *s, const struct suite_test *t) {
  static const char *const names[] = {"test-%" PRIu32 ".xml", "c/test-%" PRIu32 ".c", "c/test-%" PRIu32 ".in"};
  char name[40];
  for (size_t i = 0; s->folder && i < sizeof names / sizeof *names; i++) {
    snprintf(name, sizeof name, names[i], t->number);
    folder_remove(&s->files, name);
  }
}

// --- tests -----------------------------------------------------------------------------------------------

uint32_t suite_first_of_library(const struct trial *trial) {
  uint32_t first = 0;
  while (first < trial->n_taken && !trial->taken[first].in_library) first++;
  return first;
}

bool suite_wants(const struct suite *s, const struct trial *trial) {
  bool in_library = suite_first_of_library(trial) < trial->n_taken;
  unsigned char by = in_library ? BY_PROGRAM | BY_LIBRARY : BY_PROGRAM;
  if (trial->end == TRIAL_ERROR && !s->error_covered && !(in_library && s->error_in_library)) return true;
  uint32_t n = suite_size_of_covered(s);
  for (uint32_t i = 0; i < n && !s->errors_only; i++)
    if (trial->covered[i] && !(s->covered[i] & by)) return true;
  return false;
}

// What the run reads from the standard input: the automaton is run on the same inputs.
static void find_standard_input(struct suite *s, const struct vec_input_value *known, struct suite_test *t) {
  bool any = false;
  for (uint32_t i = 0; i < t->inputs.size; i++) any |= t->inputs.data[i].in_library;
  if (!any || s->write_program) return;
  struct claim claim = {.verdict = VERDICT_FALSE, .error_location = LOCATION_NONE};
  if (known) claim.inputs = *known; // what comes after them is zero
  // A run that did not end by itself, or a long one, would take longer here than it is worth.
  bool ends = t->end != TRIAL_EXHAUSTED && t->end != TRIAL_TIMED_OUT;
  struct trace *trace = ends ? trace_build_short(s->cfa, NULL, s->limits, s->stats, &claim, STEPS_MOST) : NULL;
  t->reads_unknown = !trace || trace->steps >= STEPS_MOST;
  if (trace && trace->reads) {
    t->reads = true;
    t->reads_unknown |= trace->reads_more;
    text_add_n(&t->standard_input, text_cstr(&trace->read), trace->read.size);
  }
  trace_free(trace);
}

bool suite_add(struct suite *s, const struct trial *trial, const struct vec_input_value *known, const char *origin,
               struct error *error) {
  uint32_t n = suite_size_of_covered(s);
  struct suite_test t = {.number = ++s->made,
                         .end = trial->end,
                         .covers_error = trial->end == TRIAL_ERROR,
                         .in_library = suite_first_of_library(trial) < trial->n_taken,
                         .error_line = trial->line,
                         .covered = mem_alloc(n + 1),
                         .origin = origin};
  memcpy(t.covered, trial->covered, n);
  take_inputs(s, trial, known, &t.inputs);
  if (s->folder) find_standard_input(s, known, &t);
  for (uint32_t i = 0; i < n; i++)
    if (t.covered[i]) s->covered[i] |= t.in_library ? BY_LIBRARY : BY_PROGRAM;
  for (uint32_t i = 0; i < s->goals->list.size; i++) {
    if (!t.covered[i]) continue;
    if (s->state[i] == GOAL_INFEASIBLE) s->contradicted = true;
    if (s->state[i] != GOAL_COVERED) s->state[i] = t.in_library ? GOAL_LIBRARY : GOAL_COVERED;
  }
  s->error_covered |= t.covers_error && !t.in_library;
  s->error_in_library |= t.covers_error && t.in_library;
  vec_suite_test_push(&s->tests, t);
  return !s->folder || (write_xml(s, &t, error) && write_c(s, &t, error));
}

// By how many tests of a kind each goal and line is covered; what the program alone covers needs none with a library.
static uint32_t *count_covers(const struct suite *s, bool in_library, uint32_t *errors) {
  uint32_t n = suite_size_of_covered(s), *counts = mem_zalloc(n + 1, sizeof *counts);
  *errors = in_library && s->error_covered ? UINT32_MAX / 2 : 0;
  for (uint32_t i = 0; i < n; i++) counts[i] = in_library && s->covered[i] & BY_PROGRAM ? UINT32_MAX / 2 : 0;
  for (uint32_t t = 0; t < s->tests.size; t++) {
    const struct suite_test *test = &s->tests.data[t];
    if (test->in_library != in_library) continue;
    for (uint32_t i = 0; i < n; i++) counts[i] += test->covered[i] != 0;
    *errors += test->covers_error;
  }
  return counts;
}

// From the oldest on: those that were found later had to cover something new, and tend to cover more.
static uint32_t reduce(struct suite *s, bool in_library) {
  uint32_t n = suite_size_of_covered(s), kept = 0, errors, *counts = count_covers(s, in_library, &errors);
  uint32_t before = s->tests.size;
  for (uint32_t t = 0; t < before; t++) {
    struct suite_test *test = &s->tests.data[t];
    bool needed = test->in_library != in_library || (test->covers_error && errors == 1);
    for (uint32_t i = 0; i < n && !needed && !s->errors_only; i++) needed = test->covered[i] && counts[i] == 1;
    if (needed) {
      s->tests.data[kept++] = *test;
      continue;
    }
    for (uint32_t i = 0; i < n; i++) counts[i] -= test->covered[i] != 0;
    errors -= test->covers_error;
    remove_files(s, test);
    release_test(test);
  }
  s->tests.size = kept;
  mem_free(counts);
  return before - kept;
}

uint32_t suite_reduce(struct suite *s) { return reduce(s, false) + reduce(s, true); }

enum goal_state suite_state(const struct suite *s, uint32_t goal) {
  enum goal_state state = (enum goal_state)s->state[goal];
  return s->contradicted && state == GOAL_INFEASIBLE ? GOAL_OPEN : state;
}

uint32_t suite_count(const struct suite *s, enum goal_state state) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->goals->list.size; i++) count += suite_state(s, i) == state;
  return count;
}

uint32_t suite_lines(const struct suite *s) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->goals->lines.size; i++) count += (s->covered[s->goals->list.size + i] & BY_PROGRAM) != 0;
  return count;
}

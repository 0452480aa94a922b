// See suite_files.h.
#include "base/file/input.h"
#include "base/text/digest.h"
#include "report/suite_files.h"
#include "trace/trace.h"
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define STEPS_MOST (UINT64_C(1) << 20) // of a run whose standard input is looked for

// --- from the beginning --------------------------------------------------------------------------------

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

// A byte sequence that is no character of XML becomes U+FFFD, or a blank.
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

static bool write_metadata(struct suite_files *f, struct error *error) {
  struct text out = {0}, content = {0}, producer = {0};
  char digest[DIGEST_DIGITS + 1] = "";
  const char *file = f->trials->replay.n_files ? f->trials->replay.files[0] : "";
  if (f->trials->replay.n_files && input_read(file, &content, error))
    digest_sha256(text_cstr(&content), content.size, digest);
  text_printf(&producer, "clew %s", CLEW_VERSION);
  text_add(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
                 "<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.0//EN\" "
                 "\"https://sosy-lab.org/test-format/test-metadata-1.0.dtd\">\n<test-metadata>\n");
  add_element(&out, "sourcecodelang", "C");
  add_element(&out, "producer", text_cstr(&producer));
  add_element(&out, "specification", f->trials->suite.specification);
  add_element(&out, "programfile", file);
  add_element(&out, "programhash", digest);
  add_element(&out, "entryfunction", request_function(f->trials->job->request));
  add_element(&out, "architecture", f->trials->replay.bits == 32 ? "32bit" : "64bit");
  add_time(&out);
  text_add(&out, "</test-metadata>\n");
  bool good = !error->status && folder_write(&f->files, "metadata.xml", &out, error);
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

static void makefile_text(const struct suite_files *f, struct text *out) {
  const struct replay_options *o = &f->trials->replay;
  text_add(out,
           "# make: compiles the tests with the program. make check: runs them, and says how each ended (1: the error "
           "was reached).\n");
  text_add(out, "HASH := \\#\n");
  text_printf(out, "CC = %s\nCFLAGS = -m%" PRIu32 " -g -O0 -std=gnu17 -fcommon -w -ftrivial-auto-var-init=zero\n",
              o->clang ? o->clang : "clang-19", o->bits);
  text_add(out, "LDLIBS = -lm\n");
  if (f->has_program) text_add(out, "FOLDER = .\nPROGRAM = '$(CURDIR)/program.bc'");
  else add_sources(o, out);
  text_add(out, "\nTESTS = $(basename $(wildcard test-*.c))\n\nall: $(TESTS)\n\n"
                "test-%: test-%.c harness.c\n\tcd $(FOLDER) && $(CC) $(CFLAGS) $(PROGRAM) '$(CURDIR)/harness.c' "
                "'$(CURDIR)/$<' $(LDLIBS) -o '$(CURDIR)/$@'\n\n"
                "# What a test reads from the standard input is in test-N.in.\n"
                "check: all\n\t@for test in $(TESTS); do input=/dev/null; test ! -f $$test.in || input=$$test.in; "
                "timeout 10 ./$$test <$$input >/dev/null 2>&1; echo \"$$test: status $$?\"; "
                "done\n\nclean:\n\trm -f $(TESTS)\n\n.PHONY: all check clean\n");
}

static bool write_program(void *context, const char *file, struct error *error) {
  struct job *job = context;
  return front_write_copy(&job->program.front, file, false, error);
}

static bool write_makefile(struct suite_files *f, struct error *error) {
  struct text out = {0};
  makefile_text(f, &out);
  bool good = folder_write(&f->files, "c/Makefile", &out, error);
  text_clear(&out);
  struct replay_options options = f->trials->replay;
  if (f->has_program) options.copy = "program.bc";
  trial_harness(f->trials->suite.cfa, &options, &out);
  good = good && folder_write(&f->files, "c/harness.c", &out, error);
  if (f->has_program) good = good && folder_write_by(&f->files, "c/program.bc", write_program, f->trials->job, error);
  text_release(&out);
  return good;
}

// --- tests ---------------------------------------------------------------------------------------------

struct standard_input {
  bool reads; // the run does so
  bool unknown; // but not all of it is known
  struct text bytes;
};

// What the run reads from the standard input: the automaton is run on the same inputs.
static void find_standard_input(const struct suite_files *f, const struct suite_test *t,
                                const struct vec_input_value *known, struct standard_input *out) {
  struct job *job = f->trials->job;
  bool any = false;
  for (uint32_t i = 0; i < t->inputs.size; i++) any |= t->inputs.data[i].in_library;
  if (!any || f->has_program) return;
  struct claim claim = {.verdict = VERDICT_FALSE, .error_location = LOCATION_NONE};
  if (known) claim.inputs = *known; // what comes after them is zero
  // A run that did not end by itself, or a long one, would take longer here than it is worth.
  bool ends = t->end != TRIAL_EXHAUSTED && t->end != TRIAL_TIMED_OUT;
  struct trace *trace = ends ? trace_build_short(job->program.cfa, NULL, &job->limits, &job->stats, &claim, STEPS_MOST)
                             : NULL;
  out->unknown = !trace || trace->steps >= STEPS_MOST;
  if (trace && trace->reads) {
    out->reads = true;
    out->unknown |= trace->reads_more;
    text_add_n(&out->bytes, text_cstr(&trace->read), trace->read.size);
  }
  trace_free(trace);
}

static bool write_xml(struct suite_files *f, const struct suite_test *t, struct error *error) {
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
      trial_value_text(f->trials->suite.cfa, input->input, input->bits, &value);
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
    add_escaped(&out, trial_type(f->trials->suite.cfa, input->input));
    text_add(&out, "\">");
    text_clear(&value);
    trial_value_text(f->trials->suite.cfa, input->input, input->bits, &value);
    text_printf(&out, "%s</input>\n", text_cstr(&value));
  }
  text_add(&out, "</testcase>\n");
  text_printf(&name, "test-%" PRIu32 ".xml", t->number);
  bool good = folder_write(&f->files, text_cstr(&name), &out, error);
  text_release(&name);
  text_release(&value);
  text_release(&out);
  return good;
}

static bool write_c(struct suite_files *f, const struct suite_test *t, const struct standard_input *in,
                    struct error *error) {
  struct text out = {0}, name = {0};
  text_printf(&out, "// Test %" PRIu32 "%s: the inputs of harness.c.\n", t->number,
              !t->covers_error ? ""
              : t->in_library  ? ", which reaches the error, if the C library gives what it gave"
                               : ", which reaches the error");
  if (in->unknown && !f->has_program)
    text_add(&out, "// It reads from the standard input what is not known as bytes.\n");
  text_add(&out,
           "struct clew_input {\n  const char *function;\n  unsigned long long low, high;\n  long double number;\n};\n"
           "const struct clew_input clew_inputs[] = {\n");
  for (uint32_t i = 0; i < t->inputs.size; i++) {
    const struct suite_input *input = &t->inputs.data[i];
    if (input->in_library && !f->has_program) continue;
    trial_harness_entry(f->trials->suite.cfa, input->function, input->input, input->bits, &out);
    text_addc(&out, ',');
    if (input->in_library) text_add(&out, "  // of the C library");
    else if (input->variable && !strpbrk(input->variable, "\\\n")) text_printf(&out, "  // %s", input->variable);
    text_addc(&out, '\n');
  }
  text_add(&out, "  {0, 0, 0, 0}\n};\n");
  text_printf(&name, "c/test-%" PRIu32 ".c", t->number);
  bool good = folder_write(&f->files, text_cstr(&name), &out, error);
  text_clear(&name);
  text_printf(&name, "c/test-%" PRIu32 ".in", t->number);
  if (in->reads && !f->has_program) good = good && folder_write(&f->files, text_cstr(&name), &in->bytes, error);
  text_release(&name);
  text_release(&out);
  return good;
}

static bool write_test(void *context, const struct suite_test *t, const struct vec_input_value *known,
                       struct error *error) {
  struct suite_files *f = context;
  struct standard_input in = {0};
  find_standard_input(f, t, known, &in);
  bool good = write_xml(f, t, error) && write_c(f, t, &in, error);
  text_release(&in.bytes);
  return good;
}

static void remove_test(void *context, const struct suite_test *t) {
  struct suite_files *f = context;
  static const char *const names[] = {"test-%" PRIu32 ".xml", "c/test-%" PRIu32 ".c", "c/test-%" PRIu32 ".in"};
  char name[40];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    snprintf(name, sizeof name, names[i], t->number);
    folder_remove(&f->files, name);
  }
}

// --- the whole -----------------------------------------------------------------------------------------

bool suite_files_open(struct suite_files *f, struct trials *trials, const char *folder, struct error *error) {
  const struct request *request = trials->job->request;
  *f = (struct suite_files){.trials = trials,
                            .folder = folder,
                            .has_program = request->database.file || request->linked};
  if (!folder) return true;
  trials->suite.listener = (struct suite_listener){.context = f, .added = write_test, .dropped = remove_test};
  return folder_open(&f->files, "--output", folder, error) && folder_make(&f->files, "c", error) &&
         folder_keep_out(&f->files, ".", "test-", error) && folder_keep_out(&f->files, "c", "test-", error) &&
         write_metadata(f, error) && write_makefile(f, error);
}

void suite_files_release(struct suite_files *f) { folder_release(&f->files); }

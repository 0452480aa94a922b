// FALSE is said after the error was seen: the program is compiled with the harness, linked and run, and only a line
// that comes through a pipe of ours, which nothing but the harness's error function can write to (origin.c), confirms
// the claim.
//
// Mostly nothing is compiled: the front end writes an object file of the program next to its bitcode, and of the
// harness there are two (harness_object). Otherwise the compilations run side by side. The linker is called directly.
// Undefined functions are known when the linker misses them: it is called a second time, and gives them the
// harness's stubs. All others are the machine's.
#include "base/process/machine.h"
#include "native/harness.h"
#include "native/exchange.h"
#include "native/sandbox.h"
#include "native/runtime.h"
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define TOOL_SECONDS 600.0   // a compiler may take long on a large program; the run's own limit comes first

struct replay_job {
  struct cfa *cfa;
  struct limits *limits;
  const struct replay_options *options;
  struct arena names_of_files;
  const char *source, *harness, *runtime, *object, *stubs_source, *stubs, *names, *program;
  const char *bitcode;
  bool given;    // values of the claim stand for inline assembly
  enum harness_use use; // whose runtime
  bool compiled; // the harness is one C file; otherwise it is an object file and the runtime
  struct vec_string defined;    // functions that the harness has, see harness_own
  struct vec_string invented;   // those of them that the program calls and no library defines
  struct text *message;
};

static const char *job_file(struct replay_job *job, const char *name) {
  return arena_printf(&job->names_of_files, "%s/%s", job->options->temp_dir, name);
}

static bool write_bytes(struct replay_job *job, const char *file, const void *content, size_t size) {
  FILE *out = fopen(file, "w");
  bool ok = out && fwrite(content, 1, size, out) == size;
  if (out && fclose(out)) ok = false;
  if (!ok) text_printf(job->message, "%s: cannot be written: %s", file, strerror(errno));
  return ok;
}

static bool write_file(struct replay_job *job, const char *file, const struct text *content) {
  return write_bytes(job, file, text_cstr(content), content->size);
}

// The whole file, at most a mebibyte.
static void read_file(const char *file, struct text *out) {
  FILE *in = fopen(file, "r");
  char buffer[4096];
  size_t got;
  if (!in) return;
  while (out->size < 1 << 20 && (got = fread(buffer, 1, sizeof buffer, in)) > 0) text_add_n(out, buffer, got);
  fclose(in);
}

// The first line of a tool's output that names an error, or its first line.
static void add_complaint(struct replay_job *job, const char *what, const char *log) {
  struct text output = {0};
  read_file(log, &output);
  const char *line = text_cstr(&output), *error = strstr(line, "error:");
  if (error)
    while (error > line && error[-1] != '\n') error--;
  else error = line;
  text_printf(job->message, "%s%s%.*s", what, *error ? ": " : "", (int)strcspn(error, "\n"), error);
  text_release(&output);
}

// Waits for a tool. CONFIRMED means that it went well.
static enum replay finish_tool(struct replay_job *job, int pid, const char *what, const char *log) {
  int status;
  if (!pid) {
    text_printf(job->message, "%s: no process could be started", what);
    return REPLAY_FAILED;
  }
  enum child_end how = child_wait(job->limits, pid, TOOL_SECONDS, &status);
  if (how == CHILD_STOPPED) {
    text_printf(job->message, "a limit was reached while compiling the program");
    return REPLAY_STOPPED;
  }
  if (how == CHILD_EXITED && status == 0) return REPLAY_CONFIRMED;
  add_complaint(job, what, log);
  return REPLAY_FAILED;
}

static int start_compiler(struct replay_job *job, const char *input, const char *object, const char *log) {
  char *argv[] = {(char *)(job->options->clang ? job->options->clang : "clang-19"),
                  (char *)(job->options->bits == 32 ? "-m32" : "-m64"),
                  (char *)"-O0",
                  (char *)"-w",
                  (char *)"-fno-builtin",
                  (char *)"-fno-pie",
                  (char *)"-fno-stack-protector",
                  (char *)"-c",
                  (char *)input,
                  (char *)"-o",
                  (char *)object,
                  NULL};
  return child_start_tool(job->limits, argv, log);
}

static enum replay compile(struct replay_job *job) {
  const char *program_log = job_file(job, "replay-program.log"), *harness_log = job_file(job, "replay-harness.log");
  const char *partial = arena_printf(&job->names_of_files, "%s.part", job->object);
  bool have_program = access(job->object, R_OK) == 0;
  int program = have_program ? 0 : start_compiler(job, job->bitcode, partial, program_log);
  int harness = job->compiled ? start_compiler(job, job->source, job->harness, harness_log) : 0;
  enum replay first = have_program ? REPLAY_CONFIRMED : finish_tool(job, program, "compiling the program", program_log);
  if (first == REPLAY_CONFIRMED && !have_program && rename(partial, job->object)) {
    text_printf(job->message, "compiling the program: %s: %s", job->object, strerror(errno));
    first = REPLAY_FAILED;
  }
  if (!job->compiled) return first;
  // Both are waited for, whatever became of the first; one message is enough.
  struct text *message = job->message, unused = {0};
  if (first != REPLAY_CONFIRMED) job->message = &unused;
  enum replay second = finish_tool(job, harness, "compiling the harness", harness_log);
  job->message = message;
  text_release(&unused);
  return first != REPLAY_CONFIRMED ? first : second;
}

// Is there the compiler's own library: 128-bit division, conversions of _Float16? Not every machine has it for 32 bits.
static bool has_compiler_library(bool is64) {
  static const char *const files[] = {"/lib32/libgcc_s.so.1", "/usr/lib32/libgcc_s.so.1",
                                      "/lib/i386-linux-gnu/libgcc_s.so.1"};
  for (size_t i = 0; !is64 && i < sizeof files / sizeof *files; i++)
    if (access(files[i], R_OK) == 0) return true;
  return is64;
}

// Links directly; what is missing is a warning, read from the log afterwards. `names` (may be NULL) is a file of
// options that give stubs their names, `stubs` (may be NULL) an object file. `plain`: with the C library and nothing
// else.
static int start_linker(struct replay_job *job, const char *names, const char *stubs, bool plain, const char *log) {
  bool is64 = job->options->bits != 32;
  char *argv[32];
  int n = 0;
  argv[n++] = (char *)"ld";
  argv[n++] = (char *)"-m";
  argv[n++] = (char *)(is64 ? "elf_x86_64" : "elf_i386");
  argv[n++] = (char *)"-dynamic-linker";
  argv[n++] = (char *)(is64 ? "/lib64/ld-linux-x86-64.so.2" : "/lib/ld-linux.so.2");
  argv[n++] = (char *)"-o";
  argv[n++] = (char *)job->program;
  argv[n++] = (char *)"--strip-all";
  argv[n++] = (char *)"-Ttext-segment=0x40000000"; // the heap is not there: below with 32 bits, above with 64
  argv[n++] = (char *)"--warn-unresolved-symbols";
  argv[n++] = (char *)"-z";
  argv[n++] = (char *)"noexecstack";
  argv[n++] = (char *)job->object;
  argv[n++] = (char *)job->harness;
  if (!job->compiled) argv[n++] = (char *)job->runtime;
  if (stubs) argv[n++] = (char *)stubs;
  if (names) argv[n++] = arena_printf(&job->names_of_files, "@%s", names);
  argv[n++] = (char *)"--as-needed";
  if (plain) {
    argv[n++] = (char *)"-l:libc.so.6";
  } else {
    argv[n++] = (char *)"-lm";
    argv[n++] = (char *)"-lc";
    if (has_compiler_library(is64)) argv[n++] = (char *)"-l:libgcc_s.so.1";
  }
  argv[n] = NULL;
  return child_start_tool(job->limits, argv, log);
}

// The compiler knows better than we do where things are on a machine unlike ours.
static int start_driver(struct replay_job *job, const char *names, const char *stubs, const char *log) {
  char *argv[20] = {(char *)(job->options->clang ? job->options->clang : "clang-19"),
                    (char *)(job->options->bits == 32 ? "-m32" : "-m64"),
                    (char *)"-no-pie",
                    (char *)"-nostartfiles",
                    (char *)"-Wl,--warn-unresolved-symbols",
                    (char *)"-Wl,-Ttext-segment=0x40000000",
                    (char *)job->object,
                    (char *)job->harness,
                    (char *)"-lm",
                    (char *)"-o",
                    (char *)job->program};
  int n = 11;
  if (!job->compiled) argv[n++] = (char *)job->runtime;
  if (stubs) argv[n++] = (char *)stubs;
  if (names) argv[n++] = arena_printf(&job->names_of_files, "-Wl,@%s", names);
  argv[n] = NULL;
  return child_start_tool(job->limits, argv, log);
}

static enum replay link_once(struct replay_job *job, const char *names, const char *stubs, const char *log) {
  struct text first = {0}, *message = job->message;
  job->message = &first;
  enum replay result = finish_tool(job, start_linker(job, names, stubs, false, log), "linking the program", log);
  job->message = message;
  if (result == REPLAY_FAILED)
    result = finish_tool(job, start_driver(job, names, stubs, log), "linking the program", log);
  else text_add(message, text_cstr(&first));
  text_release(&first);
  return result;
}

// "undefined reference to `name'", each name once. Names live as long as the cfa.
static void missing_symbols(struct replay_job *job, const char *log, struct vec_string *symbols) {
  static const char phrase[] = "undefined reference to `";
  struct text output = {0};
  read_file(log, &output);
  for (const char *at = text_cstr(&output); (at = strstr(at, phrase));) {
    at += sizeof phrase - 1;
    char *name = mem_strndup(at, strcspn(at, "'\n"));
    bool known = false;
    for (uint32_t i = 0; i < symbols->size && !known; i++) known = strcmp(symbols->data[i], name) == 0;
    if (!known) vec_string_push(symbols, cfa_string(job->cfa, name));
    mem_free(name);
  }
  text_release(&output);
}

static bool has_stub(const struct replay_job *job, const char *name) {
  for (uint32_t i = 0; i < job->defined.size; i++)
    if (strcmp(job->defined.data[i], name) == 0) return true;
  return false;
}

// Stubs for what is missing: those of the harness under their proper names, others in a file of their own.
static enum replay link_stubs(struct replay_job *job, const struct vec_string *missing, const char *log) {
  struct text names = {0}, source = {0};
  struct vec_string others = {0};
  for (uint32_t i = 0; i < missing->size; i++) {
    const char *name = missing->data[i];
    // One that the machine has for its own data model is no unknown function.
    if (!has_stub(job, name) || machine_has(name)) {
      vec_string_push(&others, name);
      continue;
    }
    vec_string_push(&job->invented, name);
    // In quotes, which the file's reader takes for its own: some names are hexadecimal numbers to a linker.
    text_printf(&names, "--defsym=\\\"%s\\\"=" HARNESS_STUB "%s\n--defsym=" HARNESS_USE "%s=1\n", name, name, name);
  }
  if (others.size) harness_stubs(job->cfa, &others, &source);
  bool written = write_file(job, job->names, &names) && (!others.size || write_file(job, job->stubs_source, &source));
  enum replay result = written ? REPLAY_CONFIRMED : REPLAY_FAILED;
  const char *stubs_log = job_file(job, "replay-stubs.log");
  if (result == REPLAY_CONFIRMED && others.size)
    result = finish_tool(job, start_compiler(job, job->stubs_source, job->stubs, stubs_log), "compiling the harness",
                         stubs_log);
  if (result == REPLAY_CONFIRMED) result = link_once(job, job->names, others.size ? job->stubs : NULL, log);
  vec_string_release(&others);
  text_release(&source);
  text_release(&names);
  return result;
}

// Most programs need nothing but the C library's shared part, and then a linker that reads nothing else takes half the
// time. Is it linked, and is nothing missing? What the file would be with all libraries is the same then: they are only
// added as needed.
static bool link_plainly(struct replay_job *job, const char *log) {
  if (job->cfa->undefined.size) return false; // what is missing has to be looked for everywhere
  struct text unused = {0}, output = {0}, *message = job->message;
  job->message = &unused;
  enum replay result = finish_tool(job, start_linker(job, NULL, NULL, true, log), "linking the program", log);
  job->message = message;
  read_file(log, &output);
  bool good = result == REPLAY_CONFIRMED && !output.size;
  text_release(&output);
  text_release(&unused);
  return good;
}

static enum replay link_program(struct replay_job *job) {
  const char *log = job_file(job, "replay-link.log");
  if (link_plainly(job, log)) return REPLAY_CONFIRMED;
  enum replay result = link_once(job, NULL, NULL, log);
  if (result != REPLAY_CONFIRMED) return result;
  struct vec_string missing = {0};
  missing_symbols(job, log, &missing);
  if (missing.size) result = link_stubs(job, &missing, log);
  vec_string_release(&missing);
  return result;
}

// Is the error that was reached, "what@line", the one that was claimed? Lines and names are compared as far as both
// are known.
static bool is_claimed(const struct replay_job *job, const struct claim *claim, const char *said) {
  if (claim->error_location.id >= job->cfa->locations.size) return true;
  const struct cfa_location *error = cfa_location(job->cfa, claim->error_location);
  const char *at = strrchr(said, '@');
  size_t length = at ? (size_t)(at - said) : strlen(said);
  unsigned long line = at ? strtoul(at + 1, NULL, 10) : 0;
  if (line && error->place.line && line != error->place.line) return false;
  if (error->property != PROPERTY_UNREACH)
    return strncmp(PROPERTY_VIOLATED, said, length) == 0 ||
           strncmp(property_table[error->property].name, said, length) == 0;
  const char *expected = !error->text || strcmp(error->text, "assert") == 0 ? "assertion failed" : error->text;
  if (!error->text || strchr(error->text, ' ')) return true;
  return strncmp(expected, said, length) == 0 && !expected[length];
}

// What the harness said through the pipe.
static enum replay judge(struct replay_job *job, const struct claim *claim, const char *said) {
  if (said[0] == '!') {
    text_add(job->message, said + 1);
    return REPLAY_REFUTED;
  }
  const char *at = strrchr(said, '@');
  int length = at ? (int)(at - said) - 1 : (int)strlen(said) - 1;
  if (is_claimed(job, claim, said + 1)) {
    text_printf(job->message, "the program was run with these inputs: %.*s", length, said + 1);
    return REPLAY_CONFIRMED;
  }
  text_printf(job->message, "the program was run with these inputs and reached another error: %.*s", length, said + 1);
  if (at && strcmp(at, "@0") != 0) text_printf(job->message, " in line %s", at + 1);
  return REPLAY_REFUTED;
}

static enum replay run(struct replay_job *job, const struct claim *claim) {
  struct text said = {0};
  int status;
  double seconds = job->options->seconds > 0 ? job->options->seconds : 10;
  enum child_end how =
      sandbox_run(job->limits, job->program, job->options->temp_dir, seconds, REPLAY_DESCRIPTOR, -1, &said, &status);
  const char *line = text_cstr(&said);
  bool spoke = line[0] == ' ' || line[0] == '!';
  enum replay result = spoke ? judge(job, claim, line) : REPLAY_REFUTED;
  text_release(&said);
  if (spoke) return result;
  switch (how) {
  case CHILD_STOPPED: text_add(job->message, "a limit was reached while the program ran"); return REPLAY_STOPPED;
  case CHILD_NOT_STARTED:
    text_printf(job->message, "the program could not be run: %s", strerror(status));
    return REPLAY_FAILED;
  case CHILD_TIMED_OUT:
    text_printf(job->message, "the program did not reach the error within %g seconds", seconds);
    break;
  case CHILD_SIGNALLED:
    if (status == SIGSYS)
      text_add(job->message, "the program was ended when it tried what a run may not do (signals, shared resources)");
    else text_printf(job->message, "the program ended by signal %d (%s) before the error", status, strsignal(status));
    break;
  case CHILD_EXITED:
    text_printf(job->message, "the program ended with status %d without reaching the error", status);
    break;
  }
  return REPLAY_REFUTED;
}

// Whose results may be the reason that the error was not seen.
static void add_approximations(struct replay_job *job, const struct claim *claim) {
  struct vec_string names = {0};
  claim_approximations(job->cfa, claim, &job->invented, &names);
  for (uint32_t i = 0; i < names.size; i++)
    text_printf(job->message, "%s%s", i == 0 ? "; " : i + 1 == names.size ? " and " : ", ", names.data[i]);
  if (names.size) text_add(job->message, names.size == 1 ? " is only approximated" : " are only approximated");
  vec_string_release(&names);
}

// A run has no function for an external pointer that holds none of the program's.
static void add_unknown(struct replay_job *job, const struct claim *claim) {
  for (uint32_t i = 0; i < claim->inputs.size; i++) {
    const struct cfa_input *input = claim->inputs.data[i].input;
    if (!input || input->kind != INPUT_UNDEFINED || harness_is_identifier(input->name)) continue;
    text_printf(job->message, "; it needs %s behind a pointer: let the pointer hold one that has a name", input->name);
    return;
  }
}

// The functions whose results the claim has, among the undefined ones.
static void tell_invented(const struct replay_job *job, const struct claim *claim) {
  if (!job->options->invented) return;
  vec_string_clear(job->options->invented);
  if (job->given) vec_string_push(job->options->invented, REPLAY_ASSEMBLY);
  for (uint32_t i = 0; i < claim->inputs.size; i++) { // structures
    const struct cfa_input *input = claim->inputs.data[i].input;
    if (input && input->kind == INPUT_UNDEFINED && input->site && !term_none(claim->inputs.data[i].value) &&
        !machine_has(input->name))
      harness_add_name(job->options->invented, input->name);
  }
  for (uint32_t k = 0; k < job->invented.size; k++)
    for (uint32_t i = 0; i < claim->inputs.size; i++) {
      const struct cfa_input *input = claim->inputs.data[i].input;
      if (!input || input->kind != INPUT_UNDEFINED || strcmp(input->name, job->invented.data[k]) != 0) continue;
      vec_string_push(job->options->invented, job->invented.data[k]);
      break;
    }
}

static bool write_runtime(struct replay_job *job, bool is64) {
  if (job->use == HARNESS_SERVED)
    return write_bytes(job, job->runtime, is64 ? served_runtime_64 : served_runtime_32,
                       is64 ? served_runtime_64_size : served_runtime_32_size);
  if (job->use == HARNESS_TRIAL)
    return write_bytes(job, job->runtime, is64 ? trial_runtime_64 : trial_runtime_32,
                       is64 ? trial_runtime_64_size : trial_runtime_32_size);
  return write_bytes(job, job->runtime, is64 ? harness_runtime_64 : harness_runtime_32,
                     is64 ? harness_runtime_64_size : harness_runtime_32_size);
}

// As object files, or in C where that cannot be.
static bool write_harness(struct replay_job *job, const struct claim *claim) {
  struct text text = {0};
  bool is64 = job->options->bits != 32, written;
  job->compiled = job->options->compile_harness ||
                  !harness_object(job->cfa, job->options, job->use, claim, &job->defined, &text);
  if (job->compiled) {
    harness_own(job->cfa, job->options, claim, &job->defined, &text);
    harness_hooks(job->options->bits, REPLAY_DESCRIPTOR, HARNESS_REPLAY, &text);
    written = write_file(job, job->source, &text);
  } else {
    written = write_file(job, job->harness, &text) && write_runtime(job, is64);
  }
  text_release(&text);
  struct stats *stats = job->options->stats;
  if (stats) stats->replays++, stats->replays_compiled += job->compiled;
  return written;
}

static enum replay replay_job_run(struct replay_job *job, const struct claim *claim) {
  if (!write_harness(job, claim)) return REPLAY_FAILED;
  enum replay result = compile(job);
  if (result == REPLAY_CONFIRMED) result = link_program(job);
  if (result == REPLAY_CONFIRMED) result = run(job, claim);
  if (result == REPLAY_REFUTED) {
    add_approximations(job, claim);
    add_unknown(job, claim);
  }
  tell_invented(job, claim);
  return result;
}

// Has the claim values for what assembly leaves, and is there a program that takes them?
static bool can_give(struct replay_job *job, const struct claim *claim) {
  bool any = false;
  for (uint32_t i = 0; i < claim->inputs.size; i++) {
    const struct input_value *input = &claim->inputs.data[i];
    any |= input->input && input->input->kind == INPUT_ASSEMBLY && input->input->site && !term_none(input->value);
  }
  const char *given = job->options->given;
  const char *bitcode = any && given ? arena_printf(&job->names_of_files, "%s%s", job->bitcode, given) : NULL;
  return bitcode && access(bitcode, R_OK) == 0;
}

// The assembly itself is run first: what it does needs no assumption.
static enum replay run_with_assembly(struct replay_job *job, const struct claim *claim) {
  enum replay result = replay_job_run(job, claim);
  if ((result != REPLAY_REFUTED && result != REPLAY_FAILED) || !can_give(job, claim)) return result;
  job->given = true;
  job->bitcode = arena_printf(&job->names_of_files, "%s%s", job->bitcode, job->options->given);
  job->object = arena_printf(&job->names_of_files, "%s.o", job->bitcode);
  vec_string_release(&job->defined);
  vec_string_release(&job->invented);
  text_clear(job->message);
  return replay_job_run(job, claim);
}

// Does the program look at addresses?
static bool looks_at_addresses(const struct cfa *cfa) {
  for (uint32_t i = 0; i < cfa->assumptions.size; i++)
    if (!strcmp(cfa->assumptions.data[i].kind, "address-layout")) return true;
  return false;
}

// The same claim, with the heap where the C library puts it. Checks of memory safety know objects by their addresses:
// then none is given out twice.
static enum replay run_natively(struct replay_job *job, const struct claim *claim) {
  const struct replay_options *explored = job->options;
  struct replay_options options = *explored;
  struct text *message = job->message, second = {0};
  bool has_objects = !options.checked || options.checked & property_with(TRAIT_OBJECTS);
  options.heap = HEAP_NATIVE | (has_objects ? 0 : HEAP_FREED);
  vec_string_release(&job->defined);
  vec_string_release(&job->invented);
  job->options = &options;
  job->message = &second;
  enum replay result = replay_job_run(job, claim);
  job->options = explored;
  job->message = message;
  if (result == REPLAY_REFUTED) {
    text_clear(message);
    text_printf(
        message,
        "the error was seen only with the blocks of the heap where clew puts them, not where the C library does: %s",
        text_cstr(&second));
  } else if (result != REPLAY_CONFIRMED) {
    text_clear(message);
    text_add(message, text_cstr(&second));
  }
  text_release(&second);
  return result;
}

static void name_files(struct replay_job *job) {
  arena_init(&job->names_of_files);
  job->source = job_file(job, "replay-harness.c");
  job->harness = job_file(job, "replay-harness.o");
  job->runtime = job_file(job, "replay-runtime.o");
  job->stubs_source = job_file(job, "replay-stubs.c");
  job->stubs = job_file(job, "replay-stubs.o");
  job->names = job_file(job, "replay-names");
  job->program = job_file(job, "replay-program");
  job->bitcode = job->options->bitcode;
  job->object = arena_printf(&job->names_of_files, "%s.o", job->options->bitcode);
}

enum replay replay_run(struct cfa *cfa, struct limits *limits, const struct replay_options *options,
                       const struct claim *claim, struct text *message) {
  struct text unused = {0};
  struct replay_job job = {.cfa = cfa,
                           .limits = limits,
                           .options = options,
                           .message = message ? message : &unused,
                           .use = HARNESS_REPLAY};
  if (!options->bitcode || !options->temp_dir) {
    text_add(job.message, "there is no program to run");
    text_release(&unused);
    return REPLAY_FAILED;
  }
  name_files(&job);
  enum replay result = run_with_assembly(&job, claim);
  if (result == REPLAY_CONFIRMED && looks_at_addresses(cfa)) result = run_natively(&job, claim);
  vec_string_release(&job.defined);
  vec_string_release(&job.invented);
  arena_release(&job.names_of_files);
  text_release(&unused);
  return result;
}

bool replay_link(struct cfa *cfa, struct limits *limits, const struct replay_options *options, enum harness_use use,
                 const char *file, struct text *message) {
  struct replay_job job = {.cfa = cfa, .limits = limits, .options = options, .message = message, .use = use};
  struct claim none;
  claim_init(&none);
  none.error_location = LOCATION_NONE;
  name_files(&job);
  job.program = file;
  enum replay result = REPLAY_FAILED;
  if (!write_harness(&job, &none)) result = REPLAY_FAILED;
  else if (job.compiled) text_add(message, "tests start in main: another entry function is not supported");
  else result = compile(&job);
  if (result == REPLAY_CONFIRMED) result = link_program(&job);
  vec_string_release(&job.defined);
  vec_string_release(&job.invented);
  arena_release(&job.names_of_files);
  claim_release(&none);
  return result == REPLAY_CONFIRMED;
}

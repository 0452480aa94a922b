// See request.h.
#include "run/request/request.h"
#include "base/memory/alloc.h"
#include "run/request/files.h"
#include "witness/read.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *request_entry(const struct request *request) {
  // --entry wins over the property's init(…), whose usual value it already is.
  if (strcmp(request->options.entry, "main") != 0 || !request->specification.entry) return request->options.entry;
  return request->specification.entry;
}

const char *request_function(const struct request *request) {
  return request_entry(request) == request->options.entry ? request->entry.function : request->specification.entry;
}

uint32_t request_bits(const struct request *request) { return request->options.bits32 ? 32 : 64; }

enum { TEXT, DOCUMENT, FOLDER };
static const bool is_document[] = {
#define OUTPUT(field, name, help, commands, writer, stream, ...) stream == DOCUMENT,
#include "run/request/outputs.def"
#undef OUTPUT
};
_Static_assert(sizeof is_document / sizeof *is_document <= OUTPUTS_MOST,
               "there are more outputs than the options hold");

bool request_has_document_on_stdout(const struct request *request) {
  for (size_t i = 0; i < sizeof is_document / sizeof *is_document; i++) {
    const char *file = request->options.outputs[i];
    if (is_document[i] && file && strcmp(file, "-") == 0) return true;
  }
  return false;
}

bool request_tells(const struct request *request) {
  for (size_t i = 0; i < sizeof is_document / sizeof *is_document; i++)
    if (is_document[i] && request->options.outputs[i]) return true;
  return !request->options.quiet;
}

struct solver_config request_solver(const struct request *request) {
  const struct options *options = &request->options;
  uint32_t without = 0;
  solver_stages_parse(options->solver_stages, &without, &(const char *){0},
                      &(size_t){0}); // checked with the other options
  return (struct solver_config){.backend = options->solver,
                                .caches = true,
                                .without = without,
                                .query_seconds = options->query_timeout,
                                .trace_file = options->trace_queries,
                                .record_file = options->record_queries};
}

// --- reading ---------------------------------------------------------------------------------------------------------

static int undefined_mode(const struct options *options) {
  static const char *const modes[] =
      {[UNDEFINED_PURE] = "pure", [UNDEFINED_HAVOC] = "havoc", [UNDEFINED_STOP] = "stop"};
  for (int i = 0; i < 3; i++)
    if (strcmp(options->undefined, modes[i]) == 0) return i;
  return -1;
}

// What --argc says: "N" is 1..N, and "0" no bound.
struct argc_range {
  uint32_t least, most;
  bool given;
};

static bool read_argc(const struct options *options, struct argc_range *range) {
  const uint32_t most = (UINT32_C(1) << FRONT_ARGC_BITS) - 1;
  *range = (struct argc_range){.least = 1, .most = most};
  if (!options->argc || strcmp(options->argc, "0") == 0) return true;
  const char *digits = options->argc;
  uint64_t numbers[2] = {0};
  uint32_t n = 0;
  for (; n < 2; n++) {
    size_t length = strspn(digits, "0123456789");
    if (!length || length > 7) return false;
    numbers[n] = strtoul(digits, NULL, 10);
    digits += length;
    if (n || strncmp(digits, "..", 2) != 0) break;
    digits += 2;
  }
  *range = n ? (struct argc_range){(uint32_t)numbers[0], (uint32_t)numbers[1], true}
             : (struct argc_range){1, (uint32_t)numbers[0], true};
  return !*digits && range->least <= range->most && range->most <= most;
}

static bool check_words(const struct options *options, struct error *error) {
  if (options->bits32 && options->bits64) {
    error_set(error, EXIT_USAGE, "--32 and --64 exclude each other");
    return false;
  }
  uint32_t bits = options->compiler.bits;
  if ((options->bits32 && bits == 64) || (options->bits64 && bits == 32)) {
    error_set(error, EXIT_USAGE, "%s and the compiler flag -m%u exclude each other", options->bits32 ? "--32" : "--64",
              bits);
    return false;
  }
  if (options->merge && options->no_merge) {
    error_set(error, EXIT_USAGE, "--merge and --no-merge exclude each other");
    return false;
  }
  if (options->merge && options->no_compress) {
    error_set(error, EXIT_USAGE, "--merge and --no-compress exclude each other");
    return false;
  }
  if (undefined_mode(options) < 0) {
    error_set(error, EXIT_USAGE, "unknown mode '%s' of --undefined; there are pure, havoc and stop",
              options->undefined);
    return false;
  }
  struct argc_range argc;
  if (!read_argc(options, &argc)) {
    error_set(error, EXIT_USAGE, "--argc wants a number N or a range A..B below %u, not '%s'", 1u << FRONT_ARGC_BITS,
              options->argc);
    return false;
  }
  if (options->arg_length >= 1u << FRONT_ARGUMENT_BITS) {
    error_set(error, EXIT_USAGE, "--arg-length wants less than %u: Linux has no longer arguments",
              1u << FRONT_ARGUMENT_BITS);
    return false;
  }
  static const char *const solvers[] = {"native", "z3", "both"};
  bool solver_known = false;
  for (unsigned i = 0; i < 3; i++) solver_known |= strcmp(options->solver, solvers[i]) == 0;
  if (!solver_known) {
    error_set(error, EXIT_USAGE, "unknown solver '%s'; there are native, z3 and both", options->solver);
    return false;
  }
  uint32_t without;
  const char *unknown;
  size_t length;
  if (!solver_stages_parse(options->solver_stages, &without, &unknown, &length)) {
    error_set(error, EXIT_USAGE, "unknown solver stage '%.*s'; `clew help verify --all` lists them", (int)length,
              unknown);
    return false;
  }
  return true;
}

// The properties that are checked by default. Bitcode and automata lack the checks that a compiler adds, and a program
// that is partly bitcode has them only in part; a task without a property, and a witness, are about assertions.
static properties default_checks(const struct request *request) {
  bool proves = request->form->proves;
  bool about_assertions = request->task.file || (request->certificate && !input_is_certificate(request->certificate));
  if (!proves || about_assertions || !input_all_are_c(&request->options)) return PROPERTY_SET(UNREACH);
  return property_of_words(request->options.check);
}

// The properties to check, from the property file or --check.
static bool specify(struct request *request, struct error *error) {
  const struct options *options = &request->options;
  struct specification *s = &request->specification;
  if (options->property) {
    if (options->check_given) {
      error_set(error, EXIT_USAGE, "--check and --property exclude each other");
      return false;
    }
    return specification_read(s, options->property, error);
  }
  s->checked = options->check_given ? property_of_words(options->check) : default_checks(request);
  if (s->checked) return true;
  error_set(error, EXIT_USAGE, "--check none leaves nothing to check");
  return false;
}

static bool read_entry(struct request *request, struct error *error) {
  struct entry *entry = &request->entry;
  if (!entry_read(entry, request->options.entry, error)) return false;
  if (!entry->has_parameters || strcmp(entry->function, "main") != 0) return true;
  error_set(error, EXIT_USAGE, "--entry: main gets its arguments from the system; --argc and --arg-length bound them");
  return false;
}

// Those of the database, as they are seen from here.
static void take_all_files(struct request *request) {
  char *here = getcwd(NULL, 0);
  size_t n = here ? strlen(here) : 0;
  for (uint32_t i = 0; i < request->database.units.size; i++) {
    const char *path = request->database.units.data[i].path;
    bool inside = n && !strncmp(path, here, n) && path[n] == '/', is_known = false;
    for (uint32_t k = 0; k < i; k++) is_known |= !strcmp(request->database.units.data[k].path, path);
    if (!is_known) vec_word_push(&request->options.files, inside ? path + n + 1 : path);
  }
  free(here);
}

// The data model of the files is that of the program, unless the command line says another one.
static bool read_database(struct request *request, struct error *error) {
  struct options *options = &request->options;
  uint32_t bits;
  if (!options->compile_commands) return true;
  if (!database_read(&request->database, options->compile_commands, error)) return false;
  if (options->each_function && !options->files.size) take_all_files(request);
  if (!database_find(&request->database, &options->files, &bits, error)) return false;
  vec_word_push(&options->also_read, request->database.file);
  if (bits == 32 && !options->bits64 && !options->compiler.bits) options->bits32 = true;
  for (uint32_t i = 0; i < options->files.size && !options->quiet; i++) {
    size_t n = strlen(options->files.data[i]);
    if (!request->database.given.data[i] && n > 2 && strcmp(options->files.data[i] + n - 2, ".c") == 0)
      text_printf(&request->notes, "note: %s is not in %s; only the flags of the command line are used for it\n",
                  options->files.data[i], request->database.file);
  }
  const char *note = text_cstr(&request->database.notes);
  for (size_t n; *note && !options->quiet; note += n + 1) {
    n = strcspn(note, "\n");
    text_printf(&request->notes, "warning: %.*s\n", (int)n, note);
  }
  return true;
}

// What is of one function cannot be of each.
static bool check_functions(const struct options *o, struct error *error) {
  const char *of_one = o->entry && strcmp(o->entry, "main") ? "--entry"
                                                            : o->
                                                                requires
                                                                .size               ? "--requires"
                                                                : o->ensures.size   ? "--ensures"
                                                                : o->harness        ? "--harness"
                                                                : o->certificate    ? "--certificate"
                                                                : o->witness        ? "--witness"
                                                                : o->report         ? "--report"
                                                                : o->save_precision ? "--save-precision"
                                                                                    : NULL;
  if (o->each_function && of_one)
    error_set(error, EXIT_USAGE, "%s is of one function; --each-function verifies many", of_one);
  else if (o->changed_since && !o->each_function) error_set(error, EXIT_USAGE, "--changed-since wants --each-function");
  return !error->status;
}

static bool check_request(struct request *request, struct error *error) {
  struct options *options = &request->options;
  if (!check_words(options, error) || !check_functions(options, error) || !read_database(request, error)) return false;
  if (options->compiler.bits == 32) options->bits32 = true;
  if (request->form->fills_folder) {
    options->folder = options->output;
    options->output = NULL;
  }
  if (!input_check_files(options, &request->kind, error)) return false;
  request->linked = input_has_linked(options);
  if (!specify(request, error) || !read_entry(request, error)) return false;
  if (!outputs_check(options, request->certificate, error)) return false;
  bool needs_clang = request->kind == INPUT_FILE_C || (request->kind == INPUT_FILE_LLVM && !options->no_check);
  if (needs_clang && !input_check_clang(options, error)) return false;
  for (uint32_t i = 0; i < options->compiler.flags.size; i++)
    vec_word_push(&request->flags, options->compiler.flags.data[i]);
  for (uint32_t i = 0; i < options->error_functions.size; i++)
    vec_word_push(&request->error_functions, options->error_functions.data[i]);
  const char *named = request->specification.error_function;
  if (named && strcmp(named, "reach_error") != 0 && strcmp(named, "__VERIFIER_error") != 0)
    vec_word_push(&request->error_functions, named);
  return true;
}

// What stands beside a task definition can only be something to check it with.
static bool keep_task(struct request *request, struct error *error) {
  struct options *options = &request->options;
  struct vec_word others = {0};
  for (uint32_t i = 0; i < options->files.size; i++) {
    const char *file = options->files.data[i];
    if (file == request->task.file) continue;
    if (input_is_program(file)) {
      error_set(error, EXIT_USAGE, "%s names the files of its program itself; %s cannot stand beside it",
                request->task.file, file);
      vec_word_release(&others);
      return false;
    }
    vec_word_push(&others, file);
  }
  bool good = task_apply(&request->task, options, error);
  vec_word_push(&options->also_read, request->task.file);
  for (uint32_t i = 0; i < others.size && good; i++) vec_word_push(&options->files, others.data[i]);
  vec_word_release(&others);
  if (good && request->task.note.size && !options->quiet)
    text_printf(&request->notes, "note: %s\n", text_cstr(&request->task.note));
  return good;
}

// The task definition among the files; one that is no program and no certificate is looked at as if it were one, so
// that what is wrong with it is said.
static bool take_task(struct request *request, struct error *error) {
  struct vec_word *files = &request->options.files;
  bool alone = files->size == 1;
  for (uint32_t i = 0; i < files->size; i++) {
    const char *file = files->data[i];
    if (!(alone ? task_is_named(file) : task_is(file))) continue;
    if (request->task.file) {
      error_set(error, EXIT_USAGE, "%s and %s are two task definitions; one is verified at a time", request->task.file,
                file);
      return false;
    }
    if (!task_read(&request->task, file, error)) return false;
  }
  if (!request->task.file) return true;
  return keep_task(request, error);
}

// The certificate among the files, wherever it stands: the one that begins as certificates do, or else the one that is
// no program by its name, so that what is wrong with it is said.
static bool take_certificate(struct request *request, struct error *error) {
  struct vec_word *files = &request->options.files;
  uint32_t found = UINT32_MAX, count = 0;
  for (uint32_t i = 0; i < files->size; i++) {
    if (!input_is_certificate(files->data[i]) && !witness_is(files->data[i])) continue;
    found = i;
    count++;
  }
  for (uint32_t i = 0; i < files->size && !count; i++)
    if (!input_is_program(files->data[i])) found = i;
  if (!files->size) return true; // said with the program's files
  if (count > 1 || found == UINT32_MAX) {
    error_set(error, EXIT_USAGE,
              count ? "%u of the files are certificates or witnesses; one is checked at a time"
                    : "none of the files is a certificate or a witness; they are what `clew verify --certificate FILE` "
                      "and `--witness FILE` write",
              count);
    return false;
  }
  request->certificate = files->data[found];
  memmove(&files->data[found], &files->data[found + 1], (files->size - found - 1) * sizeof *files->data);
  vec_word_pop(files);
  if (files->size) return true;
  error_set(error, EXIT_USAGE, "%s is %s; the program's files are wanted, too", request->certificate,
            count ? "to be checked" : "no program");
  return false;
}

// The first of the files.
static bool take_test(struct request *request, struct error *error) {
  struct vec_word *files = &request->options.files;
  if (!files->size) return true; // said with the program's files
  request->test = files->data[0];
  vec_word_push(&request->options.also_read, request->test);
  memmove(&files->data[0], &files->data[1], (files->size - 1) * sizeof *files->data);
  vec_word_pop(files);
  if (files->size) return true;
  error_set(error, EXIT_USAGE, "%s is the test; the program's files are wanted, too", request->test);
  return false;
}

// A name that begins with a dash is none of an option, for whom it is given to.
static void name_files(struct request *request) {
  struct vec_word *files = &request->options.files;
  for (uint32_t i = 0; i < files->size; i++)
    if (files->data[i][0] == '-' && files->data[i][1])
      files->data[i] = arena_printf(&request->names, "./%s", files->data[i]);
}

bool request_read(struct request *request, const struct request_form *form, const struct strategy *portfolio, int argc,
                  char **argv, struct error *error) {
  *request = (struct request){.form = form, .command = form->command};
  if (!options_parse(&request->options, form, portfolio, argc, argv, error)) return false;
  if (request->options.help) return true;
  // A test may be C, which no task stands beside.
  if (form->extra == REQUEST_TEST && !take_test(request, error)) return false;
  if (!take_task(request, error)) return false;
  if (form->extra == REQUEST_CERTIFICATE && !take_certificate(request, error)) return false;
  name_files(request);
  if (!check_request(request, error)) return false;
  struct options *options = &request->options;
  if (form->keeps_branches) {
    options->no_slice = true;
    options->merge = false;
  }
  if (form->only_assertions) request->specification.checked = PROPERTY_SET(UNREACH);
  if (!(options->timeout > 0)) options->timeout = form->seconds;
  return true;
}

void request_release(struct request *request) {
  vec_word_release(&request->flags);
  vec_word_release(&request->error_functions);
  specification_release(&request->specification);
  entry_release(&request->entry);
  options_release(&request->options);
  task_release(&request->task);
  database_release(&request->database);
  arena_release(&request->names);
  text_release(&request->notes);
}

// --- for what runs the program ---------------------------------------------------------------------------------------

struct front_options request_front_options(const struct request *request) {
  const struct options *options = &request->options;
  struct argc_range argc;
  read_argc(options, &argc); // check_words has refused what is none
  return (struct front_options){
      .bits = request_bits(request),
      .entry = request_function(request),
      .has_parameters = request->entry.has_parameters,
      .n_parameters = request->entry.parameters.size,
      .parameters = request->entry.parameters.data,
      .has_strings = request->entry.has_strings,
      .precondition = request->entry.precondition,
      .precondition_column = request->entry.precondition_column,
      .n_requires = options->requires.size,
      .n_ensures = options->ensures.size,
      .requires_of_entry = options->requires.data,
      .ensures_of_entry = options->ensures.data,
      .contracts = options->contracts,
      .use_contracts = options->use_contracts,
      .argc_least = argc.least,
      .argc_most = argc.most,
      .argc_given = argc.given,
      .arg_length = options->arg_length,
      .n_files = options->files.size,
      .files = options->files.data,
      .n_flags = request->flags.size,
      .flags = request->flags.data,
      .database = request->database.file,
      .n_units = request->database.units.size,
      .units = request->database.units.data,
      .given = request->database.given.data,
      .n_error_functions = request->error_functions.size,
      .error_functions = request->error_functions.data,
      .undefined = (enum undefined_function)undefined_mode(options),
      .clang = options->clang,
  };
}

struct replay_options request_replay(const struct request *request) {
  return (struct replay_options){
      .clang = request->options.clang,
      .bits = request_bits(request),
      .n_error_functions = request->error_functions.size,
      .error_functions = request->error_functions.data,
      .entry = request_function(request),
      .n_files = request->options.files.size,
      .files = request->options.files.data,
      .n_flags = request->flags.size,
      .flags = request->flags.data,
  };
}

// See session.h.
#include "cli/session.h"
#include "base/alloc.h"
#include "cli/command.h"
#include "cli/outputs.h"
#include "report/witness/read.h"
#include <assert.h>
#include <errno.h>
#include <gmp.h>
#include <jansson.h>
#include <malloc.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

void session_complain(const struct session *session, const char *message) {
  fprintf(stderr, "clew %s: %s\n", session->command, message);
}

bool session_text_goes_to_stderr(const struct session *session) {
  const struct options *o = &session->options;
  return (o->json && strcmp(o->json, "-") == 0) || (o->sarif && strcmp(o->sarif, "-") == 0) ||
         (o->report && strcmp(o->report, "-") == 0);
}

bool session_tells(const struct session *session) {
  const struct options *o = &session->options;
  return !o->quiet || o->json || o->sarif || o->report;
}

const char *session_entry(const struct session *session) {
  // --entry wins over the property's init(…), whose usual value it already is.
  if (strcmp(session->options.entry, "main") != 0 || !session->specification.entry) return session->options.entry;
  return session->specification.entry;
}

const char *session_function(const struct session *session) {
  return session_entry(session) == session->options.entry ? session->entry.function : session->specification.entry;
}

uint32_t session_bits(const struct session *session) { return session->options.bits32 ? 32 : 64; }

struct solver_config session_solver(const struct session *session) {
  const struct options *options = &session->options;
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

void session_statistics(const struct session *session,
                        void (*each)(void *context, const struct stats_entry *entry, double value), void *context) {
  stats_each(&stats_of_run, &session->stats, each, context);
  if (session->statistics) stats_each(session->options.engine_used->statistics, session->statistics, each, context);
}

// --- progress --------------------------------------------------------------------------

#define PROGRESS_SECONDS 0.05

// 0: not known.
static uint32_t terminal_width(void) {
  struct winsize window;
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 ? window.ws_col : 0;
}

// A line that wraps could not be erased.
static void show_progress(struct session *session, const char *line, size_t size) {
  uint32_t width = terminal_width();
  if (width && size >= width) size = width - 1;
  struct text text = {0};
  text_add(&text, "\r\033[K");
  text_add_n(&text, line, size);
  atomic_store(&session->progress_shown, true);
  if (write(STDERR_FILENO, text.data, text.size) < 0) session->progress_wanted = false;
  text_release(&text);
}

void session_progress(void *context, const struct stats *stats, uint32_t depth) {
  struct session *session = context;
  if (!session->progress_wanted) return;
  char line[160];
  int n = snprintf(line, sizeof line, "%.1f s  %llu paths  %llu states  %llu queries  depth %u",
                   limits_elapsed(&session->limits), (unsigned long long)stats->paths,
                   (unsigned long long)stats->states, (unsigned long long)stats->queries, depth);
  show_progress(session, line, (size_t)n);
}

void session_progress_line(struct session *session, const char *line) {
  double now = clock_now();
  if (!session->progress_wanted || now < session->progress_next) return;
  session->progress_next = now + PROGRESS_SECONDS;
  show_progress(session, line, strlen(line));
}

void session_progress_of(struct session *session, const struct report_timeline *timeline) {
  double now = clock_now();
  if (!session->progress_wanted || now < session->progress_next) return;
  session->progress_next = now + PROGRESS_SECONDS;
  struct text line = {0};
  uint32_t width = terminal_width();
  report_progress_line(timeline, limits_elapsed(&session->limits), width ? width - 1 : 0, &line);
  show_progress(session, text_cstr(&line), line.size);
  text_release(&line);
}

void session_erase_progress(struct session *session) {
  if (!atomic_exchange(&session->progress_shown, false)) return;
  ssize_t ignored = write(STDERR_FILENO, "\r\033[K", 4);
  (void)ignored;
}

// --- opening -----------------------------------------------------------------------------

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
    error_set(error, EXIT_USAGE, "unknown solver stage '%.*s'; `clew help verify` lists them", (int)length, unknown);
    return false;
  }
  return true;
}

// What is checked where nobody says it. Bitcode and automata lack the checks that a compiler adds, and a program that
// is partly bitcode has them only in part; a task without a property, and a witness, are about assertions.
static properties default_checks(const struct session *session) {
  bool proves = strcmp(session->command, "verify") == 0 || strcmp(session->command, "check") == 0;
  bool about_assertions = session->task.file || (session->certificate && !input_is_certificate(session->certificate));
  if (!proves || about_assertions || !input_all_are_c(&session->options)) return PROPERTY_SET(UNREACH);
  return session->options.check;
}

// What is checked: what the property file says, or --check.
static bool specify(struct session *session, struct error *error) {
  const struct options *options = &session->options;
  struct specification *s = &session->specification;
  if (options->property) {
    if (options->check_given) {
      error_set(error, EXIT_USAGE, "--check and --property exclude each other");
      return false;
    }
    return specification_read(s, options->property, error);
  }
  s->checked = options->check_given ? options->check : default_checks(session);
  if (s->checked & PROPERTY_SET(UNDEFINED)) s->checked |= PROPERTY_SET(OVERFLOW);
  if (s->checked & PROPERTY_SET(DEREF)) s->checked |= PROPERTY_SET(FREE);
  if (s->checked) return true;
  error_set(error, EXIT_USAGE, "--check none leaves nothing to check");
  return false;
}

static bool read_entry(struct session *session, struct error *error) {
  struct entry *entry = &session->entry;
  if (!entry_read(entry, session->options.entry, error)) return false;
  if (!entry->has_parameters || strcmp(entry->function, "main") != 0) return true;
  error_set(error, EXIT_USAGE, "--entry: main gets its arguments from the system; --argc and --arg-length bound them");
  return false;
}

// The data model of the files is that of the program, unless the command line says another one.
static bool read_database(struct session *session, struct error *error) {
  struct options *options = &session->options;
  uint32_t bits;
  if (!options->compile_commands) return true;
  if (!database_read(&session->database, options->compile_commands, error) ||
      !database_find(&session->database, &options->files, &bits, error))
    return false;
  vec_word_push(&options->also_read, session->database.file);
  if (bits == 32 && !options->bits64 && !options->compiler.bits) options->bits32 = true;
  for (uint32_t i = 0; i < options->files.size && !options->quiet; i++) {
    size_t n = strlen(options->files.data[i]);
    if (!session->database.given.data[i] && n > 2 && strcmp(options->files.data[i] + n - 2, ".c") == 0)
      fprintf(stderr, "clew %s: note: %s is not in %s; only the flags of the command line are used for it\n",
              session->command, options->files.data[i], session->database.file);
  }
  const char *note = text_cstr(&session->database.notes);
  for (size_t n; *note && !options->quiet; note += n + 1) {
    n = strcspn(note, "\n");
    fprintf(stderr, "clew %s: warning: %.*s\n", session->command, (int)n, note);
  }
  return true;
}

static bool session_check(struct session *session, struct error *error) {
  struct options *options = &session->options;
  if (!check_words(options, error) || !read_database(session, error)) return false;
  if (options->compiler.bits == 32) options->bits32 = true;
  // What a compiler would write is not written: -o among a compiler's flags is no output of these commands.
  if (strcmp(session->command, "tests") == 0) session->folder = options->folder = options->output;
  if (strcmp(session->command, "prune") != 0) options->output = NULL;
  if (!input_check_files(options, &session->kind, error)) return false;
  session->linked = input_has_linked(options);
  if (!specify(session, error) || !read_entry(session, error)) return false;
  if (!outputs_check(options, session->certificate, error)) return false;
  bool needs_clang = session->kind == INPUT_FILE_C || (session->kind == INPUT_FILE_LLVM && !options->no_check);
  if (needs_clang && !input_check_clang(options, error)) return false;
  outputs_empty_old(options, false);
  for (uint32_t i = 0; i < options->compiler.flags.size; i++)
    vec_word_push(&session->flags, options->compiler.flags.data[i]);
  for (uint32_t i = 0; i < options->error_functions.size; i++)
    vec_word_push(&session->error_functions, options->error_functions.data[i]);
  const char *named = session->specification.error_function;
  if (named && strcmp(named, "reach_error") != 0 && strcmp(named, "__VERIFIER_error") != 0)
    vec_word_push(&session->error_functions, named);
  return true;
}

// What stands beside a task definition can only be something to check it with.
static bool keep_task(struct session *session, struct error *error) {
  struct options *options = &session->options;
  struct vec_word others = {0};
  for (uint32_t i = 0; i < options->files.size; i++) {
    const char *file = options->files.data[i];
    if (file == session->task.file) continue;
    if (input_is_program(file)) {
      error_set(error, EXIT_USAGE, "%s names the files of its program itself; %s cannot stand beside it",
                session->task.file, file);
      vec_word_release(&others);
      return false;
    }
    vec_word_push(&others, file);
  }
  bool good = task_apply(&session->task, options, error);
  vec_word_push(&options->also_read, session->task.file);
  for (uint32_t i = 0; i < others.size && good; i++) vec_word_push(&options->files, others.data[i]);
  vec_word_release(&others);
  if (good && session->task.note.size && !options->quiet)
    fprintf(stderr, "clew %s: note: %s\n", session->command, text_cstr(&session->task.note));
  return good;
}

// The task definition among the files; one that is no program and no certificate is looked at as if it were one, so
// that what is wrong with it is said.
static bool take_task(struct session *session, struct error *error) {
  struct vec_word *files = &session->options.files;
  bool alone = files->size == 1;
  for (uint32_t i = 0; i < files->size; i++) {
    const char *file = files->data[i];
    if (!(alone ? task_is_named(file) : task_is(file))) continue;
    if (session->task.file) {
      error_set(error, EXIT_USAGE, "%s and %s are two task definitions; one is verified at a time", session->task.file,
                file);
      return false;
    }
    if (!task_read(&session->task, file, error)) return false;
  }
  if (!session->task.file) return true;
  return keep_task(session, error);
}

// The certificate among the files, wherever it stands: the one that begins as certificates do, or else the one that is
// no program by its name, so that what is wrong with it is said.
static bool take_certificate(struct session *session, struct error *error) {
  struct vec_word *files = &session->options.files;
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
  session->certificate = files->data[found];
  memmove(&files->data[found], &files->data[found + 1], (files->size - found - 1) * sizeof *files->data);
  vec_word_pop(files);
  if (files->size) return true;
  error_set(error, EXIT_USAGE, "%s is %s; the program's files are wanted, too", session->certificate,
            count ? "to be checked" : "no program");
  return false;
}

// The first of the files.
static bool take_test(struct session *session, struct error *error) {
  struct vec_word *files = &session->options.files;
  if (!files->size) return true; // said with the program's files
  session->test = files->data[0];
  memmove(&files->data[0], &files->data[1], (files->size - 1) * sizeof *files->data);
  vec_word_pop(files);
  if (files->size) return true;
  error_set(error, EXIT_USAGE, "%s is the test; the program's files are wanted, too", session->test);
  return false;
}

// A name that begins with a dash is none of an option, for whom it is given to.
static void name_files(struct session *session) {
  struct vec_word *files = &session->options.files;
  for (uint32_t i = 0; i < files->size; i++)
    if (files->data[i][0] == '-' && files->data[i][1])
      files->data[i] = arena_printf(&session->names, "./%s", files->data[i]);
}

enum apart { APART_NOTHING, APART_CERTIFICATE, APART_TEST }; // a file that is no part of the program

static bool open_session(struct session *session, const char *command, const char *role, bool speaks_result,
                         enum apart apart, int argc, char **argv, int *status) {
  *session = (struct session){.command = command, .speaks_result = speaks_result};
  struct error error = {0};
  if (!options_parse(&session->options, command, role, argc, argv, &error)) goto bad;
  if (session->options.help) {
    char *words[] = {(char *)command};
    *status = command_help(1, words);
    session_release(session);
    return false;
  }
  if (apart == APART_TEST && !take_test(session, &error)) goto bad; // it may be C, which no task stands beside
  if (!take_task(session, &error)) goto bad;
  if (apart == APART_CERTIFICATE && !take_certificate(session, &error)) goto bad;
  name_files(session);
  if (!session_check(session, &error)) goto bad;
  session->progress_wanted = isatty(STDERR_FILENO) && !session->options.quiet && speaks_result;
  session->colour = isatty(session_text_goes_to_stderr(session) ? STDERR_FILENO : STDOUT_FILENO) && !getenv("NO_COLOR");
  const struct stats_table *own = session->options.engine_used->statistics;
  session->statistics = mem_zalloc(1, own ? own->size : 1);
  return true;
bad:
  session_complain(session, error.message);
  if (error.status == EXIT_USAGE && session->options.files.size == 0)
    fprintf(stderr, "usage: clew %s %s; `clew help %s` explains\n", command, command_find(command)->arguments, command);
  *status = error.status;
  error_release(&error);
  session_release(session);
  return false;
}

bool session_open(struct session *session, const char *command, const char *role, bool speaks_result, int argc,
                  char **argv, int *status) {
  return open_session(session, command, role, speaks_result, APART_NOTHING, argc, argv, status);
}

bool session_open_certificate(struct session *session, const char *command, int argc, char **argv, int *status) {
  return open_session(session, command, NULL, true, APART_CERTIFICATE, argc, argv, status);
}

bool session_open_test(struct session *session, const char *command, int argc, char **argv, int *status) {
  return open_session(session, command, NULL, false, APART_TEST, argc, argv, status);
}

static properties checked_here(const struct session *session) {
  return session->checked_here ? session->checked_here : session->specification.checked;
}

struct replay_options session_replay(const struct session *session) {
  return (struct replay_options){
      .clang = session->options.clang,
      .bits = session_bits(session),
      .n_error_functions = session->error_functions.size,
      .error_functions = session->error_functions.data,
      .checked = checked_here(session),
      .entry = session_function(session),
      .n_files = session->options.files.size,
      .files = session->options.files.data,
      .n_flags = session->flags.size,
      .flags = session->flags.data,
  };
}

// --- loading -----------------------------------------------------------------------------

static size_t read_bytes_file(const char *file) {
  FILE *stream = fopen(file, "re");
  if (!stream) return 0;
  unsigned long long bytes = 0;
  if (fscanf(stream, "%llu", &bytes) != 1) bytes = 0; // "max"
  fclose(stream);
  return bytes;
}

// 90 % of the machine's memory, or of the container's.
static size_t default_mebibytes(void) {
  size_t bytes = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
  size_t group = read_bytes_file("/sys/fs/cgroup/memory.max");
  if (group && group < bytes) bytes = group;
  return bytes / 10 * 9 >> 20;
}

static void *gmp_realloc(void *old, size_t old_bytes, size_t bytes) {
  (void)old_bytes;
  return mem_realloc(old, bytes);
}

static void gmp_free(void *block, size_t bytes) {
  (void)bytes;
  mem_free(block);
}

static void ignore_signal(int number) { (void)number; }

// Libraries must end a run without memory as clew does, and a closed pipe is an error of writing, not a death.
static void prepare_process(void) {
  mp_set_memory_functions(mem_alloc, gmp_realloc, gmp_free);
  json_set_alloc_funcs(mem_alloc, mem_free);
  // One heap: a second thread's own heap would take 64 MiB of an address-space limit.
  mallopt(M_ARENA_MAX, 1);
  // A handler instead of SIG_IGN: children start with the default again.
  signal(SIGPIPE, ignore_signal);
}

struct front_options session_front_options(const struct session *session) {
  const struct options *options = &session->options;
  struct argc_range argc;
  read_argc(options, &argc); // check_words has refused what is none
  return (struct front_options){
      .bits = session_bits(session),
      .entry = session_function(session),
      .has_parameters = session->entry.has_parameters,
      .n_parameters = session->entry.parameters.size,
      .parameters = session->entry.parameters.data,
      .argc_least = argc.least,
      .argc_most = argc.most,
      .argc_given = argc.given,
      .arg_length = options->arg_length,
      .n_files = options->files.size,
      .files = options->files.data,
      .n_flags = session->flags.size,
      .flags = session->flags.data,
      .database = session->database.file,
      .n_units = session->database.units.size,
      .units = session->database.units.data,
      .given = session->database.given.data,
      .n_error_functions = session->error_functions.size,
      .error_functions = session->error_functions.data,
      .undefined = (enum undefined_function)undefined_mode(options),
      .checked = checked_here(session),
      .silent = session->hooks.before, // it compiles a copy that nobody knows
      .clang = options->clang,
      .temp_dir = session->temp.path,
  };
}

static void add_words(struct text *out, properties set) {
  const char *next = "";
  for (uint32_t i = 0; i < N_PROPERTIES; i++) {
    if (!(set >> i & 1)) continue;
    text_printf(out, "%s%s", next, property_table[i].name);
    next = ", ";
  }
}

// Of an automaton file: it has the checks that were put into it, and no others can be asked for. Errors that nobody
// asked for end the path.
static bool choose_checks(struct session *session, struct error *error) {
  struct specification *s = &session->specification;
  struct cfa *cfa = session->cfa;
  if (!session->options.property && !session->options.check_given) s->checked = cfa->checked;
  properties missing = s->checked & ~cfa->checked;
  if (missing) {
    struct text text = {0};
    add_words(&text, missing);
    text_add(&text, "; it has those of ");
    add_words(&text, cfa->checked);
    error_set(error, EXIT_DATA, "%s: the automaton has no checks of %s; `clew cfa --check …` puts checks into it",
              session->options.files.data[0], text_cstr(&text));
    text_release(&text);
    return false;
  }
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    struct cfa_location *l = &cfa->locations.data[i];
    if (l->kind == LOC_ERROR && !(s->checked >> l->property & 1)) l->kind = LOC_STOP;
  }
  cfa->checked = s->checked;
  return true;
}

static bool load_program(struct session *session, struct error *error) {
  struct options *options = &session->options;
  double before = clock_now();
  bool good;
  if (session->kind == INPUT_FILE_CFA) {
    struct text content = {0};
    const char *file = options->files.data[0];
    good = input_read(file, &content, error) && cfa_read(session->tm, file, text_cstr(&content), &session->cfa, error);
    text_release(&content);
    good = good && choose_checks(session, error);
  } else {
    struct front_options front = session_front_options(session);
    good = front_run(session->tm, &session->limits, &front, &session->front, error);
    session->cfa = session->front.cfa;
  }
  session->stats.time_front = clock_now() - before;
  if (limits_stopped(&session->limits)) {
    // What failed, failed because the run was stopped.
    error_release(error);
    return false;
  }
  if (!good && !error->status) error_set(error, EXIT_DATA, "the program could not be read");
  // What was noticed before may be why: a file whose bitcode is not there has the function that is missing.
  for (uint32_t i = 0; !good && i < session->front.warnings.size; i++)
    fprintf(stderr, "clew %s: warning: %s\n", session->command, session->front.warnings.data[i]);
  return good && outputs_check_sources(options, session->cfa, &session->front.sources, error);
}

void session_merge(struct session *session, bool tests) {
  if (session->merged || limits_stopped(&session->limits)) return;
  double before = clock_now();
  (tests ? cfa_unite_tests : cfa_large_blocks)(session->cfa);
  // What only chose between the branches is of no use now.
  if (!session->options.no_slice) cfa_slice(session->cfa);
  session->merged = true;
  session->united = tests;
  session->stats.time_cfa += clock_now() - before;
}

bool session_read(struct session *session, struct error *error) {
  const struct options *options = &session->options;
  prepare_process();
  size_t mebibytes = options->memory > 0 ? (size_t)ceil(options->memory) : default_mebibytes();
  limits_on_last_words(&session->limits, session_last_words, session);
  limits_start(&session->limits, options->timeout, mebibytes);
  if (session->kind != INPUT_FILE_CFA && !temp_make(&session->temp, error)) return false;
  const struct session_hooks *hooks = &session->hooks;
  if (hooks->before && !hooks->before(session, hooks->context, error)) return false;
  session->tm = terms_new();
  session_prepare_words(session, "What was tried:\n  nothing yet: the program was being read\n");
  if (!load_program(session, error)) return false;
  if (hooks->after) hooks->after(session, hooks->context);
  for (uint32_t i = 0; i < session->cfa->locations.size; i++)
    session->n_errors += session->cfa->locations.data[i].kind == LOC_ERROR;
  cfa_find_assertions(session->cfa, &session->assertions);
  return !limits_stopped(&session->limits);
}

static void release_program(struct session *session) {
  if (session->cfa) cfa_free(session->cfa);
  front_result_release(&session->front);
  if (session->tm) terms_free(session->tm);
}

static void restore_whole(struct session *session) {
  release_program(session);
  session->tm = session->whole.tm;
  session->cfa = session->whole.cfa;
  session->front = session->whole.front;
  session->checked_here = 0;
  memset(&session->whole, 0, sizeof session->whole);
}

// A place of the whole program, in the automaton with a part of its checks.
static struct source_place place_here(struct session *session, struct source_place place) {
  const struct cfa *whole = session->whole.cfa;
  if (place.line) place.file = cfa_add_file(session->cfa, whole->files.data[place.file]);
  return place;
}

// The checks and assumptions of the whole program that are not in the automaton at hand.
static void keep_others(struct session *session) {
  const struct cfa *whole = session->whole.cfa;
  struct vec_assertion old = session->assertions;
  session->assertions = (struct vec_assertion){0};
  cfa_find_assertions(session->cfa, &session->assertions);
  for (uint32_t i = 0; i < old.size; i++) {
    struct assertion a = old.data[i];
    if (session->checked_here >> a.property & 1) continue;
    a.place = place_here(session, a.place);
    a.error = a.site = NUMBER_NONE;
    a.disabled = true;
    vec_assertion_push(&session->assertions, a);
  }
  vec_assertion_release(&old);
  for (uint32_t i = 0; i < whole->assumptions.size; i++) {
    const struct cfa_assumption *a = &whole->assumptions.data[i];
    cfa_add_assumption(session->cfa, a->kind, a->text, place_here(session, a->place));
  }
}

bool session_read_part(struct session *session, properties checked, struct error *error) {
  assert(!session->whole.cfa);
  session->whole = (struct whole){session->tm, session->cfa, session->front};
  session->tm = terms_new();
  session->cfa = NULL;
  memset(&session->front, 0, sizeof session->front);
  session->checked_here = checked;
  if (!load_program(session, error) || limits_stopped(&session->limits)) {
    restore_whole(session);
    return false;
  }
  keep_others(session);
  return true;
}

bool session_reduce(struct session *session, struct error *error) {
  const struct options *options = &session->options;
  double before = clock_now();
  cfa_compress(session->cfa);
  cfa_decide_assertions(session->cfa, &session->assertions);
  cfa_find_loops(session->cfa);
  if (!options->no_slice && !limits_stopped(&session->limits)) {
    cfa_slice(session->cfa);
    cfa_find_loops(session->cfa);
  }
  session->stats.time_cfa = clock_now() - before;
  if (options->merge || session->united) session_merge(session, session->united);
#ifdef CLEW_DEBUG
  if (!cfa_check(session->cfa, error)) {
    error->status = EXIT_INTERNAL;
    return false;
  }
#else
  (void)error;
#endif
  return !limits_stopped(&session->limits);
}

bool session_load(struct session *session, struct error *error) {
  return session_read(session, error) && session_reduce(session, error);
}

bool session_enter_folder(struct session *session, const char *name) {
  if (!session->temp.path[0]) return true;
  struct text path = {0};
  text_printf(&path, "%s/%s", session->temp.path, name);
  if (mkdir(text_cstr(&path), 0700) || path.size >= sizeof session->temp.path) return false;
  strcpy(session->temp.path, text_cstr(&path));
  const char *slash = session->front.bitcode ? strrchr(session->front.bitcode, '/') : NULL;
  if (slash) {
    text_add(&path, slash);
    session->front.bitcode = mem_strdup(text_cstr(&path));
  }
  text_release(&path);
  return true;
}

void session_settle(struct session *session) {
  session_erase_progress(session);
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) == 0) session->stats.memory_peak = (uint64_t)usage.ru_maxrss;
  if (session->tm) session->stats.terms = terms_count(session->tm);
  session->stats.time_total = limits_elapsed(&session->limits);
  limits_finish(&session->limits);
  temp_remove(&session->temp);
}

void session_end(struct session *session) {
  fflush(NULL);
  outputs_remove_emptied(&session->options);
}

void session_release(struct session *session) {
  outputs_remove_emptied(&session->options);
  vec_assertion_release(&session->assertions);
  text_release(&session->proved_witness);
  release_program(session);
  if (session->whole.cfa) {
    restore_whole(session);
    release_program(session);
  }
  vec_word_release(&session->flags);
  vec_word_release(&session->error_functions);
  specification_release(&session->specification);
  entry_release(&session->entry);
  mem_free(session->statistics);
  options_release(&session->options);
  task_release(&session->task);
  database_release(&session->database);
  arena_release(&session->names);
}

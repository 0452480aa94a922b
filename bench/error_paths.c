// Records infeasible error paths of a program, or reads them from files, and measures how the providers of interpolants
// deal with them.
//
// Each path is given to the whole chain and then to each provider alone. Whatever comes back is checked once more here,
// by Z3 without any of the stages before it and with a single-assignment form of its own: a sequence that fails is a
// bug, and the status is 1.
#include "error_paths.h"
#include "base/file/temp.h"
#include "front/front.h"
#include "solve/interpolate/interpolator.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static const char usage[] =
    "usage: error-paths FILE.c [OPTION…]\n"
    "       error-paths --replay FILE… [OPTION…]\n"
    "  --32, --64             data model; default 64\n"
    "  --paths N              at most so many paths; default 3\n"
    "  --unroll K             at most so many visits of a loop head on a path, up to 8; default 4\n"
    "  --recursion N          instances of a function on a call string; default 4\n"
    "  --seconds S            for finding paths; default 5\n"
    "  --limit S              for one problem; default 1\n"
    "  --check-seconds S      for the check of one part; default 5\n"
    "  --write DIR            write each path to DIR/NAME.N.path\n"
    "  --replay               the files are such paths\n"
    "  --chain                only the whole chain, not each provider\n"
    "  --mutate               negate the first formula of each sequence before the second check, which must find that "
    "out\n"
    "  --show                 print the reduced problem and the interpolants; --show-failed: only where there are "
    "none\n"
    "For each path a line, and one for each set of providers, of key=value; the last line tells about the search.\n";

struct settings {
  uint32_t bits, paths, unroll, recursion;
  double seconds, limit, check_seconds;
  const char *write_dir;
  bool replay, chain_only, show, show_failed, mutate;
  struct vec_ptr files;
};

struct measurement {
  const struct settings *settings;
  struct terms *tm;
  struct limits limits;
  struct stats stats;
  struct solver *checker;
  const char *program; // its name without folders
  uint32_t wrong; // sequences that failed the second check
};

// --- the command line --------------------------------------------------------------------------------------------

static bool read_number(const char *word, double low, double high, double *out) {
  char *end;
  errno = 0;
  *out = strtod(word, &end);
  return end != word && !*end && !errno && *out >= low && *out <= high;
}

static bool set_option(struct settings *s, const char *option, const char *value) {
  double n;
  if (!strcmp(option, "--write")) {
    s->write_dir = value;
    return true;
  }
  if (!strcmp(option, "--paths")) return read_number(value, 0, 1e6, &n) && (s->paths = (uint32_t)n, true);
  if (!strcmp(option, "--unroll")) return read_number(value, 1, 8, &n) && (s->unroll = (uint32_t)n, true);
  if (!strcmp(option, "--recursion")) return read_number(value, 1, 100, &n) && (s->recursion = (uint32_t)n, true);
  if (!strcmp(option, "--seconds")) return read_number(value, 0, 1e6, &s->seconds);
  if (!strcmp(option, "--limit")) return read_number(value, 0, 1e6, &s->limit);
  if (!strcmp(option, "--check-seconds")) return read_number(value, 0, 1e6, &s->check_seconds);
  return false;
}

static bool set_flag(struct settings *s, const char *option) {
  if (!strcmp(option, "--32")) s->bits = 32;
  else if (!strcmp(option, "--64")) s->bits = 64;
  else if (!strcmp(option, "--replay")) s->replay = true;
  else if (!strcmp(option, "--chain")) s->chain_only = true;
  else if (!strcmp(option, "--mutate")) s->mutate = true;
  else if (!strcmp(option, "--show")) s->show = true;
  else if (!strcmp(option, "--show-failed")) s->show_failed = true;
  else return false;
  return true;
}

static bool read_arguments(struct settings *s, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (strncmp(argv[i], "--", 2) != 0) {
      vec_ptr_push(&s->files, argv[i]);
    } else if (!set_flag(s, argv[i])) {
      if (i + 1 >= argc || !set_option(s, argv[i], argv[i + 1])) {
        fprintf(stderr, "error-paths: %s: unknown option, or one without its value\n%s", argv[i], usage);
        return false;
      }
      i++;
    }
  }
  if (!s->files.size || (!s->replay && s->files.size != 1)) fputs(usage, stderr);
  return s->files.size && (s->replay || s->files.size == 1);
}

// --- the second check --------------------------------------------------------------------------------------------

static struct term rename_input(struct terms *tm, struct term input, uint32_t step) {
  struct text name = {0};
  text_printf(&name, "%s check %u", term_var_name(tm, input), step);
  struct term var = term_var(tm, term_sort(tm, input), text_cstr(&name));
  text_release(&name);
  return var;
}

// Does every run of steps first … last-1 from `from` end in `to`?
static enum answer check_part(struct measurement *m, const struct recorded_path *path, struct term from, uint32_t first,
                              uint32_t last, struct term to) {
  struct terms *tm = m->tm;
  struct substitution *now = substitution_new(tm);
  struct vec_term conjuncts = {0}, values = {0};
  vec_term_push(&conjuncts, from);
  for (uint32_t i = first; i < last; i++) {
    const struct step *s = &path->steps.data[i];
    for (uint32_t k = 0; k < s->n_inputs; k++) substitution_set(now, s->inputs[k], rename_input(tm, s->inputs[k], i));
    vec_term_push(&conjuncts, substitution_apply(now, s->guard));
    vec_term_clear(&values);
    for (uint32_t k = 0; k < s->n_updates; k++) vec_term_push(&values, substitution_apply(now, s->updates[k].value));
    for (uint32_t k = 0; k < s->n_updates; k++) substitution_set(now, s->updates[k].var, values.data[k]);
  }
  vec_term_push(&conjuncts, term_not(tm, substitution_apply(now, to)));
  enum answer answer = solver_check(m->checker, conjuncts.size, conjuncts.data);
  substitution_free(now);
  vec_term_release(&conjuncts);
  vec_term_release(&values);
  return answer;
}

// Is each formula about variables of the program only, not about inputs or about anything made on the way?
static bool over_program(struct measurement *m, const struct recorded_path *path, uint32_t n,
                         const struct term *formulas) {
  struct map_u32 known = {0};
  bool good = true;
  for (uint32_t i = 0; i < path->steps.size; i++) {
    const struct step *s = &path->steps.data[i];
    for (uint32_t k = 0; k < s->n_updates; k++) {
      uint32_t count;
      const uint32_t *ids = term_free_vars(m->tm, s->updates[k].value, &count);
      for (uint32_t j = 0; j < count; j++) map_u32_put(&known, ids[j], 1);
      map_u32_put(&known, s->updates[k].var.id, 1);
    }
    uint32_t count;
    const uint32_t *ids = term_free_vars(m->tm, s->guard, &count);
    for (uint32_t j = 0; j < count; j++) map_u32_put(&known, ids[j], 1);
  }
  for (uint32_t i = 0; i < path->steps.size; i++)
    for (uint32_t k = 0; k < path->steps.data[i].n_inputs; k++)
      map_u32_put(&known, path->steps.data[i].inputs[k].id, 0);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t count;
    const uint32_t *ids = term_free_vars(m->tm, formulas[i], &count);
    for (uint32_t j = 0; j < count; j++) good = good && map_u32_get_or(&known, ids[j], 0);
  }
  map_u32_release(&known);
  return good;
}

// UNSAT: valid. SAT: it is not. UNKNOWN: the check took too long.
static enum answer check_sequence(struct measurement *m, const struct recorded_path *path,
                                  const struct term *formulas) {
  uint32_t n = path->cuts.size;
  enum answer all = ANSWER_UNSAT;
  if (!over_program(m, path, n, formulas)) return ANSWER_SAT;
  for (uint32_t k = 0; k <= n && all != ANSWER_SAT; k++) {
    struct term from = k ? formulas[k - 1] : term_true(m->tm), to = k < n ? formulas[k] : term_false(m->tm);
    enum answer part =
        check_part(m, path, from, k ? path->cuts.data[k - 1] : 0, k < n ? path->cuts.data[k] : path->steps.size, to);
    if (part != ANSWER_UNSAT) all = part;
  }
  return all;
}

// --- sizes -------------------------------------------------------------------------------------------------------

static bool is_connective(const struct terms *tm, struct term t) {
  switch (term_kind(tm, t)) {
  case TERM_AND:
  case TERM_OR:
  case TERM_NOT:
  case TERM_ITE: return true;
  case TERM_EQ: return sort_kind(tm, term_sort(tm, term_child(tm, t, 0))) == SORT_BOOL;
  default: return false;
  }
}

// Distinct atoms of a formula; constants are none.
static uint32_t count_atoms(const struct terms *tm, struct term formula) {
  struct map_u32 seen = {0};
  struct vec_u32 work = {0};
  uint32_t atoms = 0;
  vec_u32_push(&work, formula.id);
  while (work.size) {
    struct term t = {vec_u32_pop(&work)};
    if (map_u32_find(&seen, t.id)) continue;
    map_u32_put(&seen, t.id, 1);
    if (!is_connective(tm, t)) atoms += !term_is_const(tm, t);
    else
      for (uint32_t i = 0; i < term_arity(tm, t); i++) vec_u32_push(&work, term_child(tm, t, i).id);
  }
  map_u32_release(&seen);
  vec_u32_release(&work);
  return atoms;
}

// --- showing -----------------------------------------------------------------------------------------------------

static void show_term(struct terms *tm, const char *before, struct term t) {
  struct text text = {0};
  term_print_c(tm, t, &text);
  printf("%s%.2000s%s\n", before, text_cstr(&text), text.size > 2000 ? " …" : "");
  text_release(&text);
}

static void show_steps(struct terms *tm, uint32_t n_steps, const struct step *steps, uint32_t n_cuts,
                       const uint32_t *cuts) {
  for (uint32_t i = 0, k = 0; i < n_steps; i++) {
    const struct step *s = &steps[i];
    for (; k < n_cuts && cuts[k] == i; k++) printf("  --- cut %u\n", k);
    if (term_is_true(tm, s->guard) && !s->n_updates) continue;
    printf("  step %u\n", i);
    if (!term_is_true(tm, s->guard)) show_term(tm, "    assume ", s->guard);
    for (uint32_t u = 0; u < s->n_updates; u++) {
      struct text before = {0};
      text_printf(&before, "    %s := ", term_var_name(tm, s->updates[u].var));
      show_term(tm, text_cstr(&before), s->updates[u].value);
      text_release(&before);
    }
  }
}

static void show_reduced(struct measurement *m, const struct recorded_path *path) {
  struct interpolator_config config = {.seconds = 20};
  struct interpolator *ip = interpolator_new(m->tm, &m->limits, &m->stats, &config);
  struct prepared pr;
  interpolator_begin(ip);
  double start = clock_now();
  if (problem_prepare(ip, path->steps.size, path->steps.data, path->cuts.size, path->cuts.data, &pr) == ANSWER_UNSAT) {
    printf("  reduced in %.0f ms, %u of %u cuts open, first step that matters: %u\n", (clock_now() - start) * 1e3,
           pr.p.n_cuts, path->cuts.size, pr.start);
    show_steps(m->tm, pr.p.n_steps, pr.p.steps, pr.p.n_cuts, pr.p.cuts);
    problem_release(&pr);
  } else {
    printf("  could not be reduced in %.0f ms\n", (clock_now() - start) * 1e3);
  }
  interpolator_free(ip);
}

// --- measuring ---------------------------------------------------------------------------------------------------

static void print_result(const struct measurement *m, const struct recorded_path *path, uint32_t number,
                         const char *providers, enum answer answer, enum provider by, double seconds,
                         const struct term *formulas, enum answer check, enum reason reason) {
  static const char *const names[] = {[ANSWER_UNSAT] = "unsat", [ANSWER_SAT] = "sat", [ANSWER_UNKNOWN] = "unknown"};
  static const char *const checks[] = {[ANSWER_UNSAT] = "good", [ANSWER_SAT] = "WRONG", [ANSWER_UNKNOWN] = "unknown"};
  uint32_t total = 0, largest = 0, atoms = 0;
  for (uint32_t i = 0; answer == ANSWER_UNSAT && i < path->cuts.size; i++) {
    uint32_t size = term_dag_size(m->tm, formulas[i]);
    total += size;
    if (size > largest) largest = size;
    atoms += count_atoms(m->tm, formulas[i]);
  }
  printf("result program=%s path=%u kind=%s plain=%d steps=%u cuts=%u visits=%u providers=%s answer=%s by=%s ms=%.2f "
         "size=%u largest=%u atoms=%u check=%s reason=%s\n",
         m->program, number, path->kind, path->plain, path->steps.size, path->cuts.size, path->visits, providers,
         names[answer], answer == ANSWER_UNSAT ? provider_name(by) : "none", seconds * 1e3, total, largest, atoms,
         answer == ANSWER_UNSAT ? checks[check] : "none", answer == ANSWER_UNKNOWN ? reason_name(reason) : "none");
}

static void measure_with(struct measurement *m, const struct recorded_path *path, uint32_t number, uint32_t mask,
                         const char *providers) {
  struct interpolator_config config = {.providers = mask, .seconds = m->settings->limit};
  struct interpolator *ip = interpolator_new(m->tm, &m->limits, &m->stats, &config);
  struct term *formulas = mem_zalloc(path->cuts.size + 1, sizeof *formulas);
  enum provider by = PROVIDER_COUNT;
  double start = clock_now();
  enum answer answer = interpolate_path(ip, path->steps.size, path->steps.data, path->cuts.size, path->cuts.data,
                                        formulas, &by),
              check = ANSWER_UNKNOWN;
  double seconds = clock_now() - start;
  enum reason reason = interpolator_reason(ip);
  interpolator_free(ip);
  if (m->settings->mutate && answer == ANSWER_UNSAT) formulas[0] = term_not(m->tm, formulas[0]);
  if (answer == ANSWER_UNSAT) check = check_sequence(m, path, formulas);
  if (answer == ANSWER_UNSAT && check == ANSWER_SAT) m->wrong++;
  print_result(m, path, number, providers, answer, by, seconds, formulas, check, reason);
  bool show = m->settings->show || (m->settings->show_failed && answer != ANSWER_UNSAT);
  if (show && !mask) show_reduced(m, path);
  for (uint32_t i = 0; i < path->cuts.size && m->settings->show && answer == ANSWER_UNSAT; i++)
    show_term(m->tm, "  I: ", formulas[i]);
  if (answer == ANSWER_UNSAT && check == ANSWER_SAT) {
    fprintf(stderr, "error-paths: WRONG: %s path %u: the sequence of %s (%s) is not valid\n", m->program, number,
            provider_name(by), providers);
    for (uint32_t i = 0; i < path->cuts.size; i++) show_term(m->tm, "  wrong: ", formulas[i]);
  }
  fflush(stdout);
  mem_free(formulas);
}

static void measure(struct measurement *m, const struct recorded_path *path, uint32_t number) {
  // First of all, so that a path on which everything ends is counted as well.
  printf("path program=%s path=%u steps=%u cuts=%u visits=%u kind=%s\n", m->program, number, path->steps.size,
         path->cuts.size, path->visits, path->kind);
  fflush(stdout);
  measure_with(m, path, number, 0, "chain");
  for (uint32_t i = 0; i < PROVIDER_COUNT && !m->settings->chain_only; i++)
    measure_with(m, path, number, 1u << i, provider_name((enum provider)i));
}

// --- programs and files ------------------------------------------------------------------------------------------

static const char *base_name(const char *file) {
  const char *slash = strrchr(file, '/');
  return slash ? slash + 1 : file;
}

static bool write_path(struct measurement *m, const struct recorded_path *path, uint32_t number, struct error *error) {
  struct text file = {0}, comment = {0};
  text_printf(&file, "%s/%s.%u.path", m->settings->write_dir, m->program, number);
  text_printf(&comment, "%s, path %u: %s, %u visits of a head", m->program, number, path->kind, path->visits);
  bool good = recorded_write(m->tm, path, text_cstr(&comment), text_cstr(&file), error);
  text_release(&file);
  text_release(&comment);
  return good;
}

static bool run_program(struct measurement *m, struct cfa *cfa, struct error *error) {
  const struct settings *s = m->settings;
  struct vec_recorded paths = {0};
  struct find_counts counts;
  bool good = true;
  cfa_compress(cfa);
  cfa_find_loops(cfa);
  cfa_slice(cfa);
  cfa_find_loops(cfa);
  struct cfa *flat = paths_expand(cfa, s->recursion);
  struct find_options options = {.paths = s->paths, .unroll = s->unroll, .seconds = s->seconds, .program = cfa};
  double start = clock_now();
  paths_find(flat, &m->limits, &m->stats, &options, &paths, &counts);
  double seconds = clock_now() - start;
  for (uint32_t i = 0; i < paths.size && good; i++) {
    if (s->write_dir) good = write_path(m, &paths.data[i], i + 1, error);
    if (s->limit > 0) measure(m, &paths.data[i], i + 1);
    recorded_release(&paths.data[i]);
  }
  printf("search program=%s locations=%u heads=%u nodes=%u tried=%u feasible=%u undecided=%u unknown_size=%u paths=%u "
         "seconds=%.2f\n",
         m->program, flat->locations.size, counts.heads, counts.nodes, counts.candidates, counts.feasible,
         counts.undecided, counts.unknown_size, paths.size, seconds);
  vec_recorded_release(&paths);
  cfa_free(flat);
  return good;
}

static bool run_source(struct measurement *m, const char *file, struct error *error) {
  struct temp temp = {0};
  if (!temp_make(&temp, error)) return false;
  struct front_options options = {.bits = m->settings->bits,
                                  .entry = "main",
                                  .n_files = 1,
                                  .files = &file,
                                  .clang = "clang-19",
                                  .temp_dir = temp.path};
  struct front_result front = {0};
  bool good = front_run(m->tm, &m->limits, &options, &front, error);
  if (good) good = run_program(m, front.cfa, error);
  if (front.cfa) cfa_free(front.cfa);
  front_result_release(&front);
  temp_remove(&temp);
  if (!good && !error->status) error_set(error, EXIT_DATA, "%s could not be read", file);
  return good;
}

static void measurement_open(struct measurement *m) {
  struct solver_config config = {.backend = "z3", .caches = false, .query_seconds = m->settings->check_seconds};
  m->tm = terms_new();
  m->checker = solver_new(m->tm, &m->limits, &m->stats, &config);
}

static void measurement_close(struct measurement *m) {
  solver_free(m->checker);
  terms_free(m->tm);
}

// Each file has its own names, hence its own terms.
static bool run_file(struct measurement *m, const char *file, struct error *error) {
  struct recorded_path path;
  m->program = base_name(file);
  measurement_open(m);
  bool good = !m->settings->replay ? run_source(m, file, error) : recorded_read(m->tm, file, &path, error);
  if (good && m->settings->replay) {
    measure(m, &path, 1);
    recorded_release(&path);
  }
  measurement_close(m);
  return good;
}

int main(int argc, char **argv) {
  struct settings settings =
      {.bits = 64, .paths = 3, .unroll = 4, .recursion = 4, .seconds = 5, .limit = 1, .check_seconds = 5};
  if (!read_arguments(&settings, argc, argv)) return EXIT_USAGE;
  struct measurement m = {.settings = &settings};
  struct error error = {0};
  bool good = true;
  for (uint32_t i = 0; i < settings.files.size && good; i++) good = run_file(&m, settings.files.data[i], &error);
  if (!good) fprintf(stderr, "error-paths: %s\n", error.message);
  int status = good ? m.wrong != 0 : error.status;
  error_release(&error);
  vec_ptr_release(&settings.files);
  return status;
}

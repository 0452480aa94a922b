// Runs the automaton with the inputs of a native run and compares what both observed: see second.h.
//
// compare FOLDER SEED [OPTION…] FILE.bc… | FILE.cfa
//   --32, --64      the data model
//   --given "1 2"   the first inputs
//   --strict        a run that the automaton ends early is a difference too: for programs without undefined behaviour
//   --print FILE    the automaton goes there as text
// FOLDER has the traces of two native runs, trace0 and trace1, and `points`. One line says how it ended; the status is
// 0 where nothing differs, 1 where something does, 2 where there is nothing to compare.
#include "second.h"
#include "base/memory/alloc.h"
#include "front/front.h"
#include "state/state.h"
#include <gmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct comparison {
  struct terms *tm;
  struct cfa *cfa;
  struct limits limits;
  struct stats stats;
  struct program *program;
  const struct second_trace *native, *other; // two runs with different addresses
  struct vec_string points;                  // lines of `points`, by number
  struct map_u32 point_of;                   // variable → point + 1
  bool strict;
  uint64_t seed;
  uint32_t n_given;
  uint64_t given[SECOND_INPUTS];
  // The run of the automaton
  struct vec_input_value inputs; // by position among all inputs
  uint32_t n_read;        // values that __VERIFIER_nondet_… gave
  bool again;             // an input was not known in time
  struct edge edge;       // taken last, or EDGE_NONE
  uint64_t at;            // the native event that is next
  uint64_t masked;        // events that were not compared: they depend on addresses
  bool over;              // the comparison ended with `message`
  struct text message;
};

static void say_point(struct comparison *c, uint32_t point, struct text *out) {
  if (point < c->points.size) text_add(out, c->points.data[point]);
  else text_printf(out, "point %u", point);
}

static bool is_kind(struct comparison *c, uint32_t point, const char *kind) {
  if (point >= c->points.size) return false;
  const char *space = strchr(c->points.data[point], ' ');
  return space && !strncmp(space + 1, kind, strlen(kind));
}

// --- values ------------------------------------------------------------------------------------------------

// The bits of a constant as they lie in memory. A long double has a leading bit that the sort leaves out.
static void bits_of(struct comparison *c, struct term t, mpz_t bits, bool *nan) {
  struct terms *tm = c->tm;
  struct sort sort = term_sort(tm, t);
  uint64_t small;
  *nan = false;
  if (sort_kind(tm, sort) == SORT_BOOL) {
    mpz_set_ui(bits, term_value64(tm, t, &small) ? small : 0);
    return;
  }
  term_value(tm, t, bits);
  if (sort_kind(tm, sort) != SORT_FLOAT) return;
  uint32_t exponent = sort_exponent(tm, sort), fraction = sort_significand(tm, sort) - 1;
  mpz_t part, mask;
  mpz_inits(part, mask, NULL);
  mpz_fdiv_q_2exp(part, bits, fraction);
  mpz_fdiv_r_2exp(part, part, exponent);
  bool largest = mpz_popcount(part) == exponent, zero = !mpz_sgn(part);
  mpz_fdiv_r_2exp(mask, bits, fraction);
  *nan = largest && mpz_sgn(mask);
  if (exponent == 15 && fraction == 63) {
    mpz_fdiv_q_2exp(part, bits, 63);
    mpz_mul_2exp(part, part, 1);
    if (!zero) mpz_add_ui(part, part, 1);
    mpz_mul_2exp(part, part, 63);
    mpz_add(bits, part, mask);
  }
  mpz_clears(part, mask, NULL);
}

// Are these the bits of a NaN? All NaNs are one in the automaton.
static bool is_nan(struct comparison *c, struct sort sort, const struct second_event *e) {
  uint32_t fraction = sort_significand(c->tm, sort) - 1, exponent = sort_exponent(c->tm, sort);
  bool extended = exponent == 15 && fraction == 63;
  unsigned __int128 bits = (unsigned __int128)e->high << 64 | e->low;
  unsigned __int128 top = bits >> (fraction + extended) & (((unsigned __int128)1 << exponent) - 1);
  return top == ((unsigned __int128)1 << exponent) - 1 && (bits & (((unsigned __int128)1 << fraction) - 1));
}

// The bits of a float as an integer: the automaton has them arbitrary where the float is a NaN.
static bool look_like_nan(struct comparison *c, struct sort sort, const struct second_event *e) {
  if (sort_kind(c->tm, sort) != SORT_BV) return false;
  uint32_t width = sort_width(c->tm, sort);
  if (width == 32) return is_nan(c, sort_float(c->tm, 8, 24), e);
  if (width == 64) return is_nan(c, sort_float(c->tm, 11, 53), e);
  return width == 80 && is_nan(c, sort_float(c->tm, 15, 64), e);
}

// The NaN that the automaton takes where any will do.
static bool is_plain_nan(struct comparison *c, struct sort sort, const struct second_event *e) {
  if (sort_kind(c->tm, sort) != SORT_BV || e->high) return false;
  uint32_t width = sort_width(c->tm, sort);
  return (width == 32 && e->low == 0x7fc00000) || (width == 64 && e->low == UINT64_C(0x7ff8000000000000));
}

// A conversion shows the bits as they are; what is read from memory may be such bits, too.
static bool are_nan_bits(struct comparison *c, struct sort sort, const struct second_event *native,
                         const struct second_event *own) {
  const char *line = native->point < c->points.size ? c->points.data[native->point] : "";
  return look_like_nan(c, sort, native) && (strstr(line, " bits ") || is_plain_nan(c, sort, own));
}

static uint64_t word_of(const mpz_t bits, uint32_t i) {
  mpz_t word;
  mpz_init(word);
  mpz_fdiv_q_2exp(word, bits, 64 * i);
  mpz_fdiv_r_2exp(word, word, 64);
  uint64_t value = mpz_get_ui(word);
  mpz_clear(word);
  return value;
}

// --- the comparison ----------------------------------------------------------------------------------------

static void stop(struct comparison *c, const char *why) {
  c->over = true;
  text_clear(&c->message);
  text_printf(&c->message, "%s", why);
}

static void say_differs(struct comparison *c, const char *what, uint32_t point, const struct second_event *native,
                        const struct second_event *own) {
  c->over = true;
  text_clear(&c->message);
  text_printf(&c->message, "differs: %s after %llu events\n    automaton: ", what, (unsigned long long)c->at);
  if (own) {
    say_point(c, point, &c->message);
    text_printf(&c->message, " = 0x%llx%016llx", (unsigned long long)own->high, (unsigned long long)own->low);
  } else {
    text_add(&c->message, "ends");
  }
  text_add(&c->message, "\n    native:    ");
  if (native) {
    say_point(c, native->point, &c->message);
    text_printf(&c->message, " = 0x%llx%016llx", (unsigned long long)native->high, (unsigned long long)native->low);
  } else {
    text_add(&c->message, "ends");
  }
}

static void compare_event(struct comparison *c, struct sort sort, bool nan, struct second_event own) {
  if (c->at == c->native->size) {
    if (c->native->cut) stop(c, "same: the rest is too long");
    else say_differs(c, "the automaton goes on", own.point, NULL, &own);
    return;
  }
  const struct second_event *native = &c->native->events[c->at], *other = &c->other->events[c->at];
  bool varies = c->at >= c->other->size || other->low != native->low || other->high != native->high;
  if (c->at < c->other->size && (other->point != native->point || other->part != native->part)) {
    stop(c, "skip: branches depend on addresses");
    return;
  }
  if (native->point != own.point || native->part != own.part) {
    say_differs(c, "another place", own.point, native, &own);
    return;
  }
  bool same = native->low == own.low && native->high == own.high;
  if (sort_kind(c->tm, sort) == SORT_FLOAT && nan && is_nan(c, sort, native)) same = true;
  if (!same && are_nan_bits(c, sort, native, &own)) {
    stop(c, "same: up to the bits of a NaN");
    return;
  }
  if (varies) c->masked++;
  else if (!same) say_differs(c, "another value", own.point, native, &own);
  c->at++;
  if (!c->over && is_kind(c, own.point, "foreign")) {
    stop(c, "same: up to a call of ");
    text_add(&c->message, strrchr(c->points.data[own.point], ' ') + 1);
  }
}

static void compare_value(struct comparison *c, uint32_t point, struct term value) {
  if (!term_is_const(c->tm, value)) {
    stop(c, "skip: the automaton's run has a value that is not constant");
    return;
  }
  mpz_t bits;
  mpz_init(bits);
  bool nan;
  bits_of(c, value, bits, &nan);
  struct sort sort = term_sort(c->tm, value);
  uint32_t width = sort_kind(c->tm, sort) == SORT_BV ? sort_width(c->tm, sort) : 128,
           parts = width <= 128 ? 1 : (width + 127) / 128;
  for (uint32_t i = 0; i < parts && !c->over; i++)
    compare_event(c, sort, nan, (struct second_event){point, i, word_of(bits, 2 * i), word_of(bits, 2 * i + 1)});
  mpz_clear(bits);
}

// --- the run of the automaton ------------------------------------------------------------------------------

static int by_point(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

// The points that the last edge passed, in the order of the program, with the values in the state after it.
static void look_at_edge(struct comparison *c, struct state *s) {
  if (edge_none(c->edge)) return;
  const struct cfa_edge *e = cfa_edge(c->cfa, c->edge);
  struct vec_u64 passed = {0}; // point and variable
  for (uint32_t i = 0; i < e->updates.size; i++) {
    uint32_t point = map_u32_get_or(&c->point_of, e->updates.data[i].var, 0);
    if (point) vec_u64_push(&passed, (uint64_t)(point - 1) << 32 | e->updates.data[i].var);
  }
  if (passed.size) qsort(passed.data, passed.size, sizeof *passed.data, by_point);
  for (uint32_t i = 0; i < passed.size && !c->over; i++)
    compare_value(c, (uint32_t)(passed.data[i] >> 32), state_value(s, (uint32_t)passed.data[i]));
  vec_u64_release(&passed);
}

static struct term input_value(struct comparison *c, const struct cfa_input *input) {
  struct sort sort = term_sort(c->tm, input->term);
  bool is_float = !strcmp(input->ctype, "float") || !strcmp(input->ctype, "double");
  bool is_bool = sort_kind(c->tm, sort) == SORT_BOOL;
  uint64_t value =
      second_input(c->seed, c->n_read++, c->n_given, c->given, is_bool ? 1 : sort_width(c->tm, sort), is_float);
  return is_bool ? term_bool(c->tm, value) : term_bv(c->tm, sort_width(c->tm, sort), value);
}

// An input is known once its edge was taken: then the run begins again.
static bool give_inputs(struct comparison *c, struct edge edge, uint32_t first) {
  const struct cfa_edge *e = cfa_edge(c->cfa, edge);
  bool fresh = false;
  for (uint32_t i = 0; i < e->inputs.size; i++) {
    if (e->inputs.data[i].kind != INPUT_NONDET) continue;
    if (sort_kind(c->tm, term_sort(c->tm, e->inputs.data[i].term)) == SORT_ARRAY) continue;
    uint32_t at = first + i;
    struct term value = input_value(c, &e->inputs.data[i]);
    if (at >= c->inputs.size) vec_input_value_resize(&c->inputs, at + 1);
    if (!term_none(c->inputs.data[at].value)) continue;
    c->inputs.data[at].value = value;
    fresh |= !term_same(value, term_zero(c->tm, term_sort(c->tm, value)));
  }
  return fresh;
}

static bool step(void *context, const struct run_step *step) {
  struct comparison *c = context;
  look_at_edge(c, step->state);
  if (c->over) return false;
  c->edge = step->index ? step->edge : EDGE_NONE; // the first edge initialises the variables
  c->again = give_inputs(c, step->edge, state_inputs_read(step->state));
  return !c->again;
}

static void finish(struct comparison *c, enum state_event event, struct state *last) {
  const struct cfa_location *l = cfa_location(c->cfa, state_location(last));
  struct text why = {0};
  const struct second_event *next = c->at < c->native->size ? &c->native->events[c->at] : NULL;
  if (event == STATE_UNSUPPORTED)
    text_printf(&why, "unsupported: %s", l->kind == LOC_UNSUPPORTED && l->text ? l->text : "");
  else if (event == STATE_BUDGET) text_add(&why, "same: the rest is too long");
  else if (!next && (event == STATE_ERROR || l->kind == LOC_STOP || l->kind == LOC_EXIT || !c->native->cut))
    text_add(&why, "same: to the end");
  else if (l->kind == LOC_EXIT) say_differs(c, "main returns", 0, next, NULL);
  else if (c->strict) say_differs(c, "the path ends", 0, next, NULL);
  else text_add(&why, "same: up to a path's end");
  if (!c->over) {
    stop(c, text_cstr(&why));
    if (l->place.line && strstr(text_cstr(&why), "path's end")) {
      text_add(&c->message, " at ");
      cfa_place_print(c->cfa, l->place, &c->message);
    }
  }
  text_release(&why);
}

static void run(struct comparison *c) {
  for (uint32_t round = 0; round <= SECOND_INPUTS + 1; round++) {
    struct state *last = NULL;
    c->edge = EDGE_NONE;
    c->at = c->masked = c->n_read = 0;
    c->again = c->over = false;
    c->program = program_new(c->cfa, &c->limits, &c->stats);
    enum state_event event = state_replay(c->program, c->inputs.size, c->inputs.data, 200000, step, c, &last);
    if (!c->over && !c->again) look_at_edge(c, last);
    if (!c->over && !c->again) finish(c, event, last);
    state_free(last);
    program_free(c->program);
    if (c->over) return;
  }
  stop(c, "skip: too many inputs");
}

// --- files -------------------------------------------------------------------------------------------------

static char *read_file(const char *folder, const char *name) {
  struct text path = {0};
  text_printf(&path, "%s%s%s", folder, *folder ? "/" : "", name);
  FILE *file = fopen(text_cstr(&path), "r");
  text_release(&path);
  if (!file) return NULL;
  size_t room = 1 << 16, n, used = 0;
  char *content = mem_alloc(room);
  while ((n = fread(content + used, 1, room - used - 1, file)) > 0) {
    used += n;
    if (used + 1 == room) content = mem_realloc(content, room *= 2);
  }
  fclose(file);
  content[used] = 0;
  return content;
}

// The file is as long as a trace can be; only its beginning is used.
static const struct second_trace *read_trace(const char *folder, const char *name) {
  struct text path = {0};
  text_printf(&path, "%s/%s", folder, name);
  FILE *file = fopen(text_cstr(&path), "r");
  text_release(&path);
  struct second_trace *trace = mem_alloc(sizeof *trace);
  size_t head = offsetof(struct second_trace, events);
  bool good = file && fread(trace, head, 1, file) == 1 && trace->size <= SECOND_EVENTS &&
              fread(trace->events, sizeof *trace->events, trace->size, file) == trace->size;
  if (file) fclose(file);
  if (good) return trace;
  mem_free(trace);
  return NULL;
}

static bool load(struct comparison *c, const char *folder, uint32_t bits, uint32_t n, char **files,
                 struct front_result *front) {
  struct error error = {0};
  size_t length = strlen(files[0]);
  bool good;
  if (length > 4 && !strcmp(files[0] + length - 4, ".cfa")) {
    char *text = read_file("", files[0]);
    good = text && cfa_read(c->tm, files[0], text, &c->cfa, &error);
  } else {
    struct front_options options = {.bits = bits,
                                    .entry = "main",
                                    .n_files = n,
                                    .files = (const char *const *)files,
                                    .clang = "clang-19",
                                    .temp_dir = folder};
    good = front_run(c->tm, &c->limits, &options, front, &error);
    c->cfa = front->cfa;
  }
  if (!good) {
    text_printf(&c->message, "skip: %s", error.message ? error.message : "cannot be read");
    return false;
  }
  for (uint32_t i = 0; i < c->cfa->vars.size; i++) {
    const char *name = c->cfa->vars.data[i].name;
    if (!strncmp(name, SECOND_VARIABLE, strlen(SECOND_VARIABLE)))
      map_u32_put(&c->point_of, i, (uint32_t)strtoul(name + strlen(SECOND_VARIABLE), NULL, 10) + 1);
  }
  return true;
}

static void print_automaton(struct comparison *c, const char *to) {
  struct text text = {0};
  cfa_print(c->cfa, &text);
  FILE *file = fopen(to, "w");
  if (!file || fputs(text_cstr(&text), file) < 0 || fclose(file)) fprintf(stderr, "%s: cannot be written\n", to);
  text_release(&text);
}

static void read_given(struct comparison *c, const char *list) {
  while (*list && c->n_given < SECOND_INPUTS) {
    char *end;
    c->given[c->n_given++] = strtoull(list, &end, 0);
    if (end == list) return;
    list = end;
  }
}

int compare(int argc, char **argv) {
  struct comparison *c = mem_zalloc(1, sizeof *c);
  uint32_t bits = 64;
  const char *folder = argv[0], *print = NULL;
  int i = 2;
  if (argc < 3) return 64;
  c->seed = strtoull(argv[1], NULL, 0);
  for (; i < argc && argv[i][0] == '-'; i++) {
    if (!strcmp(argv[i], "--32")) bits = 32;
    else if (!strcmp(argv[i], "--strict")) c->strict = true;
    else if (!strcmp(argv[i], "--given") && i + 1 < argc) read_given(c, argv[++i]);
    else if (!strcmp(argv[i], "--print") && i + 1 < argc) print = argv[++i];
    else if (strcmp(argv[i], "--64")) return 64;
  }
  limits_start(&c->limits, 20, 4096);
  c->tm = terms_new();
  struct front_result front = {0};
  c->native = read_trace(folder, "trace0");
  c->other = read_trace(folder, "trace1");
  char *points = read_file(folder, "points"), *line = points ? strtok(points, "\n") : NULL;
  for (; line; line = strtok(NULL, "\n")) vec_string_push(&c->points, line);
  bool ready = c->native && c->other;
  if (!ready) text_add(&c->message, "skip: there is no trace");
  if (ready && load(c, folder, bits, (uint32_t)(argc - i), argv + i, &front)) {
    if (print) print_automaton(c, print);
    run(c);
  }
  const char *message = text_cstr(&c->message);
  printf("%s (%llu events, %llu masked)\n", message, (unsigned long long)c->at, (unsigned long long)c->masked);
  limits_finish(&c->limits);
  return !strncmp(message, "same", 4) ? 0 : !strncmp(message, "differs", 7) ? 1 : 2;
}

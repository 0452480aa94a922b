// Both back ends, one as the other's second opinion. Where they disagree the query is kept as a file and the run ends:
// one of them is wrong, and nothing that was concluded can be trusted.
#include "base/memory/map.h"
#include "solve/backend.h"
#include <stdio.h>
#include <string.h>

struct backend {
  struct terms *tm;
  struct limits *limits;
  struct backend *native, *z3;
  bool by_z3; // the native one did not know
};

void query_print(struct terms *tm, uint32_t n, const struct term *conjuncts, struct text *out) {
  struct map_u32 seen = {0};
  for (uint32_t i = 0; i < n; i++) {
    uint32_t count;
    const uint32_t *vars = term_free_vars(tm, conjuncts[i], &count);
    for (uint32_t k = 0; k < count; k++) {
      if (map_u32_find(&seen, vars[k])) continue;
      map_u32_put(&seen, vars[k], 1);
      text_add(out, "(declare-const ");
      term_print_smt(tm, (struct term){vars[k]}, out);
      text_addc(out, ' ');
      sort_print_smt(tm, term_sort(tm, (struct term){vars[k]}), out);
      text_add(out, ")\n");
    }
  }
  for (uint32_t i = 0; i < n; i++) {
    text_add(out, "(assert ");
    term_print_smt(tm, conjuncts[i], out);
    text_add(out, ")\n");
  }
  map_u32_release(&seen);
}

static struct backend *both_open(struct terms *tm, struct limits *limits) {
  struct backend *b = mem_zalloc(1, sizeof *b);
  *b = (struct backend){tm, limits, native_backend.open(tm, limits), z3_backend.open(tm, limits), false};
  return b;
}

static void both_close(struct backend *b) {
  native_backend.close(b->native);
  z3_backend.close(b->z3);
  mem_free(b);
}

static const char *name_of(enum answer answer) { return answer == ANSWER_SAT ? "sat" : "unsat"; }

static void disagree(struct backend *b, enum answer native, enum answer z3, uint32_t n, const struct term *conjuncts,
                     uint32_t n_facts, const struct term *facts) {
  struct vec_term all = {0};
  struct text text = {0};
  for (uint32_t i = 0; i < n + n_facts; i++) vec_term_push(&all, i < n ? conjuncts[i] : facts[i - n]);
  text_printf(&text, "; native: %s, z3: %s\n(set-logic ALL)\n", name_of(native), name_of(z3));
  query_print(b->tm, all.size, all.data, &text);
  text_add(&text, "(check-sat)\n");
  char name[40];
  FILE *file = NULL;
  for (unsigned i = 1; i < 1000 && !file; i++) { // "x": what is there stays
    snprintf(name, sizeof name, "clew-disagreement-%u.smt2", i);
    file = fopen(name, "wx");
  }
  if (file) fputs(text_cstr(&text), file), fclose(file);
  fprintf(stderr, "clew: internal error: the solvers disagree (native: %s, z3: %s); the query is in %s\n",
          name_of(native), name_of(z3), file ? name : "no file, as none could be written");
  text_release(&text);
  vec_term_release(&all);
  limits_stop(b->limits, REASON_INTERNAL);
}

static enum answer both_check(struct backend *b, uint32_t n, const struct term *conjuncts, uint32_t n_facts,
                              const struct term *facts, double seconds) {
  enum answer native = native_backend.check(b->native, n, conjuncts, n_facts, facts, seconds / 2);
  enum answer z3 = limits_stopped(b->limits) ? ANSWER_UNKNOWN
                                             : z3_backend.check(b->z3, n, conjuncts, n_facts, facts, seconds / 2);
  b->by_z3 = native == ANSWER_UNKNOWN;
  if (native == ANSWER_UNKNOWN) return z3;
  if (z3 == ANSWER_UNKNOWN || z3 == native) return native;
  disagree(b, native, z3, n, conjuncts, n_facts, facts);
  b->by_z3 = false;
  return ANSWER_UNKNOWN;
}

static struct term both_value(struct backend *b, struct term var) {
  return b->by_z3 ? z3_backend.value(b->z3, var) : native_backend.value(b->native, var);
}
static const uint32_t *both_core(struct backend *b, uint32_t *n) {
  return b->by_z3 ? z3_backend.core(b->z3, n) : native_backend.core(b->native, n);
}
static void both_interrupt(struct backend *b) { native_backend.interrupt(b->native), z3_backend.interrupt(b->z3); }
static void both_configure(struct backend *b, uint32_t stages) { native_backend.configure(b->native, stages); }
static struct backend_work both_work(const struct backend *b) { return native_backend.work(b->native); }

static enum reason both_reason(const struct backend *b) {
  if (limits_stopped(b->limits)) return limits_reason(b->limits);
  return b->by_z3 ? z3_backend.reason(b->z3) : native_backend.reason(b->native);
}

const struct backend_ops both_backend = {
    .name = "both",
    .arrays = true,
    .integers = true,
    .open = both_open,
    .close = both_close,
    .check = both_check,
    .value = both_value,
    .core = both_core,
    .reason = both_reason,
    .interrupt = both_interrupt,
    .configure = both_configure,
    .work = both_work,
};

// See facts.h.
#include "facts/facts.h"
#include "base/input.h"
#include "facts/candidates.h"
#include "facts/precision.h"

struct facts {
  struct cfa *cfa;
  struct program *program;
  struct limits *limits;
  uint64_t seed;
  struct hints *hints; // made when they are asked for
  struct precision precision;
};

struct facts *facts_new(struct cfa *cfa, struct program *program, struct limits *limits, uint64_t seed) {
  struct facts *f = mem_zalloc(1, sizeof *f);
  *f = (struct facts){.cfa = cfa, .program = program, .limits = limits, .seed = seed};
  return f;
}

void facts_free(struct facts *f) {
  if (f->hints) hints_free(f->hints);
  precision_release(&f->precision);
  mem_free(f);
}

void facts_candidates(struct facts *f, struct location location, uint32_t sources, struct vec_term *out) {
  if (!f->hints) f->hints = hints_new(f->cfa, f->program, f->limits, f->seed);
  if (sources & SOURCE_GUARDS) hints_guards(f->hints, location, 16, out);
  if (sources & SOURCE_RUNS) hints_runs(f->hints, location, 16, out);
  if (sources & SOURCE_CELLS) hints_cells(f->hints, location, 40, out);
}

struct precision *facts_precision(struct facts *f) { return &f->precision; }

bool facts_load(struct facts *f, const char *precision_file, struct error *error) {
  struct text content = {0};
  bool good = !precision_file || (input_read(precision_file, &content, error) &&
                                  precision_read(&f->precision, f->cfa, precision_file, text_cstr(&content), error));
  text_release(&content);
  return good;
}

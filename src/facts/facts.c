// See facts.h: the table by location.
#include "base/file/input.h"
#include "facts/guards.h"
#include "facts/reached.h"
#include "facts/samples.h"
#include "facts/table.h"
#include "solve/interpolate/interpolate.h"
#include <assert.h>

static const struct source {
  void (*append)(struct facts *f, struct location head, uint32_t sources, uint32_t most, struct vec_term *out);
  uint32_t most;
} table[SOURCE_COUNT] = {
#define SOURCE(name, word, most, text) {source_##word, most},
#include "facts/sources.def"
#undef SOURCE
};

struct facts *facts_new(struct cfa *cfa, struct program *program, struct limits *limits, uint64_t seed) {
  struct facts *f = mem_zalloc(1, sizeof *f);
  *f = (struct facts){.cfa = cfa, .tm = cfa->tm, .program = program, .limits = limits, .seed = seed};
  f->records = mem_zalloc(cfa->locations.size + 1, sizeof *f->records);
  return f;
}

static void record_free(struct record *r) {
  vec_term_release(&r->proven);
  for (uint32_t i = 0; i < SOURCE_COUNT; i++) vec_term_release(&r->offered[i]);
  map_u32_release(&r->offered_set);
  if (r->guards) guards_free(r->guards);
  if (r->reached) reached_free(r->reached);
  mem_free(r);
}

void facts_free(struct facts *f) {
  if (!f) return;
  for (uint32_t i = 0; i < f->cfa->locations.size; i++)
    if (f->records[i]) record_free(f->records[i]);
  mem_free(f->records);
  for (uint32_t i = 0; i < f->samples.size; i++) samples_release(&f->samples.data[i]);
  for (uint32_t i = 0; i < f->members.size; i++) samples_release(&f->members.data[i]);
  vec_samples_release(&f->samples);
  vec_samples_release(&f->members);
  map_u32_release(&f->samples_of);
  map_u32_release(&f->members_of);
  vec_term_release(&f->constants);
  map_u32_release(&f->constant_set);
  precision_release(&f->precision);
  vec_news_release(&f->news);
  mem_free(f);
}

struct record *facts_record(struct facts *f, struct location location) {
  struct record **at = &f->records[location.id];
  if (!*at) *at = mem_zalloc(1, sizeof **at);
  return *at;
}

struct facts_counts facts_count(const struct facts *f) { return f->counts; }

void facts_news(struct facts *f, enum news_kind kind, struct location location, uint32_t what) {
  if (!f->importing) vec_news_push(&f->news, (struct news){kind, location, what});
}

// --- candidates ------------------------------------------------------------------------------------------------------

void facts_candidates(struct facts *f, struct location location, uint32_t sources, struct vec_term *out) {
  uint32_t before = out->size;
  for (uint32_t i = 0; i < SOURCE_COUNT; i++)
    if (sources >> i & 1) table[i].append(f, location, sources, table[i].most, out);
  f->counts.candidates += out->size - before;
}

static uint32_t source_number(uint32_t source) {
  uint32_t number = 0;
  while (number < SOURCE_COUNT && source != 1u << number) number++;
  assert(number < SOURCE_COUNT);
  return number;
}

bool facts_offer(struct facts *f, struct location location, struct term formula, uint32_t source) {
  struct record *r = facts_record(f, location);
  uint32_t number = source_number(source), known = map_u32_get_or(&r->offered_set, formula.id, 0);
  if (term_is_const(f->tm, formula) || known & source || r->offered[number].size >= table[number].most) return false;
  map_u32_put(&r->offered_set, formula.id, known | source);
  vec_term_push(&r->offered[number], formula);
  if (source == SOURCE_INTERPOLANTS) facts_news(f, NEWS_OFFERED, location, formula.id);
  return true;
}

// Those that were offered.
static void append_offered(struct facts *f, struct location location, uint32_t number, uint32_t most,
                           struct vec_term *out) {
  const struct record *r = f->records[location.id];
  for (uint32_t i = 0; r && i < r->offered[number].size && i < most; i++)
    vec_term_push(out, r->offered[number].data[i]);
}

void source_interpolants(struct facts *f, struct location head, uint32_t sources, uint32_t most, struct vec_term *out) {
  (void)sources;
  append_offered(f, head, SOURCE_NUMBER_INTERPOLANTS, most, out);
}

void source_shared(struct facts *f, struct location head, uint32_t sources, uint32_t most, struct vec_term *out) {
  (void)sources;
  append_offered(f, head, SOURCE_NUMBER_SHARED, most, out);
}

void source_file(struct facts *f, struct location head, uint32_t sources, uint32_t most, struct vec_term *out) {
  (void)sources;
  append_offered(f, head, SOURCE_NUMBER_FILE, most, out);
}

// --- proven ----------------------------------------------------------------------------------------------------------

void facts_prove(struct facts *f, struct location location, struct term formula) {
  struct vec_term *proven = &facts_record(f, location)->proven, conjuncts = {0};
  vec_term_push(&conjuncts, formula);
  terms_tidy(f->tm, &conjuncts);
  for (uint32_t i = 0; i < conjuncts.size; i++) {
    uint32_t k = 0;
    while (k < proven->size && !term_same(proven->data[k], conjuncts.data[i])) k++;
    if (k < proven->size) continue;
    vec_term_push(proven, conjuncts.data[i]);
    f->counts.proven++;
    facts_news(f, NEWS_PROVEN, location, conjuncts.data[i].id);
  }
  vec_term_release(&conjuncts);
}

const struct vec_term *facts_proven(const struct facts *f, struct location location) {
  const struct record *r = f->records[location.id];
  return r && r->proven.size ? &r->proven : NULL;
}

void facts_fresh(const struct facts *f, struct location location, struct facts_seen *seen, struct vec_term *out) {
  const struct record *r = f->records[location.id];
  if (!r) return;
  const struct vec_term *shared = &r->offered[SOURCE_NUMBER_SHARED];
  for (; seen->proven < r->proven.size; seen->proven++) vec_term_push(out, r->proven.data[seen->proven]);
  for (; seen->shared < shared->size; seen->shared++) vec_term_push(out, shared->data[seen->shared]);
}

// --- the precision ---------------------------------------------------------------------------------------------------

struct precision *facts_precision(struct facts *f) { return &f->precision; }

bool facts_load(struct facts *f, const char *precision_file, struct error *error) {
  if (!precision_file || f->loaded) return true;
  struct text content = {0};
  f->loaded = input_read(precision_file, &content, error) &&
              precision_read(&f->precision, f->cfa, precision_file, text_cstr(&content), error);
  text_release(&content);
  for (uint32_t i = 0; f->loaded && i < f->precision.points.size; i++) {
    const struct precision_point *point = &f->precision.points.data[i];
    for (uint32_t k = 0; k < point->predicates.size; k++)
      facts_offer(f, point->location, point->predicates.data[k], SOURCE_FILE);
  }
  return f->loaded;
}

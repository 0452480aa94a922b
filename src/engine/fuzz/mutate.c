// Changes of a test. The values of one function are a stream of their own: a size stays where a content grows.
#include "engine/fuzz/fuzz.h"
#include <math.h>

#define MOST_CHANGES 4 // as a power of two
#define MOST_NUMBERS 1024
#define MOST_ROOM 4096u // of the values that a run asked for

void fuzz_note_number(struct fuzz *x, uint64_t number) {
  if (x->numbers.size >= MOST_NUMBERS || number == MAP_EMPTY || map_u32_find(&x->known_numbers, number)) return;
  map_u32_put(&x->known_numbers, number, 1);
  vec_u64_push(&x->numbers, number);
}

// --- values ----------------------------------------------------------------------------------------------------------

static uint64_t float_bits(uint32_t bits, double value) {
  float narrow = (float)value;
  uint32_t word;
  uint64_t wide;
  memcpy(&word, &narrow, sizeof word);
  memcpy(&wide, &value, sizeof wide);
  return bits == 32 ? word : wide;
}

static uint64_t draw_float(struct fuzz *x, uint32_t bits) {
  static const double some[] = {0, -0.0, 1, -1, 0.5, 1e-3, 1e9, 1e300, -1e300, INFINITY, NAN};
  double value = (double)(int64_t)(fuzz_below(x, 201))-100;
  if (fuzz_one_in(x, 4)) return fuzz_roll(x);
  if (fuzz_one_in(x, 3)) value = some[fuzz_below(x, sizeof some / sizeof *some)];
  if (fuzz_one_in(x, 3)) value += (double)fuzz_below(x, 1 << 20) / (1 << 20);
  return float_bits(bits, value);
}

static uint64_t draw_number(struct fuzz *x) {
  uint64_t number = x->numbers.size ? x->numbers.data[fuzz_below(x, x->numbers.size)] : fuzz_below(x, 32);
  switch (fuzz_below(x, 8)) {
  case 0: return number + 1;
  case 1: return number - 1;
  case 2: return 0 - number;
  default: return number;
  }
}

static uint64_t draw_extreme(struct fuzz *x, uint32_t bits) {
  uint64_t top = (uint64_t)1 << (bits - 1);
  switch (fuzz_below(x, 4)) {
  case 0: return 0 - fuzz_below(x, 20);
  case 1: return ((uint64_t)1 << fuzz_below(x, bits)) - fuzz_below(x, 2);
  case 2: return top - 2 + fuzz_below(x, 4);
  default: return 0 - ((uint64_t)1 << fuzz_below(x, bits));
  }
}

static uint64_t draw(struct fuzz *x, const struct served_source *source) {
  uint32_t bits = fuzz_bits(source);
  if (bits <= 1) return fuzz_roll(x) & 1;
  if (source->kind == SERVED_POINTER) return 0;
  if (source->kind == SERVED_FLOAT || source->kind == SERVED_DOUBLE) return draw_float(x, bits);
  switch (fuzz_below(x, 8)) {
  case 0: return fuzz_roll(x);
  case 1: return draw_extreme(x, bits);
  case 2:
  case 3: return bits == 8 ? 32 + fuzz_below(x, 95) : fuzz_below(x, 256);
  case 4:
  case 5: return draw_number(x);
  default: return fuzz_below(x, (uint64_t)2 << fuzz_below(x, 5));
  }
}

static void change_value(struct fuzz *x, const struct served_source *source, uint64_t *value) {
  uint32_t bits = fuzz_bits(source);
  bool is_number = source->kind <= 64;
  switch (fuzz_below(x, 5)) {
  case 0: *value ^= (uint64_t)1 << fuzz_below(x, bits ? bits : 1); break;
  case 1:
    if (is_number) *value += 1 + fuzz_below(x, fuzz_one_in(x, 2) ? 4 : 35);
    else *value = draw(x, source);
    break;
  case 2:
    if (is_number) *value -= 1 + fuzz_below(x, fuzz_one_in(x, 2) ? 4 : 35);
    else *value = draw(x, source);
    break;
  default: *value = draw(x, source);
  }
}

// --- stretches -------------------------------------------------------------------------------------------------------

static void insert(struct vec_u64 *v, uint32_t at, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) vec_u64_push(v, 0);
  memmove(v->data + at + n, v->data + at, (v->size - at - n) * sizeof *v->data);
}

static void cut(struct vec_u64 *v, uint32_t at, uint32_t n) {
  memmove(v->data + at, v->data + at + n, (v->size - at - n) * sizeof *v->data);
  v->size -= n;
}

static uint32_t stretch(struct fuzz *x, uint32_t most) {
  uint32_t n = 1 + (uint32_t)fuzz_below(x, (uint64_t)1 << fuzz_below(x, 6));
  return n < most ? n : most;
}

// A word of the program, over what is there or between.
static void put_word(struct fuzz *x, struct vec_u64 *v, uint32_t at, uint32_t room) {
  if (!x->words.size) return;
  const char *word = x->words.data[fuzz_below(x, x->words.size)];
  uint32_t n = (uint32_t)strlen(word) + fuzz_one_in(x, 4);
  if (n > room - at) n = room - at;
  if (fuzz_one_in(x, 3)) insert(v, at, n);
  while (v->size < at + n) vec_u64_push(v, 0);
  for (uint32_t i = 0; i < n; i++) v->data[at + i] = (unsigned char)word[i];
}

static void splice(struct fuzz *x, struct vec_u64 *v, uint32_t source, uint32_t room) {
  const struct test *other = x->tests.size ? x->tests.data[fuzz_below(x, x->tests.size)] : NULL;
  const struct vec_u64 *from = other ? &other->values[source] : NULL;
  if (!from || !from->size) return;
  uint32_t begin = (uint32_t)fuzz_below(x, from->size), at = (uint32_t)fuzz_below(x, v->size + 1);
  uint32_t n = fuzz_one_in(x, 2) ? from->size - begin : stretch(x, from->size - begin);
  for (uint32_t i = 0; i < n && at + i < room; i++) {
    if (at + i >= v->size) vec_u64_push(v, 0);
    v->data[at + i] = from->data[begin + i];
  }
}

static void change_stretch(struct fuzz *x, const struct served_source *source, struct vec_u64 *v, uint32_t room) {
  uint32_t at = (uint32_t)fuzz_below(x, v->size), from = (uint32_t)fuzz_below(x, v->size);
  uint32_t n = stretch(x, v->size - at);
  switch (fuzz_below(x, 5)) {
  case 0: cut(v, at, n); break;
  case 1:
    if (v->size + n > room) break;
    insert(v, at, n);
    for (uint32_t i = 0; i < n; i++) v->data[at + i] = v->data[from];
    break;
  case 2:
    if (v->size + n > room) break;
    insert(v, at, n);
    for (uint32_t i = 0; i < n; i++) v->data[at + i] = draw(x, source);
    break;
  case 3:
    for (uint32_t i = 0; i < n && from + i < v->size; i++) v->data[at + i] = v->data[from + i];
    break;
  default:
    for (uint32_t i = 0; i < n; i++) v->data[at + i] = draw(x, source);
  }
}

// --- tests -----------------------------------------------------------------------------------------------------------

// Of those that the last run asked for; one with few values is as likely as one with many.
static uint32_t choose_source(struct fuzz *x) {
  uint32_t n = x->exchange->sources, from = (uint32_t)fuzz_below(x, n ? n : 1);
  for (uint32_t k = 0; k < n; k++) {
    uint32_t s = (from + k) % n;
    const struct served_source *source = &x->exchange->source[s];
    if ((source->asked || x->test->values[s].size) && source->kind != SERVED_EXTENDED) return s;
  }
  return UINT32_MAX;
}

// What it may be long: what the run before asked for, and a little more.
static uint32_t room_of(const struct fuzz *x, uint32_t s) {
  uint32_t asked = x->exchange->source[s].asked, size = x->test->values[s].size;
  uint32_t room = (asked > size ? asked : size) + 8;
  return room < MOST_ROOM ? room : MOST_ROOM > size ? MOST_ROOM : size;
}

static void change(struct fuzz *x) {
  uint32_t s = choose_source(x);
  if (s == UINT32_MAX) return;
  const struct served_source *source = &x->exchange->source[s];
  struct vec_u64 *v = &x->test->values[s];
  uint32_t room = room_of(x, s), reach = v->size + 1 + (uint32_t)fuzz_below(x, 4);
  if (reach > room) reach = room;
  test_extend(x, x->test, s, fuzz_one_in(x, 3) || !v->size ? reach : v->size);
  if (!v->size) return;
  uint32_t kind = (uint32_t)fuzz_below(x, 8);
  if (kind < 4) change_value(x, source, &v->data[fuzz_below(x, v->size)]);
  else if (kind < 6) change_stretch(x, source, v, room);
  else if (kind == 6 && fuzz_bits(source) == 8) put_word(x, v, (uint32_t)fuzz_below(x, v->size), room);
  else if (kind == 7) splice(x, v, s, room);
  else v->data[fuzz_below(x, v->size)] = draw(x, source);
}

void fuzz_mutate(struct fuzz *x) {
  uint64_t n = (uint64_t)1 << fuzz_below(x, MOST_CHANGES + 1);
  for (uint64_t i = 0; i < n; i++) change(x);
}

void fuzz_draw(struct fuzz *x) {
  for (uint32_t s = 0; s < x->exchange->sources; s++) {
    const struct served_source *source = &x->exchange->source[s];
    vec_u64_clear(&x->test->values[s]);
    uint64_t most = (uint64_t)4 << fuzz_below(x, 5), n = 1 + fuzz_below(x, most);
    uint64_t one = draw(x, source);
    bool same = fuzz_one_in(x, 8);
    for (uint64_t i = 0; i < n; i++) vec_u64_push(&x->test->values[s], same ? one : draw(x, source));
  }
}

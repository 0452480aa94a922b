// Tests, and which one is taken up next.
#include "engine/fuzz/fuzz.h"

#define MOST_KEPT_VALUES 65536u // of a source

void test_copy(struct test *to, const struct test *from) {
  for (uint32_t s = 0; s < SERVED_SOURCES; s++) {
    vec_u64_clear(&to->values[s]);
    for (uint32_t i = 0; i < from->values[s].size; i++) vec_u64_push(&to->values[s], from->values[s].data[i]);
  }
}

void test_free(struct test *test) {
  for (uint32_t s = 0; s < SERVED_SOURCES; s++) vec_u64_release(&test->values[s]);
  vec_u32_release(&test->edges);
  mem_free(test);
}

void test_extend(struct fuzz *x, struct test *test, uint32_t source, uint32_t n) {
  (void)x;
  if (n > MOST_KEPT_VALUES) n = MOST_KEPT_VALUES;
  while (test->values[source].size < n) vec_u64_push(&test->values[source], 0);
}

uint32_t fuzz_bits(const struct served_source *source) {
  switch (source->kind) {
  case SERVED_FLOAT: return 32;
  case SERVED_DOUBLE:
  case SERVED_POINTER: return 64;
  case SERVED_EXTENDED: return 0;
  default: return source->kind <= 64 ? source->kind : 64;
  }
}

// How rare what it takes is: the sum over its edges of one by the runs that took them. A test that was taken up often
// is left for others.
static double weight_of(const struct fuzz *x, const struct test *test) {
  double weight = 0;
  for (uint32_t i = 0; i < test->edges.size; i++) weight += 1.0 / (double)(x->hits[test->edges.data[i]] + 1);
  return weight / (double)(1 + test->rounds / 4);
}

struct test *fuzz_pick(struct fuzz *x) {
  if (!x->tests.size) return NULL;
  if (fuzz_one_in(x, 4)) return x->tests.data[fuzz_below(x, x->tests.size)];
  double sum = 0;
  for (uint32_t i = 0; i < x->tests.size; i++) sum += weight_of(x, x->tests.data[i]);
  double at = sum * (double)fuzz_below(x, 1 << 20) / (1 << 20);
  for (uint32_t i = 0; i < x->tests.size; i++)
    if ((at -= weight_of(x, x->tests.data[i])) <= 0) return x->tests.data[i];
  return x->tests.data[x->tests.size - 1];
}

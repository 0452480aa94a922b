// Records with any keys are sorted, and those with equal keys stay in order.
#include "sort.h"
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { COUNT = 4 };

struct record {
  int key;
  short place;
};

static int by_key(const void *a, const void *b) {
  int left = ((const struct record *)a)->key, right = ((const struct record *)b)->key;
  return (left > right) - (left < right);
}

int main(void) {
  struct record records[COUNT];
  for (int i = 0; i < COUNT; i++) records[i] = (struct record){.key = __VERIFIER_nondet_int(), .place = i};
  sort(records, COUNT, sizeof *records, by_key);
  for (int i = 1; i < COUNT; i++) {
    assert(records[i - 1].key <= records[i].key);
    assert(records[i - 1].key < records[i].key || records[i - 1].place < records[i].place);
  }
  return 0;
}

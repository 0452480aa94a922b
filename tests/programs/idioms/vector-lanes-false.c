// expect: false bits: both
// a vector is added lane by lane, compared to masks, indexed as an array and cast to other lanes
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef int four __attribute__((vector_size(16)));
typedef unsigned char bytes __attribute__((vector_size(16)));

static int sum(four v) {
  int all = 0;
  for (int i = 0; i < 4; i++) all += v[i];
  return all;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  four v = {x, x & 1, 3, 4}, w = v * 2 - v;
  assert(sum(w) == sum(v));
  four mask = v > 3;
  assert(mask[3] == -1 && mask[2] == 0 && (mask[0] == -1) == (x > 3));
  four clamped = (v & ~mask) | (3 & mask);
  assert(clamped[0] <= 3 && clamped[1] < 1);
  bytes b = (bytes)v;
  assert(b[8] == 3 && b[9] == 0);
}

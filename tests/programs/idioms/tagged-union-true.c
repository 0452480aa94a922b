// expect: true bits: both
// a value that is one of several, and a float looked at as bits
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
struct value {
  enum { NUMBER, TEXT, PAIR } tag;
  union {
    int number;
    const char *text;
    struct { short first, second; };
  };
};

static int size(const struct value *v) {
  switch (v->tag) {
  case NUMBER: return v->number < 0 ? 2 : 1;
  case TEXT: return (int)strlen(v->text);
  case PAIR: return 2;
  }
  return -1;
}

int main(void) {
  struct value values[] = {{NUMBER, .number = __VERIFIER_nondet_int()}, {TEXT, .text = "abc"}, {.tag = PAIR, .first = 1, .second = 2}};
  int total = 0;
  for (int i = 0; i < 3; i++) total += size(&values[i]);
  assert(total == 6 || total == 7);
  union { float f; uint32_t bits; } u = {.f = __VERIFIER_nondet_float()};
  if (u.f == 1) assert(u.bits == 0x3f800000);
  if (u.f < 0) assert(u.bits >> 31 == 1);
}

// expect: false bits: both
// what is asserted of types, and objects aligned more than their type
#include <assert.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
struct packed { char c; int n; } __attribute__((packed));
struct line { alignas(32) char bytes[32]; int n; };
_Static_assert(sizeof(struct packed) == 5 && offsetof(struct packed, n) == 1, "packed");
_Static_assert(alignof(struct line) == 32 && sizeof(struct line) == 64, "a line");
static alignas(64) char buffer[100];

int main(void) {
  struct line lines[2];
  assert((uintptr_t)&lines[1] % 32 == 0 && (uintptr_t)buffer % 64 == 0);
  struct packed p = {1, __VERIFIER_nondet_int()}, *q = &p;
  q->n |= 1;
  char copy = ((char *)q)[1];
  assert((copy & 1) == 1 && (copy & 2) == 2);
}

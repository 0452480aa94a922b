// expect: true bits: both
// parts of objects become inputs, and what lies around them does not change
// decided: symex
#include <stdlib.h>
extern void reach_error(void);
void klee_make_symbolic(void *address, size_t bytes, const char *name);
void __VERIFIER_nondet_memory(void *address, size_t bytes);
unsigned __VERIFIER_nondet_uint(void);

struct config {
  int mode, limit, rest;
} config = {1, 2, 3};
int cells[3];

int main(void) {
  char buffer[24] = {[10] = 3, [21] = 4};
  klee_make_symbolic(buffer + 11, 10, "buffer");
  if (buffer[10] != 3 || buffer[21] != 4) reach_error();
  klee_make_symbolic(&config.limit, sizeof config.limit, "limit");
  if (config.mode != 1 || config.rest != 3) reach_error();
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 2) return 0;
  __VERIFIER_nondet_memory(cells + n, sizeof *cells);
  if (n != 1 && cells[1]) reach_error();
  char *block = malloc(8);
  if (!block) return 0;
  block[0] = 1;
  __VERIFIER_nondet_memory(block + 1, 2);
  if (block[0] != 1) reach_error();
  return 0;
}

// expect: false bits: both
// parts of objects become inputs: a field, elements behind the first, an element that another input chooses, a block
// inputs: 0 0 0 0 0 0 0 0 0 120 42 0 0 0 1 9 0 0 0 7 8
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
  char buffer[24];
  klee_make_symbolic(buffer + 11, 10, "buffer");
  if (buffer[20] != 'x') return 0;
  klee_make_symbolic(&config.limit, sizeof config.limit, "limit");
  if (config.mode != 1 || config.limit != 42 || config.rest != 3) return 0;
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 2) return 0;
  __VERIFIER_nondet_memory(cells + n, sizeof *cells);
  if (cells[1] != 9) return 0;
  char *block = malloc(8);
  if (!block) return 0;
  block[0] = 1;
  __VERIFIER_nondet_memory(block + 1, 2);
  if (block[0] == 1 && block[1] == 7 && block[2] == 8) reach_error();
  return 0;
}

// expect: unknown bits: both
// setenv, called through a pointer, takes memory from the program's own functions
#include <assert.h>
#include <stdlib.h>
void *realloc(void *p, size_t n) {
  assert(n < 8);
  return p;
}

int main(int argc, char **argv) {
  int (*set)(const char *, const char *, int) = setenv;
  return set("A", "B", argc > 3);
}

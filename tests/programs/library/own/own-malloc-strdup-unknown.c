// expect: unknown bits: 64
// the C library takes memory from the program's own malloc
#include <assert.h>
#include <stddef.h>
#include <string.h>
static char pool[256];
static size_t used;
void *malloc(size_t n) {
  void *block = pool + used;
  used += (n + 15) & ~(size_t)15;
  return block;
}
void free(void *block) {}
int main(void) {
  char *copy = strdup("abc");
  assert(used == 0);
  return copy[0] - 'a';
}

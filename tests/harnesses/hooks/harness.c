// Whichever allocation fails, all that was allocated is released.
#include "names.h"
#include <assert.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int blocks;

static void *allocate(size_t size) {
  if (__VERIFIER_nondet_bool()) return NULL;
  blocks++;
  return malloc(size);
}

static void release(void *block) {
  if (block) blocks--;
  free(block);
}

int main(void) {
  struct hooks counting = {allocate, release};
  struct names names, plain;
  names_init(&names, &counting);
  names_init(&plain, NULL);
  static const char *const given[] = {"ada", "grace", "barbara", "edith"};
  for (int i = 0; i < 4; i++) {
    names_add(&names, given[i]);
    names_add(&plain, given[i]);
  }
  assert(plain.count == 4 && plain.all[3][0] == 'e');
  names_release(&plain);
  names_release(&names);
  assert(blocks == 0);
  return 0;
}

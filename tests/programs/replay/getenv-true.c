// expect: true|unknown bits: both
// the environment stays what it is while nobody changes it
#include <assert.h>
#include <stdlib.h>

int main(void) {
  const char *first = getenv("HOME"), *second = getenv("HOME");
  assert(!first == !second);
  return 0;
}

// expect: true|unknown bits: both
// a variable of the C library is declared here only, but holds what the library says
#include <assert.h>
#include <unistd.h>

int main(void) {
  assert(optind == 1);
  return 0;
}

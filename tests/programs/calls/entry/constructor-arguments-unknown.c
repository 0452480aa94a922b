// expect: unknown bits: both
// the GNU library gives constructors the arguments of main: which ones is not modelled
#include <assert.h>

static int count;

__attribute__((constructor)) static void begin(int argc, char **argv) { count = argc; }

int main(int argc, char **argv) {
  assert(count == argc);
  return 0;
}

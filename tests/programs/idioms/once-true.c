// expect: true bits: 64
// call_once of <threads.h>
#include <assert.h>
#include <threads.h>
static once_flag once = ONCE_FLAG_INIT;
static int runs;
static void initialise(void) { runs++; }
int main(void) {
  call_once(&once, initialise);
  call_once(&once, initialise);
  assert(runs == 1);
  return 0;
}

// expect: false bits: both
// pthread_once runs its routine
#include <assert.h>
#include <pthread.h>
static int n;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void count(void) { n++; }

int main(void) {
  pthread_once(&once, count);
  assert(n == 0);
}

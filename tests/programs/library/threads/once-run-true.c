// expect: true bits: both
// pthread_once runs its routine once
#include <assert.h>
#include <pthread.h>
static int n;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void count(void) { n++; }

int main(void) {
  assert(pthread_once(&once, count) == 0 && pthread_once(&once, count) == 0);
  assert(n == 1);
}

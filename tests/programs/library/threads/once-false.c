// expect: false bits: 64
// pthread_once runs its routine once; a mutex of a single thread
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
  assert(pthread_mutex_trylock(&m) == 0);
  return 0;
}

// expect: true bits: 64
// pthread_once runs its routine once; a mutex of a single thread
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_trylock(&m) == EBUSY && pthread_mutex_unlock(&m) == 0);
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_t r;
  pthread_mutex_init(&r, &a);
  assert(pthread_mutex_lock(&r) == 0 && pthread_mutex_lock(&r) == 0 && pthread_mutex_unlock(&r) == 0 && pthread_mutex_unlock(&r) == 0);
  assert(pthread_mutex_unlock(&r) == EPERM);
  assert(pthread_equal(pthread_self(), pthread_self()));
  return 0;
}

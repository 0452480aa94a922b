// expect: true bits: both
// data of the only thread by key
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int main(void) {
  pthread_key_t first, second;
  int x = 1, y = 2;
  assert(!pthread_key_create(&first, NULL) && !pthread_key_create(&second, NULL));
  assert(!pthread_getspecific(first));
  assert(!pthread_setspecific(first, &x) && !pthread_setspecific(second, &y));
  assert(*(int *)pthread_getspecific(first) == 1 && *(int *)pthread_getspecific(second) == 2);
  assert(!pthread_key_delete(second));
}

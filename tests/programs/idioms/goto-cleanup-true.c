// expect: true bits: both
// resources released in reverse by a chain of labels
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int open_now;

static void *acquire(void) {
  if (__VERIFIER_nondet_int()) return NULL;
  open_now++;
  return malloc(4);
}
static void release(void *p) {
  open_now--;
  free(p);
}

static int work(void) {
  int status = -1;
  void *a = acquire();
  if (!a) goto none;
  void *b = acquire();
  if (!b) goto first;
  void *c = acquire();
  if (!c) goto both;
  status = 0;
  release(c);
both:
  release(b);
first:
  release(a);
none:
  return status;
}

int main(void) {
  int status = work();
  assert(open_now == 0);
  assert(status == 0 || status == -1);
}

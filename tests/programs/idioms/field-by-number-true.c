// expect: true bits: both
// fields by the number of their address, as generated code has them: it leads to the object that it came from
// native: no
#include <stddef.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);

struct device {
  int id;
  void *data;
  int state;
};

int lock = 1;

static void set(struct device *d, int state) {
  unsigned long number = (unsigned long)d;
  unsigned long field = number + offsetof(struct device, state);
  *(int *)field = state;
  unsigned long pointer = (unsigned long)d + offsetof(struct device, data);
  *(void **)pointer = (void *)d;
}

int main(void) {
  struct device *d = __VERIFIER_nondet_pointer(), own;
  if (!d) return 0;
  set(&own, 3);
  if (own.state != 3 || own.data != &own) reach_error();
  unsigned long number = (unsigned long)&lock;
  *(int *)number = 2;
  set(d, 1);
  if (lock != 2) reach_error();
  return 0;
}

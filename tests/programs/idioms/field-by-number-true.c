// expect: true bits: both
// fields are accessed as generated code does it: the address is a number in variables, to which the offset is added.
// The lock's address is such a number, too, but none that the structure's address can be made of.
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

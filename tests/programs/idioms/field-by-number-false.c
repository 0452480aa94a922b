// expect: false bits: both
// the same field by its name and by the number of its address
#include <stddef.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct device {
  int id;
  void *data;
  int state;
};

static struct device device, *devices[2] = {&device, &device};

static void set(struct device *d, int state) {
  unsigned long number = (unsigned long)d;
  unsigned long field = number + offsetof(struct device, state);
  *(int *)field = state;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  device.state = 7;
  set(devices[1], n);
  if (device.state == 8) reach_error();
  return 0;
}

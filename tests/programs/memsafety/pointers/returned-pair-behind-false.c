// expect: false bits: 64
// behind the object that the pointer in the result was made from
// args: --check memory
// violates: valid-deref
// native: no
struct list { int *p; int n; };
int numbers[3], others[3];
static struct list give(void) { return (struct list){numbers, 3}; }
int main(void) {
  struct list list = give();
  list.p[8] = 1;
  return others[0];
}

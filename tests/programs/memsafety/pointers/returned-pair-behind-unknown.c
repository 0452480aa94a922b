// expect: unknown bits: 64
// what lies behind the object is not decided: the pointer may belong to another one
// args: --check memory
// native: no
struct list { int *p; int n; };
int numbers[3], others[3];
static struct list give(void) { return (struct list){numbers, 3}; }
int main(void) {
  struct list list = give();
  list.p[8] = 1;
  return others[0];
}

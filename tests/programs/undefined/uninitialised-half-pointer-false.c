// expect: false bits: 64
// half of a pointer was set, and is null
// args: --check ub
// violates: undefined-behaviour
// native: memory
struct some {
  int kind;
  union {
    int number;
    void *pointer;
  } u;
};
int main(void) {
  struct some x;
  x.u.number = 0;
  if (!x.u.pointer) return 1;
  return 0;
}

// expect: true bits: both
// half of a pointer was set, and decides that it is not null
// args: --check ub
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
  x.u.number = 3;
  if (!x.u.pointer) return 1;
  return 0;
}

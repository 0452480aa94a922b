// expect: false bits: both
// where the external pointer is aligned, the address behind it is not
// args: --check memory,ub
// violates: undefined-behaviour
// entry: f
// native: no
int f(int *p) {
  if (!p) return 0;
  return *(int *)((char *)p + 1);
}

// expect: unknown bits: both
// an external pointer that is moved in a loop, or read where it was moved: nothing says where its array ends
// entry: next
// args: --check memory,ub
int next(int *p, int n) {
  if (p) p++;
  return p && n ? *p == 3 : 0;
}

// expect: true bits: both
// an external pointer that is read and then moved by one element
// entry: next
// args: --check memory,ub
// says: external pointers that are not null lead to objects
int next(int *p, int **to) {
  int n = 0;
  if (p) {
    n = *p != 3;
    p++;
  }
  return n;
}

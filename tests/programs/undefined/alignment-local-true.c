// expect: true bits: both
// places in arrays and structures are aligned for their types
// args: --check ub
// native: undefined
struct pair {
  char tag;
  short numbers[3];
};
int main(void) {
  struct pair p[2] = {{1, {2, 3, 4}}, {5, {6, 7, 8}}};
  short *q = p[1].numbers;
  q[1] = p[0].numbers[2];
  return p[1].numbers[1] != 4;
}

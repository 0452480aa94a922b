// expect: true bits: both
// a local that each iteration sets
// args: --check ub
// native: memory
int main(void) {
  for (int i = 0; i < 3; i++) {
    int x;
    if (i == 0) x = 1;
    else x = i;
    if (x > 5) return 1;
  }
  return 0;
}

// expect: true bits: both
// const structures and arrays, initialised in all ways, in a loop
// args: --check memory,ub
struct pair {
  int a, b[2];
};
static int three(void) { return 3; }
int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    const struct pair p = {1, {2, 3}}, q = {1, {three(), i}}, copy = p;
    const int numbers[3] = {1, 2,
                            3};
    const int zeros[40] = {0}, few[40] = {[7] = 1};
    const char text[] = "abcdef";
    sum += p.b[1] + q.b[0] + copy.a + numbers[1] + zeros[i] + few[i] + text[i];
  }
  return sum == 0;
}

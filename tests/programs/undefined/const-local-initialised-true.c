// expect: true bits: both
// const locals are written where they are initialised, in whatever way; other locals that have their addresses may be written
// args: --check memory,ub
extern int __VERIFIER_nondet_int(void);
struct pair {
  int x, y;
  char name[12];
};
static struct pair make(int n) {
  struct pair pair = {n, n, "a"};
  return pair;
}
static int get(const int *p) { return *p; }
static void set(int *p) { *p = 1; }
static int kept(const int n) { return get(&n); }
static int again(int n) {
  int x;
  set(&x);
  return x + n;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n < 0 || n > 3) return 0;
  const struct pair made = make(n), listed = {n, 1, "b"}, chosen = n ? made : listed;
  const int few[5] = {n}, most[40] = {n, [20] = n}, rows[2][3] = {{n, 1}, {2}}, range[8] = {[0 ... 5] = n};
  const struct {
    int a : 3, b : 5, c;
  } bits = {n & 1, 2, n};
  sum += get(&made.x) + get(&listed.y) + get(&chosen.x) + get(few + 4) + get(most + 20) + get(rows[1]) + get(range + 5);
  sum += get(&bits.c) + bits.b + kept(n) + again(n);
  for (int k = 0; k < 2; k++) {
    const int copy = k;
    int other = get(&copy);
    set(&other);
    sum += other;
  }
  return sum > 0;
}

// expect: false bits: both
// an array of constant structures without an initialiser, its type hidden behind names
// args: --check memory
// violates: valid-deref
// native: address
struct pair {
  int a, b;
};
typedef const struct pair fixed;
typedef fixed row[2];
volatile row table[3];
static void set(int *p) { *p = 1; }
int main(void) {
  set((int *)&table[1][1].b);
  return 0;
}

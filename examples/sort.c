// Insertion sort of five arbitrary numbers leaves them in order.
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);

enum { N = 5 };

int main(void) {
  short a[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_short();
  for (int i = 1; i < N; i++) {
    short x = a[i];
    int j = i;
    while (j > 0 && a[j - 1] > x) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = x;
  }
  for (int i = 1; i < N; i++)
    if (a[i - 1] > a[i]) reach_error();
  return 0;
}

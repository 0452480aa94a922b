// expect: false bits: both
// the upper end is inclusive, so it must begin with the last element
// args: --check memory
// violates: valid-deref
// native: no
extern int __VERIFIER_nondet_int(void);
static const int sorted[4] = {2, 5, 7, 9};
int main(void) {
  int key = __VERIFIER_nondet_int(), low = 0, high = 4;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (sorted[middle] == key) return middle;
    if (sorted[middle] < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

// expect: unknown bits: 64
// a vector of addresses
// files: parts/addresses.ll
// native: no
extern void reach_error(void);
extern int second(int *);

int main(void) {
  int a[4] = {1, 2, 3, 4};
  if (second(a) == 3) reach_error();
  return 0;
}

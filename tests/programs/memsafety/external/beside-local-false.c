// expect: false bits: both
// … and that a local has ended
// args: --check memory
// violates: valid-deref
// native: no
extern int *external;
static int *kept;
static void set(int *place) { *place = 1; }
static void keep(void) {
  int local = 0;
  kept = &local;
  set(kept);
}
int main(void) {
  keep();
  set(kept);
  if (external) set(external);
  return 0;
}

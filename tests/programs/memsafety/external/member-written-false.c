// expect: false bits: both
// the program has written the pointer there
// args: --check memory
// violates: valid-deref
// native: no
struct node {
  int value;
  int *place;
};
extern struct node *external;
int cells[4];
int main(void) {
  if (!external) return 0;
  external->place = cells + 4;
  return *external->place;
}

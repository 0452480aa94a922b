// expect: unknown bits: both
// the program has written a byte of the pointer
// args: --check memory
// native: no
struct node {
  int value;
  int *place;
};
extern struct node *external;
int main(void) {
  if (!external || !external->place) return 0;
  ((char *)&external->place)[0] = 1;
  return external->place ? *external->place : 0;
}

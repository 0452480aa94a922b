// expect: unknown bits: both
// the pointer may lead to a variable of the program that leads behind an array
// args: --check memory
// native: no
struct node {
  int value;
  int *place;
};
int cells[4];
struct node node = {1, cells + 4};
extern struct node *external;
int main(void) {
  if (!external || !external->place) return 0;
  return *external->place;
}
